// The lines of issued bills by month and fee item: months that have passed from the sums of the house, the others, and all
// of them where only some elders are looked at, from the lines.

import { issuedLines } from '#server/areas/expense/report/reportBillCheck'
import { bindFor, ofResidents, type Residents } from '#server/areas/expense/report/reportKit'
import type { Caller } from '#server/kit/caller'
import { bitsOf, lineSums } from './houseKeep.ts'
import { splitMonths } from './houseRead.ts'

export interface LineSum {
  /** yyyy-MM */
  month: string
  category: string
  /** Empty where the line has no fee item: then its own name stands for it. */
  child: string
  name: string
  /** Deductions for leave. */
  leave: boolean
  lines: number
  /** Thousandths; nothing for deductions. */
  quantity: number
  amount: number
  discount: number
  subsidy: number
  paid: number
  elders: ResidentSet
}

/** Residents by their small numbers, and those who have none yet by their ids. */
export interface ResidentSet {
  bits: Buffer
  newcomers: readonly string[]
}

const ONES = Array.from({ length: 256 }, (_, byte) => byte.toString(2).replaceAll('0', '').length)

export function countResidents(sets: readonly ResidentSet[]): number {
  const all = Buffer.alloc(Math.max(0, ...sets.map((set) => set.bits.length)))
  const newcomers = new Set<string>()
  for (const set of sets) {
    for (let i = 0; i < set.bits.length; i++) all[i]! |= set.bits[i]!
    for (const id of set.newcomers) newcomers.add(id)
  }
  return all.reduce((sum, byte) => sum + ONES[byte]!, newcomers.size)
}

type Kept = Omit<LineSum, 'elders'> & { elders: Buffer }
type Counted = Omit<LineSum, 'elders'> & { numbers: number[]; newcomers: string[] }

const KEPT = `select to_char(month, 'YYYY-MM') as month, category, project_child_id as child, name, leave, lines, quantity, amount_fen as amount,
  discount_fen as discount, subsidy_fen as subsidy, paid_fen as paid, elders from house_line where org_id = $1 and month = any($2::date[])`

async function counted(who: Caller, months: readonly string[], elders: Residents): Promise<LineSum[]> {
  if (months.length === 0) return []
  const bind = bindFor(who)
  const within = issuedLines(months[0]!, months.at(-1)!, elders, bind)
  const found = await who.app.pool.query<Counted>(
    lineSums(`${within} and l.month = any(${bind.add(months)}::text[])`),
    bind.values,
  )
  return found.rows.map(({ numbers, newcomers, ...sum }) => ({
    ...sum,
    elders: { bits: bitsOf(numbers), newcomers },
  }))
}

/** Months yyyy-MM, both with. */
export async function lineSumsOf(
  who: Caller,
  span: { from: string; to: string },
  elders: Residents,
): Promise<LineSum[]> {
  const { kept, loose, last } = await splitMonths(who, { from: `${span.from}-01`, to: `${span.to}-01` })
  if (elders !== null) {
    const all = [...kept, ...loose].sort().map((day) => day.slice(0, 7))
    return [...(await counted(who, all, elders)), ...(await ahead(who, span.to, last, elders))]
  }
  const [known, others, coming] = await Promise.all([
    kept.length === 0 ? [] : who.app.pool.query<Kept>(KEPT, [who.orgId, kept]).then((found) => found.rows),
    counted(
      who,
      loose.map((day) => day.slice(0, 7)),
      null,
    ),
    ahead(who, span.to, last, null),
  ])
  return [
    ...known.map(({ elders: bits, ...sum }) => ({ ...sum, elders: { bits, newcomers: [] } })),
    ...others,
    ...coming,
  ]
}

/** Bills may be made for months that have not begun. */
async function ahead(who: Caller, to: string, last: string, elders: Residents): Promise<LineSum[]> {
  if (`${to}-01` <= last) return []
  const bind = bindFor(who)
  const found = await who.app.pool.query<{ month: string }>(
    `select distinct month from bill_sum where org_id = $1 and month > ${bind.add(last.slice(0, 7))} and month <= ${bind.add(to)} order by 1`,
    bind.values,
  )
  return counted(
    who,
    found.rows.map((row) => row.month),
    elders,
  )
}

type Later = Pick<LineSum, 'month' | 'category' | 'child' | 'name' | 'paid'>

/** What came after a day on lines of these months, with a minus: a period that ends in a closed month stands as it did then. */
export async function paidOnLines(
  who: Caller,
  span: { from: string; to: string },
  elders: Residents,
  after: string,
): Promise<LineSum[]> {
  const bind = bindFor(who)
  const found = await who.app.pool.query<Later>(
    `select l.month, l.category, coalesce(l.project_child_id, '') as child,
      case when l.project_child_id is null then l.name else '' end as name, -sum(s.amount_fen)::bigint as paid
    from pay_share s join bill_line l on l.org_id = s.org_id and l.line_id = s.line_id
    where s.org_id = $1 and s.day > ${bind.add(after)} and l.month between ${bind.add(span.from)} and ${bind.add(span.to)}
      and ${ofResidents(elders, 's.oldman_id', bind)} group by 1, 2, 3, 4`,
    bind.values,
  )
  const nothing = { leave: false, lines: 0, quantity: 0, amount: 0, discount: 0, subsidy: 0 }
  return found.rows.map((row) => ({ ...row, ...nothing, elders: { bits: Buffer.alloc(0), newcomers: [] } }))
}
