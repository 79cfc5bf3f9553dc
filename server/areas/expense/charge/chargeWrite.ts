// Charges, written: they wait for the next bill.

import {
  ChargeKind,
  type ChargeKindValue,
  type ChargeRowData,
  ChargeState,
  chargeAmount,
  charge as chargeNoun,
} from '#contract/expense/charge'
import { yuanText } from '#contract/kit/money'
import { invalid, notFound, Refusal } from '#contract/kit/refusal'
import { IN_HOUSE, ResidenceStatus, type ResidenceStatusValue } from '#contract/live/resident'
import {
  type LockedAccount,
  lockAccounts,
  refuseSealed,
  refuseSettled,
} from '#server/areas/expense/account/accountLock'
import { refuseHidden } from '#server/areas/expense/account/amountsHidden'
import type { Caller, Tx } from '#server/kit/caller'
import { changesBetween, refuseStale } from '#server/kit/editing'
import { newId } from '#server/kit/ids'
import { oneCharge } from './chargeRead.ts'

export interface ChargeInput {
  kind: ChargeKindValue
  projectChildId?: string | null
  name?: string | null
  medicalKind?: string | null
  unit?: string | null
  priceFen: number
  quantity?: number | null
  insuredFen?: number | null
  day: string
  orderedBy?: string | null
  remark?: string | null
}

export interface Prepared {
  kind: ChargeKindValue
  projectChildId: string | null
  category: string
  name: string
  medicalKind: string | null
  unit: string | null
  priceFen: number
  /** Thousandths. */
  quantity: number
  amountFen: number
  insuredFen: number
  day: string
  orderedBy: string | null
  remark: string | null
}

/** Categories of the dictionary feeCategory for what is not on the price list. */
const CATEGORY: Readonly<Record<ChargeKindValue, string>> = {
  SALOON: '99',
  MEDICAL: '7',
  ONCE: '99',
  DAMAGE: '19',
  ADJUST: '99',
}
const MEDICAL_CATEGORY: Readonly<Record<string, string>> = { 药品: '8', 耗材: '10' }
/** Deposits and booking money are taken on the account: nothing is earned by them. */
const HELD: readonly string[] = ['5', '18']
/** 10,000,000 yuan */
const MOST = 1_000_000_000
const EARLIEST_DAYS = 366

interface Child {
  name: string
  unit: string | null
  category: string
  enabled: boolean
  today: string
  earliest: string
}

const CHILD = `select c.name, c.unit, p.category, c.enabled and p.enabled as enabled from fee_child c
join fee_project p on p.org_id = c.org_id and p.project_id = c.project_id
where c.org_id = $1 and c.project_child_id = $2 for key share of c`
export const DAYS = `select to_char(current_date, 'YYYY-MM-DD') as today, to_char(current_date - ${EARLIEST_DAYS}, 'YYYY-MM-DD') as earliest`

function amountsOf(input: ChargeInput): Pick<Prepared, 'priceFen' | 'quantity' | 'amountFen' | 'insuredFen'> {
  const { kind, priceFen } = input
  if (kind === 'ADJUST' ? priceFen === 0 : priceFen <= 0) {
    throw invalid(kind === 'ADJUST' ? '调整金额不能为零；减少费用请填负数' : '单价应大于零', 'priceFen')
  }
  const given = input.quantity ?? 1
  const quantity = Math.round(given * 1000)
  if (Math.abs(given * 1000 - quantity) > 1e-6) throw invalid('数量最多三位小数', 'quantity')
  const amountFen = chargeAmount(priceFen, given)
  if (amountFen === 0) throw invalid('金额不足一分，请核对单价和数量', 'quantity')
  if (Math.abs(amountFen) > MOST) throw invalid(`金额 ${yuanText(amountFen)} 元过大，请核对单价和数量`, 'quantity')
  const insuredFen = input.insuredFen ?? 0
  if (insuredFen > 0 && kind !== 'MEDICAL') throw invalid('医保支付只用于医疗费用', 'insuredFen')
  if (insuredFen > Math.max(amountFen, 0)) throw invalid(`医保支付不能超过金额 ${yuanText(amountFen)} 元`, 'insuredFen')
  return { priceFen, quantity, amountFen, insuredFen }
}

