// The steps of a settlement before it is confirmed: filling it in, submitting, signing, taking the supplement, sending back.

import type { settlement } from '#contract/expense/settlement'
import { HandBack, type SettleFormData, signNames, signNeeds } from '#contract/expense/settlementWords'
import { TradeWay, type TradeWayValue } from '#contract/expense/tradeWords'
import type { InputOf } from '#contract/kit/call'
import { yuanText } from '#contract/kit/money'
import { invalid, Refusal } from '#contract/kit/refusal'
import { feeSettingsOf } from '#server/areas/expense/fee/feeSettings'
import { post } from '#server/areas/expense/ledger/post'
import { type Payment, payBills, payName } from '#server/areas/expense/pay/payBills'
import { requireOffered, SCANNED } from '#server/areas/expense/pay/tradeWayOffered'
import { writeReceipt } from '#server/areas/expense/receipt/receiptWrite'
import { holdersOf } from '#server/areas/platform/public'
import type { Caller, LogEntry, Tx } from '#server/kit/caller'
import { newId } from '#server/kit/ids'
import { type Begun, beginSettle, tellSettle } from './settlementBegin.ts'
import { daysBetween, factsOf } from './settlementFacts.ts'
import { type Counted, sheetOf } from './settlementSheet.ts'

type Body<K extends keyof typeof settlement.calls> = InputOf<(typeof settlement.calls)[K]>

export async function countedNow(tx: Tx, { one }: Begun): Promise<Counted> {
  const { facts } = await factsOf(tx.client, tx.orgId, one)
  return sheetOf(facts, one.form)
}

const damageWords = (form: SettleFormData) =>
  (form.damage ?? []).map(({ item, amountFen }) => `${item} ${yuanText(amountFen)}`).join('、') || null

const words = (form: SettleFormData): Record<string, unknown> => ({
  办理人: form.applicant ?? null,
  与老人关系: form.relation ?? null,
  个人物品: form.belongings ? HandBack.label(form.belongings) : null,
  物品说明: form.belongingsNote ?? null,
  代管药品: form.drugs ? HandBack.label(form.drugs) : null,
  药品说明: form.drugsNote ?? null,
  损坏赔偿: damageWords(form),
  减免: form.discountFen ? yuanText(form.discountFen) : null,
  减免原因: form.discountReason ?? null,
  退款方式: form.refundWay ? TradeWay.label(form.refundWay) : null,
  收款人: form.payeeName ?? null,
  开户行: form.payeeBank ?? null,
  收款账号: form.payeeAccount ?? null,
  备注: form.remark ?? null,
})

function changesOf(before: SettleFormData, after: SettleFormData): NonNullable<LogEntry['changes']> {
  const [was, is] = [words(before), words(after)]
  return Object.fromEntries(
    Object.keys(is)
      .filter((name) => was[name] !== is[name])
      .map((name) => [name, [was[name], is[name]] as const]),
  )
}

/** The resident leaves neither before the stay began nor further ahead than anybody can foresee. */
function requireLeaving({ one }: Begun): void {
  if (!one.inHouse) return
  if (one.checkoutDate < one.startDate) throw invalid(`退住日期不能早于入住日期 ${one.startDate}`, 'checkoutDate')
  if (daysBetween(one.today, one.checkoutDate) > 31) throw invalid('退住日期最多提前一个月结算', 'checkoutDate')
}

const SAVE = `update settlement set form = $3, version = version + 1 where org_id = $1 and settle_id = $2`

export async function saveSettle(tx: Tx, who: Caller, body: Body<'save'>): Promise<void> {
  const begun = await beginSettle(tx, who, 'save', body)
  const { one } = begun
  requireLeaving(begun)
  if (body.form.refundWay === TradeWay.is.balance)
    throw invalid('退款不能退到余额，请选择现金、转账等方式', 'form.refundWay')
  const after: SettleFormData = { ...body.form, damage: body.form.damage ?? [] }
  const { facts } = await factsOf(tx.client, tx.orgId, one, after)
  // Refuses what cannot be counted: a reduction above the bill, or without its reason.
  sheetOf(facts, after)
  await tx.client.query({
    name: 'settlement_save',
    text: SAVE,
    values: [tx.orgId, one.settleId, JSON.stringify(after)],
  })
  tellSettle(tx, begun, {
    remark: `填写“${one.oldmanName}”的退住结算单 ${one.settleNo}`,
    changes: changesOf(one.form, after),
  })
}

