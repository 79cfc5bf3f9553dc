// How a task stands by the clock, for statements that count whole houses: the rule of contract/nursing/taskFaces.ts, and held
// to it by careToday.test.ts.
import { CareTaskState } from '#contract/nursing/task'
import { LAST_MINUTES, type TaskFace } from '#contract/nursing/taskFaces'

const { DONE, REFUSED, MISSED, WAITING } = CareTaskState.is
const face = (name: TaskFace) => `'${name}'`

/** `now` by whole seconds, as the rule compares. */
export const NOW_SQL = `date_trunc('second', now())`

/** The face of task `t`. */
export const faceSql = (t: string, now = NOW_SQL) => `case when ${t}.state = '${DONE}' then ${face('done')}
  when ${t}.state = '${REFUSED}' then ${face('refused')} when ${t}.state = '${MISSED}' then ${face('missed')}
  when ${t}.state <> '${WAITING}' then ${face('away')} when ${t}.due_until < ${now} then ${face('missed')}
  when ${t}.plan_time < ${now} and ${t}.due_until <= ${now} + interval '${LAST_MINUTES} minutes' then ${face('late')}
  when ${t}.open_from <= ${now} then ${face('open')} else ${face('later')} end`

/** Figures over rows with a `face`. */
export const FACE_COUNTS = `(count(*) filter (where face <> 'away'))::int as total, (count(*) filter (where face = 'done'))::int as done,
  (count(*) filter (where face = 'late'))::int as late, (count(*) filter (where face = 'missed'))::int as missed`

/** The tasks `t` of today. */
export const TODAY = (t: string) => `${t}.plan_time >= current_date and ${t}.plan_time < current_date + 1`
