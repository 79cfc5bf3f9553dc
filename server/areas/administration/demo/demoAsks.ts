// Leave and corrections in all their states, and three exchanges of the coming days: one that fits, one that a rule forbids,
// one that waits for the colleague.
import { AskState, ClockSide, LeaveKind, PunchSource } from '#contract/administration/attendanceWords'
import { addDays } from '#contract/administration/rosterRules'
import { CellKind, ExchangeState } from '#contract/administration/rosterWords'
import { reckonDays } from '#server/areas/administration/attendanceRecord/reckon'
import {
  checkOf,
  contentAt,
  type Desk,
  deskOf,
  type Pair,
  swapOf,
} from '#server/areas/administration/shiftExchange/exchangeCells'
import { barOf } from '#server/areas/administration/shiftExchange/exchangeWrite'
import type { Tx } from '#server/kit/caller'
import { type DemoContext, demoPart } from '#server/kit/demo'

const DECIDER = '何静'

const MEMBERS = `select m.emp_id as "empId" from attendance_member m
join attendance_group g on g.org_id = m.org_id and g.attendance_group_pk_id = m.attendance_group_pk_id and g.mode = 'ROSTER'
where m.org_id = $1 and m.emp_id <> $2 and m.from_day <= $3::date and m.to_day is null and g.attendance_group_pk_id = (
  select x.attendance_group_pk_id from attendance_member x join roster_cell c on c.org_id = x.org_id and c.emp_id = x.emp_id
    and c.day > $3::date and c.kind is not null where x.org_id = $1 and x.to_day is null
  group by x.attendance_group_pk_id order by count(distinct x.emp_id) desc, x.attendance_group_pk_id limit 1)
order by m.sort, m.emp_id`

const LEAVES = `insert into attendance_leave (org_id, leave_id, emp_id, kind, from_at, to_at, reason, place, state, asked_by, decided_by,
  decided_name, decided_at, decide_note, created_at)
select $1, l.id, l.emp, l.kind, l."from"::timestamptz, l."to"::timestamptz, l.reason, l.place, l.state, l.emp,
  case when l.decided is not null then $3 end, case when l.decided is not null then $4 end, l.decided::timestamptz, l.note, l.made::timestamptz
from jsonb_to_recordset($2::jsonb) as l(id text, emp text, kind text, "from" text, "to" text, reason text, place text, state text,
  decided text, note text, made text)`

interface DemoLeave {
  kind: string
  /** Days from today, the last one included. */
  from: number
  to: number
  reason: string
  state: string
  place?: string
  note?: string
}
const { WAITING, AGREED, REFUSED, WITHDRAWN } = AskState.is
const LEAVE: readonly DemoLeave[] = [
  { kind: LeaveKind.is.PERSONAL, from: 4, to: 4, reason: '孩子开家长会', state: WAITING },
  { kind: LeaveKind.is.SICK, from: 1, to: 2, reason: '发热，医生建议休息两天', state: WAITING },
  { kind: LeaveKind.is.ANNUAL, from: 9, to: 12, reason: '回老家探亲', state: WAITING },
  { kind: LeaveKind.is.ANNUAL, from: 5, to: 8, reason: '年假', state: AGREED },
  { kind: LeaveKind.is.PERSONAL, from: 2, to: 2, reason: '办理户口', state: AGREED },
  { kind: LeaveKind.is.OUTSIDE, from: 3, to: 3, reason: '参加护理员技能竞赛', state: AGREED, place: '市职业技术学院' },
  {
    kind: LeaveKind.is.PERSONAL,
    from: 6,
    to: 6,
    reason: '朋友聚会',
    state: REFUSED,
    note: '当天已有两人休假，人手不够',
  },
  { kind: LeaveKind.is.SWAP, from: 7, to: 7, reason: '调休', state: WITHDRAWN },
]

async function leaves(tx: Tx, demo: DemoContext, people: readonly string[]): Promise<void> {
  if (people.length === 0) return
  const rows = LEAVE.map((one, i) => ({
    id: demo.id(`leave:${i}`),
    emp: people[(i * 2 + 1) % people.length]!,
    kind: one.kind,
    from: demo.at(one.from, '00:00:00'),
    to: demo.at(one.to + 1, '00:00:00'),
    reason: one.reason,
    place: one.place ?? null,
    state: one.state,
    decided: one.state === AGREED || one.state === REFUSED ? demo.at(-1, `10:${10 + i}:00`) : null,
    note: one.note ?? null,
    made: demo.at(-2, `18:${10 + i}:00`),
  }))
  // Everybody once, so that nothing overlaps; what was refused or taken back overlaps nothing.
  const over: readonly string[] = [REFUSED, WITHDRAWN]
  const once = rows.filter(
    (one, at) => over.includes(one.state) || rows.findIndex((other) => other.emp === one.emp) === at,
  )
  await tx.client.query(LEAVES, [demo.orgId, JSON.stringify(once), demo.staff(DECIDER), DECIDER])
}

