// From an accepted password to the main page: department, menu, landing-end check, what the browser keeps.

import type { DeptInfo, LandingEndInfo, MenuItem, SessionData } from '#contract/platform/session'
import { OrgStatus, session } from '#contract/platform/session'
import { send, setCredentials } from '#web/kit/call'
import { CallError } from '#web/kit/callError'
import { local, outlivesSignOut, perSession } from '#web/kit/storage'
import { Said } from '#web/light/failure'

/** The operator's own end has no departments to choose from. */
const withoutDepartments = (end: LandingEndInfo) => end.landingEndCode === 'OPEX'

export const departmentsOf = (user: SessionData, end: LandingEndInfo) =>
  withoutDepartments(end) ? [] : user.dataDeptInfoList

/** 松鹤楼 › 2层: the departments above one, as far as this user may see them. */
export function pathOf(dept: DeptInfo, all: readonly DeptInfo[]): string {
  const names: string[] = []
  const seen = new Set([dept.deptId])
  for (let up = all.find((one) => one.deptId === dept.parentId); up && !seen.has(up.deptId); ) {
    seen.add(up.deptId)
    names.unshift(up.deptName)
    const { parentId } = up
    up = all.find((one) => one.deptId === parentId)
  }
  return names.join(' › ')
}

export interface Choice {
  end: LandingEndInfo
  dept: DeptInfo | null
}

/** The only possible choice, or null when there is something to choose. */
export function onlyChoice(user: SessionData): Choice | null {
  const [end, second] = user.landingEndList
  if (!end || second) return null
  const depts = departmentsOf(user, end)
  return depts.length > 1 ? null : { end, dept: depts[0] ?? null }
}

/** What was chosen last time, as far as it is still there. */
export async function lastChoice(user: SessionData): Promise<Choice> {
  const [endId, deptId] = await Promise.all([
    send(session.calls.lastLandingEnd, {}, { handles: () => true }),
    send(session.calls.lastDept, {}, { handles: () => true }),
  ])
  const end = user.landingEndList.find((one) => one.landingEndId === endId) ?? user.landingEndList[0]!
  const depts = departmentsOf(user, end)
  return { end, dept: depts.find((one) => one.deptId === deptId) ?? depts[0] ?? null }
}

const waitsForApproval = (user: SessionData) =>
  user.orgInfo.orgStatus === OrgStatus.is.waiting || user.orgInfo.orgStatus === OrgStatus.is.declined

/** An organisation under review or refused has no console yet: its state is on the settle-in page. */
export function leadsToSettleIn(user: SessionData): boolean {
  if (!waitsForApproval(user)) return false
  perSession.set('settleIn-signed', { orgId: user.orgInfo.orgId })
  return true
}

export function remember(user: SessionData): void {
  setCredentials({ token: user.token, userId: user.empInfo.empId })
}

export function forget(): void {
  setCredentials(null)
}

const NO_PERMISSION = 4010

async function checkChoice(user: SessionData, { end, dept }: Choice): Promise<void> {
  const { empId } = user.empInfo
  const names = { deptName: dept?.deptName ?? '', landingName: end.landingEndName }
  try {
    await send(session.calls.checkDeptLanding, { userId: empId, ...names }, { handles: () => true })
  } catch (error) {
    if (!(error instanceof CallError) || error.code !== NO_PERMISSION) throw error
    throw new Said(`${dept?.deptName ?? '该账号'}不能使用${end.landingEndName}，请换一个部门或登录端，或联系管理员`)
  }
}

export async function enter(user: SessionData, { end, dept }: Choice): Promise<void> {
  const handled = { handles: () => true }
  if (dept) await send(session.calls.selectDept, { deptId: dept.deptId }, handled)
  const menus = await send(session.calls.menu, { landingEndId: end.landingEndId }, handled)
  await checkChoice(user, { end, dept })
  // Somebody else may have left without signing out; nothing of theirs is taken along.
  local.clear(outlivesSignOut)
  perSession.clear()
  local.set('userInfo', { ...user, deptInfo: dept ?? user.deptInfo })
  local.set('landingEndId', end.landingEndId)
  local.set('orgInfo', user.orgInfo)
  local.set('menus', menus as MenuItem[])
  local.set('authority', user.authority)
  local.set('quickEntry', user.quickEntry)
}
