// The status of a bed (BedStatus) on the day of reading, as one piece of SQL: the room map, the bed choice of the forms
// and the counts all read it, so that they never disagree. The bed is `b`.

/** Who holds the bed today: held.kind (STAY, ROOM, RESERVE), held.oldman_id, held.stay_id, held.reserve_id. */
export const BED_HELD = `left join lateral (
  select o.kind, o.oldman_id, o.stay_id, o.reserve_id, lower(o.days) as held_from, upper(o.days) as held_to
    from occupancy o where o.org_id = b.org_id and o.bed_id = b.bed_id and o.days @> current_date) held on true`

/** marked.mark (6, 7), marked.reason, marked.until */
export const BED_MARKED = `left join bed_mark marked on marked.org_id = b.org_id and marked.bed_id = b.bed_id`

/** The holder has left the house and is not back: away.out_id, away.plan_return, away.state (6: late). Needs BED_HELD. */
export const BED_AWAY = `left join lateral (
  select u.out_id, u.plan_return, u.state, u.destination from outing u
   where held.kind = 'STAY' and u.org_id = b.org_id and u.oldman_id = held.oldman_id and u.state in (1, 4, 6)
     and u.actual_out is not null and u.actual_return is null limit 1) away on true`

/** held.kind of a stay that is a trial: trial.trial_end; null otherwise. Needs BED_HELD. */
export const BED_TRIAL = `left join stay trial on trial.org_id = b.org_id and trial.stay_id = held.stay_id and trial.kind = 'TRIAL'`

/** All joins that BED_STATUS reads from, in their order. */
export const BED_STATUS_JOINS = `${BED_HELD} ${BED_MARKED} ${BED_AWAY} ${BED_TRIAL}`

/** 0 … 7. A bed under repair is that before all; one to be cleaned only while nobody has it. */
export const BED_STATUS = `case when marked.mark = 6 then 6
  when held.kind = 'STAY' then case when away.out_id is not null then 4 when trial.stay_id is not null then 3 else 2 end
  when held.kind = 'ROOM' then 5
  when held.kind = 'RESERVE' then 1
  when marked.mark = 7 then 7
  else 0 end`
