// Handlers of the care plans.
import { carePlan } from '#contract/nursing/plan'
import type { Caller, Tx } from '#server/kit/caller'
import { implement } from '#server/kit/implement'
import { startPlans } from './planMany.ts'
import { previewPlan } from './planPreview.ts'
import { lackingPlans, listPlans, planDetail } from './planRead.ts'
import { addPlan, movePlan, removePlan, savePlan } from './planWrite.ts'

const written = (who: Caller, write: (tx: Tx) => Promise<string>) =>
  who.tx(async (tx) => planDetail(tx.client, who, await write(tx)))

export default implement(carePlan, {
  list: (query, who) => listPlans(who, query),
  lacking: (query, who) => lackingPlans(who, query),
  get: ({ nursingPlanId }, who) => planDetail(who.app.pool, who, nursingPlanId),
  add: (body, who) => written(who, (tx) => addPlan(tx, who, body)),
  addMany: (body, who) => who.tx(async (tx) => ({ runId: await startPlans(tx, who, body) })),
  save: (body, who) => written(who, (tx) => savePlan(tx, who, body)),
  preview: (body, who) => previewPlan(who, body),
  status: (body, who) => written(who, (tx) => movePlan(tx, who, body)),
  remove: async ({ nursingPlanId }, who) => {
    await who.tx((tx) => removePlan(tx, who, nursingPlanId))
    return null
  },
})
