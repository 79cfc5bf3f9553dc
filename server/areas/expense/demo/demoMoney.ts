// Fourteen months of money of the demo house: read from its stays, planned, written. After the outings, which lower bills.

import { monthOf } from '#server/areas/expense/bill/billDays'
import { readFacts } from '#server/areas/expense/bill/billFacts'
import type { Tx } from '#server/kit/caller'
import { type DemoContext, demoPart } from '#server/kit/demo'
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

const MEAL = '普通餐费'
const MEAL_BEFORE = 86_000

/** Meals became dearer once: what was agreed before runs to that day, the price of today from there. */
const DEARER = `with child as (select project_child_id, price_fen from fee_child where org_id = $1 and name = $2),
over as (update fee_set f set price_fen = $4 from child where f.org_id = $1 and f.project_child_id = child.project_child_id
  and f.price_fen = child.price_fen and f.to_date <= $3),
hit as (select f.* from fee_set f join child using (project_child_id) where f.org_id = $1 and f.price_fen = child.price_fen
  and f.from_date < $3 and (f.to_date is null or f.to_date > $3)),
begun as (insert into fee_set (org_id, fee_set_id, stay_id, project_child_id, price_fen, quantity, from_date, to_date, created_at)
  select org_id, md5(fee_set_id || ':dearer'), stay_id, project_child_id, price_fen, quantity, $3, to_date, $3 from hit),
ended as (update fee_set f set price_fen = $4, to_date = $3 from hit where f.org_id = hit.org_id and f.fee_set_id = hit.fee_set_id)
insert into fee_price (org_id, project_child_id, from_date, price_fen, user_name, created_at)
select $1, project_child_id, x.day, x.fen, '曾国平', x.day - 20 from child,
  lateral (values (date '2020-01-01', $4::bigint), ($3::date, child.price_fen)) x(day, fen) on conflict do nothing`

/** With the new year; where that is too near, in summer. */
const dearerFrom = (today: string) =>
  today.slice(5, 7) >= '03' ? `${today.slice(0, 4)}-01-01` : `${Number(today.slice(0, 4)) - 1}-07-01`

export async function addDemoMoneyHistory(tx: Tx, demo: DemoContext): Promise<void> {
  await tx.client.query(DEARER, [demo.orgId, MEAL, dearerFrom(demo.today), MEAL_BEFORE])
  const stays = await tx.client.query<Known>(STAYS, [demo.orgId])
  const reservations = await tx.client.query<DemoReservation>(RESERVATIONS, [demo.orgId])
  const ids = stays.rows.map((row) => row.stayId)
  const facts = await readFacts(tx.client, demo.orgId, ids, { month: monthOf(demo.today) })
  const byStay = new Map(facts.map((one) => [one.stayId, one]))
  const known = stays.rows.map((row): DemoStay => {
    const own = byStay.get(row.stayId)!
    return { ...own, ...row, open: own.end === null }
  })
  const money = planMoney(demo, known, reservations.rows)
  await writeMoney(tx, money, { clerk: demo.staff('刘敏'), finance: demo.staff('曾国平') }, demo.progress)
  tx.log({ remark: `记入账单 ${money.bills.length} 张、流水 ${money.entries.length} 笔`, targetType: 'ledger' })
}

export default demoPart(65, addDemoMoneyHistory)
