// Rows that tests of the vital signs begin with.
import { DEMO_ORG } from '#server/areas/platform/seed/fixedRows'
import type { TestApp } from '#server/kit/test/app'

/** A measurement that nothing is wrong with; everything else is left out. */
export const MEASURED = {
  temperature: 36.6,
  pulse: 72,
  breathing: 16,
  systolic: 126,
  diastolic: 76,
  oxygen: 97,
  glucose: null,
  weight: null,
  pain: null,
  intake: null,
  output: null,
  stool: null,
  glucoseTiming: null,
  stoolShape: null,
  measuredAt: null,
} as const

/** Somebody of the demo for whom nothing is open. */
export async function elderWithoutAlert(product: TestApp): Promise<string> {
  const { rows } = await product.app.pool.query<{ id: string }>(
    `select o.oldman_id as id from oldman o where o.org_id = $1 and o.status = 1 and o.archive_no <> o.oldman_id and not exists (
      select 1 from vital_alert a where a.org_id = o.org_id and a.oldman_id = o.oldman_id and a.state <> 'CLOSED')
     order by o.oldman_id limit 1`,
    [DEMO_ORG],
  )
  return rows[0]!.id
}
