// The reports alone, on a database of their own: npm run bench -- --reports [report …]. KEEP=folder keeps the database.
import { existsSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { REPORTS } from '#contract/expense/reportKit'
import { startEmbedded } from '#server/kit/postgres'
import { startServer } from '../e2e/kit/server.ts'
import { fillMoney } from './money.ts'
import { noted, print } from './report.ts'
import { measureReports, untilKept } from './reports.ts'
import { fillResidents } from './residents.ts'

const say = (line: string) => process.stdout.write(`${line}\n`)
const PASSWORD = 'Yiyuan2026'

async function main(): Promise<boolean> {
  const kept = process.env.KEEP
  const folder = kept ?? (await mkdtemp(join(tmpdir(), 'yiyuan-bench-')))
  const filled = existsSync(join(folder, 'filled'))
  const postgres = await startEmbedded({ dataDir: folder, log: () => undefined })
  const client = new pg.Client({ connectionString: postgres.url })
  try {
    const product = await startServer({
      databaseUrl: postgres.url,
      dataDir: join(folder, 'product'),
      env: { PHOTO_CODE: 'off' },
    })
    try {
      const answer = await fetch(`${product.url}/passport/web-rbac/logins/login`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ loginName: 'zhengkai', loginPassword: PASSWORD }),
      })
      const { data } = (await answer.json()) as { data: { token: string; orgInfo: { orgId: string } } }
      await client.connect()
      const lines = []
      if (!filled) {
        say('residents …')
        await fillResidents(client, data.orgInfo.orgId)
        say('money …')
        const began = performance.now()
        const entries = await fillMoney(client, data.orgInfo.orgId)
        lines.push(
          noted(
            `filling ${entries.toLocaleString('en-US')} entries`,
            `${((performance.now() - began) / 1000).toFixed(0)} s`,
          ),
        )
        print(lines)
        if (kept) await writeFile(join(folder, 'filled'), '')
      }
      await untilKept(client, data.orgInfo.orgId, { url: product.url, token: data.token }, say)
      const only = process.argv.slice(2)
      lines.push(
        ...(await measureReports({ url: product.url, token: data.token }, only.length > 0 ? only : REPORTS, say)),
      )
      return print(lines)
    } finally {
      await product.stop()
    }
  } finally {
    await client.end().catch(() => undefined)
    await postgres.stop()
    if (!kept) await rm(folder, { recursive: true, force: true })
  }
}

process.exitCode = (await main()) ? 0 : 1
