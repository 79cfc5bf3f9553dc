// Entering, correcting and taking back measurements, and answering for the abnormal ones.

import type pg from 'pg'
import type { InputOf } from '#contract/kit/call'
import { timeText } from '#contract/kit/clock'
import { invalid, notFound, Refusal } from '#contract/kit/refusal'
import { IN_HOUSE, ResidenceStatus } from '#contract/live/resident'
import { RECHECK_MINUTES, type VitalAlertData, type VitalSignData, vital } from '#contract/nursing/vital'
import { worstOf } from '#contract/nursing/vitalJudge'
import { VITAL_FIELDS } from '#contract/nursing/vitalKinds'
import { vitalWords } from '#contract/nursing/vitalWords'
import { lockResident, PAPER_IN_SCOPE, RESIDENT_JOINS } from '#server/areas/residents/public'
import type { Caller, Tx } from '#server/kit/caller'
import { changesBetween, refuseStale } from '#server/kit/editing'
import type { Scope } from '#server/kit/tenant'
import { audienceOf, reviseSign, tellAlert } from './vitalAlert.ts'
import { ALERT_FROM, ALERT_ROW, SIGN_FROM, SIGN_JOINS, SIGN_ROW } from './vitalSql.ts'
import { columnsOf, judgedNow, requirePossible, requireTimely, type SignValues, storeSign } from './vitalStore.ts'

type Input<K extends keyof (typeof vital)['calls']> = InputOf<(typeof vital)['calls'][K]>

const SAID = [
  ...VITAL_FIELDS,
  'glucoseTiming',
  'site',
  'arm',
  'intakeKind',
  'outputKind',
  'stoolShape',
  'remark',
] as const

const valuesOf = (input: Readonly<Record<string, unknown>>) =>
  Object.fromEntries(SAID.flatMap((field) => (input[field] === undefined ? [] : [[field, input[field]]]))) as SignValues

export const withWords = (row: Omit<VitalSignData, 'words'>): VitalSignData => ({ ...row, words: vitalWords(row) })

export async function oneSign(client: pg.Pool | pg.ClientBase, scope: Scope, signId: string): Promise<VitalSignData> {
  const found = await client.query<Omit<VitalSignData, 'words'>>({
    name: 'vital_sign_one',
    text: `select ${SIGN_ROW} from ${SIGN_FROM} ${SIGN_JOINS} where ${PAPER_IN_SCOPE} and t.removed_at is null and t.sign_id = $3`,
    values: [scope.orgId, scope.deptIds, signId],
  })
  if (!found.rows[0]) throw notFound('体征记录')
  return withWords(found.rows[0])
}

const tellChanged = (tx: Tx, signId: string, deptId: string | null) =>
  tx.emit(vital.events.changed, { signId }, audienceOf(deptId))

export async function addSign(tx: Tx, who: Caller, input: Input<'add'>): Promise<VitalSignData> {
  const values = valuesOf(input)
  requirePossible(values)
  const measuredAt = input.measuredAt ?? timeText()
  await requireTimely(tx.client, measuredAt)
  const elder = await lockResident(tx, who, input.oldmanId)
  if (!IN_HOUSE.includes(elder.status)) {
    const state = ResidenceStatus.label(elder.status)
    throw invalid(`${elder.name}当前“${state}”，不在院内居住，不能录入体征`, 'oldmanId')
  }
  const stored = await storeSign(tx.client, {
    orgId: tx.orgId,
    oldmanId: elder.oldmanId,
    measuredAt,
    values,
    source: input.table === 1 ? 'table' : 'entered',
    worker: tx.by,
    device: null,
  })
  const { signId, change } = stored!
  const row = await oneSign(tx.client, who, signId)
  tx.log({
    remark: `录入“${elder.name}”的体征：${row.words}`,
    targetType: 'vitalSign',
    targetId: signId,
  })
  tellChanged(tx, signId, elder.deptId)
  await tellAlert(tx, change, elder)
  return row
}

interface HeldSign {
  row: VitalSignData
  elder: { oldmanId: string; name: string; deptId: string | null }
}

/** The elder is locked first, as everywhere: whoever measures the same elder waits. */
async function holdSign(tx: Tx, who: Scope, signId: string): Promise<HeldSign> {
  const { oldmanId } = await oneSign(tx.client, who, signId)
  const elder = await lockResident(tx, who, oldmanId)
  return { row: await oneSign(tx.client, who, signId), elder }
}

const logged = (row: VitalSignData) =>
  Object.fromEntries([...SAID, 'measuredAt' as const].map((field) => [field, row[field]]))

