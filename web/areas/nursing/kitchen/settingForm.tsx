// What the house decides about its meals: when the counts close, what a guest pays, how samples are kept.
import { Checkbox, Input, InputNumber } from 'antd'
import { fen } from '#contract/kit/money'
import { kitchen, type MealSettingData } from '#contract/nursing/kitchen'
import { mealOrder } from '#contract/nursing/mealOrder'
import type { MealClosingData, MealPriceData } from '#contract/nursing/mealSettingShape'
import { MealTime } from '#contract/nursing/mealWords'
import { send } from '#web/kit/call'
import type { Field, InputProps } from '#web/kit/fields/field'
import { int } from '#web/kit/fields/number'
import { yesNo } from '#web/kit/fields/option'
import { text } from '#web/kit/fields/text'
import { editOf, type FormRequest } from '#web/kit/form/formOf'

function Closings({ value, onChange, disabled }: InputProps<MealClosingData[]>) {
  const all = value ?? []
  const change = (at: number, part: Partial<MealClosingData>) =>
    onChange?.(all.map((one, i) => (i === at ? { ...one, ...part } : one)))
  return (
    <div className="yy-stack yy-gap-8">
      {all.map((one, at) => (
        <span key={one.meal} className="yy-row yy-gap-12">
          <span style={{ width: 48 }}>{MealTime.label(one.meal)}</span>
          <Checkbox
            checked={one.dayBefore}
            disabled={disabled ?? false}
            onChange={(event) => change(at, { dayBefore: event.target.checked })}
          >
            前一天
          </Checkbox>
          <Input
            style={{ width: 110 }}
            aria-label={`${MealTime.label(one.meal)}截单时间`}
            placeholder="如 15:00"
            maxLength={5}
            value={one.clock}
            disabled={disabled ?? false}
            onChange={(event) => change(at, { clock: event.target.value })}
          />
        </span>
      ))}
    </div>
  )
}

function Prices({ value, onChange, disabled }: InputProps<MealPriceData[]>) {
  const all = value ?? []
  return (
    <div className="yy-stack yy-gap-8">
      {all.map((one, at) => (
        <span key={one.meal} className="yy-row yy-gap-12">
          <span style={{ width: 48 }}>{MealTime.label(one.meal)}</span>
          <InputNumber
            style={{ width: 150 }}
            aria-label={`${MealTime.label(one.meal)}客餐价（元）`}
            min={0}
            max={1000}
            precision={2}
            suffix="元"
            value={one.priceFen / 100}
            disabled={disabled ?? false}
            onChange={(yuan) =>
              onChange?.(
                all.map((price, i) => (i === at ? { ...price, priceFen: fen(Math.round((yuan ?? 0) * 100)) } : price)),
              )
            }
          />
        </span>
      ))}
    </div>
  )
}

const closings: Field<MealClosingData[]> = {
  ...(text as unknown as Field<MealClosingData[]>),
  untitled: true,
  input: (props) => <Closings {...props} />,
}
const prices: Field<MealPriceData[]> = {
  ...(text as unknown as Field<MealPriceData[]>),
  untitled: true,
  input: (props) => <Prices {...props} />,
}

const CLOCK = /^([01]\d|2[0-3]):[0-5]\d$/

export const settingForm = (setting: MealSettingData): FormRequest =>
  editOf(kitchen.calls.saveSetting, setting, {
    title: '膳食设置',
    verb: '保存设置',
    columns: 1,
    fields: {
      closings: {
        as: closings as never,
        title: '几点截单',
        hint: '截单后的增减另列给厨房',
        check: (value: MealClosingData[] | null | undefined) =>
          value?.some((one) => !CLOCK.test(one.clock)) ? '截单时间应为时:分，如 15:00' : null,
      },
      prices: { as: prices as never, title: '客餐价（每份）', hint: '登记客餐时记入老人账户的消费；0 元不收费' },
      sampleGrams: { as: int, title: '留样不少于', props: { unit: '克' } },
      sampleHours: { as: int, title: '留样保存', props: { unit: '小时' } },
      familyChooses: {
        as: yesNo,
        title: '家属可以在家属端选餐',
        hint: '菜谱有可选菜时，家属在截单前为老人选；不适合老人饮食的菜不会给家属看到',
      },
    },
    values: ({ closings: c, prices: p, sampleGrams, sampleHours, familyChooses }: MealSettingData) => ({
      closings: c,
      prices: p,
      sampleGrams,
      sampleHours,
      familyChooses,
    }),
    also: ({ version }: MealSettingData) => ({ version }),
    again: () => send(kitchen.calls.setting, {}),
    touches: [mealOrder],
    done: '膳食设置已保存',
  } as never)
