// What people do for themselves: where they stand today, and clocking by phone. Nobody clocks for somebody else here.
import {
  AttendanceResult,
  ClockPlaceKind,
  ClockSide,
  type ClockSideValue,
} from '#contract/administration/attendanceWords'
import {
  type ClockCountedData,
  type ClockPartData,
  type ClockTodayData,
  clock,
  WORST_ACCURACY,
} from '#contract/administration/clock'
import { windowsOf } from '#contract/administration/reckon'
import { partsOn } from '#contract/administration/shiftTime'
import type { InputOf } from '#contract/kit/call'
import { DAY_MS, dayText, momentOf, timeText } from '#contract/kit/clock'
import { invalid } from '#contract/kit/refusal'
import { type ReckonedRow, reckonDays, reckoned } from '#server/areas/administration/attendanceRecord/reckon'
import {
  type Client,
  type DayFacts,
  dayAfter,
  factsOf,
} from '#server/areas/administration/attendanceRecord/reckonFacts'
import type { GroupPattern } from '#server/areas/administration/attendanceTables'
import { agreedLeaves } from '#server/areas/administration/roster/rosterRead'
import type { Caller, Tx } from '#server/kit/caller'
import { newId } from '#server/kit/ids'
import { takeRate } from '#server/kit/rateLimit'
import { type GroupPlace, inNetwork, placeOf } from './clockPlaces.ts'
import { daysOf } from './clockTake.ts'

type Input = InputOf<(typeof clock)['calls']['add']>

const PRESSES = { most: 20, seconds: 600 }
/** A press within this time of the last is answered as that one. */
const AGAIN_SECONDS = 20

interface OwnGroup {
  groupId: string
  name: string
  mode: ClockTodayData['mode']
  pattern: GroupPattern
  photo: boolean
  outside: boolean
}

const GROUP = `select g.attendance_group_pk_id as "groupId", g.name, g.mode, g.pattern, g.photo, g.outside from attendance_member m
join attendance_group g on g.org_id = m.org_id and g.attendance_group_pk_id = m.attendance_group_pk_id
where m.org_id = $1 and m.emp_id = $2 and m.from_day <= $3::date and (m.to_day is null or m.to_day > $3::date)
  and g.effective_date <= $3::date`
const PLACES = `select p.place_id as "placeId", p.kind, p.name, p.lng, p.lat, p.radius, p.network, p.device_no as "deviceNo"
from attendance_place p where p.org_id = $1 and p.attendance_group_pk_id = $2 order by p.sort, p.place_id`
const OWN = `select p.at, p.source, p.place_name as "placeName", p.outside from clock_punch p
where p.org_id = $1 and p.emp_id = $2 and p.at >= $3::timestamptz order by p.at, p.punch_id`

async function groupOf(client: Client, who: Caller, day: string): Promise<OwnGroup | null> {
  const found = await client.query<OwnGroup>({ name: 'clock_group', text: GROUP, values: [who.orgId, who.userId, day] })
  return found.rows[0] ?? null
}

async function placesOf(client: Client, orgId: string, groupId: string): Promise<GroupPlace[]> {
  return (await client.query<GroupPlace>({ name: 'clock_places', text: PLACES, values: [orgId, groupId] })).rows
}

const timed = (ms: number | null) => (ms === null ? null : timeText(ms))

