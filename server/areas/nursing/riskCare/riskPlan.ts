// Proposed projects into the plan that is enabled, by the plan's own change: looked at before, refused, logged and made into
// tasks as every other. What the plan has already stays as it is, so a second press adds nothing.
import type { InputOf } from '#contract/kit/call'
import { invalid } from '#contract/kit/refusal'
import type { CarePlanData, CarePlanPreviewData, NewCarePlanItem } from '#contract/nursing/plan'
import type { ProposedProject, riskCare } from '#contract/nursing/riskCare'
import { previewPlan } from '#server/areas/nursing/plan/planPreview'
import { planDetail } from '#server/areas/nursing/plan/planRead'
import { savePlan } from '#server/areas/nursing/plan/planWrite'
import { lockResident } from '#server/areas/residents/public'
import type { Caller, Tx } from '#server/kit/caller'
import { riskCareOf } from './riskCareRead.ts'

type Wanted = InputOf<typeof riskCare.calls.plan>

interface Change {
  plan: CarePlanData
  items: NewCarePlanItem[]
  added: ProposedProject[]
  there: ProposedProject[]
}

async function changeOf(client: Tx['client'] | Caller['app']['pool'], who: Caller, input: Wanted): Promise<Change> {
  const care = await riskCareOf(client, who, input.oldmanId)
  const ids = [...new Set(input.projectIds)]
  if (ids.length === 0) throw invalid('请选择要加入护理计划的项目', 'projectIds')
  if (!care.plan) {
    throw invalid(`${care.oldmanName}还没有启用的护理计划，请先在护理计划里生成并启用`, 'oldmanId')
  }
  const proposed = new Map(care.proposals.map((one) => [one.projectId, one]))
  const chosen = ids.map((id) => {
    const one = proposed.get(id)
    if (!one) throw invalid('所选项目不在现行风险评估的建议里，请刷新后再选', 'projectIds')
    return one
  })
  const plan = await planDetail(client, who, care.plan.nursingPlanId)
  const added = chosen.filter((one) => one.planned === null)
  const items: NewCarePlanItem[] = [
    ...plan.items.map(({ projectId, frequency, workerId, remark }) => ({ projectId, frequency, workerId, remark })),
    ...added.map((one) => ({ projectId: one.projectId!, frequency: one.frequency })),
  ]
  return { plan, items, added, there: chosen.filter((one) => one.planned !== null) }
}

export async function previewRiskPlan(who: Caller, input: Wanted): Promise<CarePlanPreviewData> {
  const { plan, items } = await changeOf(who.app.pool, who, input)
  return previewPlan(who, { nursingPlanId: plan.nursingPlanId, items })
}

export async function addToPlan(tx: Tx, who: Caller, input: Wanted): Promise<{ added: string[]; there: string[] }> {
  // Whoever comes second waits here and finds them in the plan.
  await lockResident(tx, who, input.oldmanId)
  const { plan, items, added, there } = await changeOf(tx.client, who, input)
  if (added.length > 0) {
    const { nursingPlanId, startDate, endDate, remark, version } = plan
    await savePlan(tx, who, { nursingPlanId, startDate, endDate, remark, items, version })
  }
  return { added: added.map((one) => one.project), there: there.map((one) => one.project) }
}
