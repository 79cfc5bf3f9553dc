// The operator gives a house whose administrator lost the password a new one, shown once.
import { type OrgRowData, organisation } from '#contract/platform/organisation'
import { showPassword } from '#web/areas/platform/user/password.part'
import { send } from '#web/kit/call'
import { confirmAct } from '#web/kit/parts/confirmAct'

export async function resetAdmin(org: Pick<OrgRowData, 'orgId' | 'orgName' | 'userName'>): Promise<void> {
  let made: { userName: string; empName: string | null; password: string } | null = null
  await confirmAct({
    title: `重置“${org.orgName}”的管理员密码？`,
    effects: [
      `管理员账号 ${org.userName ?? ''} 得到一个新密码，只显示一次`,
      '原密码立即失效，已登录的立即退出；本人下次登录须修改',
      '请先拨打机构档案里的联系电话，确认是管理员本人提出的',
    ],
    verb: '重置密码',
    safe: '不重置',
    run: async (_reason, options) => {
      made = await send(organisation.calls.resetAdmin, { orgId: org.orgId }, options)
    },
  })
  if (made)
    showPassword({ ...(made as { userName: string; empName: string | null; password: string }), kind: '新密码' })
}
