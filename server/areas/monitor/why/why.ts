// Handlers of the question why there was no alarm, or why there was one.

import { momentOf } from '#contract/kit/clock'
import { invalid, notFound } from '#contract/kit/refusal'
import { type WhyData, why } from '#contract/monitor/why'
import { ALARM_SCOPE, alarmTypeName } from '#server/areas/monitor/alarm/alarmCards'
import { curvePoints } from '#server/areas/monitor/alarm/alarmCurve'
import { DEVICE_SCOPE } from '#server/areas/monitor/device/deviceRows'
import type { Caller } from '#server/kit/caller'
import { implement } from '#server/kit/implement'
import { inDepts } from '#server/kit/tenant'
import { whyCall } from './whyCall.ts'
import { type AskedDevice, deviceLines } from './whyDevice.ts'
import { whyMattress } from './whyMattress.ts'
import type { Outing, Span } from './whyReplay.ts'
import { alarmsAround, BACK_MS, deafAround, unheardAround } from './whyRows.ts'
import { deviceVersion, ruleHistory } from './whyRules.ts'
import { whyTag } from './whyTag.ts'
import { answerOf, type Line, line, wire } from './whyWords.ts'

const SECOND = 1_000
const MINUTE = 60 * SECOND
/** Shown around the moment. */
const SHOWN_BEFORE = 90 * MINUTE
const SHOWN_AFTER = 30 * MINUTE
const HOUR = 60 * MINUTE

/** The second asked about; now unless told. */
function secondOf(at: string | null | undefined, otherwise: number): number {
  const asked = at ? momentOf(at) : otherwise
  if (asked > Date.now() + SECOND) throw invalid('只能问已经过去的时刻', 'at')
  return Math.floor(asked / SECOND) * SECOND
}

const DEVICE = `select t.org_id as "orgId", t.device_id as "deviceId", t.device_key as "deviceKey", t.device_no as "deviceNo", t.kind,
  t.caller_type as "callerType", t.clock_offset_s as "clockOffsetS", round(extract(epoch from t.created_at) * 1000)::float8 as "createdMs"
from device t where t.org_id = $1`

/** Within the caller's departments; one that was reached through a resident or an alarm is theirs to know already. */
async function deviceOf(who: Caller, deviceId: string, deptIds = who.deptIds): Promise<AskedDevice | undefined> {
  const { rows } = await who.app.pool.query<AskedDevice>(`${DEVICE} and t.device_id = $3 and ${DEVICE_SCOPE('$2')}`, [
    who.orgId,
    deptIds,
    deviceId,
  ])
  return rows[0]
}

interface Told {
  lines: Line[]
  gaps?: readonly Span[]
  away?: readonly (Span | Outing)[]
  readings?: number
  readingsFrom?: number | null
}

async function explain(who: Caller, device: AskedDevice, at: number): Promise<WhyData> {
  const { pool } = who.app
  const { orgId, deviceId, deviceNo, kind } = device
  const [history, alarms, unheard, deaf] = await Promise.all([
    ruleHistory(pool, orgId, deviceId, at - BACK_MS),
    alarmsAround(pool, orgId, deviceNo, at),
    unheardAround(pool, orgId, [deviceId, deviceNo], at),
    deafAround(pool, at),
  ])
  const told: Told =
    kind === 'MATTRESS'
      ? await whyMattress(pool, { device, history, alarms, deaf, at })
      : kind === 'TAG'
        ? await whyTag(pool, { device, alarms, deaf, at })
        : { lines: kind === 'CALL' ? await whyCall(pool, device, alarms, at) : [] }
  const version = deviceVersion(history, at)
  const own = deviceLines({ device, version, unheard, deaf, at })
  // Readings that came late are judged by the replay and were not by the ingest: that is the difference.
  const late = own.some((one) => one.reason === 'LATE')
  const lines = [...told.lines.filter((one) => !late || one.reason !== 'DIFFERS'), ...own]
  const [from, to] = [at - SHOWN_BEFORE, Math.min(at + SHOWN_AFTER, Date.now())]
  const points = kind === 'MATTRESS' ? await curvePoints(pool, orgId, device.deviceKey, from, to) : []
  const meets = (one: Span) => one.from < to && one.to > from
  const cut = (one: Span, text: string) => ({ from: Math.max(one.from, from), to: Math.min(one.to, to), text })
  return {
    deviceId,
    deviceNo,
    kind,
    at: wire(at),
    atMs: at,
    ...answerOf(lines),
    alarms: alarms
      .filter((one) => one.raisedMs >= at - HOUR && one.raisedMs <= at + HOUR)
      .map((one) => ({
        recordId: one.recordId,
        content: one.content,
        typeName: alarmTypeName(one.source, one.type),
        raisedAt: one.raisedAt,
        atMs: one.raisedMs,
        endMs: one.handledMs,
      })),
    from,
    to,
    points: points.map(({ at: when, heart, breath, inBed }) => ({ at: when, heart, breath, inBed })),
    gaps: [
      ...(told.gaps ?? []).filter(meets).map((one) => cut(one, '没有读数')),
      ...deaf.filter(meets).map((one) => cut(one, '系统没有在接收')),
    ],
    away: (told.away ?? []).filter(meets).map((one) => cut(one, '登记外出')),
    readings: told.readings ?? 0,
    readingsFrom: told.readingsFrom ? wire(told.readingsFrom) : null,
  }
}

