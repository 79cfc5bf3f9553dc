// What happened to a take, step by step: only added to, also by what is taken back.
import type { Tx } from '#server/kit/caller'

export interface NewAct {
  takeId: string
  act: string
  fromState: string
  toState: string
  words?: string | null
  /** -1 it left the stock with this act, 1 it came back. */
  stock?: number
  /** The step that this one takes back. */
  undoes?: number | null
}

// Rows that are gone by now (a take of tomorrow that was dropped) have no acts.
const ADD = `insert into drug_take_act (org_id, take_id, step, act, from_state, to_state, at, by, words, stock, undoes)
select t.org_id, t.take_id, coalesce((select max(a.step) from drug_take_act a where a.org_id = t.org_id and a.take_id = t.take_id), 0) + 1,
  x.act, x.from_state, x.to_state, $2::timestamptz, $3, x.words, x.stock, x.undoes
from unnest($4::text[], $5::text[], $6::text[], $7::text[], $8::text[], $9::smallint[], $10::smallint[])
  as x(take_id, act, from_state, to_state, words, stock, undoes)
join drug_take t on t.org_id = $1 and t.take_id = x.take_id`

/** The rows of the takes are locked by whoever calls, so steps do not collide. */
export async function addActs(tx: Tx, acts: readonly NewAct[], at: string): Promise<void> {
  await tx.client.query({
    name: 'drug_act_add',
    text: ADD,
    values: [
      tx.orgId,
      at,
      tx.by.userId,
      acts.map((one) => one.takeId),
      acts.map((one) => one.act),
      acts.map((one) => one.fromState),
      acts.map((one) => one.toState),
      acts.map((one) => one.words ?? null),
      acts.map((one) => one.stock ?? 0),
      acts.map((one) => one.undoes ?? null),
    ],
  })
}