export async function prepare(tx: Tx, input: ChargeInput, before?: ChargeRowData): Promise<Prepared> {
  const amounts = amountsOf(input)
  const { kind } = input
  const [days, children] = await Promise.all([
    tx.client.query<Pick<Child, 'today' | 'earliest'>>({ name: 'charge_days', text: DAYS }),
    input.projectChildId
      ? tx.client.query<Child>({ name: 'charge_child', text: CHILD, values: [tx.orgId, input.projectChildId] })
      : null,
  ])
  const { today, earliest } = days.rows[0]!
  if (input.day > today) throw invalid('消费日期不能晚于今天', 'day')
  if (input.day < earliest && input.day !== before?.day) throw invalid('消费日期不能早于一年前，请核对', 'day')
  const child = children?.rows[0]
  if (input.projectChildId && !child) throw new Refusal('NOT_FOUND', { what: '费用项目' }, 'projectChildId')
  if (child && !child.enabled && before?.projectChildId !== input.projectChildId) {
    throw invalid(`费用项目“${child.name}”已停用，请重新选择`, 'projectChildId')
  }
  if (child && HELD.includes(child.category)) {
    throw invalid(`“${child.name}”不是消费，请在老人账户中收取`, 'projectChildId')
  }
  const name = input.name?.trim() || child?.name
  if (!name) throw invalid('请选择费用项目，或填写项目名称', 'name')
  if (kind === 'MEDICAL' && !input.medicalKind) throw invalid('请选择医疗类别', 'medicalKind')
  const remark = input.remark?.trim() || null
  if (!remark && (kind === 'ADJUST' || kind === 'DAMAGE')) {
    throw invalid(kind === 'ADJUST' ? '请在备注中写明为什么调整' : '请在备注中写明损坏了什么', 'remark')
  }
  const medicalKind = kind === 'MEDICAL' ? input.medicalKind! : null
  return {
    kind,
    projectChildId: input.projectChildId ?? null,
    category: child?.category ?? (medicalKind && MEDICAL_CATEGORY[medicalKind]) ?? CATEGORY[kind],
    name,
    medicalKind,
    unit: input.unit?.trim() || child?.unit || null,
    ...amounts,
    day: input.day,
    orderedBy: input.orderedBy?.trim() || null,
    remark,
  }
}

const ADD = `insert into charge (org_id, charge_id, oldman_id, kind, project_child_id, category, name, medical_kind, unit, price_fen,
  quantity, amount_fen, insured_fen, day, ordered_by, remark, user_id, user_name)
select $1, x.charge_id, x.oldman_id, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17
from jsonb_to_recordset($2::jsonb) as x(charge_id text, oldman_id text)`

/** In the order in which ADD and SAVE name them. */
const valuesOf = (one: Prepared) => [
  one.kind,
  one.projectChildId,
  one.category,
  one.name,
  one.medicalKind,
  one.unit,
  one.priceFen,
  one.quantity,
  one.amountFen,
  one.insuredFen,
  one.day,
  one.orderedBy,
  one.remark,
]

export async function insert(tx: Tx, oldmanIds: readonly string[], one: Prepared): Promise<string[]> {
  const rows = oldmanIds.map((oldmanId) => ({ charge_id: newId(), oldman_id: oldmanId }))
  await tx.client.query({
    name: 'charge_add',
    text: ADD,
    values: [tx.orgId, JSON.stringify(rows), ...valuesOf(one), tx.by.userId, tx.by.name],
  })
  tx.emit(chargeNoun.events.changed, { oldmanIds: [...oldmanIds] })
  return rows.map((row) => row.charge_id)
}

const SETTLING = `select oldman_id as "oldmanId", state from settlement where org_id = $1 and oldman_id = any($2)
  and state in ('OPEN', 'SUBMITTED')`

/** Something that waits needs a bill to come: of the next month, or of the check-out that is being settled. */
async function requireNextBill(tx: Tx, accounts: readonly LockedAccount[]): Promise<void> {
  const settling = await tx.client.query<{ oldmanId: string; state: string }>({
    name: 'charge_settling',
    text: SETTLING,
    values: [tx.orgId, accounts.map((one) => one.oldmanId)],
  })
  const stateOf = new Map(settling.rows.map((row) => [row.oldmanId, row.state]))
  for (const { oldmanId, oldmanName, status } of accounts) {
    const state = stateOf.get(oldmanId)
    if (state === 'SUBMITTED') {
      throw invalid(`“${oldmanName}”的退住结算已提交，请先退回结算再登记消费`, 'oldmanId')
    }
    if (!state && !IN_HOUSE.includes(status as ResidenceStatusValue)) {
      const label = ResidenceStatus.label(status as ResidenceStatusValue)
      throw invalid(`“${oldmanName}”${label}，没有下一张账单，请选择当场收款`, 'oldmanId')
    }
  }
}

export const words = (one: Prepared) => `${ChargeKind.label(one.kind)}「${one.name}」${yuanText(one.amountFen)} 元`
export const logged = (one: Prepared) => ({ ...one, quantity: one.quantity / 1000 })

export async function addCharge(tx: Tx, who: Caller, oldmanId: string, input: ChargeInput): Promise<ChargeRowData> {
  const [account] = await lockAccounts(tx, who, [oldmanId])
  refuseSealed(account!, who, '登记消费')
  refuseSettled(account!, '登记消费')
  await requireNextBill(tx, [account!])
  const one = await prepare(tx, input)
  const [chargeId] = await insert(tx, [oldmanId], one)
  tx.log({
    remark: `为“${account!.oldmanName}”登记${words(one)}，待入账单`,
    targetType: 'charge',
    targetId: chargeId!,
    changes: changesBetween(null, logged(one)),
  })
  return oneCharge(tx.client, who, chargeId!)
}

