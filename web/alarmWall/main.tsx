// The alarm wall as a display: the page of the console, with a session of its own and without the shell around it.
import { QueryClientProvider } from '@tanstack/react-query'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { becomeDisplay } from '#web/areas/monitor/display'
import { errorId } from '#web/kit/errorText'
import { noteError } from '#web/kit/frontLog'
import { queryClient } from '#web/kit/query'
import { defaultConfig } from '#web/kit/session'
import { applyTheme } from '#web/kit/themeColors'
import { leaveCookies } from '#web/kit/transport'
import '#web/kit/layout.css'
import { AlarmWall } from './AlarmWall.tsx'

const SCRIPT_ERROR = 998
const AGAIN_MS = 10_000

leaveCookies()
becomeDisplay()
applyTheme(defaultConfig.systemThemeColor.Theme)
createRoot(document.getElementById('root')!, {
  // Nobody stands in front of it to press a button: what cannot go on is told to the server and begins anew.
  onUncaughtError: (error) => {
    const { message, stack = '' } = error instanceof Error ? error : new Error(String(error))
    noteError(SCRIPT_ERROR, `${message}\n${stack}`, errorId())
    setTimeout(() => window.location.reload(), AGAIN_MS)
  },
}).render(
  <StrictMode>
    <QueryClientProvider client={queryClient}>
      <AlarmWall />
    </QueryClientProvider>
  </StrictMode>,
)