/** The mattress of the minutes around the moment, else that of the bed. */
const MATTRESS = `select d.device_id as "deviceId" from oldman o
left join lateral (select m.device_key, m.minute from reading_minute m where m.org_id = o.org_id and m.oldman_id = o.oldman_id
  and m.minute between to_timestamp($4::float8 / 1000) - interval '1 day' and to_timestamp($4::float8 / 1000)
  order by m.minute desc limit 1) lay on true
join device d on d.org_id = o.org_id and d.kind = 'MATTRESS'
  and case when lay.device_key is null then d.bed_id = o.current_bed_id else d.device_key = lay.device_key end
where o.org_id = $1 and o.oldman_id = $3 and ${inDepts('o', '$2')}
limit 1`

interface Recorded {
  deviceId: string | null
  deviceNo: string
  source: WhyData['kind']
  raisedMs: number
}

export default implement(why, {
  device: async ({ deviceId, at }, who) => {
    const device = await deviceOf(who, deviceId)
    if (!device) throw notFound('设备')
    return explain(who, device, secondOf(at, Date.now()))
  },
  resident: async ({ oldmanId, at }, who) => {
    const moment = secondOf(at, Date.now())
    const values = [who.orgId, who.deptIds, oldmanId, moment]
    const { rows } = await who.app.pool.query<{ deviceId: string }>(MATTRESS, values)
    const device = rows[0] && (await deviceOf(who, rows[0].deviceId, null))
    if (!device) throw notFound('这位老人的床垫')
    return explain(who, device, moment)
  },
  alarm: async ({ recordId, at }, who) => {
    const { rows } = await who.app.pool.query<Recorded>(
      `select t.device_id as "deviceId", t.device_no as "deviceNo", t.source, extract(epoch from t.raised_at)::float8 * 1000 as "raisedMs"
      from alarm_record t where t.org_id = $1 and t.record_id = $3 and ${ALARM_SCOPE('$2')}`,
      [who.orgId, who.deptIds, recordId],
    )
    const record = rows[0]
    if (!record) throw notFound('告警')
    const moment = secondOf(at, record.raisedMs)
    const device = record.deviceId === null ? undefined : await deviceOf(who, record.deviceId, null)
    if (device) return explain(who, device, moment)
    const gone = line('NOT_KEPT', '这台设备已经删除，只能以告警记录为准')
    return {
      deviceId: null,
      deviceNo: record.deviceNo,
      kind: record.source,
      at: wire(moment),
      atMs: moment,
      ...answerOf([gone]),
      alarmed: true,
      answer: gone.text,
      alarms: [],
      from: moment - SHOWN_BEFORE,
      to: moment + SHOWN_AFTER,
      points: [],
      gaps: [],
      away: [],
      readings: 0,
      readingsFrom: null,
    }
  },
})
