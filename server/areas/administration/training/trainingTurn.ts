// From one state to another: signing in begins, the training ends with everybody decided and certificates numbered, is opened
// again with a reason, or is cancelled, which everybody on its list is told.
import { randomBytes } from 'node:crypto'
import type { training } from '#contract/administration/training'
import { type TrainingMove, TrainingState, trainingMoves } from '#contract/administration/trainingWords'
import type { InputOf } from '#contract/kit/call'
import { HOUR_MS, momentOf } from '#contract/kit/clock'
import { invalid } from '#contract/kit/refusal'
import { onceOf } from '#server/areas/platform/public'
import type { Caller, Tx } from '#server/kit/caller'
import { nextNos } from '#server/kit/numbers'
import { BY_SCORE } from './trainingSql.ts'
import { type HeldTraining, holdTraining, namesOf, tellChanged, tellInvited } from './trainingWrite.ts'

type Calls = (typeof training)['calls']

/** Signing in begins so long before the training at the earliest. */
const EARLIEST_HOURS = 12

const TURN = `update training set state = $3, cancel_reason = $4, sign_secret = coalesce(sign_secret, $5), version = version + 1
where org_id = $1 and training_id = $2`

interface Turn {
  move: TrainingMove
  reason?: string
  note?: string
}

async function turn(tx: Tx, row: HeldTraining, { move, reason, note = '' }: Turn): Promise<string> {
  const to = trainingMoves.next(row.state, move, TrainingState.label)
  await tx.client.query({
    name: 'training_turn',
    text: TURN,
    values: [
      tx.orgId,
      row.trainingId,
      to,
      move === 'cancel' ? reason : null,
      move === 'start' ? randomBytes(32).toString('hex') : null,
    ],
  })
  tx.log({
    remark: `${trainingMoves.moves[move].title}“${row.title}”${note}${reason ? `：${reason}` : ''}`,
    targetType: 'training',
    targetId: row.trainingId,
    changes: { state: [TrainingState.label(row.state), TrainingState.label(to)] },
  })
  tellChanged(tx, row.trainingId)
  return row.trainingId
}

export async function startTraining(tx: Tx, who: Caller, input: InputOf<Calls['start']>): Promise<string> {
  const row = await holdTraining(tx, who, { ...input, move: 'start' })
  if (momentOf(row.startAt) - Date.now() > EARLIEST_HOURS * HOUR_MS) {
    throw invalid(`培训定在 ${row.startAt.slice(0, 16)}，还没有到；提前办的请先修改时间，名单里的人会收到通知`)
  }
  return turn(tx, row, { move: 'start' })
}

const COUNTED = `select count(p.signed_at)::int as signed from training_person p where p.org_id = $1 and p.training_id = $2`
const UNDECIDED = `select p.emp_name as name from training_person p join training t on t.org_id = p.org_id and t.training_id = p.training_id
where p.org_id = $1 and p.training_id = $2 and p.signed_at is not null and p.passed is null and (${BY_SCORE}) is null order by p.emp_id`
const DECIDE = `update training_person p set passed = ${BY_SCORE}, version = p.version + 1
from training t where t.org_id = $1 and t.training_id = $2 and p.org_id = t.org_id and p.training_id = t.training_id
  and p.signed_at is not null and p.passed is null`
/** Whoever no longer passes has no certificate; the number is not given to anybody else. */
const WITHDRAW = `update training_person p set certificate_no = null, version = p.version + 1 where p.org_id = $1 and p.training_id = $2
  and p.certificate_no is not null and (p.passed is not true or not $3::boolean)`
const EARNED = `select p.emp_id as id from training_person p where p.org_id = $1 and p.training_id = $2 and p.passed and p.certificate_no is null
order by p.signed_at, p.emp_id`
const CERTIFY = `update training_person p set certificate_no = x.no, version = p.version + 1
from unnest($3::text[], $4::text[]) as x(id, no) where p.org_id = $1 and p.training_id = $2 and p.emp_id = x.id`

export const CERTIFICATE_PREFIX = 'PX'

export async function finishTraining(tx: Tx, who: Caller, input: InputOf<Calls['finish']>): Promise<string> {
  const row = await holdTraining(tx, who, { ...input, move: 'finish' })
  const values = [who.orgId, row.trainingId]
  const counted = await tx.client.query<{ signed: number }>({ name: 'training_counted', text: COUNTED, values })
  if (counted.rows[0]!.signed === 0) throw invalid('还没有人签到，请先登记签到；没有办成的请取消培训')
  const open = await tx.client.query<{ name: string }>({ name: 'training_undecided', text: UNDECIDED, values })
  if (open.rows.length > 0) {
    throw invalid(`${namesOf(open.rows)}已签到但没有成绩，请录入成绩，或在成绩表里判定合格、不合格`)
  }
  await tx.client.query({ name: 'training_decide', text: DECIDE, values })
  await tx.client.query({
    name: 'training_withdraw',
    text: WITHDRAW,
    values: [...values, row.certificate !== null],
  })
  let certified = 0
  if (row.certificate !== null) {
    const earned = await tx.client.query<{ id: string }>({ name: 'training_earned', text: EARNED, values })
    const ids = earned.rows.map((one) => one.id)
    certified = ids.length
    if (certified > 0) {
      const numbers = await nextNos(tx, CERTIFICATE_PREFIX, certified)
      await tx.client.query({ name: 'training_certify', text: CERTIFY, values: [...values, ids, numbers] })
    }
  }
  const note = `，${counted.rows[0]!.signed} 人签到${certified > 0 ? `，发证 ${certified} 张` : ''}`
  return turn(tx, row, { move: 'finish', note })
}

export async function reopenTraining(tx: Tx, who: Caller, input: InputOf<Calls['reopen']>): Promise<string> {
  const row = await holdTraining(tx, who, { ...input, move: 'reopen' })
  return turn(tx, row, { move: 'reopen', reason: input.reason.trim() })
}

export async function cancelTraining(tx: Tx, who: Caller, input: InputOf<Calls['cancel']>): Promise<string> {
  const row = await holdTraining(tx, who, { ...input, move: 'cancel' })
  const reason = input.reason.trim()
  await tellInvited(tx, row, {
    title: `培训取消：${row.title}`,
    content: `原定 ${row.startAt.slice(0, 16)}。原因：${reason}`,
    once: onceOf('training.cancelled', row.trainingId),
  })
  return turn(tx, row, { move: 'cancel', reason })
}
