// The projects of a level and how often each is done; the same check for what is looked at before and what is saved.
import type pg from 'pg'
import { invalid, notFound, Refusal } from '#contract/kit/refusal'
import { type FrequencyData, frequencyFault, frequencyWords, plainFrequency } from '#contract/nursing/frequency'
import type { LevelData, LevelPreviewData, LevelProjectData, LevelProjectsData } from '#contract/nursing/level'
import { minutesPerDay, type PlannedProject } from '#contract/nursing/levelChange'
import type { CareWindowValue } from '#contract/nursing/project'
import { shiftsOf } from '#server/areas/nursing/task/houseShifts'
import type { Tx } from '#server/kit/caller'
import { changesBetween } from '#server/kit/editing'
import { followLevel } from './levelPlans.ts'
import { effectOf } from './levelPreview.ts'
import { touchedBy } from './levelUse.ts'

type Client = pg.Pool | pg.ClientBase

const PROJECTS = `select p.project_id as "projectId", p.project_name as "projectName", c.category_name as "categoryName", p.minutes,
  p.enabled, t.unit, t.times, t.clocks, t.days, t.from_clock as "from", t.to_clock as "to"
from level_project t join care_project p on p.org_id = t.org_id and p.project_id = t.project_id
join care_category c on c.org_id = p.org_id and c.category_id = p.category_id
where t.org_id = $1 and t.level_id = $2 order by c.sort, c.category_id, p.sort, p.project_id`

async function projectsIn(client: Client, orgId: string, levelId: string): Promise<LevelProjectData[]> {
  const found = await client.query<LevelProjectData>({
    name: 'level_projects',
    text: PROJECTS,
    values: [orgId, levelId],
  })
  return found.rows
}

export async function projectsOf(client: Client, orgId: string, level: LevelData): Promise<LevelProjectsData> {
  const { levelId, levelName, residents, version } = level
  return { levelId, levelName, residents, version, projects: await projectsIn(client, orgId, levelId) }
}

interface Known {
  projectId: string
  projectName: string
  minutes: number
  window: CareWindowValue
  enabled: boolean
}

const KNOWN = `select project_id as "projectId", project_name as "projectName", minutes, time_window as "window", enabled from care_project
where org_id = $1 and project_id = any($2)`

interface Wanted extends PlannedProject, Known {}

const frequencyOf = ({ unit, times, clocks, days, from, to }: FrequencyData): FrequencyData =>
  plainFrequency({ unit, times, clocks, days, from, to })

/** Each is a project of the house, once, with a frequency that holds; what is switched off may only stay. */
async function wantedOf(
  client: Client,
  orgId: string,
  sent: readonly PlannedProject[],
  before: readonly LevelProjectData[],
  lock = '',
): Promise<Wanted[]> {
  const ids = sent.map((one) => one.projectId)
  const found = await client.query<Known>(`${KNOWN}${lock}`, [orgId, ids])
  const known = new Map(found.rows.map((row) => [row.projectId, row]))
  const had = new Set(before.map((one) => one.projectId))
  const seen = new Set<string>()
  return sent.map((one) => {
    const project = known.get(one.projectId)
    if (!project) throw new Refusal('NOT_FOUND', { what: '护理项目' }, 'projects')
    const { projectName } = project
    if (seen.has(one.projectId)) throw invalid(`“${projectName}”出现了两次，请删掉一个`, 'projects')
    seen.add(one.projectId)
    if (!project.enabled && !had.has(one.projectId)) {
      throw invalid(`护理项目“${projectName}”已停用，不能加入等级；请先启用它`, 'projects')
    }
    const fault = frequencyFault(one)
    if (fault) throw invalid(`${projectName}：${fault}`, 'projects')
    return { ...project, ...frequencyOf(one) }
  })
}

export async function previewOf(
  client: Client,
  orgId: string,
  levelId: string,
  sent: readonly PlannedProject[],
): Promise<LevelPreviewData> {
  const [before, shifts, { residents }] = await Promise.all([
    projectsIn(client, orgId, levelId),
    shiftsOf(client, orgId),
    touchedBy(client, orgId, levelId),
  ])
  const after = await wantedOf(client, orgId, sent, before)
  return {
    residents,
    ...(await effectOf(client, orgId, levelId, { before, after, shifts })),
    minutesBefore: minutesPerDay(before, shifts),
    minutesAfter: minutesPerDay(after, shifts),
  }
}

// What stays is altered in its place: plans may point at it.
const WRITE = `with sent as (select * from jsonb_to_recordset($3::jsonb) as x("projectId" varchar, unit int, times int, clocks text[],
  days smallint[], "from" text, "to" text, sort int)),
gone as (delete from level_project l where l.org_id = $1 and l.level_id = $2
  and not exists (select 1 from sent where sent."projectId" = l.project_id))
insert into level_project (org_id, level_id, project_id, unit, times, clocks, days, from_clock, to_clock, sort)
select $1, $2, "projectId", unit, times, clocks, days, "from", "to", sort from sent
on conflict (org_id, level_id, project_id) do update set unit = excluded.unit, times = excluded.times, clocks = excluded.clocks,
  days = excluded.days, from_clock = excluded.from_clock, to_clock = excluded.to_clock, sort = excluded.sort`

/** By the name of each project, for the log. */
const inWords = (projects: readonly (FrequencyData & { projectName: string })[]) =>
  Object.fromEntries(projects.map((one) => [one.projectName, frequencyWords(one)]))

/** Of a level that is held. */
export async function saveProjects(
  tx: Tx,
  level: Pick<LevelData, 'levelId' | 'levelName'>,
  sent: readonly PlannedProject[],
): Promise<void> {
  const { levelId, levelName } = level
  const before = await projectsIn(tx.client, tx.orgId, levelId)
  const after = await wantedOf(tx.client, tx.orgId, sent, before, ' order by project_id for key share')
  const rows = after.map(({ projectName: _, minutes: __, enabled: ___, window: ____, ...one }, i) => ({
    ...one,
    sort: i + 1,
  }))
  await tx.client.query(WRITE, [tx.orgId, levelId, JSON.stringify(rows)])
  await followLevel(tx, levelId, before, after)
  const counted = await tx.client.query(
    'update nursing_level set version = version + 1 where org_id = $1 and level_id = $2',
    [tx.orgId, levelId],
  )
  if (counted.rowCount === 0) throw notFound('护理等级')
  tx.log({
    remark: `修改护理等级“${levelName}”的项目，共 ${after.length} 项`,
    targetType: 'nursingLevel',
    targetId: levelId,
    changes: changesBetween(inWords(before), inWords(after)),
  })
}
