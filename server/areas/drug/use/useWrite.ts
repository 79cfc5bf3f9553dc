// Use settings, written: the elder's row is locked first, as by every move, and the takes to come follow in the same transaction.

import { isQty } from '#contract/drug/drugWords'
import { clocksFault, doseText, isNeeded, TIMES_OF, timesWords, usualClocksOf } from '#contract/drug/rounds'
import { type DrugUseMove, drugUse, drugUseMoves, ManyUses } from '#contract/drug/use'
import { DrugFrequency, DrugRoute, DrugUseState, type DrugUseStateValue } from '#contract/drug/useWords'
import type { InputOf } from '#contract/kit/call'
import { dayText, timeText } from '#contract/kit/clock'
import { invalid, Refusal } from '#contract/kit/refusal'
import { IN_HOUSE, ResidenceStatus } from '#contract/live/resident'
import { requirePictures } from '#server/areas/drug/keep/slipPhotos'
import { setBackTakes, stopTakes } from '#server/areas/drug/take/takeStop'
import { tellTakesChanged, topUpTakes } from '#server/areas/drug/take/takeTopUp'
import { type KnownResident, labelOf, lockResident } from '#server/areas/residents/public'
import type { Caller, Tx } from '#server/kit/caller'
import { onConstraint } from '#server/kit/constraints'
import { refuseStale } from '#server/kit/editing'
import { newId } from '#server/kit/ids'
import type { Scope } from '#server/kit/tenant'
import { inDepts } from '#server/kit/tenant'
import { requireFitting, type Wanted } from './useConflicts.ts'

type Calls = typeof drugUse.calls
type Fields = Omit<InputOf<Calls['add']>, 'oldmanId'>

onConstraint(
  'drug_use_next',
  () => new Refusal('STATE_NOT_ALLOWED', { state: '已被修改', act: '再改一次，请刷新后再看' }),
)

const MOST_DAYS = 400
const ST_MINUTES = 1

const trimmed = (text: string | null | undefined) => text?.trim() || null
const clockNow = (now: number) => timeText(now + ST_MINUTES * 60_000).slice(11, 16)

/** The fields of a form as they are stored: what the frequency asks for, in order, or a refusal that names the field. */
function plain(body: Fields, now: number) {
  const today = dayText(now)
  const { frequency } = body
  const startDate =
    frequency === DrugFrequency.is.ST || frequency === DrugFrequency.is.SOS ? today : (body.startDate ?? today)
  const endDate = body.endDate ?? null
  if (startDate < today) throw invalid('开始日期不能早于今天；以前的用药请写在备注里', 'startDate')
  if (startDate > dayText(now + MOST_DAYS * 86_400_000)) throw invalid('开始日期不能晚于一年以后', 'startDate')
  if (endDate && endDate < startDate) throw invalid('结束日期不能早于开始日期', 'endDate')
  if (!isQty(body.dose)) throw invalid('每次剂量最多三位小数', 'dose')
  const given = body.clocks && body.clocks.length > 0 ? body.clocks : usualClocksOf(frequency, body.timing)
  const clocks = frequency === DrugFrequency.is.ST ? [clockNow(now)] : [...given].sort()
  const weekdays = [...(body.weekdays ?? [])].sort((a, b) => a - b)
  const fault = clocksFault({ frequency, clocks, weekdays })
  if (fault) throw invalid(fault, /天|星期/.test(fault) ? 'weekdays' : 'clocks')
  const prn = frequency === DrugFrequency.is.PRN
  if (prn && !body.neededFor?.trim()) throw invalid('必要时用药要写明什么情况下用', 'neededFor')
  if (prn && !body.leastHours) throw invalid('必要时用药要写明最短间隔', 'leastHours')
  if (prn && !body.mostPerDay) throw invalid('必要时用药要写明 24 小时最多几次', 'mostPerDay')
  return {
    drugId: body.drugId,
    dose: body.dose,
    route: body.route,
    frequency,
    clocks: TIMES_OF[frequency] === 0 ? [] : clocks,
    weekdays,
    timing: body.timing ?? null,
    startDate,
    endDate: frequency === DrugFrequency.is.ST ? startDate : endDate,
    giveHow: trimmed(body.giveHow),
    orderSource: body.orderSource,
    doctor: trimmed(body.doctor),
    sheets: body.sheets && body.sheets.length > 0 ? body.sheets : null,
    remark: trimmed(body.remark),
    neededFor: isNeeded(frequency) ? trimmed(body.neededFor) : null,
    leastHours: prn ? (body.leastHours ?? null) : null,
    mostPerDay: prn ? (body.mostPerDay ?? null) : null,
  }
}
type Plain = ReturnType<typeof plain>

