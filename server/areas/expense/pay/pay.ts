// Handlers of payments.

import { benefitOf, ruleWords } from '#contract/expense/discountWords'
import { type LeavePreviewData, pay } from '#contract/expense/pay'
import { fen, yuanText } from '#contract/kit/money'
import { invalid, notFound } from '#contract/kit/refusal'
import { refuseHidden } from '#server/areas/expense/account/amountsHidden'
import { ruleHolds, rulesFor } from '#server/areas/expense/discountRule/discountApply'
import { giftBackOf, giftBookFor } from '#server/areas/expense/ledger/giftBack'
import { refund, remit, transfer } from '#server/areas/expense/ledger/moneyOut'
import { type Limited, limitWarnings } from '#server/areas/expense/ledger/tradeLimits'
import type { Caller, Tx } from '#server/kit/caller'
import { implement } from '#server/kit/implement'
import { inDepts } from '#server/kit/tenant'
import { bookPay } from './payAct.ts'

/** Whoever may not see amounts moves none. */
const act = async <T>(who: Caller, work: (tx: Tx) => Promise<T>): Promise<T> => {
  await refuseHidden(who.app.pool, who.orgId, who)
  return who.tx(work)
}

const ACCOUNT = `select a.oldman_id as "oldmanId", a.balance_fen as "balanceFen", a.gift_fen as "giftFen", a.deposit_fen as "depositFen", t.status,
  to_char(current_date, 'YYYY-MM-DD') as today
from elder_account a join oldman t on t.org_id = a.org_id and t.oldman_id = a.oldman_id
where a.org_id = $1 and ${inDepts('t', '$2')} and a.oldman_id = $3`

async function preview(who: Caller, oldmanId: string, amountFen: number) {
  const { pool } = who.app
  await refuseHidden(pool, who.orgId, who)
  const found = await pool.query<Limited & { today: string }>({
    name: 'account_preview',
    text: ACCOUNT,
    values: [who.orgId, who.deptIds, oldmanId],
  })
  const account = found.rows[0]
  if (!account) throw notFound('老人账户')
  const [rules, warnings] = await Promise.all([
    rulesFor(pool, who.orgId, 'PRESTORE'),
    limitWarnings(pool, who.orgId, account, { balanceFen: amountFen }),
  ])
  const offered = rules
    .filter((rule) => ruleHolds(rule, account.today))
    .map((rule) => {
      const giftFen = benefitOf(rule, amountFen)
      return {
        ruleId: rule.setId,
        name: rule.name,
        words: ruleWords(rule),
        giftFen: fen(giftFen),
        reached: giftFen > 0,
      }
    })
  const best = offered.reduce<(typeof offered)[number] | null>(
    (most, one) => (one.giftFen > (most?.giftFen ?? 0) ? one : most),
    null,
  )
  return { rules: offered, bestRuleId: best?.ruleId ?? null, warnings }
}

const GIFTS = `select g.entry_id as "giftId", r.name as "ruleName", g.day, g.basis_fen as "prestoreFen", g.promo_fen as "giftFen"
from ledger g left join discount_rule r on r.org_id = g.org_id and r.set_id = g.rule_id
where g.org_id = $1 and g.entry_id = any($2)`

/** The same function the act uses, on the account as it is now. */
async function leaving(who: Caller, oldmanId: string, amountFen: number): Promise<LeavePreviewData> {
  const { pool } = who.app
  await refuseHidden(pool, who.orgId, who)
  const found = await pool.query<Limited & { giftFen: number }>({
    name: 'account_preview',
    text: ACCOUNT,
    values: [who.orgId, who.deptIds, oldmanId],
  })
  const account = found.rows[0]
  if (!account) throw notFound('老人账户')
  if (amountFen > account.balanceFen) throw invalid(`余额只有 ${yuanText(account.balanceFen)} 元`, 'amountFen')
  const back = giftBackOf(await giftBookFor(pool, who.orgId, oldmanId), amountFen, account.giftFen)
  type Row = Pick<LeavePreviewData['gifts'][number], 'giftId' | 'ruleName' | 'day' | 'prestoreFen' | 'giftFen'>
  const gifts = await pool.query<Row>(GIFTS, [who.orgId, back.parts.map((part) => part.giftId)])
  return {
    amountFen: fen(amountFen),
    giftBackFen: fen(back.giftFen),
    keptFen: fen(back.keptFen),
    paidFen: fen(amountFen - back.keptFen),
    gifts: back.parts.map((part) => ({
      ...gifts.rows.find((row) => row.giftId === part.giftId)!,
      leavesFen: fen(part.basisFen),
      backFen: fen(part.giftFen + part.keptFen),
    })),
  }
}

export default implement(pay, {
  pay: (form, who) => act(who, (tx) => bookPay(tx, who, form)),
  preview: ({ oldmanId, amountFen }, who) => preview(who, oldmanId, amountFen),
  leaving: ({ oldmanId, amountFen }, who) => leaving(who, oldmanId, amountFen),
  refund: (input, who) => act(who, (tx) => refund(tx, who, input)),
  transfer: (input, who) => act(who, (tx) => transfer(tx, who, input)),
  remit: (input, who) => act(who, (tx) => remit(tx, who, input)),
})
