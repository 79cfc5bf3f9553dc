// Trainings, written: the plan, whom it is for, and who is told of it.

import { training } from '#contract/administration/training'
import {
  type TrainingMove,
  TrainingState,
  type TrainingStateValue,
  TrainingType,
  type TrainingTypeValue,
  trainingMoves,
} from '#contract/administration/trainingWords'
import type { InputOf } from '#contract/kit/call'
import { momentOf } from '#contract/kit/clock'
import { invalid, Refusal } from '#contract/kit/refusal'
import { STAFF_GONE } from '#contract/platform/staff'
import { notify, onceOf } from '#server/areas/platform/public'
import type { Caller, Tx } from '#server/kit/caller'
import { onConstraint } from '#server/kit/constraints'
import { changesBetween, refuseStale } from '#server/kit/editing'
import { newId } from '#server/kit/ids'
import { inDepts } from '#server/kit/tenant'
import { noTraining } from './trainingRead.ts'
import { BY_HAND, MANAGED } from './trainingSql.ts'

type Calls = (typeof training)['calls']
const { PLANNED, RUNNING } = TrainingState.is

const badPeriod = () => invalid('结束时间应晚于开始时间', 'endAt')
onConstraint('training_period', badPeriod)

/** Where a message about it leads to: everybody has their own list. */
export const ownRoute = (trainingId: string) => `${training.pages.mine.path}?trainingId=${trainingId}`
export const tellChanged = (tx: Tx, trainingId: string) => tx.emit(training.events.changed, { trainingId })

export interface HeldTraining {
  trainingId: string
  type: TrainingTypeValue
  title: string
  state: TrainingStateValue
  startAt: string
  endAt: string
  creditTenths: number
  place: string | null
  teacher: string | null
  content: string | null
  files: string[]
  passScore: number | null
  certificate: string | null
  walkIn: boolean
  signSecret: string | null
  version: number
}

const HOLD = `select t.training_id as "trainingId", t.type, t.title, t.state, t.start_at as "startAt", t.end_at as "endAt",
  t.credit_tenths as "creditTenths", t.place, t.teacher, t.content, t.files, t.pass_score as "passScore", t.certificate,
  t.walk_in as "walkIn", t.sign_secret as "signSecret", t.version
from training t where ${MANAGED} for no key update of t`

interface Hold {
  trainingId: string | null | undefined
  version?: number | null | undefined
  move?: TrainingMove
}

/** Locked until the commit; refused when it is not as the form saw it, or the move leads nowhere from its state. */
export async function holdTraining(tx: Tx, who: Caller, { trainingId, version, move }: Hold): Promise<HeldTraining> {
  if (!trainingId) throw invalid('请先选择培训', 'trainingId')
  const found = await tx.client.query<HeldTraining>({
    name: 'training_hold',
    text: HOLD,
    values: [who.orgId, who.deptIds, trainingId],
  })
  const row = found.rows[0]
  if (!row) throw noTraining()
  await refuseStale(tx, trainingId, version, row.version)
  if (move) trainingMoves.next(row.state, move, TrainingState.label)
  return row
}

/** What is over is frozen; it is opened again first. */
export function requireOpen(
  row: Pick<HeldTraining, 'state'>,
  act: string,
  states: readonly TrainingStateValue[] = [PLANNED, RUNNING],
): void {
  if (!states.includes(row.state))
    throw new Refusal('STATE_NOT_ALLOWED', { state: TrainingState.label(row.state), act })
}

type Fields = Omit<HeldTraining, 'trainingId' | 'state' | 'signSecret' | 'version'>

function fieldsOf(input: Omit<InputOf<Calls['save']>, 'trainingId' | 'version'>): Fields {
  if (momentOf(input.endAt) <= momentOf(input.startAt)) throw badPeriod()
  const creditTenths = Math.round(input.creditHours * 10)
  if (Math.abs(creditTenths - input.creditHours * 10) > 1e-6) throw invalid('学时最多一位小数，如 1.5', 'creditHours')
  return {
    type: input.type,
    title: input.title.trim(),
    startAt: input.startAt,
    endAt: input.endAt,
    creditTenths,
    place: input.place?.trim() || null,
    teacher: input.teacher?.trim() || null,
    content: input.content?.trim() || null,
    passScore: input.passScore ?? null,
    certificate: input.certificate?.trim() || null,
    walkIn: input.walkIn ?? false,
    files: [...new Set(input.files ?? [])],
  }
}

