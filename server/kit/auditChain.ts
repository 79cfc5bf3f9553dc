// The operation log as a chain: every sealed row carries its place (seq) and the digest of itself and the digest
// before it. Changing, removing, inserting or moving a row breaks the chain; the anchors show a cut tail.
import type pg from 'pg'
import { sha256 } from './ids.ts'

/** The digest before the first row. */
export const GENESIS = '0'.repeat(64)

/** A row as the chain sees it: every stored field as text, in this order. */
export interface ChainRow {
  org_id: string
  log_id: string
  at: string
  user_id: string | null
  user_name: string | null
  emp_name: string | null
  dept_name: string | null
  role_name: string | null
  user_phone: string | null
  source: string
  ip_address: string
  module: string
  method: string
  remark: string
  target_type: string | null
  target_id: string | null
  changes: string | null
  request_id: string
}

export interface SealedRow extends ChainRow {
  seq: number
  hash: string
}

/** jsonb prints the same text for the same value, so `changes` needs no canonical form of its own. */
export const CHAIN_COLUMNS = `org_id, log_id, to_char(created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as at,
  user_id, user_name, emp_name, dept_name, role_name, user_phone, source, ip_address, module, method, remark,
  target_type, target_id, changes::text as changes, request_id`

/** The digest of a row at its place in the chain. */
export function linkOf(before: string, row: ChainRow, seq: number): string {
  const fields = [
    seq,
    row.org_id,
    row.log_id,
    row.at,
    row.user_id,
    row.user_name,
    row.emp_name,
    row.dept_name,
    row.role_name,
    row.user_phone,
    row.source,
    row.ip_address,
    row.module,
    row.method,
    row.remark,
    row.target_type,
    row.target_id,
    row.changes,
    row.request_id,
  ]
  return sha256(`${before}\n${JSON.stringify(fields)}`)
}

export interface Anchor {
  day: string
  seq: number
  hash: string
}

export async function anchorsOf(client: pg.ClientBase, orgId: string): Promise<Anchor[]> {
  const found = await client.query<Anchor>('select day, seq, hash from audit_anchor where org_id = $1 order by seq', [
    orgId,
  ])
  return found.rows
}