const SUBMIT = `update settlement set state = 'SUBMITTED', statement = $3, submitted_at = now(), submitted_by = $4,
  return_reason = null, version = version + 1 where org_id = $1 and settle_id = $2`

/** What stands in the way, all at once: nobody likes to be sent back for one thing after the other. */
export function refuseOpenChecks({ sheet }: Counted, act: string): void {
  const open = sheet.checks.filter((check) => check.blocks && !check.ok)
  if (open.length > 0) {
    throw invalid(`还不能${act}：${open.map((check) => `${check.title}（${check.note}）`).join('；')}`, open[0]!.key)
  }
}

export async function submitSettle(tx: Tx, who: Caller, body: Body<'submit'>): Promise<void> {
  const begun = await beginSettle(tx, who, 'submit', body)
  const { one } = begun
  const counted = await countedNow(tx, begun)
  refuseOpenChecks(counted, '提交')
  const { signOffs } = await feeSettingsOf(tx.client, tx.orgId)
  const statement = { ...counted.sheet, signOffs: [...new Set(signOffs)] }
  await tx.client.query({
    name: 'settlement_submit',
    text: SUBMIT,
    values: [tx.orgId, one.settleId, JSON.stringify(statement), who.userId],
  })
  const { sums } = counted.sheet
  tellSettle(tx, begun, {
    remark: `提交“${one.oldmanName}”的退住结算 ${one.settleNo}：应收 ${yuanText(sums.receivableFen)} 元，${
      sums.supplementFen > 0 ? `补缴 ${yuanText(sums.supplementFen)}` : `退款 ${yuanText(sums.refundFen)}`
    } 元`,
    changes: { 状态: ['待结算', '待确认'] },
  })
}

export const stepsOf = ({ one }: Begun): string[] => (one.statement?.signOffs as string[] | undefined) ?? []

const SIGN = `insert into settlement_sign (org_id, settle_id, step, user_id, user_name, remark) values ($1, $2, $3, $4, $5, $6)
on conflict do nothing`
const TOUCH = `update settlement set version = version + 1 where org_id = $1 and settle_id = $2`

export async function signSettle(tx: Tx, who: Caller, body: Body<'sign'>): Promise<void> {
  const begun = await beginSettle(tx, who, 'sign', body)
  const { one } = begun
  if (!stepsOf(begun).includes(body.step)) {
    throw invalid(`这张结算单没有“${body.step}”会签，应为 ${stepsOf(begun).join('、') || '无需会签'}`, 'step')
  }
  if (!who.may(signNeeds(body.step))) {
    const holders = await holdersOf(tx.client, tx.orgId, [signNeeds(body.step)], one.deptId)
    const names = holders.get(signNeeds(body.step)) ?? []
    throw invalid(
      `您没有“${signNames[signNeeds(body.step)]}”的权限，请由${names.length > 0 ? names.slice(0, 5).join('、') : '管理员'}会签`,
      'step',
    )
  }
  const written = await tx.client.query(SIGN, [
    tx.orgId,
    one.settleId,
    body.step,
    who.userId,
    tx.by.name,
    body.remark ?? null,
  ])
  if (written.rowCount === 0) throw new Refusal('STATE_NOT_ALLOWED', { state: `“${body.step}”已会签`, act: '再次会签' })
  await tx.client.query(TOUCH, [tx.orgId, one.settleId])
  tellSettle(tx, begun, {
    remark: `会签“${one.oldmanName}”的退住结算 ${one.settleNo}（${body.step}）`,
    changes: { [`会签 ${body.step}`]: [null, tx.by.name] },
  })
}

const RETURN = `update settlement set state = 'OPEN', statement = null, return_reason = $3, version = version + 1
where org_id = $1 and settle_id = $2`
export const DROP_SIGNS = 'delete from settlement_sign where org_id = $1 and settle_id = $2'

