// Alarms as desks, walls and pop-ups show them: one statement for any choice of rows.
import type pg from 'pg'
import type { AlarmCardData } from '#contract/monitor/alarm'
import { CALL_VOICE, callSentence } from '#contract/monitor/callVoice'
import {
  CallerType,
  type CallerTypeValue,
  type DeviceKindValue,
  LocationAlarmType,
  type LocationAlarmTypeValue,
  MattressAlarmType,
  type MattressAlarmTypeValue,
} from '#contract/monitor/words'

/** 心率, 围栏告警, 床头呼叫 */
export function alarmTypeName(source: DeviceKindValue, type: string): string {
  if (source === 'MATTRESS') return MattressAlarmType.label(type as MattressAlarmTypeValue)
  if (source === 'TAG') return LocationAlarmType.label(type as LocationAlarmTypeValue)
  return `${CallerType.label(type as CallerTypeValue)}呼叫`
}

/** The joins of an alarm `t`; the columns below need them. */
export const ALARM_JOINS = `left join oldman o on o.org_id = t.org_id and o.oldman_id = t.oldman_id
left join bed b on b.org_id = t.org_id and b.bed_id = t.bed_id
left join room r on r.org_id = t.org_id and r.room_id = coalesce(b.room_id, t.room_id)
left join location l on l.org_id = r.org_id and l.location_id = r.area
left join employee us on us.org_id = t.org_id and us.emp_id = t.user_id
left join employee tk on tk.org_id = t.org_id and tk.emp_id = t.taker_id
left join employee hd on hd.org_id = t.org_id and hd.emp_id = t.handler_id
left join monitor_setting cv on t.source = 'CALL' and cv.org_id = t.org_id and cv.name = 'callVoice'`

export const ALARM_COLUMNS = `t.record_id as "recordId", t.version, t.source, t.type, t.kind, t.level, t.urgency, t.status,
  t.content, t.value, t.threshold, t.unit, t.device_id as "deviceId", t.device_no as "deviceNo", t.bed_id as "bedId",
  r.room_name as "roomName", b.bed_name as "bedName",
  nullif(concat_ws('>', nullif(l.path, ''), r.room_name, b.bed_name), '') as place,
  t.oldman_id as "oldmanId", o.oldman_name as "oldmanName", o.sex, extract(year from age(current_date, o.birth_date))::int as age, o.head,
  coalesce(o.attention, '[]') as attention, us.emp_name as "userName", t.dept_id as "deptId", t.start_at as "startAt",
  t.raised_at as "raisedAt", greatest(0, extract(epoch from now() - t.raised_at))::int as seconds, t.repeats, t.device_time as "deviceTime", t.oddity,
  t.recovered_at as "recoveredAt", t.taken_at as "takenAt", t.taker_id as "takerId", tk.emp_name as "takerName",
  t.handled_at as "handledAt", hd.emp_name as "handlerName", t.result, t.remark, t.rank,
  t.next_name as "nextName", case when t.next_step_at is not null
    then greatest(0, ceil(extract(epoch from t.next_step_at - now()) - 0.005))::int end as "nextSeconds",
  t.map_id as "mapId", t.x, t.y, t.voice_times as "voiceTimes", l.path as "areaPath",
  cv.value->>'template' as "template"`

export type AlarmRow = Omit<AlarmCardData, 'typeName' | 'speech'> & { areaPath: string | null; template: string | null }

export function toCard(row: AlarmRow): AlarmCardData {
  const { areaPath, template, ...card } = row
  const floor = areaPath?.split('>').pop()
  const where = [floor, row.roomName, row.bedName].filter(Boolean).join(' ')
  // Numbers are shown, not spoken: they change while it is being said.
  const what =
    row.source === 'TAG'
      ? alarmTypeName(row.source, row.type)
      : row.content.replace(/\s*[\d.]+\s*(次\/分|分钟|秒|%|％).*$/, '')
  return {
    ...card,
    typeName: alarmTypeName(row.source, row.type),
    speech:
      row.source === 'CALL'
        ? callSpeech(row, template)
        : [where || row.userName || row.oldmanName || row.deviceNo, what].join(' '),
  }
}

/** 203室3床卫生间呼叫, as the organisation words it; a call point that hangs nowhere is named by its number. */
function callSpeech(row: AlarmRow, template: string | null): string {
  const type = CallerType.label(row.type as CallerTypeValue)
  if (!row.roomName && !row.bedName) return `${row.deviceNo} ${type}呼叫`
  const spoken = { room: row.roomName, bed: row.bedName, elder: row.oldmanName, type }
  return callSentence(template ?? CALL_VOICE.template, spoken)
}

/**
 * The most urgent first (plain calls below toilet, reinforcement and SOS); among equals the one that waits longest. By
 * the second, as browsers get it: they order what is pushed to them by the same.
 */
export const ALARM_ORDER = `t.urgency, t.source = 'CALL' and t.type in ('BED', 'DOOR'), date_trunc('second', t.raised_at),
  t.record_id`

/** The ids come first: with so many tables the planner keeps the order it is given. */
const BY_ID = `select t.org_id as "orgId", ${ALARM_COLUMNS}
  from unnest($1::text[], $2::text[]) as n(o, i) join alarm_record t on t.org_id = n.o and t.record_id = n.i ${ALARM_JOINS}
  order by ${ALARM_ORDER}`

export type OwnedCard = { orgId: string; card: AlarmCardData }

export async function cardsOf(
  client: pg.Pool | pg.ClientBase,
  ids: readonly { orgId: string; recordId: string }[],
): Promise<OwnedCard[]> {
  if (ids.length === 0) return []
  const { rows } = await client.query<AlarmRow & { orgId: string }>({
    name: 'alarm-cards',
    text: BY_ID,
    values: [ids.map((one) => one.orgId), ids.map((one) => one.recordId)],
  })
  return rows.map(({ orgId, ...row }) => ({ orgId, card: toCard(row) }))
}

/** An alarm belongs to the department it was raised for; without one everybody sees it. `?` is the caller's list. */
export const ALARM_SCOPE = (departments: string) =>
  `(${departments}::text[] is null or t.dept_id is null or t.dept_id = any(${departments}))`

export async function openCards(
  pool: pg.Pool | pg.ClientBase,
  orgId: string,
  deptIds: readonly string[] | null,
): Promise<AlarmCardData[]> {
  const { rows } = await pool.query<AlarmRow>({
    name: 'alarm-open',
    text: `select ${ALARM_COLUMNS} from alarm_record t ${ALARM_JOINS}
      where t.org_id = $1 and t.status = 0 and ${ALARM_SCOPE('$2')} order by ${ALARM_ORDER}`,
    values: [orgId, deptIds],
  })
  return rows.map(toCard)
}
