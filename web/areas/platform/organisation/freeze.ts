// The operator stops an organisation and lets it go on.
import { type OrgArchiveData, type OrgRowData, organisation } from '#contract/platform/organisation'
import { newRequestNo, send } from '#web/kit/call'
import { confirmAct } from '#web/kit/parts/confirmAct'
import { invalidate } from '#web/kit/query'
import { toast } from '#web/kit/toast'

type Org = Pick<OrgRowData | OrgArchiveData, 'orgId' | 'orgName'>

const change = (org: Org, orgStatus: 1 | 3) => {
  // One number for the whole dialog: a second try after a broken connection does not act twice.
  const requestNo = newRequestNo()
  return (reason: string, options: object) =>
    send(organisation.calls.freeze, { orgId: org.orgId, orgStatus, reason: reason || null }, { ...options, requestNo })
}

export async function freeze(org: Org): Promise<void> {
  const reason = await confirmAct({
    title: `冻结“${org.orgName}”？`,
    effects: ['该机构正在使用的人会立即退出', '解除冻结之前，该机构的账号都不能登录', '数据不会改变，可以随时解除冻结'],
    verb: '冻结机构',
    safe: '不冻结',
    danger: true,
    reason: { label: '冻结原因', placeholder: '记入操作日志' },
    run: change(org, 3),
  })
  if (reason === null) return
  toast.success(`“${org.orgName}”已冻结`)
  void invalidate(organisation)
}

export async function unfreeze(org: Org): Promise<void> {
  const reason = await confirmAct({
    title: `解除“${org.orgName}”的冻结？`,
    effects: ['该机构的账号可以重新登录'],
    verb: '解除冻结',
    safe: '先不解除',
    run: change(org, 1),
  })
  if (reason === null) return
  toast.success(`“${org.orgName}”已解除冻结`)
  void invalidate(organisation)
}
