// The stored share of an archive that is filled in. Whoever changes an archive, its family or its files refreshes it in
// the same transaction.

import type pg from 'pg'
import { notFound } from '#contract/kit/refusal'
import { type ArchiveFacts, type Completeness, completenessOf } from '#contract/live/completeness'
import { FIELD_COLUMNS, IN_SCOPE } from '#server/areas/residents/public'
import type { Tx } from '#server/kit/caller'
import type { Scope } from '#server/kit/tenant'

interface FactsRow extends ArchiveFacts {
  oldmanId: string
  today: string
}

const FACTS = `select t.oldman_id as "oldmanId", t.head, ${FIELD_COLUMNS}, current_date as today,
  coalesce((select jsonb_agg(jsonb_build_object('emergency', f.emergency, 'payer', f.payer, 'guardian', f.guardian,
      'idCard', f.id_card)) from oldman_family f where f.org_id = t.org_id and f.oldman_id = t.oldman_id), '[]') as family,
  coalesce((select jsonb_agg(jsonb_build_object('kind', x.kind, 'expireDate', x.expire_date))
    from oldman_file x where x.org_id = t.org_id and x.oldman_id = t.oldman_id), '[]') as files
from oldman t`

const UPDATE = `update oldman t set completeness = x.score
from jsonb_to_recordset($2::jsonb) as x(oldman_id text, score int)
where t.org_id = $1 and t.oldman_id = x.oldman_id and t.completeness is distinct from x.score`

/** Many at once: after an import, or when demo data has been made. */
export async function refreshCompletenessOf(tx: Tx, oldmanIds: readonly string[]): Promise<void> {
  if (oldmanIds.length === 0) return
  const found = await tx.client.query<FactsRow>({
    name: 'completeness_facts',
    text: `${FACTS} where t.org_id = $1 and t.oldman_id = any($2)`,
    values: [tx.orgId, oldmanIds],
  })
  const scores = found.rows.map((row) => ({ oldman_id: row.oldmanId, score: completenessOf(row, row.today).score }))
  await tx.client.query({ name: 'completeness_write', text: UPDATE, values: [tx.orgId, JSON.stringify(scores)] })
}

export const refreshCompleteness = (tx: Tx, oldmanId: string) => refreshCompletenessOf(tx, [oldmanId])

/** How complete one archive is, and what is missing. */
export async function completenessNow(
  client: pg.Pool | pg.ClientBase,
  scope: Scope,
  oldmanId: string,
): Promise<Completeness> {
  const found = await client.query<FactsRow>({
    name: 'completeness_one',
    text: `${FACTS} where ${IN_SCOPE} and t.oldman_id = $3`,
    values: [scope.orgId, scope.deptIds, oldmanId],
  })
  const row = found.rows[0]
  if (!row) throw notFound('老人档案')
  return completenessOf(row, row.today)
}
