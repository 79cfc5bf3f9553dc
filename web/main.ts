// The main page: first what its page needs, then the console around it.
import { goAhead } from '#web/kit/ahead'
import { ERROR_PAGE } from '#web/kit/constants'
import { errorId } from '#web/kit/errorText'

goAhead()
import('./console.tsx').catch((error: unknown) => {
  const message = error instanceof Error ? error.message : String(error)
  const query = new URLSearchParams({ code: '998', message, id: errorId(), from: window.location.pathname })
  window.location.replace(`${ERROR_PAGE}?${query}`)
})
