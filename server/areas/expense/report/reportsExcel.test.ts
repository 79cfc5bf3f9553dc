// Reports as workbooks, opened by an office suite: what its cells come to is what the totals row and the screen say.

import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { reportAccounts } from '#contract/expense/reportAccounts'
import { reportBills } from '#contract/expense/reportBills'
import { reportCash } from '#contract/expense/reportCash'
import { reportDetail } from '#contract/expense/reportDetail'
import { reportIncome } from '#contract/expense/reportIncome'
import type { ReportName } from '#contract/expense/reportKit'
import { reportStay } from '#contract/expense/reportStay'
import type { Call } from '#contract/kit/call'
import { ZONE_MS } from '#contract/kit/clock'
import type { TObject } from '#contract/kit/schema'
import type { JobProgressData } from '#contract/platform/shell'
import { reportOf } from '#server/areas/expense/test/reporting'
import { demoApp, type TestApp } from '#server/kit/test/app'
import { cellsByOffice, fenOfCell } from '#server/kit/test/office'

const callsOf = (...nouns: readonly { calls: object }[]) => nouns.flatMap((noun) => Object.values(noun.calls) as Call[])
const EVER = { from: '2000-01-01', to: '2099-12-31' }
const day = (back: number) => new Date(Date.now() + ZONE_MS - back * 86_400_000).toISOString().slice(0, 10)
/** A bed and a month a row: a hundred years of them would be a library. */
const MONTHS = { from: day(100).slice(0, 7), to: day(0).slice(0, 7) }
const calls: readonly (readonly [Call, typeof EVER])[] = [
  ...callsOf(reportCash, reportDetail, reportStay).map((call) => [call, EVER] as const),
  ...callsOf(reportAccounts, reportBills, reportIncome).map((call) => [call, MONTHS] as const),
]

let app: TestApp
let token: string
let folder: string

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'yiyuan-reports-'))
  app = await demoApp()
  token = await app.signIn('zhengkai', 'Yiyuan2026')
})
afterAll(async () => {
  await app.close()
  await rm(folder, { recursive: true, force: true })
})

/** The fields of a report's rows that are money. */
function moneyOf(call: Call): string[] {
  const row = (call.data as unknown as TObject).properties.list as unknown as { items: TObject }
  return Object.entries(row.items.properties).flatMap(([key, schema]) =>
    (schema as { money?: boolean }).money ? [key] : [],
  )
}

async function exported(call: Call, keys: readonly string[], period: typeof EVER): Promise<string> {
  const started = await app.ask<{ runId: string }>('POST', '/passport/web-org/common/exportList', {
    token,
    body: { call: call.key, title: call.act, query: period, columns: keys.map((key) => ({ key, title: key })) },
  })
  expect(started.status).toBe(200)
  const run = await vi.waitFor(
    async () => {
      const { data } = await app.ask<JobProgressData>('GET', `/passport/web-org/jobs/${started.data.runId}`, { token })
      expect(data.state).toBe('done')
      return data as JobProgressData & { result: { url: string; rows: number } }
    },
    { timeout: 60_000, interval: 100 },
  )
  const file = await app.server.inject({ method: 'GET', url: run.result.url, headers: { authorization: token } })
  const path = join(folder, `${call.key}.xlsx`)
  await writeFile(path, file.rawPayload)
  return path
}

test.each(calls.map(([call, period]) => [call.act, call, period] as const))(
  '%s',
  { timeout: 120_000 },
  async (_, call, period) => {
    const keys = moneyOf(call)
    const screen = await reportOf(app, token, call.path.split('/').pop() as ReportName, {
      ...period,
      size: '10',
      part: 'page',
    })
    const [title, of, by, head, ...all] = await cellsByOffice(await exported(call, keys, period), folder)
    expect(title![0]).toBe(call.act)
    expect(of![0]).toMatch(/^期间：.*机构：./)
    expect(by![0]).toMatch(/^制表人：.+制表时间：\d{4}-/)
    expect(head).toEqual(['序号', ...keys])
    const rows = all.filter((row) => row[0] !== '小计')
    const groups = all.filter((row) => row[0] === '小计')
    const totals = rows.pop()!
    expect(totals[0]).toBe('合计')
    expect(rows.length).toBe(screen.total)
    if (call.key.endsWith('.income')) expect(groups.length).toBeGreaterThan(1)
    expect(rows.map((row) => Number(row[0]))).toEqual(rows.map((__, i) => i + 1))
    for (const [i, key] of keys.entries()) {
      if (screen.sums[key] === undefined) continue
      const added = rows.reduce((sum, row) => sum + fenOfCell(row[i + 1]), 0)
      expect(fenOfCell(totals[i + 1]), `totals of ${key}`).toBe(screen.sums[key])
      // What was handed over is compared with what the ledger says only for days that were.
      expect(added, `cells of ${key}`).toBe(screen.sums[key])
      if (groups.length > 0) {
        const grouped = groups.reduce((sum, row) => sum + fenOfCell(row[i + 1]), 0)
        expect(grouped, `subtotals of ${key}`).toBe(screen.sums[key])
      }
    }
  },
)
