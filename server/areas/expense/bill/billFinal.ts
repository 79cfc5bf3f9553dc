// The last bill of a stay, up to the day of leaving. A monthly bill that reaches past that day is billed again as a whole,
// as if it had never been made, so that the stay has one price: its discounts are those of the days that were lived.

import type pg from 'pg'
import { notFound } from '#contract/kit/refusal'
import { rulesFor } from '#server/areas/expense/discountRule/discountApply'
import { feeSettingsOf } from '#server/areas/expense/fee/feeSettings'
import { residenceSettingOf } from '#server/areas/systemSetting/public'
import { addMonths, monthOf } from './billDays.ts'
import { readFacts } from './billFacts.ts'
import { DISCOUNT_REF } from './billLines.ts'
import type { NewLine } from './billNewLine.ts'
import { billOf } from './billOf.ts'
import { HORIZON } from './billStay.ts'
import type { NewBill } from './billWrite.ts'

export interface FinalBill extends Pick<NewBill, 'ruleId' | 'ruleName' | 'rules'> {
  stayId: string
  /** Of the day of leaving. */
  month: string
  /** The days that are billed with it. */
  periodStart: string
  periodEnd: string
  bedPath: string | null
  levelName: string | null
  lines: NewLine[]
  totalFen: number
  discountFen: number
  subsidyFen: number
  /** Below zero when more was billed than was lived. */
  receivableFen: number
  /** Drafts of the stay, which this bill takes the place of: their charges are on it. */
  draftIds: string[]
}

const LAST_STAY = `select stay_id as id from stay where org_id = $1 and oldman_id = $2
order by (end_date is null) desc, start_date desc, created_at desc, stay_id desc limit 1`
const DRAFTS = `select bill_id as id from bill where org_id = $1 and stay_id = $2 and kind = 'MONTH' and stage = 'DRAFT'`

/**
 * Writes nothing. `day` is the day of leaving, whether the stay has ended or not. Issued bills in `without` count as not
 * made: the last bill is to take their place too.
 */
export async function finalBillOf(
  client: pg.Pool | pg.ClientBase,
  orgId: string,
  oldmanId: string,
  day: string,
  { without = [] as readonly string[] } = {},
): Promise<FinalBill> {
  const last = await client.query<{ id: string }>({ name: 'final_stay', text: LAST_STAY, values: [orgId, oldmanId] })
  const stayId = last.rows[0]?.id
  if (!stayId) throw notFound('居住记录')
  const month = monthOf(day)
  const [cost, { countCheckoutDay }, rules, facts, drafts] = await Promise.all([
    feeSettingsOf(client, orgId),
    residenceSettingOf(client, orgId),
    rulesFor(client, orgId, 'BILL'),
    readFacts(client, orgId, [stayId], { month, issuedOnly: true, without }),
    client.query<{ id: string }>({ name: 'final_drafts', text: DRAFTS, values: [orgId, stayId] }),
  ])
  const [own] = facts
  const stay = { ...own!, end: day, fees: own!.fees.map((fee) => (fee.to === own!.end ? { ...fee, to: day } : fee)) }
  const draft = billOf(stay, month, { divisor: cost.divisor, countCheckoutDay, asOf: day, rules, final: true })
  const draftIds = drafts.rows.map((row) => row.id)
  if (!draft) {
    const nothing = { lines: [], totalFen: 0, discountFen: 0, subsidyFen: 0, receivableFen: 0 }
    const place = {
      bedPath: stay.beds.at(-1)?.path ?? null,
      levelName: stay.levels.findLast((one) => one.from <= day)?.name ?? null,
    }
    return { stayId, month, periodStart: day, periodEnd: day, ...place, ...nothing, draftIds }
  }
  const { periodEnd, bedPath, levelName, lines, totalFen, discountFen, subsidyFen, receivableFen } = draft
  const { ruleId, ruleName, rules: inForce } = draft
  const periodStart = lines
    .filter((line) => line.refKind === 'month' && line.source !== 'ADJUST')
    .reduce((first, line) => (line.dateFrom && line.dateFrom < first ? line.dateFrom : first), draft.periodStart)
  const sums = { totalFen, discountFen, subsidyFen, receivableFen }
  const rule = { ruleId, ruleName, rules: inForce }
  return { stayId, month, periodStart, periodEnd, bedPath, levelName, lines, ...sums, ...rule, draftIds }
}

const BILLS = `select b.bill_id as id, b.month, b.stay_id is not null as own, b.receivable_fen as "receivableFen",
  b.period_end >= $4::date as reaches
from bill b where b.org_id = $1 and b.oldman_id = $2 and b.kind = 'MONTH' and b.stage = 'ISSUED' and b.month >= $5
  and (b.stay_id = $3 or b.stay_id is null) and b.month > coalesce(closed_until($1), '')
  and not exists (select from ledger l where l.org_id = b.org_id and l.bill_id = b.bill_id and l.booking_fen <> 0
    and l.reversal_of is null and not exists (select from ledger r where r.org_id = l.org_id and r.reversal_of = l.entry_id))
order by b.month desc, b.bill_no desc`

interface Replaceable {
  id: string
  month: string
  /** Made from the facts of the stay; what somebody else wrote is taken over line by line. */
  own: boolean
  receivableFen: number
  reaches: boolean
}

/** The month of service that a line corrects; null where it asks for something new. */
function correctedBy(line: NewLine): string | null {
  if (line.refKind === 'outing') return line.dateFrom?.slice(0, 7) ?? null
  if (line.refKind === DISCOUNT_REF || (line.refKind === 'month' && line.source === 'ADJUST')) return line.refId ?? null
  return null
}

export interface FinalPlan {
  final: FinalBill
  /** Issued bills whose place it takes. */
  replacedIds: string[]
  /** Of these, those whose lines go on it as they are. */
  takenOverIds: string[]
}

/**
 * The last bill with the bills it replaces: those that reach past the day, where anything of them changes; and further
 * ones, the latest first, as long as it would ask for less than nothing. Bills of closed months stand; what was wrong with
 * them is a correction on the last one. `lessFen` is what is taken off it besides.
 */
export async function finalPlanOf(
  client: pg.Pool | pg.ClientBase,
  orgId: string,
  oldmanId: string,
  day: string,
  lessFen: number,
): Promise<FinalPlan> {
  let final = await finalBillOf(client, orgId, oldmanId, day)
  const found = await client.query<Replaceable>({
    name: 'final_replaceable',
    text: BILLS,
    values: [orgId, oldmanId, final.stayId, day, addMonths(final.month, -HORIZON)],
  })
  const reaching = found.rows.filter((bill) => bill.own && bill.reaches)
  const first = reaching.at(-1)?.month
  const changed = first !== undefined && final.lines.some((line) => (correctedBy(line) ?? '') >= first)
  const replaced = changed ? reaching : []
  const count = async () => {
    const without = replaced.filter((bill) => bill.own).map((bill) => bill.id)
    final = await finalBillOf(client, orgId, oldmanId, day, { without })
  }
  if (changed) await count()
  const open = found.rows.filter((bill) => !replaced.includes(bill) && (bill.own || bill.reaches))
  const takenOver = () => replaced.filter((bill) => !bill.own)
  const left = () => takenOver().reduce((sum, bill) => sum + bill.receivableFen, final.receivableFen - lessFen)
  while (left() < 0 && open.length > 0) {
    const next = open.shift()!
    replaced.push(next)
    if (next.own) await count()
  }
  return { final, replacedIds: replaced.map((bill) => bill.id), takenOverIds: takenOver().map((bill) => bill.id) }
}
