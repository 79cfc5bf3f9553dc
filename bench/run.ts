// All benchmarks in one run on a database of their own. Ratios come from interleaved rounds on the same machine.
import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { startEmbedded } from '#server/kit/postgres'
import { startServer } from '../e2e/kit/server.ts'
import { withBarePage } from './barePage.ts'
import { billMonth, fillBillable, monthsOf, RESIDENTS } from './bills.ts'
import { demoAdmin } from './demoAdmin.ts'
import { importArchives } from './importArchives.ts'
import { duel, load, type Target } from './load.ts'
import { pageLines } from './pageLines.ts'
import { timePages } from './pages.ts'
import { takePayments } from './payments.ts'
import { atLeast, atMost, type Line, noted, print } from './report.ts'
import { fillResidents } from './residents.ts'
import { drawRoomMap } from './roomMap.ts'

const CONNECTIONS = 32
const ROUNDS = 16
const MILLISECONDS = 1000
/** The further lists follow the first one, which is measured longest. */
const SHORT_ROUNDS = 6
const SHORT_WARM_UP = 5000
const say = (line: string) => process.stdout.write(`${line}\n`)

// Rows that do not wait for a seal: sealing a million of them would be measured instead of the calls.
const FILL = `insert into operation_log (org_id, log_id, created_at, user_id, user_name, emp_name, dept_name, role_name, user_phone, source, ip_address, module, method, remark, request_id)
select case when n % $3 = 0 then $1 else 'bench' || lpad((n % $3)::text, 27, '0') end, md5(($4 + n)::text), now() - n * interval '1 second', $2, 'liumin', '刘敏', '前台', '前台文员',
 '13800000000', '管理后台', '10.0.0.8', '老人档案', '编辑档案', '修改王秀兰的联系电话', 'R' || n from generate_series(1, $5::int) n`

async function memoryOf(pid: number): Promise<number> {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8')
  return Number(/VmRSS:\s+(\d+) kB/.exec(status)?.[1]) / 1024
}

