// Shifts, attendance groups with their members and places, and how many people each ward wants: what the rosters and
// clockings of the demonstration are made from.
import {
  ClockPlaceKind,
  GroupMode,
  type GroupModeValue,
  ScheduleMode,
  ShiftEnable,
  ShiftTone,
  type ShiftToneValue,
} from '#contract/administration/attendanceWords'
import { NeedDays } from '#contract/administration/rosterWords'
import { shiftSums, type WorkPeriod } from '#contract/administration/shiftTime'
import { StaffStatus } from '#contract/platform/staff'
import { givePublished } from '#server/areas/administration/holiday/holidays'
import { type DemoContext, demoPart } from '#server/kit/demo'

interface DemoShift {
  name: string
  short: string
  tone: ShiftToneValue
  periods: readonly (readonly [on: string, off: string, next?: true])[]
  rest: number
  lateGrace?: number
  rooms?: readonly string[]
  off?: true
  remark?: string
}

const SHIFTS: readonly DemoShift[] = [
  { name: '白班', short: '白', tone: ShiftTone.is.day, periods: [['07:30', '19:30']], rest: 60 },
  { name: '夜班', short: '夜', tone: ShiftTone.is.night, periods: [['19:30', '07:30', true]], rest: 60 },
  { name: '行政班', short: '行', tone: ShiftTone.is.office, periods: [['08:30', '17:00']], rest: 60, lateGrace: 10 },
  {
    name: '助浴班',
    short: '助',
    tone: ShiftTone.is.late,
    periods: [['09:00', '17:00']],
    rest: 60,
    rooms: ['松鹤楼>1层>101室', '松鹤楼>1层>102室', '松鹤楼>2层>201室', '松鹤楼>2层>202室', '松鹤楼>2层>203室'],
    remark: '周二、周五助浴，负责所列房间',
  },
  {
    name: '厨房班',
    short: '厨',
    tone: ShiftTone.is.other,
    periods: [
      ['05:30', '08:30'],
      ['09:30', '13:00'],
      ['15:30', '18:00'],
    ],
    rest: 0,
    remark: '三餐时段，中间休息',
  },
  {
    name: '中班',
    short: '中',
    tone: ShiftTone.is.late,
    periods: [['13:00', '21:00']],
    rest: 30,
    off: true,
    remark: '改为两班制后停用',
  },
]

const HOUR = 60
const shiftId = (demo: DemoContext, name: string) => demo.id(`shift:${name}`)

const ADD_SHIFT = `insert into attendance_shift (org_id, shift_pk_id, shift_name, short_name, tone, work_period, start_minute, end_minute,
  work_minutes, rest_minutes, open_before, close_after, late_grace, early_grace, absent_after, night, schedule_mode, is_enable, remark,
  sort, created_at)
select $1, s.id, s.name, s.short, s.tone, s.periods, s."startMinute", s."endMinute", s."workMinutes", s.rest, s.before, s.before,
  s.grace, 0, 120, s.night, s.mode, s.enable, s.remark, s.sort, s.at::timestamptz
from jsonb_to_recordset($2::jsonb) as s(id text, name text, short text, tone text, periods jsonb, "startMinute" int, "endMinute" int,
  "workMinutes" int, rest int, before int, grace int, night boolean, mode int, enable int, remark text, sort int, at text)`
const ADD_ROOMS = `insert into attendance_shift_place (org_id, shift_pk_id, place_id, room_id)
select $1, r.shift, r.room, r.room from jsonb_to_recordset($2::jsonb) as r(shift text, room text)`

function shiftRows(demo: DemoContext) {
  return SHIFTS.map((one, sort) => {
    const periods: WorkPeriod[] = one.periods.map(([on, off, next]) => ({ on, off, crossDay: next ?? false }))
    return {
      id: shiftId(demo, one.name),
      name: one.name,
      short: one.short,
      tone: one.tone,
      periods,
      ...shiftSums({ workPeriod: periods, restMinutes: one.rest }),
      rest: one.rest,
      // Windows of neighbouring periods must not meet.
      before: periods.length > 1 ? HOUR / 2 : HOUR,
      grace: one.lateGrace ?? 5,
      mode: one.rooms ? ScheduleMode.is.room : null,
      enable: one.off ? ShiftEnable.is.off : ShiftEnable.is.on,
      remark: one.remark ?? null,
      sort,
      at: demo.at(-310, `10:${10 + sort}`),
    }
  })
}

