// Keeps the address bar and the tabs in step: an address that changes is a visit, a tab that comes to the front changes
// the address.
import { useEffect, useLayoutEffect, useRef } from 'react'
import { type Location, NavigationType, useLocation, useNavigate, useNavigationType } from 'react-router'
import { LAUNCH_HASH } from '#web/kit/constants'
import { routerFailed } from '#web/kit/errors'
import { bindNavigation, tabs } from '#web/kit/open'
import { routes } from '#web/kit/pages'
import { preparePage } from '#web/kit/prepare'
import { noteRecent } from '#web/kit/recent'
import { parseAddress } from '#web/kit/routes'
import { mayNow, type SystemConfig, useSession } from '#web/kit/session'
import { perSession } from '#web/kit/storage'
import type { Visit } from '#web/kit/tabs'

/** Older configurations name the welcome page so. */
const WELCOME = '/main'

/** Where a fresh sign-in lands: the configured first page when there is one, else the bench or the welcome page. */
export function landingAddress(config: SystemConfig): string {
  const first = config.loginPageConfig.mainFirstUrl
  if (!first || first === WELCOME) return LAUNCH_HASH
  const { path } = parseAddress(first)
  const match = routes.match(path)
  // It is set for the whole organisation; whoever may not open it begins at the bench.
  return match && mayNow(match.page.needs) ? path : LAUNCH_HASH
}

interface Stored {
  userId: string
  list: unknown
}

function restore(userId: string) {
  const stored = perSession.get('tabbarlist') as Stored | null
  tabs.restore(stored?.userId === userId ? stored.list : [])
}

/** The tabs as they were, and in front what the address asks for: there before the shell is drawn around them. */
function useStoredTabs(location: Location) {
  const userId = useSession((state) => state.user?.empInfo.empId ?? '')
  const begun = useRef<Location>(null)
  if (begun.current === null) {
    begun.current = location
    restore(userId)
    if (location.pathname !== '/') visit(location, 'move')
  }
  useEffect(() => tabs.store.subscribe(() => perSession.set('tabbarlist', { userId, list: tabs.snapshot() })), [userId])
  return begun.current
}

function visit(location: Location, by: Visit['by']) {
  try {
    preparePage(location.pathname + location.search)
    tabs.visit(location.pathname + location.search, { by })
  } catch (error) {
    routerFailed(error)
  }
}

export function RouterBridge() {
  const location = useLocation()
  const type = useNavigationType()
  const navigate = useNavigate()
  const mapping = useSession((state) => state.mapping)
  const configArrived = useSession((state) => state.configArrived)
  const first = useStoredTabs(location)

  useLayoutEffect(() => {
    bindNavigation((address, by, replace = false) => void navigate(address, { state: { by }, replace }))
  }, [navigate])

  // Not a layout effect: those of the first drawing run before the router around listens.
  useEffect(() => {
    if (location.pathname !== '/') return
    // The first page is part of the configuration, so a fresh sign-in waits for it.
    if (configArrived) void navigate(landingAddress(useSession.getState().config), { replace: true })
  }, [location.pathname, configArrived, navigate])

  useLayoutEffect(() => {
    if (location.pathname === '/') return
    const asked = (location.state as { by?: unknown } | null)?.by
    const by = type !== NavigationType.Pop && (asked === 'open' || asked === 'instead') ? asked : 'move'
    if (location !== first) visit(location, by)
    const { active } = tabs.store.getState()
    const frame = active === null ? null : tabs.topOf(active)
    if (frame?.page?.tab) noteRecent({ path: frame.address, title: frame.title })
  }, [location, type, first])

  // An address that only the server's menu can explain was opened before that menu arrived.
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when the mapping changes, with whatever is in front then
  useEffect(() => {
    const { active } = tabs.store.getState()
    const frame = active === null ? null : tabs.topOf(active)
    if (active === null || frame === null || frame.page !== null || location.pathname === '/') return
    tabs.close(active)
    tabs.visit(location.pathname + location.search, { by: 'move' })
  }, [mapping])

  return null
}
