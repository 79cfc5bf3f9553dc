// Residents with known fees who are billed, pay and leave on known days, for tests of prices.
import { generateBills } from '#server/areas/expense/bill/billGenerate'
import { rowResident } from '#server/areas/live/test/stayRows'
import { DEMO_ORG } from '#server/areas/platform/seed/fixedRows'
import { newId } from '#server/kit/ids'
import { systemTransaction } from '#server/kit/system'
import type { TestApp } from '#server/kit/test/app'

export interface LivedFee {
  childId: string
  priceFen: number
}

export function leaving(app: TestApp) {
  const { pool } = app.app
  const ask = (text: string, values: unknown[]) => pool.query(text, values)
  return {
    /** Moves in on the day with these fees. */
    moveIn: async (start: string, fees: readonly LivedFee[]): Promise<string> => {
      const { oldmanId } = await rowResident(app, 1)
      await ask(
        `with s as (update stay set start_date = $2, formal_date = $2 where stay_id = $1 returning *)
         update stay_level x set from_date = s.start_date from s where x.org_id = s.org_id and x.stay_id = s.stay_id`,
        [oldmanId, start],
      )
      await ask('update oldman set check_in_date = $2 where oldman_id = $1', [oldmanId, start])
      await ask('update occupancy set days = daterange($2::date, null) where stay_id = $1', [oldmanId, start])
      for (const { childId, priceFen } of fees) {
        await ask(
          `insert into fee_set (org_id, fee_set_id, stay_id, project_child_id, price_fen, from_date)
           values ($1, $2, $3, $4, $5, $6)`,
          [DEMO_ORG, newId(), oldmanId, childId, priceFen, start],
        )
      }
      return oldmanId
    },
    /** Makes and issues the bill of a month. */
    bill: (oldmanId: string, month: string) =>
      generateBills(
        {
          pool,
          orgId: DEMO_ORG,
          deptIds: null,
          tx: (work) => systemTransaction(app.app, DEMO_ORG, '费用', '测试', work),
          told: async () => undefined,
        },
        { month, oldmanIds: [oldmanId], issue: true },
      ),
    moveOut: async (oldmanId: string, end: string): Promise<void> => {
      await ask('update stay set end_date = $2 where stay_id = $1', [oldmanId, end])
      await ask('update fee_set set to_date = $2 where stay_id = $1 and to_date is null', [oldmanId, end])
      await ask(
        `update occupancy set days = daterange(lower(days), $2::date) where stay_id = $1 and upper(days) is null`,
        [oldmanId, end],
      )
      await ask('update oldman set status = 2, current_bed_id = null where oldman_id = $1', [oldmanId])
      await ask(
        `insert into settlement (org_id, settle_id, settle_no, stay_id, oldman_id, checkout_date)
         values ($1, $2::varchar, $2::varchar, $3, $3, $4)`,
        [DEMO_ORG, newId(), oldmanId, end],
      )
    },
  }
}
