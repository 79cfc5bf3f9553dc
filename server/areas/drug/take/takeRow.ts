// A take as the round and the events show it, and how the takes of a press are held.
import type pg from 'pg'
import { UNDO_MINUTES } from '#contract/drug/rounds'
import { drugTake } from '#contract/drug/take'
import type { DrugTakeData } from '#contract/drug/takeRows'
import type { DrugTakeStateValue } from '#contract/drug/useWords'
import { invalid, Refusal } from '#contract/kit/refusal'
import { DRUG_FACTS, DRUG_UNIT, type StoredFacts, withDose } from '#server/areas/drug/use/drugFacts'
import { staffName } from '#server/areas/residents/public'
import type { Tx } from '#server/kit/caller'
import type { Scope } from '#server/kit/tenant'
import { inDepts } from '#server/kit/tenant'

type Client = pg.Pool | pg.ClientBase

/** The last act `z` of a take `t`, where it is one that can be taken back. */
export const UNDO_JOIN = `left join lateral (select a.by, a.at from drug_take_act a where a.org_id = t.org_id and a.take_id = t.take_id
  and a.act in ('check', 'give', 'refuse', 'vomit', 'late') and a.to_state = t.state
  and a.step = (select max(b.step) from drug_take_act b where b.org_id = a.org_id and b.take_id = a.take_id
    and b.act not in ('effect', 'handle'))) z on true`

/** Over take `t`, its setting `u`, its drug `g` and its last act `z`. */
export const TAKE_COLUMNS = `t.take_id as "takeId", t.use_id as "useId", t.oldman_id as "oldmanId", ${DRUG_FACTS}, t.dose::float8 as dose,
  u.route, u.frequency, u.timing, u.give_how as "giveHow", u.remark as "useRemark", t.plan_time as "planTime", t.open_from as "openFrom",
  t.due_until as "dueUntil", t.late_until as "lateUntil", t.needed, t.state, t.set_out_at as "setOutAt", t.set_out_by as "setOutBy",
  ${staffName('t.set_out_by')} as "setOutName", t.checked_at as "checkedAt", t.checked_by as "checkedBy",
  ${staffName('t.checked_by')} as "checkedName", t.alone, t.done_at as "doneAt", t.done_by as "doneBy",
  ${staffName('t.done_by')} as "doneName", t.recorded_at as "recordedAt", t.reason, t.late, t.asked, t.opened, t.drawn, t.tries, t.effect,
  t.handled_at as "handledAt", t.handling, ${staffName('t.handled_by')} as "handledName", t.told_doctor as "toldDoctor",
  t.told_family as "toldFamily", t.remark, z.by as "undoBy",
  case when z.by is not null then z.at + interval '${UNDO_MINUTES} minutes' end as "undoUntil", t.version`
export const TAKE_JOINS = `join drug_use u on u.org_id = t.org_id and u.use_id = t.use_id
join drug g on g.org_id = t.org_id and g.drug_id = t.drug_id
${UNDO_JOIN}`

type Stored = Omit<DrugTakeData, 'doseText' | 'doseWeight'> & StoredFacts

export const takeOf = (row: Stored): DrugTakeData => withDose(row)

const BY_ID = `select ${TAKE_COLUMNS} from drug_take t ${TAKE_JOINS} where t.org_id = $1 and t.take_id = any($2)
order by t.plan_time, g.drug_name, t.take_id`

export async function takesById(client: Client, orgId: string, takeIds: readonly string[]): Promise<DrugTakeData[]> {
  const found = await client.query<Stored>({ name: 'drug_takes_by_id', text: BY_ID, values: [orgId, takeIds] })
  return found.rows.map(takeOf)
}

export interface HeldTake {
  takeId: string
  useId: string
  oldmanId: string
  oldmanName: string
  bedId: string | null
  bedName: string | null
  deptId: string | null
  drugId: string
  drugName: string
  unit: string
  dose: number
  highAlert: boolean
  needed: boolean
  state: DrugTakeStateValue
  planTime: string
  openFrom: string
  dueUntil: string
  lateUntil: string
  setOutBy: string | null
  setOutName: string | null
  checkedBy: string | null
  doneName: string | null
  doneAt: string | null
  drawn: boolean
  outId: string | null
  handledAt: string | null
}

const HOLD = `select t.take_id as "takeId", t.use_id as "useId", t.oldman_id as "oldmanId", o.oldman_name as "oldmanName",
  o.current_bed_id as "bedId", (select concat_ws('-', r.room_name, b.bed_name) from bed b join room r on r.org_id = b.org_id and r.room_id = b.room_id
    where b.org_id = o.org_id and b.bed_id = o.current_bed_id) as "bedName", o.dept_id as "deptId", t.drug_id as "drugId",
  g.drug_name as "drugName", ${DRUG_UNIT} as unit, t.dose::float8 as dose, t.high_alert as "highAlert", t.needed, t.state,
  t.plan_time as "planTime", t.open_from as "openFrom", t.due_until as "dueUntil", t.late_until as "lateUntil", t.set_out_by as "setOutBy",
  ${staffName('t.set_out_by')} as "setOutName", t.checked_by as "checkedBy", ${staffName('t.done_by')} as "doneName",
  t.done_at as "doneAt", t.drawn, t.out_id as "outId", t.handled_at as "handledAt"
from drug_take t join oldman o on o.org_id = t.org_id and o.oldman_id = t.oldman_id
join drug g on g.org_id = t.org_id and g.drug_id = t.drug_id
where t.org_id = $1 and ${inDepts('o', '$2')} and t.take_id = any($3)
order by t.drug_id, t.take_id for no key update of t`

/** Locked, in the order in which batches are locked after them, and only of an elder whom the caller sees. */
export async function holdTakes(tx: Tx, scope: Scope, takeIds: readonly string[]): Promise<HeldTake[]> {
  const ids = [...new Set(takeIds)]
  if (ids.length === 0) throw invalid('请选择要处理的药品', 'takeIds')
  const found = await tx.client.query<HeldTake>({
    name: 'drug_takes_hold',
    text: HOLD,
    values: [scope.orgId, scope.deptIds, ids],
  })
  if (found.rows.length < ids.length) {
    throw new Refusal('NOT_FOUND', { what: '这次服药（用药设置可能已调整，请刷新后再看）' }, 'takeIds')
  }
  return found.rows
}

/** What nurses do with drugs they do for one elder after the other, never for several at once. */
export async function holdOfOne(tx: Tx, scope: Scope, takeIds: readonly string[]): Promise<[HeldTake, ...HeldTake[]]> {
  const held = await holdTakes(tx, scope, takeIds)
  if (new Set(held.map((one) => one.oldmanId)).size > 1)
    throw invalid('要一位老人一位老人地做，不能几位老人一起', 'takeIds')
  return held as [HeldTake, ...HeldTake[]]
}

/** Tells every screen that shows these elders. */
export async function tellTakes(
  tx: Tx,
  held: readonly Pick<HeldTake, 'takeId' | 'deptId'>[],
): Promise<{ takes: DrugTakeData[] }> {
  const takes = await takesById(
    tx.client,
    tx.orgId,
    held.map((one) => one.takeId),
  )
  const forAll = held.some((one) => one.deptId === null)
  const deptIds = [...new Set(held.flatMap((one) => one.deptId ?? []))]
  tx.emit(drugTake.events.changed, { takes, oldmanIds: [] }, forAll ? {} : { deptIds })
  return { takes }
}
