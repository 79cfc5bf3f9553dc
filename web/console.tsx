// The console: paints from what the last visit left, then completes itself from the server.
import { QueryClientProvider } from '@tanstack/react-query'
import { StrictMode, useEffect } from 'react'
import { createRoot } from 'react-dom/client'
import { HashRouter } from 'react-router'
import { askedAhead } from '#web/kit/ahead'
import { fetchLater } from '#web/kit/later'
import { callKey, queryClient } from '#web/kit/query'
import { useSession } from '#web/kit/session'
import { RouterBridge } from '#web/kit/shell/RouterBridge'
import { Shell } from '#web/kit/shell/Shell'
import { ThemeRoot } from '#web/kit/shell/ThemeRoot'
import { isLeaving } from '#web/kit/signOut'
import { begin, completeStartup, startupFailed } from '#web/kit/startup'
import { local } from '#web/kit/storage'
import { applyTheme } from '#web/kit/themeColors'
import '#web/kit/layout.css'
// What nearly every page is made of comes in the console's own style sheet instead of in a dozen small ones.
import '#web/kit/parts/parts.css'
import '#web/kit/parts/tags.css'
import '#web/kit/parts/sideDrawer.css'
import '#web/kit/parts/longAct.css'
import '#web/kit/fields/fields.css'
import '#web/kit/fields/place.css'
import '#web/kit/form/form.css'
import '#web/kit/list/list.css'
import '#web/kit/list/table.css'
import '#web/areas/live/marks.css'
import '#web/areas/live/residentCell.css'
import '#web/areas/live/residentColumns.css'
import '#web/areas/live/family/family.css'

const PAGE_WAIT_MS = 300
/** The page has drawn itself; what it may need later is fetched in the next quiet moment. */
const LATER_MS = 800

/** Another window of this browser signed out or signed in as somebody else: this one must not go on as before. */
function followOtherWindows() {
  window.addEventListener('storage', (event) => {
    if (event.key !== null && !event.key.endsWith('_userInfo')) return
    if (isLeaving() || local.get('userInfo')?.token === useSession.getState().user?.token) return
    window.location.reload()
  })
}

function Root() {
  useEffect(() => {
    completeStartup().catch(startupFailed)
  }, [])
  return (
    <ThemeRoot>
      <RouterBridge />
      <Shell />
    </ThemeRoot>
  )
}

/** The page's files and what it shows, asked for before the console was there. */
function pageReady(): Promise<unknown> {
  const { files, answer } = askedAhead()
  if (!answer) return files
  const queryKey = callKey(answer.call, answer.input)
  return Promise.all([files, queryClient.prefetchQuery({ queryKey, queryFn: () => answer.data })])
}

const whenQuiet = () =>
  'requestIdleCallback' in window ? window.requestIdleCallback(fetchLater, { timeout: 5_000 }) : fetchLater()

async function start() {
  if (!(await begin())) return
  applyTheme(useSession.getState().config.systemThemeColor.Theme)
  followOtherWindows()
  // What was asked for ahead is there in a moment, and the page comes up with the shell instead of after it.
  const ready = Promise.all([pageReady(), completeStartup().catch(() => undefined)])
  await Promise.race([ready, new Promise((resolve) => setTimeout(resolve, PAGE_WAIT_MS))])
  void ready.then(() => setTimeout(whenQuiet, LATER_MS))
  // A page's own failure stays in its tab; one of the shell leaves nothing to work with.
  createRoot(document.getElementById('root')!, { onUncaughtError: startupFailed }).render(
    <StrictMode>
      <QueryClientProvider client={queryClient}>
        <HashRouter>
          <Root />
        </HashRouter>
      </QueryClientProvider>
    </StrictMode>,
  )
}

start().catch(startupFailed)
