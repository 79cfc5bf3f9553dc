// Acts at a meal, and what is said afterwards: who was left out stands with the reason.

import { IN_HOUSE } from '#contract/live/resident'
import { kitchen } from '#contract/nursing/kitchen'
import { type MealOrderData, mealOrder } from '#contract/nursing/mealOrder'
import type { MealEatenValue } from '#contract/nursing/mealStates'
import { MealTexture, MealTime, type MealTimeValue } from '#contract/nursing/mealWords'
import { residentOf } from '#web/areas/live/public'
import { newRequestNo, send } from '#web/kit/call'
import { CallError } from '#web/kit/callError'
import { int } from '#web/kit/fields/number'
import { radioOf } from '#web/kit/fields/option'
import { text } from '#web/kit/fields/text'
import { type FormRequest, formOf } from '#web/kit/form/formOf'
import { confirmAct } from '#web/kit/parts/confirmAct'
import { invalidate } from '#web/kit/query'
import { toast } from '#web/kit/toast'

export interface AtMeal {
  day: string
  meal: MealTimeValue
}

interface Told {
  changed: number
  left: string[]
  alerts?: string[]
}

/** A refusal has been said by then. */
async function said(work: Promise<Told>, done: (changed: number) => string): Promise<boolean> {
  try {
    const { changed, left, alerts = [] } = await work
    if (alerts.length > 0) toast.warning(`${alerts.join('、')} 连续几餐吃得少，已提醒护士`)
    else if (left.length > 0)
      toast.warning(
        `${done(changed)}；没有登记：${left.slice(0, 3).join('；')}${left.length > 3 ? ` 等 ${left.length} 位` : ''}`,
      )
    else toast.success(done(changed))
    return true
  } catch (error) {
    if (error instanceof CallError) return false
    throw error
  } finally {
    void invalidate(mealOrder)
  }
}

const once = () => ({ loading: true, requestNo: newRequestNo() })

export const hand = (at: AtMeal, oldmanIds: string[]) =>
  said(send(mealOrder.calls.hand, { ...at, oldmanIds }, once()), (n) => `已登记 ${n} 位老人送餐`)

export const eat = (at: AtMeal, oldmanIds: string[], eaten: MealEatenValue | null, remark?: string) =>
  said(
    send(
      mealOrder.calls.eat,
      { ...at, oldmanIds, ...(eaten !== null && { eaten }), ...(remark && { remark }) },
      once(),
    ),
    (n) => (eaten === null ? '已撤回进食登记' : `已登记 ${n} 位老人进食`),
  )

export const chooseDish = (at: AtMeal, oldmanIds: string[], choice: number, dishId: string) =>
  said(send(mealOrder.calls.choose, { ...at, oldmanIds, choice, dishId }, once()), (n) => `已为 ${n} 位老人选餐`)

const named = (rows: readonly MealOrderData[]) =>
  rows.length > 2
    ? `${rows
        .slice(0, 2)
        .map((one) => one.oldmanName)
        .join('、')}等 ${rows.length} 位老人`
    : rows.map((one) => one.oldmanName).join('、')

export async function stop({ day, meal }: AtMeal, rows: readonly MealOrderData[]): Promise<void> {
  await confirmAct({
    title: `${named(rows)} ${day.slice(5)} ${MealTime.label(meal)}停餐？`,
    effects: [
      '厨房份数马上减少；截单后停的，另列为截单后变动',
      '外出停餐和住院不用在这里登记，随外出自动停、返回自动恢复',
    ],
    verb: '停这一餐',
    safe: '不停',
    reason: { label: '停餐原因', placeholder: '如：胃镜前禁食、家属带饭', max: 100 },
    run: async (reason, options) => {
      const { left } = await send(
        mealOrder.calls.stop,
        { day, meals: [meal], oldmanIds: rows.map((one) => one.oldmanId), reason },
        { ...options, requestNo: newRequestNo() },
      )
      if (left.length > 0) toast.warning(`没有停：${left.join('；')}`)
    },
  })
  void invalidate(mealOrder)
}

export const resume = ({ day, meal }: AtMeal, oldmanIds: string[]) =>
  said(send(mealOrder.calls.resume, { day, meals: [meal], oldmanIds }, once()), (n) => `已恢复 ${n} 位老人用餐`)

export const guestForm = (at: AtMeal, row: MealOrderData | undefined, priceFen: number | undefined): FormRequest =>
  formOf(mealOrder.calls.addGuest, {
    title: '登记客餐',
    about: `${at.day.slice(5)} ${MealTime.label(at.meal)}${priceFen === undefined ? '，按院内客餐价记入老人账户' : priceFen > 0 ? `，每份 ${(priceFen / 100).toFixed(2)} 元，记入老人账户` : '，不收费'}`,
    verb: '登记客餐',
    columns: 1,
    draft: false,
    also: at,
    initial: { oldmanId: row?.oldmanId ?? null, portions: 1, texture: MealTexture.is.normal },
    fields: {
      oldmanId: { as: residentOf({ statuses: IN_HOUSE }), title: '哪位老人的客人' },
      portions: { as: int, title: '份数' },
      texture: { as: radioOf(MealTexture), title: '饮食形态' },
      remark: { as: text, title: '备注' },
    },
    touches: [kitchen],
    done: '客餐已登记',
  } as never)
