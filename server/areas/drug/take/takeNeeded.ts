// Drugs ordered as needed: set out at once, where the order still allows it, and looked at afterwards. The setting is locked, so
// that two nurses do not both give the last one of a day.

import { isNeeded, LATE_MINUTES, ONCE_HOURS } from '#contract/drug/rounds'
import type { drugTake } from '#contract/drug/take'
import {
  DrugFrequency,
  type DrugFrequencyValue,
  DrugTakeState,
  DrugUseState,
  type DrugUseStateValue,
} from '#contract/drug/useWords'
import type { InputOf } from '#contract/kit/call'
import { HOUR_MS, momentOf, timeText } from '#contract/kit/clock'
import { invalid, notFound, Refusal } from '#contract/kit/refusal'
import { takeFromStock } from '#server/areas/drug/keep/takeFromStock'
import type { Caller, Tx } from '#server/kit/caller'
import { newId } from '#server/kit/ids'
import { inDepts } from '#server/kit/tenant'
import { addActs } from './takeActs.ts'
import { actsOf, drugWords, finish, refuseAway, type Takes, writeTakes } from './takeMove.ts'
import { type HeldTake, holdOfOne, holdTakes } from './takeRow.ts'

type Calls = typeof drugTake.calls

const USE = `select t.use_id as "useId", t.oldman_id as "oldmanId", t.drug_id as "drugId", t.dose::float8 as dose, t.frequency, t.state,
  t.since, t.start_date as "startDate", t.end_date as "endDate", t.least_hours::float8 as "leastHours", t.most_per_day as "mostPerDay",
  g.drug_name as "drugName", g.high_alert is not null as "highAlert", o.oldman_name as "oldmanName"
from drug_use t join oldman o on o.org_id = t.org_id and o.oldman_id = t.oldman_id
join drug g on g.org_id = t.org_id and g.drug_id = t.drug_id
where t.org_id = $1 and ${inDepts('o', '$2')} and t.use_id = $3 for no key update of t`

interface NeededUse {
  useId: string
  oldmanId: string
  drugId: string
  dose: number
  frequency: DrugFrequencyValue
  state: DrugUseStateValue
  since: string
  startDate: string
  endDate: string | null
  leastHours: number | null
  mostPerDay: number | null
  drugName: string
  highAlert: boolean
  oldmanName: string
}

/** Those of the last 24 hours that were or will be taken, the newest first. */
const BEFORE = `select coalesce(done_at, plan_time) as at from drug_take where org_id = $1 and use_id = $2
  and state in ('SET_OUT', 'CHECKED', 'GIVEN', 'VOMITED') and coalesce(done_at, plan_time) > $3 order by 1 desc`

const ADD = `insert into drug_take (org_id, take_id, use_id, oldman_id, drug_id, dose, plan_time, open_from, due_until, late_until, needed,
  high_alert, state, state_at, set_out_at, set_out_by, drawn, remark, terminal)
values ($1, $2, $3, $4, $5, $6, $7, $7, $8, $8, true, $9, 'SET_OUT', $7, $7, $10, true, $11, $12)`

const DAY_HOURS = 24
const clock = (at: string) => at.slice(5, 16)

