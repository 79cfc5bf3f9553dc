// The key figures of the work bench, kept until something moves them. Each counts exactly what the list behind it shows.

import type { FigureData } from '#contract/home/bench'
import { yuanText } from '#contract/kit/money'
import { BedStatus } from '#contract/live/bedStatus'
import { OutingState } from '#contract/live/outingMoves'
import { residence } from '#contract/live/residence'
import { IN_HOUSE, ResidenceStatus } from '#contract/live/resident'
import { LAST_MINUTES } from '#contract/nursing/taskFaces'
import { amountsHidden } from '#server/areas/expense/public'
import { ROOM_IN_SCOPE } from '#server/areas/home/roomMap/roomMapBeds'
import { faceSql, TODAY } from '#server/areas/nursing/public'
import { awayNow, BED_HOLD_JOINS, bedCounts } from '#server/areas/residents/public'
import type { Caller } from '#server/kit/caller'
import { keptFigures } from '#server/kit/kept'
import { inDepts, scopeKey } from '#server/kit/tenant'
import type { Scoped } from '#server/kit/todos'

export interface BenchCounts {
  inHouse: number
  trials: number
  cameMonth: number
  leftMonth: number
  beds: number
  held: number
  free: number
  cameToday: number
  leftToday: number
  expected: number
  out: number
  late: number
  tasks: number
  done: number
  tardy: number
  missed: number
  owing: number
  owed: number
  today: string
}

/** Somebody in scope. */
const seen = (of: string) =>
  `exists (select from oldman t where t.org_id = $1 and t.oldman_id = ${of}.oldman_id and ${inDepts('t', '$2')})`

/** Counted and kept apart, so that an act has only those counted again that it may have changed. */
interface Part {
  reads: readonly string[]
  text: string
}

const MONTH = `date_trunc('month', current_date)::date`

/** Who came or left counts as a person, once, however many stays that were. */
export const parts: Readonly<Record<string, Part>> = {
  people: {
    reads: ['oldman'],
    text: `select count(*) filter (where t.status in (${IN_HOUSE}))::int as "inHouse",
      count(*) filter (where t.status = ${ResidenceStatus.is.trial})::int as trials, to_char(current_date, 'YYYY-MM-DD') as today
    from oldman t where t.org_id = $1 and ${inDepts('t', '$2')}`,
  },
  stays: {
    reads: ['stay', 'oldman'],
    text: `select count(*) filter (where s.start_date >= ${MONTH})::int as "cameMonth",
      count(*) filter (where s.end_date >= ${MONTH})::int as "leftMonth",
      count(distinct s.oldman_id) filter (where s.start_date = current_date)::int as "cameToday",
      count(distinct s.oldman_id) filter (where s.end_date = current_date)::int as "leftToday"
    from stay s where s.org_id = $1 and (s.start_date >= ${MONTH} or s.end_date >= ${MONTH}) and ${seen('s')}`,
  },
  beds: {
    reads: ['bed', 'room', 'occupancy', 'bed_mark'],
    text: `select count(*)::int as beds, count(*) filter (where ${bedCounts('used')})::int as held,
      count(*) filter (where ${bedCounts('free')})::int as free
    from bed b join room r on r.org_id = b.org_id and r.room_id = b.room_id ${BED_HOLD_JOINS} where ${ROOM_IN_SCOPE}`,
  },
  expected: {
    reads: ['reservation', 'oldman'],
    text: `select count(*)::int as expected from reservation v where v.org_id = $1 and v.state = 'ACTIVE'
      and v.expect_check_in = current_date + 1 and ${seen('v')}`,
  },
  away: {
    reads: ['outing', 'oldman'],
    text: `select count(*)::int as out,
      count(*) filter (where o.state = ${OutingState.is.overdue} or o.plan_return < now())::int as late,
      min(o.plan_return) filter (where o.plan_return >= now()) as until
    from outing o where o.org_id = $1 and ${awayNow('o')} and ${seen('o')}`,
  },
  tasks: {
    reads: ['care_task', 'oldman'],
    // What waits is late from its time on, but no sooner than its last hour: so far the figures stand by themselves.
    text: `select count(*) filter (where face <> 'away')::int as tasks, count(*) filter (where face = 'done')::int as done,
      count(*) filter (where face = 'late')::int as tardy, count(*) filter (where face = 'missed')::int as missed,
      min(case when face = 'late' then n.due_until else greatest(n.plan_time, n.due_until - interval '${LAST_MINUTES} minutes') end)
        filter (where face in ('late', 'open', 'later')) as until
    from (select n.*, ${faceSql('n')} as face from care_task n where n.org_id = $1 and ${TODAY('n')} and ${seen('n')}) n`,
  },
  money: {
    reads: ['elder_account', 'oldman'],
    text: `select count(*)::int as owing, coalesce(sum(a.owed_fen), 0)::float8 as owed from elder_account a
    where a.org_id = $1 and a.owed_since < current_date and ${seen('a')}`,
  },
}

