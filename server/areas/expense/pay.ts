// Handlers of payments.
import { benefitOf, ruleWords } from '#contract/expense/discountWords'
import { pay } from '#contract/expense/pay'
import { fen } from '#contract/kit/money'
import { notFound } from '#contract/kit/refusal'
import type { Caller, Tx } from '#server/kit/caller'
import { implement } from '#server/kit/implement'
import { refuseHidden } from './amountsHidden.ts'
import { rulesFor } from './discountApply.ts'
import { refund, remit, transfer } from './moneyMove.ts'
import { bookPay } from './payAct.ts'
import { type Limited, limitWarnings } from './tradeLimits.ts'

/** Whoever may not see amounts moves none. */
const act = async <T>(who: Caller, work: (tx: Tx) => Promise<T>): Promise<T> => {
  await refuseHidden(who.app.pool, who.orgId, who)
  return who.tx(work)
}

const ACCOUNT = `select a.oldman_id as "oldmanId", a.balance_fen as "balanceFen", a.deposit_fen as "depositFen", t.status
from elder_account a join oldman t on t.org_id = a.org_id and t.oldman_id = a.oldman_id
where a.org_id = $1 and ($2::text[] is null or t.dept_id is null or t.dept_id = any($2)) and a.oldman_id = $3`

async function preview(who: Caller, oldmanId: string, amountFen: number) {
  const { pool } = who.app
  await refuseHidden(pool, who.orgId, who)
  const found = await pool.query<Limited>({
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
  const offered = rules.map((rule) => {
    const giftFen = benefitOf(rule, amountFen)
    return { ruleId: rule.setId, name: rule.name, words: ruleWords(rule), giftFen: fen(giftFen), reached: giftFen > 0 }
  })
  const best = offered.reduce<(typeof offered)[number] | null>(
    (most, one) => (one.giftFen > (most?.giftFen ?? 0) ? one : most),
    null,
  )
  return { rules: offered, bestRuleId: best?.ruleId ?? null, warnings }
}

export default implement(pay, {
  pay: (form, who) => act(who, (tx) => bookPay(tx, who, form)),
  preview: ({ oldmanId, amountFen }, who) => preview(who, oldmanId, amountFen),
  refund: (wish, who) => act(who, (tx) => refund(tx, who, wish)),
  transfer: (wish, who) => act(who, (tx) => transfer(tx, who, wish)),
  remit: (wish, who) => act(who, (tx) => remit(tx, who, wish)),
})
