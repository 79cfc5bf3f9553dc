// The bills to come of a stay from the facts as they stand in the database: read before and after a change inside one
// transaction they say to the fen what the change costs. What was billed since is asked here too.
import type pg from 'pg'
import type { PreviewRowData } from '#contract/expense/billPreview'
import { rulesFor } from '#server/areas/expense/discountRule/discountApply'
import { feeSettingsOf } from '#server/areas/expense/fee/feeSettings'
import { residenceSettingOf } from '#server/areas/systemSetting/public'
import { rowsOf } from './billCompare.ts'
import { addMonths, monthOf } from './billDays.ts'
import { readFacts } from './billFacts.ts'
import { type BillDraft, billOf } from './billOf.ts'

type Client = pg.Pool | pg.ClientBase

const BILLED = `select current_date as today,
  array(select b.month from bill b where b.org_id = $1 and b.stay_id = $2 and b.kind = 'MONTH'
    and b.stage <> 'VOID' and b.month >= to_char(current_date, 'YYYY-MM')) as billed`

/** The first month without a bill in which a change of that day shows, and the first it holds for as a whole. */
export async function monthsOfChange(client: Client, orgId: string, stayId: string, day: string): Promise<string[]> {
  const found = await client.query<{ today: string; billed: string[] }>({
    name: 'bill_months_of_change',
    text: BILLED,
    values: [orgId, stayId],
  })
  const { today, billed } = found.rows[0]!
  let next = monthOf(today)
  while (billed.includes(next)) next = addMonths(next, 1)
  const changes = monthOf(day)
  const first = next > changes ? next : changes
  const whole = day.endsWith('-01') ? changes : addMonths(changes, 1)
  return whole > first ? [first, whole] : [first]
}

export type MonthDraft = BillDraft | null

/** In the order of the months; null where nothing would be billed. */
export async function draftsOf(
  client: Client,
  orgId: string,
  stayId: string,
  months: readonly string[],
  today: string,
): Promise<MonthDraft[]> {
  const [cost, { countCheckoutDay }, rules] = [
    await feeSettingsOf(client, orgId),
    await residenceSettingOf(client, orgId),
    await rulesFor(client, orgId, 'BILL'),
  ]
  const drafts: MonthDraft[] = []
  for (const month of months) {
    const [facts] = await readFacts(client, orgId, [stayId], { month })
    const asOf = today > `${month}-01` ? today : `${month}-01`
    drafts.push(facts ? billOf(facts, month, { divisor: cost.divisor, countCheckoutDay, rules, asOf }) : null)
  }
  return drafts
}

export interface ComparedBill {
  month: string
  rows: PreviewRowData[]
  asIsFen: number
  assumedFen: number
  differenceFen: number
}

export function comparedBill(month: string, was: MonthDraft, then: MonthDraft): ComparedBill {
  const [asIsFen, assumedFen] = [was?.receivableFen ?? 0, then?.receivableFen ?? 0]
  return { month, rows: rowsOf(was, then), asIsFen, assumedFen, differenceFen: assumedFen - asIsFen }
}

const SINCE = `select bill_no as "billNo", month from bill where org_id = $1 and stay_id = $2 and stage <> 'VOID'
  and kind in ('MONTH', 'FINAL') and month >= $3 and (created_at >= $4 or issued_at >= $4) order by month, created_at`

/** Bills of a month or later that were made or issued since a moment. */
export async function billedSince(
  client: Client,
  orgId: string,
  stay: { stayId: string; month: string; since: string },
): Promise<{ billNo: string; month: string }[]> {
  const found = await client.query<{ billNo: string; month: string }>({
    name: 'bills_since',
    text: SINCE,
    values: [orgId, stay.stayId, stay.month, stay.since],
  })
  return found.rows
}
