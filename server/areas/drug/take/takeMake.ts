// Takes follow the settings: those of today, tomorrow and of an outing that lies ahead are brought in line with what holds now.
// What somebody has touched is never touched here, except that a drug that was stopped goes back into its box. Done twice it
// changes nothing, so the night, a setting that is saved, an outing and a check-out all call the same.
import type pg from 'pg'
import { MOST_DAYS_AHEAD, type RoundMinutes } from '#contract/drug/rounds'
import { DAY_MS, dayText, momentOf, timeText } from '#contract/kit/clock'
import { OUTING_GRANTED, OUTING_REAL } from '#contract/live/outingMoves'
import { awayAt } from '#server/areas/nursing/public'
import { roundMinutes } from './roundSetting.ts'
import { type LivedDays, type MadeTake, type PlannedUse, takesOn } from './takePlan.ts'

/** Everything about one elder happens one after the other: moves, settings and the night lock the same row. */
const LOCK = `select oldman_id from oldman where org_id = $1 and oldman_id = any($2) order by oldman_id for no key update`

/** Where they live, and until when an outing reaches that is granted and not over. */
const ELDERS = `select o.oldman_id as "oldmanId", coalesce((select jsonb_agg(jsonb_build_object('from', s.start_date, 'to', s.end_date))
    from stay s where s.org_id = o.org_id and s.oldman_id = o.oldman_id), '[]') as lived,
  (select max(u.plan_return)::date::text from outing u where u.org_id = o.org_id and u.oldman_id = o.oldman_id
    and u.state in (${OUTING_GRANTED})) as "outUntil"
from oldman o where o.org_id = $1 and o.oldman_id = any($2)`

const USES = `select t.use_id as "useId", t.oldman_id as "oldmanId", t.drug_id as "drugId", t.dose::float8 as dose, t.frequency, t.clocks,
  t.weekdays, t.start_date as "startDate", t.end_date as "endDate", t.state = 'PAUSED' as paused,
  g.high_alert is not null as "highAlert", extract(epoch from t.since)::float8 * 1000 as since
from drug_use t join drug g on g.org_id = t.org_id and g.drug_id = t.drug_id
where t.org_id = $1 and t.oldman_id = any($2) and t.state <> 'ENDED' and (t.end_date is null or t.end_date >= $3)`

const STANDING = `select take_id as "takeId", plan_time as "planTime", open_from as "openFrom", due_until as "dueUntil",
  late_until as "lateUntil", state, set_out_by is not null as touched
from drug_take where org_id = $1 and oldman_id = any($2) and plan_time >= $3 and not needed`

interface Standing {
  takeId: string
  planTime: string
  openFrom: string
  dueUntil: string
  lateUntil: string
  state: string
  touched: boolean
}

/** What nobody planned any more, has not come yet, and nobody has touched. What was set out of it is stopped (takeStop.ts). */
const DROP = `delete from drug_take t where t.org_id = $1 and t.take_id = any($2) and t.plan_time > $3 and t.set_out_by is null
  and t.state in ('WAITING', 'OUT', 'HOSPITAL', 'PAUSED') and not exists (select from drug_take_act a
    where a.org_id = t.org_id and a.take_id = t.take_id)`

/**
 * Of days that the elder turned out not to live here, nothing was to be taken; the morning of the last day counts. Whoever has
 * lived here all the time is not looked at take by take.
 */
const LEFT = `delete from drug_take t where t.org_id = $1 and t.oldman_id = any(array(select e from unnest($2::text[]) e where not exists (
    select from stay s where s.org_id = $1 and s.oldman_id = e and s.end_date is null and s.start_date <= ($3::timestamptz - interval '31 days')::date)))
  and t.plan_time > $3::timestamptz - interval '31 days'
  and t.state in ('WAITING', 'OUT', 'HOSPITAL', 'PAUSED', 'MISSED') and t.set_out_by is null and not exists (select from drug_take_act a
    where a.org_id = t.org_id and a.take_id = t.take_id)
  and not exists (select from stay s where s.org_id = t.org_id and s.oldman_id = t.oldman_id and s.start_date <= t.plan_time::date
    and (s.end_date is null or t.plan_time::date < s.end_date or (t.plan_time::date = s.end_date and t.state = 'MISSED')))`