/** Shifts of days gone by of months that are open, with the side that a correction is about. */
const WORKED = `select c.emp_id as emp, c.day, s.start_minute as start from roster_cell c
join attendance_shift s on s.org_id = c.org_id and s.shift_pk_id = c.shift_pk_id and s.end_minute <= 1440
where c.org_id = $1 and c.emp_id = any($2) and c.day between $3::date - 12 and $3::date - 1 and not exists (select from attendance_close k
  where k.org_id = c.org_id and k.month = to_char(c.day, 'YYYY-MM') and k.opened_at is null)
order by md5(c.emp_id || c.day), c.emp_id limit 4`
const CORRECTIONS = `insert into attendance_correction (org_id, correction_id, emp_id, work_date, side, at, reason, state, asked_by, decided_by,
  decided_name, decided_at, decide_note, created_at)
select $1, c.id, c.emp, c.day, '${ClockSide.is.ON}', c.at::timestamptz, c.reason, c.state, c.emp, case when c.decided is not null then $3 end,
  case when c.decided is not null then $4 end, c.decided::timestamptz, c.note, c.made::timestamptz
from jsonb_to_recordset($2::jsonb) as c(id text, emp text, day date, at text, reason text, state text, decided text, note text, made text)`
const PUNCHES = `insert into clock_punch (org_id, punch_id, emp_id, at, source, number, note, correction_id)
select c.org_id, c.correction_id, c.emp_id, c.at, '${PunchSource.is.CORRECTION}', 'correction:' || c.correction_id, c.reason, c.correction_id
from attendance_correction c where c.org_id = $1 and c.state = '${AGREED}'`

const STATES = [WAITING, WAITING, AGREED, REFUSED] as const
const REASONS = ['手机没电，忘了打卡', '送老人去医院，没来得及打卡', '指纹机故障', '忘了打卡'] as const
const clockOf = (minute: number) =>
  `${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`

async function corrections(tx: Tx, demo: DemoContext, people: readonly string[]): Promise<void> {
  const worked = await tx.client.query<{ emp: string; day: string; start: number }>(WORKED, [
    demo.orgId,
    people,
    demo.today,
  ])
  const rows = worked.rows.map((one, i) => ({
    id: demo.id(`correction:${i}`),
    emp: one.emp,
    day: one.day,
    at: `${one.day} ${clockOf(one.start - 8)}:00`,
    reason: REASONS[i]!,
    state: STATES[i]!,
    decided: i > 1 ? demo.at(0, '00:00:10') : null,
    note: STATES[i] === REFUSED ? '监控显示 08:10 才到岗' : null,
    made: `${addDays(one.day, 1)} 00:00:05`,
  }))
  await tx.client.query(CORRECTIONS, [demo.orgId, JSON.stringify(rows), demo.staff(DECIDER), DECIDER])
  await tx.client.query(PUNCHES, [demo.orgId])
  const agreed = rows.filter((one) => one.state === AGREED).map((one) => ({ empId: one.emp, day: one.day }))
  await reckonDays(tx, demo.orgId, agreed)
}

const EXCHANGES = `insert into shift_exchange (org_id, exchange_id, applicant_id, partner_id, applicant_day, partner_day, asked, reason, state,
  partner_at, created_at)
select $1, x.id, x."applicantId", x."partnerId", x."applicantDay", x."partnerDay", x.asked, x.reason, x.state, x.answered::timestamptz,
  x.made::timestamptz
from jsonb_to_recordset($2::jsonb) as x(id text, "applicantId" text, "partnerId" text, "applicantDay" date, "partnerDay" date, asked jsonb,
  reason text, state text, answered text, made text)`

const MOST_TRIES = 6_000

/** The first pair of days that fits, or that a rule forbids, of people who are in none yet. */
function findPair(desk: Desk, people: readonly string[], days: readonly string[], used: Set<string>, fits: boolean) {
  let tries = 0
  for (const applicantId of people)
    for (const partnerId of people.toReversed())
      for (const applicantDay of days)
        for (const partnerDay of days.toReversed()) {
          if (applicantId === partnerId || used.has(applicantId) || used.has(partnerId)) continue
          if (contentAt(desk, applicantId, applicantDay).kind !== CellKind.is.SHIFT) continue
          if (contentAt(desk, partnerId, applicantDay).kind === CellKind.is.SHIFT) continue
          const pair: Pair = { applicantId, applicantDay, partnerId, partnerDay }
          if (barOf(desk, pair) !== null) continue
          if (tries++ > MOST_TRIES) return null
          const two = {
            ...desk,
            people: new Map([...desk.people].filter(([id]) => id === applicantId || id === partnerId)),
          }
          if (checkOf(two, swapOf(two, pair)).ok !== fits) continue
          used.add(applicantId)
          used.add(partnerId)
          return pair
        }
  return null
}

async function exchanges(tx: Tx, demo: DemoContext, people: readonly string[]): Promise<void> {
  const days = Array.from({ length: 10 }, (_, i) => demo.day(i + 3))
  const desk = await deskOf(tx.client, demo.orgId, people, days)
  const used = new Set<string>()
  const { WAIT_AUDIT, WAIT_PARTNER } = ExchangeState.is
  const wanted = [
    { fits: true, state: WAIT_AUDIT, reason: '女儿家长会' },
    { fits: false, state: WAIT_AUDIT, reason: '体检' },
    { fits: true, state: WAIT_PARTNER, reason: '接站' },
  ]
  const rows = wanted.flatMap((one, i) => {
    const pair = findPair(desk, people, days, used, one.fits)
    if (!pair) return []
    return [
      {
        ...pair,
        id: demo.id(`exchange:${i}`),
        asked: swapOf(desk, pair),
        reason: one.reason,
        state: one.state,
        answered: one.state === WAIT_AUDIT ? demo.at(-1, `20:${20 + i}:00`) : null,
        made: demo.at(-1, `20:${10 + i}:00`),
      },
    ]
  })
  await tx.client.query(EXCHANGES, [demo.orgId, JSON.stringify(rows)])
}

export default demoPart(76, async (tx, demo) => {
  const found = await tx.client.query<{ empId: string }>(MEMBERS, [demo.orgId, demo.staff(DECIDER), demo.today])
  const people = found.rows.map((one) => one.empId)
  await leaves(tx, demo, people)
  await corrections(tx, demo, people)
  await exchanges(tx, demo, people)
})
