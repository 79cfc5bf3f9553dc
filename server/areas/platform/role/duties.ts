// Duties that do not belong in one hand: found in what a role or the roles of a user open together. They are allowed with a
// reason, which stands in the operation log.

import type pg from 'pg'
import { invalid } from '#contract/kit/refusal'
import { DUTY_CODES, type RiskyPair, riskWords, riskyPairs } from '#contract/platform/duties'
import { RoleLevel } from '#contract/platform/role'
import type { Tx } from '#server/kit/caller'

const CODES = `select ra.role_id as "roleId", array_agg(distinct x.authority_code) as codes
from role_authority ra join authority x on x.authority_id = ra.authority_id
  join role r on r.org_id = ra.org_id and r.role_id = ra.role_id and r.role_level <> ${RoleLevel.is.preset}
where ra.org_id = $1 and ra.role_id = any($2) and x.authority_code = any($3) group by ra.role_id`

/** What of the duties each role opens; the preset role is its administrator's and in nobody's hand. */
export async function dutyCodesOf(
  client: pg.Pool | pg.ClientBase,
  orgId: string,
  roleIds: readonly string[],
): Promise<Map<string, string[]>> {
  const found = await client.query<{ roleId: string; codes: string[] }>({
    name: 'role_duty_codes',
    text: CODES,
    values: [orgId, roleIds, DUTY_CODES],
  })
  return new Map(found.rows.map((row) => [row.roleId, row.codes]))
}

const missing = (now: readonly RiskyPair[], before: readonly RiskyPair[]) =>
  now.filter((one) => !before.some((two) => two.key === one.key))

/** What a change adds; without a reason it is refused and says what is risky and how to go on. */
export function addedRisks(
  now: readonly RiskyPair[],
  before: readonly RiskyPair[],
  reason: string | null | undefined,
): RiskyPair[] {
  const added = missing(now, before)
  if (added.length > 0 && !reason?.trim()) {
    throw invalid(`这些权限放在同一个人手里有风险：${riskWords(added)}。请拆开；确需如此时请填写原因`, 'riskReason')
  }
  return added
}

/** Pairs that only the roles together make. */
export async function combinedRisks(tx: Tx, roleIds: readonly string[]): Promise<RiskyPair[]> {
  const codes = await dutyCodesOf(tx.client, tx.orgId, roleIds)
  const alone = [...codes.values()].flatMap((own) => riskyPairs(own))
  return missing(riskyPairs([...codes.values()].flat()), alone)
}

/** For the log: nothing where nothing was risked. */
export const riskChange = (
  added: readonly RiskyPair[],
  reason: string | null | undefined,
): Record<string, readonly [unknown, unknown]> =>
  added.length > 0
    ? { 权限组合风险: [null, `${added.map((one) => one.title).join('、')}；原因：${reason!.trim()}`] as const }
    : {}