const logged = (row: Fields) => ({
  type: TrainingType.label(row.type),
  title: row.title,
  startAt: row.startAt.slice(0, 16),
  endAt: row.endAt.slice(0, 16),
  creditHours: row.creditTenths / 10,
  place: row.place,
  teacher: row.teacher,
  passScore: row.passScore,
  certificate: row.certificate,
  walkIn: row.walkIn,
  files: row.files.length,
})

const valuesOf = (row: Fields) => [
  row.type,
  row.title,
  row.startAt,
  row.endAt,
  row.creditTenths,
  row.place,
  row.teacher,
  row.content,
  row.files,
  row.passScore,
  row.certificate,
  row.walkIn,
]

/** Everybody and everything that is named is there, within the caller's departments, and still employed. */
const KNOWN = {
  deptIds: `select count(*)::int as known from dept d where d.org_id = $1 and ($2::text[] is null or d.dept_id = any($2)) and d.dept_id = any($3)`,
  jobIds:
    'select count(*)::int as known from job j where j.org_id = $1 and $2::text[] is not distinct from $2 and j.job_id = any($3)',
  userIds: `select count(*)::int as known from employee e where e.org_id = $1 and ${inDepts('e', '$2')} and e.emp_id = any($3)
    and e.status not in (${STAFF_GONE})`,
} as const
const CALLED = { deptIds: '部门', jobIds: '岗位', userIds: '人员' } as const

type Whom = Pick<InputOf<Calls['invite']>, 'deptIds' | 'jobIds' | 'userIds'>

/** Whoever is employed within the caller's departments and meant by one of the three; a department means those below it. */
const INVITE = `insert into training_person (org_id, training_id, emp_id, emp_name)
select e.org_id, $3, e.emp_id, e.emp_name from employee e
where e.org_id = $1 and ${inDepts('e', '$2')} and e.status not in (${STAFF_GONE}) and (e.emp_id = any($6)
  or exists (select from dept d left join dept p on p.org_id = d.org_id and p.dept_id = d.parent_id
    where d.org_id = e.org_id and d.dept_id = e.dept_id
      and (d.dept_id = any($4) or d.parent_id = any($4) or p.parent_id = any($4)))
  or exists (select from employee_job j where j.org_id = e.org_id and j.emp_id = e.emp_id and j.job_id = any($5)))
on conflict do nothing returning emp_id as id`

async function inviteThem(tx: Tx, who: Caller, row: Fields & { trainingId: string }, whom: Whom): Promise<number> {
  for (const field of ['deptIds', 'jobIds', 'userIds'] as const) {
    const ids = [...new Set(whom[field] ?? [])]
    if (ids.length === 0) continue
    const found = await tx.client.query<{ known: number }>({
      name: `training_known_${field}`,
      text: KNOWN[field],
      values: [who.orgId, who.deptIds, ids],
    })
    if (found.rows[0]!.known !== ids.length) throw new Refusal('NOT_FOUND', { what: `所选${CALLED[field]}` }, field)
  }
  const made = await tx.client.query<{ id: string }>({
    name: 'training_invite',
    text: INVITE,
    values: [who.orgId, who.deptIds, row.trainingId, whom.deptIds ?? [], whom.jobIds ?? [], whom.userIds ?? []],
  })
  await tellPeople(tx, row, {
    userIds: made.rows.map((one) => one.id),
    title: `请参加培训：${row.title}`,
    once: onceOf('training.invited', row.trainingId),
  })
  return made.rows.length
}

const when = (row: Pick<Fields, 'startAt' | 'endAt'>) => `${row.startAt.slice(0, 16)} 至 ${row.endAt.slice(11, 16)}`

interface Telling {
  userIds: readonly string[]
  title: string
  content?: string
  once: string
}

/** A training that is over is no news for those who are written into its list afterwards. */
async function tellPeople(tx: Tx, row: Fields & { trainingId: string }, told: Telling): Promise<void> {
  if (momentOf(row.endAt) < Date.now()) return
  await notify(tx, told.userIds, {
    kind: 'remind',
    title: told.title,
    content:
      told.content ?? `${when(row)}${row.place ? `，${row.place}` : ''}${row.teacher ? `，讲师${row.teacher}` : ''}。`,
    route: ownRoute(row.trainingId),
    once: told.once,
  })
}

