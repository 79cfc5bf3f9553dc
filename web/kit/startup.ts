// From an empty page to a working shell: who is signed in, their menu, how the organisation has set the console up.

import type { Call, DataOf } from '#contract/kit/call'
import { config, themeOfColor } from '#contract/platform/config'
import { message } from '#contract/platform/message'
import { type MenuItem, session } from '#contract/platform/session'
import { type StartData, shell } from '#contract/platform/shell'
import { askStart, takeStart } from '#web/kit/ahead'
import { send } from '#web/kit/call'
import { ERROR_PAGE } from '#web/kit/constants'
import { isSessionInvalid } from '#web/kit/envelope'
import { errorId, sessionText } from '#web/kit/errorText'
import { note, sendNotes } from '#web/kit/frontLog'
import { reloadKnownLookups } from '#web/kit/lookup'
import { keepPreferences, recallPreferences } from '#web/kit/preferences'
import { callKey, queryClient } from '#web/kit/query'
import {
  defaultConfig,
  keepConfig,
  keepLandingEnd,
  keepMenu,
  keepSession,
  recallSession,
  type SystemConfig,
  useSession,
} from '#web/kit/session'
import { raise } from '#web/kit/signals'
import { isLeaving, toLogin } from '#web/kit/signOut'
import { local } from '#web/kit/storage'
import { CallError } from './callError.ts'

/** Development and support: failures stay on the screen instead of leading to the error page. */
export const isDebug = () => import.meta.env.DEV || new URLSearchParams(window.location.search).has('debug')

/** One of the four parts: what it cannot say falls back to what is known. */
async function part<C extends Call, T>(call: C, read: (data: DataOf<C>) => T, otherwise: T): Promise<T> {
  try {
    return read((await send(call as Call, {}, { silent: true })) as DataOf<C>)
  } catch (error) {
    note('config', `${call.path}: ${error instanceof Error ? error.message : String(error)}`)
    return otherwise
  }
}

/** Four requests at once; when all have answered the result is saved and shown. */
export async function loadConfig(): Promise<SystemConfig> {
  const known = useSession.getState().config
  const { calls } = config
  const [iconConfig, loginPageConfig, mattress, systemThemeColor] = await Promise.all([
    part(calls.icon, (data) => ({ ...defaultConfig.iconConfig, ...data }), known.iconConfig),
    part(calls.loginPage, firstUrlOf, known.loginPageConfig),
    part(calls.mattress, (data) => data ?? defaultConfig.mattress, known.mattress),
    part(calls.themeColor, (data) => ({ Theme: themeOfColor(data?.systemThemeColor) }), known.systemThemeColor),
  ])
  const made = { iconConfig, loginPageConfig, mattress, systemThemeColor }
  keepConfig(made)
  return made
}

/** An object for this console; older servers send the route as a bare text. */
function firstUrlOf(data: unknown): SystemConfig['loginPageConfig'] {
  if (typeof data === 'string') return { mainFirstUrl: data || null }
  const url = (data as { mainFirstUrl?: unknown } | null)?.mainFirstUrl
  return { mainFirstUrl: typeof url === 'string' && url !== '' ? url : null }
}

/** 401 on the profile call means either a missing permission or no session at all; the user-id call tells which. */
export async function loadProfile(): Promise<void> {
  try {
    keepSession(await send(session.calls.current, {}, { silent: true }))
  } catch (error) {
    if (!(error instanceof CallError) || error.code !== 4010) throw error
    const userId = await send(session.calls.userIdOfToken, {}, { silent: true })
    if (!userId) {
      raise('session-invalid', { code: 4011, message: sessionText(4011) })
      throw new CallError(4011, sessionText(4011), error.path)
    }
    throw error
  }
}

export async function loadMenu(landingEndId: string): Promise<void> {
  const [items, buttons] = await Promise.all([
    send(session.calls.menu, { landingEndId }, { silent: true }),
    send(session.calls.buttons, {}, { silent: true }),
  ])
  keepLandingEnd(landingEndId)
  keepMenu(Array.isArray(items) ? (items as MenuItem[]) : [], buttons)
}

