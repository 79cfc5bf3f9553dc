// Sealing puts new operation-log rows into the chain a moment after they were written, in batches, so that writers
// never queue behind one another. One node at a time seals an organisation; any node may.
import type { FastifyBaseLogger } from 'fastify'
import type pg from 'pg'
import { CHAIN_COLUMNS, type ChainRow, GENESIS, linkOf } from './auditChain.ts'

const BATCH = 1000
/** Any number, the same in every process; the organisation is the second half of the lock's name. */
const LOCK = 1_905_661
const DELAY = 1000

/** Rows sealed by this call, or null while another process seals this organisation. */
async function sealBatch(pool: pg.Pool, orgId: string): Promise<number | null> {
  const client = await pool.connect()
  let broken: Error | undefined
  try {
    await client.query('begin')
    const lock = await client.query<{ mine: boolean }>('select pg_try_advisory_xact_lock($1, hashtext($2)) as mine', [
      LOCK,
      orgId,
    ])
    const sealed = lock.rows[0]!.mine ? await sealUnderLock(client, orgId) : null
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

async function sealUnderLock(client: pg.PoolClient, orgId: string): Promise<number> {
  const fresh = await client.query<ChainRow>({
    name: 'audit_unsealed',
    text: `select ${CHAIN_COLUMNS} from operation_log where org_id = $1 and seq is null order by log_id limit ${BATCH}`,
    values: [orgId],
  })
  if (fresh.rows.length === 0) return 0
  // The head is what the anchor says, not the last row that is there: rows cut off the end leave a gap for good, and
  // a row that somebody put behind the end is stepped over instead of being taken into the chain.
  const head = await client.query<{ seq: number | null; hash: string | null; last: number | null }>({
    name: 'audit_head',
    text: `select a.seq, a.hash, (select max(seq) from operation_log where org_id = $1 and seq is not null) as last
      from (select 1) one left join lateral
        (select seq, hash from audit_anchor where org_id = $1 order by seq desc limit 1) a on true`,
    values: [orgId],
  })
  const { seq: anchored, hash: anchorHash, last } = head.rows[0]!
  let seq = Math.max(anchored ?? 0, last ?? 0)
  let hash = anchorHash ?? GENESIS
  const ids: string[] = []
  const seqs: number[] = []
  const hashes: string[] = []
  for (const row of fresh.rows) {
    seq += 1
    hash = linkOf(hash, row, seq)
    ids.push(row.log_id)
    seqs.push(seq)
    hashes.push(hash)
  }
  const written = await client.query({
    name: 'audit_seal',
    text: `update operation_log o set seq = s.seq, hash = s.hash
      from unnest($2::text[], $3::bigint[], $4::text[]) as s(log_id, seq, hash)
      where o.org_id = $1 and o.log_id = s.log_id and o.seq is null`,
    values: [orgId, ids, seqs, hashes],
  })
  if (written.rowCount !== ids.length) {
    throw new Error(
      `operation log of ${orgId}: ${ids.length - (written.rowCount ?? 0)} rows vanished while being sealed`,
    )
  }
  await client.query({
    name: 'audit_anchor',
    text: `insert into audit_anchor (org_id, day, seq, hash) values ($1, current_date, $2, $3)
      on conflict (org_id, day) do update set seq = excluded.seq, hash = excluded.hash, created_at = now()`,
    values: [orgId, seq, hash],
  })
  return ids.length
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
    const batch = await sealBatch(pool, orgId)
    if (batch === null) return { rows, busy: true }
    rows += batch
    if (batch < BATCH) return { rows, busy: false }
  }
}

/** Seals what all organisations have written: the minute's job, which also catches what a crashed node left. */
export async function sealAll(pool: pg.Pool): Promise<number> {
  const waiting = await pool.query<{ org_id: string }>(
    'select distinct org_id from operation_log where seq is null order by org_id',
  )
  let rows = 0
  for (const { org_id } of waiting.rows) rows += (await sealOrganisation(pool, org_id)).rows
  return rows
}

/** This node's sealing of what it has just written. */
export interface Sealer {
  /** An organisation has new rows; they are sealed about a second later, together with what follows meanwhile. */
  written(orgId: string): void
  /** Ends the timer and waits for a running batch; rows left over are sealed by another node or the next start. */
  close(): Promise<void>
}

export function createSealer(app: { pool: pg.Pool; log: FastifyBaseLogger }, delay = DELAY): Sealer {
  const waiting = new Set<string>()
  let timer: NodeJS.Timeout | undefined
  let running: Promise<void> = Promise.resolve()
  let closed = false

  const run = async () => {
    for (const orgId of [...waiting]) {
      if (closed) return
      waiting.delete(orgId)
      try {
        const { busy } = await sealOrganisation(app.pool, orgId)
        if (busy) waiting.add(orgId)
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
    written: (orgId) => {
      waiting.add(orgId)
      schedule()
    },
    close: async () => {
      closed = true
      clearTimeout(timer)
      await running
    },
  }
}
