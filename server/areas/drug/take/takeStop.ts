// A setting that ends, also in the middle of a round: what was not given yet is given no more, and what was set out of it goes
// back into its box. So does what was set out of a setting that pauses, or for somebody who has gone.
import { DrugKeepType } from '#contract/drug/drugWords'
import { DrugTakeState, type DrugTakeStateValue } from '#contract/drug/useWords'
import { timeText } from '#contract/kit/clock'
import { returnToStock } from '#server/areas/drug/keep/takeFromStock'
import { awayAt } from '#server/areas/nursing/public'
import type { Tx } from '#server/kit/caller'
import { addActs } from './takeActs.ts'

const HOLD = `select t.take_id as "takeId", t.state, t.drawn, t.dose::float8 as dose, t.plan_time as "planTime" from drug_take t
where t.org_id = $1 and t.use_id = any($2) and t.state in ('WAITING', 'OUT', 'HOSPITAL', 'PAUSED', 'SET_OUT', 'CHECKED')
  and t.due_until >= $3 order by t.drug_id, t.take_id for no key update of t`
/** Of days to come nothing was begun: nothing is left of them. */
const DROP = `delete from drug_take t where t.org_id = $1 and t.take_id = any($2) and t.plan_time >= ($3::timestamptz)::date + 1
  and t.set_out_by is null and not exists (select from drug_take_act a where a.org_id = t.org_id and a.take_id = t.take_id)`
const STOP = `update drug_take t set state = 'STOPPED', state_at = $3, drawn = false, reason = $4, version = t.version + 1
where t.org_id = $1 and t.take_id = any($2)`

/** Answers when the earliest of them was planned, so that a setting in their place can take it over; null: none was open. */
export async function stopTakes(tx: Tx, useIds: readonly string[], reason: string): Promise<string | null> {
  const at = timeText()
  const found = await tx.client.query<{
    takeId: string
    state: string
    drawn: boolean
    dose: number
    planTime: string
  }>({
    name: 'drug_stop_hold',
    text: HOLD,
    values: [tx.orgId, useIds, at],
  })
  if (found.rows.length === 0) return null
  const ids = found.rows.map((one) => one.takeId)
  await tx.client.query({ name: 'drug_stop_drop', text: DROP, values: [tx.orgId, ids, at] })
  for (const one of found.rows) if (one.drawn) await returnToStock(tx, { takeId: one.takeId, quantity: one.dose })
  await tx.client.query({ name: 'drug_stop', text: STOP, values: [tx.orgId, ids, at, reason] })
  await addActs(
    tx,
    found.rows.map((one) => ({
      takeId: one.takeId,
      act: 'stop',
      fromState: one.state,
      toState: 'STOPPED',
      words: reason,
      stock: one.drawn ? 1 : 0,
    })),
    at,
  )
  return found.rows.map((one) => one.planTime).sort()[0]!
}

const TOUCHED = `select t.take_id as "takeId", t.state, t.dose::float8 as dose from drug_take t where t.org_id = $1 and t.use_id = any($2)
  and t.state in ('SET_OUT', 'CHECKED') and t.due_until >= $3 order by t.drug_id, t.take_id for no key update of t`
const SET_BACK = `update drug_take t set state = 'WAITING', state_at = $3, set_out_at = null, set_out_by = null, checked_at = null,
  checked_by = null, scanned = null, alone = false, drawn = false, version = t.version + 1 where t.org_id = $1 and t.take_id = any($2)`

interface Touched {
  takeId: string
  state: string
  dose: number
  words: string
}

/** What was set out lies in its box again, and waits. */
async function setBack(tx: Tx, takes: readonly Touched[], at: string): Promise<void> {
  if (takes.length === 0) return
  for (const { takeId, dose } of takes) await returnToStock(tx, { takeId, quantity: dose })
  await tx.client.query(SET_BACK, [tx.orgId, takes.map((one) => one.takeId), at])
  await addActs(
    tx,
    takes.map(({ takeId, state, words }) => ({
      takeId,
      act: 'putBack',
      fromState: state,
      toState: 'WAITING',
      words,
      stock: 1,
    })),
    at,
  )
}

/** A setting that pauses. */
export async function setBackTakes(tx: Tx, useIds: readonly string[], reason: string): Promise<void> {
  const at = timeText()
  const found = await tx.client.query<Omit<Touched, 'words'>>(TOUCHED, [tx.orgId, useIds, at])
  await setBack(
    tx,
    found.rows.map((one) => ({ ...one, words: reason })),
    at,
  )
}

/** What was counted out for the outing itself goes along. */
const AWAY = `select t.take_id as "takeId", t.state, t.dose::float8 as dose, ${awayAt('t', '$3::timestamptz')} as away from drug_take t
where t.org_id = $1 and t.oldman_id = any($2) and t.state in ('SET_OUT', 'CHECKED') and t.due_until >= $3
  and not exists (select from drug_move m where m.org_id = t.org_id and m.take_id = t.take_id and m.keep_type = ${DrugKeepType.is.outing})
order by t.drug_id, t.take_id for no key update of t`

/** Whoever is out or in hospital by the time of a take that was set out: nobody has missed it. */
export async function setBackOfAway(tx: Tx, oldmanIds: readonly string[]): Promise<void> {
  const at = timeText()
  const found = await tx.client.query<Omit<Touched, 'words'> & { away: DrugTakeStateValue | null }>({
    name: 'drug_away_touched',
    text: AWAY,
    values: [tx.orgId, oldmanIds, at],
  })
  await setBack(
    tx,
    found.rows.flatMap(({ away, ...one }) => (away ? { ...one, words: `老人${DrugTakeState.label(away)}` } : [])),
    at,
  )
}
