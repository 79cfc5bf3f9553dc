// A week from its beginning to its publishing.
import type { InputOf } from '#contract/kit/call'
import { dayText } from '#contract/kit/clock'
import { invalid } from '#contract/kit/refusal'
import type { dishPlan } from '#contract/nursing/dishPlan'
import { addDays, dayName, mondayOf, weekDays } from '#contract/nursing/dishWeek'
import { MealTexture, MealTime } from '#contract/nursing/mealWords'
import type { Caller, Tx } from '#server/kit/caller'
import { newId } from '#server/kit/ids'
import { holdPlan, requireConfirmed, tellChanged, touchPlan, weekName } from './planHold.ts'
import { menuPublished } from './published.ts'
import { loadWeek, type WholeWeek } from './weekRead.ts'
import { planOfWeek } from './weekRows.ts'

type Calls = (typeof dishPlan)['calls']

/** So many weeks from now a plan may be begun. */
const WEEKS_AHEAD = 12

const ADD = `insert into dish_plan (org_id, plan_id, week_start, changed_name) values ($1, $2, $3, $4)
on conflict on constraint dish_plan_week do nothing`

/** Whoever comes second gets the week of the first. */
export async function openPlan(tx: Tx, who: Caller, { weekStart: asked }: InputOf<Calls['open']>): Promise<string> {
  const weekStart = mondayOf(asked)
  const known = await planOfWeek(tx.client, who.orgId, weekStart)
  if (known) return known.planId
  if (addDays(weekStart, 6) < dayText()) throw invalid('这一周已经过去，不能再排餐', 'weekStart')
  if (weekStart > addDays(mondayOf(dayText()), WEEKS_AHEAD * 7)) {
    throw invalid(`最多提前 ${WEEKS_AHEAD} 周排餐`, 'weekStart')
  }
  await tx.client.query(ADD, [tx.orgId, newId(), weekStart, tx.by.name])
  const plan = (await planOfWeek(tx.client, who.orgId, weekStart))!
  tx.log({ remark: `开始排 ${weekName(plan)} 的菜谱`, targetType: 'dishPlan', targetId: plan.planId })
  tellChanged(tx, plan)
  return plan.planId
}

/** 周三晚餐没有排菜; 周四早餐没有适合半流质的菜（12 人）. Of days to come, and of main meals. */
function gapsOf(week: WholeWeek): string[] {
  const gaps: string[] = []
  const { breakfast, lunch, supper } = MealTime.is
  const mains = week.setting.meals.filter(
    (one) => one.served && ([breakfast, lunch, supper] as number[]).includes(one.meal),
  )
  for (const day of weekDays(week.weekStart)) {
    if (day < dayText()) continue
    for (const { meal } of mains) {
      const items = week.items.filter((one) => one.day === day && one.meal === meal)
      const name = `${dayName(day)}${MealTime.label(meal)}`
      if (items.length === 0) {
        gaps.push(`${name}没有排菜`)
        continue
      }
      const eating = [...week.conflicts.eatersOf(day, meal)]
      for (const { value, label } of MealTexture.list) {
        const count = eating.filter((one) => one.texture === value).length
        if (count > 0 && !items.some((one) => one.textures.includes(value))) {
          gaps.push(`${name}没有适合${label}的菜（${count} 人）`)
        }
      }
    }
  }
  return gaps
}

/** So many gaps are told one by one. */
const TOLD = 6

const SUBMIT = `update dish_plan set state = 'SUBMITTED', submitted_by = $3, submitted_name = $4, submitted_at = now(), opinion = null
where org_id = $1 and plan_id = $2`

