// Sealing puts new operation-log rows into the chain a moment after they were written, in batches, so that writers
// never queue behind one another. One node at a time seals an organisation; any node may.
import type { FastifyBaseLogger } from 'fastify'
import type pg from 'pg'
import { batchHashSql, GENESIS, ROW_DIGEST } from './auditChain.ts'

const BATCH = 1000
/** Any number, the same in every process; the organisation is the second half of the lock's name. */
const LOCK = 1_905_661
const DELAY = 1000

/** Rows sealed by this call, or null while another process seals this organisation. */
async function sealBatch(pool: pg.Pool, orgId: string, known: readonly string[] | null): Promise<number | null> {
  const client = await pool.connect()
  let broken: Error | undefined
  try {
    await client.query('begin')
    const lock = await client.query<{ mine: boolean }>('select pg_try_advisory_xact_lock($1, hashtext($2)) as mine', [
      LOCK,
      orgId,
    ])
    const sealed = lock.rows[0]!.mine ? await sealUnderLock(client, orgId, known) : null
    await client.query('commit')
    return sealed
  } catch (error) {
    await client.query('rollback').catch((failure: Error) => {
      broken = failure
    })
    throw error
  } finally {
    client.release(broken)
  }
}

/** The oldest rows that wait. They are a range: joining the table with its own first rows is planned for an empty one. */
const OLDEST = `delete from audit_pending where org_id = $1 and log_id <= (select max(log_id)
  from (select log_id from audit_pending where org_id = $1 order by log_id limit ${BATCH}) next) returning log_id`
/** Rows this process has just written: found by their ids, without stepping over all that was sealed before them. */
const KNOWN = 'delete from audit_pending where org_id = $1 and log_id = any($4::text[]) returning log_id'

async function sealUnderLock(client: pg.PoolClient, orgId: string, known: readonly string[] | null): Promise<number> {
  // The head is what the anchor says, not the last batch that is there: batches cut off the end leave a gap for good,
  // and one that somebody put behind the end is stepped over instead of being built upon.
  const head = await client.query<{ seq: number | null; hash: string | null; last: number | null }>({
    name: 'audit_head',
    text: `select a.seq, a.hash,
        (select seq + rows - 1 from audit_batch where org_id = $1 order by seq desc limit 1) as last
      from (select 1) one left join lateral
        (select seq, hash from audit_anchor where org_id = $1 order by seq desc limit 1) a on true`,
    values: [orgId],
  })
  const { seq: anchored, hash, last } = head.rows[0]!
  const seq = Math.max(anchored ?? 0, last ?? 0) + 1
  const sealed = await client.query<{ rows: number; hash: string }>({
    name: known ? 'audit_seal_known' : 'audit_seal_oldest',
    text: `with taken as (${known ? KNOWN : OLDEST}
      ), digested as (
        select t.log_id::text as log_id, ${ROW_DIGEST} as digest
        from taken t left join operation_log o on o.org_id = $1 and o.log_id = t.log_id
      )
      insert into audit_batch (org_id, seq, rows, log_ids, digests, last_id, hash)
      select $1, $2::bigint, count(*), array_agg(log_id order by log_id), array_agg(digest order by log_id), max(log_id),
        ${batchHashSql('$3::text', '$2::bigint')}
      from digested having count(*) > 0 returning rows, hash`,
    values: [orgId, seq, hash ?? GENESIS, ...(known ? [known] : [])],
  })
  const batch = sealed.rows[0]
  if (!batch) return 0
  await client.query({
    name: 'audit_anchor',
    text: `insert into audit_anchor (org_id, day, seq, hash) values ($1, current_date, $2, $3)
      on conflict (org_id, day) do update set seq = excluded.seq, hash = excluded.hash, created_at = now()`,
    values: [orgId, seq + batch.rows - 1, batch.hash],
  })
  return batch.rows
}

export interface Sealed {
  rows: number
  /** Another process was sealing; it may have missed the newest rows. */
  busy: boolean
}

/** Seals everything an organisation has written so far. */
export async function sealOrganisation(pool: pg.Pool, orgId: string): Promise<Sealed> {
  let rows = 0
  for (;;) {
    const batch = await sealBatch(pool, orgId, null)
    if (batch === null) return { rows, busy: true }
    rows += batch
    if (batch < BATCH) return { rows, busy: false }
  }
}

/** Seals what all organisations have written: the minute's job, which also catches what a crashed node left. */
export async function sealAll(pool: pg.Pool): Promise<number> {
  const waiting = await pool.query<{ org_id: string }>('select distinct org_id from audit_pending order by org_id')
  let rows = 0
  for (const { org_id } of waiting.rows) rows += (await sealOrganisation(pool, org_id)).rows
  return rows
}

/** This node's sealing of what it has just written. */
export interface Sealer {
  /** An organisation has new rows; they are sealed about a second later, together with what follows meanwhile. */
  written(orgId: string, logIds: readonly string[]): void
  /** Ends the timer and waits for a running batch; rows left over are sealed by another node or the next start. */
  close(): Promise<void>
}

export function createSealer(app: { pool: pg.Pool; log: FastifyBaseLogger }, delay = DELAY): Sealer {
  const waiting = new Map<string, string[]>()
  let timer: NodeJS.Timeout | undefined
  let running: Promise<void> = Promise.resolve()
  let closed = false

  /** Ids of one organisation, a batch at a time; what could not be sealed now waits on. */
  const sealKnown = async (orgId: string, ids: readonly string[]) => {
    for (let at = 0; at < ids.length && !closed; at += BATCH) {
      if ((await sealBatch(app.pool, orgId, ids.slice(at, at + BATCH))) === null) {
        waiting.set(orgId, [...ids.slice(at), ...(waiting.get(orgId) ?? [])])
        return
      }
    }
  }
  const run = async () => {
    for (const [orgId, ids] of [...waiting]) {
      if (closed) return
      waiting.delete(orgId)
      try {
        await sealKnown(orgId, ids)
      } catch (error) {
        // Nothing is lost: the rows stay unsealed and the minute's job takes them up again.
        app.log.error({ err: error, orgId }, 'sealing the operation log failed')
      }
    }
  }
  const schedule = () => {
    if (timer || closed) return
    timer = setTimeout(() => {
      running = run().then(() => {
        timer = undefined
        if (waiting.size > 0) schedule()
      })
    }, delay)
    timer.unref()
  }
  return {
    written: (orgId, logIds) => {
      const known = waiting.get(orgId)
      if (known) known.push(...logIds)
      else waiting.set(orgId, [...logIds])
      schedule()
    },
    close: async () => {
      closed = true
      clearTimeout(timer)
      await running
    },
  }
}