const ADD = `insert into drug_use (org_id, use_id, oldman_id, drug_id, dose, route, frequency, clocks, weekdays, timing, start_date, end_date,
  since, give_how, order_source, doctor, sheets, remark, needed_for, least_hours, most_per_day, instead_of, confirmed, created_by)
values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20, $21, $22, $23, $24)`

interface Began extends Plain {
  oldmanId: string
  since: string
  insteadOf: string | null
  confirmed: string | null
}

async function insertUse(tx: Tx, use: Began): Promise<string> {
  const useId = newId()
  await tx.client.query({
    name: 'drug_use_add',
    text: ADD,
    values: [
      tx.orgId,
      useId,
      use.oldmanId,
      use.drugId,
      use.dose,
      use.route,
      use.frequency,
      use.clocks,
      use.weekdays,
      use.timing,
      use.startDate,
      use.endDate,
      use.since,
      use.giveHow,
      use.orderSource,
      use.doctor,
      use.sheets,
      use.remark,
      use.neededFor,
      use.leastHours,
      use.mostPerDay,
      use.insteadOf,
      use.confirmed,
      tx.by.userId,
    ],
  })
  return useId
}

function requireLiving({ name, status }: KnownResident, act: string): void {
  if (IN_HOUSE.includes(status)) return
  throw new Refusal('STATE_NOT_ALLOWED', { state: `${name}${ResidenceStatus.label(status)}`, act }, 'oldmanId')
}

const NAMED = `select t.drug_name as "drugName", ${labelOf('drug_min_spec', 't.min_unit')} as unit from drug t where t.org_id = $1 and t.drug_id = $2`

/** 美托洛尔片 半片 口服 每日 2 次 08:00 17:00 */
async function inWords(
  tx: Tx,
  use: Pick<Plain, 'drugId' | 'dose' | 'route' | 'frequency' | 'clocks' | 'weekdays' | 'leastHours' | 'mostPerDay'>,
) {
  const found = await tx.client.query<{ drugName: string; unit: string }>({
    name: 'drug_use_named',
    text: NAMED,
    values: [tx.orgId, use.drugId],
  })
  const { drugName, unit } = found.rows[0]!
  return `${drugName} ${doseText(use.dose, unit)} ${DrugRoute.label(use.route)} ${timesWords(use)}`
}

/** Also those who only give: what is stopped must leave their tablets at once. */
async function tell(tx: Tx, several: readonly string[]): Promise<void> {
  const oldmanIds = [...new Set(several)]
  topUpTakes(tx, oldmanIds)
  tx.emit(drugUse.events.changed, { oldmanIds })
  await tellTakesChanged(tx, oldmanIds)
}

const wantedOf = (use: Plain, elder: KnownResident, insteadOf: string | null): Wanted => ({
  ...use,
  oldmanId: elder.oldmanId,
  oldmanName: elder.name,
  insteadOf,
})

/** A day to come begins with its first minute, today with this moment. */
const sinceOf = (use: Plain, at: string) => (use.startDate > at.slice(0, 10) ? `${use.startDate} 00:00:00` : at)

