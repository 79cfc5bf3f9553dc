// Trainings of their own for requests that change what they name.
import { DEMO_ORG } from '#server/areas/platform/seed/fixedRows'
import { newId } from '#server/kit/ids'
import type { TestApp } from '#server/kit/test/app'

type RowState = 'PLANNED' | 'RUNNING' | 'DONE'

const ADD = `insert into training (org_id, training_id, dept_id, type, title, start_at, end_at, credit_tenths, pass_score, certificate, walk_in, state, sign_secret)
select $1::varchar, $2::varchar, d.dept_id, 3, '试', now() - interval '1 hour', now() + interval '1 hour', 20, 60, '试', true, $3::text, md5($2::text)
from dept d where d.org_id = $1::varchar and d.dept_name = '院办公室'`
const PEOPLE = `insert into training_person (org_id, training_id, emp_id, emp_name, signed_at, sign_way)
select e.org_id, $2::varchar, e.emp_id, e.emp_name, case when $3::boolean then now() end, case when $3::boolean then 'LIST' end
from employee e join account a on a.org_id = e.org_id and a.user_id = e.emp_id where e.org_id = $1 and a.user_name = 'lixiaomei'`

/** One of the office with one nurse on its list, who has signed in where told. */
export async function rowTraining(
  product: TestApp,
  { state = 'PLANNED', signed = false, people = true }: { state?: RowState; signed?: boolean; people?: boolean } = {},
): Promise<{ trainingId: string }> {
  const { pool } = product.app
  const trainingId = newId()
  await pool.query(ADD, [DEMO_ORG, trainingId, state])
  if (people) await pool.query(PEOPLE, [DEMO_ORG, trainingId, signed])
  return { trainingId }
}

export async function nurseId(product: TestApp): Promise<string> {
  const found = await product.app.pool.query<{ id: string }>(
    `select user_id as id from account where org_id = $1 and user_name = 'lixiaomei'`,
    [DEMO_ORG],
  )
  return found.rows[0]!.id
}
