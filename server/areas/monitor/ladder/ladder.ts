// The ladder an unanswered alarm climbs: duty nurse, next nurse, head nurse, phone, by the duty roster. Here are its first
// step and what the others share; climb.ts does those that are due.
import type pg from 'pg'
import { type LadderStepData, PHONE_RANK } from '#contract/monitor/ladderWords'
import { newId } from '#server/kit/ids'
import { type LadderFacts, ladderFacts, stepsOf, whom, whomToPhone } from './ladderFacts.ts'
import { stepAfter, stepWhenForgotten } from './ladderSteps.ts'

export interface Key {
  orgId: string
  recordId: string
}

export interface Climbing extends Key {
  source: string
  type: string
  level: number
  urgency: number
  deptId: string | null
  rank: number
  takerName: string | null
}

export interface NewStep extends Key {
  kind: 'TOLD' | 'PHONED'
  rank: number
  userId: string | null
  userName: string | null
  note: string | null
}

export interface Standing extends Key {
  rank: number
  /** null: it does not climb further. */
  seconds: number | null
  nextName: string | null
}

export const COLUMNS = `a.org_id as "orgId", a.record_id as "recordId", a.source, a.type, a.level, a.urgency,
  a.dept_id as "deptId", a.rank`

const ONE = {
  name: 'ladder-one',
  text: `select ${COLUMNS}, null as "takerName" from alarm_record a where a.org_id = $1 and a.record_id = $2`,
}

const STAND = {
  name: 'ladder-stand',
  text: `update alarm_record a set rank = n.rank, next_name = n."nextName",
      next_step_at = now() + make_interval(secs => n.seconds), version = a.version + $2
    from jsonb_to_recordset($1::jsonb) as n("orgId" text, "recordId" text, rank int, seconds float8, "nextName" text)
    where a.org_id = n."orgId" and a.record_id = n."recordId"`,
}

const ADD_STEPS = {
  name: 'ladder-steps',
  text: `insert into alarm_step (org_id, step_id, record_id, kind, rank, user_id, user_name, note, at)
    select n."orgId", n."stepId", n."recordId", n.kind, n.rank, n."userId", n."userName", n.note, clock_timestamp()
    from jsonb_to_recordset($1::jsonb) as n("orgId" text, "stepId" text, "recordId" text, kind text, rank int,
      "userId" text, "userName" text, note text)
    join alarm_record a on a.org_id = n."orgId" and a.record_id = n."recordId"`,
}

/** Of an alarm that does not exist nothing is written. `newer` 1: desks that hold the row learn that theirs is old. */
export async function writeSteps(
  client: pg.ClientBase,
  steps: readonly NewStep[],
  standing: readonly Standing[],
  newer: 0 | 1,
): Promise<void> {
  const rows = steps.map((one) => ({ ...one, stepId: newId() }))
  await Promise.all([
    client.query({ ...STAND, values: [JSON.stringify(standing), newer] }),
    client.query({ ...ADD_STEPS, values: [JSON.stringify(rows)] }),
  ])
}

/** Those who are told at this step, one row each. */
export function tell(
  facts: LadderFacts,
  alarm: Climbing,
  step: LadderStepData,
  at: number,
  why: string | null,
): NewStep[] {
  const told = whom(facts, alarm.deptId, step.rank, at)
  const note = [why, told.note].filter(Boolean).join('；') || null
  const { orgId, recordId } = alarm
  const people = told.people.length > 0 ? told.people : [{ userId: null, userName: told.name }]
  return people.map(({ userId, userName }) => ({
    orgId,
    recordId,
    kind: 'TOLD',
    rank: step.rank,
    userId,
    userName,
    note,
  }))
}

/** How an alarm stands after a step: what comes next, when, and whom it will tell. */
export function standingAfter(facts: LadderFacts, alarm: Climbing, rank: number, at: number): Standing {
  const { orgId, recordId } = alarm
  const next = stepAfter(stepsOf(facts, alarm), rank)
  if (!next) return { orgId, recordId, rank, seconds: null, nextName: null }
  return {
    orgId,
    recordId,
    rank,
    seconds: next.seconds,
    nextName: nameOf(facts, alarm, next, at + next.seconds * 1_000),
  }
}

export function nameOf(facts: LadderFacts, alarm: { deptId: string | null }, step: LadderStepData, at: number): string {
  if (step.rank !== PHONE_RANK) return whom(facts, alarm.deptId, step.rank, at).name
  const people = whomToPhone(facts, alarm.deptId, at)
  return people.length > 0 ? `电话 ${people.map((one) => one.userName).join('、')}` : '电话（无人可拨）'
}

/** Tells the duty nurse of alarms that were just raised and sets when they climb; in the transaction that raises them. */
export async function beginLadder(
  client: pg.ClientBase,
  alarms: readonly Climbing[],
  known: ReadonlyMap<string, LadderFacts>,
): Promise<void> {
  if (alarms.length === 0) return
  const at = Date.now()
  const steps: NewStep[] = []
  const standing: Standing[] = []
  for (const alarm of alarms) {
    const facts = known.get(alarm.orgId)!
    // Whichever step is the lowest in effect is told at once: an alarm is never silent.
    const first = stepsOf(facts, alarm)[0]!
    if (first.rank === PHONE_RANK) {
      standing.push({ ...standingAfter(facts, alarm, 0, at), seconds: 0 })
      continue
    }
    steps.push(...tell(facts, alarm, first, at, null))
    standing.push(standingAfter(facts, alarm, first.rank, at))
  }
  await writeSteps(client, steps, standing, 0)
}

/** The ladder of an alarm that became more urgent begins anew. */
export async function beginAgain(client: pg.ClientBase, { orgId, recordId }: Key): Promise<void> {
  const [{ rows }, known] = await Promise.all([
    client.query<Climbing>({ ...ONE, values: [orgId, recordId] }),
    ladderFacts(client, [orgId]),
  ])
  await beginLadder(client, rows, known)
}

/** Somebody goes: the ladder waits for the result, and climbs on when none comes. */
export async function waitForResult(client: pg.ClientBase, { orgId, recordId }: Key): Promise<void> {
  const [{ rows }, known] = await Promise.all([
    client.query<Climbing>({ ...ONE, values: [orgId, recordId] }),
    ladderFacts(client, [orgId]),
  ])
  const alarm = rows[0]
  const facts = known.get(orgId)!
  if (!alarm) return
  const next = stepWhenForgotten(stepsOf(facts, alarm), alarm.rank)
  const seconds = facts.ladder.takenMinutes * 60
  const nextName = next && nameOf(facts, alarm, next, Date.now() + seconds * 1_000)
  const standing = { orgId, recordId, rank: alarm.rank, seconds: next ? seconds : null, nextName }
  await client.query({ ...STAND, values: [JSON.stringify([standing]), 0] })
}
