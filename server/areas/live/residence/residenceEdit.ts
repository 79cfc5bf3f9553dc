// What was agreed at the check-in, corrected afterwards: contract, day of payment, who answers for the resident.

import { invalid, Refusal } from '#contract/kit/refusal'
import type { Static } from '#contract/kit/schema'
import type { LiveEditBody } from '#contract/live/residenceForms'
import { IN_HOUSE, ResidenceStatus } from '#contract/live/resident'
import { giveFamilyRoles } from '#server/areas/live/family/familyRoles'
import { addStayEvent } from '#server/areas/residents/public'
import type { Caller, Tx } from '#server/kit/caller'
import { changesBetween, refuseStale } from '#server/kit/editing'
import { requireFamily, tellMove } from './residenceFacts.ts'
import { lockResidents, openStayOf } from './residenceLock.ts'

type Edit = Static<typeof LiveEditBody>

const TITLES = {
  contractNo: '合同编号',
  contractStart: '合同开始',
  contractEnd: '合同结束',
  payDay: '缴费日',
  payerId: '付费人',
  guarantorId: '担保人',
  emergencyId: '紧急联系人',
  guardianId: '监护人',
  custody: '代管药品',
  remark: '备注',
} as const satisfies Partial<Record<keyof Edit, string>>
type Field = keyof typeof TITLES
const FIELDS = Object.keys(TITLES) as Field[]

const SAVE = `update stay set contract_no = $3, contract_start = $4, contract_end = $5, pay_day = $6, payer_id = $7,
  guarantor_id = $8, emergency_id = $9, guardian_id = $10, custody = $11, remark = $12, version = version + 1,
  updated_at = now() where org_id = $1 and stay_id = $2`

const NAMES = 'select family_id as id, name from oldman_family where org_id = $1 and oldman_id = $2'

/** A field that is not sent stays; what can be empty may be emptied. */
export async function editLive(tx: Tx, who: Caller, body: Edit): Promise<void> {
  const [resident] = await lockResidents(tx, who.deptIds, [body.oldmanId])
  if (!IN_HOUSE.includes(resident!.status)) {
    throw new Refusal('STATE_NOT_ALLOWED', { state: ResidenceStatus.label(resident!.status), act: '修改居住信息' })
  }
  const stay = await openStayOf(tx, resident!)
  // The log keeps the resident as target, whatever part of the residence was edited.
  await refuseStale(tx, resident!.oldmanId, body.version, stay.version)
  const before = Object.fromEntries(FIELDS.map((field) => [field, stay[field]])) as Pick<typeof stay, Field>
  const next = {
    ...before,
    ...Object.fromEntries(FIELDS.filter((field) => body[field] !== undefined).map((field) => [field, body[field]])),
  } as typeof before
  next.payDay ??= before.payDay
  next.custody ??= before.custody
  if (next.contractStart && next.contractEnd && next.contractEnd <= next.contractStart) {
    throw invalid('合同结束日期应晚于合同开始日期', 'contractEnd')
  }
  if (stay.kind === 'FORMAL') {
    if (before.payerId && !next.payerId) throw invalid('请选择付费人', 'payerId')
    if (before.emergencyId && !next.emergencyId) throw invalid('请选择紧急联系人', 'emergencyId')
    if (before.contractEnd && !next.contractEnd) throw invalid('请填写合同结束日期', 'contractEnd')
  }
  await requireFamily(tx, resident!, next)
  await tx.client.query(SAVE, [tx.orgId, stay.stayId, ...FIELDS.map((field) => next[field])])
  await giveFamilyRoles(tx, resident!, before, next)
  const family = await tx.client.query<{ id: string; name: string }>(NAMES, [tx.orgId, resident!.oldmanId])
  const nameOf = new Map(family.rows.map((row) => [row.id, row.name]))
  const shown = (values: typeof before) =>
    Object.fromEntries(
      FIELDS.map((field) => {
        const value = values[field]
        if (typeof value === 'boolean') return [TITLES[field], value ? '是' : '否']
        return [TITLES[field], field.endsWith('Id') && value ? (nameOf.get(String(value)) ?? value) : value]
      }),
    )
  const changes = changesBetween(shown(before), shown(next))
  const words = Object.entries(changes).map(([title, [old, now]]) => `${title} ${old ?? '空'} → ${now ?? '空'}`)
  if (words.length > 0) {
    await addStayEvent(tx, {
      oldmanId: resident!.oldmanId,
      stayId: stay.stayId,
      kind: 'edit',
      content: words.join('；'),
    })
  }
  tellMove(tx, {
    residents: [resident!],
    bedIds: [resident!.bedId],
    remark: `修改“${resident!.name}”的居住信息`,
    changes,
  })
}
