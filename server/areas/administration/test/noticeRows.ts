// Notices of their own for requests that change what they name.
import { DEMO_ORG } from '#server/areas/platform/seed/fixedRows'
import { newId } from '#server/kit/ids'
import type { TestApp } from '#server/kit/test/app'

export type NoticeRowState = 'DRAFT' | 'WAITING' | 'PUBLISHED'

const ADD = `insert into notice (org_id, notice_id, dept_id, title, html, words, scope, confirm, state, publish_at, published_at, published_name)
select $1::varchar, $2::varchar, d.dept_id, '试', '<p>试</p>', '试', 'all', true, $3::text, case when $3::text = 'WAITING' then now() + interval '1 day' end,
  case when $3::text = 'PUBLISHED' then now() end, '试' from dept d where d.org_id = $1::varchar and d.dept_name = '院办公室'`
const EDITION = `insert into notice_edition (org_id, notice_id, edition, title, html) values ($1, $2, 1, '试', '<p>试</p>')`
const RECEIVERS = `insert into notice_receiver (org_id, notice_id, user_id, user_name)
select $1::varchar, $2::varchar, e.emp_id, e.emp_name from employee e where e.org_id = $1::varchar`

export async function rowNotice(product: TestApp, state: NoticeRowState = 'DRAFT'): Promise<{ noticeId: string }> {
  const { pool } = product.app
  const noticeId = newId()
  await pool.query(ADD, [DEMO_ORG, noticeId, state])
  if (state === 'PUBLISHED') {
    await pool.query(EDITION, [DEMO_ORG, noticeId])
    await pool.query(RECEIVERS, [DEMO_ORG, noticeId])
  }
  return { noticeId }
}