const plain = (text: string): FigureData['notes'][number] => ({ text, tone: 'plain', count: null, route: null })
const leading = (text: string, tone: 'red' | 'amber' | 'plain', count: number, route: string | null) => ({
  text,
  tone,
  count,
  route,
})

/** Red only where there is something to be red about. */
const late = (what: string, count: number) => leading(`${what} ${count}`, count > 0 ? 'red' : 'plain', count, null)

const LIST = residence.pages.list.path
const MAP = '/home/bedInfo'
const MAP_NEEDS = 'home:roomMap:list'

type Counting = Partial<BenchCounts> & { until?: string | null }

export async function benchCounts(who: Scoped): Promise<BenchCounts> {
  const { pool } = who.app
  const values = [who.orgId, who.deptIds]
  const counted = await keptFigures(
    pool,
    who.orgId,
    Object.entries(parts).map(([name, { reads, text }]) => ({
      key: `bench ${name} ${scopeKey(who)}`,
      reads,
      count: async () => {
        const found = await pool.query<Counting>({ name: `bench_${name}`, text, values })
        const { until = null, ...value } = found.rows[0]!
        return { value, until }
      },
    })),
  )
  return Object.assign({}, ...counted) as BenchCounts
}

export async function figuresOf(who: Caller): Promise<FigureData[]> {
  const residents = who.may(residence.pages.list.needs)
  const map = who.may(MAP_NEEDS)
  if (!residents && !map) return []
  const row = await benchCounts(who)
  return [
    ...(residents ? peopleFigures(row) : []),
    ...(map ? [bedFigure(row)] : []),
    ...(residents ? dayFigures(row, await amountsHidden(who.app.pool, who.orgId, who)) : []),
  ]
}

function peopleFigures(row: BenchCounts): FigureData[] {
  const net = row.cameMonth - row.leftMonth
  return [
    {
      key: 'inHouse',
      title: '在住老人',
      text: String(row.inHouse),
      unit: '人',
      count: row.inHouse,
      route: `${LIST}?status=${IN_HOUSE}`,
      tone: 'plain',
      notes: [
        leading(`试住 ${row.trials}`, 'plain', row.trials, `${LIST}?status=${ResidenceStatus.is.trial}`),
        plain(`本月净增 ${net > 0 ? '+' : ''}${net}`),
      ],
    },
  ]
}

function bedFigure(row: BenchCounts): FigureData {
  return {
    key: 'beds',
    title: '床位使用率',
    text: row.beds === 0 ? '—' : ((row.held / row.beds) * 100).toFixed(1),
    unit: '%',
    count: null,
    route: MAP,
    tone: 'plain',
    notes: [
      plain(`${row.held} / ${row.beds} 床`),
      leading(`空闲 ${row.free}`, 'plain', row.free, `${MAP}?status=${BedStatus.is.free}`),
    ],
  }
}

function dayFigures(row: BenchCounts, hidden: boolean): FigureData[] {
  const came = `${LIST}?startFrom=${row.today}&startTo=${row.today}`
  const left = `${LIST}?endFrom=${row.today}&endTo=${row.today}`
  const day: FigureData = {
    key: 'today',
    title: '今日入住 / 退住',
    text: `${row.cameToday} / ${row.leftToday}`,
    unit: '人',
    count: row.cameToday,
    route: came,
    tone: 'plain',
    notes: [
      leading(`退住 ${row.leftToday}`, 'plain', row.leftToday, left),
      plain(row.expected > 0 ? `预约明日入住 ${row.expected} 人` : '明日没有预约'),
    ],
  }
  const out: FigureData = {
    key: 'out',
    title: '外出在外',
    text: String(row.out),
    unit: '人',
    count: row.out,
    route: `${LIST}?due=outNow`,
    tone: 'plain',
    notes: [
      row.late > 0 ? leading(`逾期未归 ${row.late}`, 'red', row.late, `${LIST}?due=outOverdue`) : plain('没有逾期未归'),
    ],
  }
  const tasks: FigureData = {
    key: 'tasks',
    title: '今日护理任务',
    text: row.tasks === 0 ? '—' : `${row.done} / ${row.tasks}`,
    unit: row.tasks === 0 ? '' : '项',
    count: null,
    route: null,
    tone: 'plain',
    notes:
      row.tardy + row.missed > 0
        ? [late('迟做', row.tardy), late('漏做', row.missed)]
        : [plain(row.tasks === 0 ? '今天没有安排' : '没有迟做漏做')],
  }
  const owing: FigureData = {
    key: 'owing',
    title: '欠费',
    text: String(row.owing),
    unit: '人',
    count: row.owing,
    route: `${LIST}?arrears=1`,
    tone: 'plain',
    notes: [
      row.owed > 0
        ? leading(hidden ? '需要催缴' : `合计 ¥${yuanText(row.owed)}`, 'red', row.owing, `${LIST}?arrears=1`)
        : plain('没有欠费'),
    ],
  }
  return [day, out, tasks, owing]
}
