// What the tests of the changes of level look at.
import type { RegradeData } from '#contract/live/regrade'
import { REGRADES, type RegradeHouse } from './regradeHouse.ts'
import { dayOf } from './stayHouse.ts'

export const BED = '松鹤楼>1层>101>01'
export const monthOf = (day: string) => day.slice(0, 7)
export const nextMonth = () => {
  const [year, month] = dayOf(0).split('-').map(Number) as [number, number]
  return month === 12 ? `${year + 1}-01-01` : `${year}-${String(month + 1).padStart(2, '0')}-01`
}

export function looking(house: RegradeHouse) {
  /** Everything that an approval may change of a resident, without what only counts writes. */
  async function picture(oldmanId: string): Promise<unknown> {
    const { orgId } = house
    const [level, levels, plans, items, tasks, fees] = await Promise.all([
      house.sql('select level_id, status, current_bed_id from oldman where org_id = $1 and oldman_id = $2', [
        orgId,
        oldmanId,
      ]),
      house.sql(
        `select x.from_date, x.level_id, x.reason, x.user_id, x.created_at from stay_level x join stay s using (org_id, stay_id)
          where s.org_id = $1 and s.oldman_id = $2 order by 1`,
        [orgId, oldmanId],
      ),
      house.sql(
        'select plan_id, state, start_date, end_date from care_plan where org_id = $1 and oldman_id = $2 order by 1',
        [orgId, oldmanId],
      ),
      house.sql(
        `select i.plan_id, i.project_id, i.unit, i.times, i.clocks, i.active, i.since, i.worker_id from care_plan_item i
          join care_plan p using (org_id, plan_id) where p.org_id = $1 and p.oldman_id = $2 order by 1, 2`,
        [orgId, oldmanId],
      ),
      house.sql(
        'select task_id, plan_time, item_id, state, worker_id, assigned from care_task where org_id = $1 and oldman_id = $2 order by 1',
        [orgId, oldmanId],
      ),
      house.sql(
        `select f.fee_set_id, f.price_fen, f.from_date, f.to_date from fee_set f join stay s using (org_id, stay_id)
          where s.org_id = $1 and s.oldman_id = $2 and (f.to_date is null or f.to_date > f.from_date) order by 1`,
        [orgId, oldmanId],
      ),
    ])
    return { level, levels, plans, items, tasks, fees }
  }
  const tasksOn = (oldmanId: string, day: string) =>
    house.sql<{ at: string }>(
      `select to_char(plan_time, 'HH24:MI') as at from care_task where org_id = $1 and oldman_id = $2
        and plan_time::date = $3 order by 1`,
      [house.orgId, oldmanId, day],
    )
  const detailOf = async (regradeId: string, token = house.head) =>
    (await house.ask<RegradeData>('GET', `${REGRADES}/${regradeId}`, { token })).data
  const lines = (month: string, oldmanId: string) =>
    house.sql<{ name: string; amount: string | number }>(
      `select l.name, l.amount_fen as amount from bill b join bill_line l using (org_id, bill_id)
        where b.org_id = $1 and b.oldman_id = $2 and b.month = $3 and b.kind = 'MONTH' and b.stage <> 'VOID' order by l.sort, l.line_id`,
      [house.orgId, oldmanId, month],
    )
  const told = (userId: string) =>
    house.sql<{ title: string }>(
      'select title from user_message where org_id = $1 and user_id = $2 order by created_at, title',
      [house.orgId, userId],
    )
  return { picture, tasksOn, detailOf, lines, told }
}
