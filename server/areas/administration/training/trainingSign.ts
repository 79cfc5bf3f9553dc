// Signing in: by the list, whoever keeps it presses; by the code on the screen, one for oneself. And the scores.
import { createHmac, timingSafeEqual } from 'node:crypto'
import { CODE_SECONDS, training } from '#contract/administration/training'
import { SignWay, TrainingState } from '#contract/administration/trainingWords'
import type { DataOf, InputOf } from '#contract/kit/call'
import { invalid, Refusal } from '#contract/kit/refusal'
import type { Caller, Tx } from '#server/kit/caller'
import { refuseStale } from '#server/kit/editing'
import { checkRate, countUp, type Limit } from '#server/kit/rateLimit'
import { noTraining } from './trainingRead.ts'
import { MANAGED } from './trainingSql.ts'
import { holdPeople, holdTraining, namesOf, requireOpen, tellChanged, touch } from './trainingWrite.ts'

type Calls = (typeof training)['calls']
const { RUNNING } = TrainingState.is

/** Wrong codes of one person; a right one is refused as well while the limit stands, or trying on would pay. */
const GUESSES: Limit = { most: 6, seconds: 600 }
const STEP_MS = CODE_SECONDS * 1_000
const DIGITS = 6

/** The code of a half minute, from the secret that only the server knows. */
export function codeOf(secret: string, step: number): string {
  const digest = createHmac('sha256', secret).update(String(step)).digest()
  return String(digest.readUInt32BE(0) % 10 ** DIGITS).padStart(DIGITS, '0')
}
export const stepOf = (now = Date.now()) => Math.floor(now / STEP_MS)

const same = (a: string, b: string) => timingSafeEqual(Buffer.from(a), Buffer.from(b))
/** Of this half minute, and of the one before: it takes a moment to type. */
const isCode = (secret: string, code: string, step: number) => {
  const now = same(code, codeOf(secret, step))
  const last = same(code, codeOf(secret, step - 1))
  return now || last
}

const SCREEN = `select t.title, t.place, t.state, t.sign_secret as secret,
  (select count(*)::int from training_person p where p.org_id = t.org_id and p.training_id = t.training_id) as people,
  (select count(p.signed_at)::int from training_person p where p.org_id = t.org_id and p.training_id = t.training_id) as signed,
  coalesce((select jsonb_agg(jsonb_build_object('empName', l.emp_name, 'signedAt', to_char(l.signed_at, 'YYYY-MM-DD HH24:MI:SS'))
      order by l.signed_at desc, l.emp_id)
    from (select p.emp_id, p.emp_name, p.signed_at from training_person p where p.org_id = t.org_id and p.training_id = t.training_id
      and p.signed_at is not null order by p.signed_at desc, p.emp_id limit 8) l), '[]') as latest
from training t where ${MANAGED}`

interface Screen {
  title: string
  place: string | null
  state: typeof RUNNING
  secret: string | null
  people: number
  signed: number
  latest: { empName: string; signedAt: string }[]
}

export async function screenOf(who: Caller, trainingId: string): Promise<DataOf<Calls['code']>> {
  const found = await who.app.pool.query<Screen>({
    name: 'training_screen',
    text: SCREEN,
    values: [who.orgId, who.deptIds, trainingId],
  })
  const row = found.rows[0]
  if (!row) throw noTraining()
  if (row.state !== RUNNING || row.secret === null) {
    throw new Refusal('STATE_NOT_ALLOWED', { state: TrainingState.label(row.state), act: '扫码签到，请先点“开始签到”' })
  }
  const { secret, state: _, ...shown } = row
  const now = Date.now()
  return { ...shown, code: codeOf(secret, stepOf(now)), seconds: Math.ceil((STEP_MS - (now % STEP_MS)) / 1_000) }
}

const OPEN = `select t.training_id as "trainingId", t.title, t.walk_in as "walkIn", t.sign_secret as secret,
  exists (select from training_person p where p.org_id = t.org_id and p.training_id = t.training_id and p.emp_id = $2) as invited
from training t where t.org_id = $1 and t.state = '${RUNNING}' and t.sign_secret is not null
  and ($3::text is null or t.training_id = $3)
order by 5 desc, t.start_at, t.training_id for share of t`

interface Open {
  trainingId: string
  title: string
  walkIn: boolean
  secret: string
  invited: boolean
}

const SIGN_OWN = `insert into training_person as p (org_id, training_id, emp_id, emp_name, signed_at, sign_way)
values ($1, $2, $3, $4, now(), '${SignWay.is.CODE}')
on conflict (org_id, training_id, emp_id) do update set signed_at = now(), sign_way = '${SignWay.is.CODE}', signed_by = null,
  version = p.version + 1 where p.signed_at is null returning p.signed_at as "signedAt"`
const SIGNED_AT =
  'select p.signed_at as "signedAt" from training_person p where p.org_id = $1 and p.training_id = $2 and p.emp_id = $3'

const wrongCode = () => invalid('签到码不正确或已过期，请看大屏幕上现在的 6 位数字', 'code')

/** The failure is counted in a transaction of its own: this one is undone. */
export async function signIn(who: Caller, input: InputOf<Calls['sign']>): Promise<DataOf<Calls['sign']>> {
  const { pool } = who.app
  const key = `training-sign:${who.orgId}:${who.userId}`
  await checkRate(pool, key, GUESSES)
  try {
    return await who.tx((tx) => signByCode(tx, who, input))
  } catch (error) {
    if (error instanceof Refusal && error.field === 'code') await countUp(pool, key, GUESSES.seconds)
    throw error
  }
}

