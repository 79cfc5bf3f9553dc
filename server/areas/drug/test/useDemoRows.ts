// Settings and takes of the demonstration that tests of all calls begin with: made anew for each, so that none uses up another's.
import { DEMO_ORG } from '#server/areas/platform/seed/fixedRows'
import { newId } from '#server/kit/ids'
import type { TestApp } from '#server/kit/test/app'
import { type DemoBatch, demoBatch } from './keepDemoRows.ts'

export interface DemoUse extends DemoBatch {
  useId: string
}

export async function demoUse(product: TestApp, needed = false): Promise<DemoUse> {
  const batch = await demoBatch(product)
  const useId = newId()
  await product.app.pool.query(
    `insert into drug_use (org_id, use_id, oldman_id, drug_id, dose, route, frequency, clocks, start_date, order_source, needed_for, least_hours, most_per_day)
     values ($1, $2, $3, $4, 1, 1, $5, $6, current_date, 'hospital', $7, $8, $9)`,
    [
      DEMO_ORG,
      useId,
      batch.oldmanId,
      batch.drugId,
      needed ? 'PRN' : 'QD',
      needed ? [] : ['04:04'],
      needed ? '疼痛' : null,
      needed ? 1 : null,
      needed ? 4 : null,
    ],
  )
  return { ...batch, useId }
}

type Stage = 'WAITING' | 'SET_OUT' | 'CHECKED' | 'GIVEN' | 'REFUSED' | 'MISSED' | 'ALONG'

/** A take that stands as wanted; `by` did what was done last, somebody else the step before. */
export async function demoTake(product: TestApp, state: Stage, by = 'zhengkai', needed = false) {
  const use = await demoUse(product, needed)
  const takeId = newId()
  const touched = ['SET_OUT', 'CHECKED', 'GIVEN', 'REFUSED', 'ALONG'].includes(state)
  const checked = ['CHECKED', 'GIVEN', 'REFUSED', 'ALONG'].includes(state)
  const done = state === 'GIVEN' || state === 'REFUSED'
  const drawn = touched && state !== 'REFUSED'
  await product.app.pool.query(
    `with me as (select user_id from account where org_id = $1 and user_name = $9),
      other as (select user_id from account where org_id = $1 and user_name = 'lixiaomei')
     insert into drug_take (org_id, take_id, use_id, oldman_id, drug_id, dose, plan_time, open_from, due_until, late_until, needed, state,
       set_out_at, set_out_by, checked_at, checked_by, done_at, done_by, recorded_at, reason, opened, drawn, out_id)
     select $1, $2, $3, $4, $5, 1, p.at, p.at - interval '30 minutes', p.at + interval '60 minutes', p.at + interval '5 hours', $10, $6,
       case when $7 then p.at end, case when $7 then (select user_id from other) end,
       case when $8 then p.at end, case when $8 then (select user_id from me) end,
       case when $11 then p.at end, case when $11 then (select user_id from me) end, case when $11 then now() end,
       case when $6 = 'REFUSED' then '不想吃' end, case when $6 = 'REFUSED' then false end, $12, case when $6 = 'ALONG' then 'o' end
     from (select date_trunc('second', now()) - case when $6 = 'MISSED' then interval '90 minutes' else interval '5 minutes' end as at) p`,
    [DEMO_ORG, takeId, use.useId, use.oldmanId, use.drugId, state, touched, checked, by, needed, done, drawn],
  )
  if (drawn) {
    await product.app.pool.query(
      `insert into drug_move (org_id, move_id, stock_id, oldman_id, drug_id, keep_type, delta, take_id) values ($1, $2, $3, $4, $5, 6, -1, $6)`,
      [DEMO_ORG, newId(), use.stockId, use.oldmanId, use.drugId, takeId],
    )
  }
  const act = { CHECKED: ['check', 'SET_OUT'], GIVEN: ['give', 'CHECKED'], REFUSED: ['refuse', 'CHECKED'] }[
    state as string
  ]
  if (act) {
    await product.app.pool.query(
      `insert into drug_take_act (org_id, take_id, step, act, from_state, to_state, by)
       select org_id, $2, 1, $3, $4, $5, user_id from account where org_id = $1 and user_name = $6`,
      [DEMO_ORG, takeId, act[0], act[1], state, by],
    )
  }
  return { ...use, takeId }
}

/** An outing of that elder that is granted and far away. */
export async function demoOuting(product: TestApp, oldmanId: string): Promise<string> {
  const { rows } = await product.app.pool.query<{ id: string }>(
    `with known as (select out_id from outing where org_id = $1 and oldman_id = $2 and state = 1 and actual_return is null limit 1),
      made as (insert into outing (org_id, out_id, out_no, stay_id, oldman_id, out_type, state, plan_out, plan_return, reason, companion, companion_phone,
          companion_relation, applicant_id)
        select s.org_id, $3::varchar, left($3::varchar, 16), s.stay_id, s.oldman_id, '1', 1, now() + interval '200 days',
          now() + interval '202 days', '试', '王芳', '13800001111', '20', a.user_id
        from stay s join account a on a.org_id = s.org_id and a.user_name = 'hejing'
        where s.org_id = $1 and s.oldman_id = $2 and s.end_date is null and not exists (select from known)
        returning out_id)
     select out_id as id from known union all select out_id from made`,
    [DEMO_ORG, oldmanId, newId()],
  )
  return rows[0]!.id
}

export const demoAccount = async (product: TestApp, userName: string): Promise<string> =>
  (
    await product.app.pool.query<{ id: string }>(
      'select user_id as id from account where org_id = $1 and user_name = $2',
      [DEMO_ORG, userName],
    )
  ).rows[0]!.id
