// A day of a ward in one answer.

import type { InputOf } from '#contract/kit/call'
import { DAY_MS, dayText, momentOf, timeText } from '#contract/kit/clock'
import { IN_HOUSE } from '#contract/live/resident'
import { liesIn, placesOf } from '#contract/nursing/boardPlaces'
import {
  type BoardElderData,
  type BoardPlaceData,
  type BoardProjectData,
  type CareBoardData,
  type CareTaskData,
  CareTaskState,
  type careTask,
  EVERY_PLACE,
  HOSPITAL_OUTING,
  MOST_ELDERS,
  WHOLE_WARD,
} from '#contract/nursing/task'
import { countTasks } from '#contract/nursing/taskFaces'
import { AGE, awayNow, labelsOf, PLACE } from '#server/areas/residents/public'
import type { Caller } from '#server/kit/caller'
import { inDepts } from '#server/kit/tenant'
import { shiftsOf } from './houseShifts.ts'
import { boardWorkers } from './tablets.ts'
import { TASK_COLUMNS, taskJoins } from './taskRow.ts'

type Query = InputOf<typeof careTask.calls.board>

// Who lives here now, and whoever had tasks on that day.
const ELDERS = `with shown as materialized (
  select t.* from oldman t where t.org_id = $1 and ${inDepts('t', '$2')} and ($3::text[] is null or t.dept_id = any($3))
    and ($4::text is null or t.oldman_id = $4) and (t.status in (${IN_HOUSE}) or exists (select from care_task k
      where k.org_id = t.org_id and k.oldman_id = t.oldman_id and k.plan_time >= $5::date and k.plan_time < $5::date + 1)))
select t.oldman_id as "oldmanId", t.oldman_name as "oldmanName", t.sex, ${AGE} as age, t.head, t.status, t.notes as attention,
  t.dept_id as "deptId", d.dept_name as "deptName", at.room_id as "roomId", at.room_name as "roomName", at.bed_id as "bedId",
  at.bed_name as "bedName", at.path as "bedPath", l.level_name as "levelName", t.allergies, away.away
from shown t ${PLACE} left join dept d on d.org_id = t.org_id and d.dept_id = t.dept_id
left join nursing_level l on l.org_id = t.org_id and l.level_id = t.level_id
left join lateral (select jsonb_build_object('kind', case when u.out_type = '${HOSPITAL_OUTING}' then 'HOSPITAL' else 'OUT' end,
    'since', to_char(u.actual_out, 'YYYY-MM-DD HH24:MI:SS'), 'until', to_char(u.plan_return, 'YYYY-MM-DD HH24:MI:SS')) as away
  from outing u where u.org_id = t.org_id and u.oldman_id = t.oldman_id and ${awayNow('u')} limit 1) away on true
order by at.place, at.room_sort, at.room_name, at.bed_sort, at.bed_name, t.oldman_id`

const TASKS = `select ${TASK_COLUMNS} from care_task t ${taskJoins('$3', '$4')}
where t.org_id = $1 and t.oldman_id = any($2) and t.plan_time >= $3 and t.plan_time < $4 and ($5::text is null or t.worker_id = $5)
  and ($6::text is null or t.project_id = $6) order by t.plan_time, t.task_id`

/**
 * A night lies on two days: what the evening left and could still be done after midnight, and what of tomorrow may be done
 * already. What was recorded in the evening stays with its day.
 */
const TASKS_OF_NIGHT = `select ${TASK_COLUMNS} from care_task t ${taskJoins('$8', '$9')}
where t.org_id = $1 and t.oldman_id = any($2) and t.plan_time >= $8 and t.plan_time < $9
  and ($5::text is null or t.worker_id = $5) and ($6::text is null or t.project_id = $6)
  and (t.plan_time >= $3 or (t.due_until > $3 and (t.execution_id is null or t.state_at >= $3)))
  and (t.plan_time < $4 or t.open_from <= $7) order by t.plan_time, t.task_id`

/** What yesterday left and may still be done. */
const EVENING = `select ${TASK_COLUMNS} from care_task t ${taskJoins('$3', '$4')} where t.org_id = $1 and t.oldman_id = any($2)
  and t.plan_time >= $3 and t.plan_time < $4 and t.state = '${CareTaskState.is.WAITING}' and t.due_until > $7
  and ($5::text is null or t.worker_id = $5) and ($6::text is null or t.project_id = $6) order by t.plan_time, t.task_id`