export async function addCharges(tx: Tx, who: Caller, oldmanIds: readonly string[], input: ChargeInput) {
  const ids = [...new Set(oldmanIds)]
  if (ids.length === 0) throw invalid('请选择老人', 'oldmanIds')
  const accounts = await lockAccounts(tx, who, ids)
  for (const account of accounts) {
    refuseSealed(account, who, '登记消费')
    refuseSettled(account, '登记消费')
  }
  await requireNextBill(tx, accounts)
  const one = await prepare(tx, input)
  await insert(tx, ids, one)
  const amountFen = one.amountFen * ids.length
  tx.log({
    remark: `为 ${ids.length} 位老人登记${words(one)}，合计 ${yuanText(amountFen)} 元，待入账单`,
    targetType: 'charge',
    changes: changesBetween(null, {
      ...logged(one),
      residents: accounts.map((account) => account.oldmanName).join('、'),
    }),
  })
  return { count: ids.length, amountFen }
}

const LOCK = `select oldman_id as "oldmanId", state, version from charge where org_id = $1 and charge_id = $2 for update`

/** The account first, as everybody locks; then the charge. */
async function waiting(tx: Tx, who: Caller, chargeId: string, version: number | null | undefined, act: string) {
  const shown = await oneCharge(tx.client, who, chargeId)
  const [account] = await lockAccounts(tx, who, [shown.oldmanId])
  refuseSealed(account!, who, act)
  const found = await tx.client.query<{ state: ChargeRowData['state']; version: number }>(LOCK, [tx.orgId, chargeId])
  const now = found.rows[0]
  if (!now) throw notFound('消费记录')
  await refuseStale(tx, chargeId, version, now.version)
  if (now.state !== 'WAITING') {
    const { billNo } = await oneCharge(tx.client, who, chargeId)
    const where = billNo ? `（账单 ${billNo}）` : ''
    throw new Refusal('STATE_NOT_ALLOWED', {
      state: `${ChargeState.label(now.state)}${where}`,
      act: `${act}${now.state === 'BILLED' ? '；请先删除或作废该账单' : ''}`,
    })
  }
  return { account: account!, before: await oneCharge(tx.client, who, chargeId) }
}

const SAVE = `update charge set kind = $3, project_child_id = $4, category = $5, name = $6, medical_kind = $7, unit = $8, price_fen = $9,
  quantity = $10, amount_fen = $11, insured_fen = $12, day = $13, ordered_by = $14, remark = $15, version = version + 1
where org_id = $1 and charge_id = $2`

const shownOf = (row: ChargeRowData) => ({
  kind: row.kind,
  projectChildId: row.projectChildId,
  category: row.category,
  name: row.name,
  medicalKind: row.medicalKind,
  unit: row.unit,
  priceFen: row.priceFen,
  quantity: row.quantity,
  amountFen: row.amountFen,
  insuredFen: row.insuredFen,
  day: row.day,
  orderedBy: row.orderedBy,
  remark: row.remark,
})

export async function saveCharge(
  tx: Tx,
  who: Caller,
  chargeId: string,
  { version, ...input }: ChargeInput & { version?: number | null },
): Promise<ChargeRowData> {
  // Whoever sees no amounts would overwrite them blindly.
  await refuseHidden(tx.client, tx.orgId, who)
  const { account, before } = await waiting(tx, who, chargeId, version, '修改')
  const one = await prepare(tx, input, before)
  await tx.client.query(SAVE, [tx.orgId, chargeId, ...valuesOf(one)])
  tx.emit(chargeNoun.events.changed, { oldmanIds: [account.oldmanId] })
  tx.log({
    remark: `修改“${account.oldmanName}”的${words(one)}`,
    targetType: 'charge',
    targetId: chargeId,
    changes: changesBetween(shownOf(before), logged(one)),
  })
  return oneCharge(tx.client, who, chargeId)
}

export async function voidCharge(
  tx: Tx,
  who: Caller,
  chargeId: string,
  { reason, version }: { reason: string; version?: number | null },
): Promise<void> {
  if (!reason.trim()) throw invalid('请填写作废原因', 'reason')
  const { account, before } = await waiting(tx, who, chargeId, version, '作废')
  await tx.client.query(
    `update charge set state = 'VOID', void_reason = $3, version = version + 1 where org_id = $1 and charge_id = $2`,
    [tx.orgId, chargeId, reason.trim()],
  )
  tx.emit(chargeNoun.events.changed, { oldmanIds: [account.oldmanId] })
  tx.log({
    remark: `作废“${account.oldmanName}”的消费「${before.name}」，原因：${reason.trim()}`,
    targetType: 'charge',
    targetId: chargeId,
    changes: { state: ['WAITING', 'VOID'] },
  })
}
