// What can be said of a bed. Every bed has exactly one main status, derived from stays, reservations, outings and marks;
// marks (under repair, to be cleaned) stand beside it and are the only thing set by hand.
import { options } from '#contract/kit/options'

export const BedStatus = options('BedStatus', '床位状态', [
  [0, 'free', ['空闲', 'green']],
  [1, 'reserved', ['预订', 'amber']],
  [2, 'lived', ['入住', 'blue']],
  [3, 'trial', ['试住', 'teal']],
  [4, 'away', ['外出', 'purple']],
  [5, 'room', ['包房占用', 'grey']],
  [6, 'repair', ['维修停用', 'red']],
  [7, 'clean', ['待清洁', 'olive']],
])
export type BedStatusValue = (typeof BedStatus.list)[number]['value']

const { free, reserved, lived, trial, away, room, repair, clean } = BedStatus.is

interface BedStatusRule {
  status: BedStatusValue
  /** Why a bed has it, in the words of the legend. */
  when: string
}

/**
 * Which status wins: the first rule that holds. Whoever lies in a bed counts before any mark, because they are there; a
 * bed under repair is not free for the one it is reserved for; one to be cleaned only while nobody has it. The SQL of the
 * server (bedStatusSql.ts) is written from this table. A hidden bed has no status and is counted nowhere.
 */
export const bedStatusRules: readonly BedStatusRule[] = [
  { status: away, when: '有老人居住，正外出未归' },
  { status: trial, when: '有老人试住' },
  { status: lived, when: '有老人入住' },
  { status: room, when: '所在房间被包房' },
  { status: repair, when: '标记为维修停用' },
  { status: reserved, when: '为老人保留的预订' },
  { status: clean, when: '标记为待清洁，无人使用' },
  { status: free, when: '无人居住、没有预订、没有标记' },
]

/** Figures of beds, each with its name and the statuses it counts: whatever shows one takes it from here. */
export const bedFigures = {
  /** The beds that the rate of use counts: lived in, or taken with their room. */
  used: { name: '已占用', counts: '入住、试住、外出、包房占用', of: [lived, trial, away, room] },
  free: { name: '空闲', counts: '空闲', of: [free] },
  /** Somebody may be put into it; one to be cleaned with a confirmation. */
  givable: { name: '可安排', counts: '空闲、待清洁', of: [free, clean] },
} as const satisfies Record<string, { name: string; counts: string; of: readonly BedStatusValue[] }>

export const isCounted = (figure: keyof typeof bedFigures, status: BedStatusValue) =>
  (bedFigures[figure].of as readonly BedStatusValue[]).includes(status)
