// A month of mattress alarms of the demo house, most of them handled, some waved away. Six residents keep the readings of
// seven nights as well, so that a rule can be replayed: their alarms are those the evaluator raises from them.
import type { RuleKindValue } from '#contract/monitor/words'
import { urgencyOf } from '#server/areas/monitor/alarm/alarmRaise'
import { DEFAULT_RULES } from '#server/areas/monitor/alarmRule/defaultRules'
import { effectiveRules } from '#server/areas/monitor/alarmRule/effectiveRules'
import { evaluate, type MattressState, type Reading } from '#server/areas/monitor/alarmRule/evaluate'
import { ensurePartitions } from '#server/areas/monitor/ingest/partitions'
import type { Tx } from '#server/kit/caller'
import { type DemoContext, demoPart } from '#server/kit/demo'
import { type Incident, incidentAt, mattressIncidents } from '#simulator/incidents'
import { chance, seedOf } from '#simulator/random'
import { dayOf, dayStart, readingOf, sleeperOf } from '#simulator/sleeper'

const SECOND = 1_000
const MINUTE = 60_000
const HOUR = 60 * MINUTE
const INTERVAL_S = 20
const KEPT_NIGHTS = 7
const NIGHTS = 30

interface Bed {
  oldmanId: string
  deptId: string | null
  bedId: string
  deviceId: string
  deviceNo: string
  deviceKey: number
}

/** Everybody with a mattress who did not leave the house lately; the first two have a story of their own already. */
const BEDS = `select t.oldman_id as "oldmanId", t.dept_id as "deptId", v.bed_id as "bedId", v.device_id as "deviceId",
  v.device_no as "deviceNo", v.device_key as "deviceKey"
from device v join oldman t on t.org_id = v.org_id and t.current_bed_id = v.bed_id
where v.org_id = $1 and v.kind = 'MATTRESS' and not exists (select from outing u where u.org_id = t.org_id
  and u.oldman_id = t.oldman_id and coalesce(u.actual_return, now()) > now() - interval '40 days')
order by t.sex desc, v.device_no offset 2`

interface Told {
  kind: RuleKindValue
  content: string
  value: number | null
  threshold: number | null
  unit: string | null
  level: number
  type: string
  ruleId: string
  startAt: number
  at: number
  to: number
}

/** What happens to a resident in a night: the first is up a quarter of an hour every night and nobody comes any more. */
function storyOf(n: number, day: number): Incident[] {
  const luck = (place: number) => chance(seedOf(`alarm:${n}`), day, place)
  const at = (hour: number) => dayStart(day + 1) + (hour + luck(1) * 2) * HOUR
  if (n === 0) {
    const minutes = [11, 12, 14, 18][Math.floor(luck(2) * 4)]!
    return [incidentAt('exit', at(0), minutes * 60), incidentAt('exit', at(3), (4 + luck(3) * 8) * 60)]
  }
  if (n === 1) return luck(4) < 0.7 ? [incidentAt('heart', at(1), 150 + luck(5) * 200)] : []
  if (n === 2) return luck(6) < 0.5 ? [incidentAt('restless', at(2), 9 * 60)] : []
  if (n === 3) return luck(7) < 0.6 ? [incidentAt('wet', at(4), 10 * 60)] : []
  return luck(8) < 0.2 ? [incidentAt('exit', at(1), 15 * 60)] : []
}

/** Readings of the kept nights, and the alarms that come of them. */
function playNights(bed: Bed, n: number, today: number) {
  const rules = effectiveRules(
    DEFAULT_RULES.map((rule) => ({ ...rule, ruleId: rule.ruleName })),
    [],
    { oldmanId: bed.oldmanId, deptId: bed.deptId, levelId: null },
  )
  const sleeper = { ...sleeperOf(seedOf(bed.deviceNo)), exits: 0 }
  const readings: Reading[] = []
  const told: Told[] = []
  let state: MattressState = {}
  for (let day = today - KEPT_NIGHTS - 2; day <= today - 3; day++) {
    const incidents = storyOf(n, day)
    for (let at = dayStart(day) + 21 * HOUR; at < dayStart(day + 1) + 6 * HOUR; at += INTERVAL_S * SECOND) {
      const said = mattressIncidents(incidents, at, readingOf(sleeper, at, INTERVAL_S))!
      const reading: Reading = {
        at,
        inBed: said.inBed as 0 | 1,
        heart: said.heart || null,
        breath: said.breath || null,
        move: said.move ?? 0,
        turn: said.turn ?? 0,
        wet: said.wet ?? 0,
      }
      readings.push(reading)
      const next = evaluate({ rules, muted: false, intervalS: INTERVAL_S }, state, reading)
      state = next.state
      for (const event of next.events) {
        const open = told.at(-1)
        if (event.do === 'recover') {
          if (open && open.kind === event.kind) open.to = event.at
        } else if (!(open && open.kind === event.kind && open.to > event.at)) {
          const { content, value, threshold, unit, level, type, startAt } = event
          const kind = event.kind!
          told.push({
            kind,
            content,
            value,
            threshold,
            unit,
            level,
            type,
            ruleId: event.ruleId!,
            startAt,
            at: event.at,
            to: at + HOUR,
          })
        }
      }
    }
  }
  return { readings, told }
}

