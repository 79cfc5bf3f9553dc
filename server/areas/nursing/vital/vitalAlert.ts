// Abnormal signs are followed: one alert of an elder stands until somebody has answered for it and what was abnormal has
// been measured again, or somebody says that this is not needed. Whoever calls holds the elder's row.

import type pg from 'pg'
import { RECHECK_MINUTES, VITAL_NEEDS, type VitalAlertState, vital } from '#contract/nursing/vital'
import { type VitalJudged, worse, worstOf } from '#contract/nursing/vitalJudge'
import type { VitalGradeValue } from '#contract/nursing/vitalKinds'
import { notify, peopleWith, staffFirst } from '#server/areas/platform/public'
import type { Tx } from '#server/kit/caller'
import { newId } from '#server/kit/ids'

type State = (typeof VitalAlertState.list)[number]['value']

interface OpenAlert {
  alertId: string
  signId: string | null
  grade: VitalGradeValue
  judged: VitalJudged[]
  state: State
  note: string | null
  /** When that was measured which it goes back to. */
  lastAt: string | null
}

/** What is to be told once it is stored. */
export interface AlertChange {
  alertId: string
  state: State
  oldmanId: string
  /** Nurses are told at once, with this text; null: the list is enough. */
  urgent: string | null
  /** Of what was measured now. */
  grade: VitalGradeValue
}

export interface MeasuredSign {
  orgId: string
  oldmanId: string
  /** None where a sum of a day is judged. */
  signId: string | null
  measuredAt: string
  judged: readonly VitalJudged[]
}

/** Typed in later than this after it was measured, it is marked but calls nobody. */
const CALLS_HOURS = 24

const OPEN = `select t.alert_id as "alertId", t.sign_id as "signId", t.grade, t.judged, t.state, t.note, s.measured_at as "lastAt"
from vital_alert t left join vital_sign s on s.org_id = t.org_id and s.sign_id = t.sign_id
where t.org_id = $1 and t.oldman_id = $2 and t.state <> 'CLOSED' for update of t`

async function openAlert(client: pg.ClientBase, orgId: string, oldmanId: string): Promise<OpenAlert | null> {
  const found = await client.query<OpenAlert>({ name: 'vital_alert_open', text: OPEN, values: [orgId, oldmanId] })
  return found.rows[0] ?? null
}

const isBad = (one: VitalJudged) => one.grade !== 'normal'
const toTell = (judged: readonly VitalJudged[]) => judged.some((one) => one.tell)
const words = (judged: readonly VitalJudged[]) => judged.map((one) => one.text).join('；')

async function raise(
  client: pg.ClientBase,
  sign: MeasuredSign,
  bad: readonly VitalJudged[],
): Promise<AlertChange | null> {
  const alertId = newId()
  const grade = worstOf(bad)
  const made = await client.query({
    name: 'vital_alert_add',
    text: `insert into vital_alert (org_id, alert_id, oldman_id, sign_id, grade, judged, recheck_by)
      select $1, $2, $3, $4, $5, $6::jsonb, now() + make_interval(mins => $7)
      where $8::timestamptz > now() - make_interval(hours => ${CALLS_HOURS})`,
    values: [
      sign.orgId,
      alertId,
      sign.oldmanId,
      sign.signId,
      grade,
      JSON.stringify(bad),
      RECHECK_MINUTES,
      sign.measuredAt,
    ],
  })
  if (made.rowCount === 0) return null
  return {
    alertId,
    state: 'OPEN',
    oldmanId: sign.oldmanId,
    urgent: grade === 'red' || toTell(bad) ? words(bad) : null,
    grade,
  }
}

async function close(client: pg.ClientBase, orgId: string, alertId: string, why: string): Promise<State> {
  await client.query({
    name: 'vital_alert_close',
    text: `update vital_alert set state = 'CLOSED', closed_at = now(), closed_why = $3, recheck_by = null,
      version = version + 1 where org_id = $1 and alert_id = $2`,
    values: [orgId, alertId, why],
  })
  return 'CLOSED'
}

/** Everything that was abnormal is normal now. */
async function rechecked(client: pg.ClientBase, alert: OpenAlert, sign: MeasuredSign): Promise<State> {
  if (alert.grade === 'yellow' || alert.note !== null) {
    return close(client, sign.orgId, alert.alertId, '复测正常')
  }
  await client.query({
    name: 'vital_alert_rechecked',
    text: `update vital_alert set rechecked_at = $3, recheck_by = null, version = version + 1
      where org_id = $1 and alert_id = $2`,
    values: [sign.orgId, alert.alertId, sign.measuredAt],
  })
  return alert.state
}

interface NextAlert {
  judged: readonly VitalJudged[]
  grade: VitalGradeValue
  signId: string | null
  /** It was measured abnormal once more: somebody has to look again. */
  again: boolean
}

