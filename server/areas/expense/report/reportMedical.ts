// 医疗费报表: medical charges, what insurance and the resident pay of them, and whether that is paid.
import type { CategoriesData, MedicalRowData, MedicalSumsData, reportDetail } from '#contract/expense/reportDetail'
import type { InputOf } from '#contract/kit/call'
import type { Fen } from '#contract/kit/money'
import type { Caller } from '#server/kit/caller'
import { contains, sortOf } from '#server/kit/page'
import { standsAt } from './reportClosed.ts'
import { RESIDENT_COLUMNS, RESIDENT_JOINS } from './reportEntries.ts'
import {
  answerReport,
  type Bind,
  bindFor,
  checkOf,
  type Differing,
  ofResidents,
  type Period,
  pageOfReport,
  periodOf,
  type Residents,
  residentsOf,
} from './reportKit.ts'

type Query = InputOf<typeof reportDetail.calls.medical>

/**
 * The line of a bill on which a charge `c` stands, with what is paid on it (`got.fen`) by the end of a closed month or
 * until now; it has its bill `b`.
 */
const line = (at: string | null, bind: Bind) => `left join bill b on b.org_id = c.org_id and b.bill_id = c.bill_id
left join bill_line bl on bl.org_id = c.org_id and bl.ref_kind = 'charge' and bl.ref_id = c.charge_id and bl.bill_id = c.bill_id
left join lateral (select coalesce(bl.paid_fen, 0) ${
  at
    ? `- coalesce((select sum(s.amount_fen) from pay_share s where s.org_id = c.org_id and s.line_id = bl.line_id and s.day > ${bind.add(at)}), 0)`
    : ''
} as fen) got on true`
const OWN = 'c.amount_fen - c.insured_fen'
const PAID = `case when c.bill_id is null or b.stage = 'DRAFT' then 'WAITING'
  when got.fen >= coalesce(bl.amount_fen - bl.discount_fen - bl.subsidy_fen, ${OWN}) then 'PAID'
  when got.fen > 0 then 'PART' else 'DUE' end`

function where(q: Query, period: Period, residents: Residents, bind: Bind): string[] {
  return [
    'c.org_id = $1',
    `c.kind = 'MEDICAL'`,
    `c.state <> 'VOID'`,
    `c.day between ${bind.add(period.from)} and ${bind.add(period.to)}`,
    ofResidents(residents, 'c.oldman_id', bind),
    ...(q.userId ? [`c.user_id = ${bind.add(q.userId)}`] : []),
    ...(q.medicalKind ? [`c.medical_kind = ${bind.add(q.medicalKind)}`] : []),
    ...(q.name?.trim() ? [`c.name like ${bind.add(contains(q.name))}`] : []),
    ...(q.insured === true ? ['c.insured_fen > 0'] : q.insured === false ? ['c.insured_fen = 0'] : []),
    ...(q.paid ? [`${PAID} = ${bind.add(q.paid)}`] : []),
  ]
}

const SORTS = { day: 'c.day', amountFen: 'c.amount_fen', ownFen: OWN }

async function rowsOf(
  who: Caller,
  q: Query,
  period: Period,
  residents: Residents,
  at: string | null,
): Promise<MedicalRowData[]> {
  const bind = bindFor(who)
  const LINE = line(at, bind)
  const { size, offset } = pageOfReport(q)
  const sort = sortOf(q.orderBy, SORTS)
  const order = sort === null ? 'c.day desc, c.charge_id desc' : `${sort}, c.day desc, c.charge_id desc`
  const conditions = where(q, period, residents, bind).join(' and ')
  const text = `with page as materialized (select c.* from charge c ${q.paid ? LINE : ''} where ${conditions} order by ${order}
      limit ${Math.trunc(size)} offset ${bind.add(offset)})
    select ${RESIDENT_COLUMNS}, c.charge_id as "chargeId", c.day, c.medical_kind as "medicalKind", c.name,
      c.quantity / 1000.0 as quantity, c.unit, c.price_fen as "priceFen", c.amount_fen as "amountFen",
      c.insured_fen as "insuredFen", ${OWN} as "ownFen", got.fen::bigint as "paidFen", ${PAID} as paid,
      coalesce(c.ordered_by, c.user_name) as "orderedBy", c.bill_id as "billId", b.bill_no as "billNo"
    from page c ${RESIDENT_JOINS('c')} ${LINE} order by ${order}`
  const found = await who.app.pool.query<MedicalRowData>(text, bind.values)
  return found.rows.map((row) => ({ ...row, quantity: Number(row.quantity) }))
}

