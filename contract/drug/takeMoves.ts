// From which state a take may come to which: the one table that server, round page, bedside and tests read.
import { machine } from '#contract/kit/machine'
import { type DrugTakeStateValue, TAKE_AWAY, TAKE_OPEN } from './useWords.ts'

export const TAKE_NEEDS = {
  list: 'drug:take:list',
  /** Sets out and checks. */
  set: 'drug:take:set',
  /** Gives into the mouth. */
  give: 'drug:take:give',
  late: 'drug:take:late',
  handle: 'drug:take:handle',
  setting: 'drug:take:setting',
} as const
export const READ_TAKES = `${TAKE_NEEDS.list}|${TAKE_NEEDS.set}|${TAKE_NEEDS.give}`

const { set, give, late, handle } = TAKE_NEEDS

export const takeMoves = machine<DrugTakeStateValue>()({
  /** Out of the box, into the cup. Of who goes away also what falls into the outing. */
  setOut: { from: ['WAITING', 'OUT'], to: 'SET_OUT', title: '摆药', needs: set },
  check: { from: ['SET_OUT'], to: 'CHECKED', title: '核对', needs: set },
  give: { from: ['CHECKED'], to: 'GIVEN', title: '记为已服', needs: give },
  refuse: { from: ['SET_OUT', 'CHECKED', 'WAITING'], to: 'REFUSED', title: '记为拒服', needs: give },
  /** Once more after a refusal: set out and checked anew. */
  retry: { from: ['REFUSED'], to: 'WAITING', title: '再试', needs: give },
  vomit: { from: ['GIVEN'], to: 'VOMITED', title: '记为呕吐', needs: give },
  late: { from: ['MISSED'], to: 'GIVEN', title: '补记', needs: late },
  /** Refused in time on a tablet without network, and heard of after the clock had called it missed. */
  refuseLate: { from: ['MISSED'], to: 'REFUSED', title: '补记拒服', needs: give },
  /** Unopened, back into the box. */
  putBack: { from: ['SET_OUT', 'CHECKED'], to: 'WAITING', title: '收回', needs: set },
  returned: { from: ['MISSED'], to: 'MISSED', title: '收回', needs: set },
  along: { from: ['CHECKED'], to: 'ALONG', title: '带药外出', needs: set },
  alongBack: { from: ['ALONG'], to: 'WAITING', title: '带药带回', needs: set },
  handle: {
    from: ['REFUSED', 'VOMITED', 'MISSED'],
    to: ['REFUSED', 'VOMITED', 'MISSED'],
    title: '处理',
    needs: handle,
  },
})
export type TakeMove = keyof typeof takeMoves.moves

/** What the system does by itself: the clock, an outing, a setting that ends or pauses. */
export const SYSTEM_MOVES: readonly (readonly [DrugTakeStateValue, DrugTakeStateValue])[] = [
  ['WAITING', 'MISSED'],
  ['SET_OUT', 'MISSED'],
  ['CHECKED', 'MISSED'],
  ...(['WAITING', 'MISSED', 'OUT', 'HOSPITAL', 'PAUSED'] as const).flatMap((from) =>
    (['WAITING', 'MISSED', 'OUT', 'HOSPITAL', 'PAUSED', 'STOPPED'] as const).flatMap((to) =>
      from === to ? [] : [[from, to] as const],
    ),
  ),
  ['SET_OUT', 'STOPPED'],
  ['CHECKED', 'STOPPED'],
]

/** What may be taken back by who did it, within minutes. */
export const UNDO_MOVES: readonly (readonly [DrugTakeStateValue, DrugTakeStateValue])[] = [
  ['CHECKED', 'SET_OUT'],
  ['GIVEN', 'CHECKED'],
  ['GIVEN', 'MISSED'],
  ['REFUSED', 'WAITING'],
  ['REFUSED', 'SET_OUT'],
  ['REFUSED', 'CHECKED'],
  ['REFUSED', 'MISSED'],
  ['VOMITED', 'GIVEN'],
]

/** Dealing with a take leaves its state. Whether a take may go from one state to another at all; the database holds the same table (drug_take_moves). */
export const mayBecome = (from: DrugTakeStateValue, to: DrugTakeStateValue): boolean =>
  [...SYSTEM_MOVES, ...UNDO_MOVES].some(([a, b]) => a === from && b === to) ||
  Object.values(takeMoves.moves).some((move) => move.from.includes(from) && move.to === to)

/** What counts in a round: those who are there, and drugs that hold. */
export const counts = (state: DrugTakeStateValue) => !TAKE_AWAY.includes(state)

/** Whether an elder is through with a slot: everything was given, refused or missed. */
export const slotDone = (states: readonly DrugTakeStateValue[]) =>
  states.every((state) => !counts(state) || !TAKE_OPEN.includes(state))
