// The bills alone, on a database of their own: npx tsx bench/billsAlone.ts
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { startEmbedded } from '#server/kit/postgres'
import { startServer } from '../e2e/kit/server.ts'
import { billMonth, fillBillable, monthsOf, RESIDENTS } from './bills.ts'
import { atMost, type Line, noted, print } from './report.ts'

async function main(): Promise<boolean> {
  const folder = await mkdtemp(join(tmpdir(), 'yiyuan-bills-'))
  const postgres = await startEmbedded({ dataDir: folder, log: () => undefined })
  const client = new pg.Client({ connectionString: postgres.url })
  try {
    const product = await startServer({
      databaseUrl: postgres.url,
      dataDir: join(folder, 'product'),
      env: { PHOTO_CODE: 'off' },
    })
    const answer = await fetch(`${product.url}/passport/web-rbac/logins/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ loginName: 'zhengkai', loginPassword: 'Yiyuan2026' }),
    })
    const { data } = (await answer.json()) as { data: { token: string; orgInfo: { orgId: string } } }
    await client.connect()
    await fillBillable(client, data.orgInfo.orgId)
    const lines: Line[] = []
    for (const month of await monthsOf(client)) {
      const made = await billMonth(product.url, data.token, month)
      lines.push(atMost(`bills of ${month} for ${RESIDENTS} residents`, made.seconds, 15, 's', 1))
      lines.push(noted('bills made, steps of progress seen', `${made.made}, ${made.steps}`))
      lines.push(atMost('residents without a bill', Math.max(0, RESIDENTS - made.made), 0, ''))
      const again = await billMonth(product.url, data.token, month)
      lines.push(atMost('bills made by asking again', again.made, 0, ''))
    }
    await product.stop()
    return print(lines)
  } finally {
    await client.end()
    await postgres.stop()
    await rm(folder, { recursive: true, force: true })
  }
}

process.exitCode = (await main()) ? 0 : 1
