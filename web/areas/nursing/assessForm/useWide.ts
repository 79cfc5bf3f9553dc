// Room for three columns beside the menus; below it the conclusion comes from the side.
import { useSyncExternalStore } from 'react'

const QUERY = '(min-width: 1500px)'
const subscribe = (tell: () => void) => {
  const query = window.matchMedia(QUERY)
  query.addEventListener('change', tell)
  return () => query.removeEventListener('change', tell)
}
export const useWide = () => useSyncExternalStore(subscribe, () => window.matchMedia(QUERY).matches)