export async function addUse(tx: Tx, who: Caller, body: InputOf<Calls['add']>): Promise<string> {
  const elder = await lockResident(tx, who, body.oldmanId)
  requireLiving(elder, '新增用药')
  const now = Date.now()
  const use = plain(body, now)
  await requirePictures(tx, use.sheets)
  const confirmed = await requireFitting(tx, wantedOf(use, elder, null), body.confirmed)
  const useId = await insertUse(tx, {
    ...use,
    oldmanId: elder.oldmanId,
    since: sinceOf(use, timeText(now)),
    insteadOf: null,
    confirmed,
  })
  const words = await inWords(tx, use)
  tx.log({
    remark: `新增用药：“${elder.name}”${words}，${use.startDate} 起${use.endDate ? `至 ${use.endDate}` : ''}${confirmed ? `；已确认：${confirmed}` : ''}`,
    targetType: 'drugUse',
    targetId: useId,
    changes: { 用药: [null, words] },
  })
  await tell(tx, [elder.oldmanId])
  return useId
}

const OF = 'select oldman_id as "oldmanId" from drug_use where org_id = $1 and use_id = any($2)'
const ELDERS = `select from oldman where org_id = $1 and oldman_id = any($2) order by oldman_id for no key update`
const HOLD = `select t.use_id as "useId", t.oldman_id as "oldmanId", o.oldman_name as "oldmanName", t.drug_id as "drugId", t.dose::float8 as dose,
  t.route, t.frequency, t.clocks, t.weekdays, t.least_hours::float8 as "leastHours", t.most_per_day as "mostPerDay", t.state, t.version
from drug_use t join oldman o on o.org_id = t.org_id and o.oldman_id = t.oldman_id
where t.org_id = $1 and ${inDepts('o', '$2')} and t.use_id = any($3) order by t.use_id for no key update of t`

interface HeldUse
  extends Pick<Plain, 'drugId' | 'dose' | 'route' | 'frequency' | 'clocks' | 'weekdays' | 'leastHours' | 'mostPerDay'> {
  useId: string
  oldmanId: string
  oldmanName: string
  state: DrugUseStateValue
  version: number
}

/** The elders first, in one order, as everybody locks; then the settings. */
async function holdUses(tx: Tx, scope: Scope, useIds: readonly string[]): Promise<HeldUse[]> {
  const ids = [...new Set(useIds)]
  const of = await tx.client.query<{ oldmanId: string }>(OF, [tx.orgId, ids])
  await tx.client.query(ELDERS, [tx.orgId, of.rows.map((one) => one.oldmanId)])
  const held = await tx.client.query<HeldUse>(HOLD, [scope.orgId, scope.deptIds, ids])
  if (held.rows.length < ids.length) throw new Refusal('NOT_FOUND', { what: '用药设置' }, 'useIds')
  return held.rows
}

function requireMove(use: HeldUse, move: DrugUseMove): void {
  drugUseMoves.next(use.state, move, (state) => `${use.oldmanName}，${DrugUseState.label(state)}`)
}

const END = `update drug_use set state = 'ENDED', ended_at = $3, ended_by = $4, end_reason = $5, version = version + 1
where org_id = $1 and use_id = any($2)`
const PAUSE = `update drug_use set state = 'PAUSED', paused_at = $3, pause_reason = $4, version = version + 1 where org_id = $1 and use_id = any($2)`
const RESUME = `update drug_use set state = 'ON', version = version + 1 where org_id = $1 and use_id = any($2)`

async function endUses(tx: Tx, useIds: readonly string[], at: string, reason: string): Promise<string | null> {
  await tx.client.query({ name: 'drug_use_end', text: END, values: [tx.orgId, useIds, at, tx.by.userId, reason] })
  return stopTakes(tx, useIds, reason)
}

