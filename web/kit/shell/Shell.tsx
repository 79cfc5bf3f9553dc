// The frame around every page: rail, side menu, top bar, tabs, and the pages themselves.
import { lazy, Suspense, startTransition, useCallback, useEffect, useState, useSyncExternalStore } from 'react'
import { config } from '#contract/platform/config'
import { session } from '#contract/platform/session'
import { classes } from '#web/kit/classes'
import { WATERMARK } from '#web/kit/constants'
import { locateMenu, type MenuTop } from '#web/kit/menu'
import { tabs, useTabs } from '#web/kit/open'
import { routes } from '#web/kit/pages'
import { ConfirmHost } from '#web/kit/parts/confirmAct'
import { MenuHost } from '#web/kit/parts/menu'
import { PREFERENCE, usePreference } from '#web/kit/preferences'
import { queryClient } from '#web/kit/query'
import { startRealtime, useEvent } from '#web/kit/realtime'
import { parseAddress } from '#web/kit/routes'
import { useSession } from '#web/kit/session'
import { AreaParts } from '#web/kit/shell/AreaParts'
import { DraftOffer } from '#web/kit/shell/DraftOffer'
import { Frames } from '#web/kit/shell/Frames'
import { LoadingBar } from '#web/kit/shell/LoadingBar'
import { LostBar } from '#web/kit/shell/LostBar'
import { News } from '#web/kit/shell/News'
import { Rail } from '#web/kit/shell/Rail'
import { SideMenu } from '#web/kit/shell/SideMenu'
import { SlowPrompt } from '#web/kit/shell/SlowPrompt'
import { TabBar } from '#web/kit/shell/TabBar'
import { TopBar } from '#web/kit/shell/TopBar'
import { onSignal } from '#web/kit/signals'
import { loadConfig, reloadRights } from '#web/kit/startup'
import { toast } from '#web/kit/toast'
import { drawWatermark, removeWatermark } from '#web/kit/watermark'
import '#web/kit/parts/parts.css'
import './panels.css'
import './shell.css'

const Palette = lazy(() => import('#web/kit/shell/Palette'))
const HelpDrawer = lazy(() => import('#web/kit/shell/HelpDrawer'))
const FirstPassword = lazy(() => import('#web/kit/shell/FirstPassword'))

const SURROUND_MS = 1_000

function useWatermark() {
  const mode = useSession((state) => state.config.iconConfig.waterMark)
  const arrived = useSession((state) => state.configArrived)
  const text = useSession((state) => (state.user ? `${state.user.username} ${state.user.empInfo.empName}` : ''))
  useEffect(() => {
    if (!arrived) return
    if (mode === 'CLOSE' || text === '') {
      removeWatermark()
      return
    }
    const timer = setTimeout(() => drawWatermark(text), WATERMARK.delay)
    return () => clearTimeout(timer)
  }, [mode, arrived, text])
}

function useWindowName(title: string) {
  const { windowName, systemName, windowIcon } = useSession((state) => state.config.iconConfig)
  useEffect(() => {
    const name = windowName || systemName
    document.title = name ? `${title} - ${name}` : title
  }, [title, windowName, systemName])
  useEffect(() => {
    const link = document.querySelector<HTMLLinkElement>('link[rel="icon"]')
    if (link && windowIcon) link.href = windowIcon
  }, [windowIcon])
}

/** A zoomed or small screen has no room for the side menu beside the page: it then comes over it when asked for. */
const narrow = window.matchMedia('(max-width: 1099px)')
function useNarrow(): boolean {
  return useSyncExternalStore(
    (changed) => {
      narrow.addEventListener('change', changed)
      return () => narrow.removeEventListener('change', changed)
    },
    () => narrow.matches,
  )
}

/** Opens with Ctrl+K or ⌘K, wherever the focus is. */
function useSearchKey(open: () => void) {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (!(event.ctrlKey || event.metaKey) || event.key.toLowerCase() !== 'k') return
      event.preventDefault()
      open()
    }
    window.addEventListener('keydown', onKey)
    return () => window.removeEventListener('keydown', onKey)
  }, [open])
}

