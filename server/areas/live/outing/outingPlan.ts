// Applying for an outing, and changing the application before the resident leaves.

import type { InputOf } from '#contract/kit/call'
import { maskedPhone } from '#contract/kit/privacy'
import { invalid, Refusal } from '#contract/kit/refusal'
import type { OutingData, outing } from '#contract/live/outing'
import { OUTING_OPEN, OutingState } from '#contract/live/outingMoves'
import { IN_HOUSE, ResidenceStatus } from '#contract/live/resident'
import { phoneAround } from '#server/areas/live/archive/wholeNumber'
import { requireValues, reviewRuleOf } from '#server/areas/systemSetting/public'
import type { Caller, Tx } from '#server/kit/caller'
import { changesBetween, refuseStale } from '#server/kit/editing'
import { newId } from '#server/kit/ids'
import { nextNo } from '#server/kit/numbers'
import { checkPlan, refuseLeft } from './outingCheck.ts'
import { askReviewers, typeName } from './outingPeople.ts'
import {
  answerOf,
  type LockedOuting,
  type LockedResident,
  lockOuting,
  lockResident,
  minute,
  nextState,
  phaseWord,
  tellChanged,
} from './outingRow.ts'

type Calls = typeof outing.calls
type Plan = Pick<
  InputOf<Calls['register']>,
  | 'outType'
  | 'reason'
  | 'planOut'
  | 'planReturn'
  | 'companion'
  | 'companionPhone'
  | 'companionRelation'
  | 'destination'
  | 'mealStop'
  | 'medicines'
>

/** A value that was switched off since the application was made may stay. */
export async function checkValues(
  tx: Tx,
  plan: Pick<TidyPlan, 'outType' | 'companionRelation'>,
  before: TidyPlan | null,
): Promise<void> {
  await requireValues(tx, {
    dictionaryCode: 'outingType',
    values: [plan.outType],
    before: [before?.outType],
    field: 'outType',
    title: '外出类型',
  })
  await requireValues(tx, {
    dictionaryCode: 'relationToElder',
    values: [plan.companionRelation],
    before: [before?.companionRelation],
    field: 'companionRelation',
    title: '与老人关系',
  })
}

export const tidy = (plan: Plan) => ({
  outType: plan.outType,
  reason: plan.reason.trim(),
  planOut: plan.planOut,
  planReturn: plan.planReturn,
  companion: plan.companion.trim(),
  companionPhone: plan.companionPhone,
  companionRelation: plan.companionRelation,
  destination: plan.destination?.trim() || null,
  mealStop: plan.mealStop ?? false,
  medicines: (plan.medicines ?? []).map((one) => ({
    name: one.name.trim(),
    amount: one.amount.trim(),
    remark: one.remark?.trim() || null,
  })),
})
type TidyPlan = ReturnType<typeof tidy>

export const planValues = (plan: TidyPlan) => [
  plan.outType,
  plan.reason,
  plan.planOut,
  plan.planReturn,
  plan.companion,
  plan.companionPhone,
  plan.companionRelation,
  plan.destination,
  JSON.stringify(plan.medicines),
  plan.mealStop,
]

const planWords = (plan: TidyPlan) =>
  `${minute(plan.planOut)} 至 ${minute(plan.planReturn)}，陪同 ${plan.companion}（${maskedPhone(plan.companionPhone)}）`

export const register = (who: Caller, body: InputOf<Calls['register']>): Promise<OutingData> =>
  who.tx(async (tx) => {
    const resident = await lockResident(tx, who, body.oldmanId)
    if (!IN_HOUSE.includes(resident.status) || resident.stayId === null) {
      throw new Refusal(
        'STATE_NOT_ALLOWED',
        { state: ResidenceStatus.label(resident.status), act: '登记外出' },
        'oldmanId',
      )
    }
    await refuseSecond(tx, resident)
    const plan = tidy(body)
    const sent = plan.companionPhone
    plan.companionPhone = await phoneAround(tx, resident.oldmanId, { sent, field: 'companionPhone' })
    await checkPlan(tx, resident, plan, '')
    await checkValues(tx, plan, null)
    const { needed } = await reviewRuleOf(tx, who.orgId, 'outing')
    const outId = newId()
    const outNo = await nextNo(tx, 'WC')
    await tx.client.query({
      name: 'outing_add',
      text: `insert into outing (org_id, out_id, out_no, oldman_id, stay_id, applicant_id, state, out_type, reason, plan_out,
          plan_return, companion, companion_phone, companion_relation, destination, medicines, meal_stop)
        values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17)`,
      values: [
        who.orgId,
        outId,
        outNo,
        resident.oldmanId,
        resident.stayId,
        who.userId,
        needed ? 0 : 1,
        ...planValues(plan),
      ],
    })
    const type = await typeName(tx, plan.outType)
    tx.log({
      remark: `登记“${resident.oldmanName}”外出（${type}，${outNo}）：${planWords(plan)}${needed ? '，待审核' : ''}`,
      targetType: 'outing',
      targetId: outId,
      changes: changesBetween(null, plan),
    })
    if (needed) await askReviewers(tx, who, 'outing', resident, `${type}，${planWords(plan)}。事由：${plan.reason}`)
    tellChanged(tx, [resident])
    return answerOf(tx, who, outId)
  })

