// Who the residence names as payer, guarantor, emergency contact or guardian has that role in the family too: family tab,
// contract papers, reminders and receipts read one fact.
import { FamilyRole, type FamilyRoleValue } from '#contract/live/family'
import { refreshCompleteness } from '#server/areas/live/archive/archiveCompleteness'
import type { Tx } from '#server/kit/caller'

type Field = `${FamilyRoleValue}Id`
/** As the forms of the residence name them. */
export type NamedFamily = Partial<Record<Field, string | null | undefined>>

const ROLES = FamilyRole.list.map((role) => role.value)
const idOf = (named: NamedFamily | null, role: FamilyRoleValue) => named?.[`${role}Id`] ?? null

// $3 and on: by role, who is named now and who was named before.
const flag = (role: string, at: number) => `${role} = case when family_id = $${at} then true
  when family_id = $${at + 1} then false else ${role} end`
const differs = (role: string, at: number) =>
  `(family_id = $${at} and not ${role}) or (family_id = $${at + 1} and family_id is distinct from $${at} and ${role})`
const GIVE = `update oldman_family set ${ROLES.map((role, i) => flag(role, 3 + 2 * i)).join(', ')}, version = version + 1
where org_id = $1 and oldman_id = $2 and (${ROLES.map((role, i) => differs(role, 3 + 2 * i)).join(' or ')})
returning name, ${ROLES.join(', ')}`

/** `before`: whom the same stay named until now; who is not named any more loses the role. */
export async function giveFamilyRoles(
  tx: Tx,
  resident: { oldmanId: string; name: string },
  before: NamedFamily | null,
  next: NamedFamily,
): Promise<void> {
  const changed = await tx.client.query<{ name: string } & Record<FamilyRoleValue, boolean>>({
    name: 'family_give_roles',
    text: GIVE,
    values: [tx.orgId, resident.oldmanId, ...ROLES.flatMap((role) => [idOf(next, role), idOf(before, role)])],
  })
  if (changed.rows.length === 0) return
  const words = changed.rows.map((row) => {
    const roles = FamilyRole.list.filter((role) => row[role.value]).map((role) => role.label)
    return `${row.name}（${roles.join('、') || '无角色'}）`
  })
  tx.log({
    remark: `“${resident.name}”的家属角色按居住登记更新`,
    targetType: 'oldman',
    targetId: resident.oldmanId,
    changes: { family: [null, words.join('；')] },
  })
  await refreshCompleteness(tx, resident.oldmanId)
}