/** Fields that are not sent stay as they are; the earlier values stand in the log. */
export async function saveSign(tx: Tx, who: Caller, input: Input<'save'>): Promise<VitalSignData> {
  const { signId, version } = input
  if (!signId) throw invalid('请指明要更正的体征记录', 'signId')
  const { row: before, elder } = await holdSign(tx, who, signId)
  await refuseStale(tx, signId, version, before.version)
  const values = { ...valuesOf(before), ...valuesOf(input) }
  requirePossible(values)
  const measuredAt = input.measuredAt ?? before.measuredAt
  if (measuredAt !== before.measuredAt) await requireTimely(tx.client, measuredAt)
  const sign = { orgId: tx.orgId, oldmanId: elder.oldmanId, signId, measuredAt }
  const judged = await judgedNow(tx.client, { ...sign, values })
  const columns = {
    measured_at: measuredAt,
    ...columnsOf(values),
    grade: worstOf(judged),
    judged: JSON.stringify(judged),
  }
  await tx.client.query({
    name: 'vital_sign_save',
    text: `update vital_sign set ${Object.keys(columns)
      .map((name, i) => `${name} = $${i + 3}`)
      .join(', ')}, version = version + 1 where org_id = $1 and sign_id = $2`,
    values: [tx.orgId, signId, ...Object.values(columns)],
  })
  const change = await reviseSign(tx.client, { ...sign, judged }, before.judged as never, '数据更正后正常')
  const after = await oneSign(tx.client, who, signId)
  tx.log({
    remark: `更正“${elder.name}” ${before.measuredAt.slice(0, 16)} 的体征：${before.words} 改为 ${after.words}`,
    targetType: 'vitalSign',
    targetId: signId,
    changes: changesBetween(logged(before), logged(after)),
  })
  tellChanged(tx, signId, elder.deptId)
  await tellAlert(tx, change, elder)
  return after
}

/** It goes out of sight with its reason; the row stays. */
export async function removeSign(tx: Tx, who: Caller, signId: string, reason: string | null): Promise<void> {
  const { row, elder } = await holdSign(tx, who, signId)
  const why = reason?.trim()
  if (!why) throw invalid('请填写作废原因', 'reason')
  await tx.client.query({
    name: 'vital_sign_remove',
    text: `update vital_sign set removed_at = now(), removed_by = $3, removed_why = $4, version = version + 1
      where org_id = $1 and sign_id = $2`,
    values: [tx.orgId, signId, tx.by.name, why],
  })
  const { oldmanId, measuredAt } = row
  const sign = { orgId: tx.orgId, oldmanId, signId, measuredAt, judged: [] }
  const change = await reviseSign(tx.client, sign, row.judged as never, `体征记录已作废：${why}`)
  tx.log({
    remark: `作废“${elder.name}” ${measuredAt.slice(0, 16)} 的体征：${row.words}，原因：${why}`,
    targetType: 'vitalSign',
    targetId: signId,
    changes: changesBetween(logged(row), null),
  })
  tellChanged(tx, signId, elder.deptId)
  await tellAlert(tx, change, elder)
}

export async function oneAlert(client: pg.Pool | pg.ClientBase, scope: Scope, alertId: string) {
  const found = await client.query<VitalAlertData>({
    name: 'vital_alert_one',
    text: `select ${ALERT_ROW} from ${ALERT_FROM} ${RESIDENT_JOINS} where ${PAPER_IN_SCOPE} and t.alert_id = $3`,
    values: [scope.orgId, scope.deptIds, alertId],
  })
  if (!found.rows[0]) throw notFound('异常体征')
  return found.rows[0]
}

/** What was done about it. Unless it is to be measured again, it ends here. */
export async function answerAlert(tx: Tx, who: Caller, input: Input<'answer'>): Promise<VitalAlertData> {
  const { oldmanId } = await oneAlert(tx.client, who, input.alertId)
  const elder = await lockResident(tx, who, oldmanId)
  const before = await oneAlert(tx.client, who, input.alertId)
  await refuseStale(tx, input.alertId, input.version, before.version)
  if (before.state === 'CLOSED') throw new Refusal('STATE_NOT_ALLOWED', { state: '已结束', act: '再处理' })
  // Measured again already and normal: nothing is left to wait for.
  const waits = input.recheck && before.recheckedAt === null
  await tx.client.query({
    name: 'vital_alert_answer',
    text: `update vital_alert set note = $3, answered_by = $4, answered_name = $5, answered_at = now(),
      state = case when $6 then 'ANSWERED' else 'CLOSED' end, recheck_by = case when $6 then now() + interval '${RECHECK_MINUTES} minutes' end,
      closed_at = case when $6 then null else now() end, closed_why = case when $6 then null else $7 end,
      version = version + 1 where org_id = $1 and alert_id = $2`,
    values: [
      tx.orgId,
      input.alertId,
      input.note.trim(),
      tx.by.userId,
      tx.by.name,
      waits,
      before.recheckedAt === null ? '已处理，不需复测' : '已处理，复测正常',
    ],
  })
  const after = await oneAlert(tx.client, who, input.alertId)
  tx.log({
    remark: `处理“${elder.name}”的异常体征（${before.reasons}）：${input.note.trim()}`,
    targetType: 'vitalAlert',
    targetId: input.alertId,
    changes: changesBetween({ state: before.state, note: before.note }, { state: after.state, note: after.note }),
  })
  tx.emit(vital.events.alert, { alertId: after.alertId, state: after.state }, audienceOf(elder.deptId))
  return after
}