/** What is over already begins as missed; where somebody was away, or it was paused, is seen next (RESTATE). */
const ADD = `insert into drug_take as t (org_id, take_id, use_id, oldman_id, drug_id, dose, plan_time, open_from, due_until, late_until,
  high_alert, state)
select $1, x.*, case when x.due_until < $12::timestamptz then 'MISSED' else 'WAITING' end
from unnest($2::text[], $3::text[], $4::text[], $5::text[], $6::numeric[], $7::timestamptz[],
  $8::timestamptz[], $9::timestamptz[], $10::timestamptz[], $11::boolean[])
  as x(take_id, use_id, oldman_id, drug_id, dose, plan_time, open_from, due_until, late_until, high_alert)
on conflict do nothing`

/** The house gives earlier or later than before: what waits follows. */
const AGAIN = `update drug_take t set open_from = x.open_from, due_until = x.due_until, late_until = x.late_until, version = t.version + 1
from unnest($2::text[], $3::timestamptz[], $4::timestamptz[], $5::timestamptz[]) as x(take_id, open_from, due_until, late_until)
where t.org_id = $1 and t.take_id = x.take_id and t.state in ('WAITING', 'OUT', 'HOSPITAL', 'PAUSED') and t.plan_time > $6`

/**
 * SQL: the state of a take `t` that nobody has touched, by what is known at a moment. A setting that is paused gives nothing
 * from the moment it was paused; what it did not give in that time stays so when it goes on.
 */
export const untouchedState = (t: string, now: string) => `coalesce(${awayAt(t, now)},
  case when exists (select from drug_use y where y.org_id = ${t}.org_id and y.use_id = ${t}.use_id and y.state = 'PAUSED'
    and y.paused_at <= ${t}.due_until) or (${t}.state = 'PAUSED' and ${t}.due_until < ${now}) then 'PAUSED' when ${t}.due_until < ${now} then 'MISSED' else 'WAITING' end)`

/** Nothing that happened and nothing that somebody dealt with is judged again. */
export const UNTOUCHED = (t: string) =>
  `${t}.state in ('WAITING', 'MISSED', 'OUT', 'HOSPITAL', 'PAUSED') and ${t}.set_out_by is null and ${t}.handled_at is null and not ${t}.needed`

/** Where nobody was out and nothing is paused, the clock alone decides, and nothing else is looked up. */
const RESTATE = `with away as materialized (select distinct u.oldman_id from outing u where u.org_id = $1 and u.oldman_id = any($2)
    and u.state in (${OUTING_REAL}) and (u.actual_return is null or u.actual_return > $3::timestamptz - interval '31 days')),
paused as materialized (select y.use_id from drug_use y where y.org_id = $1 and y.oldman_id = any($2) and y.state = 'PAUSED')
update drug_take t set state = s.state, state_at = $3, version = t.version + 1 from (
  select w.org_id, w.take_id, case when w.oldman_id in (select oldman_id from away) or w.use_id in (select use_id from paused)
      then ${untouchedState('w', '$3::timestamptz')}
      when w.due_until >= $3::timestamptz then 'WAITING' when w.state = 'PAUSED' then 'PAUSED' else 'MISSED' end as state
  from drug_take w
  where w.org_id = $1 and w.oldman_id = any($2) and w.plan_time > $3::timestamptz - interval '31 days' and ${UNTOUCHED('w')}) s
where t.org_id = s.org_id and t.take_id = s.take_id and t.state <> s.state and ${UNTOUCHED('t')}`

const columnsOf = (takes: readonly MadeTake[]) => [
  takes.map((one) => one.takeId),
  takes.map((one) => one.use.useId),
  takes.map((one) => one.use.oldmanId),
  takes.map((one) => one.use.drugId),
  takes.map((one) => one.use.dose),
  takes.map((one) => timeText(one.planTime)),
  takes.map((one) => timeText(one.openFrom)),
  takes.map((one) => timeText(one.dueUntil)),
  takes.map((one) => timeText(one.lateUntil)),
  takes.map((one) => one.use.highAlert),
]

export interface BroughtTakes {
  added: number
  removed: number
  restated: number
}

const BATCH = 5_000

const lastDayOf = (today: string, outUntil: string | null): string => {
  const tomorrow = dayText(momentOf(today) + DAY_MS)
  const most = dayText(momentOf(today) + MOST_DAYS_AHEAD * DAY_MS)
  return outUntil && outUntil > tomorrow ? (outUntil < most ? outUntil : most) : tomorrow
}

