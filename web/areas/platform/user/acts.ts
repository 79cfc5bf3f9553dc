// What is done with users beside editing them; each asks, acts once and says what happened.
import { log } from '#contract/platform/log'
import { UserStatus, user } from '#contract/platform/user'
import { send } from '#web/kit/call'
import { confirmAct } from '#web/kit/parts/confirmAct'
import { invalidate } from '#web/kit/query'
import { useSession } from '#web/kit/session'
import { toast } from '#web/kit/toast'
import { showPassword } from './password.part.tsx'

export interface Person {
  userId: string
  userName: string
  empName: string | null
  userStatus: 1 | 2
  isAdmin: boolean
}

export const nameOf = (one: Person) => one.empName ?? one.userName
export const isMe = (one: Person) => one.userId === useSession.getState().user?.empInfo.empId

/** The drawer shows what was done to the person, so the log is asked again too. */
const changed = () => void invalidate(user, log)

const finished = (text: string) => {
  toast.success(text)
  changed()
}

/** 张三、李四等 5 人 */
const people = (all: readonly Person[]) =>
  all.length <= 3 ? all.map(nameOf).join('、') : `${all.slice(0, 2).map(nameOf).join('、')}等 ${all.length} 人`

export async function setStatus(all: readonly Person[], userStatus: 1 | 2): Promise<boolean> {
  const disables = userStatus === UserStatus.is.disabled
  const verb = UserStatus.label(userStatus)
  const answer = await confirmAct({
    title: `${verb}${people(all)}的账号？`,
    effects: disables
      ? ['不能再登录，已登录的立即退出', '资料和操作记录都保留', '以后可以再启用']
      : ['可以用原来的账号和密码登录'],
    verb: `${verb}账号`,
    safe: `不${verb}`,
    danger: disables,
    run: (_reason, options) =>
      send(user.calls.changeStatuses, { userIds: all.map((one) => one.userId).join(','), userStatus }, options),
  })
  if (answer === null) return false
  finished(`已${verb}${people(all)}的账号`)
  return true
}

export async function remove(all: readonly Person[]): Promise<boolean> {
  const answer = await confirmAct({
    title: `删除${people(all)}的账号？`,
    effects: [
      '账号、员工资料、角色和数据范围一并删除，不能恢复',
      '已登录的立即退出',
      '操作日志保留',
      '员工离职时，禁用账号通常就够了',
    ],
    verb: '删除账号',
    safe: '不删除',
    danger: true,
    run: (_reason, options) => send(user.calls.remove, { userIds: all.map((one) => one.userId).join(',') }, options),
  })
  if (answer === null) return false
  finished(`已删除${people(all)}的账号`)
  return true
}

export async function resetPassword(one: Person): Promise<void> {
  let password = ''
  const answer = await confirmAct({
    title: `重置${nameOf(one)}（${one.userName}）的密码？`,
    effects: ['生成一个新密码，只显示一次', '原密码立即失效，已登录的立即退出', '本人下次登录须修改'],
    verb: '重置密码',
    safe: '不重置',
    run: async (_reason, options) => {
      password = await send(user.calls.resetPassword, { userId: one.userId }, options)
    },
  })
  if (answer === null) return
  changed()
  showPassword({ userName: one.userName, empName: one.empName, password, kind: '新密码' })
}

export async function unfreeze(one: Person): Promise<void> {
  const answer = await confirmAct({
    title: `解除${nameOf(one)}（${one.userName}）的登录冻结？`,
    effects: ['可以立即再试密码', '请先确认是本人输错，而不是有人在试密码'],
    verb: '解除冻结',
    safe: '不解除',
    run: (_reason, options) => send(user.calls.unfreeze, { userId: one.userId }, options),
  })
  if (answer !== null) finished(`已解除${nameOf(one)}的登录冻结`)
}
