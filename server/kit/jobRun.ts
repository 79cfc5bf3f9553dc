// Long work as its starter sees it: progress, a result, a input to stop. The row in job_run is the truth; pushes only
// repeat it. A run that a crash interrupted starts again where its row says it stood.

import type { PayloadOf } from '#contract/kit/event'
import { Refusal } from '#contract/kit/refusal'
import { type JobProgressData, shell } from '#contract/platform/shell'
import type { Caller, Origin, Tx } from './caller.ts'
import { refusalOfDatabase } from './constraints.ts'
import type { AppContext } from './context.ts'
import { errorId } from './http.ts'
import { newId } from './ids.ts'
import type { Run, RunDefinition, Tell } from './jobDefinition.ts'
import { admit, callerFor } from './serve.ts'
import { type LogFrame, runTransaction } from './transaction.ts'

/** A crash may cost an attempt, an error never does: runs that fail are not repeated blindly. */
const ATTEMPTS = 8
const TELL_EVERY_MS = 250
const LOG_MODULE = '后台任务'

/** The starter no longer wants it. */
class Cancelled extends Error {
  override name = 'Cancelled'
}
/** The server stops; the queue gives the run to the next one. */
class Interrupted extends Error {
  override name = 'Interrupted'
}

interface Starter {
  userId: string
  landingEndId: string | null
  deptId: string | null
  /** The call whose permission is asked again when the work begins. */
  call: string
  origin: Origin
  frame: LogFrame
}

interface Envelope {
  orgId: string
  runId: string
  by: Starter
  payload: Record<string, unknown>
}

interface RunRow {
  run_id: string
  kind: string
  title: string
  state: string
  done: number
  total: number
  message: string | null
  result: unknown
  cancel_wanted: boolean
  created_by: string
  created_at: string
}

const progressOf = (row: RunRow): JobProgressData => ({
  runId: row.run_id,
  kind: row.kind,
  title: row.title,
  state: row.state,
  done: row.done,
  total: row.total,
  message: row.message,
  result: row.result,
  createTime: row.created_at,
})

const INSERT = `insert into job_run (org_id, run_id, kind, title, state, created_by) values ($1, $2, $3, $4, 'waiting', $5)
returning *`
const QUEUE = `select graphile_worker.add_job($1, $2::json, job_key => $3, max_attempts => ${ATTEMPTS})`

const jobKey = (runId: string) => `run:${runId}`

/** Starts a run in the caller's name: it begins once the transaction has committed. */
export async function startRun(
  tx: Tx,
  who: Caller,
  what: { kind: string; title: string; call: string; payload: Record<string, unknown> },
): Promise<string> {
  const runId = newId()
  const made = await tx.client.query<RunRow>(INSERT, [who.orgId, runId, what.kind, what.title, who.userId])
  const { ip, terminal, userAgent, requestId, ownConsole } = who.origin
  const envelope: Envelope = {
    orgId: who.orgId,
    runId,
    by: {
      userId: who.userId,
      landingEndId: who.landingEndId,
      deptId: who.deptId,
      call: what.call,
      // Neither the token nor the request number: both belong to the request that has ended.
      origin: { ip, terminal, userAgent, requestId, ownConsole, token: null, requestNo: null },
      frame: {
        orgId: who.orgId,
        userId: who.userId,
        userName: who.userName,
        empName: who.empName,
        deptName: who.deptName,
        roleName: who.roleNames,
        userPhone: who.phone,
        source: terminal,
        ipAddress: ip,
        module: LOG_MODULE,
        method: what.title,
        requestId,
      },
    },
    payload: what.payload,
  }
  await tx.client.query(QUEUE, [what.kind, JSON.stringify(envelope), jobKey(runId)])
  tx.emit(shell.events.jobProgress, progressOf(made.rows[0]!), { userIds: [who.userId] })
  return runId
}

const BEGIN = `update job_run set state = 'running' where org_id = $1 and run_id = $2 and state in ('waiting', 'running')
returning *`
const PROGRESS = `update job_run set done = $3, total = $4, message = $5 where org_id = $1 and run_id = $2
returning *`
const ADVANCE = `update job_run set done = $3, total = $4, result = coalesce($5, result) where org_id = $1 and run_id = $2
returning *`
const WANTED = 'select cancel_wanted from job_run where org_id = $1 and run_id = $2'