const SECOND = `select out_no as "outNo", state, actual_out as "actualOut", plan_return as "planReturn" from outing
where org_id = $1 and oldman_id = $2 and state in (${OUTING_OPEN})`

export async function refuseSecond(tx: Tx, resident: LockedResident): Promise<void> {
  type Open = Pick<LockedOuting, 'outNo' | 'state' | 'actualOut' | 'planReturn'>
  const found = await tx.client.query<Open>({
    name: 'outing_second',
    text: SECOND,
    values: [tx.orgId, resident.oldmanId],
  })
  const open = found.rows[0]
  if (!open) return
  const word = phaseWord({ ...open, resident })
  throw invalid(`“${resident.oldmanName}”已有外出单 ${open.outNo}，状态为“${word}”，请先办理返回或取消`, 'oldmanId')
}

/** Before leaving everything may still be changed; what was passed already is then audited again. */
export const edit = (who: Caller, body: InputOf<Calls['edit']>): Promise<OutingData> =>
  who.tx(async (tx) => {
    const row = await lockOuting(tx, who, body.outId)
    const { resident } = row
    nextState(row, 'edit')
    refuseLeft(row, '修改外出申请')
    await refuseStale(tx, row.outId, body.version, row.version)
    if (row.state === OutingState.is.declined) {
      // Handing in a declined application again is a new application.
      if (!IN_HOUSE.includes(resident.status)) {
        throw new Refusal('STATE_NOT_ALLOWED', { state: ResidenceStatus.label(resident.status), act: '登记外出' })
      }
      await refuseSecond(tx, resident)
    }
    const plan = tidy(body)
    const before = tidy(row)
    plan.companionPhone = await phoneAround(tx, resident.oldmanId, {
      sent: plan.companionPhone,
      before: before.companionPhone,
      field: 'companionPhone',
    })
    await checkPlan(tx, resident, plan, row.outId)
    await checkValues(tx, plan, before)
    const changes = changesBetween(before, plan)
    if (Object.keys(changes).length === 0 && row.state !== OutingState.is.declined) {
      tx.log({ remark: `修改外出申请 ${row.outNo}：没有改动`, targetType: 'outing', targetId: row.outId })
      return answerOf(tx, who, row.outId)
    }
    const { needed } = await reviewRuleOf(tx, who.orgId, 'outing')
    await tx.client.query({
      name: 'outing_edit',
      text: `update outing set applicant_id = $3, state = $4, out_type = $5, reason = $6, plan_out = $7, plan_return = $8,
          companion = $9, companion_phone = $10, companion_relation = $11, destination = $12, medicines = $13,
          meal_stop = $14, auditor_id = null, audit_at = null, audit_remark = null, asked = null,
          version = version + 1, updated_at = now()
        where org_id = $1 and out_id = $2`,
      values: [who.orgId, row.outId, who.userId, needed ? 0 : 1, ...planValues(plan)],
    })
    tx.log({
      remark: `修改“${resident.oldmanName}”的外出申请 ${row.outNo}${needed && row.state !== OutingState.is.waiting ? '，重新审核' : ''}`,
      targetType: 'outing',
      targetId: row.outId,
      changes,
    })
    if (needed && row.state !== OutingState.is.waiting) {
      const type = await typeName(tx, plan.outType)
      await askReviewers(tx, who, 'outing', resident, `申请有改动：${type}，${planWords(plan)}`)
    }
    tellChanged(tx, [resident])
    return answerOf(tx, who, row.outId)
  })