/** Two people of each team: 白白夜休休 gives two teams by day and one by night. */
const TEAMS = ['A 组', 'B 组', 'C 组', 'D 组', 'E 组']
const SPARE = '机动'

interface DemoGroup {
  name: string
  mode: GroupModeValue
  dept: string
  /** Monday to Sunday. */
  weekly?: readonly (string | null)[]
  shifts?: readonly string[]
  dayMinutes?: number
  days?: readonly number[]
  photo?: boolean
  outside?: boolean
  holidays?: boolean
  members: readonly (readonly [name: string, team: string | null])[]
}

const workDays = (shift: string) => [...Array<string>(5).fill(shift), null, null]
const ward = (
  name: string,
  heads: readonly string[],
  carers: readonly string[],
  shifts: readonly string[],
): DemoGroup => ({
  name,
  mode: GroupMode.is.ROSTER,
  dept: name,
  shifts,
  holidays: false,
  members: [
    ...heads.map((who, i) => [who, i === 0 ? '组长' : '责护'] as const),
    ...carers.map((who, i) => [who, TEAMS[Math.floor(i / 2)] ?? SPARE] as const),
  ],
})

const GROUPS: readonly DemoGroup[] = [
  ward(
    '松鹤楼护理组',
    ['陆小燕', '李晓梅'],
    ['张翠兰', '马春花', '蒋秋菊', '沈桂花', '韩玉珍', '冯彩霞', '曹美玲', '彭小红', '董桂英', '袁丽萍'],
    ['白班', '夜班', '助浴班'],
  ),
  ward(
    '长青楼护理组',
    ['丁力', '周岚'],
    ['王桂香', '高志远', '邓巧云', '傅金凤', '薛春梅', '贾素芳', '魏国强', '叶红英', '阎秀云', '余菊香', '范玉芬'],
    ['白班', '夜班'],
  ),
  ward(
    '康宁楼护理组',
    ['唐婉', '许佳慧'],
    ['陈秀珍', '单文静', '潘冬梅', '杜爱华', '戴月娥', '夏翠萍', '钟志明', '汪玉琴', '田秋香', '任彩云'],
    ['白班', '夜班'],
  ),
  {
    name: '行政组',
    mode: GroupMode.is.FIXED,
    dept: '院办公室',
    weekly: workDays('行政班'),
    outside: true,
    members: ['王建国', '孙丽华', '郑凯', '刘敏', '吴倩', '何静', '宋文博', '曾国平', '方芳', '孟庆海', '赵强'].map(
      (name) => [name, null] as const,
    ),
  },
  {
    name: '餐饮组',
    mode: GroupMode.is.FIXED,
    dept: '餐饮部',
    weekly: [...Array<string>(6).fill('厨房班'), null],
    holidays: false,
    members: [
      ['解宏伟', null],
      ['田甜', null],
    ],
  },
  {
    name: '居家服务组',
    mode: GroupMode.is.FREE,
    dept: '居家服务部',
    dayMinutes: 420,
    days: [0, 1, 2, 3, 4],
    photo: true,
    outside: true,
    members: [
      ['陈雪', null],
      ['蒋涛', null],
    ],
  },
]

const groupId = (demo: DemoContext, name: string) => demo.id(`attendanceGroup:${name}`)

const ADD_GROUP = `insert into attendance_group (org_id, attendance_group_pk_id, name, mode, dept_id, pattern, holidays, photo, outside,
  effective_date, created_at)
select $1, g.id, g.name, g.mode, g.dept, g.pattern, g.holidays, g.photo, g.outside, g.since::date, g.at::timestamptz
from jsonb_to_recordset($2::jsonb) as g(id text, name text, mode text, dept text, pattern jsonb, holidays boolean, photo boolean,
  outside boolean, since text, at text)`
const ADD_MEMBERS = `insert into attendance_member (org_id, emp_id, from_day, to_day, attendance_group_pk_id, team, sort)
select $1, m.emp, m.since::date, m.until::date, m.grp, m.team, m.sort
from jsonb_to_recordset($2::jsonb) as m(emp text, since text, until text, grp text, team text, sort int)`
const ADD_PLACES = `insert into attendance_place (org_id, place_id, attendance_group_pk_id, kind, name, lng, lat, radius, network,
  device_no, sort)
select $1, p.id, p.grp, p.kind, p.name, p.lng, p.lat, p.radius, p.network, p.device, p.sort
from jsonb_to_recordset($2::jsonb) as p(id text, grp text, kind text, name text, lng float8, lat float8, radius int, network text,
  device text, sort int)`
