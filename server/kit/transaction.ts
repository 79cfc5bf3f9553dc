// One business transaction: writes, its operation-log row, queued jobs, and effects that leave after the commit.

import type pg from 'pg'
import type { EventDef } from '#contract/kit/event'
import type { LogEntry, OneStatement, Tx } from './caller.ts'
import { newId } from './ids.ts'
import type { Audience } from './sessionUser.ts'

export interface LogFrame {
  orgId: string
  userId: string | null
  userName: string | null
  empName: string | null
  deptName: string | null
  roleName: string | null
  userPhone: string | null
  source: string
  ipAddress: string
  module: string
  method: string
  requestId: string
}

export interface Effects {
  emit(orgId: string, event: EventDef, payload: unknown, target: Audience): void
  /** The organisation has these new operation-log rows, to be sealed a moment later. */
  written(orgId: string, logIds: readonly string[]): void
  failed(error: unknown): void
}

/** Columns of operation_log in the order of `logValues`; hot calls put the same insert into their own statement. */
export const LOG_COLUMNS =
  'org_id, log_id, user_id, user_name, emp_name, dept_name, role_name, user_phone, source, ip_address, module, method, remark, target_type, target_id, changes, request_id'

export function logValues(frame: LogFrame, entry: LogEntry, logId: string): unknown[] {
  return [
    frame.orgId,
    logId,
    frame.userId,
    frame.userName,
    frame.empName,
    frame.deptName,
    frame.roleName,
    frame.userPhone,
    frame.source,
    frame.ipAddress,
    frame.module,
    frame.method,
    entry.remark ?? frame.method,
    entry.targetType ?? null,
    entry.targetId ?? null,
    entry.changes && Object.keys(entry.changes).length > 0 ? JSON.stringify(entry.changes) : null,
    frame.requestId,
  ]
}

/** A log row is noted as waiting for its seal in the statement that writes it. */
const LOG_INSERT = `with logged as (insert into operation_log (${LOG_COLUMNS})
    values ($1,$2,$3,$4,$5,$6,$7,$8,$9,$10,$11,$12,$13,$14,$15,$16,$17) returning org_id, log_id)
  insert into audit_pending (org_id, log_id) select org_id, log_id from logged`

export interface TransactionOptions {
  pool: pg.Pool
  frame: LogFrame
  effects: Effects
  /** Runs first inside the transaction; an answer it returns ends the transaction without doing the work. */
  before?: (client: pg.PoolClient) => Promise<{ answer: unknown } | null>
  /** Runs last inside the transaction, with the answer of the work. */
  finish?: (client: pg.PoolClient, answer: unknown) => Promise<void>
}

export async function runTransaction<T>(options: TransactionOptions, work: (tx: Tx) => Promise<T>): Promise<T> {
  const { pool, frame, effects } = options
  const client = await pool.connect()
  const entries: LogEntry[] = []
  const after: (() => unknown)[] = []
  const atEnd: (() => Promise<void>)[] = []
  let broken: Error | undefined
  try {
    // Not awaited: in pipeline mode it shares the round trip of the first statement, which fails with it.
    const begun = client.query('begin')
    begun.catch(() => undefined)
    const earlier = await options.before?.(client)
    if (earlier) {
      await client.query('commit')
      return earlier.answer as T
    }
    const tx = {
      client,
      orgId: frame.orgId,
      by: { userId: frame.userId, name: frame.empName ?? frame.userName ?? '' },
      log: (entry: LogEntry) => void entries.push(entry),
      emit: (event: EventDef, payload: unknown, target: Audience = {}) =>
        void after.push(() => effects.emit(target.orgId ?? frame.orgId, event, payload, target)),
      emitEach: (event: EventDef, each: NonNullable<Audience['each']>, orgId: string = frame.orgId) =>
        void after.push(() => effects.emit(orgId, event, null, { each })),
      atEnd: (work: () => Promise<void>) => void atEnd.push(work),
      after: (effect: () => unknown) => void after.push(effect),
      job: async (name: string, payload: Record<string, unknown>, job: { runAt?: string; key?: string } = {}) => {
        await client.query(
          'select graphile_worker.add_job($1, $2::json, run_at => coalesce($3::timestamptz, now()), job_key => $4)',
          [name, JSON.stringify(payload), job.runAt ?? null, job.key ?? null],
        )
      },
    } as unknown as Tx
    const answer = await work(tx)
    for (const last of atEnd) await last()
    // Not awaited alone: it leaves in the same breath as the log row and the commit, while locks are held.
    const finished = options.finish?.(client, answer)
    // Every write leaves its row; a handler that says nothing more leaves the plain act.
    const rows = (entries.length > 0 ? entries : [{}]).map((entry) => ({ entry, logId: newId() }))
    const last = rows.map(({ entry, logId }) =>
      client.query({ name: 'log', text: LOG_INSERT, values: logValues(frame, entry, logId) }),
    )
    last.push(client.query('commit'))
    const ended = Promise.all(last)
    ended.catch(() => undefined)
    // Its own reason comes before those of the statements that fail because of it.
    await finished
    await ended
    effects.written(
      frame.orgId,
      rows.map((row) => row.logId),
    )
    for (const effect of after) {
      try {
        await effect()
      } catch (error) {
        effects.failed(error)
      }
    }
    return answer
  } catch (error) {
    await client.query('rollback').catch((failure: Error) => {
      broken = failure
    })
    throw error
  } finally {
    client.release(broken)
  }
}

const LOG_CASTS = LOG_COLUMNS.split(', ').map((column) => (column === 'changes' ? '::jsonb' : ''))
const onceTexts = new Map<string, { given: string; text: string }>()

/** A statement with the log row and its place in the queue for sealing; the text is made once per statement. */
function onceText(statement: OneStatement): string {
  const known = onceTexts.get(statement.name)
  if (known?.given === statement.text) return known.text
  const first = statement.values.length + 1
  const places = LOG_CASTS.map((cast, i) => `$${first + i}${cast}`).join(', ')
  const text = `with written as (${statement.text}),
    logged as (insert into operation_log (${LOG_COLUMNS}) select ${places} where exists (select from written)),
    waiting as (insert into audit_pending (org_id, log_id)
      select $${first}::varchar, $${first + 1}::varchar where exists (select from written))
    select * from written`
  onceTexts.set(statement.name, { given: statement.text, text })
  return text
}

/**
 * For hot calls: the write and its operation-log row as one statement, one round trip. Nothing is logged when nothing
 * was written. What needs a lock or a check first, a job or an event belongs in a transaction.
 */
export async function writeOnce<Row extends pg.QueryResultRow>(
  options: Pick<TransactionOptions, 'pool' | 'frame' | 'effects'>,
  statement: OneStatement,
  entry: LogEntry,
): Promise<Row[]> {
  const { pool, frame, effects } = options
  const logId = newId()
  const result = await pool.query<Row>({
    name: `once_${statement.name}`,
    text: onceText(statement),
    values: [...statement.values, ...logValues(frame, entry, logId)],
  })
  if (result.rows.length > 0) effects.written(frame.orgId, [logId])
  return result.rows
}
