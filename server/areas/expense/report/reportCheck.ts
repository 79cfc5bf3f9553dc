// The check of reports that add up monthly sums: the same money once more from the entries, and where both differ.
import { TradeType, type TradeTypeValue, TradeWay } from '#contract/expense/tradeWords'
import type { Caller } from '#server/kit/caller'
import {
  type Bind,
  bindFor,
  type Differing,
  lastOfMonth,
  ledgerSumsSql,
  type Period,
  type Residents,
  type SumsInput,
} from './reportKit.ts'

interface DifferInput {
  period: Period
  residents: Residents
  where(bind: Bind): string[]
  /** The same about entries `l`, in the words of an index; nothing that sums by month do not know. */
  entryWhere?(bind: Bind): string[]
  /** What is added up: sum(cash_fen) */
  sum: string
}

interface Group {
  oldmanId: string
  oldmanName: string
  month: string
  type: TradeTypeValue
  way: number
  fen: number
}

/** Residents, months, types and ways on which monthly sums and entries do not agree, at most fifty. */
export async function differingMonths(who: Caller, input: DifferInput): Promise<Differing[]> {
  const bind = bindFor(who)
  const { residents } = input
  // Whole months: sums by month know no days.
  const period = { from: `${input.period.from.slice(0, 7)}-01`, to: lastOfMonth(input.period.to.slice(0, 7)) }
  const shared: Omit<SumsInput, 'entriesOnly'> = {
    period,
    residents,
    bind,
    where: input.where(bind),
    entryWhere: input.entryWhere?.(bind) ?? [],
    by: { oldman: 'oldman_id', month: `to_char(month, 'YYYY-MM')`, type: 'trade_type', way: 'way' },
    sums: { fen: input.sum, entries: 'sum(entries)' },
  }
  const text = `with a as (${ledgerSumsSql(shared)}), b as (${ledgerSumsSql({ ...shared, entriesOnly: true })})
    select oldman as "oldmanId", o.oldman_name as "oldmanName", month, type, way,
      coalesce(a.fen, 0) - coalesce(b.fen, 0) as fen
    from a full join b using (oldman, month, type, way) join oldman o on o.org_id = $1 and o.oldman_id = oldman
    where coalesce(a.fen, 0) <> coalesce(b.fen, 0) or coalesce(a.entries, 0) <> coalesce(b.entries, 0)
    order by abs(coalesce(a.fen, 0) - coalesce(b.fen, 0)) desc limit 50`
  const found = await who.app.pool.query<Group>(text, bind.values)
  return found.rows.map((one) => ({
    kind: 'ACCOUNT',
    id: one.oldmanId,
    no: one.oldmanName,
    fen: one.fen as Differing['fen'],
    why: `${one.month} ${TradeType.label(one.type)}${one.way > 0 ? `（${TradeWay.label(one.way as 2)}）` : ''}的月度合计与逐笔流水不符`,
  }))
}
