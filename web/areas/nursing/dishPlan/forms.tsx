// Forms of a week: meals copied from another week or day, and what the house decides.
import { Checkbox, Input } from 'antd'
import { type DishCopiedData, type DishWeekData, dishPlan } from '#contract/nursing/dishPlan'
import { type DishSettingData, dishSetting, type MealHoursData } from '#contract/nursing/dishSetting'
import { addDays, dayName, weekDays } from '#contract/nursing/dishWeek'
import { MealTime, type MealTimeValue } from '#contract/nursing/mealWords'
import { send } from '#web/kit/call'
import type { Field, InputProps } from '#web/kit/fields/field'
import { number } from '#web/kit/fields/number'
import { yesNo } from '#web/kit/fields/option'
import { text } from '#web/kit/fields/text'
import { editOf, type FormRequest, formOf } from '#web/kit/form/formOf'
import { toast } from '#web/kit/toast'
import { weekWord } from './weekView.ts'

/** Some of the week's meals, all of them in sight. */
const mealsField = (week: DishWeekData): Field<MealTimeValue[]> => ({
  ...(text as unknown as Field<MealTimeValue[]>),
  untitled: true,
  input: ({ value, onChange, disabled }) => (
    <Checkbox.Group
      value={value ?? []}
      disabled={disabled ?? false}
      options={week.meals.map(({ meal }) => ({ value: meal, label: MealTime.label(meal) }))}
      onChange={(next) => onChange?.(next as MealTimeValue[])}
    />
  ),
})

/** One of a few days. */
const dayField = (days: readonly { value: string; label: string }[]): Field<string> => ({
  ...text,
  chooses: true,
  input: ({ value, onChange, ...rest }) => (
    <select
      {...rest}
      className="yy-dishweek-select yy-fill yy-round yy-ring"
      value={value ?? ''}
      onChange={(event) => onChange?.(event.target.value || null)}
    >
      <option value="">请选择</option>
      {days.map((one) => (
        <option key={one.value} value={one.value}>
          {one.label}
        </option>
      ))}
    </select>
  ),
})

function tellCopied({ copied, left, week }: DishCopiedData): void {
  const open = week.conflicts.filter((one) => one.open > 0).length
  const parts = [
    `复制了 ${copied} 道菜`,
    left.length > 0 && `没有复制：${left.join('、')}`,
    open > 0 && `有 ${open} 道菜与老人的饮食冲突，请处理`,
  ]
  const words = parts.filter(Boolean).join('；')
  if (left.length > 0 || open > 0) toast.warning(words)
  else toast.success(words)
}

const weekLabel = (monday: string, today: string) => {
  const word = weekWord(monday, today)
  return `${word ? `${word} ` : ''}${monday.slice(5)} 至 ${addDays(monday, 6).slice(5)}`
}

/** So many weeks back are offered. */
const BACK = 8
const replaceField = { as: yesNo, title: '替换已排的菜', hint: '选“否”时，已排的菜保留，复制来的加在后面' }

export function copyWeekForm(week: DishWeekData): FormRequest {
  const weeks = Array.from({ length: BACK }, (_, i) => addDays(week.weekStart, -7 * (i + 1)))
  return formOf(dishPlan.calls.copyWeek, {
    title: '复制一周菜谱',
    about: `复制到 ${weekLabel(week.weekStart, week.today)}`,
    verb: '复制',
    columns: 1,
    draft: false,
    also: { planId: week.plan!.planId },
    initial: { fromWeek: weeks[0]!, meals: week.meals.map((one) => one.meal), replace: week.items.length > 0 },
    fields: {
      fromWeek: {
        as: dayField(weeks.map((value) => ({ value, label: weekLabel(value, week.today) }))),
        title: '从哪一周复制',
      },
      meals: { as: mealsField(week) as never, title: '复制哪几餐' },
      replace: replaceField,
    },
    onDone: (data: DishCopiedData) => tellCopied(data),
  } as never)
}

export function copyDayForm(week: DishWeekData): FormRequest {
  const label = (day: string) => `${dayName(day)} ${day.slice(5)}`
  const days = weekDays(week.weekStart)
  const before = weekDays(addDays(week.weekStart, -7))
  const open = days.filter((day) => day >= week.today)
  return formOf(dishPlan.calls.copyDay, {
    title: '复制一天菜谱',
    about: `复制到 ${weekLabel(week.weekStart, week.today)}`,
    verb: '复制',
    columns: 1,
    draft: false,
    also: { planId: week.plan!.planId },
    initial: { meals: week.meals.map((one) => one.meal), replace: true },
    fields: {
      fromDay: {
        as: dayField([
          ...days.map((value) => ({ value, label: `本页 ${label(value)}` })),
          ...before.map((value) => ({ value, label: `前一周 ${label(value)}` })),
        ]),
        title: '从哪一天复制',
      },
      toDay: { as: dayField(open.map((value) => ({ value, label: label(value) }))), title: '复制到哪一天' },
      meals: { as: mealsField(week) as never, title: '复制哪几餐' },
      replace: replaceField,
    },
    onDone: (data: DishCopiedData) => tellCopied(data),
  } as never)
}

function Hours({ value, onChange, disabled }: InputProps<MealHoursData[]>) {
  const meals = value ?? []
  const change = (at: number, part: Partial<MealHoursData>) =>
    onChange?.(meals.map((one, i) => (i === at ? { ...one, ...part } : one)))
  return (
    <div className="yy-stack yy-gap-8">
      {meals.map((one, at) => (
        <span key={one.meal} className="yy-row yy-gap-12">
          <Checkbox
            style={{ width: 96 }}
            checked={one.served}
            disabled={disabled ?? false}
            onChange={(event) => change(at, { served: event.target.checked })}
          >
            {MealTime.label(one.meal)}
          </Checkbox>
          <Input
            style={{ width: 110 }}
            aria-label={`${MealTime.label(one.meal)}开餐时间`}
            placeholder="如 11:30"
            maxLength={5}
            value={one.clock}
            disabled={disabled || !one.served}
            onChange={(event) => change(at, { clock: event.target.value })}
          />
        </span>
      ))}
    </div>
  )
}

const hoursField: Field<MealHoursData[]> = {
  ...(text as unknown as Field<MealHoursData[]>),
  untitled: true,
  input: (props) => <Hours {...props} />,
}

const CLOCK = /^([01]\d|2[0-3]):[0-5]\d$/

export const settingForm = (setting: DishSettingData): FormRequest =>
  editOf(dishSetting.calls.save, setting, {
    title: '排餐设置',
    verb: '保存设置',
    columns: 1,
    fields: {
      meals: {
        as: hoursField as never,
        title: '供应哪几餐，几点开餐',
        check: (value: MealHoursData[] | null | undefined) =>
          value?.some((one) => !CLOCK.test(one.clock)) ? '开餐时间应为时:分，如 11:30' : null,
      },
      mayAcknowledge: {
        as: yesNo,
        title: '允许“照常供应”',
        hint: '忌口和治疗饮食的冲突，可以写明原因后照常供应；过敏始终不可以',
      },
      saltG: { as: number, title: '每人每日用盐上限', props: { unit: '克' }, hint: '超过时在菜谱下方标出“偏高”' },
    },
    values: ({ meals, mayAcknowledge, saltG }) => ({ meals, mayAcknowledge, saltG }),
    also: ({ version }) => ({ version }),
    again: () => send(dishSetting.calls.get, {}),
    touches: [dishPlan],
    done: '排餐设置已保存',
  })
