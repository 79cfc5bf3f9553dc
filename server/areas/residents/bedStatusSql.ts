// The status of a bed (BedStatus) on the day of reading, as one piece of SQL: bed list, room map, bed choice, search and
// all figures read it, so that they never disagree. The bed is `b` unless told.

import { BedStatus, type BedStatusValue, bedFigures, bedStatusRules } from '#contract/live/bedStatus'
import { OUTING_GRANTED } from '#contract/live/outingMoves'

/** An outing of somebody who has left the house and is not back. */
export const awayNow = (u: string) =>
  `${u}.state in (${OUTING_GRANTED}) and ${u}.actual_out is not null and ${u}.actual_return is null`

/**
 * What bedStatus reads from:
 * held: who has the bed today (kind STAY, ROOM, RESERVE; oldman_id, stay_id, reserve_id, held_from, held_to);
 * marked: mark (6, 7), reason, until, created_at;
 * away: the outing of the holder who is out (out_id, plan_return, state, destination);
 * trial: the stay of the holder where it is a trial.
 */
export const bedStatusJoins = (b: string) => `${bedHoldJoins(b)}
left join lateral (
  select u.out_id, u.plan_return, u.state, u.destination from outing u
   where held.kind = 'STAY' and u.org_id = ${b}.org_id and u.oldman_id = held.oldman_id and ${awayNow('u')} limit 1) away on true
left join stay trial on trial.org_id = ${b}.org_id and trial.stay_id = held.stay_id and trial.kind = 'TRIAL'`

const bedHoldJoins = (b: string) => `left join lateral (
  select o.kind, o.oldman_id, o.stay_id, o.reserve_id, lower(o.days) as held_from, upper(o.days) as held_to
    from occupancy o where o.org_id = ${b}.org_id and o.bed_id = ${b}.bed_id and o.days @> current_date) held on true
left join bed_mark marked on marked.org_id = ${b}.org_id and marked.bed_id = ${b}.bed_id`

export const BED_STATUS_JOINS = bedStatusJoins('b')

/** Enough for the figures (bedCounts), which do not tell who is out or on trial from others who live here: held and marked. */
export const BED_HOLD_JOINS = bedHoldJoins('b')

const HOLDS: Readonly<Record<BedStatusValue, string>> = {
  [BedStatus.is.away]: `held.kind = 'STAY' and away.out_id is not null`,
  [BedStatus.is.trial]: `held.kind = 'STAY' and trial.stay_id is not null`,
  [BedStatus.is.lived]: `held.kind = 'STAY'`,
  [BedStatus.is.room]: `held.kind = 'ROOM'`,
  [BedStatus.is.repair]: `marked.mark = ${BedStatus.is.repair}`,
  [BedStatus.is.reserved]: `held.kind = 'RESERVE'`,
  [BedStatus.is.clean]: `marked.mark = ${BedStatus.is.clean}`,
  [BedStatus.is.free]: 'true',
}

/** 0 … 7, by the table of the contract. */
export const BED_STATUS = `case ${bedStatusRules.map(({ status }) => `when ${HOLDS[status]} then ${status}`).join(' ')} end`

/** Kinds of living here: a figure counts all of them or none. */
const LIVED_IN: readonly BedStatusValue[] = [4, 3, 2]
const [, , LIVES] = LIVED_IN

/** The status without the kinds of living here, which are all the last of them. */
const BED_HELD = `case ${bedStatusRules
  .filter(({ status }) => status === LIVES || !LIVED_IN.includes(status))
  .map(({ status }) => `when ${HOLDS[status]} then ${status}`)
  .join(' ')} end`

/** A bed that this figure counts. */
export function bedCounts(figure: keyof typeof bedFigures): string {
  const of: readonly BedStatusValue[] = bedFigures[figure].of
  const lived = LIVED_IN.filter((status) => of.includes(status)).length
  if (lived !== 0 && lived !== LIVED_IN.length) throw new Error(`${figure} tells kinds of living here apart`)
  return `${BED_HELD} in (${of.join(', ')})`
}
