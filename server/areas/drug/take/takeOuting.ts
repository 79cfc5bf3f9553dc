// Drugs taken along on an outing: counted out for its days, checked by a second person, handed over; what comes back unopened
// goes into its box again.

import { doseText } from '#contract/drug/rounds'
import type { drugTake } from '#contract/drug/take'
import { DrugTakeState } from '#contract/drug/useWords'
import type { DataOf, InputOf } from '#contract/kit/call'
import { timeText } from '#contract/kit/clock'
import { invalid } from '#contract/kit/refusal'
import { OUTING_GRANTED } from '#contract/live/outingMoves'
import { returnToStock } from '#server/areas/drug/keep/takeFromStock'
import { requireResident } from '#server/areas/residents/public'
import type { Caller, Tx } from '#server/kit/caller'
import { addActs } from './takeActs.ts'
import { actsOf, finish, listed, requireMove, requireOuting, type Takes, writeTakes } from './takeMove.ts'
import { holdOfOne, takesById } from './takeRow.ts'

type Calls = typeof drugTake.calls

/** The one that goes on, else the next one that is granted. */
const OUTING = `select u.out_id as "outId", coalesce(u.actual_out, u.plan_out) as "from", u.plan_return as until,
  u.actual_out is not null as gone, u.companion from outing u where u.org_id = $1 and u.oldman_id = $2
  and u.state in (${OUTING_GRANTED}) and u.actual_return is null order by u.actual_out is null, u.plan_out limit 1`
const TAKES = `select take_id as "takeId" from drug_take where org_id = $1 and oldman_id = $2 and plan_time >= $3 and plan_time <= $4
  and state not in ('STOPPED', 'PAUSED') and not needed`

export async function outingDrugs(who: Caller, oldmanId: string): Promise<DataOf<Calls['outing']>> {
  const { pool } = who.app
  await requireResident(pool, who, oldmanId)
  const found = await pool.query<{
    outId: string
    from: string
    until: string
    gone: boolean
    companion: string | null
  }>(OUTING, [who.orgId, oldmanId])
  const outing = found.rows[0]
  if (!outing) return { outing: null, takes: [], sums: [] }
  const ids = await pool.query<{ takeId: string }>(TAKES, [who.orgId, oldmanId, outing.from, outing.until])
  const takes = await takesById(
    pool,
    who.orgId,
    ids.rows.map((one) => one.takeId),
  )
  const sums = new Map<string, { drugName: string; spec: string; unit: string; quantity: number; doses: number }>()
  for (const { drugId, drugName, spec, unit, dose } of takes) {
    const sum = sums.get(drugId) ?? { drugName, spec, unit, quantity: 0, doses: 0 }
    sums.set(drugId, { ...sum, quantity: sum.quantity + dose, doses: sum.doses + 1 })
  }
  return {
    outing,
    takes,
    sums: [...sums.values()].map(({ drugName, spec, unit, quantity, doses }) => ({
      drugName,
      spec,
      quantityText: doseText(quantity, unit),
      doses,
    })),
  }
}

export async function takeAlong(tx: Tx, who: Caller, body: InputOf<Calls['along']>): Promise<Takes> {
  const takes = await holdOfOne(tx, who, body.takeIds)
  const { until } = await requireOuting(tx, body.outId, takes[0].oldmanId)
  const at = timeText()
  for (const take of takes) {
    requireMove(take, 'along')
    if (take.planTime > until) throw invalid(`${take.planTime.slice(5, 16)} 的药不在这次外出的日子里`, 'takeIds')
  }
  const words = `交给${body.person.trim()}`
  await writeTakes(tx, takes, 'ALONG', at, { out_id: body.outId, remark: words })
  await addActs(tx, actsOf(takes, 'along', 'ALONG', { words }), at)
  return finish(tx, takes, `外出带药：“${takes[0].oldmanName}”${takes.length} 份，${words}：${listed(takes)}`)
}

export async function bringBack(tx: Tx, who: Caller, body: InputOf<Calls['alongBack']>): Promise<Takes> {
  const takes = await holdOfOne(tx, who, body.takeIds)
  const at = timeText()
  for (const take of takes) {
    requireMove(take, 'alongBack')
    await returnToStock(tx, { takeId: take.takeId, quantity: take.dose, outing: true })
  }
  // Of what was missed meanwhile the clock says so a minute later.
  await writeTakes(tx, takes, 'WAITING', at, {
    out_id: null,
    remark: null,
    set_out_at: null,
    set_out_by: null,
    checked_at: null,
    checked_by: null,
    scanned: null,
    alone: false,
    drawn: false,
  })
  await addActs(tx, actsOf(takes, 'alongBack', 'WAITING', { stock: 1 }), at)
  return finish(
    tx,
    takes,
    `外出带药带回：“${takes[0].oldmanName}”${takes.length} 份，${DrugTakeState.label('WAITING')}：${listed(takes)}`,
  )
}
