// Long work over a real queue: progress, result, bell, cancelling, failures, a killed process, schedules, clean-up.

import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, readdir, utimes } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import type { EventDef } from '#contract/kit/event'
import { invalid } from '#contract/kit/refusal'
import type { JobProgressData } from '#contract/platform/shell'
import { notify } from '#server/areas/platform/message/messages'
import { type House, testHouse, WEB } from '#server/areas/platform/test/house'
import type { Caller } from '#server/kit/caller'
import type { AppContext } from '#server/kit/context'
import { type Definition, defineCron, defineJob, defineRun } from '#server/kit/jobDefinition'
import { callerOfUser, failLostRuns, startRun } from '#server/kit/jobRun'
import { cronItem, type Jobs, startJobs } from '#server/kit/jobs'
import { COUNTED, type Counting, countingRun } from '#server/kit/test/countingRun'
import { cleanUp } from './cleanUp.ts'

const JOBS = '/passport/web-org/jobs'

let house: House
let userId: string
let token: string
let who: Caller
let running: Jobs | null = null
let pushed: { payload: JobProgressData; userIds: readonly string[] | undefined }[] = []

beforeAll(async () => {
  house = await testHouse()
  userId = await house.person({ userName: 'clerk001', codes: ['czrzdc'] })
  token = (await house.signInAs('clerk001')).data.token
  await house.sql(COUNTED)
  who = await callerOf('platform.shell.exportList')
})
afterAll(() => house.close())
afterEach(async () => {
  await running?.stop()
  running = null
  pushed = []
})

const origin = {
  ip: '10.0.0.8',
  terminal: '管理后台',
  userAgent: 'test',
  requestId: 'R-test',
  token: null,
  requestNo: null,
  ownConsole: true,
}
const callerOf = (call: string) =>
  callerOfUser(house.app, house.orgId, userId, call, { landingEndId: WEB, deptId: null, origin })

/** The house's own application, with an ear at what it pushes. */
function listening(): AppContext {
  const emit = (orgId: string, event: EventDef, payload: unknown, target?: { userIds?: readonly string[] }) => {
    if (event.name === 'platform.jobProgress')
      pushed.push({ payload: payload as JobProgressData, userIds: target?.userIds })
    house.app.realtime.emit(orgId, event, payload, target)
  }
  return { ...house.app, realtime: { ...house.app.realtime, emit } }
}

async function serve(...definitions: Definition[]): Promise<void> {
  running = await startJobs(listening(), {
    url: house.url,
    definitions,
    tell: notify,
    recovery: { everyMs: 100, graceMs: 0 },
  })
}

const start = (payload: Counting, call = 'platform.shell.exportList') =>
  who.tx((tx) => startRun(tx, who, { kind: 'test.count', title: '计数', call, payload: { ...payload } }))

const ask = async (runId: string) => (await house.ask<JobProgressData>('GET', `${JOBS}/${runId}`, { token })).data

const ended = (runId: string) =>
  vi.waitFor(
    async () => {
      const run = await ask(runId)
      expect(['done', 'failed', 'cancelled']).toContain(run.state)
      return run
    },
    { timeout: 20_000, interval: 50 },
  )

const counted = async (runId: string) =>
  (await house.sql<{ number: number }>('select number from counted where run_id = $1 order by number', [runId])).map(
    (row) => row.number,
  )

const now = () => Promise.resolve()

