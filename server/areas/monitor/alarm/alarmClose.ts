// Taking up, handling, ignoring and releasing alarms. Each is a fact of its own; a closed alarm never opens again.
import { invalid, notFound, Refusal } from '#contract/kit/refusal'
import { alarm } from '#contract/monitor/alarm'
import { AlarmStatus, type AlarmStatusValue, stageOf } from '#contract/monitor/words'
import { waitForResult } from '#server/areas/monitor/ladder/ladder'
import type { Caller, Tx } from '#server/kit/caller'
import { newId } from '#server/kit/ids'
import { ALARM_SCOPE, cardsOf } from './alarmCards.ts'
import { type Happened, keepIncidents, type Outcome } from './alarmIncident.ts'

/** Whether somebody goes there, and who. */
export interface Taken {
  status: AlarmStatusValue
  takenAt: string | null
  takerId: string | null
  takerName: string | null
}

interface Locked extends Taken {
  recordId: string
  source: string
  content: string
  deviceId: string | null
  type: string
  oldmanId: string | null
}

/**
 * The alarm of an act, and with it others of the same resident: one card of the desks, one act. They are locked in the order
 * of their ids; the first one named leads. The others may have ended meanwhile, which the act does not mind.
 */
async function lockAlarms(tx: Tx, who: Caller, recordIds: readonly string[], act: string): Promise<Locked[]> {
  const { rows } = await tx.client.query<Locked>(
    `select t.record_id as "recordId", t.status, t.source, t.content, t.device_id as "deviceId", t.type,
      t.oldman_id as "oldmanId", t.taken_at as "takenAt", t.taker_id as "takerId", e.emp_name as "takerName"
    from alarm_record t left join employee e on e.org_id = t.org_id and e.emp_id = t.taker_id
    where t.org_id = $1 and t.record_id = any($3) and ${ALARM_SCOPE('$2')} order by t.record_id for update of t`,
    [tx.orgId, who.deptIds, recordIds],
  )
  const lead = rows.find((row) => row.recordId === recordIds[0])
  if (!lead || recordIds.some((one) => !rows.some((row) => row.recordId === one))) throw notFound('告警')
  if (lead.status !== AlarmStatus.is.open)
    throw new Refusal('STATE_NOT_ALLOWED', { state: AlarmStatus.label(lead.status), act })
  if (rows.some((row) => row !== lead && (row.oldmanId === null || row.oldmanId !== lead.oldmanId)))
    throw invalid('只能一起处理同一位老人的告警', 'also')
  return [lead, ...rows.filter((row) => row !== lead && row.status === AlarmStatus.is.open)]
}

export interface OverTaker {
  /** The caller knows that a colleague goes there. */
  overTaker: boolean
}

/** Somebody else has said that they go: whoever closes it all the same must have read that. */
export function refuseOverTaker(tx: Tx, found: readonly Taken[], { overTaker }: OverTaker): void {
  const other = found.find((one) => stageOf(one) === 1 && one.takerId !== tx.by.userId)
  if (other && !overTaker) throw new Refusal('TAKEN_BY_OTHER', { who: other.takerName ?? '同事' })
}

export interface StepFact {
  recordId: string
  kind: string
  note?: string | null
  userId?: string | null
  userName?: string | null
  rank?: number | null
}

export async function addSteps(client: Tx['client'], orgId: string, steps: readonly StepFact[]): Promise<void> {
  if (steps.length === 0) return
  const rows = steps.map((one) => ({ ...one, stepId: newId() }))
  await client.query(
    `insert into alarm_step (org_id, step_id, record_id, kind, rank, user_id, user_name, note)
    select $1, n."stepId", n."recordId", n.kind, n.rank, n."userId", n."userName", n.note
    from jsonb_to_recordset($2::jsonb) as n("stepId" text, "recordId" text, kind text, rank int, "userId" text,
      "userName" text, note text)`,
    [orgId, JSON.stringify(rows)],
  )
}

const by = (tx: Tx) => ({ userId: tx.by.userId, userName: tx.by.name })