const READINGS = `insert into reading (org_id, device_key, at, in_bed, heart, breath, move, turn, wet)
select $1::varchar, $2::int, to_timestamp(r.at / 1000), r.b, nullif(r.h, 0), nullif(r.r, 0), r.m, r.t, r.w
from unnest($3::float8[], $4::int2[], $5::int2[], $6::int2[], $7::int2[], $8::int2[], $9::int2[]) as r(at, b, h, r, m, t, w)
on conflict do nothing`

const MINUTES = `insert into reading_minute (org_id, device_key, minute, oldman_id, n, in_bed_n, heart_n, heart_sum, heart_min,
  heart_max, breath_n, breath_sum, breath_min, breath_max, turns, big_moves, exits, wet)
select $1::varchar, device_key, date_trunc('minute', at), $3::varchar, count(*), sum(in_bed), count(heart), coalesce(sum(heart), 0), min(heart),
  max(heart), count(breath), coalesce(sum(breath), 0), min(breath), max(breath), sum(turn), count(*) filter (where move = 2), 0, max(wet)
from reading where org_id = $1::varchar and device_key = $2 and at >= to_timestamp($4::float8 / 1000) and at < to_timestamp($5::float8 / 1000)
group by 2, 3 on conflict do nothing`

const ALARMS = `with made as (
  insert into alarm_record (org_id, record_id, source, device_no, device_id, bed_id, oldman_id, dept_id, type, kind, rule_id, level,
    urgency, content, value, threshold, unit, start_at, raised_at, taken_at, taker_id, handled_at, handler_id, result, remark, status, rank)
  select $1::varchar, md5('demo-alarm:' || r."deviceNo" || ':' || r.kind || ':' || r."at"), 'MATTRESS', r."deviceNo", r."deviceId", r."bedId",
    r."oldmanId", r."deptId", r.type, r.kind,
    md5($1::varchar || ':alarmRule:' || r."ruleName"), r.level, r.urgency, r.content, r.value, r.threshold, r.unit,
    to_timestamp(r."startAt" / 1000), to_timestamp(r."at" / 1000), to_timestamp(r."takenAt" / 1000),
    case when r."takenAt" is not null then r.who end, to_timestamp(r."handledAt" / 1000), case when r.status <> 4 then r.who end, r.result,
    r.remark, r.status, 1
  from jsonb_to_recordset($2::jsonb) as r("deviceNo" text, "deviceId" text, "bedId" text, "oldmanId" text, "deptId" text, type text,
    kind text, "ruleName" text, level int, urgency int, content text, value int, threshold int, unit text, "startAt" float8, "at" float8,
    "takenAt" float8, "handledAt" float8, who text, status int, result text, remark text)
  on conflict do nothing returning record_id, content, raised_at, taken_at, taker_id, handled_at, handler_id, status, result
)
insert into alarm_step (org_id, step_id, record_id, kind, user_id, user_name, note, at)
select $1::varchar, md5('step:' || m.record_id || s.kind), m.record_id, s.kind, e.emp_id, e.emp_name, s.note, s.at from made m
cross join lateral (values ('RAISED', null, m.content, m.raised_at), ('TAKEN', m.taker_id, null, m.taken_at),
  (case m.status when 3 then 'HANDLED' when 2 then 'IGNORED' else 'RELEASED' end, m.handler_id, m.result, m.handled_at)
) as s(kind, who, note, at) left join employee e on e.org_id = $1::varchar and e.emp_id = s.who where s.at is not null`

const RESULTS: Readonly<Record<RuleKindValue, readonly string[]>> = {
  EXIT: ['协助如厕后回床', '在走廊，已扶回床上', '本人坐在床边，已安抚'],
  HEART: ['复测心率正常，继续观察', '通知医生到场查看', '噩梦惊醒，安抚后入睡'],
  BREATH: ['调整体位后恢复', '通知医生到场查看'],
  MOVE: ['调整被褥后入睡', '口渴，已喂水'],
  STILL: ['已协助翻身'],
  WET: ['已更换纸尿裤和床单'],
}