/** The parts of a day with their windows, also before anything of them is known. */
function partsOfDay({ day, input }: DayFacts, rows: readonly ReckonedRow[]): ClockPartData[] {
  if (!input) return []
  const own = rows.filter((row) => row.day === day)
  const plain = (row: ReckonedRow | undefined, part: number) => ({
    day,
    part,
    actualOn: timed(row?.actualOn ?? null),
    actualOff: timed(row?.actualOff ?? null),
    onResult: row?.onResult ?? null,
    offResult: row?.offResult ?? null,
    lateMin: row?.lateMin ?? 0,
    earlyMin: row?.earlyMin ?? 0,
    overtimeMin: row?.overtimeMin ?? 0,
  })
  if (input.plan.kind === 'SHIFT') {
    const { shift } = input.plan
    return windowsOf(partsOn(day, shift), input.before, input.after).map((part, at) => ({
      ...plain(
        own.find((row) => row.part === at),
        at,
      ),
      shiftName: shift.shiftName,
      planOn: timeText(part.on),
      planOff: timeText(part.off),
      opens: timeText(part.opens),
      closes: timeText(part.closes),
    }))
  }
  if (input.plan.kind === 'FREE' && input.plan.minutes > 0) {
    const from = momentOf(day)
    return [
      {
        ...plain(own[0], 0),
        shiftName: '自由工时',
        planOn: null,
        planOff: null,
        opens: timeText(from),
        closes: timeText(from + DAY_MS),
      },
    ]
  }
  return []
}

/** Yesterday's night while its window is open, today, and what of tomorrow may be clocked already. */
function relevant(parts: readonly ClockPartData[], now: string, today: string): ClockPartData[] {
  return parts.filter(
    (part) =>
      part.day === today ||
      (part.day < today && part.closes !== null && part.closes >= now && part.planOff! >= `${today} 00:00:00`) ||
      (part.day > today && part.opens !== null && part.opens <= now),
  )
}

const asked = (free: number | null) => free !== AttendanceResult.is.leave && free !== AttendanceResult.is.outside

/** What is to be clocked next of parts whose window has not closed. */
function nextOf(parts: readonly ClockPartData[], now: string): ClockTodayData['next'] {
  for (const part of parts) {
    if (part.closes === null || part.closes < now) continue
    const due = (side: ClockSideValue) => ({
      side,
      part: part.part,
      from: part.opens!,
      due: (side === ClockSide.is.ON ? part.planOn : part.planOff) ?? part.closes!,
    })
    const halfGone = part.planOff !== null && now >= part.planOff
    if (part.actualOn === null && !halfGone && asked(part.onResult)) return due(ClockSide.is.ON)
    if (part.actualOff === null && asked(part.offResult)) return due(ClockSide.is.OFF)
  }
  return null
}

const hm = (at: string, today: string) =>
  at.slice(0, 10) === today ? at.slice(11, 16) : `${at.slice(5, 10)} ${at.slice(11, 16)}`

function wordsOf(
  next: ClockTodayData['next'],
  parts: readonly ClockPartData[],
  group: OwnGroup | null,
  now: string,
): string {
  const today = now.slice(0, 10)
  if (!group) return '您还没有加入考勤组，请联系管理员'
  if (next) {
    if (now < next.from) return `${hm(next.from, today)} 起可以打${ClockSide.label(next.side)}卡`
    if (parts.some((part) => part.planOn === null))
      return next.side === ClockSide.is.ON ? '请打上班卡' : '离开时请打下班卡'
    if (next.side === ClockSide.is.ON) {
      return now > next.due ? `应于 ${hm(next.due, today)} 上班，请尽快打卡` : `请在 ${hm(next.due, today)} 前打上班卡`
    }
    return `${hm(next.due, today)} 下班后请打下班卡`
  }
  return parts.length === 0 ? '今天没有班，到院加班也可以打卡' : '今天的卡已打完'
}

