// The operator's two answers to an application. Both tell the applicant by SMS.
import { type ApplicationData, application } from '#contract/platform/application'
import { send } from '#web/kit/call'
import { confirmAct } from '#web/kit/parts/confirmAct'
import { invalidate } from '#web/kit/query'
import { toast } from '#web/kit/toast'

const finished = (text: string) => {
  toast.success(text)
  void invalidate(application)
}

/** True when it was done. */
export async function approve({ orgId, orgName, userName, contactPhone }: ApplicationData): Promise<boolean> {
  const answer = await confirmAct({
    title: `通过“${orgName}”的入驻申请？`,
    effects: [
      '机构开通，建好根部门、管理员角色和默认设置',
      userName ? `管理员账号 ${userName} 可以登录` : '该机构的管理员账号可以登录',
      contactPhone ? `短信通知 ${contactPhone}` : '短信通知联系人',
    ],
    verb: '通过申请',
    safe: '先不通过',
    run: (_reason, options) => send(application.calls.decide, { orgId, status: '1', rejectReason: null }, options),
  })
  if (answer === null) return false
  finished(`“${orgName}”已入驻`)
  return true
}

export async function refuse({ orgId, orgName, contactPhone }: ApplicationData): Promise<boolean> {
  const answer = await confirmAct({
    title: `拒绝“${orgName}”的入驻申请？`,
    effects: [
      contactPhone ? `短信通知 ${contactPhone}，并附上原因` : '短信通知联系人，并附上原因',
      '申请人可以修改后再次提交',
    ],
    verb: '拒绝申请',
    safe: '先不拒绝',
    danger: true,
    reason: { label: '拒绝原因', placeholder: '申请人会看到，请写明要补正什么' },
    run: (rejectReason, options) => send(application.calls.decide, { orgId, status: '2', rejectReason }, options),
  })
  if (answer === null) return false
  finished(`已拒绝“${orgName}”的申请`)
  return true
}
