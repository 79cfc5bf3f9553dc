// Signing in by the calls that the login page makes, with what it keeps put into the browser: for journeys that are about
// something else. signIn.test.ts compares both ways.
import type { Page } from 'playwright-core'
import type { Call } from '#contract/kit/call'
import { type MenuItem, type SessionData, session } from '#contract/platform/session'
import { shell } from '#contract/platform/shell'
import { ORG_TYPE, STORAGE_PREFIX } from '#web/kit/constants'
import type { LocalValues } from '#web/kit/storage'
import { base64Of } from '#web/light/base64'
import { type Choice, departmentsOf, onlyChoice } from '#web/login/enter'
import { deskOf, query } from './browser.ts'

export interface Words {
  userName: string
  password: string
  /** The department to work in; the last one unless told. */
  dept?: string | undefined
  readNews: boolean
}

type Ask = <T>(call: Call, at?: Record<string, string>, body?: object) => Promise<T>

/** From this browser: what the server leaves with it stays there. */
const asking =
  (page: Page, token: () => string): Ask =>
  async <T>(call: Call, at: Record<string, string> = {}, body?: object) => {
    const left = new URLSearchParams(at)
    const path = call.path.replace(/\{(\w+)\}/g, (_, name: string) => {
      left.delete(name)
      return encodeURIComponent(at[name]!)
    })
    const answer = await page.request.fetch(left.size > 0 ? `${path}?${left}` : path, {
      method: call.method,
      ...(token() && { headers: { Authorization: token() } }),
      ...(body && { data: body }),
    })
    const { status, desc, data } = (await answer.json()) as { status: number; desc: string; data: T }
    if (status !== 200) throw new Error(`${call.path}: ${status} ${desc}`)
    return data
  }

async function photoProof(page: Page, ask: Ask): Promise<{ photoCode: string; verifyStr: string }> {
  const { verifyStr } = await ask<{ verifyStr: string }>(session.calls.photoCode)
  const [code] = await query<{ answer: string }>(
    'select answer from photo_code where verify_str = $1',
    [verifyStr],
    deskOf(page).database,
  )
  return { photoCode: code!.answer, verifyStr }
}

/** As it stands preselected on the page. */
async function choiceOf(user: SessionData, ask: Ask, wanted?: string): Promise<Choice> {
  const only = onlyChoice(user)
  if (only) return only
  const [endId, deptId] = [await ask<string>(session.calls.lastLandingEnd), await ask<string>(session.calls.lastDept)]
  const end = user.landingEndList.find((one) => one.landingEndId === endId) ?? user.landingEndList[0]!
  const depts = departmentsOf(user, end)
  const named = depts.find((one) => one.deptName === wanted)
  if (wanted && !named) throw new Error(`There is no ${wanted} to choose`)
  return { end, dept: named ?? depts.find((one) => one.deptId === deptId) ?? depts[0] ?? null }
}

/** A picture of the same origin: there the browser can be given what the login page keeps, and nothing runs. */
const STILL_PAGE = '/favicon.svg'

async function keep(page: Page, values: Partial<LocalValues>): Promise<void> {
  const entries = Object.entries(values).map(([name, value]) => [`${STORAGE_PREFIX}_${name}`, JSON.stringify(value)])
  await page.goto(STILL_PAGE)
  await page.evaluate((all) => {
    for (const [name, value] of all) localStorage.setItem(name!, value!)
  }, entries)
}

/** In a browser that nobody has used yet: up to the address of the console, which is opened by the caller. */
export async function signInByCall(page: Page, words: Words): Promise<void> {
  let token = ''
  const ask = asking(page, () => token)
  const user = await ask<SessionData>(
    session.calls.login,
    {},
    {
      loginName: words.userName,
      loginPassword: base64Of(words.password),
      ...(await photoProof(page, ask)),
      orgLevel: ORG_TYPE,
    },
  )
  token = user.token
  const { end, dept } = await choiceOf(user, ask, words.dept)
  if (dept) await ask(session.calls.selectDept, { deptId: dept.deptId })
  const menus = await ask<MenuItem[]>(session.calls.menu, { landingEndId: end.landingEndId })
  await ask(session.calls.checkDeptLanding, {
    userId: user.empInfo.empId,
    deptName: dept?.deptName ?? '',
    landingName: end.landingEndName,
  })
  if (words.readNews) {
    const news = await ask<{ recordId: string; isLook: number } | null>(shell.calls.versionShown)
    if (news?.isLook === 0) await ask(shell.calls.versionRead, { recordId: news.recordId })
  }
  await keep(page, {
    userInfo: { ...user, deptInfo: dept ?? user.deptInfo },
    landingEndId: end.landingEndId,
    orgInfo: user.orgInfo,
    menus,
    authority: user.authority,
    quickEntry: user.quickEntry,
  })
}
