// Who is signed in and how the organisation has set the console up. One store; local storage holds a copy so that a
// reload paints at once.
import { create } from 'zustand'
import { allows, OPEN, SIGNED_IN } from '#contract/kit/permission'
import type { MattressConfigData, ThemeKey } from '#contract/platform/config'
import { themeOfColor } from '#contract/platform/config'
import type { MenuItem, SessionData } from '#contract/platform/session'
import { setCredentials } from '#web/kit/call'
import { DEFAULT_SYSTEM_NAME, MATTRESS_REMIND_STATUS, MATTRESS_VOICE_TIMES } from '#web/kit/constants'
import { authorityOf, buildMenu, defaultMenu, type MenuTop, menuMapping } from '#web/kit/menu'
import { local, outlivesSignOut, perSession, type QuickEntryItem } from '#web/kit/storage'

export interface SystemConfig {
  iconConfig: {
    systemIcon: string | null
    systemName: string | null
    windowIcon: string | null
    windowName: string | null
    menuOpenStatus: string
    waterMark: string
  }
  loginPageConfig: { mainFirstUrl: string | null }
  mattress: MattressConfigData
  systemThemeColor: { Theme: ThemeKey }
}

export const defaultConfig: SystemConfig = {
  iconConfig: {
    systemIcon: null,
    systemName: DEFAULT_SYSTEM_NAME,
    windowIcon: null,
    windowName: null,
    menuOpenStatus: 'OPEN',
    waterMark: 'OPEN',
  },
  loginPageConfig: { mainFirstUrl: null },
  mattress: {
    setId: '',
    setContent: {
      alarmRemind: { status: MATTRESS_REMIND_STATUS, position: [] },
      alarmVoice: { status: 1, times: MATTRESS_VOICE_TIMES },
    },
  },
  systemThemeColor: { Theme: themeOfColor(null) },
}

export interface SessionState {
  user: SessionData | null
  landingEndId: string | null
  menuItems: readonly MenuItem[]
  menus: readonly MenuTop[]
  mapping: ReadonlyMap<string, string>
  /** False while the default menu stands in. */
  menuArrived: boolean
  authority: ReadonlySet<string>
  quickEntry: readonly QuickEntryItem[]
  config: SystemConfig
  configArrived: boolean
}

const nobody = (): SessionState => ({
  user: null,
  landingEndId: null,
  menuItems: defaultMenu,
  menus: buildMenu(defaultMenu),
  mapping: menuMapping(defaultMenu),
  menuArrived: false,
  authority: new Set(),
  quickEntry: [],
  config: defaultConfig,
  configArrived: false,
})

export const useSession = create<SessionState>()(nobody)

const menuFields = (items: readonly MenuItem[]) => ({
  menuItems: items,
  menus: buildMenu(items),
  mapping: menuMapping(items),
})

/** Codes of the session, of its buttons and of the menu entries together. */
function codes(user: SessionData | null, items: readonly MenuItem[], buttons: readonly { name: string }[]) {
  return new Set([...(user?.authority ?? []), ...authorityOf(items), ...buttons].map((one) => one.name))
}

/** What the last visit left: enough to paint the shell before the server has answered. */
export function recallSession(): SessionData | null {
  const user = local.get('userInfo')
  if (!user?.token) return null
  const items = local.get('menus')
  const kept = local.get('systemconfig') as Partial<SystemConfig> | null
  setCredentials({ token: user.token, userId: user.empInfo.empId })
  useSession.setState({
    user,
    landingEndId: local.get('landingEndId'),
    ...(items && items.length > 0 && { ...menuFields(items), menuArrived: true }),
    authority: codes(user, items ?? [], local.get('authority') ?? []),
    quickEntry: local.get('quickEntry') ?? user.quickEntry,
    config: { ...defaultConfig, ...kept },
  })
  return user
}

/** Sign-in and the profile call end here. */
export function keepSession(user: SessionData): void {
  // The profile call does not repeat the token to a browser that already has it.
  const token = user.token || (local.get('userInfo')?.token ?? '')
  const whole = { ...user, token }
  local.set('userInfo', whole)
  local.set('orgInfo', user.orgInfo)
  local.set('quickEntry', user.quickEntry)
  setCredentials({ token, userId: user.empInfo.empId })
  const { menuArrived, menuItems } = useSession.getState()
  useSession.setState({
    user: whole,
    quickEntry: user.quickEntry,
    authority: codes(user, menuArrived ? menuItems : [], []),
  })
}

export function keepMenu(items: readonly MenuItem[], buttons: readonly { name: string; title: string }[]): void {
  local.set('menus', [...items])
  const all = [...authorityOf(items), ...buttons.map(({ name, title }) => ({ name, title }))]
  local.set('authority', all)
  useSession.setState({
    ...menuFields(items),
    menuArrived: true,
    authority: codes(useSession.getState().user, items, buttons),
  })
}

export function keepConfig(config: SystemConfig): void {
  local.set('systemconfig', { ...config })
  useSession.setState({ config, configArrived: true })
}

export function keepLandingEnd(landingEndId: string): void {
  local.set('landingEndId', landingEndId)
  useSession.setState({ landingEndId })
}

/** Signed out: nothing of the user stays behind but drafts and the remembered account name. */
export function forgetSession(): void {
  setCredentials(null)
  local.clear(outlivesSignOut)
  perSession.clear()
  useSession.setState(nobody())
}

export function mayNow(needs: string, state: Pick<SessionState, 'user' | 'authority'> = useSession.getState()) {
  if (needs === OPEN) return true
  if (state.user === null) return false
  return needs === SIGNED_IN || allows(needs, (code) => state.authority.has(code))
}