describe('a run', () => {
  it('shows its progress to its starter, ends with a result and rings the bell', async () => {
    const runId = await start({ to: 40 })
    expect(await ask(runId)).toMatchObject({ state: 'waiting', done: 0, title: '计数' })
    await serve(countingRun(() => new Promise((resolve) => setTimeout(resolve, 20))))
    const run = await ended(runId)
    expect(run).toMatchObject({ state: 'done', done: 40, total: 40, message: '数到 40', result: { counted: 40 } })
    expect(await counted(runId)).toHaveLength(40)

    const states = pushed.map((one) => one.payload.state)
    expect(states[0]).toBe('running')
    expect(states.at(-1)).toBe('done')
    expect(pushed.every((one) => one.userIds?.length === 1 && one.userIds[0] === userId)).toBe(true)
    const steps = pushed.map((one) => one.payload.done)
    expect(steps).toEqual([...steps].sort((a, b) => a - b))
    // Pushed a few times a second, not forty times.
    expect(pushed.length).toBeLessThan(20)

    const [message] = await house.sql(`select title, content, kind from user_message where user_id = $1`, [userId])
    expect(message).toEqual({ title: '计数：完成', content: '数到 40', kind: 'job' })
    const [log] = await house.sql(
      `select remark, user_name, ip_address from operation_log where target_id = $1 and target_type = 'jobRun'`,
      [runId],
    )
    expect(log).toEqual({ remark: '计数：完成，数到 40', user_name: 'clerk001', ip_address: '10.0.0.8' })
    const list = await house.ask<JobProgressData[]>('GET', JOBS, { token })
    expect(list.data[0]).toMatchObject({ runId, state: 'done' })
  })

  it('is nobody else’s to see or to cancel', async () => {
    await house.person({ userName: 'other001', codes: ['czrzdc'] })
    const other = (await house.signInAs('other001')).data.token
    const runId = await start({ to: 1 })
    expect((await house.ask('GET', `${JOBS}/${runId}`, { token: other })).status).toBe(40400)
    expect((await house.ask('PUT', `${JOBS}/${runId}/cancel`, { token: other })).status).toBe(40400)
    expect((await house.ask<unknown[]>('GET', JOBS, { token: other })).data).toEqual([])
    await house.ask('PUT', `${JOBS}/${runId}/cancel`, { token })
  })

  it('that waits is cancelled at once and never begins', async () => {
    const runId = await start({ to: 5 })
    expect((await house.ask('PUT', `${JOBS}/${runId}/cancel`, { token })).status).toBe(200)
    expect((await ask(runId)).state).toBe('cancelled')
    await serve(countingRun(now))
    const after = await start({ to: 1 })
    await ended(after)
    expect(await counted(runId)).toEqual([])
    expect((await house.ask('PUT', `${JOBS}/${runId}/cancel`, { token })).status).toBe(200)
  })

  it('at work ends at its next chunk when its starter wants that, and keeps what it has', async () => {
    let go: () => void = () => undefined
    const gate = new Promise<void>((resolve) => {
      go = resolve
    })
    await serve(countingRun((number) => (number < 4 ? now() : gate)))
    const runId = await start({ to: 10 })
    await vi.waitFor(async () => expect(await counted(runId)).toEqual([1, 2, 3]), { timeout: 10_000 })
    await house.ask('PUT', `${JOBS}/${runId}/cancel`, { token })
    expect((await ask(runId)).state).toBe('running')
    go()
    expect(await ended(runId)).toMatchObject({ state: 'cancelled', done: 3, total: 10, result: { last: 3 } })
    expect(await counted(runId)).toEqual([1, 2, 3])
  })

  it('that is refused fails with the reason, one with a defect with a number, and neither is tried again', async () => {
    let tried = 0
    const fail = (kind: string): never => {
      tried++
      throw kind === 'refusal' ? invalid('房间已满') : new Error('select secret from somewhere')
    }
    await serve(countingRun(now, fail))
    expect(await ended(await start({ to: 1, fail: 'refusal' }))).toMatchObject({ state: 'failed', message: '房间已满' })
    const broken = await ended(await start({ to: 1, fail: 'defect' }))
    expect(broken.state).toBe('failed')
    expect(broken.message).toMatch(/^处理时出现异常，请稍后重试，或把编号 E-\d{8}-\d{6}-[0-9A-F]{4} 告诉管理员$/)
    await vi.waitFor(async () =>
      expect(await house.sql(`select 1 from graphile_worker.jobs where task_identifier = 'test.count'`)).toEqual([]),
    )
    expect(tried).toBe(2)
    const titles = await house.sql<{ title: string }>(`select title from user_message where title = '计数：失败'`)
    expect(titles).toHaveLength(2)
  })

  it('in a user’s name is refused when the user may no longer do it', async () => {
    const asks = defineRun('test.count', async (_, run) => {
      await run.caller()
      return { result: null, message: '' }
    })
    await serve(asks)
    expect(await ended(await start({ to: 1 }))).toMatchObject({ state: 'done' })
    expect(await ended(await start({ to: 1 }, 'platform.upload.package'))).toMatchObject({
      state: 'failed',
      message: '权限不足，无法访问，请联系管理员',
    })
    await house.sql('update account set user_status = 2 where user_id = $1', [userId])
    const runId = await start({ to: 1 })
    const state = async () => (await house.sql('select state, message from job_run where run_id = $1', [runId]))[0]
    await vi.waitFor(async () =>
      expect(await state()).toEqual({ state: 'failed', message: '账号已停用，请联系管理员' }),
    )
    await house.sql('update account set user_status = 1 where user_id = $1', [userId])
    house.app.sessions.forget(house.orgId, userId)
    token = (await house.signInAs('clerk001')).data.token
  })

  it('whose job was lost does not stay at work for ever', async () => {
    const runId = await start({ to: 1 })
    await house.sql(`select graphile_worker.remove_job($1)`, [`run:${runId}`])
    await failLostRuns(house.app)
    expect((await ask(runId)).state).toBe('waiting')
    await house.sql(`update job_run set created_at = now() - interval '2 minutes' where run_id = $1`, [runId])
    await failLostRuns(house.app)
    expect(await ask(runId)).toMatchObject({ state: 'failed', message: '多次中断后未能完成，请重新发起' })
  })
})

