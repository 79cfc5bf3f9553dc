// Asking for reports in tests, as the console does.
import type { Pool } from 'pg'
import { expect } from 'vitest'
import type { ReportCheckData, ReportName } from '#contract/expense/reportKit'
import { DEMO_ORG } from '#server/areas/platform/seed/fixedRows'
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

const MAY_READ = `insert into role_authority (org_id, role_id, landing_end_id, authority_id)
select distinct ra.org_id, ra.role_id, ra.landing_end_id, x.authority_id from account a
  join account_role ar on ar.org_id = a.org_id and ar.user_id = a.user_id
  join role_authority ra on ra.org_id = ar.org_id and ra.role_id = ar.role_id cross join authority x
where a.org_id = $1 and a.user_name = $2 and x.authority_code like 'expense:report:%' on conflict do nothing`

/** A nurse of one department who may read all reports, and the residents she sees. */
export async function readerOfDepartment(
  app: TestApp,
  password: string,
): Promise<{ token: string; seen: ReadonlySet<string> }> {
  await app.app.pool.query(MAY_READ, [DEMO_ORG, 'lixiaomei'])
  app.app.sessions.forget(DEMO_ORG)
  const token = await app.signIn('lixiaomei', password)
  const archives = await app.ask<{ list: { oldmanId: string }[] }>('GET', '/pims/web-pi/oldmans/proFile/list', {
    token,
    query: { page: '1', size: '999999' },
  })
  return { token, seen: new Set(archives.data.list.map((row) => row.oldmanId)) }
}

/** The last day of a month. */
export const lastDay = (month: string) => {
  const [year, at] = month.split('-').map(Number) as [number, number]
  return `${month}-${new Date(Date.UTC(year, at, 0)).getUTCDate()}`
}

/** Past every trigger, as somebody with the database in hand could. Answers how many rows it changed. */
export async function changeBehind(
  pool: Pool,
  table: string,
  set: string,
  where: string,
  values: unknown[],
): Promise<number> {
  const client = await pool.connect()
  try {
    await client.query('begin')
    await client.query(`alter table ${table} disable trigger user`)
    const done = await client.query(`update ${table} set ${set} where ${where}`, values)
    await client.query(`alter table ${table} enable trigger user`)
    await client.query('commit')
    return done.rowCount ?? 0
  } catch (error) {
    await client.query('rollback')
    throw error
  } finally {
    client.release()
  }
}
