// The whole screen for a page. The document itself fills it, never a part of it: pop-ups of alarms must stay in sight.
import { useCallback, useEffect, useState } from 'react'

export function useFullWindow(): [full: boolean, toggle: () => void] {
  const [full, setFull] = useState(() => document.fullscreenElement !== null)
  useEffect(() => {
    const changed = () => setFull(document.fullscreenElement !== null)
    document.addEventListener('fullscreenchange', changed)
    return () => document.removeEventListener('fullscreenchange', changed)
  }, [])
  const toggle = useCallback(() => {
    const request = document.fullscreenElement
      ? document.exitFullscreen()
      : document.documentElement.requestFullscreen()
    request.catch(() => undefined)
  }, [])
  return [full, toggle]
}
