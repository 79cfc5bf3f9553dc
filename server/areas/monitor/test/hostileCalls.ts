import { DEMO_ORG } from '#server/areas/platform/seed/fixedRows'
import type { TestApp } from '#server/kit/test/app'
import type { Knowledge } from '#server/kit/test/attacker'

const someCall = async (product: TestApp) => ({
  callId: (
    await product.app.pool.query<{ id: string }>('select call_id as id from call_record where org_id = $1 limit 1', [
      DEMO_ORG,
    ])
  ).rows[0]!.id,
})

export const recipes: Knowledge['recipes'] = {
  'monitor.nurseCall.note': () => ({ dealType: '1', version: null }),
  'monitor.callSet.save': () => ({
    dayFrom: '06:00',
    nightFrom: '21:00',
    repeatSeconds: 60,
    leaderSeconds: 180,
    phoneSeconds: 300,
    version: null,
  }),
  'monitor.callVoice.save': () => ({ template: '{床位}呼叫', version: null }),
}
export const places: Knowledge['places'] = {
  'monitor.nurseCall.get': someCall,
  'monitor.nurseCall.note': someCall,
}
export const costly: Knowledge['costly'] = []