/** Everything that changed is told; the answer is the first. */
async function told(tx: Tx, found: readonly Locked[], change: string) {
  const cards = await cardsOf(
    tx.client,
    found.map(({ recordId }) => ({ orgId: tx.orgId, recordId })),
  )
  for (const { card } of cards) {
    tx.emit(
      alarm.events.changed,
      { change, card, tookMs: null },
      card.deptId === null ? {} : { deptIds: [card.deptId] },
    )
  }
  return cards.find(({ card }) => card.recordId === found[0]!.recordId)!.card
}

const contents = (found: readonly Locked[]) => found.map((one) => one.content).join('、')

interface Taking {
  onlyFirst?: boolean
  /** Where it was done, if not at a desk of one's own. */
  at?: string
}

/** 我去处理. Somebody else may take it over; the ladder stops until it is handled or forgotten too long. */
export const takeAlarms = (who: Caller, recordIds: readonly string[], { onlyFirst = false, at }: Taking = {}) =>
  who.tx(async (tx) => {
    const found = await lockAlarms(tx, who, recordIds, '接手')
    const [lead] = found
    // A call is answered once; of two who press at the same moment the second reads who speaks with the caller.
    if (onlyFirst && lead!.takerId !== null && lead!.takerId !== tx.by.userId)
      throw new Refusal('STATE_NOT_ALLOWED', { state: `${lead!.takerName ?? '同事'}已接听`, act: '再次接听' })
    for (const { recordId } of found.filter((one) => one.takerId !== tx.by.userId)) {
      await tx.client.query(
        `update alarm_record set taken_at = now(), taker_id = $3, version = version + 1
          where org_id = $1 and record_id = $2`,
        [tx.orgId, recordId, tx.by.userId],
      )
      await waitForResult(tx.client, { orgId: tx.orgId, recordId })
      await tx.client.query(
        `update call_record set answer_at = coalesce(answer_at, greatest(now(), call_at)), answer_by = coalesce(answer_by, $3),
          version = version + 1 where org_id = $1 and call_id = $2 and clear_at is null`,
        [tx.orgId, recordId, tx.by.userId],
      )
      await addSteps(tx.client, tx.orgId, [{ recordId, kind: 'TAKEN', note: at ?? null, ...by(tx) }])
    }
    tx.log({ remark: `${at ?? ''}接手告警：${contents(found)}`, targetType: 'alarm', targetId: lead!.recordId })
    return told(tx, found, 'taken')
  })

interface Closing extends Outcome {
  status: 2 | 3
  dealType?: string | null
  /** Where it was done, if not at a desk of one's own. */
  at?: string
}

const STEP_OF = { 2: 'IGNORED', 3: 'HANDLED' } as const

/** Closes rows that are locked and open, with their calls, and tells the evaluator of their devices. */
export async function closeAlarms(tx: Tx, recordIds: readonly string[], closing: Closing): Promise<void> {
  if (recordIds.length === 0) return
  const closed = await tx.client.query<Happened>(
    `with closed as (
      update alarm_record set status = $3, handled_at = greatest(now(), raised_at), handler_id = $4, result = $5, remark = $6,
        next_step_at = null, next_name = null, version = version + 1
      where org_id = $1 and record_id = any($2) and status = ${AlarmStatus.is.open}
      returning record_id, device_id, type, content, oldman_id, raised_at, incidents
    ), kinds as (
      select device_id, jsonb_object_agg(type, (extract(epoch from now()) * 1000)::bigint) as types from closed
      where device_id is not null group by device_id
    ), told as (
      update device_state s set closed = s.closed || k.types, version = s.version + 1
      from kinds k where s.org_id = $1 and s.device_id = k.device_id
    )
    select record_id as "recordId", type, content, oldman_id as "oldmanId", raised_at as at, incidents from closed`,
    [tx.orgId, recordIds, closing.status, tx.by.userId, closing.result, closing.remark],
  )
  await tx.client.query(
    `update call_record set clear_at = greatest(now(), call_at, answer_at), clear_by = $3, clear_from = 'DESK',
      deal_type = coalesce($4, deal_type), remark = coalesce($5, remark), version = version + 1
    where org_id = $1 and call_id = any($2) and clear_at is null`,
    [tx.orgId, recordIds, tx.by.userId, closing.dealType ?? null, closing.remark],
  )
  await tx.client.query(
    `update vms_outbox set state = 'DROPPED' where org_id = $1 and record_id = any($2) and state = 'WAITING'`,
    [tx.orgId, recordIds],
  )
  const note = [closing.result, closing.remark, closing.at].filter(Boolean).join('；') || null
  await addSteps(
    tx.client,
    tx.orgId,
    recordIds.map((recordId) => ({ recordId, kind: STEP_OF[closing.status], note, ...by(tx) })),
  )
  if (closing.status === AlarmStatus.is.handled) await keepIncidents(tx, closed.rows, closing)
}

