// A month of positioning alarms of the demo house, all of them closed.

import { momentOf } from '#contract/kit/clock'
import type { LocationAlarmTypeValue } from '#contract/monitor/words'
import { urgencyOf } from '#server/areas/monitor/alarm/alarmRaise'
import { positionPresets } from '#server/areas/monitor/position/positionRules'
import type { Tx } from '#server/kit/caller'
import { chance } from '#server/kit/chance'
import type { DemoContext } from '#server/kit/demo'

interface Told {
  type: LocationAlarmTypeValue
  content: (n: number) => string
  value?: (n: number) => number
  unit?: string
  threshold?: number
  /** Ends by itself, unless somebody is faster. */
  ends: boolean
  results: readonly string[]
  /** Only residents; fences to keep in only those with dementia. */
  who: 'ELDER' | 'KEPT' | 'ANY'
}

const KINDS: readonly Told[] = [
  {
    type: 'lowPowerAlarm',
    content: (n) => `电量低 ${10 + (n % 11)}%`,
    value: (n) => 10 + (n % 11),
    threshold: 20,
    unit: '%',
    ends: true,
    results: ['已更换充好电的标签', '已通知夜班充电'],
    who: 'ANY',
  },
  {
    type: 'railAlarm',
    content: () => '越出围栏「失智老人 禁止离开」',
    ends: true,
    results: ['在正门外找到，已陪同回房', '家属陪同散步，已补登记外出', '保安拦下，送回楼层'],
    who: 'KEPT',
  },
  {
    type: 'railAlarm',
    content: (n) => `在「浴室」停留 ${31 + (n % 9)} 分钟`,
    value: (n) => 31 + (n % 9),
    threshold: 30,
    unit: '分钟',
    ends: true,
    results: ['护理员在场协助洗浴', '到场查看，老人穿衣较慢，无异常'],
    who: 'ELDER',
  },
  {
    type: 'railAlarm',
    content: (n) => `进入禁区「${n % 2 ? '厨房' : '配药间'}」`,
    ends: true,
    results: ['已劝离', '随配餐员进入，已带出'],
    who: 'ELDER',
  },
  {
    type: 'manualAlarm',
    content: () => '一键呼叫',
    ends: false,
    results: ['到场协助如厕', '老人误按，已安抚', '帮助取水'],
    who: 'ELDER',
  },
  {
    type: 'sos',
    content: () => 'SOS 求救',
    ends: false,
    results: ['起身时腿软，已扶起，未受伤', '误触，已告知用法', '头晕，量血压后卧床休息'],
    who: 'ELDER',
  },
  {
    type: 'tamperAlarm',
    content: (n) => `腕带松开 ${5 + (n % 20)} 秒`,
    ends: true,
    results: ['已重新佩戴', '洗澡时摘下，已戴回'],
    who: 'ELDER',
  },
  {
    type: 'communicationOffline',
    content: (n) => `标签 ${10 + (n % 15)} 分钟没有信号`,
    value: (n) => 10 + (n % 15),
    threshold: 10,
    unit: '分钟',
    ends: true,
    results: ['标签放在抽屉里，已戴回', '到 4 层露台，信号弱'],
    who: 'ELDER',
  },
  {
    type: 'locationOffline',
    content: (n) => `标签有信号，但 ${5 + (n % 6)} 分钟没有定位`,
    value: (n) => 5 + (n % 6),
    threshold: 5,
    unit: '分钟',
    ends: true,
    results: ['电梯厅信标重启后恢复'],
    who: 'ANY',
  },
  {
    type: 'maintenanceAlarm',
    content: () => '标签故障：加速度计自检失败',
    ends: true,
    results: ['已换备用标签，送修'],
    who: 'ANY',
  },
]

/** How often each kind comes, by its place above. */
const OFTEN = [0, 0, 0, 1, 2, 2, 3, 4, 4, 4, 5, 6, 6, 7, 7, 8, 9]
const DAYS = 30
const MINUTE = 60_000
const DAY = 86_400_000

type Spot = { mapId: string; x: number; y: number }

