// Handlers of the care quality.
import { DAY_MS, dayText, momentOf } from '#contract/kit/clock'
import { pageInfo } from '#contract/kit/paging'
import { invalid } from '#contract/kit/refusal'
import {
  MOST_QUALITY_DAYS,
  MOST_WORKERS,
  QualityKind,
  type QualityKindValue,
  type QualityRowData,
  type QualitySummaryData,
  quality,
} from '#contract/nursing/quality'
import type { Caller } from '#server/kit/caller'
import { implement } from '#server/kit/implement'
import { COUNTED, listed, TASKS } from './qualitySql.ts'
import { whyOf } from './qualityWords.ts'

interface Asked {
  dayFrom?: string | null
  dayTo?: string | null
  deptId?: string | null
}
interface Period {
  dayFrom: string
  dayTo: string
  days: string[]
}

const USUAL_DAYS = 7
const USUAL_SIZE = 10

/** The days asked for; the last seven unless told. */
function periodOf({ dayFrom, dayTo }: Asked): Period {
  const last = dayTo ?? dayText()
  const first = dayFrom ?? dayText(momentOf(last) - (USUAL_DAYS - 1) * DAY_MS)
  const length = Math.round((momentOf(last) - momentOf(first)) / DAY_MS) + 1
  if (length < 1) throw invalid('开始日期不能晚于结束日期', 'dayFrom')
  if (length > MOST_QUALITY_DAYS) throw invalid(`一次最多看 ${MOST_QUALITY_DAYS} 天，请缩短日期范围`, 'dayFrom')
  return {
    dayFrom: first,
    dayTo: last,
    days: Array.from({ length }, (_, at) => dayText(momentOf(first) + at * DAY_MS)),
  }
}

const valuesOf = (who: Caller, { dayFrom, dayTo }: Period, deptId: string | null | undefined) => [
  who.orgId,
  who.deptIds,
  dayFrom,
  dayTo,
  deptId ? deptId.split(',') : null,
]

type Counts = QualitySummaryData['counts']
interface CountedRow extends Omit<Counts, 'missed'> {
  day: string | null
  workerId: string | null
  workerName: string | null
  executions: number
}
interface TaskRow {
  day: string
  deptId: string | null
  deptName: string | null
  hour: number
  planned: number
  missed: number
}

const NONE: Counts = { after: 0, together: 0, fast: 0, refused: 0, missed: 0 }
const signs = (row: CountedRow) => row.after + row.together + row.fast

type Ward = QualitySummaryData['wards'][number]

/** Rows come by ward, then hour. */
function wardsOf(rows: readonly TaskRow[]): Ward[] {
  const wards: Ward[] = []
  for (const { deptId, deptName, hour, planned, missed } of rows) {
    let ward = wards.at(-1)
    if (!ward || ward.deptId !== deptId) wards.push((ward = { deptId, deptName, hours: [] }))
    const last = ward.hours.at(-1)
    if (last?.hour === hour) {
      last.planned += planned
      last.missed += missed
    } else ward.hours.push({ hour, planned, missed })
  }
  return wards
}

async function summaryOf(who: Caller, asked: Asked): Promise<QualitySummaryData> {
  const period = periodOf(asked)
  const values = valuesOf(who, period, asked.deptId)
  const [counted, tasks] = await Promise.all([
    who.app.pool.query<CountedRow>(COUNTED, values),
    who.app.pool.query<TaskRow>(TASKS, values),
  ])
  const all = counted.rows.find((row) => row.day === null && row.workerId === null)
  const byDay = new Map(counted.rows.filter((row) => row.day !== null).map((row) => [row.day, row]))
  const missed = new Map<string, number>()
  for (const row of tasks.rows) missed.set(row.day, (missed.get(row.day) ?? 0) + row.missed)
  const sum = (pick: (row: TaskRow) => number) => tasks.rows.reduce((total, row) => total + pick(row), 0)
  const countsOf = (row: CountedRow | undefined, lost: number): Counts => ({
    ...NONE,
    ...(row && { after: row.after, together: row.together, fast: row.fast, refused: row.refused }),
    missed: lost,
  })
  return {
    dayFrom: period.dayFrom,
    dayTo: period.dayTo,
    executions: all?.executions ?? 0,
    tasks: sum((row) => row.planned),
    counts: countsOf(
      all,
      sum((row) => row.missed),
    ),
    days: period.days.map((day) => ({ day, ...countsOf(byDay.get(day), missed.get(day) ?? 0) })),
    workers: counted.rows
      .filter((row): row is CountedRow & { workerId: string } => row.workerId !== null && signs(row) > 0)
      .sort((a, b) => signs(b) - signs(a))
      .slice(0, MOST_WORKERS),
    wards: wardsOf(tasks.rows),
  }
}

type Found = Omit<QualityRowData, 'kind' | 'why'> & { amount: number; total: number }

interface ListAsked extends Asked {
  kind?: QualityKindValue | null
  workerId?: string | null
  hour?: number | null
  page?: number | null
  size?: number | null
}

async function listOf(who: Caller, asked: ListAsked) {
  const kind = asked.kind ?? QualityKind.is.after
  const page = asked.page ?? 1
  const size = asked.size || USUAL_SIZE
  const found = await who.app.pool.query<Found>({
    name: `quality_${kind}`,
    text: listed(kind),
    values: [
      ...valuesOf(who, periodOf(asked), asked.deptId),
      asked.workerId || null,
      asked.hour ?? null,
      size,
      (page - 1) * size,
    ],
  })
  const rows = found.rows
    .filter((row) => row.findingId !== null)
    .map(({ amount, total: _, ...row }): QualityRowData => ({ ...row, kind, why: whyOf(kind, amount) }))
  return pageInfo(rows, found.rows[0]!.total, page, size)
}

export default implement(quality, {
  summary: (asked, who) => summaryOf(who, asked),
  list: (asked, who) => listOf(who, asked),
})
