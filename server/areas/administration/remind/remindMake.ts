// Reminders follow their causes: one piece of SQL per source makes what is missing, brings what stands up to date and closes
// what has no cause any more. It changes nothing when it runs again, whoever runs it: the night, or whoever looks.
import pg from 'pg'
import { MOST_AHEAD, RemindState, remind } from '#contract/administration/remind'
import { dayText } from '#contract/kit/clock'
import type { Tx } from '#server/kit/caller'
import type { AppContext } from '#server/kit/context'
import { areas } from '#server/kit/contributions'
import { keptFigures } from '#server/kit/kept'
import type { ReminderSource } from '#server/kit/reminderSources'
import type { SystemApp } from '#server/kit/system'
import { type Rule, rulesOf } from './remindRules.ts'

const { waiting, done } = RemindState.is
const OFF = '该类提醒已停用'

/** $1 organisation, $2 day, $3 how far, $4 from, $5 the farthest lead of the rule, $6 whether the rule is on, $7 the source. */
const causes = (
  source: ReminderSource,
) => `with asked as (select $1::text, $2::date, $3::int, $4::date, $5::int, $6::bool, $7::text),
cause as materialized (select c.* from (${source.sql}) c where $6::bool)`

/** A cause that stands on this day. */
const stands = (source: ReminderSource) => (source.passes ? ' and c.due_day >= $2::date' : '')

const ENDED = (
  source: ReminderSource,
) => `r.org_id = $1 and r.source = $7 and r.gone_at is null and not exists (select from cause c
  where c.record_id = r.record_id${source.standing ? '' : ' and c.due_day = r.due_day'}${stands(source)})`

/** What is not there yet, is there otherwise, or was gone and is back. One that has passed is made once, for the record. */
const FRESH = (source: ReminderSource) =>
  source.standing
    ? `from cause c left join remind r on r.org_id = $1 and r.source = $7 and r.record_id = c.record_id and r.gone_at is null
  where r.remind_id is null or ${differs('r')}`
    : `from cause c left join remind r on r.org_id = $1 and r.source = $7 and r.record_id = c.record_id and r.due_day = c.due_day
  where c.due_day <= $2::date + $5::int and (r.remind_id is null or (true${stands(source)} and (r.gone_at is not null or ${differs('r')})))`

const differs = (row: string) => `(${row}.dept_id, ${row}.oldman_id, ${row}.owner_id, ${row}.title, ${row}.content)
    is distinct from (c.dept_id, c.oldman_id, c.owner_id, c.title, c.content)`

const MOVED = (source: ReminderSource) => `${causes(source)} select exists (select ${FRESH(source)})
  or exists (select from remind r where ${ENDED(source)}) as moved`

const PASSED = 'c.due_day < $2::date'

/** A row that was gone comes back as it was left; what had closed itself is open again. */
const BACK = `r.gone_at is not null and r.by_system`

const MAKE = (source: ReminderSource) => {
  const passed = (then: string, otherwise: string) =>
    source.passes ? `case when ${PASSED} then ${then} else ${otherwise} end` : otherwise
  return `${causes(source)},
ended as (update remind r set gone_at = now(), version = r.version + 1,
    by_system = r.state = ${waiting} or r.by_system, reason = case when r.state = ${waiting} then $9 else r.reason end,
    dealt_at = case when r.state = ${waiting} then now() else r.dealt_at end,
    state = case when r.state = ${waiting} then ${done} else r.state end
  where ${ENDED(source)} returning r.remind_id, r.by_system),
fresh as (select c.*, coalesce(r.due_day, c.due_day) as stored_day, ${BACK} as back, r.remind_id as old_id ${FRESH(source)}),
made as (insert into remind as r (org_id, remind_id, source, type, record_id, due_day, due_at, dept_id, oldman_id, owner_id, title,
    content, state, by_system, reason, dealt_at, gone_at)
  select $1, replace(gen_random_uuid()::text, '-', ''), $7, $8, c.record_id, c.stored_day, c.stored_day::timestamptz, c.dept_id,
    c.oldman_id, c.owner_id, c.title, c.content, ${passed(String(done), String(waiting))}, ${passed('true', 'false')},
    ${passed('$9', 'null')}, ${passed('now()', 'null')}, ${passed('now()', 'null::timestamptz')}
  from fresh c
  on conflict (org_id, source, record_id, due_day) do update set dept_id = excluded.dept_id, oldman_id = excluded.oldman_id,
    owner_id = excluded.owner_id, title = excluded.title, content = excluded.content, gone_at = null, version = r.version + 1,
    state = case when ${BACK} then ${waiting} else r.state end, reason = case when ${BACK} then null else r.reason end,
    dealt_at = case when ${BACK} then null else r.dealt_at end, by_system = r.by_system and not (${BACK}),
    told_on = case when ${BACK} then null else r.told_on end
  returning r.remind_id, (xmax = 0) as fresh),
said as (insert into remind_history (org_id, entry_id, remind_id, act, reason)
  select $1, replace(gen_random_uuid()::text, '-', ''), e.remind_id, 'CLOSED', $9 from ended e where e.by_system
  union all select $1, replace(gen_random_uuid()::text, '-', ''), m.remind_id, 'REOPENED', null
    from made m join fresh f on f.old_id = m.remind_id where f.back and not m.fresh)
select (select count(*)::int from made where fresh) as made, (select count(*)::int from ended) as closed,
  (select count(*)::int from made where not fresh) as changed`
}