const PROJECTS = `select c.project_id as "projectId", c.project_name as "projectName", g.category_name as "categoryName",
  c.needs_photo as "needsPhoto", c.needs_scan as "needsScan", c.needs_signs as "needsSigns", c.needs_evaluation as "needsEvaluation",
  c.charged from care_project c join care_category g on g.org_id = c.org_id and g.category_id = c.category_id
where c.org_id = $1 and c.project_id = any($2) order by g.sort, c.sort, c.project_id`

/** Texts with commas between them; null where nothing is asked for. */
const severalOf = (text: string | null | undefined) =>
  text ? text.split(',').flatMap((one) => one.trim() || []) : null

/** Whoever asks for one elder, one worker or the own tasks means them wherever they are. */
function placeAsked(query: Query, elders: number, places: readonly BoardPlaceData[]): string | null {
  if (query.place) return query.place === EVERY_PLACE ? null : query.place
  const whole = query.mine || query.oldmanId || query.workerId || elders <= WHOLE_WARD
  return whole ? null : (places[0]?.value ?? null)
}

export async function boardOf(who: Caller, query: Query): Promise<CareBoardData> {
  const { pool } = who.app
  const now = Date.now()
  const day = query.day ?? dayText(now)
  const found = await pool.query<BoardElderData>({
    name: 'care_board_elders',
    text: ELDERS,
    values: [who.orgId, who.deptIds, severalOf(query.deptId), query.oldmanId || null, day],
  })
  const labels = await labelsOf(pool, who.orgId, ['allergy'])
  // 无 is an entry of the dictionary, not an allergy.
  for (const one of found.rows)
    one.allergies = one.allergies.map((value) => labels('allergy', value) ?? value).filter((word) => word !== '无')
  const places = placesOf(found.rows)
  const place = placeAsked(query, found.rows.length, places)
  const inPlace = place === null ? found.rows : found.rows.filter((one) => liesIn(one, place))
  const elders = inPlace.slice(0, MOST_ELDERS)
  // Without a name: planned for this very day, so that only its parts are opened and the right index is taken.
  const [from, to] = [`${day} 00:00:00`, `${day} 24:00:00`]
  const before = timeText(momentOf(from) - DAY_MS)
  const wanted = [
    who.orgId,
    elders.map((one) => one.oldmanId),
    from,
    to,
    query.mine ? who.userId : query.workerId || null,
    query.projectId || null,
  ]
  const today = day === dayText(now)
  const [tasks, left] = await Promise.all([
    query.nights && today
      ? pool.query<CareTaskData>(TASKS_OF_NIGHT, [...wanted, timeText(now), before, timeText(momentOf(to) + DAY_MS)])
      : pool.query<CareTaskData>(TASKS, wanted),
    today ? pool.query<CareTaskData>(EVENING, [...wanted.with(2, before).with(3, from), timeText(now)]) : null,
  ])
  const evening = left?.rows ?? []
  const shown = [...evening, ...tasks.rows]
  const cared = new Set(shown.map((one) => one.oldmanId))
  const projectIds = [...new Set(shown.map((one) => one.projectId))]
  const [shifts, projects, workers] = await Promise.all([
    shiftsOf(pool, who.orgId),
    pool.query<BoardProjectData>({ name: 'care_board_projects', text: PROJECTS, values: [who.orgId, projectIds] }),
    boardWorkers(
      pool,
      who.orgId,
      shown.map((one) => one.workerId),
    ),
  ])
  return {
    day,
    place,
    places,
    now: timeText(now),
    shifts: shifts.map(({ name, from }) => ({ name, from })),
    counts: countTasks(tasks.rows, timeText(now)),
    leftYesterday: evening.length,
    // Whoever asks for the tasks of one worker is shown that worker's elders.
    elders: query.mine || query.workerId ? elders.filter((one) => cared.has(one.oldmanId)) : elders,
    leftOff: inPlace.length - elders.length,
    projects: projects.rows,
    workers,
    tasks: tasks.rows,
    // The bedside page has them among its tasks.
    evening: query.nights ? [] : evening,
  }
}
