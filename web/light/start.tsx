// Puts a light page on the screen. What fails without a catch of its own is told to the server; a page that cannot go
// on leads to the error page with what is known.
import { Component, type ReactNode, StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { ERROR_PAGE } from '#web/kit/constants'
import { errorId } from '#web/kit/errorText'
import { noteError } from '#web/kit/frontLog'
import { SlowPrompt } from './SlowPrompt.tsx'
// The theme's own sheet and the shared classes have to stand before ours.
import '#web/kit/themeColors'
import '#web/kit/layout.css'
import './light.css'
import './fields.css'

const SCRIPT_ERROR = 998
const UNCAUGHT = 9999

function broken(error: Error): void {
  const id = errorId()
  noteError(SCRIPT_ERROR, `${error.message}\n${error.stack ?? ''}`, id)
  // The error page itself has nowhere else to go.
  if (window.location.pathname.endsWith(`/${ERROR_PAGE}`)) return
  const query = new URLSearchParams({
    code: String(SCRIPT_ERROR),
    message: '页面程序异常',
    id,
    from: window.location.pathname,
  })
  window.location.replace(`${ERROR_PAGE}?${query}`)
}

class Guard extends Component<{ children: ReactNode }, { broken: boolean }> {
  override state = { broken: false }
  static getDerivedStateFromError() {
    return { broken: true }
  }
  override componentDidCatch(error: Error) {
    broken(error)
  }
  override render() {
    return this.state.broken ? <p className="yy-broken">页面程序异常，请关闭后重新打开。</p> : this.props.children
  }
}

function listen(): void {
  const uncaught = (text: string) => noteError(UNCAUGHT, text, errorId())
  window.addEventListener('error', (event) => uncaught(`${event.message} ${event.filename}:${event.lineno}`))
  window.addEventListener('unhandledrejection', (event) => {
    const reason: unknown = event.reason
    uncaught(reason instanceof Error ? `${reason.message}\n${reason.stack ?? ''}` : String(reason))
  })
}

export function start(page: ReactNode): void {
  listen()
  createRoot(document.getElementById('root')!).render(
    <StrictMode>
      <Guard>
        {page}
        <SlowPrompt />
      </Guard>
    </StrictMode>,
  )
}
