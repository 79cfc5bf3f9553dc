// The last bill of a stay, up to the day of leaving: what was lived and not billed yet, less what was billed in advance.
import type pg from 'pg'
import { notFound } from '#contract/kit/refusal'
import { residenceSettingOf } from '#server/areas/live/public'
import { monthOf } from './billDays.ts'
import { readFacts } from './billFacts.ts'
import { billOf } from './billOf.ts'
import type { NewLine } from './billWrite.ts'
import { costSettingOf } from './costSetting.ts'
import { rulesFor } from './discountApply.ts'

export interface FinalBill {
  stayId: string
  /** Of the day of leaving. */
  month: string
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
    costSettingOf(client, orgId),
    residenceSettingOf(client, orgId),
    rulesFor(client, orgId, 'BILL', day),
    readFacts(client, orgId, [stayId], { month, today: day, issuedOnly: true, without }),
    client.query<{ id: string }>({ name: 'final_drafts', text: DRAFTS, values: [orgId, stayId] }),
  ])
  const [own] = facts
  const stay = { ...own!, end: day, fees: own!.fees.map((fee) => (fee.to === own!.end ? { ...fee, to: day } : fee)) }
  const draft = billOf(stay, month, { divisor: cost.divisor, countCheckoutDay, asOf: day, rules, final: true })
  const draftIds = drafts.rows.map((row) => row.id)
  if (!draft) {
    const nothing = { lines: [], totalFen: 0, discountFen: 0, subsidyFen: 0, receivableFen: 0 }
    const place = { bedPath: stay.beds.at(-1)?.path ?? null, levelName: stay.levels.at(-1)?.name ?? null }
    return { stayId, month, periodStart: day, periodEnd: day, ...place, ...nothing, draftIds }
  }
  const { periodStart, periodEnd, bedPath, levelName, lines, totalFen, discountFen, subsidyFen, receivableFen } = draft
  const sums = { totalFen, discountFen, subsidyFen, receivableFen }
  return { stayId, month, periodStart, periodEnd, bedPath, levelName, lines, ...sums, draftIds }
}