/** Before the least time between two, and at the most of 24 hours, it is refused. */
async function requireAllowed(tx: Tx, use: NeededUse, now: number): Promise<void> {
  const at = timeText(now)
  const what = `${use.oldmanName}的${use.drugName}`
  if (!isNeeded(use.frequency)) throw invalid(`${what}按时间服用，不是必要时用药`, 'useId')
  if (use.state !== DrugUseState.is.ON) {
    throw new Refusal('STATE_NOT_ALLOWED', { state: DrugUseState.label(use.state), act: `使用${what}` }, 'useId')
  }
  const today = at.slice(0, 10)
  if (today < use.startDate || (use.endDate && today > use.endDate)) {
    throw invalid(`${what}的医嘱日期是 ${use.startDate} 至 ${use.endDate ?? '长期'}，今天不在其中`, 'useId')
  }
  const once = use.frequency === DrugFrequency.is.SOS
  if (once && now > momentOf(use.since) + ONCE_HOURS * HOUR_MS) {
    throw invalid(`${what}是 ${ONCE_HOURS} 小时内用 1 次的医嘱，已过时，请让医生重新开`, 'useId')
  }
  const found = await tx.client.query<{ at: string }>({
    name: 'drug_needed_before',
    text: BEFORE,
    values: [tx.orgId, use.useId, once ? use.since : timeText(now - DAY_HOURS * HOUR_MS)],
  })
  const most = once ? 1 : (use.mostPerDay ?? 1)
  if (found.rows.length >= most) {
    const first = found.rows.at(-1)!.at
    const again = once ? '' : `，${clock(timeText(momentOf(first) + DAY_HOURS * HOUR_MS))} 以后才能再用`
    throw invalid(`${what} 24 小时内最多 ${most} 次，已用 ${found.rows.length} 次${again}`, 'useId')
  }
  const last = found.rows[0]
  if (last && use.leastHours && now < momentOf(last.at) + use.leastHours * HOUR_MS) {
    const next = clock(timeText(momentOf(last.at) + use.leastHours * HOUR_MS))
    throw invalid(`${what}要间隔 ${use.leastHours} 小时，上次 ${clock(last.at)}，${next} 以后才能再用`, 'useId')
  }
}

export async function giveNeeded(tx: Tx, who: Caller, body: InputOf<Calls['needed']>): Promise<Takes> {
  const found = await tx.client.query<NeededUse>({
    name: 'drug_needed_use',
    text: USE,
    values: [who.orgId, who.deptIds, body.useId],
  })
  const use = found.rows[0]
  if (!use) throw notFound('用药设置')
  const now = Date.now()
  const at = timeText(now)
  await requireAllowed(tx, use, now)
  await refuseAway(tx, use as unknown as HeldTake, at, '用药')
  const takeId = newId()
  const { oldmanId, drugId, dose } = use
  await tx.client.query({
    name: 'drug_needed_add',
    text: ADD,
    values: [
      tx.orgId,
      takeId,
      use.useId,
      oldmanId,
      drugId,
      dose,
      // To the millisecond: two of one second are two.
      new Date(now).toISOString(),
      timeText(now + LATE_MINUTES * 60_000),
      use.highAlert,
      who.userId,
      body.remark.trim(),
      body.terminal ?? 'console',
    ],
  })
  await takeFromStock(tx, { takeId, oldmanId, drugId, quantity: dose })
  await addActs(
    tx,
    [{ takeId, act: 'setOut', fromState: 'WAITING', toState: 'SET_OUT', words: body.remark.trim(), stock: -1 }],
    at,
  )
  const takes = await holdTakes(tx, who, [takeId])
  return finish(
    tx,
    takes as [HeldTake],
    `必要时用药，摆药：“${use.oldmanName}”${drugWords(takes[0]!)}，${body.remark.trim()}`,
  )
}

export async function recordEffect(tx: Tx, who: Caller, body: InputOf<Calls['effect']>): Promise<Takes> {
  const takes = await holdOfOne(tx, who, [body.takeId])
  const [take] = takes
  if (!take.needed) throw invalid(`${take.drugName}不是必要时用药，不记效果`, 'takeId')
  if (take.state !== DrugTakeState.is.GIVEN) {
    throw new Refusal('STATE_NOT_ALLOWED', { state: DrugTakeState.label(take.state), act: '记录效果' })
  }
  const at = timeText()
  const effect = body.effect.trim()
  await writeTakes(tx, takes, 'GIVEN', at, { effect, effect_at: at, effect_by: who.userId })
  await addActs(tx, actsOf(takes, 'effect', 'GIVEN', { words: effect }), at)
  return finish(tx, takes, `记录用药效果：“${take.oldmanName}”${drugWords(take)}，${effect}`)
}
