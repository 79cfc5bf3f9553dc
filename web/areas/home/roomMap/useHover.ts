// Which bed's card is open: after 200 ms under the pointer or in focus, at once by a click or Enter. One listener for
// all cells.
import {
  type FocusEvent,
  type KeyboardEvent,
  type MouseEvent,
  type UIEvent,
  useCallback,
  useEffect,
  useRef,
  useState,
} from 'react'
import { roomMap } from '#contract/home/roomMap'
import { send } from '#web/kit/call'
import { callKey, queryClient } from '#web/kit/query'

const OPEN_AFTER = 200
const CLOSE_AFTER = 160
/** The details are on their way before the card is. */
const ASK_AFTER = 60
const FRESH = 3_000

export interface OpenCard {
  bedId: string
  cell: HTMLElement
  /** Opened by a click or Enter: stays until it is closed. */
  pinned: boolean
  /** By a key: the first act is one key away. */
  byKey: boolean
}

const cellOf = (target: EventTarget | null) =>
  target instanceof Element ? target.closest<HTMLElement>('[data-bed]') : null

const askAhead = (bedId: string) =>
  void queryClient.prefetchQuery({
    queryKey: callKey(roomMap.calls.card, { bedId }),
    queryFn: ({ signal }) => send(roomMap.calls.card, { bedId }, { signal, silent: true, handles: () => true }),
    staleTime: FRESH,
  })

export function useHover() {
  const [open, setOpen] = useState<OpenCard | null>(null)
  const now = useRef<OpenCard | null>(null)
  now.current = open
  const timers = useRef({ open: 0, ask: 0, close: 0 })

  const stop = useCallback(() => {
    window.clearTimeout(timers.current.open)
    window.clearTimeout(timers.current.ask)
    window.clearTimeout(timers.current.close)
  }, [])
  const close = useCallback(() => {
    stop()
    setOpen(null)
  }, [stop])
  const show = useCallback(
    (cell: HTMLElement, pinned: boolean, byKey = false) => {
      stop()
      const bedId = cell.dataset.bed
      if (bedId) setOpen({ bedId, cell, pinned, byKey })
    },
    [stop],
  )
  const soon = useCallback(
    (cell: HTMLElement) => {
      stop()
      const bedId = cell.dataset.bed!
      if (now.current?.bedId === bedId) return
      timers.current.ask = window.setTimeout(() => askAhead(bedId), ASK_AFTER)
      timers.current.open = window.setTimeout(() => show(cell, false), OPEN_AFTER)
    },
    [show, stop],
  )
  const closeSoon = useCallback(() => {
    stop()
    if (now.current && !now.current.pinned) timers.current.close = window.setTimeout(close, CLOSE_AFTER)
  }, [close, stop])
  /** The pointer reached the card itself. */
  const stay = useCallback(() => stop(), [stop])
  useEffect(() => stop, [stop])

  // The cell that belongs to the open card is told apart without drawing it again.
  useEffect(() => {
    const cell = open?.cell
    cell?.setAttribute('data-open', '')
    return () => cell?.removeAttribute('data-open')
  }, [open])

  // A pinned card closes with a click elsewhere, any card when its page is left.
  useEffect(() => {
    if (!open) return
    const outside = (event: globalThis.MouseEvent) => {
      const target = event.target as Element | null
      if (!target?.closest('.yy-bed-card') && !cellOf(target)) close()
    }
    document.addEventListener('mousedown', outside)
    window.addEventListener('hashchange', close)
    return () => {
      document.removeEventListener('mousedown', outside)
      window.removeEventListener('hashchange', close)
    }
  }, [open, close])

  const handlers = {
    onMouseOver: (event: MouseEvent) => {
      const cell = cellOf(event.target)
      if (cell && !now.current?.pinned) soon(cell)
    },
    onMouseOut: (event: MouseEvent) => {
      if (cellOf(event.target) && !cellOf(event.relatedTarget)) closeSoon()
    },
    onClick: (event: MouseEvent) => {
      const cell = cellOf(event.target)
      if (!cell) return
      if (now.current?.pinned && now.current.bedId === cell.dataset.bed) close()
      // A click that no pointer made comes from Enter or the space bar.
      else show(cell, true, event.detail === 0)
    },
    onFocus: (event: FocusEvent) => {
      const cell = cellOf(event.target)
      // A click focuses as well, and opens by itself.
      if (cell?.matches(':focus-visible')) soon(cell)
    },
    onBlur: (event: FocusEvent) => {
      if (cellOf(event.target) && !(event.relatedTarget as Element | null)?.closest('.yy-bed-card')) closeSoon()
    },
    onKeyDown: (event: KeyboardEvent) => {
      if (event.key === 'Escape' && now.current) {
        event.stopPropagation()
        close()
      }
    },
    onScroll: (event: UIEvent<HTMLElement>) => {
      const card = now.current
      if (!card) return
      const { top, bottom } = event.currentTarget.getBoundingClientRect()
      const cell = card.cell.getBoundingClientRect()
      const gone = cell.bottom < top || cell.top > bottom
      // A card that was asked for goes along with its bed; one under the pointer would stand beside another.
      if (gone || !(card.pinned || card.cell.matches(':focus-visible'))) close()
      else setOpen({ ...card })
    },
  }
  return { open, close, show, stay, closeSoon, handlers }
}
