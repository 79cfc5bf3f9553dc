// The moves of a residence as drawers. Lists, the archive and the room map open the same ones:
//   const moves = useResidentMoves({ onDone })
//   moves.open('checkIn', { oldmanId, bedId })   {moves.element}
// Without a resident the drawer first asks whom it is about. The drawers' code is loaded with the first one opened.
import { lazy, type ReactNode, Suspense, useCallback, useEffect, useState } from 'react'
import { moveNames, type ResidenceMove } from '#contract/live/residenceWords'

/** Beside the moves of the machine: the terms of the open stay (contract, payer …). */
export type ResidentMove = ResidenceMove | 'editLive'

export interface MoveTarget {
  /** Left out: the drawer asks for one whose status allows the move. */
  oldmanId?: string
  /** A bed chosen beforehand, from the room map for instance. */
  bedId?: string
  /** The other one of an exchange, when known already. */
  otherOldmanId?: string
}

export interface MoveRequest extends MoveTarget {
  move: ResidentMove
}

export interface ResidentMovesProps {
  /** null: closed. */
  request: MoveRequest | null
  onClose(): void
  /** After the move was made; lists of residents have been told already. */
  onDone?: ((move: ResidentMove, oldmanId: string) => void) | undefined
}

/** A drawer's way off the screen. */
const LEAVING = 600

const MoveDrawer = lazy(() => import('#web/areas/live/residence/moves/moveDrawer.part'))

export function ResidentMoves({ request, onClose, onDone }: ResidentMovesProps) {
  // The last drawer stays while it leaves the screen; each opening starts afresh.
  const [shown, setShown] = useState<{ request: MoveRequest; round: number } | null>(null)
  if (request && request !== shown?.request) setShown({ request, round: (shown?.round ?? 0) + 1 })
  // What has left asks for nothing any more.
  const gone = request === null && shown !== null
  useEffect(() => {
    if (!gone) return
    const timer = setTimeout(() => setShown(null), LEAVING)
    return () => clearTimeout(timer)
  }, [gone])
  if (!shown) return null
  return (
    <Suspense fallback={null}>
      <MoveDrawer
        key={shown.round}
        request={shown.request}
        open={request !== null}
        onClose={onClose}
        {...(onDone && { onDone })}
      />
    </Suspense>
  )
}

export interface ResidentMovesHandle {
  open(move: ResidentMove, target: MoveTarget): void
  close(): void
  /** Stands once on the page. */
  element: ReactNode
}

export function useResidentMoves(options: Pick<ResidentMovesProps, 'onDone'> = {}): ResidentMovesHandle {
  const [request, setRequest] = useState<MoveRequest | null>(null)
  const open = useCallback((move: ResidentMove, target: MoveTarget) => setRequest({ move, ...target }), [])
  const close = useCallback(() => setRequest(null), [])
  const element = <ResidentMoves request={request} onClose={close} onDone={options.onDone} />
  return { open, close, element }
}

export interface MoveAction {
  move: ResidenceMove
  /** 调床 */
  title: string
  /** Stands last, red, with an ellipsis because it asks. */
  danger: boolean
}

/** In the order of a menu: what is done most first, what takes something away last. */
const ORDER: readonly ResidenceMove[] = [
  // Only offered while money waits for it.
  'settleBooking',
  'checkIn',
  'trial',
  'reserve',
  'extendTrial',
  'changeReserve',
  'adjustBed',
  'exchangeBed',
  'changeLevel',
  'readmit',
  'waitAgain',
  'undoCheckOut',
  'cancelReserve',
  'removeStay',
  'checkOut',
]
const DANGER: ReadonlySet<ResidenceMove> = new Set<ResidenceMove>(['cancelReserve', 'removeStay', 'checkOut'])

/** What the menu of a resident offers: only the moves in `can`, the dangerous ones last. */
export const moveActions = (can: readonly string[]): MoveAction[] =>
  ORDER.filter((move) => can.includes(move)).map((move) => ({
    move,
    title: moveNames[move],
    danger: DANGER.has(move),
  }))
