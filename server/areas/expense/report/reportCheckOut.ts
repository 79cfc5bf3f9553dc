// 退住报表: settlements of check-outs, and that what they paid out is in the ledger.

import type { CheckOutRowData, CheckOutSumsData, reportStay } from '#contract/expense/reportStay'
import type { InputOf } from '#contract/kit/call'
import type { Fen } from '#contract/kit/money'
import { labelOf, PLACE } from '#server/areas/residents/public'
import type { Caller } from '#server/kit/caller'
import { sortOf } from '#server/kit/page'
import { RESIDENT_COLUMNS } from './reportEntries.ts'
import {
  answerReport,
  type Bind,
  bindFor,
  checkOf,
  type Differing,
  ofResidents,
  pageOfReport,
  periodOf,
  residentsOf,
} from './reportKit.ts'

type Query = InputOf<typeof reportStay.calls.checkOut>

/** A sum of the statement; nothing before it is submitted. */
const said = (name: string) => `coalesce((e.statement -> 'sums' ->> '${name}')::bigint, 0)`
const REFUND = `case when e.state = 'CONFIRMED' then e.refund_fen else ${said('refundFen')} end`
const SUMS = {
  receivableFen: said('receivableFen'),
  useBalanceFen: said('useBalanceFen'),
  useGiftFen: said('useGiftFen'),
  useDepositFen: said('useDepositFen'),
  collectedFen: said('collectedFen'),
  refundFen: REFUND,
} as const satisfies Record<keyof CheckOutSumsData, string>

const SORTS = { checkoutDate: 'e.checkout_date', settleNo: 'e.settle_no', refundFen: REFUND }

export async function checkOutReport(q: Query, who: Caller) {
  const period = periodOf(q, 12)
  const residents = await residentsOf(who, q)
  const where = (bind: Bind) =>
    [
      'e.org_id = $1',
      // Confirmed for a day of a month that was open; what waits counts for one that still is.
      `coalesce(e.book_day, greatest(e.checkout_date, first_open_day($1))) between ${bind.add(period.from)} and ${bind.add(period.to)}`,
      ofResidents(residents, 'e.oldman_id', bind),
      ...(q.state ? [`e.state = ${bind.add(q.state)}`] : []),
      ...(q.way ? [`e.form ->> 'refundWay' = ${bind.add(String(q.way))}`] : []),
      ...(q.userId ? [`coalesce(e.confirmed_by, e.submitted_by) = ${bind.add(q.userId)}`] : []),
    ].join(' and ')
  return answerReport<CheckOutRowData, CheckOutSumsData>(q, {
    period,
    rows: async () => {
      const bind = bindFor(who)
      const { size, offset } = pageOfReport(q)
      const sort = sortOf(q.orderBy, SORTS) ?? 'e.checkout_date desc'
      const order = `${sort}, e.settle_no desc`
      const found = await who.app.pool.query<CheckOutRowData>(
        `with page as materialized (select e.* from settlement e where ${where(bind)} order by ${order}
          limit ${bind.add(size)} offset ${bind.add(offset)})
        select ${RESIDENT_COLUMNS.replace('at.path', 'coalesce(last.path, at.path)')}, e.settle_id as "settleId",
          e.settle_no as "settleNo", e.checkout_date as "checkoutDate", s.start_date as "startDate",
          greatest(e.checkout_date - s.start_date, 0) as days,
          case when s.checkout_reason is not null then ${labelOf('checkoutReason', 's.checkout_reason')} end as reason, e.state,
          ${Object.entries(SUMS)
            .map(([alias, sum]) => `${sum} as "${alias}"`)
            .join(', ')},
          nullif(e.form ->> 'refundWay', '')::int as "refundWay", e.confirmed_at as "confirmedAt", m.emp_name as "userName"
        from page e join oldman t on t.org_id = e.org_id and t.oldman_id = e.oldman_id ${PLACE}
        join stay s on s.org_id = e.org_id and s.stay_id = e.stay_id
        left join employee m on m.org_id = e.org_id and m.emp_id = coalesce(e.confirmed_by, e.submitted_by)
        left join lateral (select concat_ws('>', nullif(lo.path, ''), r.room_name, b.bed_name) as path from occupancy o
          join bed b on b.org_id = o.org_id and b.bed_id = o.bed_id join room r on r.org_id = b.org_id and r.room_id = b.room_id
          left join location lo on lo.org_id = r.org_id and lo.location_id = r.area
          where o.org_id = s.org_id and o.stay_id = s.stay_id order by lower(o.days) desc limit 1) last on true
        order by ${order}`,
        bind.values,
      )
      return found.rows
    },
    sums: async () => {
      const bind = bindFor(who)
      const found = await who.app.pool.query<CheckOutSumsData & { total: number }>(
        `select count(*) as total, ${Object.entries(SUMS)
          .map(([alias, sum]) => `coalesce(sum(${sum}), 0)::bigint as "${alias}"`)
          .join(', ')} from settlement e where ${where(bind)}`,
        bind.values,
      )
      const { total, ...sums } = found.rows[0]!
      return { total, sums }
    },
    check: async (_, total) => {
      const bind = bindFor(who)
      const found = await who.app.pool.query<
        Record<'said' | 'paid' | 'deposit' | 'gift', number> & { id: string; no: string; off: boolean }
      >(
        `select e.settle_id as id, e.settle_no as no, e.refund_fen as said, coalesce(l.paid, 0)::bigint as paid,
          e.statement is not null and e.state = 'CONFIRMED' and (coalesce(l.deposit, 0), coalesce(l.gift, 0))
            <> (${said('useDepositFen')}, ${said('useGiftFen')}) as off
        from settlement e
        left join lateral (select -sum(l.cash_fen) filter (where l.trade_type = 'REFUND_CHECKOUT') as paid,
            -sum(l.deposit_fen) filter (where l.trade_type = 'DEPOSIT_PAYS') as deposit,
            -sum(l.gift_fen) filter (where l.receivable_fen <> 0) as gift
          from ledger l where l.org_id = e.org_id and l.oldman_id = e.oldman_id and l.settle_id = e.settle_id) l on true
        where ${where(bind)}`,
        bind.values,
      )
      const sum = (of: 'said' | 'paid') => found.rows.reduce((all, row) => all + Number(row[of]), 0)
      return checkOf({
        reportTitle: '本表已结算退款',
        reportFen: sum('said'),
        ledgerTitle: '总账 货币资金（退住退款）',
        ledgerFen: sum('paid'),
        covers: [{ count: total, what: '张结算单' }],
        always: true,
        differing: async (): Promise<Differing[]> =>
          found.rows
            .filter((row) => row.said !== row.paid || row.off)
            .slice(0, 50)
            .map((row) => ({
              kind: 'SETTLEMENT',
              id: row.id,
              no: row.no,
              fen: (row.said - row.paid) as Fen,
              why: row.said === row.paid ? '结算单上抵扣的押金或赠送与总账不符' : '结算单上的退款与总账的退住退款不符',
            })),
      })
    },
  })
}
