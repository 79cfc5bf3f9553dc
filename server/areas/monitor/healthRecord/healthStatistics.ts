// Nights of one resident by day, week and month, up to a day. Nights away and nights without enough readings are counted
// apart and not averaged.

import { invalid } from '#contract/kit/refusal'
import type { RateBucketData, StatusBucketData } from '#contract/monitor/healthRecord'
import type { StatisticsUnitValue } from '#contract/monitor/healthWords'
import { requireResident } from '#server/areas/residents/public'
import type { Caller } from '#server/kit/caller'
import { COUNTS_FROM_MIN, FIRST_DAY, LAST_DAY, lastFinished, plusDays } from './healthNight.ts'

const COUNT: Readonly<Record<StatisticsUnitValue, number>> = { day: 30, week: 12, month: 12 }
const MONDAY = 1

export interface Span {
  from: string
  to: string
  name: string
}

const date = (day: string) => new Date(`${day}T00:00:00Z`)
const text = (at: Date) => at.toISOString().slice(0, 10)

/** The last days, weeks (Monday to Sunday) or months up to a day, oldest first. */
export function spansUntil(unit: StatisticsUnitValue, end: string): Span[] {
  const count = COUNT[unit]
  if (unit === 'day') {
    return Array.from({ length: count }, (_, i) => {
      const day = plusDays(end, i - count + 1)
      return { from: day, to: day, name: day.slice(5) }
    })
  }
  if (unit === 'week') {
    const back = (date(end).getUTCDay() + 7 - MONDAY) % 7
    return Array.from({ length: count }, (_, i) => {
      const from = plusDays(end, -back - 7 * (count - 1 - i))
      return { from, to: plusDays(from, 6), name: `${from.slice(5)} 起` }
    })
  }
  return Array.from({ length: count }, (_, i) => {
    const first = date(`${end.slice(0, 7)}-01`)
    first.setUTCMonth(first.getUTCMonth() - (count - 1 - i))
    const last = new Date(first)
    last.setUTCMonth(last.getUTCMonth() + 1)
    return { from: text(first), to: plusDays(text(last), -1), name: text(first).slice(0, 7) }
  })
}

const GOOD = `h.away = 0 and h.minutes >= ${COUNTS_FROM_MIN}`
const average = (column: string) => `round(avg(h.${column}) filter (where ${GOOD}), 1)::float8`
const rateColumns = (
  which: 'heart' | 'breath',
) => `round(avg(h.${which}_avg10) filter (where ${GOOD}) / 10, 1)::float8 as avg,
  min(h.${which}_min) filter (where ${GOOD}) as min, max(h.${which}_max) filter (where ${GOOD}) as max`

const STATUS_COLUMNS = `count(*) filter (where h.away = 1)::int as away, ${average('in_bed_min')} as "inBedMin",
  ${average('exits')} as exits, ${average('exit_min')} as "exitMin",
  max(h.longest_exit_min) filter (where ${GOOD}) as "longestExitMin", ${average('turns')} as turns,
  ${average('big_move_min')} as "bigMoveMin", ${average('wet')} as wet`

const statement = (name: string, columns: string) => ({
  name: `health-statistics-${name}`,
  text: `select s.from, s.to, s.name, count(h.day) filter (where ${GOOD})::int as nights, ${columns}
    from jsonb_to_recordset($3::jsonb) as s("from" date, "to" date, name text)
    left join health_night h on h.org_id = $1 and h.oldman_id = $2 and h.day between s.from and s.to
    group by s.from, s.to, s.name order by s.from`,
})
const STATUS = statement('status', STATUS_COLUMNS)
const RATES = { heart: statement('heart', rateColumns('heart')), breath: statement('breath', rateColumns('breath')) }

interface Asked {
  oldmanId: string
  unit?: StatisticsUnitValue | null
  end?: string | null
}

async function buckets<Row extends object>(who: Caller, asked: Asked, query: { name: string; text: string }) {
  await requireResident(who.app.pool, who, asked.oldmanId)
  if (asked.end && (asked.end < FIRST_DAY || asked.end > LAST_DAY)) {
    throw invalid(`日期应在 ${FIRST_DAY} 与 ${LAST_DAY} 之间`, 'end')
  }
  const unit = asked.unit ?? 'day'
  const spans = spansUntil(unit, asked.end ?? lastFinished(Date.now()))
  const { rows } = await who.app.pool.query<Row>({
    ...query,
    values: [who.orgId, asked.oldmanId, JSON.stringify(spans)],
  })
  return { unit, list: rows }
}

export const statusStatistics = (who: Caller, asked: Asked) => buckets<StatusBucketData>(who, asked, STATUS)

/** With the median of the nights it is made of. */
export async function rateStatistics(who: Caller, asked: Asked, which: 'heart' | 'breath') {
  const { unit, list } = await buckets<RateBucketData>(who, asked, RATES[which])
  const values = list.map((one) => one.avg).filter((value) => value !== null)
  values.sort((a, b) => a - b)
  return { unit, median: values[Math.floor(values.length / 2)] ?? null, list }
}
