// What tags and their categories know of each other.
import { notFound } from '#contract/kit/refusal'
import type { Tx } from '#server/kit/caller'

/** Statement: the ids of a category and of everything below it. */
export const branchOf = (orgId: string, id: string) => `with recursive branch as (
    select k.category_id from education_tag_category k where k.org_id = ${orgId} and k.category_id = ${id}
    union select k.category_id from education_tag_category k join branch b on k.parent_id = b.category_id
      where k.org_id = ${orgId})
  select category_id from branch`

/** The category, kept from going away until the write is done. */
export async function requireCategory(tx: Tx, id: string): Promise<void> {
  const found = await tx.client.query(
    'select 1 from education_tag_category where org_id = $1 and category_id = $2 for key share',
    [tx.orgId, id],
  )
  if (found.rows.length === 0) throw notFound('标签分类')
}