const INVITED = 'select p.emp_id as id from training_person p where p.org_id = $1 and p.training_id = $2'

/** Everybody who is on the list. */
export async function tellInvited(
  tx: Tx,
  row: Fields & { trainingId: string },
  told: Omit<Telling, 'userIds'>,
): Promise<number> {
  const found = await tx.client.query<{ id: string }>({
    name: 'training_invited',
    text: INVITED,
    values: [tx.orgId, row.trainingId],
  })
  await tellPeople(tx, row, { ...told, userIds: found.rows.map((one) => one.id) })
  return found.rows.length
}

const ADD = `insert into training (org_id, training_id, dept_id, type, title, start_at, end_at, credit_tenths, place, teacher, content, files,
  pass_score, certificate, walk_in, created_by, created_name)
values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17)`

export async function addTraining(tx: Tx, who: Caller, input: InputOf<Calls['add']>): Promise<string> {
  const fields = fieldsOf(input)
  const trainingId = newId()
  await tx.client.query({
    name: 'training_add',
    text: ADD,
    values: [who.orgId, trainingId, who.deptId, ...valuesOf(fields), tx.by.userId, tx.by.name],
  })
  const count = await inviteThem(tx, who, { ...fields, trainingId }, input)
  if (count === 0 && !fields.walkIn) {
    throw invalid('请选择参加的部门、岗位或人员；谁来都可以签到的，请打开“名单外的同事可签到”', 'deptIds')
  }
  tx.log({
    remark: `安排培训“${fields.title}”，${count} 人参加`,
    targetType: 'training',
    targetId: trainingId,
    changes: changesBetween(null, logged(fields)),
  })
  tellChanged(tx, trainingId)
  return trainingId
}

const SAVE = `update training set type = $3, title = $4, start_at = $5, end_at = $6, credit_tenths = $7, place = $8, teacher = $9,
  content = $10, files = $11, pass_score = $12, certificate = $13, walk_in = $14, version = version + 1
where org_id = $1 and training_id = $2`

/** Another mark decides anew what the mark decided; what somebody decided by hand stays. Runs before the mark is written. */
const JUDGE_AGAIN = `update training_person p set passed = case when p.score is not null then p.score >= $3::int end, version = p.version + 1
from training t where t.org_id = $1 and t.training_id = $2 and p.org_id = t.org_id and p.training_id = t.training_id
  and not (${BY_HAND}) and p.passed is distinct from case when p.score is not null then p.score >= $3::int end`

export async function saveTraining(tx: Tx, who: Caller, input: InputOf<Calls['save']>): Promise<string> {
  const { trainingId, version, ...sent } = input
  const row = await holdTraining(tx, who, { trainingId, version })
  requireOpen(row, '修改，请先重新打开')
  const fields = fieldsOf(sent)
  if (fields.passScore !== row.passScore) {
    await tx.client.query({
      name: 'training_judge_again',
      text: JUDGE_AGAIN,
      values: [who.orgId, row.trainingId, fields.passScore],
    })
  }
  await tx.client.query({ name: 'training_save', text: SAVE, values: [who.orgId, row.trainingId, ...valuesOf(fields)] })
  const before = logged(row)
  const after = logged(fields)
  tx.log({
    remark: `修改培训“${fields.title}”`,
    targetType: 'training',
    targetId: row.trainingId,
    changes: changesBetween({ ...before, content: row.content }, { ...after, content: fields.content }),
  })
  // Whoever is to come has to know another time or place; the rest is read on the day.
  const moved = before.startAt !== after.startAt || before.endAt !== after.endAt || before.place !== after.place
  if (moved) {
    await tellInvited(
      tx,
      { ...fields, trainingId: row.trainingId },
      {
        title: `培训时间地点有变：${fields.title}`,
        content: `改为 ${when(fields)}${fields.place ? `，${fields.place}` : ''}；原为 ${when(row)}${row.place ? `，${row.place}` : ''}。`,
        once: onceOf('training.changed', row.trainingId, row.version + 1),
      },
    )
  }
  tellChanged(tx, row.trainingId)
  return row.trainingId
}

const TOUCH = 'update training set version = version + 1 where org_id = $1 and training_id = $2'
export const touch = (tx: Tx, trainingId: string) =>
  tx.client.query({ name: 'training_touch', text: TOUCH, values: [tx.orgId, trainingId] })

