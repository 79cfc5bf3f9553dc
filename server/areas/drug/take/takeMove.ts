// The presses of a round: set out, checked by somebody else, given or refused. The rows of the takes are locked first, so that of
// two who press at once one does it and the other is told who did; whatever takes stock locks the batches after them.

import { createHash } from 'node:crypto'
import { doseText, SET_OUT_HOURS } from '#contract/drug/rounds'
import { type drugTake, TakeTerminal } from '#contract/drug/take'
import { type TakeMove, takeMoves } from '#contract/drug/takeMoves'
import type { DrugTakeData } from '#contract/drug/takeRows'
import { DrugTakeState, type DrugTakeStateValue } from '#contract/drug/useWords'
import type { InputOf } from '#contract/kit/call'
import { HOUR_MS, momentOf, timeText } from '#contract/kit/clock'
import { invalid, Refusal } from '#contract/kit/refusal'
import { codeNames } from '#contract/nursing/careCode'
import { returnToStock, takeFromStock } from '#server/areas/drug/keep/takeFromStock'
import { awayAt } from '#server/areas/nursing/public'
import type { Caller, Tx } from '#server/kit/caller'
import { onConstraint } from '#server/kit/constraints'
import { aloneAt } from './roundSetting.ts'
import { addActs, type NewAct } from './takeActs.ts'
import { type HeldTake, holdOfOne, tellTakes } from './takeRow.ts'

type Calls = typeof drugTake.calls
export type Takes = { takes: DrugTakeData[] }

onConstraint('drug_take_second', () => invalid('摆药人和核对人不能是同一个人，请另一位护士核对', 'takeIds'))
onConstraint('drug_take_once', () => new Refusal('STATE_NOT_ALLOWED', { state: '已有同一时间的服药', act: '再记一次' }))
onConstraint(
  'drug_take_moves',
  () => new Refusal('STATE_NOT_ALLOWED', { state: '已变化', act: '这样做，请刷新后再看' }),
)

/** 美托洛尔片 半片 */
export const drugWords = (take: Pick<HeldTake, 'drugName' | 'dose' | 'unit'>) =>
  `${take.drugName} ${doseText(take.dose, take.unit)}`
export const listed = (takes: readonly HeldTake[]) => takes.map(drugWords).join('、')

/** By whom and when it was done, where somebody was first. */
const stateWords = (take: HeldTake): string => {
  const label = DrugTakeState.label(take.state)
  if (take.doneName && take.doneAt) return `${take.doneName} ${take.doneAt.slice(11, 16)} ${label}`
  return take.setOutName && take.state === DrugTakeState.is.SET_OUT ? `${take.setOutName}${label}` : label
}

/** The state that a move leads to, or a refusal that names the drug and how it stands. */
export function requireMove(take: HeldTake, move: TakeMove): DrugTakeStateValue {
  const { from, to, title } = takeMoves.moves[move]
  if (!from.includes(take.state)) {
    const act = `${title}：${take.oldmanName} ${take.planTime.slice(11, 16)} ${take.drugName}`
    throw new Refusal('STATE_NOT_ALLOWED', { state: stateWords(take), act }, 'takeIds')
  }
  return Array.isArray(to) ? take.state : (to as DrugTakeStateValue)
}

/** Columns that a move writes beside the state. */
type Written = Readonly<Record<string, string | number | boolean | null>>

/** One statement for the takes of a press; names of columns come from here alone. */
export async function writeTakes(
  tx: Tx,
  takes: readonly HeldTake[],
  to: DrugTakeStateValue,
  at: string,
  written: Written,
) {
  const columns = Object.entries(written)
  const set = columns.map(([name], n) => `, ${name} = $${n + 5}`).join('')
  const text = `update drug_take t set state = $3, state_at = $4, version = t.version + 1${set}
where t.org_id = $1 and t.take_id = any($2)`
  await tx.client.query({
    name: `drug_take_${createHash('md5').update(text).digest('hex').slice(0, 16)}`,
    text,
    values: [tx.orgId, takes.map((one) => one.takeId), to, at, ...columns.map(([, value]) => value)],
  })
}

