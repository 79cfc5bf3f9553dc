// The steps of the ladder that are due. Any process may do them; the row's lock sees to it that exactly one does each.

import type pg from 'pg'
import { PHONE_RANK } from '#contract/monitor/ladderWords'
import { AlarmStatus } from '#contract/monitor/words'
import { pathWords } from '#contract/platform/placeNames'
import { cardsOf } from '#server/areas/monitor/alarm/alarmCards'
import { announce } from '#server/areas/monitor/alarm/alarmRaise'
import { peopleServingSeveral } from '#server/areas/platform/public'
import type { AppContext } from '#server/kit/context'
import { newId } from '#server/kit/ids'
import {
  type Climbing,
  COLUMNS,
  type Key,
  type NewStep,
  nameOf,
  type Standing,
  standingAfter,
  tell,
  writeSteps,
} from './ladder.ts'
import { type LadderFacts, ladderFacts, stepsOf, whomToPhone } from './ladderFacts.ts'
import { stepAfter, stepWhenForgotten } from './ladderSteps.ts'

const DUE = {
  name: 'ladder-due',
  // Across organisations: one question tells whether anybody's step is due.
  text: `select 1 from alarm_record where status = ${AlarmStatus.is.open} and next_step_at is not null
    and next_step_at <= coalesce(to_timestamp($1::float8 / 1000), now()) limit 1`,
}
const AT_ONCE = 200
const TAKE_DUE = {
  name: 'ladder-take-due',
  text: `select ${COLUMNS}, case when a.taken_at is not null then coalesce(e.emp_name, '接手人') end as "takerName"
    from alarm_record a left join employee e on e.org_id = a.org_id and e.emp_id = a.taker_id
    where a.status = ${AlarmStatus.is.open} and a.next_step_at is not null
      and a.next_step_at <= coalesce(to_timestamp($1::float8 / 1000), now())
    order by a.next_step_at limit ${AT_ONCE} for update of a skip locked`,
}

const QUEUE_CALLS = {
  name: 'ladder-phone',
  text: `insert into vms_outbox (org_id, outbox_id, record_id, scene, phone, user_id, user_name, params, provider)
    select n."orgId", n."outboxId", n."recordId", n.scene, n.phone, n."userId", n."userName", n.params, n.provider
    from jsonb_to_recordset($1::jsonb) as n("orgId" text, "outboxId" text, "recordId" text, scene text, phone text,
      "userId" text, "userName" text, params jsonb, provider text)`,
}

export const DIAL_JOB = 'monitor.vmsDial'
export const queueDial = (client: pg.ClientBase, orgId: string, outboxId: string, runAt: string | null = null) =>
  client.query(
    'select graphile_worker.add_job($1, $2::json, run_at => coalesce($3::timestamptz, now()), job_key => $4, max_attempts => 6)',
    [DIAL_JOB, JSON.stringify({ orgId, outboxId }), runAt, `vms:${orgId}:${outboxId}`],
  )

interface Phoning {
  alarm: Climbing
  facts: LadderFacts
  at: number
  why: string | null
}

/** Writes the phone calls of alarms that reached the top, and wakes whoever dials. */
async function phone(client: pg.ClientBase, phoning: readonly Phoning[]): Promise<NewStep[]> {
  if (phoning.length === 0) return []
  const cards = new Map(
    (
      await cardsOf(
        client,
        phoning.map((one) => one.alarm),
      )
    ).map(({ card }) => [card.recordId, card]),
  )
  // Each hears the building if they serve more than one.
  const several = new Set<string>()
  for (const orgId of new Set(phoning.map((one) => one.alarm.orgId))) {
    const own = phoning.filter((one) => one.alarm.orgId === orgId)
    const ids = own.flatMap(({ alarm, facts, at }) => whomToPhone(facts, alarm.deptId, at).map((one) => one.userId))
    for (const userId of await peopleServingSeveral(client, orgId, ids)) several.add(`${orgId} ${userId}`)
  }
  const steps: NewStep[] = []
  const calls: { orgId: string; outboxId: string; provider: string }[] = []
  for (const { alarm, facts, at, why } of phoning) {
    const card = cards.get(alarm.recordId)!
    const { orgId, recordId } = alarm
    const people = whomToPhone(facts, alarm.deptId, at)
    const base = { orgId, recordId, kind: 'PHONED' as const, rank: PHONE_RANK }
    if (people.length === 0) {
      steps.push({ ...base, userId: null, userName: null, note: '没有人登记可拨打的电话，请在员工资料中补充手机号' })
    }
    for (const one of people) {
      const how = facts.provider === 'outbox' ? `请人工拨打 ${one.phone}` : `拨打 ${one.phone}`
      steps.push({
        ...base,
        userId: one.userId,
        userName: one.userName,
        note: [why, how].filter(Boolean).join('；'),
      })
      const call = {
        orgId,
        outboxId: newId(),
        recordId,
        scene: `${alarm.source}:${alarm.type}`,
        phone: one.phone,
        userId: one.userId,
        userName: one.userName,
        params: {
          place:
            card.place === null
              ? card.deviceNo
              : card.placeKind === 'HOME'
                ? `住 ${pathWords(card.place)}`
                : pathWords(card.place),
          name: card.oldmanName ?? card.userName ?? '',
          content: several.has(`${orgId} ${one.userId}`) ? card.speechFull : card.speech,
        },
        provider: facts.provider,
      }
      calls.push(call)
    }
  }
  await client.query({ ...QUEUE_CALLS, values: [JSON.stringify(calls)] })
  for (const call of calls) if (call.provider !== 'outbox') await queueDial(client, call.orgId, call.outboxId)
  return steps
}

