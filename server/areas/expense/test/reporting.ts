// Asking for reports in tests, as the console does.
import { expect } from 'vitest'
import type { ReportCheckData, ReportName } from '#contract/expense/reportKit'
import type { TestApp } from '#server/kit/test/app'

export interface Report<Row = Record<string, never>> {
  total: number
  list: Row[]
  sums: Record<string, number>
  check: ReportCheckData
  chart: { points?: { fen: number }[]; parts?: { fen: number }[] } | null
}

type Query = Record<string, string>

/** Every row of a report, its sums and its check. */
export async function reportOf(app: TestApp, token: string, name: ReportName, query: Query = {}): Promise<Report> {
  const answer = await app.ask<Report>('GET', `/pims/web-pi/cost/report/${name}`, {
    token,
    query: { size: '999999', ...query },
  })
  expect(answer, name).toMatchObject({ status: 200 })
  return answer.data
}

export const sumOf = (rows: readonly object[], key: string) =>
  rows.reduce((sum, row) => sum + Number((row as Record<string, number>)[key] ?? 0), 0)

/** The rows come to what the totals say, and the report agrees with the ledger. */
export function expectWhole(name: string, report: Report, keys: readonly string[]): void {
  expect(report.list.length, `${name} rows`).toBe(report.total)
  for (const key of keys) expect(sumOf(report.list, key), `${name} ${key}`).toBe(report.sums[key])
  expect(report.check.differing, `${name} differing`).toEqual([])
  expect(report.check, name).toMatchObject({ agrees: true, differenceFen: 0 })
}