export async function submitPlan(tx: Tx, who: Caller, body: InputOf<Calls['submit']>): Promise<string> {
  const plan = await holdPlan(tx, who, body.planId, () => 'submit', body.version)
  if (plan.weekEnd < dayText()) throw invalid('这一周已经过去，不用再送审')
  const week = await loadWeek(tx.client, who, plan.weekStart, plan)
  if (week.items.length === 0) throw invalid('这一周还没有排菜，先排菜再送审')
  const gaps = gapsOf(week)
  if (gaps.length > 0) {
    const more = gaps.length > TOLD ? `，还有 ${gaps.length - TOLD} 处` : ''
    requireConfirmed(`${gaps.slice(0, TOLD).join('；')}${more}。就这样送审`, body.confirmed)
  }
  await tx.client.query(SUBMIT, [tx.orgId, plan.planId, who.userId, tx.by.name])
  await touchPlan(tx, plan, gaps.length > 0 ? `送审；已确认 ${gaps.length} 处没有排齐` : '送审')
  return plan.planId
}

const TO_DRAFT = `update dish_plan set state = 'DRAFT', submitted_by = null, submitted_name = null, submitted_at = null, opinion = $3
where org_id = $1 and plan_id = $2`

export async function recallPlan(tx: Tx, who: Caller, body: InputOf<Calls['recall']>): Promise<string> {
  const plan = await holdPlan(tx, who, body.planId, () => 'recall', body.version)
  await tx.client.query(TO_DRAFT, [tx.orgId, plan.planId, null])
  await touchPlan(tx, plan, '撤回送审')
  return plan.planId
}

export async function sendBackPlan(tx: Tx, who: Caller, body: InputOf<Calls['sendBack']>): Promise<string> {
  const plan = await holdPlan(tx, who, body.planId, () => 'sendBack', body.version)
  const opinion = body.opinion.trim()
  await tx.client.query(TO_DRAFT, [tx.orgId, plan.planId, opinion])
  await touchPlan(tx, plan, `退回：${opinion}`)
  return plan.planId
}

/** Of days to come; those gone by can no longer be decided. */
function refuseOpenConflicts(week: WholeWeek): void {
  const open = week.items.flatMap((item) => {
    if (item.day < dayText()) return []
    const people = week.conflicts.judge(item).people.filter((one) => one.openWhy !== null)
    return people.length > 0 ? [{ item, people }] : []
  })
  if (open.length === 0) return
  const told = open.slice(0, 3).map(({ item, people }) => {
    const seen = people.filter((one) => one.elder.seen).map((one) => one.elder.oldmanName)
    const names = seen.slice(0, 3).join('、') + (seen.length > 3 ? `等 ${seen.length} 人` : '')
    const hidden = people.length - seen.length
    const who = [names, hidden > 0 && `其他部门 ${hidden} 人`].filter(Boolean).join('，')
    return `${dayName(item.day)}${MealTime.label(item.meal)}“${item.dishName}”（${who}）`
  })
  const more = open.length > told.length ? `，还有 ${open.length - told.length} 道` : ''
  throw invalid(`还有 ${open.length} 道菜的饮食冲突没有处理，不能发布：${told.join('；')}${more}`)
}

const PUBLISH = `update dish_plan set state = 'PUBLISHED', published_by = $3, published_name = $4, published_at = now()
where org_id = $1 and plan_id = $2`

export async function publishPlan(tx: Tx, who: Caller, body: InputOf<Calls['publish']>): Promise<string> {
  const plan = await holdPlan(tx, who, body.planId, () => 'publish', body.version)
  if (plan.weekEnd < dayText()) throw invalid('这一周已经过去，不用再发布')
  const week = await loadWeek(tx.client, who, plan.weekStart, plan)
  if (week.items.length === 0) throw invalid('这一周还没有排菜，不能发布')
  refuseOpenConflicts(week)
  await tx.client.query(PUBLISH, [tx.orgId, plan.planId, who.userId, tx.by.name])
  await touchPlan(tx, plan, '发布')
  await menuPublished(tx, who, plan)
  return plan.planId
}

export async function removePlan(tx: Tx, who: Caller, planId: string): Promise<void> {
  const plan = await holdPlan(tx, who, planId, () => 'remove')
  await tx.client.query('delete from dish_plan where org_id = $1 and plan_id = $2', [tx.orgId, planId])
  tx.log({
    remark: `删除 ${weekName(plan)} 的菜谱草稿（${plan.itemCount} 道菜）`,
    targetType: 'dishPlan',
    targetId: planId,
  })
  tellChanged(tx, plan)
}