/** What is to be there for each elder: today, tomorrow, and as far as an outing reaches. */
function wantedTakes(
  uses: readonly PlannedUse[],
  elders: ReadonlyMap<string, { lived: LivedDays[]; outUntil: string | null }>,
  today: string,
  minutes: RoundMinutes,
): MadeTake[] {
  const byElder = new Map<string, PlannedUse[]>()
  for (const one of uses) byElder.set(one.oldmanId, [...(byElder.get(one.oldmanId) ?? []), one])
  return [...byElder].flatMap(([oldmanId, own]) => {
    const elder = elders.get(oldmanId)
    if (!elder) return []
    const last = lastDayOf(today, elder.outUntil)
    const takes: MadeTake[] = []
    for (let day = today; day <= last; day = dayText(momentOf(day) + DAY_MS)) {
      takes.push(...takesOn(own, () => elder.lived, day, minutes))
    }
    return takes
  })
}

/** Within a transaction. `now` in milliseconds. */
export async function bringTakesInLine(
  client: pg.ClientBase,
  orgId: string,
  oldmanIds: readonly string[],
  { now }: { now: number },
): Promise<BroughtTakes> {
  await client.query({ name: 'drug_lock', text: LOCK, values: [orgId, oldmanIds] })
  const today = dayText(now)
  const at = timeText(now)
  const [elders, uses, minutes, standing] = await Promise.all([
    client.query<{ oldmanId: string; lived: LivedDays[]; outUntil: string | null }>({
      name: 'drug_elders',
      text: ELDERS,
      values: [orgId, oldmanIds],
    }),
    client.query<PlannedUse>({ name: 'drug_planned_uses', text: USES, values: [orgId, oldmanIds, today] }),
    roundMinutes(client, orgId),
    client.query<Standing>({ name: 'drug_standing', text: STANDING, values: [orgId, oldmanIds, `${today} 00:00:00`] }),
  ])
  const wanted = wantedTakes(uses.rows, new Map(elders.rows.map((one) => [one.oldmanId, one])), today, minutes)
  const there = new Map(standing.rows.map((one) => [one.takeId, one]))
  const missing: MadeTake[] = []
  const moved: MadeTake[] = []
  for (const take of wanted) {
    const one = there.get(take.takeId)
    there.delete(take.takeId)
    if (!one) missing.push(take)
    else if (
      !one.touched &&
      (one.openFrom !== timeText(take.openFrom) ||
        one.dueUntil !== timeText(take.dueUntil) ||
        one.lateUntil !== timeText(take.lateUntil))
    )
      moved.push(take)
  }
  const gone = [...there.values()].flatMap((one) => (one.planTime > at && !one.touched ? one.takeId : []))
  const dropped =
    gone.length > 0 ? await client.query({ name: 'drug_drop', text: DROP, values: [orgId, gone, at] }) : null
  const left = await client.query({ name: 'drug_left', text: LEFT, values: [orgId, oldmanIds, at] })
  // Elder by elder, and setting by setting: their places in the indexes are the same pages.
  const keys = new Map(missing.map((one) => [one, `${one.use.oldmanId} ${one.use.useId} ${one.planTime}`]))
  missing.sort((a, b) => (keys.get(a)! < keys.get(b)! ? -1 : 1))
  let added = 0
  for (let from = 0; from < missing.length; from += BATCH) {
    const part = missing.slice(from, from + BATCH)
    added +=
      (await client.query({ name: 'drug_add', text: ADD, values: [orgId, ...columnsOf(part), at] })).rowCount ?? 0
  }
  if (moved.length > 0) {
    const of = (value: (one: MadeTake) => unknown) => moved.map(value)
    await client.query({
      name: 'drug_again',
      text: AGAIN,
      values: [
        orgId,
        of((one) => one.takeId),
        of((one) => timeText(one.openFrom)),
        of((one) => timeText(one.dueUntil)),
        of((one) => timeText(one.lateUntil)),
        at,
      ],
    })
  }
  const restated = await client.query({ name: 'drug_restate', text: RESTATE, values: [orgId, oldmanIds, at] })
  return {
    added,
    removed: (dropped?.rowCount ?? 0) + (left.rowCount ?? 0),
    restated: (restated.rowCount ?? 0) + moved.length,
  }
}