export async function ownToday(who: Caller, nowMs = Date.now()): Promise<ClockTodayData> {
  const { pool } = who.app
  const now = timeText(nowMs)
  const today = now.slice(0, 10)
  const group = await groupOf(pool, who, today)
  const days = [-1, 0, 1].map((by) => ({ empId: who.userId, day: dayAfter(today, by) }))
  const facts = await factsOf(pool, who.orgId, days, nowMs)
  const rows = await reckoned(pool, who.orgId, days, nowMs)
  const parts = relevant(
    facts.flatMap((one) => partsOfDay(one, rows)),
    now,
    today,
  )
  const places = group ? await placesOf(pool, who.orgId, group.groupId) : []
  const since = [`${today} 00:00:00`, ...parts.flatMap((part) => part.opens ?? [])].toSorted()[0]!
  const punches = await pool.query<ClockTodayData['punches'][number]>({
    name: 'clock_own',
    text: OWN,
    values: [who.orgId, who.userId, `${since}+08`],
  })
  const [leave] = await agreedLeaves(pool, who.orgId, [who.userId], today, today)
  const next = nextOf(parts, now)
  return {
    now,
    empName: who.empName ?? '',
    groupName: group?.name ?? null,
    mode: group?.mode ?? null,
    photo: group?.photo ?? false,
    outside: group?.outside ?? false,
    places: places.map(({ placeId, kind, name, lng, lat, radius, network }) => ({
      placeId,
      kind,
      name,
      lng,
      lat,
      radius,
      here: kind === ClockPlaceKind.is.NETWORK && inNetwork(who.origin.ip, network!),
    })),
    parts,
    leave: leave ? { kind: leave.kind, fromAt: leave.fromAt, toAt: leave.toAt } : null,
    punches: punches.rows,
    next,
    words: wordsOf(next, parts, group, now),
  }
}

interface Where {
  placeId: string | null
  placeName: string | null
  distance: number | null
  outside: boolean
}

const LEAVE_NOW = `select l.place from attendance_leave l where l.org_id = $1 and l.emp_id = $2 and l.state = 'AGREED' and l.kind = 'OUTSIDE'
  and l.from_at <= now() and l.to_at > now() limit 1`

/** Where it counts as clocked, or why not. */
async function whereOf(tx: Tx, who: Caller, group: OwnGroup, input: Input): Promise<Where> {
  const places = await placesOf(tx.client, tx.orgId, group.groupId)
  const { lng, lat, accuracy } = input
  if ((typeof lng === 'number') !== (typeof lat === 'number')) throw invalid('定位不完整，请重新定位', 'lng')
  const ways = places.filter((one) => one.kind !== ClockPlaceKind.is.DEVICE)
  if (places.length === 0) return { placeId: null, placeName: null, distance: null, outside: false }
  const vague = typeof accuracy === 'number' && accuracy > WORST_ACCURACY
  const found = placeOf(ways, { ip: who.origin.ip, ...(vague ? {} : { lng, lat }) })
  if (found.place) {
    return { placeId: found.place.placeId, placeName: found.place.name, distance: found.distance, outside: false }
  }
  const trip = await tx.client.query<{ place: string | null }>(LEAVE_NOW, [tx.orgId, who.userId])
  if (trip.rows[0]) return { placeId: null, placeName: trip.rows[0].place, distance: found.distance, outside: true }
  if (group.outside && input.outside) return { placeId: null, placeName: null, distance: found.distance, outside: true }
  const else_ = group.outside ? '；确在外面工作请选“外勤打卡”' : ''
  if (ways.length === 0) throw invalid(`您所在的考勤组请在考勤机上打卡${else_}`)
  if (vague)
    throw invalid(
      `定位不够准（误差约 ${Math.round(accuracy)} 米），请到窗边或打开定位精确模式后再试${else_}`,
      'accuracy',
    )
  if (found.nearest) {
    const { name, radius } = found.nearest
    throw invalid(`您离“${name}”${found.distance} 米，超出 ${radius} 米的打卡范围${else_}`, 'lng')
  }
  const radius = ways.some((one) => one.kind === ClockPlaceKind.is.RADIUS)
  throw invalid(
    radius ? `没有取得定位，请允许定位后再打卡，或连接院内无线网${else_}` : `请连接院内无线网后再打卡${else_}`,
    'lng',
  )
}

const ADD = `insert into clock_punch (org_id, punch_id, emp_id, at, source, number, place_id, place_name, lng, lat, distance, ip, outside, photo, note)
values ($1, $2, $3, $4::timestamptz, 'PHONE', $5, $6, $7, $8, $9, $10, $11, $12, $13, $14)`
const LAST = `select p.at, p.place_name as "placeName", p.outside from clock_punch p where p.org_id = $1 and p.emp_id = $2 and p.source = 'PHONE'
  and p.at > $3::timestamptz - interval '${AGAIN_SECONDS} seconds' order by p.at desc limit 1`
