// Puts a light page on the screen. A page that cannot start goes to the error page with what is known.
import { Component, type ReactNode, StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { ERROR_PAGE } from '#web/kit/constants'
import { errorId } from '#web/kit/errorText'
import './light.css'
import './fields.css'

const SCRIPT_ERROR = 998

export function toErrorPage(code: number, message: string, id = errorId()): void {
  const query = new URLSearchParams({ code: String(code), message, id, from: window.location.pathname })
  window.location.replace(`${ERROR_PAGE}?${query}`)
}

class Guard extends Component<{ children: ReactNode }, { broken: boolean }> {
  override state = { broken: false }
  static getDerivedStateFromError() {
    return { broken: true }
  }
  override componentDidCatch(error: Error) {
    toErrorPage(SCRIPT_ERROR, error.message)
  }
  override render() {
    return this.state.broken ? null : this.props.children
  }
}

export function start(page: ReactNode): void {
  createRoot(document.getElementById('root')!).render(
    <StrictMode>
      <Guard>{page}</Guard>
    </StrictMode>,
  )
}