const texts = new WeakMap<ReminderSource, { moved: string; make: string }>()
const textsOf = (source: ReminderSource) => {
  const known = texts.get(source) ?? { moved: MOVED(source), make: MAKE(source) }
  texts.set(source, known)
  return known
}

export interface Made {
  made: number
  closed: number
  changed: number
}

interface Asked {
  source: ReminderSource
  rule: Rule
  day: string
  /** The first day that was not looked at yet: causes that pass are made for it as well. */
  from: string
}

const valuesOf = (orgId: string, { source, rule, day, from }: Asked) => [
  orgId,
  day,
  MOST_AHEAD,
  from,
  Math.max(0, ...rule.leads),
  rule.enabled,
  source.key,
]

/** Whether the reminders of a source are not as their causes say. */
export async function moved(client: pg.Pool | pg.ClientBase, orgId: string, asked: Asked): Promise<boolean> {
  const found = await client.query<{ moved: boolean }>(textsOf(asked.source).moved, valuesOf(orgId, asked))
  return found.rows[0]!.moved
}

/** One at a time for each organisation and source: whoever comes second finds it done. */
const LOCK = 'select pg_advisory_xact_lock(hashtextextended($1, 0))'

async function make(client: pg.ClientBase, orgId: string, asked: Asked): Promise<Made> {
  const { source, rule } = asked
  await client.query(LOCK, [`remind ${orgId} ${source.key}`])
  const found = await client.query<Made>(textsOf(source).make, [
    ...valuesOf(orgId, asked),
    source.type,
    rule.enabled ? source.gone : OFF,
  ])
  return found.rows[0]!
}

const countOf = ({ made, closed, changed }: Made) => made + closed + changed

export async function makeReminders(tx: Tx, asked: Asked): Promise<Made> {
  const made = await make(tx.client, tx.orgId, asked)
  if (countOf(made) > 0) tx.emit(remind.events.changed, { count: countOf(made) })
  return made
}

export const madeWords = ({ made, closed, changed }: Made) =>
  `新增 ${made} 条，自动关闭 ${closed} 条${changed > 0 ? `，更新 ${changed} 条` : ''}`

type Rules = () => Promise<ReadonlyMap<string, Rule>>

async function bringInLine(app: SystemApp, orgId: string, source: ReminderSource, rules: Rules): Promise<void> {
  const day = dayText()
  const rule = (await rules()).get(source.key)!
  const asked = { source, rule, day, from: day }
  if (!(await moved(app.pool, orgId, asked))) return
  // The product keeps it for itself, whoever reads: what closes and comes back is written in remind_history.
  const client = await app.pool.connect()
  let failed: Error | undefined
  try {
    await client.query('begin')
    const made = await make(client, orgId, asked)
    await client.query('commit')
    if (countOf(made) > 0) app.realtime.emit(orgId, remind.events.changed, { count: countOf(made) })
  } catch (error) {
    failed = error as Error
    throw error
  } finally {
    // A connection with a broken transaction is not used again.
    client.release(failed)
  }
}

const REST_MS = 300_000
const rested = new WeakMap<pg.Pool, Map<string, number>>()

/** Costly sources are not looked at again with every drug that is given. */
function resting(pool: pg.Pool, orgId: string, source: ReminderSource): boolean {
  if (!source.costly) return false
  const known = rested.get(pool) ?? new Map<string, number>()
  rested.set(pool, known)
  const key = `${orgId} ${source.key}`
  const now = performance.now()
  if (now - (known.get(key) ?? -REST_MS) < REST_MS) return true
  known.set(key, now)
  return false
}

/**
 * Before reminders are shown or counted: sources whose tables were written since they were last looked at are brought in line.
 * Where nothing was written it is one small question.
 */
export async function freshen(
  app: Pick<AppContext, 'pool' | 'log' | 'realtime' | 'audit'>,
  orgId: string,
): Promise<void> {
  // An export reads on one snapshot, where nothing is written.
  if (!(app.pool instanceof pg.Pool)) return
  const sources = areas().reminders.filter((source) => !resting(app.pool, orgId, source))
  let asked: ReturnType<Rules> | undefined
  const rules: Rules = () => (asked ??= rulesOf(app.pool, orgId))
  await keptFigures(
    app.pool,
    orgId,
    sources.map((source) => ({
      key: `remind ${source.key}`,
      reads: [...source.reads, 'remind_rule', 'system_config'],
      count: async () => {
        await bringInLine(app, orgId, source, rules)
        return { value: null, until: null }
      },
    })),
  )
}
