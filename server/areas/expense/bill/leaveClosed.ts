// An absence that becomes known after its months were closed. What it would take off there is asked of the same function
// that makes the bills.

import { invalid } from '#contract/kit/refusal'
import { feeSettingsOf } from '#server/areas/expense/fee/feeSettings'
import { residenceSettingOf } from '#server/areas/systemSetting/public'
import type { Tx } from '#server/kit/caller'
import { dayOf, monthOf, monthsFrom } from './billDays.ts'
import { readFacts } from './billFacts.ts'
import { leaveLines } from './billLeave.ts'
import type { OutingFact } from './billPieces.ts'

// As every write that a closing waits for (refuse_closed).
const CLOSED = `select pg_advisory_xact_lock_shared(hashtextextended('month_close:' || $1, 0)), closed_until($1) as until,
  current_date as today`

/** Refuses an absence of a stay that would take something off in a month whose fees are closed. */
export async function refuseClosedLeave(
  tx: Tx,
  stayId: string,
  absence: Pick<OutingFact, 'from' | 'to'>,
  field: string,
): Promise<void> {
  const known = await tx.client.query<{ until: string | null; today: string }>({
    name: 'leave_closed_until',
    text: CLOSED,
    values: [tx.orgId],
  })
  const { until, today } = known.rows[0]!
  const first = monthOf(absence.from)
  if (until === null || first > until) return
  const [cost, { countCheckoutDay }, facts] = await Promise.all([
    feeSettingsOf(tx.client, tx.orgId),
    residenceSettingOf(tx.client, tx.orgId),
    readFacts(tx.client, tx.orgId, [stayId], { month: until }),
  ])
  const stay = facts[0]
  if (!stay) return
  const alone = { ...stay, outings: [{ outId: '', outNo: '', reason: '', ...absence }] }
  const setting = { divisor: cost.divisor, countCheckoutDay }
  const taken = monthsFrom(first, until).flatMap((month) => leaveLines(alone, month, setting, dayOf(today)))
  if (taken.length === 0) return
  const months = [...new Set(taken.map((line) => line.service))].join('、')
  const taking = new Set(taken.map((line) => line.childId))
  const items = [...new Set(stay.fees.filter((fee) => taking.has(fee.childId)).map((fee) => fee.name))].join('、')
  throw invalid(`${months} 已结账，补录这次外出会减免该月的${items}。请财务反结账后再补录`, field)
}