/** Handled, waved away, or gone before anybody came: the exits of the first resident mostly the latter two. */
function endOf(told: Told, weary: boolean, seed: number, staff: readonly string[]) {
  const luck = (place: number) => chance(seed, Math.floor(told.at / MINUTE), place)
  const acted = luck(1) < (weary ? 0.25 : 0.78)
  const came = told.at + (25 + luck(2) * (weary ? 400 : 120)) * SECOND
  const results = RESULTS[told.kind]
  const who = staff[Math.floor(luck(3) * staff.length)]!
  if (acted) {
    const result = results[Math.floor(luck(4) * results.length)]!
    return { status: 3, takenAt: came, handledAt: came + (60 + luck(5) * 240) * SECOND, who, result, remark: null }
  }
  if (luck(6) < (weary ? 0.6 : 0.4))
    return { status: 2, takenAt: null, handledAt: came, who, result: null, remark: '误报' }
  return { status: 4, takenAt: null, handledAt: told.to, who: null, result: null, remark: null }
}

/** What the other residents had in the month, some in every night. */
function othersOf(beds: readonly Bed[], today: number): { bed: Bed; told: Told }[] {
  const kinds: readonly (readonly [RuleKindValue, string, string, number | null, number | null, string | null])[] = [
    ['EXIT', '夜间离床', '离床 10 分钟未回', 10, 10, '分钟'],
    ['EXIT', '夜间离床', '离床 10 分钟未回', 10, 10, '分钟'],
    ['HEART', '心率异常', '心率过高 128 次/分', 128, 120, '次/分'],
    ['HEART', '心率异常', '心率过低 43 次/分', 43, 45, '次/分'],
    ['BREATH', '呼吸异常', '呼吸过快 32 次/分', 32, 30, '次/分'],
    ['MOVE', '夜间体动频繁', '体动频繁', null, null, null],
    ['WET', '尿湿', '尿湿', null, null, null],
    ['WET', '尿湿', '尿湿', null, null, null],
  ]
  const all: { bed: Bed; told: Told }[] = []
  for (let day = today - NIGHTS; day <= today - 2; day++) {
    const many = 3 + Math.floor(chance(17, day) * 5)
    for (let n = 0; n < many; n++) {
      const [kind, ruleId, content, value, threshold, unit] = kinds[Math.floor(chance(18, day, n) * kinds.length)]!
      const rule = DEFAULT_RULES.find((one) => one.ruleName === ruleId)!
      const bed = beds[Math.floor(chance(19, day, n) * beds.length)]!
      const at = Math.floor(dayStart(day) + (21.5 + chance(20, day, n) * 8) * HOUR)
      const type = { EXIT: '1', MOVE: '2', STILL: '2', BREATH: '3', HEART: '4', WET: '5' }[kind]
      const startAt = at - rule.durationS * SECOND
      const to = at + (3 + chance(21, day, n) * 8) * MINUTE
      all.push({
        bed,
        told: { kind, content, value, threshold, unit, level: rule.level, type, ruleId, startAt, at, to },
      })
    }
  }
  return all
}

async function addAlarms(tx: Tx, demo: DemoContext): Promise<void> {
  const { client } = tx
  const { rows: beds } = await client.query<Bed>(BEDS, [demo.orgId])
  if (beds.length < 10) return
  const today = dayOf(Date.now())
  const from = dayStart(today - KEPT_NIGHTS - 2)
  await ensurePartitions(client, 'reading', from, Date.now())
  await ensurePartitions(client, 'reading_minute', from, Date.now())
  const kept = beds.slice(0, 6)
  const alarms = othersOf(beds.slice(6), today)
  for (const [n, bed] of kept.entries()) {
    const { readings, told } = playNights(bed, n, today)
    await client.query(READINGS, [
      demo.orgId,
      bed.deviceKey,
      readings.map((one) => one.at),
      readings.map((one) => one.inBed),
      readings.map((one) => one.heart ?? 0),
      readings.map((one) => one.breath ?? 0),
      readings.map((one) => one.move),
      readings.map((one) => one.turn),
      readings.map((one) => one.wet),
    ])
    await client.query(MINUTES, [demo.orgId, bed.deviceKey, bed.oldmanId, from, dayStart(today - 1)])
    alarms.push(...told.map((one) => ({ bed, told: one })))
  }
  const staff = ['李晓梅', '何静'].map((name) => demo.staff(name))
  const rows = alarms.map(({ bed, told }) => ({
    ...bed,
    ...told,
    ruleName: told.ruleId,
    at: Math.round(told.at),
    urgency: urgencyOf('MATTRESS', told.type),
    ...endOf(told, bed === kept[0], seedOf(bed.deviceNo), staff),
  }))
  await client.query(ALARMS, [demo.orgId, JSON.stringify(rows)])
  tx.log({ remark: `床垫告警记录 ${rows.length} 条`, targetType: 'alarm' })
}

export default demoPart(66, addAlarms)