export const actsOf = (
  takes: readonly HeldTake[],
  act: string,
  to: DrugTakeStateValue,
  more: Partial<NewAct> = {},
): NewAct[] => takes.map((one) => ({ takeId: one.takeId, act, fromState: one.state, toState: to, ...more }))

export async function finish(tx: Tx, takes: readonly [HeldTake, ...HeldTake[]], remark: string): Promise<Takes> {
  tx.log({ remark, targetType: 'drugTake', targetId: takes[0].takeId })
  return tellTakes(tx, takes)
}

/** `18:00 王秀兰 203-02` */
const whose = ([first]: readonly [HeldTake, ...HeldTake[]]) =>
  `“${first.oldmanName}”${first.bedName ? ` ${first.bedName}` : ''} ${first.planTime.slice(5, 16)}`

const AWAY = `select ${awayAt('t', '$3::timestamptz')} as away from (select $1::text as org_id, $2::text as oldman_id, $3::timestamptz as plan_time) t`

/** Somebody who is not there can take nothing. */
export async function refuseAway(tx: Tx, take: HeldTake, at: string, act: string): Promise<void> {
  const found = await tx.client.query<{ away: DrugTakeStateValue | null }>({
    name: 'drug_away',
    text: AWAY,
    values: [tx.orgId, take.oldmanId, at],
  })
  const away = found.rows[0]?.away
  if (!away) return
  throw new Refusal('STATE_NOT_ALLOWED', {
    state: DrugTakeState.label(away),
    act: `${act}：${take.oldmanName}如已返回，请先登记返回`,
  })
}

const OUTING = `select u.plan_return as "until", u.actual_return is not null as back, u.oldman_id as "oldmanId" from outing u
where u.org_id = $1 and u.out_id = $2`

/** An outing of this elder that is not over. */
export async function requireOuting(tx: Tx, outId: string, oldmanId: string): Promise<{ until: string }> {
  const found = await tx.client.query<{ until: string; back: boolean; oldmanId: string }>(OUTING, [tx.orgId, outId])
  const outing = found.rows[0]
  if (!outing || outing.oldmanId !== oldmanId) throw new Refusal('NOT_FOUND', { what: '外出单' }, 'outId')
  if (outing.back) throw new Refusal('STATE_NOT_ALLOWED', { state: '已返回', act: '带药外出' }, 'outId')
  return { until: outing.until }
}

export async function setOut(
  tx: Tx,
  who: Caller,
  { takeIds, outId, terminal }: InputOf<Calls['setOut']>,
): Promise<Takes> {
  const takes = await holdOfOne(tx, who, takeIds)
  const now = Date.now()
  const at = timeText(now)
  const outing = outId ? await requireOuting(tx, outId, takes[0].oldmanId) : null
  for (const take of takes) {
    requireMove(take, 'setOut')
    if (outing) {
      if (take.planTime > outing.until)
        throw invalid(`${take.planTime.slice(5, 16)} 的药不在这次外出的日子里`, 'takeIds')
      continue
    }
    if (take.state === DrugTakeState.is.OUT) await refuseAway(tx, take, take.planTime, '摆药')
    if (momentOf(take.planTime) - now > SET_OUT_HOURS * HOUR_MS) {
      throw invalid(`${take.planTime.slice(5, 16)} 的药现在还不能摆，最早提前 ${SET_OUT_HOURS} 小时`, 'takeIds')
    }
  }
  for (const { takeId, oldmanId, drugId, dose } of takes) {
    await takeFromStock(tx, { takeId, oldmanId, drugId, quantity: dose, outing: outing !== null })
  }
  await writeTakes(tx, takes, 'SET_OUT', at, {
    set_out_at: at,
    set_out_by: who.userId,
    drawn: true,
    terminal: terminal ?? 'console',
  })
  await addActs(tx, actsOf(takes, 'setOut', 'SET_OUT', { stock: -1 }), at)
  return finish(tx, takes, `摆药：${whose(takes)} ${listed(takes)}${outing ? '（外出带药）' : ''}`)
}

