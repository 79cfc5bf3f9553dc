import { DEMO_ORG } from '#server/areas/platform/seed/fixedRows'
import type { TestApp } from '#server/kit/test/app'
import type { Knowledge } from '#server/kit/test/attacker'

/** Anybody with a night. */
async function resident(product: TestApp): Promise<Record<string, string>> {
  const { rows } = await product.app.pool.query<{ oldmanId: string }>(
    'select oldman_id as "oldmanId" from health_night where org_id = $1 order by oldman_id limit 1',
    [DEMO_ORG],
  )
  return { oldmanId: rows[0]!.oldmanId, status: 'bed' }
}

export const recipes: Knowledge['recipes'] = {}
export const places: Knowledge['places'] = {
  'monitor.healthRecord.view': resident,
  'monitor.why.resident': resident,
  'monitor.healthRecord.statistics': resident,
  'monitor.healthRecord.heartStatistics': resident,
  'monitor.healthRecord.breathStatistics': resident,
}
export const costly: Knowledge['costly'] = []