/** Ends the setting and begins another: what of today is still to be given, is given as the new one says. */
export async function changeUse(tx: Tx, who: Caller, body: InputOf<Calls['save']>): Promise<string> {
  const [held] = await holdUses(tx, who, [body.useId])
  const elder = await lockResident(tx, who, held!.oldmanId)
  requireLiving(elder, '修改用药')
  requireMove(held!, 'change')
  await refuseStale(tx, body.useId, body.version, held!.version)
  const now = Date.now()
  const at = timeText(now)
  const use = plain(body, now)
  if (use.startDate > at.slice(0, 10))
    throw invalid('修改从现在起生效；以后才用的药，请到时修改或另设一条', 'startDate')
  await requirePictures(tx, use.sheets)
  const confirmed = await requireFitting(tx, wantedOf(use, elder, body.useId), body.confirmed)
  const reason = body.reason.trim()
  const open = await endUses(tx, [body.useId], at, reason)
  const since = open && open < at ? open : at
  const useId = await insertUse(tx, { ...use, oldmanId: elder.oldmanId, since, insteadOf: body.useId, confirmed })
  const [before, after] = [await inWords(tx, held!), await inWords(tx, use)]
  tx.log({
    remark: `修改用药：“${elder.name}”${before} → ${after}，${reason}${confirmed ? `；已确认：${confirmed}` : ''}`,
    targetType: 'drugUse',
    targetId: useId,
    changes: { 用药: [before, after] },
  })
  await tell(tx, [elder.oldmanId])
  return useId
}

const TOUCHED = `select from drug_take t where t.org_id = $1 and t.use_id = $2 and (t.set_out_by is not null or exists (select from drug_take_act a
  where a.org_id = t.org_id and a.take_id = t.take_id) or t.state in ('MISSED', 'OUT', 'HOSPITAL') and t.plan_time < now()) limit 1`

/** Written by mistake. Whatever was planned goes with it; once something happened it can only be ended. */
export async function removeUse(tx: Tx, who: Caller, useId: string): Promise<void> {
  const [held] = await holdUses(tx, who, [useId])
  requireMove(held!, 'remove')
  const touched = await tx.client.query(TOUCHED, [tx.orgId, useId])
  if (touched.rowCount) {
    throw new Refusal('STATE_NOT_ALLOWED', { state: '已有服药记录', act: '删除用药设置，请改用“停用”' })
  }
  const words = await inWords(tx, held!)
  await tx.client.query('delete from drug_use where org_id = $1 and use_id = $2', [tx.orgId, useId])
  tx.log({
    remark: `删除用药设置：“${held!.oldmanName}”${words}`,
    targetType: 'drugUse',
    targetId: useId,
    changes: { 用药: [words, null] },
  })
  await tell(tx, [held!.oldmanId])
}

const ACTS = { end: 'end', pause: 'pause', resume: 'resume' } as const

export async function actOnMany(tx: Tx, who: Caller, body: InputOf<Calls['many']>): Promise<number> {
  if (body.useIds.length === 0) throw invalid('请选择用药设置', 'useIds')
  const reason = body.reason?.trim()
  const label = ManyUses.label(body.act)
  if (body.act !== ManyUses.is.resume && !reason) throw invalid(`请填写${label}原因`, 'reason')
  const held = await holdUses(tx, who, body.useIds)
  for (const use of held) requireMove(use, ACTS[body.act])
  const at = timeText()
  const ids = held.map((one) => one.useId)
  if (body.act === ManyUses.is.end) await endUses(tx, ids, at, reason!)
  else if (body.act === ManyUses.is.pause) {
    await tx.client.query(PAUSE, [tx.orgId, ids, at, reason])
    await setBackTakes(tx, ids, reason!)
  } else await tx.client.query(RESUME, [tx.orgId, ids])
  const words: string[] = []
  for (const use of held.slice(0, 5)) words.push(`“${use.oldmanName}”${await inWords(tx, use)}`)
  const more = held.length > words.length ? ` 等 ${held.length} 条` : ''
  tx.log({
    remark: `${label}用药：${words.join('；')}${more}${reason ? `，${reason}` : ''}`,
    targetType: 'drugUse',
    targetId: ids[0]!,
    changes: { state: [DrugUseState.label(held[0]!.state), label] },
  })
  await tell(
    tx,
    held.map((one) => one.oldmanId),
  )
  return held.length
}
