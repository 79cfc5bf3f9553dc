// What a last bill would ask for if a resident left today, for many residents at once: the same counting as a settlement.

import { monthOf } from '#server/areas/expense/bill/billDays'
import { readFacts } from '#server/areas/expense/bill/billFacts'
import { billOf, type StayFacts } from '#server/areas/expense/bill/billOf'
import { rulesFor } from '#server/areas/expense/discountRule/discountApply'
import { feeSettingsOf } from '#server/areas/expense/fee/feeSettings'
import { residenceSettingOf } from '#server/areas/systemSetting/public'
import type { Caller } from '#server/kit/caller'
import { bindFor, ofResidents, type Residents, today } from './reportKit.ts'

/** Stays that run, and the last ones of residents who have left and are not settled. */
const STAYS = `select s.stay_id as id from stay s where s.org_id = $1 and (s.end_date is null or not exists (
    select from stay n where n.org_id = s.org_id and n.oldman_id = s.oldman_id and n.start_date > s.start_date)
  and not exists (select from settlement e where e.org_id = s.org_id and e.stay_id = s.stay_id and e.state = 'CONFIRMED'))`

/** As finalBillOf does with one stay: fees that run end with it. */
const leaving = (facts: StayFacts, day: string): StayFacts =>
  facts.end !== null && facts.end <= day
    ? facts
    : { ...facts, end: day, fees: facts.fees.map((fee) => (fee.to === facts.end ? { ...fee, to: day } : fee)) }

/** By resident; negative where a bill asked for days that are still to come. */
export async function unbilledOf(who: Caller, residents: Residents): Promise<Map<string, number>> {
  const { pool } = who.app
  const bind = bindFor(who)
  const day = today()
  const month = monthOf(day)
  const [stays, cost, { countCheckoutDay }, rules] = await Promise.all([
    pool.query<{ id: string }>(`${STAYS} and ${ofResidents(residents, 's.oldman_id', bind)}`, bind.values),
    feeSettingsOf(pool, who.orgId),
    residenceSettingOf(pool, who.orgId),
    rulesFor(pool, who.orgId, 'BILL'),
  ])
  const ids = stays.rows.map((row) => row.id)
  const facts = await readFacts(pool, who.orgId, ids, { month, issuedOnly: true })
  const setting = { divisor: cost.divisor, countCheckoutDay, asOf: day, rules, final: true }
  return new Map(
    facts.map((one) => {
      const stay = leaving(one, day)
      return [one.oldmanId, billOf(stay, monthOf(stay.end ?? day), setting)?.receivableFen ?? 0]
    }),
  )
}