// The old menu stays when the new one cannot be fetched; the next start asks again.
function useMenuChanges() {
  useEvent(session.events.menuChanged, ({ notice }) => {
    reloadRights()
      .then(() => notice && toast.info(notice))
      .catch(() => undefined)
  })
  // Names and scope of departments stand in the session.
  useEvent(session.events.deptChanged, () => {
    reloadRights().catch(() => undefined)
    void queryClient.invalidateQueries({ queryKey: ['platform.dept'] })
  })
  // What was pushed during a gap is lost.
  useEffect(() => onSignal('reconnected', () => void reloadRights().catch(() => undefined)), [])
}

/** Name, icons, theme and watermark follow a change of the settings without a reload. */
function useDisplayChanges() {
  useEvent(config.events.displayChanged, () => void loadConfig())
}

/** Menu and tabs lie unseen behind a page that covers them: they come when the page stands. */
function useSurround(): boolean {
  const [built, setBuilt] = useState(() => !routes.match(parseAddress(window.location.hash).path)?.page.covers)
  useEffect(() => {
    if (built) return
    const timer = setTimeout(() => startTransition(() => setBuilt(true)), SURROUND_MS)
    return () => clearTimeout(timer)
  }, [built])
  return built
}

export function Shell() {
  const menus = useSession((state) => state.menus)
  const mustChange = useSession((state) => state.user?.resetPassword === true)
  const opened = useSession((state) => state.config.iconConfig.menuOpenStatus)
  const [foldedByUser, setFolded] = usePreference(PREFERENCE.sideFolded, opened === 'CLOSE')
  const isNarrow = useNarrow()
  const folded = foldedByUser || isNarrow
  const [peek, setPeek] = useState(false)
  const [palette, setPalette] = useState(false)
  const [help, setHelp] = useState(false)
  const front = useTabs((state) => state.tabs.find((tab) => tab.key === state.active))
  const address = (front && tabs.topOf(front.key)?.address) ?? '/home'
  const base = front?.frames[0]?.address ?? address
  const located = locateMenu(menus, base, routes)
  // What the user is looking through on the rail, until another page comes to the front.
  const [browsing, setBrowsing] = useState<{ top: MenuTop; at: string } | null>(null)
  const current = (browsing?.at === base ? menus.find((top) => top.menuId === browsing.top.menuId) : null) ?? located

  const surround = useSurround()

  useEffect(startRealtime, [])
  useWatermark()
  useMenuChanges()
  useDisplayChanges()
  useWindowName(front?.title ?? '工作台')
  const openPalette = useCallback(() => setPalette(true), [])
  useSearchKey(openPalette)

  if (mustChange) {
    return (
      <Suspense fallback={null}>
        <FirstPassword />
      </Suspense>
    )
  }
  const showsSide = !folded || peek
  const fold = (next: boolean) => {
    if (isNarrow) {
      setPeek(!next && !peek)
      return
    }
    setPeek(false)
    setFolded(next)
  }
  return (
    <div className={classes('yy-shell yy-tall yy-grid yy-hidden', folded && 'is-folded')}>
      {surround && (
        <Rail
          current={current}
          onChoose={(top) => {
            setBrowsing({ top, at: base })
            if (folded) setPeek(!(peek && current?.menuId === top.menuId))
          }}
        />
      )}
      {surround && current && showsSide && (
        <SideMenu
          top={current}
          path={parseAddress(base).path}
          isFirst={menus[0]?.menuId === current.menuId}
          floating={folded && !isNarrow}
          onFold={() => fold(true)}
          onUnfold={() => fold(false)}
          onOpened={() => setPeek(false)}
        />
      )}
      {surround && (
        <TopBar folded={folded} onUnfold={() => fold(false)} onSearch={openPalette} onHelp={() => setHelp(true)} />
      )}
      {surround && <TabBar />}
      <main className="yy-content yy-relative yy-stack yy-low" onPointerDown={() => setPeek(false)}>
        <LoadingBar />
        <LostBar />
        <DraftOffer />
        <Frames />
      </main>
      <SlowPrompt />
      <ConfirmHost />
      <MenuHost />
      <AreaParts>
        <News />
      </AreaParts>
      <Suspense fallback={null}>
        {palette && <Palette onClose={() => setPalette(false)} />}
        {help && <HelpDrawer onClose={() => setHelp(false)} />}
      </Suspense>
    </div>
  )
}
