// What risk sheets lead to, for one elder: found in the newest sheet of each kind, beside the plan that is enabled.
import type pg from 'pg'
import { DAY_MS, dayText } from '#contract/kit/clock'
import { notFound } from '#contract/kit/refusal'
import type { Kind, Proposal } from '#contract/nursing/assess/kind'
import { kindOf, riskKinds } from '#contract/nursing/assess/kinds'
import { type FinishedRisk, familyTold, type Risk, risksOf } from '#contract/nursing/assess/risk'
import { AssessmentType } from '#contract/nursing/assessment'
import { CareUnit, type FrequencyData, frequencyWords, timesPerDay } from '#contract/nursing/frequency'
import type { CarePlanItemData } from '#contract/nursing/plan'
import type { ProposedProject, RiskCareData } from '#contract/nursing/riskCare'
import { type Filling, score } from '#server/areas/nursing/assessForm/assessScore'
import { houseOf } from '#server/areas/nursing/assessSetting/assessHouse'
import { planItems } from '#server/areas/nursing/plan/planRead'
import { shiftsOf } from '#server/areas/nursing/task/houseShifts'
import { FREQUENCY } from '#server/areas/nursing/task/taskFacts'
import { PLACE } from '#server/areas/residents/public'
import { inDepts, type Scope } from '#server/kit/tenant'

type Client = pg.Pool | pg.ClientBase

export const riskKindKeys = riskKinds.map((one) => one.key)

const SHEETS = `select distinct on (x.kind) x.assessment_id as "assessmentId", x.kind, x.assess_date as "assessDate",
  x.final_level as "finalLevel", x.level_name as "levelName", x.next_date as "nextDate", x.stacking, x.answers, x.inputs, x.fields,
  x.family_name as "familyName", x.family_signed_at as "toldAt"
from assessment x where x.org_id = $1 and x.oldman_id = $2 and x.state = 'DONE' and x.type = ${AssessmentType.is.risk}
order by x.kind, x.assess_date desc, x.created_at desc`

interface StoredSheet extends Filling {
  assessmentId: string
  kind: string
  assessDate: string
  finalLevel: number
  levelName: string | null
  nextDate: string | null
  stacking: Kind['stacking'] | null
  familyName: string | null
  toldAt: string | null
}

/** With the level of each section, scored as it was when it was finished. */
async function sheetsOf(client: Client, orgId: string, oldmanId: string): Promise<(StoredSheet & FinishedRisk)[]> {
  const found = await client.query<StoredSheet>({ name: 'risk_sheets', text: SHEETS, values: [orgId, oldmanId] })
  const sheets: (StoredSheet & FinishedRisk)[] = []
  for (const row of found.rows) {
    const kind = kindOf(row.kind)
    if (!kind) continue
    const house = await houseOf(client, orgId, kind)
    const { result } = score(kind, row, { ...house, stacking: row.stacking ?? house.stacking })
    sheets.push({ ...row, sectionLevels: Object.fromEntries(result.sections.map((one) => [one.sectionId, one.level])) })
  }
  return sheets
}

const PLAN = `select p.plan_id as "nursingPlanId", l.level_name as "levelName", p.start_date as "startDate"
from care_plan p join nursing_level l on l.org_id = p.org_id and l.level_id = p.level_id
where p.org_id = $1 and p.oldman_id = $2 and p.state = 'ON' and (p.end_date is null or p.end_date >= $3)
order by p.start_date limit 1`

export type EnabledPlan = NonNullable<RiskCareData['plan']>

/** The plan that makes the tasks of tomorrow, or the first that begins later. */
export async function enabledPlan(client: Client, orgId: string, oldmanId: string): Promise<EnabledPlan | null> {
  const tomorrow = dayText(Date.now() + DAY_MS)
  const found = await client.query<EnabledPlan>({ name: 'risk_plan', text: PLAN, values: [orgId, oldmanId, tomorrow] })
  return found.rows[0] ?? null
}

interface Project {
  projectId: string
  projectName: string
  minutes: number
  /** As the levels of the house have it. */
  usual: FrequencyData[]
}

