// What is decided about a conflict: another dish for these people, none of it, or the same all the same.
import type { InputOf } from '#contract/kit/call'
import { invalid, notFound, Refusal } from '#contract/kit/refusal'
import { conflictOf } from '#contract/nursing/dishConflict'
import type { dishPlan } from '#contract/nursing/dishPlan'
import { ConflictAnswer, ConflictKind } from '#contract/nursing/dishPlanWords'
import type { Caller, Tx } from '#server/kit/caller'
import type { Concerned } from './conflicts.ts'
import { requireDish } from './itemWrite.ts'
import { holdPlan, mealName, requireDay, touchPlan } from './planHold.ts'
import { menuChanged } from './published.ts'
import { loadWeek, noItem } from './weekRead.ts'
import { itemById, type PlanRow } from './weekRows.ts'

type Body = InputOf<(typeof dishPlan)['calls']['answer']>

const SAVE = `insert into dish_plan_answer (org_id, item_id, oldman_id, kind, dish_id, reason, covers, user_id, user_name)
select $1, $2, a.id, $3, $4, $5, array(select jsonb_array_elements_text(a.covers)), $7, $8
from jsonb_to_recordset($6::jsonb) as a(id text, covers jsonb)
on conflict (org_id, item_id, oldman_id) do update set kind = excluded.kind, dish_id = excluded.dish_id, reason = excluded.reason,
  covers = excluded.covers, user_id = excluded.user_id, user_name = excluded.user_name, at = now()`
const TAKE_BACK = 'delete from dish_plan_answer where org_id = $1 and item_id = $2 and oldman_id = any($3)'

const names = (people: readonly Concerned[]) => people.map((one) => one.elder.oldmanName).join('、')

/** The other dish must be good for all of them, in its form too. */
async function requireSwap(tx: Tx, body: Body, people: readonly Concerned[]): Promise<string> {
  if (!body.dishId) throw invalid('请选换成哪道菜', 'dishId')
  const dish = await requireDish(tx, body.dishId)
  const wrong = people.flatMap(({ elder }) => {
    const words = conflictOf(dish, elder).map((one) => one.word)
    if (!dish.textures.includes(elder.texture)) words.push('饮食形态不合适')
    return words.length > 0 ? `${elder.oldmanName}（${words.join('、')}）` : []
  })
  if (wrong.length > 0) throw invalid(`“${dish.dishName}”也不适合${wrong.join('、')}，请换别的菜`, 'dishId')
  return dish.dishName
}

function requireAcknowledged(body: Body, people: readonly Concerned[], may: boolean): void {
  if (!may) throw invalid('本院设置不允许照常供应，请换菜或不配这道菜', 'kind')
  const allergic = people.filter(({ reasons }) => reasons.some((one) => one.kind === ConflictKind.is.ALLERGY))
  if (allergic.length > 0) throw invalid(`${names(allergic)}对这道菜过敏，不能照常供应，请换菜或不配`, 'kind')
  if (!body.reason?.trim()) throw invalid('照常供应要说明原因', 'reason')
}

export async function answerConflict(tx: Tx, who: Caller, body: Body): Promise<string> {
  const known = await itemById(tx.client, who.orgId, body.itemId)
  if (!known) throw noItem()
  const plan: PlanRow = await holdPlan(tx, who, known.planId, () => 'answer')
  const week = await loadWeek(tx.client, who, plan.weekStart, plan)
  const item = week.items.find((one) => one.itemId === body.itemId)
  if (!item) throw noItem()
  requireDay(plan, item.day)
  if (body.oldmanIds.length === 0) throw invalid('请选择老人', 'oldmanIds')
  const concerned = new Map(
    week.conflicts.judge(item).people.flatMap((one) => (one.elder.seen ? [[one.elder.oldmanId, one] as const] : [])),
  )
  const seen = new Set(week.conflicts.elders.flatMap((one) => (one.seen ? one.oldmanId : [])))
  const people = [...new Set(body.oldmanIds)].map((oldmanId) => {
    const one = concerned.get(oldmanId)
    if (one) return one
    if (!seen.has(oldmanId)) throw notFound('老人')
    throw new Refusal('INVALID_INPUT', { message: '有老人与这道菜已经没有冲突，请刷新后再处理' }, 'oldmanIds')
  })
  const ids = people.map((one) => one.elder.oldmanId)
  const at = `${mealName(item.day, item.meal)}“${item.dishName}”`
  if (!body.kind) {
    await tx.client.query(TAKE_BACK, [tx.orgId, item.itemId, ids])
    await touchPlan(tx, plan, `${at}撤销对${names(people)}的处理`, [item.itemId])
  } else {
    const swap = body.kind === ConflictAnswer.is.SWAP
    const other = swap ? await requireSwap(tx, body, people) : null
    if (body.kind === ConflictAnswer.is.ACK) requireAcknowledged(body, people, week.setting.mayAcknowledge)
    await tx.client.query(SAVE, [
      tx.orgId,
      item.itemId,
      body.kind,
      swap ? body.dishId : null,
      body.reason?.trim() || null,
      JSON.stringify(
        people.map((one) => ({ id: one.elder.oldmanId, covers: one.reasons.map((reason) => reason.key) })),
      ),
      who.userId,
      tx.by.name,
    ])
    const done = other ? `换成“${other}”` : ConflictAnswer.label(body.kind)
    const why = body.reason?.trim() ? `（${body.reason.trim()}）` : ''
    await touchPlan(tx, plan, `${at}为${names(people)}${done}${why}`, [item.itemId])
  }
  await menuChanged(tx, plan, [item.day])
  return item.itemId
}
