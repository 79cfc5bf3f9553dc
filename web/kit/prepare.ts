// A page that is about to be opened: its files and what it shows first are asked for at the same time.
import { hasOwnStart } from '#web/kit/ahead'
import { aheadRequest } from '#web/kit/aheadInput'
import { send } from '#web/kit/call'
import { rewrite } from '#web/kit/menu'
import { tabs } from '#web/kit/open'
import { routes } from '#web/kit/pages'
import { callKey, queryClient } from '#web/kit/query'
import { parseAddress } from '#web/kit/routes'
import { useSession } from '#web/kit/session'
import { loadPage } from '#web/kit/shell/pageFiles'

const found = (address: string) => {
  const { path, query } = rewrite(useSession.getState().mapping, parseAddress(address))
  const match = routes.match(path)
  return match && { ...match, query }
}

/** Failures are shown by the page, when it asks for itself. */
const later = () => undefined

/** The pointer rests on its entry: the files only, since nobody has asked for what they show. */
export function prepareFiles(address: string): void {
  const match = found(address)
  if (match) loadPage(match.page).catch(later)
}

/** It is being opened. A page that is open already knows itself what it has to ask again. */
export function preparePage(address: string): void {
  const match = found(address)
  if (!match || tabs.isOpen(address)) return
  loadPage(match.page).catch(later)
  const request = aheadRequest(match, hasOwnStart(match.path))
  if (!request) return
  const { call, input } = request
  const queryFn = ({ signal }: { signal: AbortSignal }) => send(call, input as never, { silent: true, signal })
  queryClient.prefetchQuery({ queryKey: callKey(call, input), queryFn }).catch(later)
}