async function update(client: pg.ClientBase, orgId: string, alert: OpenAlert, next: NextAlert): Promise<State> {
  await client.query({
    name: 'vital_alert_next',
    text: `update vital_alert set judged = $3::jsonb, grade = $4, sign_id = $5, version = version + 1,
      times = times + case when $6 then 1 else 0 end, state = case when $6 then 'OPEN' else state end,
      rechecked_at = case when $6 then null else rechecked_at end,
      recheck_by = case when $6 then now() + make_interval(mins => $7) else recheck_by end
      where org_id = $1 and alert_id = $2`,
    values: [orgId, alert.alertId, JSON.stringify(next.judged), next.grade, next.signId, next.again, RECHECK_MINUTES],
  })
  return next.again ? 'OPEN' : alert.state
}

/** A new measurement: it raises an alert, adds to the open one, or is the recheck that ends it. */
export async function followSign(client: pg.ClientBase, sign: MeasuredSign): Promise<AlertChange | null> {
  const bad = sign.judged.filter(isBad)
  const alert = await openAlert(client, sign.orgId, sign.oldmanId)
  if (!alert) return bad.length === 0 ? null : raise(client, sign, bad)
  // What was measured before the abnormal value says nothing about it; people tell times by the minute.
  const earlier = alert.lastAt !== null && sign.measuredAt.slice(0, 16) < alert.lastAt.slice(0, 16)
  if (earlier && bad.length === 0) return null
  const measured = new Set(sign.judged.map((one) => one.field))
  const next = [...alert.judged.filter((one) => !measured.has(one.field)), ...bad]
  if (next.length === alert.judged.length && bad.length === 0) return null
  const told = { alertId: alert.alertId, oldmanId: sign.oldmanId }
  if (next.length === 0) return { ...told, state: await rechecked(client, alert, sign), urgent: null, grade: 'normal' }
  const worst = worstOf(next)
  const grade = alert.note === null ? worse(alert.grade, worst) : worst
  const again = bad.length > 0
  const state = await update(client, sign.orgId, alert, {
    judged: next,
    grade,
    signId: again ? sign.signId : alert.signId,
    again,
  })
  return {
    ...told,
    state,
    urgent:
      (again && worst === 'red' && alert.grade !== 'red') || (toTell(bad) && !toTell(alert.judged)) ? words(bad) : null,
    grade: worst,
  }
}

/** A measurement was corrected or taken back: what it raised follows. */
export async function reviseSign(
  client: pg.ClientBase,
  sign: MeasuredSign,
  before: readonly VitalJudged[],
  why: string,
): Promise<AlertChange | null> {
  const alert = await openAlert(client, sign.orgId, sign.oldmanId)
  if (!alert || alert.signId === null || alert.signId !== sign.signId) {
    return sign.judged.some(isBad) ? followSign(client, sign) : null
  }
  const touched = new Set([...before, ...sign.judged].map((one) => one.field))
  const next = [...alert.judged.filter((one) => !touched.has(one.field)), ...sign.judged.filter(isBad)]
  const told = { alertId: alert.alertId, oldmanId: sign.oldmanId }
  if (next.length === 0)
    return { ...told, state: await close(client, sign.orgId, alert.alertId, why), urgent: null, grade: 'normal' }
  const grade = worstOf(next)
  const state = await update(client, sign.orgId, alert, { judged: next, grade, signId: sign.signId, again: false })
  return { ...told, state, urgent: grade === 'red' && alert.grade !== 'red' ? words(next) : null, grade }
}

export interface ToldElder {
  deptId: string | null
  name: string
}

/** Whoever answers for the elder's department. */
export async function tellNurses(tx: Tx, change: AlertChange, elder: ToldElder): Promise<void> {
  if (change.urgent === null) return
  const people = staffFirst(await peopleWith(tx.client, tx.orgId, VITAL_NEEDS.answer, elder.deptId))
  await notify(
    tx,
    people.map((one) => one.userId),
    {
      kind: 'health',
      title: change.grade === 'red' ? `${elder.name}体征危急` : `${elder.name}等老人可能聚集性腹泻`,
      content: `${change.urgent}。请立即查看老人，处理后填写处理说明。`,
      route: `${vital.pages.list.path}?view=alerts&oldmanId=${change.oldmanId}`,
    },
  )
}

export const audienceOf = (deptId: string | null) => (deptId === null ? {} : { deptIds: [deptId] })

export async function tellAlert(tx: Tx, change: AlertChange | null, elder: ToldElder): Promise<void> {
  if (!change) return
  const { alertId, state } = change
  tx.emit(vital.events.alert, { alertId, state }, audienceOf(elder.deptId))
  await tellNurses(tx, change, elder)
}