async function signByCode(tx: Tx, who: Caller, input: InputOf<Calls['sign']>): Promise<DataOf<Calls['sign']>> {
  const open = await tx.client.query<Open>({
    name: 'training_open',
    text: OPEN,
    values: [who.orgId, who.userId, input.trainingId || null],
  })
  const step = stepOf()
  const row = open.rows.find((one) => isCode(one.secret, input.code, step))
  if (!row) throw wrongCode()
  if (!row.invited && !row.walkIn) throw invalid(`您不在“${row.title}”的名单里，请找组织培训的人添加`)
  const { trainingId, title } = row
  const values = [who.orgId, trainingId, who.userId]
  const signed = await tx.client.query<{ signedAt: string }>({
    name: 'training_sign_own',
    text: SIGN_OWN,
    values: [...values, who.empName],
  })
  const fresh = signed.rows[0]
  if (!fresh) {
    const before = await tx.client.query<{ signedAt: string }>({ name: 'training_signed_at', text: SIGNED_AT, values })
    tx.log({ remark: `再次签到培训“${title}”`, targetType: 'training', targetId: trainingId })
    return { trainingId, title, signedAt: before.rows[0]!.signedAt, again: true }
  }
  tx.log({
    remark: `扫码签到培训“${title}”${row.invited ? '' : '（名单外）'}`,
    targetType: 'training',
    targetId: trainingId,
  })
  tx.emit(training.events.signed, { trainingId })
  tellChanged(tx, trainingId)
  return { trainingId, title, signedAt: fresh.signedAt, again: false }
}

const SIGN_THEM = `update training_person p set signed_at = now(), sign_way = '${SignWay.is.LIST}', signed_by = $4, version = p.version + 1
where p.org_id = $1 and p.training_id = $2 and p.emp_id = any($3) and p.signed_at is null`
const UNSIGN = `update training_person p set signed_at = null, sign_way = null, signed_by = null, passed = null, version = p.version + 1
where p.org_id = $1 and p.training_id = $2 and p.emp_id = any($3) and p.signed_at is not null`

export async function signByList(tx: Tx, who: Caller, input: InputOf<Calls['signList']>): Promise<string> {
  const { trainingId, empIds, signed } = input
  const row = await holdTraining(tx, who, { trainingId })
  requireOpen(row, '登记签到', [RUNNING])
  const people = await holdPeople(tx, trainingId, empIds)
  const scored = people.filter((one) => one.score !== null)
  if (!signed && scored.length > 0) throw invalid(`${namesOf(scored)}已有成绩，不能取消签到；请先清空成绩`, 'empIds')
  // Who signed in first stays: a second press changes nothing.
  const meant = people.filter((one) => (one.signedAt === null) === signed)
  const values = [who.orgId, trainingId, meant.map((one) => one.empId)]
  if (signed) {
    await tx.client.query({ name: 'training_sign_them', text: SIGN_THEM, values: [...values, who.userId] })
  } else await tx.client.query({ name: 'training_unsign', text: UNSIGN, values })
  tx.log({
    remark: `培训“${row.title}”${signed ? '登记签到' : '取消签到'} ${meant.length} 人${meant.length > 0 ? `：${namesOf(meant)}` : ''}`,
    targetType: 'training',
    targetId: trainingId,
  })
  tx.emit(training.events.signed, { trainingId })
  tellChanged(tx, trainingId)
  return trainingId
}

const SCORE = `update training_person p set score = x.score, remark = x.remark, version = p.version + 1,
  passed = coalesce(x.passed, case when $4::int is not null and x.score is not null then x.score >= $4::int end)
from jsonb_to_recordset($3::jsonb) as x(id text, score int, passed boolean, remark text)
where p.org_id = $1 and p.training_id = $2 and p.emp_id = x.id`

const verdict = (score: number | null, passed: boolean | null) =>
  [score === null ? null : `${score} 分`, passed === null ? null : passed ? '合格' : '不合格']
    .filter(Boolean)
    .join('，') || null

export async function saveScores(tx: Tx, who: Caller, input: InputOf<Calls['scores']>): Promise<string> {
  const { trainingId, rows } = input
  const row = await holdTraining(tx, who, { trainingId })
  requireOpen(row, '录入成绩，请先重新打开', [RUNNING])
  const given = new Map(rows.map((one) => [one.empId, one]))
  if (given.size < rows.length) throw invalid('同一个人不能出现两次', 'rows')
  const people = await holdPeople(tx, trainingId, [...given.keys()])
  const changes: Record<string, readonly [unknown, unknown]> = {}
  for (const person of people) {
    const { score = null, passed = null, version } = given.get(person.empId)!
    await refuseStale(tx, trainingId, version, person.version)
    if (person.signedAt === null && (score !== null || passed !== null)) {
      throw invalid(`${person.name}没有签到，请先登记签到再录成绩`, 'rows')
    }
    if (row.passScore === null && score !== null) {
      throw invalid('这次培训没有考试；要录成绩请先在“修改”里填写合格分', 'rows')
    }
    const decided = passed ?? (row.passScore !== null && score !== null ? score >= row.passScore : null)
    const [before, after] = [verdict(person.score, person.passed), verdict(score, decided)]
    if (before !== after) changes[person.name] = [before, after]
  }
  await tx.client.query({
    name: 'training_score',
    text: SCORE,
    values: [
      who.orgId,
      trainingId,
      JSON.stringify(
        rows.map(({ empId, score, passed, remark }) => ({ id: empId, score, passed, remark: remark?.trim() || null })),
      ),
      row.passScore,
    ],
  })
  await touch(tx, trainingId)
  tx.log({
    remark: `录入培训“${row.title}”${rows.length} 人的成绩`,
    targetType: 'training',
    targetId: trainingId,
    changes,
  })
  tellChanged(tx, trainingId)
  return trainingId
}