const HOLD = `select pg_advisory_xact_lock(hashtextextended('clock ' || $1 || ' ' || $2, 0))`

const R = AttendanceResult.is

/** What the press came to. */
function countedOf(
  at: string,
  where: Pick<Where, 'placeName' | 'outside'>,
  rows: readonly ReckonedRow[],
): ClockCountedData {
  const moment = momentOf(at)
  const base = { at, placeName: where.placeName, outside: where.outside }
  const on = rows.find((row) => row.actualOn === moment)
  const off = rows.find((row) => row.actualOff === moment)
  const row = off ?? on
  const clockText = at.slice(11, 16)
  if (!row) {
    return {
      ...base,
      side: null,
      part: null,
      day: null,
      shiftName: null,
      result: null,
      minutes: 0,
      words: `${clockText} 已记录；已有打卡计入，或不在打卡时间内`,
    }
  }
  const side = off ? ClockSide.is.OFF : ClockSide.is.ON
  const result = off ? row.offResult : row.onResult
  const minutes = result === R.late ? row.lateMin : result === R.early ? row.earlyMin : off ? row.overtimeMin : 0
  const title = `${ClockSide.label(side)}打卡 ${clockText}`
  const said =
    result === R.late
      ? `迟到 ${minutes} 分钟`
      : result === R.early
        ? `早退 ${minutes} 分钟，之后再打卡以最后一次为准`
        : result === R.absent
          ? '超过旷工时限，按旷工计'
          : `${AttendanceResult.label(result) || '已记录'}${minutes > 0 ? `，加班 ${minutes} 分钟` : ''}`
  return {
    ...base,
    side,
    part: row.part,
    day: row.day,
    shiftName: row.shiftName,
    result,
    minutes,
    words: `${title}：${said}`,
  }
}

export async function clockByPhone(tx: Tx, who: Caller, input: Input, nowMs = Date.now()): Promise<ClockCountedData> {
  await takeRate(who.app.pool, `clock:${who.orgId}:${who.userId}`, PRESSES)
  const at = timeText(nowMs)
  const today = dayText(nowMs)
  const group = await groupOf(tx.client, who, today)
  if (!group) throw invalid('您还没有加入考勤组，请联系管理员')
  const where = await whereOf(tx, who, group, input)
  if (group.photo && !input.photo) throw invalid('打卡须拍照，请先拍照', 'photo')
  // Two presses of two fingers are one.
  await tx.client.query(HOLD, [tx.orgId, who.userId])
  const last = await tx.client.query<{ at: string; placeName: string | null; outside: boolean }>({
    name: 'clock_last',
    text: LAST,
    values: [tx.orgId, who.userId, `${at}+08`],
  })
  const before = last.rows[0]
  if (before) {
    tx.log({ remark: `手机重复打卡 ${at.slice(11, 16)}，没有再记`, targetType: 'account', targetId: who.userId })
    return countedOf(before.at, before, await reckonDays(tx, tx.orgId, daysOf(who.userId, before.at), nowMs))
  }
  const punchId = newId()
  await tx.client.query({
    name: 'clock_add',
    text: ADD,
    values: [
      tx.orgId,
      punchId,
      who.userId,
      `${at}+08`,
      `P:${punchId}`,
      where.placeId,
      where.placeName,
      input.lng ?? null,
      input.lat ?? null,
      where.distance,
      who.origin.ip,
      where.outside,
      input.photo || null,
      input.note?.trim() || null,
    ],
  })
  const rows = await reckonDays(tx, tx.orgId, daysOf(who.userId, at), nowMs)
  const counted = countedOf(at, where, rows)
  tx.log({ remark: `手机${where.outside ? '外勤' : ''}${counted.words}`, targetType: 'account', targetId: who.userId })
  tx.emit(clock.events.punched, { day: today })
  return counted
}