function createRun(app: AppContext, envelope: Envelope, row: RunRow, stopping: AbortSignal): Run {
  const { orgId, runId, by } = envelope
  let cancelWanted = row.cancel_wanted
  let said = 0
  const push = (now: RunRow) =>
    app.realtime.emit(orgId, shell.events.jobProgress, progressOf(now), { userIds: [by.userId] })
  return {
    app,
    orgId,
    runId,
    userId: by.userId,
    title: row.title,
    done: row.done,
    kept: row.result,
    caller: () => callerOfRun(app, envelope),
    progress: async (done, total, message) => {
      if (Date.now() - said < TELL_EVERY_MS && done < total) return
      said = Date.now()
      const saved = await app.pool.query<RunRow>({
        name: 'run_progress',
        text: PROGRESS,
        values: [orgId, runId, done, total, message ?? null],
      })
      const now = saved.rows[0]
      if (!now) throw new Cancelled()
      cancelWanted = now.cancel_wanted
      push(now)
    },
    advance: async (tx, done, total, kept) => {
      const saved = await tx.client.query<RunRow>({
        name: 'run_advance',
        text: ADVANCE,
        values: [orgId, runId, done, total, kept === undefined ? null : JSON.stringify(kept)],
      })
      const now = saved.rows[0]
      if (!now) throw new Cancelled()
      cancelWanted = now.cancel_wanted
      if (Date.now() - said < TELL_EVERY_MS && done < total) return
      said = Date.now()
      tx.after(() => push(now))
    },
    throwIfCancelled: async () => {
      if (stopping.aborted) throw new Interrupted('the server stops')
      if (!cancelWanted) {
        const found = await app.pool.query<{ cancel_wanted: boolean }>({
          name: 'run_wanted',
          text: WANTED,
          values: [orgId, runId],
        })
        cancelWanted = found.rows[0]?.cancel_wanted ?? true
      }
      if (cancelWanted) throw new Cancelled()
    },
  }
}

/** A caller for work that runs later in a user's name: the account and its permissions as they are now. */
export async function callerOfUser(
  app: AppContext,
  orgId: string,
  userId: string,
  callKey: string,
  at: { landingEndId: string | null; deptId: string | null; origin: Origin },
): Promise<Caller> {
  const fulfilled = app.handlers.get(callKey)
  if (!fulfilled) throw new Error(`no handler fulfils ${callKey}`)
  const user = await app.sessions.ofAccount(orgId, userId, at)
  if (!user) throw new Refusal('ACCOUNT_DISABLED')
  admit(fulfilled.call, user)
  return callerFor(app, fulfilled.noun, fulfilled.call, user, at.origin, {})
}

const callerOfRun = (app: AppContext, { orgId, by }: Envelope) => callerOfUser(app, orgId, by.userId, by.call, by)

type Ending = { state: 'done' | 'failed' | 'cancelled'; message: string | null; result: unknown; route: string | null }

const END = `update job_run set state = $3, message = $4, result = coalesce($5, result), finished_at = now(),
  done = case when $3 = 'done' then greatest(done, total) else done end
where org_id = $1 and run_id = $2 and state in ('waiting', 'running') returning *`

const ENDED: Record<Ending['state'], string> = { done: '完成', failed: '失败', cancelled: '已取消' }

async function endRun(app: AppContext, envelope: Envelope, title: string, ending: Ending, tell: Tell): Promise<void> {
  const { orgId, runId, by } = envelope
  const effects = {
    emit: app.realtime.emit.bind(app.realtime),
    written: (org: string, logIds: readonly string[]) => app.audit.written(org, logIds),
    failed: (error: unknown) => app.log.error({ err: error, runId }, 'effect after commit failed'),
  }
  await runTransaction({ pool: app.pool, frame: by.frame, effects }, async (tx) => {
    const values = [
      orgId,
      runId,
      ending.state,
      ending.message,
      ending.result === null ? null : JSON.stringify(ending.result),
    ]
    const saved = await tx.client.query<RunRow>(END, values)
    const word = ENDED[ending.state]
    const remark = `${title}：${word}${ending.message ? `，${ending.message}` : ''}`
    tx.log({ remark, targetType: 'jobRun', targetId: runId })
    if (!saved.rows[0]) return
    const payload: PayloadOf<typeof shell.events.jobProgress> = progressOf(saved.rows[0])
    tx.emit(shell.events.jobProgress, payload, { userIds: [by.userId] })
    // Whoever cancelled it knows.
    if (ending.state === 'cancelled') return
    await tell(tx, [by.userId], {
      kind: 'job',
      title: `${title}：${word}`,
      content: ending.message ?? '',
      route: ending.route,
      once: `run:${runId}`,
    })
  })
}

