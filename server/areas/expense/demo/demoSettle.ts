// Settlements of the demo house with their statements, and reminders of those who owe. After the history of money.
import type { SettleFormData } from '#contract/expense/settlementWords'
import { feeSettingsOf } from '#server/areas/expense/fee/feeSettings'
import { caseOf, factsOf } from '#server/areas/expense/settlement/settlementFacts'
import { sheetOf } from '#server/areas/expense/settlement/settlementSheet'
import type { Tx } from '#server/kit/caller'
import { type DemoContext, demoPart } from '#server/kit/demo'

const FORM: SettleFormData = {
  belongings: 'RETURNED',
  drugs: 'NONE',
  damage: [],
  refundWay: 8,
  payeeName: null,
  payeeBank: '工商银行徐汇支行',
  payeeAccount: '6222020912004567890',
}

/** What the confirmed ones said, from the entries that their confirmation has written. */
const STATEMENTS = `with paid as (
  select e.settle_id, l.bill_id, b.kind, sum(-l.receivable_fen) as fen, sum(-l.balance_fen) as balance, sum(-l.gift_fen) as gift,
    sum(-l.deposit_fen) as deposit, sum(l.cash_fen) as cash
  from settlement e join ledger l on l.org_id = e.org_id and l.settle_id = e.settle_id and l.trade_type <> 'BILL'
    and l.bill_id is not null and l.reversal_of is null
  join bill b on b.org_id = l.org_id and b.bill_id = l.bill_id
  where e.org_id = $1 and e.state = 'CONFIRMED' and e.statement is null group by e.settle_id, l.bill_id, b.kind),
sums as (select e.settle_id, e.refund_fen as refund,
    coalesce((select sum(fen) from paid p where p.settle_id = e.settle_id and p.kind <> 'FINAL'), 0) as unpaid,
    coalesce((select sum(b.receivable_fen) from bill b where b.org_id = e.org_id and b.settle_id = e.settle_id and b.stage = 'ISSUED'), 0) as final,
    coalesce((select sum(balance) from paid p where p.settle_id = e.settle_id), 0) as balance,
    coalesce((select sum(gift) from paid p where p.settle_id = e.settle_id), 0) as gift,
    coalesce((select sum(deposit) from paid p where p.settle_id = e.settle_id), 0) as deposit,
    coalesce((select sum(cash) from paid p where p.settle_id = e.settle_id), 0) as cash,
    coalesce((select -sum(l.balance_fen) from ledger l where l.org_id = e.org_id and l.group_id = e.group_id and l.trade_type = 'REFUND_CHECKOUT'), 0) as back,
    coalesce((select sum(l.amount_fen) from ledger l where l.org_id = e.org_id and l.group_id = e.group_id and l.trade_type = 'LAPSE'), 0) as lapse
  from settlement e where e.org_id = $1 and e.state = 'CONFIRMED' and e.statement is null)
update settlement e set form = $2::jsonb || jsonb_build_object('payeeName', (select f.name from oldman_family f
    where f.org_id = e.org_id and f.oldman_id = e.oldman_id order by f.payer desc, f.sort limit 1)),
  statement = jsonb_build_object('signOffs', $3::jsonb, 'checks', '[]'::jsonb, 'replaced', '[]'::jsonb,
    'unpaid', coalesce((select jsonb_agg(jsonb_build_object('billId', b.bill_id, 'billNo', b.bill_no, 'month', b.month, 'kind', b.kind,
        'receivableFen', b.receivable_fen, 'paidFen', b.receivable_fen - p.fen, 'unpaidFen', p.fen, 'dueDate', b.due_date) order by b.month)
      from paid p join bill b on b.org_id = e.org_id and b.bill_id = p.bill_id where p.settle_id = e.settle_id and p.kind <> 'FINAL'), '[]'::jsonb),
    'lines', coalesce((select jsonb_agg(jsonb_build_object('name', l.name, 'spec', l.spec, 'source', l.source, 'dateFrom', l.date_from,
        'dateTo', l.date_to, 'priceFen', l.price_fen, 'quantity', l.quantity / 1000.0, 'unit', l.unit, 'days', l.days,
        'amountFen', l.amount_fen, 'discountFen', l.discount_fen, 'subsidyFen', l.subsidy_fen, 'basis', l.basis) order by l.sort)
      from bill b join bill_line l on l.org_id = b.org_id and l.bill_id = b.bill_id
      where b.org_id = e.org_id and b.settle_id = e.settle_id and b.stage = 'ISSUED'), '[]'::jsonb),
    'sums', jsonb_build_object('unpaidFen', s.unpaid, 'finalFen', s.final, 'medicalFen', 0, 'damageFen', 0, 'discountFen', 0,
      'receivableFen', s.unpaid + s.final, 'balanceFen', s.balance + s.back, 'giftFen', s.gift + s.lapse,
      'depositFen', s.deposit + s.refund - s.back, 'useBalanceFen', s.balance, 'useGiftFen', s.gift, 'useDepositFen', s.deposit,
      'supplementFen', s.cash, 'collectedFen', s.cash, 'outstandingFen', 0, 'refundFen', s.refund, 'lapseFen', s.lapse)),
  submitted_at = e.confirmed_at - interval '5 hours', submitted_by = $4
from sums s where e.org_id = $1 and s.settle_id = e.settle_id`