export async function check(tx: Tx, who: Caller, body: InputOf<Calls['check']>): Promise<Takes> {
  const takes = await holdOfOne(tx, who, body.takeIds)
  const [first] = takes
  if (!codeNames(body.scanned, first)) {
    throw invalid(`扫到的不是${first.oldmanName}的床头码或腕带，请到${first.bedName ?? '老人'}床旁核对本人`, 'scanned')
  }
  if (!body.allRight) throw invalid('药、量、时间、人、途径五项都对，才能放行', 'allRight')
  const at = timeText()
  const own = takes.filter((one) => one.setOutBy === who.userId)
  for (const take of takes) requireMove(take, 'check')
  const alone = own.length > 0
  if (alone) {
    const high = own.find((one) => one.highAlert)
    if (high) throw invalid(`${high.drugName}是高警示药品，必须由另一位护士核对`, 'takeIds')
    if (!(await aloneAt(tx.client, tx.orgId, Date.now()))) {
      throw invalid('这些药是您自己摆的，需要另一位护士核对', 'takeIds')
    }
  }
  const others = takes.filter((one) => one.setOutBy !== who.userId)
  const scanned = body.scanned.trim()
  const written = { checked_at: at, checked_by: who.userId, scanned, terminal: body.terminal ?? 'console' }
  if (own.length > 0) await writeTakes(tx, own, 'CHECKED', at, { ...written, alone: true })
  if (others.length > 0) await writeTakes(tx, others, 'CHECKED', at, written)
  await addActs(tx, actsOf(takes, 'check', 'CHECKED', { words: alone ? '夜间一人核对' : null }), at)
  return finish(tx, takes, `核对：${whose(takes)} ${listed(takes)}，五项相符${alone ? '（夜间一人）' : ''}`)
}

/** When it was given: not later than now, not before it may be given. */
function doneAtOf(take: HeldTake, told: string | null | undefined, now: number): string {
  if (!told) return timeText(now)
  if (momentOf(told) > now + 2 * 60_000) throw invalid('服药时间不能晚于现在', 'doneAt')
  if (told < take.openFrom) throw invalid(`服药时间不能早于 ${take.openFrom.slice(5, 16)}`, 'doneAt')
  return momentOf(told) > now ? timeText(now) : told
}

/** Pressed in time on a tablet without network: it was checked, and only the clock has said since that it was missed. */
const cameLate = (take: HeldTake, doneAt: string, terminal: string) =>
  terminal === TakeTerminal.is.bedside &&
  take.state === DrugTakeState.is.MISSED &&
  take.checkedBy !== null &&
  take.drawn &&
  doneAt <= take.dueUntil

const heardLate = (at: string) => `床旁设备离线，${at.slice(5, 16)} 才上传`

function refuseDealtWith(takes: readonly HeldTake[], act: string): void {
  const dealt = takes.find((one) => one.handledAt)
  if (!dealt) return
  throw new Refusal('STATE_NOT_ALLOWED', { state: '漏服，已处理', act: `${act}：${drugWords(dealt)}` }, 'takeIds')
}

/** What was given in time and heard of late is marked for good, as what is entered late by hand. */
async function giveCameLate(tx: Tx, takes: readonly HeldTake[], at: string, done: Written): Promise<void> {
  refuseDealtWith(takes, '记为已服')
  const words = heardLate(at)
  for (const take of takes) {
    const asked = take.highAlert ? '按时服用，补记' : null
    await writeTakes(tx, [take], requireMove(take, 'late'), at, { ...done, reason: words, late: true, asked })
  }
  await addActs(tx, actsOf(takes, 'late', 'GIVEN', { words }), at)
}