export async function addDemoPositionAlarms(
  tx: Tx,
  demo: DemoContext,
  people: readonly Wearer[],
  spots: ReadonlyMap<string, Spot>,
): Promise<number> {
  const residents = people.filter((one) => one.oldmanId)
  const kept = residents.filter((one) => one.dementia)
  if (residents.length === 0) return 0
  const luck = chance(2209)
  const nurses = ['何静', '陆小燕', '李晓梅'].map((name) => demo.staff(name))
  const midnight = momentOf(demo.today)
  // What is told of today lies before the day's first start.
  const latest = Date.now() - 20 * MINUTE
  const rows = []
  for (let day = 0; day <= DAYS; day++) {
    for (let k = luck.between(6, 14); k > 0; k--) {
      const told = KINDS[OFTEN[luck.between(0, OFTEN.length - 1)]!]!
      const group = told.who === 'ANY' ? people : told.who === 'KEPT' && kept.length > 0 ? kept : residents
      const one = group[luck.between(0, group.length - 1)]!
      const n = luck.between(0, 1000)
      // Fewer at night.
      const minute = luck.between(0, 9) < 8 ? luck.between(6 * 60, 21 * 60) : luck.between(0, 1439)
      const raisedAt = midnight - day * DAY + minute * MINUTE + luck.between(0, 59) * 1000
      if (raisedAt > latest) continue
      const rule = positionPresets.find((each) => each.alarmType === told.type)!
      const fate = luck.between(0, 9)
      const status = told.type === 'lowPowerAlarm' && fate < 4 ? 2 : told.ends && fate < 6 ? 4 : 3
      const waited = told.type === 'sos' ? luck.between(8, 40) : luck.between(20, 300)
      const taken = status === 3 ? raisedAt + waited * 1000 : null
      const ended = raisedAt + (waited + luck.between(30, 900)) * 1000
      const nurse = nurses[luck.between(0, nurses.length - 1)]!
      const spot = spots.get(one.deviceId)
      const value = told.value?.(n) ?? null
      rows.push({
        recordId: demo.id(`position-alarm:${day}:${k}`),
        deviceId: one.deviceId,
        deviceNo: one.deviceNo,
        oldmanId: one.oldmanId,
        userId: one.userId,
        deptId: one.deptId,
        type: told.type,
        level: rule.level,
        urgency: urgencyOf('TAG', told.type),
        content: told.content(n),
        value,
        threshold: told.threshold ?? null,
        unit: told.unit ?? null,
        voiceTimes: rule.voiceTimes,
        mapId: spot?.mapId ?? null,
        x: spot?.x ?? null,
        y: spot?.y ?? null,
        startAt: raisedAt - (told.unit === '分钟' && value !== null ? value * MINUTE : rule.delayS * 1000),
        raisedAt,
        takenAt: taken,
        takerId: taken === null ? null : nurse,
        handledAt: Math.min(ended, Date.now() - MINUTE),
        handlerId: status === 4 ? null : nurse,
        result: status === 3 ? told.results[n % told.results.length]! : null,
        remark: status === 2 ? '夜班统一充电' : null,
        status,
      })
    }
  }
  const sent = [demo.orgId, JSON.stringify(rows)]
  await tx.client.query(
    `insert into alarm_record (org_id, record_id, source, device_id, device_no, oldman_id, user_id, dept_id, type, level, urgency,
      content, value, threshold, unit, voice_times, map_id, x, y, start_at, raised_at, taken_at, taker_id, handled_at, handler_id,
      result, remark, status, rank)
    select $1, n."recordId", 'TAG', n."deviceId", n."deviceNo", n."oldmanId", n."userId", n."deptId", n.type, n.level, n.urgency,
      n.content, n.value, n.threshold, n.unit, n."voiceTimes", n."mapId", n.x, n.y, to_timestamp(n."startAt" / 1000.0),
      to_timestamp(n."raisedAt" / 1000.0), to_timestamp(n."takenAt" / 1000.0), n."takerId",
      to_timestamp(n."handledAt" / 1000.0), n."handlerId", n.result, n.remark, n.status, 1
    from jsonb_to_recordset($2::jsonb) as n("recordId" text, "deviceId" text, "deviceNo" text, "oldmanId" text, "userId" text,
      "deptId" text, type text, level int, urgency int, content text, value int, threshold int, unit text, "voiceTimes" int,
      "mapId" text, x real, y real, "startAt" float8, "raisedAt" float8, "takenAt" float8, "takerId" text,
      "handledAt" float8, "handlerId" text, result text, remark text, status int)`,
    sent,
  )
  await tx.client.query(
    `insert into alarm_step (org_id, step_id, record_id, kind, rank, user_id, user_name, note, at)
    select a.org_id, md5(a.record_id || s.kind), a.record_id, s.kind, s.rank, s.user_id, e.emp_name, s.note, s.at
    from alarm_record a join jsonb_to_recordset($2::jsonb) as n("recordId" text) on n."recordId" = a.record_id
    cross join lateral (
      select 'RAISED' as kind, null::int as rank, null::text as user_id, a.content as note, a.raised_at as at
      union all select 'TAKEN', null, a.taker_id, null, a.taken_at where a.taken_at is not null
      union all select case a.status when 2 then 'IGNORED' when 3 then 'HANDLED' else 'RELEASED' end, null, a.handler_id,
        coalesce(a.result, a.remark), a.handled_at) s
    left join employee e on e.org_id = a.org_id and e.emp_id = s.user_id
    where a.org_id = $1`,
    sent,
  )
  return rows.length
}
export interface Wearer {
  deviceId: string
  deviceKey: number
  deviceNo: string
  oldmanId: string | null
  userId: string | null
  deptId: string | null
  dementia: boolean
  buildingId: string | null
  floorId: string | null
  roomName: string | null
  online: number
}
