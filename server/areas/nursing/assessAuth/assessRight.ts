// Whether somebody stands on the authority list.
import type pg from 'pg'
import { invalid } from '#contract/kit/refusal'
import { ASSESS_NEEDS } from '#contract/nursing/assessFields'
import type { Caller } from '#server/kit/caller'

const LISTED = `select user_id as "userId" from assess_auth where org_id = $1 and user_id = any($2)`

/** Those of the given accounts who are on it. */
export async function listed(
  client: pg.Pool | pg.ClientBase,
  orgId: string,
  userIds: readonly string[],
): Promise<Set<string>> {
  const found = await client.query<{ userId: string }>({
    name: 'assess_listed',
    text: LISTED,
    values: [orgId, userIds],
  })
  return new Set(found.rows.map((one) => one.userId))
}

export const mayAssess = async (client: pg.Pool | pg.ClientBase, who: Caller): Promise<boolean> =>
  who.may(ASSESS_NEEDS.fill) && (await listed(client, who.orgId, [who.userId])).has(who.userId)

/** The permission is checked before; without the name on the list nothing is written. */
export async function requireAssessor(client: pg.Pool | pg.ClientBase, who: Caller): Promise<void> {
  if (!(await listed(client, who.orgId, [who.userId])).has(who.userId)) {
    throw invalid('您不在评估权限名单上，不能评估，请联系护士长在“评估权限”中添加')
  }
}
