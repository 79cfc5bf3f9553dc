import { type RefObject, useLayoutEffect, useState } from 'react'

/**
 * The width of an element as it changes. With a guess nothing is measured before the page stands: it is drawn for that
 * width, and again only if it was wrong.
 */
export function useWidth(ref: RefObject<HTMLElement | null>, guess?: () => number): number {
  const [width, setWidth] = useState(() => guess?.() ?? 0)
  const guessed = guess !== undefined
  useLayoutEffect(() => {
    const element = ref.current
    if (!element) return
    if (!guessed) setWidth(element.clientWidth)
    const observer = new ResizeObserver(() => setWidth(element.clientWidth))
    observer.observe(element)
    return () => observer.disconnect()
  }, [ref, guessed])
  return width
}

/** Rail, side menu, and the room around a card. */
const AROUND = 64 + 176 + 24
let last: number | null = null

/** The card of a list is as wide as that of the list before it. */
export function useCardWidth(ref: RefObject<HTMLElement | null>): number {
  const width = useWidth(ref, () => last ?? window.innerWidth - AROUND)
  last = width
  return width
}
