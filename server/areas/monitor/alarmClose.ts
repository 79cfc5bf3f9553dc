// Taking up, handling, ignoring and releasing alarms. Each is a fact of its own; a closed alarm never opens again.
import { notFound, Refusal } from '#contract/kit/refusal'
import { alarm } from '#contract/monitor/alarm'
import { AlarmStatus, type AlarmStatusValue } from '#contract/monitor/words'
import type { Caller, Tx } from '#server/kit/caller'
import { newId } from '#server/kit/ids'
import { ALARM_SCOPE, cardsOf } from './alarmCards.ts'
import { waitForResult } from './ladder.ts'

interface Locked {
  recordId: string
  status: AlarmStatusValue
  source: string
  content: string
  deviceId: string | null
  type: string
  takerId: string | null
  takerName: string | null
}

async function lockAlarm(tx: Tx, who: Caller, recordId: string, act: string): Promise<Locked> {
  const { rows } = await tx.client.query<Locked>(
    `select t.record_id as "recordId", t.status, t.source, t.content, t.device_id as "deviceId", t.type,
      t.taker_id as "takerId", e.emp_name as "takerName"
    from alarm_record t left join employee e on e.org_id = t.org_id and e.emp_id = t.taker_id
    where t.org_id = $1 and t.record_id = $3 and ${ALARM_SCOPE('$2')} for update of t`,
    [tx.orgId, who.deptIds, recordId],
  )
  const found = rows[0]
  if (!found) throw notFound('告警')
  if (found.status !== 0) throw new Refusal('STATE_NOT_ALLOWED', { state: AlarmStatus.label(found.status), act })
  return found
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

async function told(tx: Tx, recordId: string, change: string) {
  const [found] = await cardsOf(tx.client, [{ orgId: tx.orgId, recordId }])
  const card = found!.card
  tx.emit(alarm.events.changed, { change, card, tookMs: null }, card.deptId === null ? {} : { deptIds: [card.deptId] })
  return card
}

/** 我去处理. Somebody else may take it over; the ladder stops until it is handled or forgotten too long. */
export const takeAlarm = (who: Caller, recordId: string, { onlyFirst = false } = {}) =>
  who.tx(async (tx) => {
    const found = await lockAlarm(tx, who, recordId, '接手')
    // A call is answered once; of two who press at the same moment the second reads who speaks with the caller.
    if (onlyFirst && found.takerId !== null && found.takerId !== tx.by.userId)
      throw new Refusal('STATE_NOT_ALLOWED', { state: `${found.takerName ?? '同事'}已接听`, act: '再次接听' })
    if (found.takerId !== tx.by.userId) {
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
      await addSteps(tx.client, tx.orgId, [{ recordId, kind: 'TAKEN', ...by(tx) }])
    }
    tx.log({ remark: `接手告警：${found.content}`, targetType: 'alarm', targetId: recordId })
    return told(tx, recordId, 'taken')
  })

interface Closing {
  status: 2 | 3
  result: string | null
  remark: string | null
  dealType?: string | null
}

const STEP_OF = { 2: 'IGNORED', 3: 'HANDLED' } as const

/** Closes rows that are locked and open, with their calls, and tells the evaluator of their devices. */
export async function closeAlarms(tx: Tx, recordIds: readonly string[], closing: Closing): Promise<void> {
  if (recordIds.length === 0) return
  await tx.client.query(
    `with closed as (
      update alarm_record set status = $3, handled_at = greatest(now(), raised_at), handler_id = $4, result = $5, remark = $6,
        next_step_at = null, next_name = null, version = version + 1
      where org_id = $1 and record_id = any($2) and status = 0 returning device_id, type
    ), kinds as (
      select device_id, jsonb_object_agg(type, (extract(epoch from now()) * 1000)::bigint) as types from closed
      where device_id is not null group by device_id
    )
    update device_state s set closed = s.closed || k.types, version = s.version + 1
    from kinds k where s.org_id = $1 and s.device_id = k.device_id`,
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
  const note = [closing.result, closing.remark].filter(Boolean).join('；') || null
  await addSteps(
    tx.client,
    tx.orgId,
    recordIds.map((recordId) => ({ recordId, kind: STEP_OF[closing.status], note, ...by(tx) })),
  )
}

export const handleAlarm = (who: Caller, recordId: string, input: Omit<Closing, 'status'>) =>
  who.tx(async (tx) => {
    const found = await lockAlarm(tx, who, recordId, '处理')
    await closeAlarms(tx, [recordId], { ...input, status: 3 })
    tx.log({ remark: `处理告警：${found.content}，${input.result ?? ''}`, targetType: 'alarm', targetId: recordId })
    return told(tx, recordId, 'closed')
  })

export const ignoreAlarm = (who: Caller, recordId: string, remark: string | null) =>
  who.tx(async (tx) => {
    const found = await lockAlarm(tx, who, recordId, '忽略')
    await closeAlarms(tx, [recordId], { status: 2, result: null, remark })
    tx.log({ remark: `忽略告警：${found.content}`, targetType: 'alarm', targetId: recordId })
    return told(tx, recordId, 'closed')
  })

export interface ManyFilter {
  source: 'MATTRESS' | 'TAG' | 'CALL'
  recordIds?: readonly string[] | null | undefined
  deviceNo?: string | null | undefined
  type?: string | null | undefined
}

/** One-click ignore: all open alarms of a source the caller may see, or a choice of them. Cries for help stay open. */
export const ignoreMany = (who: Caller, filter: ManyFilter) =>
  who.tx(async (tx) => {
    const { rows } = await tx.client.query<{ recordId: string }>(
      `select t.record_id as "recordId" from alarm_record t
      where t.org_id = $1 and t.status = 0 and t.source = $3 and ${ALARM_SCOPE('$2')}
        and t.type not in ('sos', 'manualAlarm')
        and ($4::text[] is null or t.record_id = any($4)) and ($5::text is null or t.device_no = $5)
        and ($6::text is null or t.type = $6)
      order by t.record_id for update`,
      [tx.orgId, who.deptIds, filter.source, filter.recordIds ?? null, filter.deviceNo ?? null, filter.type ?? null],
    )
    const ids = rows.map((row) => row.recordId)
    await closeAlarms(tx, ids, { status: 2, result: null, remark: '一键忽略' })
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
    return { closed: ids.length }
  })
