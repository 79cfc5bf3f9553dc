// What is done with a take afterwards: taken back within minutes, tried again, put back into its box, recorded late, and dealt
// with where it was refused, thrown up or missed. Every act leaves its trace.

import { UNDO_MINUTES } from '#contract/drug/rounds'
import type { drugTake } from '#contract/drug/take'
import { UNDO_MOVES } from '#contract/drug/takeMoves'
import { DrugTakeState, type DrugTakeStateValue } from '#contract/drug/useWords'
import type { InputOf } from '#contract/kit/call'
import { momentOf, timeText } from '#contract/kit/clock'
import { invalid, Refusal } from '#contract/kit/refusal'
import { UserStatus } from '#contract/platform/user'
import { returnToStock, takeFromStock } from '#server/areas/drug/keep/takeFromStock'
import type { Caller, Tx } from '#server/kit/caller'
import { newId } from '#server/kit/ids'
import { aloneAt } from './roundSetting.ts'
import { addActs } from './takeActs.ts'
import { actsOf, drugWords, finish, listed, refuseAway, requireMove, type Takes, writeTakes } from './takeMove.ts'
import { type HeldTake, holdOfOne, holdTakes } from './takeRow.ts'

type Calls = typeof drugTake.calls

const LAST = `select distinct on (a.take_id) a.take_id as "takeId", a.step, a.act, a.from_state as "fromState", a.to_state as "toState",
  a.at, a.by, a.stock from drug_take_act a where a.org_id = $1 and a.take_id = any($2) and a.act not in ('effect', 'handle')
order by a.take_id, a.step desc`

interface LastAct {
  takeId: string
  step: number
  act: string
  fromState: DrugTakeStateValue
  toState: DrugTakeStateValue
  at: string
  by: string | null
  stock: number
}

const UNDOABLE = ['check', 'give', 'refuse', 'vomit', 'late']
const NOT_DONE = { done_at: null, done_by: null, recorded_at: null, reason: null }
const NOT_CHECKED = { checked_at: null, checked_by: null, scanned: null, alone: false }
const NOT_SET_OUT = { set_out_at: null, set_out_by: null, drawn: false }

/** The columns as they were before an act. */
async function takenBack(tx: Tx, take: HeldTake, last: LastAct) {
  if (last.act === 'check') return NOT_CHECKED
  if (last.act === 'vomit') return { reason: null }
  if (last.act === 'refuse') {
    if (last.stock > 0) {
      const { takeId, oldmanId, drugId, dose } = take
      await takeFromStock(tx, { takeId, oldmanId, drugId, quantity: dose })
    }
    return { ...NOT_DONE, opened: null, late: false, drawn: last.stock > 0 || take.drawn }
  }
  if (last.act === 'late') {
    const late = { ...NOT_DONE, late: false, together_no: null, asked: null }
    if (last.stock === 0) return late
    await returnToStock(tx, { takeId: take.takeId, quantity: take.dose })
    return { ...late, ...NOT_CHECKED, ...NOT_SET_OUT }
  }
  return NOT_DONE
}

export async function undo(tx: Tx, who: Caller, { takeIds }: InputOf<Calls['undo']>): Promise<Takes> {
  const takes = await holdOfOne(tx, who, takeIds)
  const now = Date.now()
  const at = timeText(now)
  const found = await tx.client.query<LastAct>({
    name: 'drug_last_act',
    text: LAST,
    values: [tx.orgId, takes.map((one) => one.takeId)],
  })
  const lasts = new Map(found.rows.map((one) => [one.takeId, one]))
  for (const take of takes) {
    const last = lasts.get(take.takeId)
    const state = DrugTakeState.label(take.state)
    const act = `撤销：${take.oldmanName} ${drugWords(take)}`
    if (!last || !UNDOABLE.includes(last.act) || last.toState !== take.state)
      throw new Refusal('STATE_NOT_ALLOWED', { state, act })
    if (!UNDO_MOVES.some(([from, to]) => from === take.state && to === last.fromState)) {
      throw new Refusal('STATE_NOT_ALLOWED', { state, act })
    }
    if (take.handledAt) throw new Refusal('STATE_NOT_ALLOWED', { state: `${state}，已处理`, act })
    if (last.by !== who.userId)
      throw new Refusal('STATE_NOT_ALLOWED', { state: `${state}，由他人记录`, act: `${act}，只能由本人撤销` })
    if (now - momentOf(last.at) > UNDO_MINUTES * 60_000) {
      throw new Refusal('STATE_NOT_ALLOWED', {
        state: `${last.at.slice(11, 16)} ${state}`,
        act: `${act}：已超过 ${UNDO_MINUTES} 分钟`,
      })
    }
    const columns = await takenBack(tx, take, last)
    await writeTakes(tx, [take], last.fromState, at, columns)
    await addActs(tx, actsOf([take], 'undo', last.fromState, { stock: -last.stock, undoes: last.step }), at)
  }
  return finish(
    tx,
    takes,
    `撤销“${takes[0].oldmanName}”${takes[0].planTime.slice(5, 16)} ${listed(takes)}的“${DrugTakeState.label(takes[0].state)}”`,
  )
}

