// A wall screen as a row, with its key.
import { randomBytes } from 'node:crypto'
import type pg from 'pg'
import { newId, sha256 } from '#server/kit/ids'

export async function addScreen(pool: pg.Pool, orgId: string, name: string) {
  const [screenId, screenKey] = [newId(), randomBytes(32).toString('base64url')]
  await pool.query(
    'insert into screen_address (org_id, screen_id, name, key_hash, created_by) values ($1, $2, $3, $4, $2)',
    [orgId, screenId, name, sha256(screenKey)],
  )
  return { screenId, screenKey }
}