const ADD_NEEDS = `insert into roster_need (org_id, need_id, dept_id, shift_pk_id, days, people, job_ids)
select $1, n.id, n.dept, n.shift, n.days, n.people, n.jobs
from jsonb_to_recordset($2::jsonb) as n(id text, dept text, shift text, days text, people int, jobs text[])`
/** Who has left is in no group from the day after. */
const END_LEFT = `update attendance_member m set to_day = $2::date from employee e
  where m.org_id = $1 and e.org_id = m.org_id and e.emp_id = m.emp_id and e.status = ${StaffStatus.is.left} and m.to_day is null`

const patternOf = (demo: DemoContext, one: DemoGroup) => ({
  ...(one.weekly ? { weekly: one.weekly.map((name) => (name ? shiftId(demo, name) : null)) } : {}),
  ...(one.shifts ? { shiftIds: one.shifts.map((name) => shiftId(demo, name)) } : {}),
  ...(one.dayMinutes ? { dayMinutes: one.dayMinutes, days: one.days } : {}),
})

/** Came over from another ward some months ago. */
const MOVED = { name: '余菊香', from: '康宁楼护理组', day: -120 }

function memberRows(demo: DemoContext) {
  const since = demo.day(-304)
  return GROUPS.flatMap((group) =>
    group.members.flatMap(([name, team], sort) => {
      const row = { emp: demo.staff(name), since, until: null, grp: groupId(demo, group.name), team, sort }
      if (name !== MOVED.name) return [row]
      const until = demo.day(MOVED.day)
      return [
        { ...row, until, grp: groupId(demo, MOVED.from), team: SPARE, sort: 90 },
        { ...row, since: until },
      ]
    }),
  )
}

function placeRows(demo: DemoContext) {
  const none = { lng: null, lat: null, radius: null, network: null, device: null }
  return GROUPS.flatMap((group) => {
    const grp = groupId(demo, group.name)
    const device = ['松鹤楼', '长青楼', '康宁楼'].findIndex((name) => group.dept.startsWith(name)) + 1
    const all = [
      { ...none, kind: ClockPlaceKind.is.RADIUS, name: '松鹤康养中心', lng: 121.5243, lat: 31.2751, radius: 200 },
      { ...none, kind: ClockPlaceKind.is.NETWORK, name: '院内无线网', network: '192.168.10.0/24' },
      {
        ...none,
        kind: ClockPlaceKind.is.DEVICE,
        name: device ? `${group.dept.slice(0, 3)}考勤机` : '大厅考勤机',
        device: `KQ-0${device || 4}`,
      },
    ]
    return all.map((one, sort) => ({ ...one, id: demo.id(`attendancePlace:${group.name}:${one.kind}`), grp, sort }))
  })
}

const WANTED: readonly (readonly [shift: string, people: number])[] = [
  ['白班', 4],
  ['夜班', 2],
]

export default demoPart(70, async (tx, demo) => {
  const fill = (text: string, rows: readonly object[]) => tx.client.query(text, [demo.orgId, JSON.stringify(rows)])
  await givePublished(tx, demo.orgId)
  await fill(ADD_SHIFT, shiftRows(demo))
  await fill(
    ADD_ROOMS,
    SHIFTS.flatMap((one) =>
      (one.rooms ?? []).map((path) => ({ shift: shiftId(demo, one.name), room: demo.id(`room:${path}`) })),
    ),
  )
  await fill(
    ADD_GROUP,
    GROUPS.map((one, i) => ({
      id: groupId(demo, one.name),
      name: one.name,
      mode: one.mode,
      dept: demo.dept(one.dept),
      pattern: patternOf(demo, one),
      holidays: one.holidays ?? true,
      photo: one.photo ?? false,
      outside: one.outside ?? false,
      since: demo.day(-304),
      at: demo.at(-306, `14:${10 + i}`),
    })),
  )
  await fill(ADD_MEMBERS, memberRows(demo))
  await tx.client.query(END_LEFT, [demo.orgId, demo.day(-14)])
  await fill(ADD_PLACES, placeRows(demo))
  const carers = [demo.id('job:护理员')]
  await fill(
    ADD_NEEDS,
    GROUPS.filter((one) => one.mode === GroupMode.is.ROSTER).flatMap((one) =>
      WANTED.map(([shift, people]) => ({
        id: demo.id(`rosterNeed:${one.name}:${shift}`),
        dept: demo.dept(one.dept),
        shift: shiftId(demo, shift),
        days: NeedDays.is.ALL,
        people,
        jobs: carers,
      })),
    ),
  )
})
