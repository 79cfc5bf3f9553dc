// A tab in the background keeps its pages but ends their effects. What must outlive that, such as a file on its way,
// ends only when its place has left the document.
import { type RefObject, useEffect, useRef } from 'react'

/** Runs when the element is gone for good, not when its tab goes to the background. */
export function useGone(home: RefObject<Element | null>, leave: () => void): void {
  const latest = useRef(leave)
  latest.current = leave
  useEffect(() => {
    const element = home.current
    return () => {
      if (!element?.isConnected) latest.current()
    }
  }, [home])
}
