// Days of an elder's drugs: takes that are due now, and nights that go by.
import { query } from './browser.ts'

/** Of the setting that holds, planned so many seconds after a moment. */
export async function dueTake(
  elder: { id: string; org: string },
  drugId: string,
  at: string,
  seconds: number,
): Promise<string> {
  const [row] = await query<{ id: string }>(
    `insert into drug_take (org_id, take_id, use_id, oldman_id, drug_id, dose, plan_time, open_from, due_until, late_until)
     select u.org_id, md5(u.use_id || clock_timestamp()), u.use_id, u.oldman_id, u.drug_id, u.dose, p.at, p.at - interval '30 minutes',
       p.at + interval '60 minutes', p.at + interval '6 hours'
     from drug_use u, (select $4::timestamptz + $5 * interval '1 second' as at) p
     where u.org_id = $1 and u.oldman_id = $2 and u.drug_id = $3 and u.state = 'ON' returning take_id as id`,
    [elder.org, elder.id, drugId, at, seconds],
  )
  return row!.id
}

const HELD = ['drug_take', 'drug_take_act', 'drug_use', 'drug_move', 'drug_slip']
/** What happened stays as it was: only a night that goes by moves it. */
const switched = (how: 'disable' | 'enable') =>
  HELD.map((table) => `alter table ${table} ${how} trigger user;`).join('\n      ')

/** Everything of this elder's drugs is a day older; what nobody touched was never planned. */
export async function aNightOf(oldmanId: string): Promise<void> {
  const day = `interval '1 day'`
  await query(
    `do $$ begin
      ${switched('disable')}
      delete from drug_take where oldman_id = '${oldmanId}' and set_out_by is null;
      update drug_use set start_date = start_date - 1, since = since - ${day} where oldman_id = '${oldmanId}';
      update drug_take_act a set at = a.at - ${day} from drug_take t
        where t.org_id = a.org_id and t.take_id = a.take_id and t.oldman_id = '${oldmanId}';
      update drug_take set plan_time = plan_time - ${day}, open_from = open_from - ${day}, due_until = due_until - ${day},
        late_until = late_until - ${day}, set_out_at = set_out_at - ${day}, checked_at = checked_at - ${day},
        done_at = done_at - ${day}, recorded_at = recorded_at - ${day} where oldman_id = '${oldmanId}';
      update drug_move set at = at - ${day}, day = day - 1 where oldman_id = '${oldmanId}';
      update drug_slip set at = at - ${day} where oldman_id = '${oldmanId}';
      ${switched('enable')}
    end $$`,
  )
}
