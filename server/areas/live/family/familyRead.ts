// Members of a family as pages show them. `f` is the member.

import type pg from 'pg'
import { maskedCard } from '#contract/kit/privacy'
import { notFound } from '#contract/kit/refusal'
import type { FamilyMemberData } from '#contract/live/family'
import { FamilyRole } from '#contract/live/family'
import type { Scope } from '#server/kit/tenant'
import { inDepts } from '#server/kit/tenant'

/** Wrong phone numbers that kill a code. */
export const MOST_TRIES = 5

/** An invitation that can still be accepted. `i` is the invitation. */
export const STILL_OPEN = `i.accepted_at is null and i.revoked_at is null and i.expires_at > now() and i.tries < ${MOST_TRIES}`

export const bindingOf = (member: string) => `case when ${member}.invited then 'bound'
  when exists (select 1 from family_invitation i where i.org_id = ${member}.org_id and i.oldman_id = ${member}.oldman_id
    and i.family_id = ${member}.family_id and ${STILL_OPEN}) then 'sent' else 'none' end`

export const relationName = (member: string) => `coalesce((select v.label from dictionary d
  join dictionary_value v on v.org_id = d.org_id and v.dictionary_id = d.dictionary_id
  where d.org_id = ${member}.org_id and d.dictionary_code = 'relationToElder' and v.value = ${member}.relation),
  ${member}.relation)`

/** People are known by their phone, or by their name where the visit noted none. */
const samePerson = (member: string, name: string, phone: string) =>
  `case when nullif(${phone}, '') is not null then ${phone} = ${member}.phone else ${name} = ${member}.name end`

const lastContact = (member: string) => `(select to_char(c.at, 'YYYY-MM-DD') || ' ' || c.what from (
    select v.in_time as at, '探视' as what from visit v where v.org_id = ${member}.org_id
      and v.oldman_id = ${member}.oldman_id and ${samePerson(member, 'v.visitor', 'v.phone')}
    union all
    select u.actual_out, '接出' from outing u where u.org_id = ${member}.org_id and u.oldman_id = ${member}.oldman_id
      and u.actual_out is not null and ${samePerson(member, 'u.companion', 'u.companion_phone')}
  ) c order by c.at desc limit 1)`

export const memberColumns = (member: string) => `${member}.family_id as "familyId", ${member}.name, ${member}.relation,
  ${relationName(member)} as "relationName", ${member}.phone, ${member}.id_card as "idCard", ${member}.address,
  ${member}.work_unit as "workUnit", ${member}.remark, ${member}.emergency, ${member}.payer, ${member}.guarantor,
  ${member}.guardian, ${bindingOf(member)} as binding, ${lastContact(member)} as "lastContact", ${member}.sort,
  ${member}.version`

export const maskedMember = <M extends { idCard: string | null }>(member: M): M => ({
  ...member,
  idCard: member.idCard && maskedCard(member.idCard),
})

/** 紧急联系人、付费人 */
export const roleText = (member: Pick<FamilyMemberData, 'emergency' | 'payer' | 'guarantor' | 'guardian'>) =>
  FamilyRole.list
    .filter((role) => member[role.value])
    .map((role) => role.label)
    .join('、')

const OF_RESIDENT = `select ${memberColumns('f')} from oldman_family f
where f.org_id = $1 and f.oldman_id = $2 order by f.sort, f.family_id`

/** The resident must have been found in the caller's scope before. */
export async function membersOf(
  client: pg.Pool | pg.ClientBase,
  orgId: string,
  oldmanId: string,
): Promise<FamilyMemberData[]> {
  const found = await client.query<FamilyMemberData>({
    name: 'family_of_elder',
    text: OF_RESIDENT,
    values: [orgId, oldmanId],
  })
  return found.rows.map(maskedMember)
}

const ONE = `select ${memberColumns('f')}, o.oldman_id as "oldmanId", o.oldman_name as "oldmanName"
from oldman_family f join oldman o on o.org_id = f.org_id and o.oldman_id = f.oldman_id
where f.org_id = $1 and ${inDepts('o', '$2')} and f.family_id = $3`

export type MemberOfResident = FamilyMemberData & { oldmanId: string; oldmanName: string }

/** A member whose resident lies outside the caller's scope is not there. The card is masked. */
export async function memberOf(
  client: pg.Pool | pg.ClientBase,
  scope: Scope,
  familyId: string,
): Promise<MemberOfResident> {
  const found = await client.query<MemberOfResident>({
    name: 'family_member_one',
    text: ONE,
    values: [scope.orgId, scope.deptIds, familyId],
  })
  const row = found.rows[0]
  if (!row) throw notFound('家属')
  return maskedMember(row)
}
