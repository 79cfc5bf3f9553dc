// Times of care: the night that makes tomorrow's tasks, a press against its bare statements, the board of a ward, a second
// screen, and what is read out of a year.
import { Agent, request } from 'node:http'
import pg from 'pg'
import { DAY_MS, dayText, timeText } from '#contract/kit/clock'
import { ADD_EXECUTION, RECORD_TASK } from '#server/areas/nursing/execution/executionWrite'
import { idOnDay } from '#server/areas/nursing/task/planned'
import { holdTasks, spanOf } from '#server/areas/nursing/task/taskRow'
// Times come as text, as the product reads them.
import '#server/kit/db'
import { newId } from '#server/kit/ids'
import { wardId } from './careHouse.ts'
import { type Account, openConsole } from './console.ts'
import { percentile } from './monitorTimes.ts'
import { processorMs } from './processor.ts'

export interface Who {
  url: string
  token: string
  orgId: string
  userId: string
}

export async function signIn(url: string, account: { userName: string; password: string }): Promise<Who> {
  const answer = await fetch(`${url}/passport/web-rbac/logins/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ loginName: account.userName, loginPassword: account.password }),
  })
  const { data } = (await answer.json()) as {
    data: { token: string; orgInfo: { orgId: string }; empInfo: { empId: string } }
  }
  return { url, token: data.token, orgId: data.orgInfo.orgId, userId: data.empInfo.empId }
}

const OF_DAY = `select count(*)::int as n from care_task t join oldman o on o.org_id = t.org_id and o.oldman_id = t.oldman_id
where t.org_id = $1 and o.archive_no like 'CX%' and t.plan_time >= $2::date and t.plan_time < $2::date + 1`

/** Queued as the clock would; how long until the last of tomorrow's tasks is there, and how many there are. */
export async function makeTomorrow(client: pg.Client, orgId: string): Promise<{ seconds: number; tasks: number }> {
  const tomorrow = dayText(Date.now() + DAY_MS)
  const run = async () => {
    const began = performance.now()
    await client.query(`select graphile_worker.add_job('nursing.tasks', payload := '{}', job_key := 'bench.tasks')`)
    for (;;) {
      const { rows } = await client.query(`select 1 from graphile_worker.jobs where key = 'bench.tasks'`)
      if (rows.length === 0) return (performance.now() - began) / 1000
      await new Promise((resolve) => setTimeout(resolve, 50))
    }
  }
  // Today's are there already when the night comes.
  await run()
  await client.query(
    `delete from care_task t using oldman o where t.org_id = $1 and o.org_id = t.org_id and o.oldman_id = t.oldman_id
      and o.archive_no like 'CX%' and t.plan_time >= $2::date`,
    [orgId, tomorrow],
  )
  await client.query('vacuum analyze care_task')
  const seconds = await run()
  const { rows } = await client.query<{ n: number }>(OF_DAY, [orgId, tomorrow])
  return { seconds, tasks: rows[0]!.n }
}

function press(agent: Agent, who: Pick<Who, 'url' | 'token'>, taskId: string): Promise<string | null> {
  const body = JSON.stringify({ taskIds: [taskId] })
  return new Promise((resolve, reject) => {
    const sent = request(
      {
        agent,
        host: '127.0.0.1',
        port: new URL(who.url).port,
        method: 'POST',
        path: '/pims/web-org/executions',
        headers: {
          authorization: who.token,
          appName: 'platform-admin',
          'x-request-no': newId(),
          'content-type': 'application/json',
          'content-length': Buffer.byteLength(body),
        },
      },
      (response) => {
        let text = ''
        response.on('data', (chunk: Buffer) => {
          text += chunk
        })
        response.on('end', () => resolve(text.startsWith('{"status":200') ? null : text))
        response.on('error', reject)
      },
    )
    sent.on('error', reject)
    sent.end(body)
  })
}

const REQUEST = `insert into request_number (org_id, request_no, call, user_id, input_digest) values ($1, $2, 'bench', $3, $2)
on conflict do nothing`
const ANSWER = 'update request_number set answer = $3 where org_id = $1 and request_no = $2'
const LOG = `with logged as (insert into operation_log (org_id, log_id, user_id, user_name, emp_name, source, ip_address, module, method, remark, request_id)
  values ($1, $2, $3, 'bench', '基准', '管理后台', '127.0.0.1', '护理执行', '记录', '完成', $4) returning org_id, log_id)
insert into audit_pending (org_id, log_id) select org_id, log_id from logged`

/** One press as it would be written by hand: the same statements, one after the other on one connection, and nothing else. */
async function barePress(pool: pg.Pool, who: Who, taskId: string): Promise<void> {
  const client = await pool.connect()
  try {
    const requestNo = newId()
    await client.query('begin')
    await client.query({ name: 'request', text: REQUEST, values: [who.orgId, requestNo, who.userId] })
    const [task] = await holdTasks(client, { orgId: who.orgId, deptIds: null }, [taskId])
    const now = timeText(Date.now())
    const executionId = idOnDay(newId(), task!.planTime.slice(0, 10))
    const added = [[executionId], [taskId], [task!.planTime], [task!.oldmanId], [task!.projectId], [null]]
    const said = ['done', null, now, now, who.userId, 'console', null, null, null, null, null, null, null, null]
    await client.query({ name: 'add', text: ADD_EXECUTION, values: [who.orgId, ...added, ...said] })
    const record = [who.orgId, 'DONE', now, now, [taskId], [task!.planTime], [executionId], ...spanOf([taskId])!]
    await client.query({ name: 'record', text: RECORD_TASK, values: record })
    const tasks = JSON.stringify([task])
    await client.query({ name: 'answer', text: ANSWER, values: [who.orgId, requestNo, tasks] })
    await client.query({ name: 'log', text: LOG, values: [who.orgId, newId(), who.userId, newId()] })
    await client.query('commit')
  } catch (error) {
    await client.query('rollback')
    throw error
  } finally {
    client.release()
  }
}

const CAREGIVERS = 32
const ROUNDS = 8
const MILLISECONDS = 1000

async function round(milliseconds: number, one: () => Promise<void>): Promise<number> {
  const began = performance.now()
  let done = 0
  const caregiver = async () => {
    while (performance.now() - began < milliseconds) {
      await one()
      done++
    }
  }
  await Promise.all(Array.from({ length: CAREGIVERS }, caregiver))
  return (done * 1000) / (performance.now() - began)
}

const middle = (values: readonly number[]) => [...values].sort((a, b) => a - b)[values.length >> 1]!

const OPEN = `select t.task_id as id from care_task t join oldman o on o.org_id = t.org_id and o.oldman_id = t.oldman_id
where t.org_id = $1 and o.archive_no like 'CX%' and o.dept_id <> $3 and t.plan_time >= $2::date and t.plan_time < $2::date + 1
  and t.execution_id is null order by md5(t.task_id)`
const RECORDED = `select count(*)::int as n, count(distinct task_id)::int as tasks from care_execution
where org_id = $1 and plan_time >= $2::date and plan_time < $2::date + 1 and task_id = any($3)`

/** 32 caregivers press one task after the other; every answered press is one execution. The first ward is left alone. */
export async function pressTasks(databaseUrl: string, who: Who) {
  const pool = new pg.Pool({ connectionString: databaseUrl, max: CAREGIVERS, options: '-c TimeZone=Asia/Shanghai' })
  const agent = new Agent({ keepAlive: true, maxSockets: CAREGIVERS })
  try {
    const day = dayText(Date.now())
    const open = await pool.query<{ id: string }>(OPEN, [who.orgId, day, wardId(1)])
    let n = 0
    const next = () => {
      const task = open.rows[n++]
      if (!task) throw new Error(`all ${open.rows.length} tasks are pressed: the rounds are too long`)
      return task.id
    }
    const ours = async () => {
      const refused = await press(agent, who, next())
      if (refused !== null) throw new Error(`a press was refused under load: ${refused}`)
    }
    const bare = () => barePress(pool, who, next())
    await round(1000, ours)
    await round(1000, bare)
    const [rates, bares]: [number[], number[]] = [[], []]
    for (let i = 0; i < ROUNDS; i++) {
      rates.push(await round(MILLISECONDS, ours))
      bares.push(await round(MILLISECONDS, bare))
    }
    const { rows } = await pool.query<{ n: number; tasks: number }>(RECORDED, [
      who.orgId,
      day,
      open.rows.slice(0, n).map((row) => row.id),
    ])
    const wrong = Math.abs(rows[0]!.n - n) + Math.abs(rows[0]!.tasks - n)
    return { ratio: middle(rates) / middle(bares), ours: middle(rates), bare: middle(bares), wrong }
  } finally {
    agent.destroy()
    await pool.end()
  }
}

const WARM = 10

/** One call after the other, each for another elder or ward; the 95th of a hundred, ms, and the middle size, KB. */
export async function readTimes(who: Who, path: (n: number) => string, times = 100) {
  const took: number[] = []
  const sizes: number[] = []
  let spent = 0
  for (let n = 0; n < times + WARM; n++) {
    if (n === WARM) spent = processorMs()
    const began = performance.now()
    const answer = await fetch(`${who.url}${path(n)}`, {
      headers: { authorization: who.token, appName: 'platform-admin' },
    })
    const text = await answer.text()
    if (!text.startsWith('{"status":200')) throw new Error(`${path(n)}: ${text.slice(0, 300)}`)
    if (n < WARM) continue
    took.push(performance.now() - began)
    sizes.push(Buffer.byteLength(text) / 1024)
  }
  const cpu = (processorMs() - spent) / times
  const [p50, kb] = [percentile(took, 0.5), percentile(sizes, 0.5)]
  return {
    p50,
    p95: percentile(took, 0.95),
    kb,
    cpu,
    about: `${p50.toFixed(1)} ms, ${kb.toFixed(0)} KB, ${cpu.toFixed(1)} ms`,
  }
}

const OF_WARD = `select t.task_id as id, o.oldman_name as name from care_task t join oldman o on o.org_id = t.org_id and o.oldman_id = t.oldman_id
where t.org_id = $1 and o.dept_id = $2 and t.plan_time >= $3::date and t.plan_time < $3::date + 1 and t.execution_id is null
order by md5(t.task_id) limit 20`

/** From the press until the cell of that elder says so on another screen, the slowest of twenty, ms. */
export async function secondScreen(client: pg.Client, { url, orgId }: Who, account: Account): Promise<number> {
  const { rows } = await client.query<{ id: string; name: string }>(OF_WARD, [orgId, wardId(1), dayText(Date.now())])
  const { browser, page } = await openConsole(url, account, { width: 1920, height: 1080 })
  const agent = new Agent({ keepAlive: true })
  try {
    const news = page.getByRole('button', { name: '知道了' })
    await page.addLocatorHandler(news, () => news.click())
    await page.goto('/index.html#/nursing/task')
    await page.locator('.yy-care-cell').first().waitFor()
    const place = page.locator('.ant-select', { hasText: / 人$/ }).first()
    if (!(await place.innerText()).startsWith('护理 1 区')) {
      await place.click()
      await page.locator('.ant-select-item-option', { hasText: '护理 1 区' }).click()
    }
    await page.getByRole('button', { name: rows[0]!.name }).first().waitFor()
    const { token } = await page.evaluate(
      () => JSON.parse(localStorage.getItem('pims2_userInfo')!) as { token: string },
    )
    const took: number[] = []
    for (const { id, name } of rows) {
      const seen = page.evaluate(
        (wanted) =>
          new Promise<number>((resolve, reject) => {
            const cell = [...document.querySelectorAll('.yy-care-cell')].find(
              (one) => one.querySelector('b')!.textContent === wanted,
            )
            if (!cell) return reject(new Error(`${wanted} is not on the board`))
            const before = cell.querySelector('.yy-push')!.textContent
            const watch = new MutationObserver(() => {
              if (cell.querySelector('.yy-push')!.textContent === before) return
              watch.disconnect()
              requestAnimationFrame(() => setTimeout(() => resolve(performance.timeOrigin + performance.now())))
            })
            watch.observe(cell, { subtree: true, childList: true, characterData: true })
            setTimeout(() => reject(new Error(`${wanted} did not change`)), 10_000)
          }),
        name,
      )
      await new Promise((resolve) => setTimeout(resolve, 100))
      const pressed = performance.timeOrigin + performance.now()
      const refused = await press(agent, { url, token }, id)
      if (refused !== null) throw new Error(refused)
      took.push((await seen) - pressed)
    }
    return Math.max(...took)
  } finally {
    agent.destroy()
    await browser.close()
  }
}