describe('a process that ends', () => {
  let child: ChildProcess | null = null
  afterEach(() => {
    child?.kill('SIGKILL')
    child = null
  })

  it('by a kill leaves its run to another, which goes on where it stood and counts nothing twice', async () => {
    const script = new URL('../../../kit/test/countingNode.ts', import.meta.url).pathname
    child = spawn(process.execPath, ['--import', 'tsx', script, house.url], { stdio: ['ignore', 'pipe', 'inherit'] })
    let said = ''
    child.stdout!.on('data', (chunk: Buffer) => {
      said += chunk.toString()
    })
    await vi.waitFor(() => expect(said).toContain('ready'), { timeout: 25_000 })
    const runId = await start({ to: 10 })
    await vi.waitFor(() => expect(said).toContain('standing'), { timeout: 20_000 })
    expect(await ask(runId)).toMatchObject({ state: 'running', done: 3 })

    // While it lives, its lock keeps the run from others that look: a job of a dead worker shows that they did.
    await who.tx((tx) => tx.job('test.nobody', {}, { key: 'witness' }))
    await house.sql(
      `update graphile_worker._private_jobs set locked_by = 'pool-dead', locked_at = now() - interval '1 hour' where key = 'witness'`,
    )
    await serve(countingRun(now))
    const lockOf = async (key: string) =>
      (
        await house.sql<{ locked_by: string | null }>('select locked_by from graphile_worker.jobs where key = $1', [
          key,
        ])
      )[0]
    await vi.waitFor(async () => expect(await lockOf('witness')).toEqual({ locked_by: null }), { timeout: 10_000 })
    expect(await lockOf(`run:${runId}`)).toEqual({ locked_by: expect.stringMatching(/^pool-/) })
    expect(await counted(runId)).toEqual([1, 2, 3])

    child.kill('SIGKILL')
    await once(child, 'exit')
    expect(await ended(runId)).toMatchObject({ state: 'done', done: 10, result: { counted: 10 } })
    expect(await counted(runId)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10])
  }, 60_000)

  it('in order lets go of its run, and the next one finishes it', async () => {
    let go: () => void = () => undefined
    const gate = new Promise<void>((resolve) => {
      go = resolve
    })
    await serve(countingRun((number) => (number < 3 ? now() : gate)))
    const runId = await start({ to: 5 })
    await vi.waitFor(async () => expect(await counted(runId)).toEqual([1, 2]), { timeout: 10_000 })
    const stopped = running!.stop()
    running = null
    go()
    await stopped
    expect(await ask(runId)).toMatchObject({ state: 'running', done: 2 })
    await serve(countingRun(now))
    expect(await ended(runId)).toMatchObject({ state: 'done', done: 5 })
    expect(await counted(runId)).toEqual([1, 2, 3, 4, 5])
  })
})

describe('jobs and schedules', () => {
  it('a job runs exactly when its transaction commits, and again until it succeeds', async () => {
    const seen: string[] = []
    const note = defineJob<{ word: string }>('test.note', async ({ word }) => {
      seen.push(word)
      if (word === 'twice' && seen.filter((one) => one === word).length < 2) throw new Error('not yet')
    })
    await serve(note)
    await who.tx((tx) => tx.job('test.note', { word: 'once' }))
    await expect(
      who.tx(async (tx) => {
        await tx.job('test.note', { word: 'never' })
        throw new Error('rolled back')
      }),
    ).rejects.toThrow('rolled back')
    await who.tx((tx) => tx.job('test.note', { word: 'twice' }))
    await vi.waitFor(() => expect(seen.filter((one) => one === 'twice')).toHaveLength(2), { timeout: 15_000 })
    expect(seen).toContain('once')
    expect(seen).not.toContain('never')
  })

  it('schedules go by the clock in China', () => {
    const job = defineJob('test.clock', now)
    const nightly = cronItem(defineCron(job, '10 3 * * *'))
    const utc = (month: number, date: number, hour: number, min: number) => ({
      month,
      date,
      hour,
      min,
      dow: new Date(Date.UTC(new Date().getUTCFullYear(), month - 1, date)).getUTCDay(),
    })
    expect(nightly.match(utc(5, 9, 19, 10))).toBe(true)
    expect(nightly.match(utc(5, 9, 3, 10))).toBe(false)
    const monthly = cronItem(defineCron(job, '0 2 1 * *'))
    expect(monthly.match(utc(4, 30, 18, 0))).toBe(true)
    expect(monthly.match(utc(5, 1, 2, 0))).toBe(false)
    expect(nightly.options.backfillPeriod).toBe(12 * 3_600_000)
  })

  it('a name that is taken and a schedule without a job are refused at the start', async () => {
    const job = defineJob('test.clock', now)
    const options = { url: house.url, tell: notify }
    await expect(startJobs(house.app, { ...options, definitions: [job, job] })).rejects.toThrow('defined twice')
    await expect(startJobs(house.app, { ...options, definitions: [defineCron(job, '* * * * *')] })).rejects.toThrow(
      'has no such job',
    )
  })
})

