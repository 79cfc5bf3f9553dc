// Whether a resident exists for the caller: in the organisation, and in a department whose data they see.
import type pg from 'pg'
import { notFound } from '#contract/kit/refusal'
import type { ResidenceStatusValue } from '#contract/live/resident'
import type { Tx } from '#server/kit/caller'
import type { Scope } from '#server/kit/tenant'
import { IN_SCOPE } from './residentArchive.ts'

export interface KnownResident {
  oldmanId: string
  name: string
  status: ResidenceStatusValue
  deptId: string | null
}

const ONE = `select t.oldman_id as "oldmanId", t.oldman_name as name, t.status, t.dept_id as "deptId" from oldman t
where ${IN_SCOPE} and t.oldman_id = $3`

async function find(client: pg.Pool | pg.ClientBase, scope: Scope, oldmanId: string, lock: boolean) {
  const found = await client.query<KnownResident>({
    name: lock ? 'resident_scope_lock' : 'resident_scope',
    text: lock ? `${ONE} for no key update` : ONE,
    values: [scope.orgId, scope.deptIds, oldmanId],
  })
  const row = found.rows[0]
  if (!row) throw notFound('老人档案')
  return row
}

export const requireResident = (client: pg.Pool | pg.ClientBase, scope: Scope, oldmanId: string) =>
  find(client, scope, oldmanId, false)

/** Locked, as every move of the residence locks it: what is done to one resident happens one after the other. */
export const lockResident = (tx: Tx, scope: Scope, oldmanId: string) => find(tx.client, scope, oldmanId, true)