const OPENED = '已拆封的作废，另取'

/** After a refusal, within the time in which it may still be given: what is opened is gone, so all is set out anew. */
export async function retry(tx: Tx, who: Caller, { takeIds }: InputOf<Calls['retry']>): Promise<Takes> {
  const takes = await holdOfOne(tx, who, takeIds)
  const at = timeText()
  for (const take of takes) {
    requireMove(take, 'retry')
    if (take.lateUntil < at) {
      throw invalid(`${take.drugName}已过 ${take.lateUntil.slice(5, 16)}，不再补服，请按下一次服药`, 'takeIds')
    }
    if (take.handledAt) throw new Refusal('STATE_NOT_ALLOWED', { state: '拒服，已处理', act: `再试：${take.drugName}` })
  }
  for (const take of takes) {
    const due: Record<string, string> = take.dueUntil < at ? { due_until: take.lateUntil } : {}
    const fresh = { ...NOT_DONE, ...NOT_CHECKED, ...NOT_SET_OUT, opened: null, late: false }
    await writeTakes(tx, [take], 'WAITING', at, { ...fresh, ...due })
    await tx.client.query('update drug_take t set tries = t.tries + 1 where t.org_id = $1 and t.take_id = $2', [
      tx.orgId,
      take.takeId,
    ])
  }
  // What was open is gone for good; it stays on the account of this take.
  const acts = takes.map((one) => ({ ...actsOf([one], 'retry', 'WAITING')[0]!, words: one.drawn ? OPENED : null }))
  await addActs(tx, acts, at)
  return finish(tx, takes, `再试：“${takes[0].oldmanName}”${listed(takes)}，重新摆药`)
}

/** Unopened, out of the cup and into its box. What was missed after it was set out, too. */
export async function putBack(tx: Tx, who: Caller, body: InputOf<Calls['putBack']>): Promise<Takes> {
  const takes = await holdOfOne(tx, who, body.takeIds)
  const at = timeText()
  const words = body.reason?.trim() || null
  for (const take of takes) {
    const missed = take.state === DrugTakeState.is.MISSED
    requireMove(take, missed ? 'returned' : 'putBack')
    if (!take.drawn) throw new Refusal('STATE_NOT_ALLOWED', { state: '药已在药盒里', act: `收回：${drugWords(take)}` })
    await returnToStock(tx, { takeId: take.takeId, quantity: take.dose })
    const to = missed ? DrugTakeState.is.MISSED : DrugTakeState.is.WAITING
    await writeTakes(tx, [take], to, at, { ...NOT_CHECKED, ...NOT_SET_OUT })
    await addActs(tx, actsOf([take], 'putBack', to, { stock: 1, words }), at)
  }
  return finish(tx, takes, `收回药盒：“${takes[0].oldmanName}”${listed(takes)}${words ? `，${words}` : ''}`)
}

const STAFF = `select a.user_id as "userId" from account a where a.org_id = $1 and a.user_id = any($2) and a.user_status = ${UserStatus.is.enabled}`

async function requireStaff(tx: Tx, field: string, userId: string | null | undefined): Promise<void> {
  if (!userId) return
  const found = await tx.client.query(STAFF, [tx.orgId, [userId]])
  if (!found.rowCount) throw new Refusal('NOT_FOUND', { what: field === 'checkedBy' ? '核对人' : '摆药人' }, field)
}

