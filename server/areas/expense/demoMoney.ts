// Half a year of money of the demo house: read from its stays, planned, written. After the outings, which lower bills.
import type { Tx } from '#server/kit/caller'
import { type DemoContext, demoPart } from '#server/kit/demo'
import { monthOf } from './billDays.ts'
import { readFacts } from './billFacts.ts'
import { type DemoReservation, type DemoStay, planMoney } from './demoMoneyPlan.ts'
import { writeMoney } from './demoMoneyRows.ts'

interface Known {
  stayId: string
  name: string
  depositFen: number
  settledAt: string | null
  settleId: string | null
}

const STAYS = `select s.stay_id as "stayId", t.oldman_name as name, s.deposit_fen as "depositFen", e.settle_id as "settleId",
  to_char(e.confirmed_at, 'YYYY-MM-DD HH24:MI:SS') as "settledAt"
from stay s join oldman t on t.org_id = s.org_id and t.oldman_id = s.oldman_id
left join settlement e on e.org_id = s.org_id and e.stay_id = s.stay_id
where s.org_id = $1 order by s.start_date, s.stay_id`

const RESERVATIONS = `select r.oldman_id as "oldmanId", t.oldman_name as name, r.booking_fen as "bookingFen", r.reserve_date as made,
  case when r.state = 'CANCELLED' then least(r.expect_check_in, current_date - 1) end as cancelled
from reservation r join oldman t on t.org_id = r.org_id and t.oldman_id = r.oldman_id
where r.org_id = $1 and r.booking_fen > 0 and (r.state = 'ACTIVE' or r.cancel_money = 'REFUND') and r.reserve_date < current_date
order by r.reserve_id`

export async function addDemoMoneyHistory(tx: Tx, demo: DemoContext): Promise<void> {
  const stays = await tx.client.query<Known>(STAYS, [demo.orgId])
  const reservations = await tx.client.query<DemoReservation>(RESERVATIONS, [demo.orgId])
  const ids = stays.rows.map((row) => row.stayId)
  const facts = await readFacts(tx.client, demo.orgId, ids, { month: monthOf(demo.today), today: demo.today })
  const byStay = new Map(facts.map((one) => [one.stayId, one]))
  const known = stays.rows.map((row): DemoStay => {
    const own = byStay.get(row.stayId)!
    return { ...own, ...row, open: own.end === null }
  })
  const money = planMoney(demo, known, reservations.rows)
  await writeMoney(tx, money, { clerk: demo.staff('刘敏'), finance: demo.staff('曾国平') })
  tx.log({ remark: `记入账单 ${money.bills.length} 张、流水 ${money.entries.length} 笔`, targetType: 'ledger' })
}

export default demoPart(65, addDemoMoneyHistory)
