// Handlers of the nurse calls.

import { invalid, notFound, Refusal } from '#contract/kit/refusal'
import { alarm } from '#contract/monitor/alarm'
import { type CallRowData, nurseCall } from '#contract/monitor/nurseCall'
import type { CallFamilyValue } from '#contract/monitor/words'
import { AlarmStatus } from '#contract/monitor/words'
import { cardsOf } from '#server/areas/monitor/alarm/alarmCards'
import { closeAlarms, refuseOverTaker, type Taken, takeAlarms } from '#server/areas/monitor/alarm/alarmClose'
import { type Happened, keepIncidents } from '#server/areas/monitor/alarm/alarmIncident'
import { partPattern, startPattern } from '#server/areas/residents/public'
import { dictionaryLabels, requireValues, storesDictionary } from '#server/areas/systemSetting/public'
import type { Caller, Tx } from '#server/kit/caller'
import { changesBetween, refuseStale } from '#server/kit/editing'
import { implement } from '#server/kit/implement'
import { type Filter, type PageInput, pageOfRows, several } from '#server/kit/page'
import { within } from '#server/kit/period'
import { deptFilter } from '#server/kit/tenant'
import {
  CALL_JOINS,
  CALL_LIST_COLUMNS,
  CALL_SCOPE,
  CALL_STATUS,
  CONNECT,
  callAt,
  HANDLED,
  openCalls,
  WAITED,
} from './callRows.ts'
import { callStatistics } from './callStatistics.ts'

const DEAL_TYPES = 'callDealType'
storesDictionary({ dictionaryCode: DEAL_TYPES, what: '呼叫记录・处理类型', table: 'call_record', column: 'deal_type' })

interface Input extends PageInput {
  oldmanName?: string | null
  deviceNo?: string | null
  place?: string | null
  callerType?: string | null
  dealType?: string | null
  clearFrom?: string | null
  deptId?: string | null
  bedId?: string | null
  roomId?: string | null
  deviceId?: string | null
  oldmanId?: string | null
  startTime?: string | null
  endTime?: string | null
  openToo?: number | null
}

const PLACE = `(select concat_ws('>', nullif(l.path, ''), r.room_name, b.bed_name) from room r
  left join location l on l.org_id = r.org_id and l.location_id = r.area
  left join bed b on b.org_id = t.org_id and b.bed_id = t.bed_id
  where r.org_id = t.org_id and r.room_id = coalesce((select room_id from bed where org_id = t.org_id and bed_id = t.bed_id),
    t.room_id))`

function records(who: Caller, family: CallFamilyValue, query: Input, status: Filter) {
  return pageOfRows<CallRowData>(
    who.app.pool,
    {
      from: 'call_record t',
      key: 'call_id',
      select: CALL_LIST_COLUMNS,
      join: CALL_JOINS,
      filters: [
        ['t.org_id = ?', who.orgId],
        ['t.family = ?', family],
        deptFilter(who, 't'),
        status,
        [
          `exists (select from oldman o where o.org_id = t.org_id and o.oldman_id = t.oldman_id
            and (o.oldman_name like ?1 or o.readings like ?2))`,
          query.oldmanName?.trim() ? several(partPattern(query.oldmanName), startPattern(query.oldmanName)) : null,
        ],
        ['t.device_no like ?', query.deviceNo?.trim() ? partPattern(query.deviceNo) : null],
        [`${PLACE} like ?`, query.place?.trim() ? partPattern(query.place) : null],
        ['t.caller_type = ?', query.callerType],
        ['t.deal_type = ?', query.dealType],
        ['t.clear_from = ?', query.clearFrom],
        ['t.dept_id = ?', query.deptId],
        ['t.bed_id = ?', query.bedId],
        ['t.room_id = ?', query.roomId],
        ['t.device_id = ?', query.deviceId],
        ['t.oldman_id = ?', query.oldmanId],
        ...within('t.call_at', {
          from: query.startTime,
          to: query.endTime,
          names: ['startTime', 'endTime'],
          or: query.openToo === 1 ? 't.clear_at is null' : null,
        }),
      ],
      sorts: {
        callAt: 't.call_at',
        waitSeconds: WAITED,
        handleSeconds: HANDLED,
        clearAt: 't.clear_at',
        presses: 't.presses',
      },
      defaultSort: query.openToo === 1 && query.startTime ? 't.clear_at is not null, t.call_at desc' : 't.call_at desc',
    },
    query,
  )
}

const checkDealType = (tx: Tx, dealType: string | null) =>
  requireValues(tx, {
    dictionaryCode: DEAL_TYPES,
    values: [dealType],
    title: '处理类型',
    field: 'dealType',
  })

const nameOf = async (tx: Tx, dealType: string | null) =>
  dealType === null ? null : ((await dictionaryLabels(tx.client, tx.orgId, DEAL_TYPES)).get(dealType) ?? dealType)

async function emitClosed(tx: Tx, callIds: readonly string[]): Promise<void> {
  const changed = callIds.map((recordId) => ({ orgId: tx.orgId, recordId }))
  for (const { card } of await cardsOf(tx.client, changed)) {
    const payload = { change: 'closed', card, tookMs: null }
    tx.emit(alarm.events.changed, payload, card.deptId === null ? {} : { deptIds: [card.deptId] })
  }
}

interface Cleaning {
  callId?: string | null
  callIds?: readonly string[] | null
  dealType?: string | null
  remark?: string | null
  overTaker?: boolean | null
}

