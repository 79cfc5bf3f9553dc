// A page with unsaved work is asked before it is closed or left by "back".
import { type RefObject, useContext, useEffect, useRef } from 'react'
import { FrameIdContext } from '#web/kit/frameId'

type Ask = () => boolean | Promise<boolean>
const guards = new Map<number, Ask>()

/** False when one of these pages wants to stay. */
export async function mayLeave(frameIds: readonly number[]): Promise<boolean> {
  for (const id of frameIds) {
    const ask = guards.get(id)
    if (ask && !(await ask())) return false
    guards.delete(id)
  }
  return true
}

/**
 * Asks when the page is to go. A tab in the background has no effects but keeps its work, so the question stands until
 * the page's element has left the document.
 */
export function useLeaving(home: RefObject<Element | null>, ask: Ask): void {
  const frame = useContext(FrameIdContext)
  const latest = useRef(ask)
  latest.current = ask
  useEffect(() => {
    const element = home.current
    if (frame === undefined) return
    guards.set(frame, () => latest.current())
    return () => {
      if (!element?.isConnected) guards.delete(frame)
    }
  }, [frame, home])
}