describe('the nightly clean-up', () => {
  it('removes what has served its time and nothing else', async () => {
    const org = house.orgId
    const ago = (days: number) => `now() - interval '${days} days'`
    const inserts: [table: string, key: string, columns: string, values: (key: string, days: number) => string][] = [
      ['photo_code', 'verify_str', 'verify_str, answer, expires_at', (k, d) => `'${k}', 'x', ${ago(d)}`],
      ['socket_ticket', 'ticket_id', 'ticket_id, session_id, expires_at', (k, d) => `'${k}', 's', ${ago(d)}`],
      ['sms_code', 'code_id', 'code_id, phone, code_hash, expires_at', (k, d) => `'${k}', '1', 'x', ${ago(d - 0.5)}`],
      ['rate_count', 'key', 'key, count, window_ends', (k, d) => `'${k}', 1, ${ago(d)}`],
      ['phone_stand_in', 'stand_in', 'origin_hash, stand_in, expires_at', (k, d) => `'o', '${k}', ${ago(d)}`],
      [
        'login_guess',
        'subject',
        'org_id, subject, source, count, frozen, until',
        (k, d) => `'${org}', '${k}', 's', 1, false, ${ago(d)}`,
      ],
      [
        'known_browser',
        'browser_hash',
        'org_id, user_id, browser_hash, last_seen',
        (k, d) => `'${org}', 'u', '${k}', ${ago(d * 91)}`,
      ],
      [
        'request_number',
        'request_no',
        'org_id, request_no, call, user_id, input_digest, created_at',
        (k, d) => `'${org}', '${k}', 'c', 'u', 'd', ${ago(d * 31)}`,
      ],
      [
        'front_log',
        'id',
        'org_id, id, entry, user_agent, created_at',
        (k, d) => `'${org}', '${k}', '{}', 'x', ${ago(d * 91)}`,
      ],
      [
        'login_session',
        'session_id',
        'session_id, org_id, user_id, ip, terminal, ended_by, ended_at',
        (k, d) => `'${k}', '${org}', 'u', '1', 't', 200, ${ago(d * 91)}`,
      ],
      [
        'job_run',
        'run_id',
        'org_id, run_id, kind, title, state, created_by, finished_at',
        (k, d) => `'${org}', '${k}', 'k', 't', 'done', 'u', ${ago(d * 91)}`,
      ],
    ]
    for (const [table, , columns, values] of inserts) {
      // Days from now: the first is over, the second is not.
      await house.sql(
        `insert into ${table} (${columns}) values (${values(`old-${table}`, 2)}), (${values(`new-${table}`, -1)})`,
      )
    }
    const file = (id: string, use: string, days: number) =>
      house.sql(
        `insert into stored_file (org_id, file_id, use, key, name, size_b, mime, sha256, created_at)
         values ($1, $2, $3, $4, 'x', 1, 'x', 'x', ${ago(days)})`,
        [org, id, use, `${org}/2025/01/${id}.xlsx`],
      )
    await file('export-old', 'export', 31)
    await file('export-new', 'export', 29)
    await file('import-old', 'import', 8)
    await file('picture-old', 'picture', 400)
    const { tempDir } = house.app.settings
    for (const [name, days] of [
      ['upload-old', 2],
      ['upload-new', 0],
    ] as const) {
      await mkdir(join(tempDir, name), { recursive: true })
      const at = new Date(Date.now() - days * 86_400_000)
      await utimes(join(tempDir, name), at, at)
    }

    await cleanUp(house.app)

    for (const [table, key] of inserts) {
      const left = await house.sql<{ key: string }>(`select ${key} as key from ${table} where ${key} like '%-${table}'`)
      expect(
        left.map((row) => row.key),
        table,
      ).toEqual([`new-${table}`])
    }
    const files = await house.sql<{ file_id: string }>(`select file_id from stored_file order by file_id`)
    expect(files.map((row) => row.file_id)).toEqual(['export-new', 'picture-old'])
    expect(await readdir(tempDir)).toEqual(['upload-new'])
    const [log] = await house.sql(`select remark from operation_log where method = '清理过期文件'`)
    expect(log).toEqual({ remark: '清理过期的导出和导入文件 2 个' })
  })
})
