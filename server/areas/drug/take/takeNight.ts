// What the clock does with takes: at night it makes those of the next day, and of today what a stopped server left; every minute
// it notices what was missed. Each part is a transaction of its own and changes nothing when it is done again.
import type pg from 'pg'
import { drugTake } from '#contract/drug/take'
import { timeText } from '#contract/kit/clock'
import { inTransaction } from '#server/areas/nursing/public'
import type { AppContext } from '#server/kit/context'
import { defineCron, defineJob } from '#server/kit/jobDefinition'
import { bringTakesInLine, UNTOUCHED, untouchedState } from './takeMake.ts'

/** Elders in one transaction: moves of theirs wait that long. */
const ELDERS_AT_ONCE = 200

// Across organisations: the night is the same for all of them.
const ORGS = `select distinct org_id as "orgId" from drug_use where state <> 'ENDED' order by 1`
const ELDERS = `select distinct oldman_id as "oldmanId" from drug_use where org_id = $1 and state <> 'ENDED' order by 1`
/** Its last day is over. */
const ENDED = `update drug_use set state = 'ENDED', ended_at = $2::timestamptz, end_reason = '已到结束日期', version = version + 1
where org_id = $1 and state <> 'ENDED' and end_date < ($2::timestamptz)::date`

export async function makeTakesOf(pool: pg.Pool, orgId: string, now: number): Promise<number> {
  await pool.query(ENDED, [orgId, timeText(now)])
  const found = await pool.query<{ oldmanId: string }>(ELDERS, [orgId])
  const ids = found.rows.map((one) => one.oldmanId)
  let changed = 0
  for (let from = 0; from < ids.length; from += ELDERS_AT_ONCE) {
    const part = ids.slice(from, from + ELDERS_AT_ONCE)
    const brought = await inTransaction(pool, (client) => bringTakesInLine(client, orgId, part, { now }))
    changed += brought.added + brought.removed + brought.restated
  }
  return changed
}

export async function makeTakes(app: Pick<AppContext, 'pool' | 'realtime' | 'log'>, now = Date.now()): Promise<number> {
  const orgs = await app.pool.query<{ orgId: string }>(ORGS)
  let changed = 0
  for (const { orgId } of orgs.rows) {
    const made = await makeTakesOf(app.pool, orgId, now)
    if (made > 0) app.realtime.emit(orgId, drugTake.events.changed, { takes: [], oldmanIds: [] }, {})
    changed += made
  }
  if (changed > 0) app.log.info({ changed }, 'takes made')
  return changed
}

// Across organisations: what nobody gave in time, wherever it was. Whoever is away is no one who missed it.
const MISS = `with due as (
  select w.org_id, w.take_id, w.state as was, case when w.set_out_by is null and not w.needed
    then ${untouchedState('w', '$1::timestamptz')} else 'MISSED' end as state
  from drug_take w where w.state in ('WAITING', 'SET_OUT', 'CHECKED') and w.due_until < $1::timestamptz
  order by w.org_id, w.take_id for no key update of w skip locked
), gone as (
  select w.org_id, w.take_id, w.state as was, ${untouchedState('w', '$1::timestamptz')} as state from drug_take w
  where w.state = 'WAITING' and w.plan_time <= $1::timestamptz and w.due_until >= $1::timestamptz and ${UNTOUCHED('w')}
  order by w.org_id, w.take_id for no key update of w skip locked
), told as (
  update drug_take t set state = s.state, state_at = $1, version = t.version + 1
  from (select * from due union all select * from gone) s
  where t.org_id = s.org_id and t.take_id = s.take_id and t.state = s.was and s.state <> s.was
  returning t.org_id, t.take_id, t.oldman_id, s.was, s.state
), acts as (
  insert into drug_take_act (org_id, take_id, step, act, from_state, to_state, at)
  select org_id, take_id, coalesce((select max(a.step) from drug_take_act a where a.org_id = told.org_id and a.take_id = told.take_id), 0) + 1,
    'miss', was, state, $1 from told where was <> 'WAITING' and state = 'MISSED'
)
select distinct org_id as "orgId", oldman_id as "oldmanId" from told`

export async function markMissedTakes(app: Pick<AppContext, 'pool' | 'realtime'>, now = Date.now()): Promise<number> {
  const found = await app.pool.query<{ orgId: string; oldmanId: string }>({
    name: 'drug_miss',
    text: MISS,
    values: [timeText(now)],
  })
  const byOrg = new Map<string, string[]>()
  for (const { orgId, oldmanId } of found.rows) byOrg.set(orgId, [...(byOrg.get(orgId) ?? []), oldmanId])
  for (const [orgId, oldmanIds] of byOrg) {
    app.realtime.emit(orgId, drugTake.events.changed, { takes: [], oldmanIds }, {})
  }
  return found.rowCount ?? 0
}

export const nightlyTakes = defineJob('drug.takes', (_payload, app) => makeTakes(app))
/** Before midnight for the day to come, and after it for what changed on the way or was left. */
export const takesAtNight = defineCron(nightlyTakes, '40 20,0 * * *', { makeUpHours: 24 })
export const missedTakes = defineJob('drug.missed', (_payload, app) => markMissedTakes(app))
export const missedTakesEveryMinute = defineCron(missedTakes, '* * * * *', { makeUpHours: 0 })