const SIGNS = `insert into settlement_sign (org_id, settle_id, step, user_id, user_name, created_at)
select e.org_id, e.settle_id, x.step, x.user_id, x.name, e.confirmed_at - x.n * interval '40 minutes'
from settlement e, jsonb_to_recordset($2::jsonb) as x(step text, user_id text, name text, n int)
where e.org_id = $1 and e.state = 'CONFIRMED' on conflict do nothing`

const OPEN = `select e.settle_id as id, e.oldman_id as "oldmanId", (select f.name from oldman_family f where f.org_id = e.org_id
    and f.oldman_id = e.oldman_id order by f.payer desc, f.sort limit 1) as payer
from settlement e where e.org_id = $1 and e.state = 'OPEN' order by e.checkout_date, e.settle_id limit 1`

/** One waits for the last signatures. */
async function submitOne(tx: Tx, demo: DemoContext, steps: readonly string[]): Promise<void> {
  const found = await tx.client.query<{ id: string; oldmanId: string; payer: string | null }>(OPEN, [demo.orgId])
  const one = found.rows[0]
  if (!one) return
  const form = { ...FORM, applicant: one.payer, relation: '子女', payeeName: one.payer }
  await tx.client.query('update settlement set form = $3 where org_id = $1 and settle_id = $2', [
    demo.orgId,
    one.id,
    JSON.stringify(form),
  ])
  const known = await caseOf(tx.client, { orgId: demo.orgId, deptIds: null }, one.oldmanId, { settleId: one.id })
  const { sheet } = sheetOf((await factsOf(tx.client, demo.orgId, known)).facts, known.form)
  if (sheet.checks.some((check) => check.blocks && !check.ok)) return
  await tx.client.query(
    `update settlement set state = 'SUBMITTED', statement = $3, submitted_at = now() - interval '3 hours', submitted_by = $4
     where org_id = $1 and settle_id = $2`,
    [demo.orgId, one.id, JSON.stringify({ ...sheet, signOffs: steps }), demo.staff('刘敏')],
  )
  await tx.client.query(
    `insert into settlement_sign (org_id, settle_id, step, user_id, user_name, created_at)
     values ($1, $2, $3, $4, '何静', now() - interval '2 hours') on conflict do nothing`,
    [demo.orgId, one.id, steps[0], demo.staff('何静')],
  )
}

const REMINDERS = `with owing as (
  select a.oldman_id, a.owed_fen, a.owed_since, row_number() over (order by a.owed_since, a.oldman_id) as n,
    (select string_agg(distinct b.month, '、' order by b.month) from bill b where b.org_id = a.org_id and b.oldman_id = a.oldman_id
      and b.state in ('DUE', 'PART')) as months,
    (select jsonb_build_object('name', f.name, 'phone', f.phone) from oldman_family f where f.org_id = a.org_id
      and f.oldman_id = a.oldman_id order by f.payer desc, f.sort limit 1) as payer,
    (select t.oldman_name from oldman t where t.org_id = a.org_id and t.oldman_id = a.oldman_id) as name
  from elder_account a where a.org_id = $1 and a.owed_since < current_date - 4),
told as (select o.*, x.ago, x.channel from owing o cross join (values (2, 'SMS'), (9, 'PHONE'), (16, 'SMS')) as x(ago, channel)
  where (o.n % 3 <> 0 or x.ago > 8) and o.owed_since < current_date - x.ago)
insert into remind_log (org_id, remind_id, oldman_id, owed_fen, months, days_late, payer, phone, channel, content, user_id, user_name, created_at)
select $1, md5('remind:' || oldman_id || ':' || ago), oldman_id, owed_fen, months, greatest(0, current_date - ago - owed_since),
  payer ->> 'name', payer ->> 'phone', channel,
  coalesce(payer ->> 'name', '家属') || '您好：' || name || '尚有 ' || months || ' 的费用未缴，合计 ' || to_char(owed_fen / 100.0, 'FM999,999,990.00')
    || ' 元，请尽快缴纳。', $2, '刘敏', current_date - ago + time '10:30' + n * interval '3 minutes'
from told where months is not null`

export default demoPart(70, async (tx, demo) => {
  const { signOffs } = await feeSettingsOf(tx.client, demo.orgId)
  const finance = demo.staff('曾国平')
  await tx.client.query(STATEMENTS, [demo.orgId, JSON.stringify(FORM), JSON.stringify(signOffs), demo.staff('刘敏')])
  const people = [demo.staff('何静'), demo.staff('刘敏'), finance]
  const names = ['何静', '刘敏', '曾国平']
  const signs = signOffs.map((step, i) => ({
    step,
    user_id: people[i % 3],
    name: names[i % 3],
    n: signOffs.length - i,
  }))
  await tx.client.query(SIGNS, [demo.orgId, JSON.stringify(signs)])
  await submitOne(tx, demo, signOffs)
  await tx.client.query(REMINDERS, [demo.orgId, demo.staff('刘敏')])
  tx.log({ remark: '记入退住结算单和缴费提醒', targetType: 'settlement' })
})
