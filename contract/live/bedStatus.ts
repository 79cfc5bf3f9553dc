// What can be said of a bed. The status is derived from stays, reservations, outings and marks; only the marks 6 and 7
// are set by hand.
import { options } from '#contract/kit/options'

export const BedStatus = options('BedStatus', '床位状态', [
  [0, ['空闲', 'green']],
  [1, ['预订', 'amber']],
  [2, ['入住', 'blue']],
  [3, ['试住', 'teal']],
  [4, ['外出', 'purple']],
  [5, ['包房占用', 'grey']],
  [6, ['维修停用', 'red']],
  [7, ['待清洁', 'olive']],
])
export type BedStatusValue = (typeof BedStatus.list)[number]['value']

/** Somebody may be put into it. A bed to be cleaned may be given out as well, with a warning. */
export const GIVABLE: readonly BedStatusValue[] = [0, 7]