/** Given late, or given in time and recorded late. Half the time to the next one is the limit: never a double dose. */
export async function recordLate(tx: Tx, who: Caller, body: InputOf<Calls['late']>): Promise<Takes> {
  const takes = await holdOfOne(tx, who, body.takeIds)
  const [first] = takes
  const now = Date.now()
  const at = timeText(now)
  if (momentOf(body.doneAt) > now) throw invalid('实际服药时间不能晚于现在', 'doneAt')
  await requireStaff(tx, 'setOutBy', body.setOutBy)
  await requireStaff(tx, 'checkedBy', body.checkedBy)
  await refuseAway(tx, first, body.doneAt, '补记')
  const reason = body.reason.trim()
  const together = takes.length > 1 ? newId() : null
  const nightAlone = body.checkedBy ? await aloneAt(tx.client, tx.orgId, momentOf(body.doneAt)) : false
  for (const take of takes) {
    requireMove(take, 'late')
    if (take.handledAt) throw new Refusal('STATE_NOT_ALLOWED', { state: '漏服，已处理', act: `补记：${take.drugName}` })
    if (body.doneAt < take.openFrom) throw invalid(`实际服药时间不能早于 ${take.openFrom.slice(5, 16)}`, 'doneAt')
    if (body.doneAt > take.lateUntil) {
      throw invalid(
        `${take.drugName}过了 ${take.lateUntil.slice(5, 16)} 就不能补服，请记录漏服的处理，按下一次服药`,
        'doneAt',
      )
    }
    if (take.highAlert && body.doneAt > take.dueUntil && !body.asked?.trim()) {
      throw invalid(`${take.drugName}是高警示药品，过时服用要先请示医生，请填写请示的医生`, 'asked')
    }
    const setOutBy = take.setOutBy ?? body.setOutBy ?? who.userId
    const checkedBy = take.checkedBy ?? body.checkedBy
    if (!checkedBy) throw invalid('请填写核对人', 'checkedBy')
    const alone = checkedBy === setOutBy
    if (alone && (take.highAlert || !nightAlone)) throw invalid('摆药人和核对人不能是同一个人', 'checkedBy')
    const { takeId, oldmanId, drugId, dose } = take
    if (!take.drawn)
      await takeFromStock(tx, { takeId, oldmanId, drugId, quantity: dose, day: body.doneAt.slice(0, 10) })
    await writeTakes(tx, [take], 'GIVEN', at, {
      done_at: body.doneAt,
      done_by: who.userId,
      recorded_at: at,
      reason,
      late: true,
      together_no: together,
      asked: body.asked?.trim() || (take.highAlert ? '按时服用，补记' : null),
      drawn: true,
      ...(take.setOutBy ? {} : { set_out_by: setOutBy, set_out_at: body.doneAt }),
      ...(take.checkedBy ? {} : { checked_by: checkedBy, checked_at: body.doneAt, alone }),
    })
    await addActs(tx, actsOf([take], 'late', 'GIVEN', { words: reason, stock: take.drawn ? 0 : -1 }), at)
  }
  return finish(
    tx,
    takes,
    `补记服药：“${first.oldmanName}”${first.planTime.slice(5, 16)} ${listed(takes)}，${body.doneAt.slice(5, 16)} 已服，${reason}`,
  )
}

const REFUSALS = `select t.use_id as "useId", count(*)::int as running from (
  select k.use_id, k.state, row_number() over (partition by k.use_id order by k.plan_time desc) as n from drug_take k
  where k.org_id = $1 and k.use_id = any($2) and k.plan_time <= $3 and k.plan_time > $3::timestamptz - interval '31 days'
    and k.state in ('GIVEN', 'REFUSED', 'VOMITED', 'MISSED')) t
where t.n <= 3 and t.state = 'REFUSED' group by t.use_id having count(*) = 3`

/** So many refusals of one drug, one after the other, are told to doctor and family. */
const MOST_REFUSALS = 3

/** What was done about it. High-alert drugs and the third refusal running go to the doctor and to the family. */
export async function handle(tx: Tx, who: Caller, body: InputOf<Calls['handle']>): Promise<Takes> {
  const takes = (await holdTakes(tx, who, body.takeIds)) as [HeldTake, ...HeldTake[]]
  const at = timeText()
  for (const take of takes) {
    requireMove(take, 'handle')
    if (take.handledAt)
      throw new Refusal('STATE_NOT_ALLOWED', { state: '已处理', act: `再处理：${take.oldmanName} ${drugWords(take)}` })
  }
  const told = Boolean(body.toldDoctor && body.toldFamily)
  const high = takes.find((one) => one.highAlert)
  if (high && !told)
    throw invalid(
      `${high.drugName}是高警示药品，要告知医生和家属后再处理`,
      body.toldDoctor ? 'toldFamily' : 'toldDoctor',
    )
  const useIds = takes.flatMap((one) => (one.state === DrugTakeState.is.REFUSED ? one.useId : []))
  const running = await tx.client.query<{ useId: string }>(REFUSALS, [
    tx.orgId,
    useIds,
    takes
      .map((one) => one.planTime)
      .sort()
      .at(-1),
  ])
  const often = takes.find((one) => running.rows.some((row) => row.useId === one.useId))
  if (often && !told) {
    throw invalid(
      `${often.oldmanName}已连续 ${MOST_REFUSALS} 次拒服${often.drugName}，要告知医生和家属后再处理`,
      body.toldDoctor ? 'toldFamily' : 'toldDoctor',
    )
  }
  const words = body.handling.trim()
  for (const take of takes) {
    await writeTakes(tx, [take], take.state, at, {
      handled_at: at,
      handled_by: who.userId,
      handling: words,
      told_doctor: body.toldDoctor ?? false,
      told_family: body.toldFamily ?? false,
    })
    await addActs(tx, actsOf([take], 'handle', take.state, { words }), at)
  }
  const names = [...new Set(takes.map((one) => one.oldmanName))].join('、')
  return finish(tx, takes, `处理${DrugTakeState.label(takes[0].state)}：${names} ${listed(takes)}，${words}`)
}