/** Charges against the lines they became: amount, what others pay, what is paid, and that both are on the same resident's bill. */
async function differing(
  who: Caller,
  q: Query,
  period: Period,
  residents: Residents,
  at: string | null,
): Promise<Differing[]> {
  const bind = bindFor(who)
  const found = await who.app.pool.query<{ id: string; no: string; name: string; fen: Fen; paid: boolean }>(
    `select c.charge_id as id, c.name as no, o.oldman_name as name,
      case when ${OWN} is distinct from bl.amount_fen - bl.subsidy_fen then ${OWN} - coalesce(bl.amount_fen - bl.subsidy_fen, 0)
        else c.paid_fen - coalesce(bl.paid_fen, 0) end::bigint as fen, ${OWN} is not distinct from bl.amount_fen - bl.subsidy_fen as paid
    from charge c ${line(at, bind)} join oldman o on o.org_id = c.org_id and o.oldman_id = c.oldman_id
    where ${where(q, period, residents, bind).join(' and ')} and c.bill_id is not null
      and (${OWN}, c.paid_fen) is distinct from (bl.amount_fen - bl.subsidy_fen, bl.paid_fen) limit 50`,
    bind.values,
  )
  return found.rows.map(({ id, no, name, fen, paid }) => ({
    kind: 'CHARGE',
    id,
    no,
    fen,
    why: `${name} 的医疗费与账单上的${paid ? '已缴' : '金额'}不符`,
  }))
}

export async function medicalReport(q: Query, who: Caller) {
  const period = periodOf(q)
  const residents = await residentsOf(who, q)
  const at = await standsAt(who, period)
  return answerReport<MedicalRowData, MedicalSumsData, CategoriesData>(q, {
    period,
    rows: () => rowsOf(who, q, period, residents, at),
    sums: async () => {
      const bind = bindFor(who)
      const lines = q.paid || at ? line(at, bind) : ''
      const found = await who.app.pool.query<MedicalSumsData & { total: number }>(
        `select count(*) as total, coalesce(sum(c.amount_fen), 0)::bigint as "amountFen",
          coalesce(sum(c.insured_fen), 0)::bigint as "insuredFen", coalesce(sum(${OWN}), 0)::bigint as "ownFen",
          coalesce(sum(${at ? 'got.fen' : 'c.paid_fen'}), 0)::bigint as "paidFen"
        from charge c ${lines} where ${where(q, period, residents, bind).join(' and ')}`,
        bind.values,
      )
      const { total, ...sums } = found.rows[0]!
      return { total, sums }
    },
    chart: async () => {
      const bind = bindFor(who)
      const found = await who.app.pool.query<CategoriesData['parts'][number]>(
        `select coalesce(c.medical_kind, '') as category, coalesce(c.medical_kind, '未分类') as name,
          coalesce(sum(c.amount_fen), 0)::bigint as fen
        from charge c ${q.paid ? line(at, bind) : ''} where ${where(q, period, residents, bind).join(' and ')} group by 1, 2 order by 3 desc`,
        bind.values,
      )
      return { parts: found.rows }
    },
    check: async (sums) => {
      const bind = bindFor(who)
      const day = at ? ` and s.day <= ${bind.add(at)}` : ''
      // What waits for a bill stands nowhere else; what is billed, on lines and shares of payments.
      const found = await who.app.pool.query<{
        lines: number
        shared: number
        charges: number
        waiting: number
        own: number
      }>(
        `select coalesce(sum(bl.amount_fen - bl.subsidy_fen), 0)::bigint as lines,
          coalesce(sum((select sum(s.amount_fen) from pay_share s where s.org_id = c.org_id and s.line_id = bl.line_id${day})), 0)::bigint as shared,
          count(*) filter (where c.bill_id is not null) as charges, count(*) filter (where c.bill_id is null) as waiting,
          coalesce(sum(${OWN}) filter (where c.bill_id is null), 0)::bigint as own
        from charge c ${line(at, bind)} where ${where(q, period, residents, bind).join(' and ')}`,
        bind.values,
      )
      const { lines, shared, charges, waiting, own } = found.rows[0]!
      return checkOf({
        reportTitle: '本表自付',
        reportFen: sums.ownFen,
        ledgerTitle: '账单 医疗行应收，加待出账',
        ledgerFen: lines + own,
        covers: [
          { count: charges, what: '笔已出账' },
          { count: waiting, what: '笔待出账' },
        ],
        always: true,
        also: [{ what: '已缴合计', reportFen: sums.paidFen, otherFen: shared }],
        differing: () => differing(who, q, period, residents, at),
      })
    },
  })
}
