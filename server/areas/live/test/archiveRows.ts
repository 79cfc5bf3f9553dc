// A member of a family and an invitation, for tests of the whole product.
import { DEMO_ORG } from '#server/areas/platform/seed/fixedRows'
import { newId } from '#server/kit/ids'
import type { TestApp } from '#server/kit/test/app'
import { rowResident } from './outingRows.ts'

export async function rowMember(product: TestApp, dept: string | null = null) {
  const oldmanId = await rowResident(product, dept)
  const familyId = newId()
  await product.app.pool.query(
    `insert into oldman_family (org_id, family_id, oldman_id, name, relation, phone)
     values ($1, $2, $3, '李建国', '20', '13800002516')`,
    [DEMO_ORG, familyId, oldmanId],
  )
  return { oldmanId, familyId }
}

export async function rowInvitation(product: TestApp, dept: string | null = null) {
  const member = await rowMember(product, dept)
  const invitationId = newId()
  await product.app.pool.query(
    `insert into family_invitation (org_id, invitation_id, oldman_id, family_id, code_hash, code_end, expires_at)
     values ($1, $2, $3, $4, $5, 'XY', now() + interval '1 day')`,
    [DEMO_ORG, invitationId, member.oldmanId, member.familyId, invitationId],
  )
  return { ...member, invitationId }
}
