// The demo house: what was recorded of care that asks for values has them.
import { afterAll, beforeAll, expect, it } from 'vitest'
import { DEMO_ORG } from '#server/areas/platform/seed/fixedRows'
import { demoApp, type TestApp } from '#server/kit/test/app'

let product: TestApp
beforeAll(async () => {
  product = await demoApp()
})
afterAll(() => product.close())

it('a record of a measurement names what was measured, of that elder at that moment', async () => {
  const { rows } = await product.app.pool.query<{ all: number; without: number; strange: number }>(
    `select count(*)::int as all, (count(*) filter (where e.sign_id is null))::int as without,
       (count(*) filter (where e.sign_id is not null and (s.oldman_id, s.measured_at, s.source) is distinct from (e.oldman_id, e.done_at, 'care')))::int as strange
     from care_execution e join care_project c on c.org_id = e.org_id and c.project_id = e.project_id
     left join vital_sign s on s.org_id = e.org_id and s.sign_id = e.sign_id
     where e.org_id = $1 and e.result = 'done' and not c.needs_signs <@ array['intake', 'output']`,
    [DEMO_ORG],
  )
  expect(rows[0]!.all).toBeGreaterThan(0)
  expect([rows[0]!.without, rows[0]!.strange]).toEqual([0, 0])
})
