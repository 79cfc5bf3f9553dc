import { useSyncExternalStore } from 'react'

const subscribe = (listener: () => void) => {
  window.addEventListener('hashchange', listener)
  return () => window.removeEventListener('hashchange', listener)
}

/** Views of one page by the hash, so that the browser's back button leaves them. */
export const useHash = () => useSyncExternalStore(subscribe, () => window.location.hash)