const PROJECTS = `select c.project_id as "projectId", c.project_name as "projectName", c.minutes,
  (select coalesce(jsonb_agg(${FREQUENCY} order by l.sort, l.level_id), '[]') from level_project i
    join nursing_level l on l.org_id = i.org_id and l.level_id = i.level_id
    where i.org_id = c.org_id and i.project_id = c.project_id) as usual
from care_project c where c.org_id = $1 and c.project_name = any($2) and c.enabled`

/** Days of a week as far from one another as they can be. */
const spread = (times: number) => Array.from({ length: times }, (_, at) => 1 + Math.floor((at * 7) / times))

/** At the times at which the house does it elsewhere, where it does it as often; otherwise evenly over the day. */
function frequencyOf({ unit, times }: Proposal['often'], project: Project | undefined): FrequencyData {
  const same = project?.usual.find((one) => one.unit === unit && one.times === times)
  if (same) return same
  return { unit, times, clocks: [], days: unit === CareUnit.is.week ? spread(times) : [] }
}

async function proposalsOf(
  client: Client,
  orgId: string,
  risks: readonly Risk[],
  items: readonly CarePlanItemData[],
): Promise<ProposedProject[]> {
  const wanted = new Map<string, { harms: string[]; often: Proposal['often'][] }>()
  for (const { name, proposes } of risks) {
    for (const { project, often } of proposes) {
      const one = wanted.get(project) ?? { harms: [], often: [] }
      wanted.set(project, { harms: [...one.harms, name], often: [...one.often, often] })
    }
  }
  const [found, shifts] = await Promise.all([
    client.query<Project>({ name: 'risk_projects', text: PROJECTS, values: [orgId, [...wanted.keys()]] }),
    shiftsOf(client, orgId),
  ])
  const known = new Map(found.rows.map((one) => [one.projectName, one]))
  const planned = new Map(items.map((one) => [one.projectId, one]))
  return [...wanted].map(([project, { harms, often }]): ProposedProject => {
    const own = known.get(project)
    // Two harms may ask for the same at different times: the more often is enough for both.
    const [frequency] = often
      .map((one) => frequencyOf(one, own))
      .sort((a, b) => timesPerDay(b, shifts) - timesPerDay(a, shifts))
    const there = own && planned.get(own.projectId)
    return {
      project,
      projectId: own?.projectId ?? null,
      minutes: own?.minutes ?? 0,
      harms,
      frequency: frequency!,
      often: frequencyWords(frequency!),
      planned: there ? frequencyWords(there.frequency) : null,
    }
  })
}

const ELDER = `select t.oldman_name as "oldmanName", at.path as "bedPath" from oldman t ${PLACE}
where t.org_id = $1 and ${inDepts('t', '$2')} and t.oldman_id = $3`

export async function riskCareOf(client: Client, who: Scope, oldmanId: string): Promise<RiskCareData> {
  const elder = await client.query<{ oldmanName: string; bedPath: string | null }>({
    name: 'risk_elder',
    text: ELDER,
    values: [who.orgId, who.deptIds, oldmanId],
  })
  if (!elder.rows[0]) throw notFound('老人')
  const sheets = await sheetsOf(client, who.orgId, oldmanId)
  const plan = await enabledPlan(client, who.orgId, oldmanId)
  const items = plan ? await planItems(client, who.orgId, plan.nursingPlanId) : []
  const risks = risksOf(sheets)
  return {
    oldmanId,
    ...elder.rows[0],
    risks: risks.map(({ harm, name, grave, graveName, mark, from, measures }) => ({
      harm,
      name,
      grave,
      graveName,
      mark,
      from: [...from],
      measures: [...measures],
    })),
    proposals: await proposalsOf(client, who.orgId, risks, items),
    plan,
    sheets: sheets.map((one) => ({
      assessmentId: one.assessmentId,
      kindName: kindOf(one.kind)!.name,
      assessDate: one.assessDate,
      levelName: one.levelName,
      nextDate: one.nextDate,
      informs: familyTold(risksOf([one])),
      familyName: one.familyName,
      toldAt: one.toldAt,
    })),
  }
}
