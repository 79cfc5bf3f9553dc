// A line of a bill on its way into the database.
import type { LineSourceValue } from '#contract/expense/billWords'

/** A line of a bill before it has an id. Reductions are positive; what a line asks for is amount − discount − subsidy. */
export interface NewLine {
  projectChildId?: string | null
  /** A value of the dictionary feeCategory. */
  category: string
  name: string
  /** Room and bed, level, the outing: what tells this line from its neighbours. */
  spec?: string | null
  cycle: string
  unit?: string | null
  priceFen: number
  /** Thousandths; 1000 unless told. */
  quantity?: number
  days?: number | null
  amountFen: number
  discountFen?: number
  subsidyFen?: number
  source: LineSourceValue
  /** yyyy-MM-dd, both with. */
  dateFrom?: string | null
  dateTo?: string | null
  /** How the amount came about: 2,400.00 × 15 ÷ 30 天 */
  basis?: string | null
  bedId?: string | null
  /** stay, outing, charge, bill …; a line of a charge keeps it BILLED with the bill. */
  refKind?: string | null
  refId?: string | null
}
