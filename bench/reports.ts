// Every report over five years of one house: first page with totals and chart, asked again and again.
import type pg from 'pg'
import { REPORTS } from '#contract/expense/reportKit'
import { atMost, type Line } from './report.ts'

const BUDGET = 500
const TIMES = 20

const dayBack = (days: number) => new Date(Date.now() + 8 * 3_600_000 - days * 86_400_000).toISOString().slice(0, 10)

interface Period {
  name: string
  from: string
  to: string
}

/** All five years, beginning and ending inside a month; a year; this month. */
const periods: readonly Period[] = [
  { name: '5 years', from: dayBack(5 * 365 - 40), to: dayBack(1) },
  { name: '1 year', from: dayBack(365), to: dayBack(0) },
]

export interface Asking {
  url: string
  token: string
}

async function ask(
  { url, token }: Asking,
  name: string,
  query: Record<string, string>,
): Promise<{ took: number; agrees: boolean }> {
  const began = performance.now()
  const answer = await fetch(`${url}/pims/web-pi/cost/report/${name}?${new URLSearchParams(query)}`, {
    headers: { authorization: token },
  })
  const body = (await answer.json()) as { status: number; desc: string; data: { check: { agrees: boolean } | null } }
  if (body.status !== 200) throw new Error(`${name}: ${body.status} ${body.desc}`)
  return { took: performance.now() - began, agrees: body.data.check?.agrees ?? true }
}

/** The first report over years asks for the sums of the house; the job that keeps them runs once, every night and when asked. */
export async function untilKept(
  client: pg.Client,
  orgId: string,
  asking: Asking,
  say: (line: string) => void = () => undefined,
): Promise<void> {
  const began = performance.now()
  await ask(asking, 'consumeDetail', { from: periods[0]!.from, to: periods[0]!.to, part: 'page' })
  for (;;) {
    const found = await client.query<{ waiting: number }>(WAITING, [orgId])
    if (found.rows[0]!.waiting === 0) break
    await new Promise((resolve) => setTimeout(resolve, 250))
  }
  say(`sums of past months kept after ${((performance.now() - began) / 1000).toFixed(1)} s`)
}

const WAITING = `select count(*)::int as waiting from generate_series((select min(month) from ledger_month where org_id = $1)::timestamp,
    date_trunc('month', current_date - 1) - interval '1 month', interval '1 month') m
  where not exists (select from house_month h where h.org_id = $1 and h.month = m::date)`

const at = (times: readonly number[], share: number) =>
  [...times].sort((a, b) => a - b)[Math.max(0, Math.ceil(times.length * share) - 1)]!

/** `only`: some of the reports. */
export async function measureReports(
  asking: Asking,
  only: readonly string[] = REPORTS,
  say: (line: string) => void = () => undefined,
): Promise<Line[]> {
  const lines: Line[] = []
  for (const name of only) {
    for (const { name: period, from, to } of periods) {
      const query = { from, to, size: '20', part: 'page' }
      const first = (await ask(asking, name, query)).took
      const times: number[] = []
      while (times.length < TIMES) times.push((await ask(asking, name, query)).took)
      say(
        `${name}, ${period}: first ${first.toFixed(0)}, p50 ${at(times, 0.5).toFixed(0)}, p95 ${at(times, 0.95).toFixed(0)} ms`,
      )
      lines.push(atMost(`report ${name}, ${period}: p95`, at(times, 0.95), BUDGET, 'ms'))
    }
    const whole = await ask(asking, name, { from: periods[0]!.from, to: periods[0]!.to, part: 'check' })
    // A report that does not agree with the ledger has been measured for nothing.
    lines.push({
      what: `report ${name}, 5 years: its check`,
      measured: `${whole.took.toFixed(0)} ms`,
      budget: 'agrees',
      holds: whole.agrees,
    })
    say(`${name}, check: ${whole.took.toFixed(0)} ms${whole.agrees ? '' : ', DIFFERS'}`)
  }
  return lines
}
