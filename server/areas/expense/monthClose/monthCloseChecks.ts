// What is looked at before a month is closed.
import type pg from 'pg'
import type { MonthCheckData } from '#contract/expense/monthClose'
import { CASH_SUMS } from '#server/areas/expense/cashDay/cashDaySql'

const FACTS = `select $2 < to_char(current_date, 'YYYY-MM') as over,
  (select count(*) from bill b where b.org_id = $1 and b.month = $2 and b.stage = 'DRAFT') as drafts,
  (select min(to_char(m.month, 'YYYY-MM')) from ledger_month m where m.org_id = $1 and m.month < ($2 || '-01')::date
    and not exists (select from month_close c where c.org_id = $1 and c.month = to_char(m.month, 'YYYY-MM') and c.closed)) as earlier,
  (select count(*) from pay_order p where p.org_id = $1 and p.state in ('WAITING', 'PAYING')
    and to_char(p.created_at, 'YYYY-MM') = $2) as orders,
  (select count(*) from settlement s where s.org_id = $1 and s.state <> 'CONFIRMED'
    and s.checkout_date < (($2 || '-01')::date + interval '1 month')::date) as leavers,
  (select coalesce(sum(m.cash_fen + m.receivable_fen + m.discount_fen + m.subsidy_fen + m.promo_fen + m.transit_fen + m.opening_fen
      - m.balance_fen - m.gift_fen - m.deposit_fen - m.booking_fen - m.income_fen), 0)::bigint
    from ledger_month m where m.org_id = $1 and m.month = ($2 || '-01')::date) as unbalanced`

const DAYS = `select count(*) filter (where c.handed_at is null) as open,
  count(*) filter (where c.handed_at is not null and c.due_fen <> coalesce(l.due, 0)) as moved,
  count(*) filter (where c.handed_at is not null and c.counted_fen <> c.due_fen) as differing, min(c.day) filter (where c.handed_at is null) as first
from cash_day c ${CASH_SUMS} where c.org_id = $1 and c.day between ($2 || '-01')::date and (($2 || '-01')::date + interval '1 month - 1 day')::date`

interface Facts {
  over: boolean
  drafts: number
  earlier: string | null
  orders: number
  leavers: number
  unbalanced: number
}

interface Days {
  open: number
  moved: number
  differing: number
  first: string | null
}

export async function monthChecks(
  client: pg.Pool | pg.ClientBase,
  orgId: string,
  month: string,
): Promise<MonthCheckData[]> {
  const facts = (await client.query<Facts>({ name: 'month_facts', text: FACTS, values: [orgId, month] })).rows[0]!
  const days = (await client.query<Days>({ name: 'month_cash_days', text: DAYS, values: [orgId, month] })).rows[0]!
  const cash = [
    days.open > 0 ? `${days.open} 个收款日尚未交款（最早 ${days.first}）` : null,
    days.moved > 0 ? `${days.moved} 个收款日交款后又有收退款` : null,
    days.differing > 0 ? `${days.differing} 个收款日交款有差额` : null,
  ].filter((word): word is string => word !== null)
  const last = new Date(Date.UTC(Number(month.slice(0, 4)), Number(month.slice(5)), 0)).toISOString().slice(0, 10)
  const checks: Omit<MonthCheckData, 'month'>[] = [
    {
      key: 'over',
      title: '月份已结束',
      ok: facts.over,
      blocks: true,
      note: facts.over ? '可以结账' : '本月还没有结束，结账后将无法收费',
      route: null,
    },
    {
      key: 'earlier',
      title: '以前月份已结账',
      ok: facts.earlier === null,
      blocks: true,
      note: facts.earlier === null ? '都已结账' : `请先结账 ${facts.earlier}`,
      route: null,
    },
    {
      key: 'drafts',
      title: '账单已出账',
      ok: facts.drafts === 0,
      blocks: true,
      note: facts.drafts === 0 ? '没有草稿账单' : `还有 ${facts.drafts} 张草稿账单`,
      route: facts.drafts === 0 ? null : `/expense/bill?month=${month}&standing=DRAFT`,
    },
    {
      key: 'balanced',
      title: '流水借贷平衡',
      ok: facts.unbalanced === 0,
      blocks: true,
      note: facts.unbalanced === 0 ? '平衡' : '流水合计不平衡，请联系管理员核对',
      route: null,
    },
    {
      key: 'orders',
      title: '扫码支付已完成',
      ok: facts.orders === 0,
      blocks: false,
      note: facts.orders === 0 ? '没有等待中的支付' : `还有 ${facts.orders} 笔等待付款`,
      route: null,
    },
    {
      key: 'leavers',
      title: '退住已结算',
      ok: facts.leavers === 0,
      blocks: false,
      note:
        facts.leavers === 0
          ? '退住的老人都已结算'
          : `还有 ${facts.leavers} 位退住老人没有结算；结账后结算记入以后的月份，本月账单要先反结账才能改`,
      route: facts.leavers === 0 ? null : '/expense/settle',
    },
    {
      key: 'cashDays',
      title: '收款已交款',
      ok: cash.length === 0,
      blocks: false,
      note: cash.length === 0 ? '每个收款日都已交款' : `${cash.join('，')}；结账后不能再登记这些天的交款`,
      route: cash.length === 0 ? null : `/expense/report/collectFees?from=${month}-01&to=${last}&open=true`,
    },
  ]
  return checks.map((check) => ({ ...check, month: check.key === 'earlier' ? facts.earlier : null }))
}