export async function invite(tx: Tx, who: Caller, input: InputOf<Calls['invite']>): Promise<string> {
  const row = await holdTraining(tx, who, { trainingId: input.trainingId })
  requireOpen(row, '添加人员，请先重新打开')
  const named = [input.deptIds, input.jobIds, input.userIds].some((ids) => (ids?.length ?? 0) > 0)
  if (!named) throw invalid('请选择要添加的部门、岗位或人员', 'deptIds')
  const count = await inviteThem(tx, who, row, input)
  if (count === 0) throw invalid('所选的人都已在名单里，或没有在职人员', 'deptIds')
  tx.log({ remark: `培训“${row.title}”添加 ${count} 人`, targetType: 'training', targetId: row.trainingId })
  tellChanged(tx, row.trainingId)
  return row.trainingId
}

const LEFT = `delete from training_person p where p.org_id = $1 and p.training_id = $2 and p.emp_id = any($3)
returning p.emp_id as id, p.emp_name as name`

export async function uninvite(tx: Tx, who: Caller, input: InputOf<Calls['uninvite']>): Promise<string> {
  const row = await holdTraining(tx, who, { trainingId: input.trainingId })
  requireOpen(row, '移出人员，请先重新打开')
  const people = await holdPeople(tx, row.trainingId, input.empIds)
  const signed = people.filter((one) => one.signedAt !== null)
  if (signed.length > 0) {
    throw invalid(`${namesOf(signed)}已经签到，不能移出；签错了请先取消签到`, 'empIds')
  }
  const gone = await tx.client.query<{ id: string; name: string }>({
    name: 'training_uninvite',
    text: LEFT,
    values: [who.orgId, row.trainingId, input.empIds],
  })
  tx.log({
    remark: `培训“${row.title}”移出 ${gone.rows.length} 人：${namesOf(gone.rows)}`,
    targetType: 'training',
    targetId: row.trainingId,
  })
  await tellPeople(tx, row, {
    userIds: gone.rows.map((one) => one.id),
    title: `不用参加培训了：${row.title}`,
    content: '您已不在这次培训的名单里。',
    once: onceOf('training.uninvited', row.trainingId, row.version, newId()),
  })
  tellChanged(tx, row.trainingId)
  return row.trainingId
}

const SHOWN_NAMES = 5
export const namesOf = (people: readonly { name: string }[]) =>
  `${people
    .slice(0, SHOWN_NAMES)
    .map((one) => one.name)
    .join('、')}${people.length > SHOWN_NAMES ? ` 等 ${people.length} 人` : ''}`

export interface HeldPerson {
  empId: string
  name: string
  signedAt: string | null
  score: number | null
  passed: boolean | null
  version: number
}

const PEOPLE = `select p.emp_id as "empId", p.emp_name as name, p.signed_at as "signedAt", p.score, p.passed, p.version
from training_person p where p.org_id = $1 and p.training_id = $2 and p.emp_id = any($3) order by p.emp_id for update`

/** Of a training that is held; all in one order. Whoever is not on the list is refused. */
export async function holdPeople(tx: Tx, trainingId: string, empIds: readonly string[]): Promise<HeldPerson[]> {
  const asked = [...new Set(empIds)]
  if (asked.length === 0) throw invalid('请先勾选人员', 'empIds')
  const found = await tx.client.query<HeldPerson>({
    name: 'training_people_hold',
    text: PEOPLE,
    values: [tx.orgId, trainingId, asked],
  })
  if (found.rows.length !== asked.length) throw new Refusal('NOT_FOUND', { what: '所选人员' }, 'empIds')
  return found.rows
}

const REMOVE = `delete from training t where t.org_id = $1 and t.training_id = $2
  and not exists (select from training_person p where p.org_id = t.org_id and p.training_id = t.training_id)`

/** Only a plan that nobody was told of: anything else is cancelled, with a reason. */
export async function removeTraining(tx: Tx, who: Caller, trainingId: string): Promise<void> {
  const row = await holdTraining(tx, who, { trainingId })
  requireOpen(row, '删除', [PLANNED])
  const gone = await tx.client.query(REMOVE, [who.orgId, trainingId])
  if (gone.rowCount === 0) throw invalid('名单里的人已收到通知，不能删除；不办了请“取消培训”并写明原因')
  tx.log({
    remark: `删除培训“${row.title}”`,
    targetType: 'training',
    targetId: trainingId,
    changes: changesBetween(logged(row), null),
  })
  tellChanged(tx, trainingId)
}