async function signIn(url: string, account: { userName: string; password: string }) {
  const answer = await fetch(`${url}/passport/web-rbac/logins/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ loginName: account.userName, loginPassword: account.password }),
  })
  const body = (await answer.json()) as {
    data: { token: string; orgInfo: { orgId: string }; empInfo: { empId: string } }
  }
  return { token: body.data.token, orgId: body.data.orgInfo.orgId, userId: body.data.empInfo.empId }
}

function startPlain(env: Record<string, string>): Promise<{ port: number; stop: () => void }> {
  const child = spawn(process.execPath, ['--import', 'tsx', 'bench/plain.ts'], {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  return new Promise((resolve, reject) => {
    child.once('exit', (code) => reject(new Error(`plain handler ended with ${code}`)))
    child.stdout.once('data', (chunk: Buffer) =>
      resolve({ port: Number(String(chunk).trim()), stop: () => child.kill('SIGTERM') }),
    )
  })
}

async function main(): Promise<boolean> {
  const folder = await mkdtemp(join(tmpdir(), 'yiyuan-bench-'))
  const postgres = await startEmbedded({ dataDir: folder, log: () => undefined })
  const lines: Line[] = []
  const serverOptions = { databaseUrl: postgres.url, dataDir: join(folder, 'product'), env: { PHOTO_CODE: 'off' } }
  const client = new pg.Client({ connectionString: postgres.url })
  try {
    say('starting the product and loading the demo organisation …')
    const first = await startServer(serverOptions)
    await first.stop()
    const account = demoAdmin
    const began = performance.now()
    const product = await startServer(serverOptions)
    lines.push(atMost('start with an existing database', (performance.now() - began) / 1000, 4, 's', 2))
    const port = Number(new URL(product.url).port)
    await client.connect()
    const withWeb = !process.argv.includes('--server')
    if (withWeb) {
      say('the room map of the demo house …')
      const map = await drawRoomMap(product.url, account)
      lines.push(atMost(`room map, ${map.beds} beds, answer to paint`, map.draw, 150, 'ms'))
      lines.push(atMost('a change elsewhere to its new colour', map.follow, 300, 'ms'))
    }
    // After the browser: whoever signs in again ends the sign-in before.
    const who = await signIn(product.url, account)
    const fill = async (from: number, rows: number, organisations: number) => {
      await client.query(FILL, [who.orgId, who.userId, organisations, from, rows])
      await client.query('vacuum analyze operation_log')
    }
    const headers = { authorization: who.token, appName: 'platform-admin' }
    const list = (to: number): Target => ({
      port: to,
      method: 'GET',
      path: () => '/passport/web-rbac/systemLogs?page=1&size=20',
      headers,
    })

    say('a list at 1,000 rows …')
    await fill(0, 1000, 50)
    const small = await load(list(port), 8, 3000)
    say('filling 100,000 rows …')
    await fill(1000, 99_000, 50)
    const plain = await startPlain({ DATABASE_URL: postgres.url, BENCH_ORG: who.orgId, BENCH_USER: who.userId })
    say(`list: ${ROUNDS} interleaved rounds, ${CONNECTIONS} connections …`)
    const listed = await duel(list(port), list(plain.port), CONNECTIONS, ROUNDS, MILLISECONDS)
    lines.push(
      atLeast(
        'list call ÷ plain handler',
        listed.ratio,
        1,
        `${listed.ours.toFixed(0)} / ${listed.plain.toFixed(0)} per s`,
      ),
    )
    const single = await load(list(port), 1, 2000)
    lines.push(noted('one list call at a time, p50', `${single.p50.toFixed(2)} ms`))
    say('filling 1,000,000 rows …')
    await fill(100_000, 900_000, 500)
    const large = await load(list(port), 8, 3000)
    lines.push(atMost('list p99, 1,000,000 rows ÷ 1,000 rows', large.p99 / small.p99, 2, 'times', 2))
    say('write …')
    let counter = 0
    const write = (to: number): Target => ({
      port: to,
      method: 'PUT',
      path: () => `/passport/web-org/preferences/list:bench${counter++ % 250}`,
      headers,
      body: () => '{"value":{"columns":["a","b"],"density":"small"}}',
    })
    const written = await duel(write(port), write(plain.port), CONNECTIONS, ROUNDS, MILLISECONDS)
    lines.push(
      atLeast(
        'write call ÷ plain handler',
        written.ratio,
        0.9,
        `${written.ours.toFixed(0)} / ${written.plain.toFixed(0)} per s`,
      ),
    )
    lines.push(atMost('wrong answers under load', listed.wrong + written.wrong, 0, ''))
    say('32 cashiers paying into 200 accounts …')
    const paid = await takePayments(postgres.url, { url: product.url, ...who })
    lines.push(
      atLeast(
        'payments ÷ bare transaction',
        paid.ratio,
        0.8,
        `${paid.ours.toFixed(0)} / ${paid.bare.toFixed(0)} per s`,
      ),
    )
    lines.push(atMost('fen lost or doubled', Math.abs(paid.lost), 0, ''))
    lines.push(atMost('rules of the ledger broken', paid.problems, 0, ''))
    say('100,000 residents in 50 organisations …')
    await fillResidents(client, who.orgId)
    const read = (path: string) => (to: number) => ({ port: to, method: 'GET', path: () => path, headers })
    const archives = read('/pims/web-pi/oldmans/proFile/list?page=1&size=20')
    const searched = read('/pims/web-pi/oldmans/proFile/list?page=1&size=20&keyword=wxl')
    for (const [what, target] of [
      ['archive list ÷ plain handler', archives],
      ['archive list by initials ÷ plain handler', searched],
    ] as const) {
      const met = await duel(target(port), target(plain.port), CONNECTIONS, SHORT_ROUNDS, MILLISECONDS, SHORT_WARM_UP)
      lines.push(atLeast(what, met.ratio, 1, `${met.ours.toFixed(0)} / ${met.plain.toFixed(0)} per s`))
      lines.push(atMost(`${what}: wrong answers`, met.wrong, 0, ''))
    }
    for (const [what, path] of [
      ['residence list, 2,000 residents, p50', '/pims/web-pi/oldmans/live?page=1&size=20&status=1,4'],
      ['key figures of the bench, p50', '/pims/web-org/index/count'],
      ['to-dos of the bench, p50', '/pims/web-org/index/waitHandle'],
      ['check-ins by month, p50', '/pims/web-org/index/show/live'],
      ['room map of the house, p50', '/pims/web-org/index/bedInfos'],
    ] as const) {
      const measured = await load(read(path)(port), 1, 2000)
      lines.push(noted(what, `${measured.p50.toFixed(1)} ms, p99 ${measured.p99.toFixed(1)} ms`))
      lines.push(atMost(`${what}: wrong answers`, measured.wrong, 0, ''))
    }
    plain.stop()
    const singleWrite = await load(write(port), 1, 2000)
    lines.push(noted('one write call at a time, p50', `${singleWrite.p50.toFixed(2)} ms`))
    lines.push(atMost('memory of the server after load', await memoryOf(product.process.pid!), 250, 'MiB'))

    say('bills for 10,000 residents …')
    await fillBillable(client, who.orgId)
    for (const month of await monthsOf(client)) {
      const made = await billMonth(product.url, who.token, month)
      lines.push(atMost(`bills of ${month} for ${RESIDENTS} residents`, made.seconds, 15, 's', 1))
      lines.push(atMost('residents without a bill', Math.max(0, RESIDENTS - made.made), 0, ''))
    }
    say('importing 10,000 archives …')
    const imported = await importArchives(product.url, who.token, product.process.pid!)
    lines.push(atMost('import of 10,000 archives', imported.seconds, 30, 's', 1))
    lines.push(atMost('memory of the server, highest so far', imported.peakMiB, 300, 'MiB'))
    lines.push(atMost('rows of the import not accounted for', 10_000 - imported.added - imported.failed, 0, ''))

    if (!withWeb) {
      await product.stop()
      return print(lines)
    }
    say('the web …')
    lines.push(...pageLines(await withBarePage(() => timePages(product.url, account))))
    const map = await drawRoomMap(product.url, account)
    lines.push(atMost(`room map, ${map.beds} beds, answer to paint`, map.draw, 500, 'ms'))
    lines.push(atMost('room map, a change elsewhere to its new colour', map.follow, 1000, 'ms'))
    lines.push(noted('room map, click to paint', `${map.open.toFixed(0)} ms`))
    lines.push(
      noted('room map, frames while it scrolls', `${map.frame.toFixed(0)} ms, p95 ${map.slowFrame.toFixed(0)} ms`),
    )
    await product.stop()
    return print(lines)
  } finally {
    await client.end()
    await postgres.stop()
    await rm(folder, { recursive: true, force: true })
  }
}

process.exitCode = (await main()) ? 0 : 1