function failureOf(app: AppContext, runId: string, error: unknown): Ending {
  const refusal = error instanceof Refusal ? error : refusalOfDatabase(error)
  const nothing = { result: null, route: null }
  if (refusal) return { state: 'failed', message: refusal.message, ...nothing }
  const id = errorId()
  app.log.error({ err: error, errorId: id, runId }, 'run failed')
  return { state: 'failed', message: `处理时出现异常，请稍后重试，或把编号 ${id} 告诉管理员`, ...nothing }
}

/** One attempt at a run, as the queue's task. */
export async function performRun(
  app: AppContext,
  definition: RunDefinition,
  job: unknown,
  stopping: AbortSignal,
  tell: Tell,
): Promise<void> {
  const envelope = job as Envelope
  const begun = await app.pool.query<RunRow>(BEGIN, [envelope.orgId, envelope.runId])
  const row = begun.rows[0]
  // Cancelled before it began, or ended by an attempt whose job outlived it.
  if (!row) return
  const run = createRun(app, envelope, row, stopping)
  let ending: Ending
  try {
    await run.throwIfCancelled()
    app.realtime.emit(envelope.orgId, shell.events.jobProgress, progressOf(row), { userIds: [envelope.by.userId] })
    const { result, message, route = null } = await definition.perform(envelope.payload, run)
    ending = { state: 'done', message, result, route }
  } catch (error) {
    if (error instanceof Interrupted) throw error
    ending =
      error instanceof Cancelled
        ? { state: 'cancelled', message: null, result: null, route: null }
        : failureOf(app, envelope.runId, error)
  }
  await endRun(app, envelope, row.title, ending, tell)
}

const OPEN = `select org_id, run_id from job_run
where state in ('waiting', 'running') and created_at < now() - interval '1 minute' limit 1000`
const ALIVE = `select key from graphile_worker.jobs where key = any($1) and (locked_at is not null or attempts < max_attempts)`
const LOST = `update job_run set state = 'failed', message = $3, finished_at = now()
where org_id = $1 and run_id = $2 and state in ('waiting', 'running') returning *`

/** Runs whose job is gone or has used up its attempts will never end by themselves. */
export async function failLostRuns(app: AppContext): Promise<void> {
  const open = await app.pool.query<{ org_id: string; run_id: string }>({ name: 'run_open', text: OPEN })
  if (open.rows.length === 0) return
  const keys = open.rows.map((one) => jobKey(one.run_id))
  const alive = await app.pool.query<{ key: string }>({ name: 'run_alive', text: ALIVE, values: [keys] })
  const living = new Set(alive.rows.map((one) => one.key))
  for (const { org_id, run_id } of open.rows.filter((one) => !living.has(jobKey(one.run_id)))) {
    const saved = await app.pool.query<RunRow>(LOST, [org_id, run_id, '多次中断后未能完成，请重新发起'])
    const row = saved.rows[0]
    if (row) app.realtime.emit(org_id, shell.events.jobProgress, progressOf(row), { userIds: [row.created_by] })
  }
}

const MINE = `select * from job_run where org_id = $1 and created_by = $2 order by created_at desc, run_id desc limit 50`
const ONE = 'select * from job_run where org_id = $1 and created_by = $2 and run_id = $3'

/** The caller's latest runs. */
export async function runsOf(who: Caller): Promise<JobProgressData[]> {
  const found = await who.app.pool.query<RunRow>({ name: 'run_mine', text: MINE, values: [who.orgId, who.userId] })
  return found.rows.map(progressOf)
}

export async function runOf(who: Caller, runId: string): Promise<JobProgressData | null> {
  const values = [who.orgId, who.userId, runId]
  const found = await who.app.pool.query<RunRow>({ name: 'run_one', text: ONE, values })
  return found.rows[0] ? progressOf(found.rows[0]) : null
}

const WISH = `update job_run set cancel_wanted = true,
  state = case when state = 'waiting' then 'cancelled' else state end,
  finished_at = case when state = 'waiting' then now() else finished_at end
where org_id = $1 and created_by = $2 and run_id = $3 and state in ('waiting', 'running') returning *`

/** Notes the input; a run at work ends at its next chunk, one that waits ends here. False: there is nothing to cancel. */
export async function wishCancel(tx: Tx, who: Caller, runId: string): Promise<boolean> {
  const saved = await tx.client.query<RunRow>(WISH, [who.orgId, who.userId, runId])
  const row = saved.rows[0]
  if (!row) return false
  tx.log({ remark: `取消任务“${row.title}”`, targetType: 'jobRun', targetId: runId })
  tx.emit(shell.events.jobProgress, progressOf(row), { userIds: [who.userId] })
  return true
}
