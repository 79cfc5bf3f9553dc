// The operation log as a chain of batches: a batch holds the digest of each of its rows and the digest over these and
// the batch before it. Changing, removing or adding a row shows; the anchors show a cut tail. A log row itself is
// written once and never touched again.
import type pg from 'pg'
import { sha256 } from './ids.ts'

/** The digest before the first batch. */
export const GENESIS = '0'.repeat(64)

const FIELDS = [
  'org_id',
  'log_id',
  'extract(epoch from o.created_at)',
  'user_id',
  'user_name',
  'emp_name',
  'dept_name',
  'role_name',
  'user_phone',
  'source',
  'ip_address',
  'module',
  'method',
  'remark',
  'target_type',
  'target_id',
  'changes',
  'request_id',
]

/**
 * The digest of a log row `o` in SQL, over every stored field; null where there is no row. A row prints its fields quoted
 * and tells an empty text from none; jsonb prints one way only, and the moment is a number, so no setting matters.
 */
export const ROW_DIGEST = `case when o.log_id is not null then encode(sha256(convert_to(row(${FIELDS.map((field) =>
  field.includes('(') ? field : `o.${field}`,
).join(', ')})::text, 'UTF8')), 'hex') end`

/** One line of a batch: which row, and what it said. */
const LINE = `log_id || ' ' || coalesce(digest, '-')`

/** The digest of a batch in SQL; `$before` and `$seq` are the places of parameters. */
export const batchHashSql = (before: string, seq: string) =>
  `encode(sha256(convert_to(${before} || E'\\n' || ${seq} || E'\\n' || string_agg(${LINE}, E'\\n' order by log_id), 'UTF8')), 'hex')`

/** The same digest, recomputed. */
export const batchHash = (before: string, seq: number, rows: readonly { logId: string; digest: string | null }[]) =>
  sha256(`${before}\n${seq}\n${rows.map((row) => `${row.logId} ${row.digest ?? '-'}`).join('\n')}`)

export interface Anchor {
  day: string
  /** Place of the last row sealed that day. */
  seq: number
  hash: string
}

export async function anchorsOf(client: pg.ClientBase, orgId: string): Promise<Anchor[]> {
  const found = await client.query<Anchor>('select day, seq, hash from audit_anchor where org_id = $1 order by seq', [
    orgId,
  ])
  return found.rows
}

export interface Seal {
  /** Place in the organisation's log. */
  seq: number
  hash: string
}

/** Where a row stands in the chain; null until it is sealed. Ids grow with time, so its batch is among the next few. */
export async function sealOf(pool: pg.Pool, orgId: string, logId: string): Promise<Seal | null> {
  const found = await pool.query<Seal>({
    name: 'audit_seal_of',
    text: `select seq + array_position(log_ids, $2::text) - 1 as seq, digests[array_position(log_ids, $2::text)] as hash
      from audit_batch where org_id = $1 and last_id >= $2 and $2::text = any(log_ids) order by last_id limit 1`,
    values: [orgId, logId],
  })
  return found.rows[0] ?? null
}
