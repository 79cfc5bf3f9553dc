// One row of the residence, for the list and at the head of the detail. `t` is the resident.

import { OutingState } from '#contract/live/outingMoves'
import { IN_HOUSE, ResidenceStatus, WITH_STAY } from '#contract/live/resident'
import { ReviewResult } from '#contract/live/review'
import { BedDisplay } from '#contract/platform/bed'
import { AGE, awayNow, CONTACT, labelOf, overdue } from '#server/areas/residents/public'

/**
 * The open stay, or the last one of somebody who has left; others have none to show. Stays do not overlap, so an open one
 * began last; of those of one day the one entered last counts. The index stay_of holds them in this order.
 */
export const LAST_STAY = `left join lateral (
  select s.* from stay s where t.status in (${WITH_STAY}) and s.org_id = t.org_id and s.oldman_id = t.oldman_id
  order by s.start_date desc, s.created_at desc limit 1) s on true`

/** How far the settlement of that stay is; only who has left has one. */
export const SETTLE_STATE = `(select e.state from settlement e where t.status = ${ResidenceStatus.is.left} and e.org_id = s.org_id
  and e.stay_id = s.stay_id)`

const RESERVED = `left join reservation v on v.org_id = t.org_id and v.oldman_id = t.oldman_id and v.state = 'ACTIVE'`

/** Of the bed lived in, or of the one reserved. */
const AT = `left join lateral (
  select b.bed_id, concat_ws('>', nullif(l.path, ''), r.room_name, b.bed_name) as path,
    (select count(*) from bed n where n.org_id = b.org_id and n.room_id = b.room_id
    and n.display = ${BedDisplay.is.shown}) as beds
  from bed b join room r on r.org_id = b.org_id and r.room_id = b.room_id
  left join location l on l.org_id = r.org_id and l.location_id = r.area
  where b.org_id = t.org_id and b.bed_id = coalesce(t.current_bed_id, v.bed_id)) at on true`

/** Has left the house and is not back. */
const IS_AWAY = `u.org_id = t.org_id and u.oldman_id = t.oldman_id and ${awayNow('u')}`
const AWAY = `left join lateral (
  select u.plan_return, u.state = ${OutingState.is.overdue} or u.plan_return < now() as late from outing u
    where ${IS_AWAY} limit 1) away on true`

export const RESIDENCE_JOINS = `${LAST_STAY} ${RESERVED} ${AT} ${AWAY} ${CONTACT}
left join dept d on d.org_id = t.org_id and d.dept_id = t.dept_id
left join nursing_level lv on lv.org_id = t.org_id and lv.level_id = t.level_id
left join elder_account a on a.org_id = t.org_id and a.oldman_id = t.oldman_id`

/**
 * Booking money on the account `alias` that no reservation stands behind: it lapsed by itself, or a bill that took the
 * money was taken back. It waits until somebody says where it goes, or the next reservation or check-in takes it.
 */
export const BOOKING_LOOSE = (alias: string) =>
  `(t.status <> ${ResidenceStatus.is.reserved} and coalesce(${alias}.booking_fen, 0) > 0)`

/** `countLast`: a number, 1 where the day of leaving counts. */
export const residenceColumns = (countLast: string) => `t.oldman_id as "oldmanId", t.oldman_name as "oldmanName", t.sex,
  ${AGE} as age, t.head, t.status, t.notes as attention, t.archive_no as "archiveNo",
  case when length(t.id_card) < 10 then t.id_card else left(t.id_card, 6) || '********' || right(t.id_card, 4) end as "idCard",
  t.phone, t.dept_id as "deptId", d.dept_name as "deptName", at.bed_id as "bedId", at.path as "bedPath",
  case at.beds when 1 then '单人间' when 2 then '双人间' when 3 then '三人间' when 4 then '四人间'
    else at.beds || '人间' end as "roomTypeName",
  coalesce(s.whole_room and s.end_date is null, false) as "wholeRoom", s.stay_id as "stayId", s.kind,
  t.level_id as "levelId", lv.level_name as "levelName", s.start_date as "startDate",
  case when s.kind = 'TRIAL' then s.trial_end end as "trialEnd", s.contract_end as "contractEnd", s.end_date as "endDate",
  coalesce(s.end_date, current_date) - s.start_date + ${countLast} as days, v.expect_check_in as "expectCheckIn",
  v.expire_date as "expireDate", case when away.late then 2 when away.late is not null then 1 else 0 end as "outNow",
  away.plan_return as "planReturn", coalesce(${overdue('a')}, 0) as "owedFen", ${SETTLE_STATE} as "settleState",
  contact.name as "contactName", ${labelOf('relationToElder', 'contact.relation')} as "contactRelation",
  contact.phone as "contactPhone", t.version, array(select p.kind from residence_apply p where p.org_id = t.org_id
    and p.state = ${ReviewResult.is.waiting} and (p.oldman_id = t.oldman_id or p.other_id = t.oldman_id)
    order by p.kind) as applied, ${BOOKING_LOOSE('a')} as "bookingLoose",
  coalesce(current_date - s.created_at::date, 0) as "enteredDays"`

const OPEN_STAY = 's.org_id = t.org_id and s.oldman_id = t.oldman_id and s.end_date is null'

/** Why a person must look, as conditions over `t`; `?` are the days ahead where they count. */
export const dueConditions = {
  trialEnding: `(t.status = ${ResidenceStatus.is.trial} and exists (select 1 from stay s where ${OPEN_STAY}
    and s.trial_end <= current_date + ?::int))`,
  contractEnding: `(t.status = ${ResidenceStatus.is.living} and exists (select 1 from stay s where ${OPEN_STAY}
    and s.contract_end <= current_date + ?::int))`,
  reserveExpired: `(t.status = ${ResidenceStatus.is.reserved} and exists (select 1 from reservation v where v.org_id = t.org_id
    and v.oldman_id = t.oldman_id and v.state = 'ACTIVE' and v.expire_date < current_date - ?::int))`,
  // Few have one: asked in the words of the index that holds only those.
  bookingLoose: `(exists (select 1 from elder_account a where a.org_id = t.org_id and a.oldman_id = t.oldman_id
    and a.booking_fen > 0 and ${BOOKING_LOOSE('a')}) and ?::int = 0)`,
  toSettle: `(t.status = ${ResidenceStatus.is.left} and exists (select 1 from settlement e where e.org_id = t.org_id
    and e.oldman_id = t.oldman_id
    and e.state <> 'CONFIRMED') and ?::int = 0)`,
  outNow: `(t.status in (${IN_HOUSE}) and exists (select 1 from outing u where ${IS_AWAY}) and ?::int = 0)`,
  outOverdue: `(t.status in (${IN_HOUSE}) and exists (select 1 from outing u where ${IS_AWAY}
    and (u.state = ${OutingState.is.overdue} or u.plan_return < now())) and ?::int = 0)`,
} as const
export type DueKey = keyof typeof dueConditions

export const isDue = (text: string): text is DueKey => Object.hasOwn(dueConditions, text)