export async function record(tx: Tx, who: Caller, body: InputOf<Calls['add']>): Promise<Takes> {
  const takes = await holdOfOne(tx, who, body.takeIds)
  const [first] = takes
  const now = Date.now()
  const at = timeText(now)
  const doneAt = doneAtOf(first, body.doneAt, now)
  const reason = body.reason?.trim() || null
  if (body.scanned && !codeNames(body.scanned, first)) {
    throw invalid(`扫到的不是${first.oldmanName}的床头码或腕带`, 'scanned')
  }
  const terminal = body.terminal ?? TakeTerminal.is.console
  const done = { done_at: doneAt, done_by: who.userId, recorded_at: at, reason, terminal }
  if (body.result === 'vomited') {
    if (!reason) throw invalid('请写下呕吐的情况', 'reason')
    for (const take of takes) requireMove(take, 'vomit')
    const words = `${reason}${body.seen ? '，看到药片' : ''}`
    // When and by whom it was given stays.
    await writeTakes(tx, takes, 'VOMITED', at, { reason: words })
    await addActs(tx, actsOf(takes, 'vomit', 'VOMITED', { words }), at)
    return finish(tx, takes, `记录呕吐：${whose(takes)} ${listed(takes)}，${words}。请问过医生再处理，不要自行补服`)
  }
  await refuseAway(tx, first, doneAt, body.result === 'given' ? '发药' : '记为拒服')
  if (body.result === 'given') {
    const late = takes.filter((one) => cameLate(one, doneAt, terminal))
    const inTime = takes.filter((one) => !late.includes(one))
    for (const take of takes) {
      if (!late.includes(take)) requireMove(take, 'give')
      if (doneAt < take.openFrom) {
        throw invalid(
          `${take.drugName}计划 ${take.planTime.slice(11, 16)}，${take.openFrom.slice(11, 16)} 以后才能发`,
          'takeIds',
        )
      }
    }
    await writeTakes(tx, inTime, 'GIVEN', at, { ...done, reason: null })
    await addActs(tx, actsOf(inTime, 'give', 'GIVEN'), at)
    await giveCameLate(tx, late, at, done)
    const told = late.length > 0 ? `，其中 ${late.length} 种 ${doneAt.slice(5, 16)} 离线记录，补记` : ''
    return finish(tx, takes, `发药到口：${whose(takes)} ${listed(takes)}${told}`)
  }
  if (!reason) throw invalid('请填写拒服原因', 'reason')
  if (body.opened === null || body.opened === undefined) throw invalid('请说明药是否已拆封', 'opened')
  const late = takes.filter((one) => cameLate(one, doneAt, terminal))
  refuseDealtWith(late, '记为拒服')
  for (const take of takes) {
    requireMove(take, late.includes(take) ? 'refuseLate' : 'refuse')
    if (!take.drawn && body.opened) throw invalid(`${take.drugName}还没有摆出来，不会已拆封`, 'opened')
  }
  const back = takes.filter((one) => one.drawn && !body.opened)
  for (const { takeId, dose } of back) await returnToStock(tx, { takeId, quantity: dose })
  const refused = { ...done, opened: body.opened, ...(body.opened ? {} : { drawn: false }) }
  const inTime = takes.filter((one) => !late.includes(one))
  await writeTakes(tx, inTime, 'REFUSED', at, refused)
  await writeTakes(tx, late, 'REFUSED', at, { ...refused, late: true })
  const words = `${reason}，${body.opened ? '已拆封' : '未拆封，已退回'}`
  await addActs(
    tx,
    takes.map((one) => ({
      ...actsOf([one], 'refuse', 'REFUSED', { words: late.includes(one) ? `${words}；${heardLate(at)}` : words })[0]!,
      stock: back.includes(one) ? 1 : 0,
    })),
    at,
  )
  return finish(tx, takes, `记录拒服：${whose(takes)} ${listed(takes)}，${words}`)
}
