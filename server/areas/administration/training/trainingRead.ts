// One training as whoever keeps it sees it; one's own trainings; the hours of one person.
import type pg from 'pg'
import {
  type OwnTrainingData,
  TRAINING_NEEDS,
  type TrainingData,
  type TrainingHoursData,
  type TrainingHoursLine,
  type TrainingRowData,
  type training,
} from '#contract/administration/training'
import { TrainingState, trainingMoves } from '#contract/administration/trainingWords'
import type { DataOf } from '#contract/kit/call'
import { notFound } from '#contract/kit/refusal'
import type { Caller } from '#server/kit/caller'
import { HOURS_LINES, HOURS_OF, inYear, MANAGED, ONE, thisYear } from './trainingSql.ts'

type Calls = (typeof training)['calls']
type Stored<T extends TrainingRowData> = Omit<T, 'can'>

export const noTraining = () => notFound('培训')

const { PLANNED, RUNNING, DONE, CANCELLED } = TrainingState.is

/** The moves, and what else can be done with it as it stands. */
function canOf(who: Caller, row: Stored<TrainingRowData>): string[] {
  if (!who.may(TRAINING_NEEDS.edit)) return []
  const open = row.state === PLANNED || row.state === RUNNING
  return [
    // What nobody signed in to is cancelled, or its list is filled in first.
    ...trainingMoves.can(row.state, () => true).filter((move) => move !== 'finish' || row.signed > 0),
    ...(open ? ['edit', 'people'] : []),
    ...(row.state === RUNNING ? ['sign', 'score'] : []),
    ...(row.state === DONE && row.certificate !== null && row.passed > 0 ? ['certificate'] : []),
    ...(row.state === PLANNED && row.people === 0 ? ['remove'] : []),
  ]
}

export const shown = <T extends Stored<TrainingRowData>>(who: Caller, row: T) => ({ ...row, can: canOf(who, row) })

export async function trainingOf(
  client: pg.Pool | pg.ClientBase,
  who: Caller,
  trainingId: string,
): Promise<TrainingData> {
  const found = await client.query<Stored<TrainingData>>({
    name: 'training_one',
    text: ONE,
    values: [who.orgId, who.deptIds, trainingId],
  })
  if (!found.rows[0]) throw noTraining()
  return shown(who, found.rows[0])
}

/** Refuses what the caller does not see. */
export async function requireTraining(client: pg.Pool, who: Caller, trainingId: string): Promise<void> {
  const found = await client.query({
    name: 'training_seen',
    text: `select from training t where ${MANAGED}`,
    values: [who.orgId, who.deptIds, trainingId],
  })
  if (found.rowCount === 0) throw noTraining()
}

const OWN = `select t.training_id as "trainingId", t.type, t.title, t.state, t.start_at as "startAt", t.end_at as "endAt",
  (t.credit_tenths / 10.0)::float8 as "creditHours", t.place, t.teacher, t.content,
  case when t.state = '${CANCELLED}' then '{}' else t.files end as files, t.cancel_reason as "cancelReason", p.signed_at as "signedAt",
  t.pass_score as "passScore", p.score, p.passed, p.certificate_no as "certificateNo",
  t.state = '${RUNNING}' and p.signed_at is null as "toSign"
from training_person p join training t on t.org_id = p.org_id and t.training_id = p.training_id
where p.org_id = $1 and p.emp_id = $2 and ${inYear('$3', 't')}
order by t.state = '${RUNNING}' and p.signed_at is null desc, t.start_at desc, t.training_id`

export async function ownTrainings(who: Caller, asked: number | null | undefined): Promise<DataOf<Calls['mine']>> {
  const year = asked ?? thisYear()
  const { pool } = who.app
  const [rows, hours] = await Promise.all([
    pool.query<OwnTrainingData>({ name: 'training_own', text: OWN, values: [who.orgId, who.userId, year] }),
    pool.query<TrainingHoursData>({
      name: 'training_hours_of',
      text: HOURS_OF,
      values: [who.orgId, null, who.userId, year],
    }),
  ])
  const sum = hours.rows[0]
  return { year, hours: sum?.hours ?? 0, dueHours: sum?.dueHours ?? null, rows: rows.rows }
}

export async function hoursOf(
  who: Caller,
  { empId, year: asked }: { empId: string; year?: number | null },
): Promise<DataOf<Calls['hoursOf']>> {
  const year = asked ?? thisYear()
  const { pool } = who.app
  const found = await pool.query<TrainingHoursData>({
    name: 'training_hours_of',
    text: HOURS_OF,
    values: [who.orgId, who.deptIds, empId, year],
  })
  if (!found.rows[0]) throw notFound('员工')
  const lines = await pool.query<TrainingHoursLine>({
    name: 'training_hours_lines',
    text: HOURS_LINES,
    values: [who.orgId, empId, year],
  })
  return { ...found.rows[0], year, rows: lines.rows }
}