/** The rest may lie; who asked for help, whose heart or breath fails or who is not in bed is told of again and again. */
const REPEATED_URGENCY = 3

async function climbDue(client: pg.ClientBase, now: number | null): Promise<Key[]> {
  const { rows } = await client.query<Climbing>({ ...TAKE_DUE, values: [now] })
  if (rows.length === 0) return []
  const known = await ladderFacts(
    client,
    rows.map((one) => one.orgId),
  )
  const at = now ?? Date.now()
  const steps: NewStep[] = []
  const standing: Standing[] = []
  const phoning: Phoning[] = []
  for (const alarm of rows) {
    const facts = known.get(alarm.orgId)!
    const inEffect = stepsOf(facts, alarm)
    const forgotten = alarm.takerName !== null
    const repeats = forgotten || alarm.urgency <= REPEATED_URGENCY
    const step = repeats ? stepWhenForgotten(inEffect, alarm.rank) : stepAfter(inEffect, alarm.rank)
    // The setting was shortened meanwhile: there is no step left.
    if (!step) {
      standing.push({ orgId: alarm.orgId, recordId: alarm.recordId, rank: alarm.rank, seconds: null, nextName: null })
      continue
    }
    const again = step.rank <= alarm.rank
    const why = forgotten ? `${alarm.takerName}接手后未处理` : again ? '仍无人接手，再次通知' : null
    if (step.rank === PHONE_RANK) phoning.push({ alarm, facts, at, why })
    else steps.push(...tell(facts, alarm, step, at, why))
    const after = standingAfter(facts, alarm, Math.max(step.rank, alarm.rank), at)
    const last = after.seconds === null && repeats ? inEffect.findLast((one) => one.rank !== PHONE_RANK) : undefined
    const seconds = facts.ladder.takenMinutes * 60
    standing.push(last ? { ...after, seconds, nextName: nameOf(facts, alarm, last, at + seconds * 1_000) } : after)
  }
  steps.push(...(await phone(client, phoning)))
  await writeSteps(client, steps, standing, 1)
  return rows.map(({ orgId, recordId }) => ({ orgId, recordId }))
}

async function climbOnce(pool: pg.Pool, now: number | null): Promise<Key[]> {
  const client = await pool.connect()
  let broken: Error | undefined
  try {
    await client.query('begin')
    const climbed = await climbDue(client, now)
    await client.query('commit')
    return climbed
  } catch (error) {
    await client.query('rollback').catch((failure: Error) => {
      broken = failure
    })
    throw error
  } finally {
    client.release(broken)
  }
}

/**
 * Does every step that is due and tells the desks. Costs one look at a small index while nothing is due. `now` in
 * milliseconds, for tests. Answers how many alarms climbed.
 */
export async function climb(app: Pick<AppContext, 'pool' | 'realtime'>, now: number | null = null): Promise<number> {
  const due = await app.pool.query({ ...DUE, values: [now] })
  if (due.rowCount === 0) return 0
  for (let total = 0; ; ) {
    const some = await climbOnce(app.pool, now)
    await announce(
      app,
      some.map((one) => ({ ...one, change: 'climbed' as const })),
    )
    total += some.length
    if (some.length < AT_ONCE) return total
  }
}