export async function returnSettle(tx: Tx, who: Caller, body: Body<'return'>): Promise<void> {
  const begun = await beginSettle(tx, who, 'return', body)
  const { one } = begun
  await tx.client.query(RETURN, [tx.orgId, one.settleId, body.reason])
  await tx.client.query(DROP_SIGNS, [tx.orgId, one.settleId])
  tellSettle(tx, begun, {
    remark: `退回“${one.oldmanName}”的退住结算 ${one.settleNo}：${body.reason}`,
    changes: { 状态: ['待确认', '待结算'] },
  })
}

/** Open bills are paid first; what belongs to the last bill, which does not exist yet, waits on the balance for it. */
export async function collectSettle(tx: Tx, who: Caller, body: Body<'collect'>): Promise<void> {
  const begun = await beginSettle(tx, who, 'collect', body)
  const { one, account } = begun
  const ways = body.payments.map((one) => one.way)
  if (body.payments.length === 0) throw invalid('请填写收款方式和金额', 'payments')
  const wrong = ways.find((way) => way === TradeWay.is.balance || SCANNED.includes(way))
  if (wrong) throw invalid(`补缴请用现金、转账等外部方式，不能用“${TradeWay.label(wrong)}”`, 'payments')
  await requireOffered(tx.client, tx.orgId, ways)
  const { sheet, unpaid } = await countedNow(tx, begun)
  const { outstandingFen } = sheet.sums
  const paid = body.payments.reduce((sum, one) => sum + one.amountFen, 0)
  if (paid > outstandingFen) {
    throw invalid(`收款 ${yuanText(paid)} 元，超过还需补缴的 ${yuanText(outstandingFen)} 元`, 'payments')
  }
  const open = unpaid.map((bill) => bill.receivableFen - bill.paidFen)
  const payments = body.payments.map(({ way, amountFen }) => ({ source: 'CASH' as const, way, amountFen }))
  const onBills = splitOff(payments, open)
  const groupId = newId()
  const receiptId = newId()
  const same = { groupId, receiptId, settleId: one.settleId, remark: body.remark ?? null }
  if (onBills.bills.length > 0) {
    const billIds = unpaid.filter((_, i) => open[i]! > 0).map((bill) => bill.billId)
    await payBills(tx, { account, billIds, payments: onBills.bills, ...same })
  }
  await post(
    tx,
    onBills.rest.map(({ way, amountFen }) => ({
      oldmanId: one.oldmanId,
      tradeType: 'PRESTORE' as const,
      way: way as TradeWayValue,
      amountFen,
      cash: amountFen,
      balance: amountFen,
      content: `退住补缴 ${one.settleNo}`,
      ...same,
    })),
  )
  await tx.client.query(TOUCH, [tx.orgId, one.settleId])
  tellSettle(tx, begun, {
    remark: `收取“${one.oldmanName}”的退住补缴 ${yuanText(paid)} 元（${one.settleNo}）`,
    changes: { 还需补缴: [yuanText(outstandingFen), yuanText(outstandingFen - paid)] },
  })
  await writeReceipt(tx, {
    receiptId,
    account,
    groupId,
    payer: body.payer ?? null,
    remark: body.remark ?? null,
    lines: [{ item: `退住补缴 ${one.settleNo}`, month: one.checkoutDate.slice(0, 7), amountFen: paid }],
    ways: payments.map((one) => ({ name: payName(one), amountFen: one.amountFen })),
  })
}

/** The ways as far as the bills ask for them, and what is left of each. */
function splitOff(payments: readonly Payment[], open: readonly number[]): { bills: Payment[]; rest: Payment[] } {
  let asked = open.reduce((sum, one) => sum + one, 0)
  const bills: Payment[] = []
  const rest: Payment[] = []
  for (const one of payments) {
    const here = Math.min(one.amountFen, asked)
    asked -= here
    if (here > 0) bills.push({ ...one, amountFen: here })
    if (one.amountFen > here) rest.push({ ...one, amountFen: one.amountFen - here })
  }
  return { bills, rest }
}