/** Rights changed while the console is open: what was taken away must go, so the session itself is asked as well. */
export async function reloadRights(): Promise<void> {
  const { landingEndId } = useSession.getState()
  if (!landingEndId) return
  await loadProfile()
  await loadMenu(landingEndId)
}

async function currentLandingEnd(): Promise<string | null> {
  const known = useSession.getState().landingEndId
  if (known) return known
  const last = await send(session.calls.lastLandingEnd, {}, { silent: true })
  return last || (useSession.getState().user?.landingEndList[0]?.landingEndId ?? null)
}

/** A browser that another system has sent carries a single-use mark in its address. */
async function signInByMark(): Promise<void> {
  const query = new URLSearchParams(window.location.search)
  const mark = query.get('ssoMark')
  if (!mark) return
  const user = await send(session.calls.ssoMark, { mark }, { silent: true })
  keepSession(user)
  const from = query.get('ssoMarkUrl')
  if (from && /^https?:\/\//.test(from)) local.set('ssoMarkUrl', from)
  window.history.replaceState(null, '', window.location.pathname + window.location.hash)
}

/** Paints from what the last visit left. False: nobody is signed in, and the browser is on its way to the login. */
export async function begin(): Promise<boolean> {
  await signInByMark()
  const user = recallSession()
  if (user === null) {
    toLogin()
    return false
  }
  recallPreferences(user.empInfo.empId)
  return true
}

/** Everything in one answer. */
function keepStart(start: StartData): void {
  keepSession(start.session)
  if (start.landingEndId !== null) keepLandingEnd(start.landingEndId)
  keepMenu(Array.isArray(start.menu) ? (start.menu as MenuItem[]) : [], start.buttons)
  keepPreferences(start.preferences)
  keepConfig({
    iconConfig: { ...defaultConfig.iconConfig, ...start.icon },
    loginPageConfig: firstUrlOf(start.loginPage),
    mattress: start.mattress,
    systemThemeColor: { Theme: themeOfColor(start.systemThemeColor) },
  })
  queryClient.setQueryData(callKey(message.calls.unread, {}), start.unread)
  queryClient.setQueryData(callKey(shell.calls.jobs, {}), start.jobs)
}

let completing: Promise<void> | undefined

/** The rest: asked for before the shell was there, or now. Once, however many wait for it. */
export function completeStartup(): Promise<void> {
  completing ??= complete()
  return completing
}

async function complete(): Promise<void> {
  try {
    keepStart(await (takeStart() ?? askStart()))
  } catch (error) {
    if (!(error instanceof CallError) || isSessionInvalid(error.code)) throw error
    note('startup', `start: ${error.message}`)
    await completeByParts()
  }
  reloadKnownLookups()
}

/** One part that fails must not take the others along: what can be had is asked for one by one. */
async function completeByParts(): Promise<void> {
  const menus = async () => {
    const landingEndId = await currentLandingEnd()
    if (landingEndId) await loadMenu(landingEndId)
  }
  const preferences = async () => keepPreferences(await send(shell.calls.preferences, {}, { silent: true }))
  const [profile, menu] = await Promise.allSettled([loadProfile(), menus(), loadConfig(), preferences()])
  const failed = [profile, menu].find((result) => result.status === 'rejected')
  if (failed) throw failed.reason
}

/** Start-up failure: the error page says what is known. A lost session has its own way out. */
export function startupFailed(error: unknown): void {
  const code = error instanceof CallError ? error.code : 998
  if (isSessionInvalid(code) || isLeaving()) return
  const message = error instanceof Error ? error.message : String(error)
  const id = error instanceof CallError ? error.id : errorId()
  note('startup', `${id} #${code} ${message}`)
  void sendNotes()
  if (isDebug()) {
    console.error(error)
    return
  }
  const query = new URLSearchParams({ code: String(code), message, id, from: window.location.pathname })
  window.location.replace(`${ERROR_PAGE}?${query}`)
}