/** One call: what stands in the way is said. Several: those still open are cleared, the others were already. */
const clean = (who: Caller, { callId, callIds, dealType = null, remark = null, overTaker }: Cleaning) =>
  who.tx(async (tx) => {
    const wanted = [...new Set([...(callIds ?? []), ...(callId ? [callId] : [])])]
    if (wanted.length === 0) throw invalid('请选择要清除的呼叫', 'callId')
    await checkDealType(tx, dealType)
    const { rows } = await tx.client.query<Taken & { callId: string; deviceNo: string }>(
      `select t.call_id as "callId", a.status, a.taken_at as "takenAt", a.taker_id as "takerId", e.emp_name as "takerName",
        t.device_no as "deviceNo"
      from call_record t join alarm_record a on a.org_id = t.org_id and a.record_id = t.call_id
      left join employee e on e.org_id = a.org_id and e.emp_id = a.taker_id
      where t.org_id = $1 and t.call_id = any($3) and ${CALL_SCOPE('$2')} order by t.call_id for update of a`,
      [tx.orgId, who.deptIds, wanted],
    )
    if (rows.length < wanted.length) throw notFound('呼叫')
    const open = rows.filter((row) => row.status === AlarmStatus.is.open)
    if (open.length === 0) throw new Refusal('STATE_NOT_ALLOWED', { state: '已清除', act: '再次清除' })
    refuseOverTaker(tx, open, { overTaker: overTaker ?? true })
    const ids = open.map((row) => row.callId)
    const name = await nameOf(tx, dealType)
    await closeAlarms(tx, ids, { status: AlarmStatus.is.handled, result: name ?? '已清除', remark, dealType })
    await emitClosed(tx, ids)
    const about = [open.map((row) => row.deviceNo).join('、'), name].filter(Boolean).join('，')
    tx.log({
      remark: `清除呼叫 ${ids.length} 条：${about}`,
      targetType: 'call',
      ...(ids.length === 1 && { targetId: ids[0]! }),
    })
    return { cleaned: ids.length }
  })

interface Noting {
  callId: string
  dealType: string
  remark?: string | null
  version?: number | null
}

const note = (who: Caller, { callId, dealType, remark = null, version }: Noting) =>
  who.tx(async (tx) => {
    const { rows } = await tx.client.query<{
      dealType: string | null
      remark: string | null
      version: number
      open: boolean
      deviceNo: string
    }>(
      `select t.deal_type as "dealType", t.remark, t.version, t.clear_at is null as open, t.device_no as "deviceNo"
      from call_record t where t.org_id = $1 and t.call_id = $3 and ${CALL_SCOPE('$2')} for update`,
      [tx.orgId, who.deptIds, callId],
    )
    const before = rows[0]
    if (!before) throw notFound('呼叫')
    if (before.open) throw new Refusal('STATE_NOT_ALLOWED', { state: '呼叫中', act: '补记，请先清除' })
    await refuseStale(tx, callId, version, before.version)
    await checkDealType(tx, dealType)
    const name = await nameOf(tx, dealType)
    const noted = await tx.client.query<Happened>(
      `with noted as (update call_record set deal_type = $3, remark = $4, version = version + 1
        where org_id = $1 and call_id = $2)
      update alarm_record set result = $5, remark = $4, version = version + 1 where org_id = $1 and record_id = $2
      returning record_id as "recordId", type, content, oldman_id as "oldmanId", raised_at as at, incidents`,
      [tx.orgId, callId, dealType, remark, name],
    )
    await keepIncidents(tx, noted.rows, { result: name, remark })
    tx.log({
      remark: `补记呼叫处理：${before.deviceNo}，${name}`,
      targetType: 'call',
      targetId: callId,
      changes: changesBetween({ dealType: before.dealType, remark: before.remark }, { dealType, remark }),
    })
    return null
  })

export default implement(nurseCall, {
  open: ({ family, deptId }, who) =>
    openCalls(who.app.pool, who.orgId, who.deptIds, {
      family: family === 'ALL' ? null : (family ?? 'R6R7'),
      deptId: deptId ?? null,
    }),
  clean: (input, who) => clean(who, input),
  answer: async ({ callId }, who) => {
    const found = await callAt(who.app.pool, who.orgId, who.deptIds, callId)
    if (!found) throw notFound('呼叫')
    if (found.clearAt !== null) throw new Refusal('STATE_NOT_ALLOWED', { state: '已清除', act: '接听' })
    await takeAlarms(who, [callId], { onlyFirst: true })
    return (await callAt(who.app.pool, who.orgId, who.deptIds, callId))!
  },
  get: async ({ callId }, who) => {
    const found = await callAt(who.app.pool, who.orgId, who.deptIds, callId)
    if (!found) throw notFound('呼叫')
    const { rows: steps } = await who.app.pool.query(
      `select step_id as "stepId", kind, rank, user_name as "userName", note, at from alarm_step
      where org_id = $1 and record_id = $2 order by at, step_id`,
      [who.orgId, callId],
    )
    return { call: found, steps }
  },
  note: (input, who) => note(who, input),
  r6r7: (query, who) => records(who, 'R6R7', query, [`${CONNECT} = ?`, query.connect]),
  r10: (query, who) => records(who, 'R10', query, [`${CALL_STATUS} = ?`, query.callStatus]),
  a10: (query, who) => records(who, 'A10', query, [`${CALL_STATUS} = ?`, query.callStatus]),
  dealTypes: async (_, who) => {
    const { rows } = await who.app.pool.query<{ dealType: string; dealTypeName: string }>(
      `select v.value as "dealType", v.label as "dealTypeName" from dictionary d
      join dictionary_value v on v.org_id = d.org_id and v.dictionary_id = d.dictionary_id
      where d.org_id = $1 and d.dictionary_code = $2 and v.enabled order by v.sort, v.value_id`,
      [who.orgId, DEAL_TYPES],
    )
    return rows
  },
  statistics: (query, who) => callStatistics(who, query),
})
