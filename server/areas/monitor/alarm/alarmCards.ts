// Alarms as desks, walls and pop-ups show them: one statement for any choice of rows.

import type pg from 'pg'
import type { AlarmCardData } from '#contract/monitor/alarm'
import { whereText } from '#contract/monitor/alarmPlace'
import { CALL_VOICE, callSentence } from '#contract/monitor/callVoice'
import { type Polygon, pointInPolygon } from '#contract/monitor/polygon'
import {
  AlarmStage,
  type AlarmStageValue,
  AlarmStatus,
  CallerType,
  type CallerTypeValue,
  type DeviceKindValue,
  LocationAlarmType,
  type LocationAlarmTypeValue,
  MattressAlarmType,
  type MattressAlarmTypeValue,
  stageOf,
} from '#contract/monitor/words'
import { buildingSql } from '#server/areas/platform/public'
import { inDepts } from '#server/kit/tenant'

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
left join bed hb on t.source = 'TAG' and hb.org_id = t.org_id and hb.bed_id = o.current_bed_id
left join room hr on hr.org_id = hb.org_id and hr.room_id = hb.room_id
left join location hl on hl.org_id = hr.org_id and hl.location_id = hr.area
left join floor_map m on t.source = 'TAG' and m.org_id = t.org_id and m.map_id = t.map_id
left join location ml on ml.org_id = m.org_id and ml.location_id = m.building_id
left join employee us on us.org_id = t.org_id and us.emp_id = t.user_id
left join employee tk on tk.org_id = t.org_id and tk.emp_id = t.taker_id
left join employee hd on hd.org_id = t.org_id and hd.emp_id = t.handler_id
left join monitor_setting cv on t.source = 'CALL' and cv.org_id = t.org_id and cv.name = 'callVoice'`

export const ALARM_COLUMNS = `t.record_id as "recordId", t.version, t.source, t.type, t.kind, t.level, t.urgency, t.status,
  t.content, t.value, t.threshold, t.unit, t.device_id as "deviceId", t.device_no as "deviceNo", t.bed_id as "bedId",
  r.room_name as "roomName", b.bed_name as "bedName",
  nullif(concat_ws('>', nullif(l.path, ''), r.room_name, b.bed_name), '') as "bedPlace", ${buildingSql('l')} as "bedBuilding",
  nullif(concat_ws('>', nullif(hl.path, ''), hr.room_name, hb.bed_name), '') as "homePlace", ${buildingSql('hl')} as "homeBuilding",
  hr.room_name as "homeRoom", hb.bed_name as "homeBed", m.map_name as "mapOnly", m.zones, ${buildingSql('ml')} as "mapBuilding",
  t.oldman_id as "oldmanId", o.oldman_name as "oldmanName", o.sex, extract(year from age(current_date, o.birth_date))::int as age, o.head,
  coalesce(o.notes, '[]') as attention, us.emp_name as "userName", t.dept_id as "deptId", t.start_at as "startAt",
  t.raised_at as "raisedAt", greatest(0, extract(epoch from now() - t.raised_at))::int as seconds, t.repeats, t.device_time as "deviceTime", t.oddity,
  t.recovered_at as "recoveredAt", t.taken_at as "takenAt", t.taker_id as "takerId", tk.emp_name as "takerName",
  t.handled_at as "handledAt", hd.emp_name as "handlerName", t.result, t.remark, t.incidents, t.rank,
  t.next_name as "nextName", case when t.next_step_at is not null
    then greatest(0, ceil(extract(epoch from t.next_step_at - now()) - 0.005))::int end as "nextSeconds",
  t.map_id as "mapId", t.x, t.y, t.voice_times as "voiceTimes", l.path as "areaPath",
  cv.value->>'template' as "template"`

type Computed =
  | 'typeName'
  | 'stage'
  | 'place'
  | 'placeKind'
  | 'spot'
  | 'buildingName'
  | 'homeBuilding'
  | 'speech'
  | 'speechFull'

/** What of a row only says where it is. */
interface PlaceFacts {
  bedPlace: string | null
  bedBuilding: string | null
  homePlace: string | null
  homeBuilding: string | null
  homeRoom: string | null
  homeBed: string | null
  mapOnly: string | null
  mapBuilding: string | null
  zones: { name: string; polygon: Polygon }[] | null
}

export type AlarmRow = Omit<AlarmCardData, Computed> & PlaceFacts & { areaPath: string | null; template: string | null }

type Place = Pick<AlarmCardData, 'place' | 'placeKind' | 'spot' | 'buildingName' | 'homeBuilding'>

/** At a bed or call point; where the tag was located; else, better than nothing, where its wearer lives. */
function placeOf(row: AlarmRow): Place {
  const { homeBuilding } = row
  if (row.bedPlace !== null) {
    const spot = [row.roomName, row.bedName].filter(Boolean).join(' ')
    return { place: row.bedPlace, placeKind: 'BED', spot, buildingName: row.bedBuilding, homeBuilding }
  }
  if (row.mapOnly !== null) {
    const { x, y } = row
    const zone = x === null || y === null ? undefined : row.zones?.find((one) => pointInPolygon([x, y], one.polygon))
    const named = row.mapBuilding !== null && row.mapOnly.startsWith(row.mapBuilding)
    const floor = named ? row.mapOnly.slice(row.mapBuilding!.length).trim() : row.mapOnly
    const parts = [floor, zone?.name].filter(Boolean)
    const place = [row.mapBuilding, ...parts].filter(Boolean).join('>')
    return {
      place,
      placeKind: 'SPOT',
      spot: parts.join(' ') || row.mapOnly,
      buildingName: row.mapBuilding,
      homeBuilding,
    }
  }
  if (row.homePlace === null)
    return { place: null, placeKind: null, spot: null, buildingName: null, homeBuilding: null }
  const spot = [row.homeRoom, row.homeBed].filter(Boolean).join(' ')
  return { place: row.homePlace, placeKind: 'HOME', spot, buildingName: homeBuilding, homeBuilding }
}

export function toCard(row: AlarmRow): AlarmCardData {
  const {
    areaPath,
    template,
    bedPlace,
    bedBuilding,
    homePlace,
    homeRoom,
    homeBed,
    mapOnly,
    mapBuilding,
    zones,
    ...card
  } = row
  const made = { ...card, ...placeOf(row), stage: stageOf(row), typeName: alarmTypeName(row.source, row.type) }
  const said = (several: boolean) =>
    row.source === 'CALL'
      ? callSpeech(made, template, several)
      : row.source === 'TAG'
        ? tagSpeech(made, several)
        : bedSpeech(made, areaPath, several)
  return { ...made, speech: said(false), speechFull: said(true) }
}

type Spoken = Omit<AlarmCardData, 'speech' | 'speechFull'>

/** Numbers are shown, not spoken: they change while it is being said. */
const withoutNumber = (content: string) => content.replace(/\s*[\d.]+\s*(次\/分|分钟|秒|%|％).*$/, '')

function bedSpeech(card: Spoken, areaPath: string | null, several: boolean): string {
  const floor = areaPath?.split('>').pop()
  const where = [several ? card.buildingName : null, floor === card.buildingName ? null : floor, card.spot]
  const place =
    card.spot === null ? (card.oldmanName ?? card.userName ?? card.deviceNo) : where.filter(Boolean).join(' ')
  return `${place} ${withoutNumber(card.content)}`
}

/** Whoever wears a tag is looked for by name; without a position it is said that the bed is only where they live. */
function tagSpeech(card: Spoken, several: boolean): string {
  const where = whereText(card, several)
  const name = card.oldmanName ?? card.userName ?? (where === null ? card.deviceNo : null)
  const lost = card.placeKind === 'SPOT' || card.urgency !== 1 ? null : '没有定位'
  return [where, name, card.typeName, lost].filter(Boolean).join(' ')
}

/** 203室3床卫生间呼叫, as the organisation words it; a call point that hangs nowhere is named by its number. */
function callSpeech(card: Spoken, template: string | null, several: boolean): string {
  const type = CallerType.label(card.type as CallerTypeValue)
  if (!card.roomName && !card.bedName) return `${card.deviceNo} ${type}呼叫`
  const building = several ? card.buildingName : null
  const spoken = { building, room: card.roomName, bed: card.bedName, resident: card.oldmanName, type }
  return callSentence(template ?? CALL_VOICE.template, spoken)
}

/**
 * The most urgent first (plain calls below toilet, reinforcement and SOS); among equals the one that waits longest. By
 * the second, as browsers get it: they order what is pushed to them by the same.
 */
export const ALARM_ORDER = `t.urgency, t.source = 'CALL' and t.type in ('BED', 'DOOR'), date_trunc('second', t.raised_at),
  t.record_id`

/** The stage (`stageOf`) of an alarm `t` as filters of a list: the status finds the rows, the taker tells the open ones apart. */
export const stageFilters = (stage: AlarmStageValue | null | undefined): [string, unknown][] =>
  stage === null || stage === undefined
    ? []
    : [
        ['t.status = ?', stage === AlarmStage.is.taken ? AlarmStatus.is.open : stage],
        [`(t.status <> ${AlarmStatus.is.open} or (t.taken_at is not null) = ?)`, stage === AlarmStage.is.taken],
      ]

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
export const ALARM_SCOPE = (departments: string) => `${inDepts('t', departments)}`

export async function openCards(
  pool: pg.Pool | pg.ClientBase,
  orgId: string,
  deptIds: readonly string[] | null,
): Promise<AlarmCardData[]> {
  const { rows } = await pool.query<AlarmRow>({
    name: 'alarm-open',
    text: `select ${ALARM_COLUMNS} from alarm_record t ${ALARM_JOINS}
      where t.org_id = $1 and t.status = ${AlarmStatus.is.open} and ${ALARM_SCOPE('$2')} order by ${ALARM_ORDER}`,
    values: [orgId, deptIds],
  })
  return rows.map(toCard)
}