export const handleAlarms = (
  who: Caller,
  recordIds: readonly string[],
  input: Omit<Closing, 'status'>,
  over: OverTaker,
) =>
  who.tx(async (tx) => {
    const found = await lockAlarms(tx, who, recordIds, '处理')
    refuseOverTaker(tx, found, over)
    await closeAlarms(
      tx,
      found.map((one) => one.recordId),
      { ...input, status: AlarmStatus.is.handled },
    )
    tx.log({
      remark: `${input.at ?? ''}处理告警：${contents(found)}，${input.result ?? ''}`,
      targetType: 'alarm',
      targetId: found[0]!.recordId,
    })
    return told(tx, found, 'closed')
  })

export const ignoreAlarms = (who: Caller, recordIds: readonly string[], remark: string | null, over: OverTaker) =>
  who.tx(async (tx) => {
    const found = await lockAlarms(tx, who, recordIds, '忽略')
    refuseOverTaker(tx, found, over)
    await closeAlarms(
      tx,
      found.map((one) => one.recordId),
      { status: AlarmStatus.is.ignored, result: null, remark },
    )
    tx.log({ remark: `忽略告警：${contents(found)}`, targetType: 'alarm', targetId: found[0]!.recordId })
    return told(tx, found, 'closed')
  })

export interface ManyFilter {
  source: 'MATTRESS' | 'TAG' | 'CALL'
  recordIds?: readonly string[] | null | undefined
  deviceNo?: string | null | undefined
  type?: string | null | undefined
  spareTaken?: boolean | null | undefined
}

/** One-click ignore: all open alarms of a source the caller may see, or a choice of them. Cries for help stay open. */
export const ignoreMany = (who: Caller, filter: ManyFilter) =>
  who.tx(async (tx) => {
    const { rows } = await tx.client.query<{ recordId: string; spared: boolean }>(
      `select t.record_id as "recordId", coalesce($7 and t.taken_at is not null and t.taker_id <> $8, false) as spared
      from alarm_record t
      where t.org_id = $1 and t.status = ${AlarmStatus.is.open} and t.source = $3 and ${ALARM_SCOPE('$2')}
        and t.type not in ('sos', 'manualAlarm')
        and ($4::text[] is null or t.record_id = any($4)) and ($5::text is null or t.device_no = $5)
        and ($6::text is null or t.type = $6)
      order by t.record_id for update`,
      [
        tx.orgId,
        who.deptIds,
        filter.source,
        filter.recordIds ?? null,
        filter.deviceNo ?? null,
        filter.type ?? null,
        filter.spareTaken === true,
        tx.by.userId,
      ],
    )
    const ids = rows.filter((row) => !row.spared).map((row) => row.recordId)
    await closeAlarms(tx, ids, { status: AlarmStatus.is.ignored, result: null, remark: '一键忽略' })
    for (const { card } of await cardsOf(
      tx.client,
      ids.map((recordId) => ({ orgId: tx.orgId, recordId })),
    )) {
      tx.emit(
        alarm.events.changed,
        { change: 'closed', card, tookMs: null },
        card.deptId === null ? {} : { deptIds: [card.deptId] },
      )
    }
    tx.log({ remark: `一键忽略告警 ${ids.length} 条`, targetType: 'alarm' })
    return { closed: ids.length, spared: rows.length - ids.length }
  })
