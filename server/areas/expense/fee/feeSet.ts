// Handlers of the fees agreed for a resident.

import { type FeeLineData, feeSet, type StayFeesData } from '#contract/expense/feeSet'
import { type Fen, fen } from '#contract/kit/money'
import { amountsHiddenOutside } from '#server/areas/expense/account/amountsHidden'
import { hideMoney } from '#server/areas/expense/account/hideMoney'
import { requireResident } from '#server/areas/residents/public'
import { implement } from '#server/kit/implement'
import { feesOfStays } from './feeSetRead.ts'

const STAYS = `select stay_id as "stayId", kind, start_date as "startDate", end_date as "endDate" from stay
where org_id = $1 and oldman_id = $2 order by (end_date is null) desc, start_date desc, created_at desc, stay_id desc`

const monthly = (fees: readonly FeeLineData[]): Fen =>
  fen(
    fees
      .filter((fee) => fee.running && fee.cycle === 'MONTH')
      .reduce((sum, fee) => sum + Math.round((fee.priceFen ?? 0) * fee.quantity), 0),
  )

export default implement(feeSet, {
  ofResident: async ({ oldmanId }, who) => {
    const { pool } = who.app
    await requireResident(pool, who, oldmanId)
    const [stays, fees] = await Promise.all([
      pool.query<Omit<StayFeesData, 'monthFen' | 'fees'>>({
        name: 'fee_stays',
        text: STAYS,
        values: [who.orgId, oldmanId],
      }),
      feesOfStays(pool, who.orgId, oldmanId),
    ])
    const found = stays.rows.map((stay) => {
      const own = fees.filter((fee) => fee.stayId === stay.stayId)
      return { ...stay, monthFen: monthly(own), fees: own }
    })
    return (await amountsHiddenOutside(pool, who.orgId, who)) ? hideMoney(found) : found
  },
})
