// How often a project is done and when: one line of choices, the times it comes to, and what is wrong with it.
import { Checkbox, InputNumber, Radio, Select, TimePicker } from 'antd'
import dayjs from 'dayjs'
import { dayText } from '#contract/kit/clock'
import { CareUnit, clocksOn, type FrequencyData, frequencyFault, type Shifts } from '#contract/nursing/frequency'
import { withDays, withTimes, withUnit } from './frequencyEdit.ts'

const WEEKDAYS = ['一', '二', '三', '四', '五', '六', '日'].map((name, i) => ({ label: `周${name}`, value: i + 1 }))
const MONTH_DAYS = Array.from({ length: 31 }, (_, i) => ({ label: `${i + 1} 日`, value: i + 1 }))
const CLOCK = /^\d\d:\d\d$/

interface ClockProps {
  label: string
  value: string | null | undefined
  onChange(value: string | null): void
  clears?: boolean
}

const Clock = ({ label, value, onChange, clears = false }: ClockProps) => (
  <TimePicker
    aria-label={label}
    className="yy-care-clock"
    format="HH:mm"
    minuteStep={5}
    needConfirm={false}
    allowClear={clears}
    placeholder="时:分"
    value={value && CLOCK.test(value) ? dayjs(`2000-01-01T${value}`) : null}
    onChange={(next) => onChange(next ? next.format('HH:mm') : null)}
  />
)

interface CountProps {
  label: string
  value: number
  onChange(value: number): void
}

const Count = ({ label, value, onChange }: CountProps) => (
  <InputNumber<number>
    aria-label={label}
    className="yy-care-count"
    min={1}
    max={24}
    precision={0}
    value={value}
    onChange={(next) => onChange(next ?? 1)}
  />
)

interface FrequencyEditorProps {
  /** Whose it is, for who cannot see the line: 助浴. */
  name: string
  value: FrequencyData
  shifts: Shifts
  onChange(value: FrequencyData): void
}

export function FrequencyEditor({ name, value, shifts, onChange }: FrequencyEditorProps) {
  const { unit, times, clocks, days, from, to } = value
  const setClock = (at: number, clock: string | null) =>
    onChange({ ...value, clocks: clocks.map((one, i) => (i === at ? (clock ?? one) : one)) })
  const times24 = (label: string) => (
    <Count label={label} value={times} onChange={(n) => onChange(withTimes(value, n))} />
  )
  const fault = frequencyFault(value)
  return (
    <div className="yy-care-often yy-stack yy-gap-10" role="group" aria-label={`${name}的频次`}>
      <Radio.Group
        optionType="button"
        aria-label="频次单位"
        value={unit}
        options={CareUnit.list.map((one) => ({ label: one.label, value: one.value }))}
        onChange={(event) => onChange(withUnit(value, event.target.value as FrequencyData['unit']))}
      />
      {unit === CareUnit.is.day && (
        <div className="yy-row yy-wrap yy-gap-8">
          每日 {times24('每日几次')} 次，时刻
          {clocks.map((clock, i) => (
            <Clock key={i} label={`第 ${i + 1} 次`} value={clock} onChange={(next) => setClock(i, next)} />
          ))}
        </div>
      )}
      {unit === CareUnit.is.week && (
        <div className="yy-row yy-wrap yy-gap-8-16">
          <Checkbox.Group options={WEEKDAYS} value={days} onChange={(next) => onChange(withDays(value, next))} />
          <span className="yy-inline yy-gap-8">
            时刻 <Clock label="时刻" value={clocks[0]} onChange={(next) => setClock(0, next)} />
          </span>
        </div>
      )}
      {unit === CareUnit.is.month && (
        <div className="yy-row yy-wrap yy-gap-8">
          每月
          <Select<number[]>
            aria-label="每月哪几日"
            className="yy-care-days"
            mode="multiple"
            options={MONTH_DAYS}
            value={days}
            onChange={(next) => onChange(withDays(value, next))}
          />
          时刻 <Clock label="时刻" value={clocks[0]} onChange={(next) => setClock(0, next)} />
          <span className="yy-second">当月没有这一日时，在月末做</span>
        </div>
      )}
      {unit === CareUnit.is.shift && <div className="yy-row yy-gap-8">每班 {times24('每班几次')} 次</div>}
      {unit === CareUnit.is.hours && (
        <div className="yy-row yy-wrap yy-gap-8">
          每 {times24('每几小时')} 小时一次，从
          <Clock label="起" clears value={from} onChange={(next) => onChange({ ...value, from: next })} />
          到
          <Clock label="止" clears value={to} onChange={(next) => onChange({ ...value, to: next })} />
          <span className="yy-second">都不填就是全天</span>
        </div>
      )}
      {fault ? (
        <p className="yy-no-margin yy-red" role="alert">
          {fault}
        </p>
      ) : (
        <p className="yy-no-margin yy-second">{sentence(value, shifts)}</p>
      )}
    </div>
  )
}

/** What it comes to on a day on which it is done. */
function sentence(value: FrequencyData, shifts: Shifts): string {
  if (value.unit === CareUnit.is.need) return '不排任务，做了再记录'
  if (value.unit === CareUnit.is.order) return '有医嘱时按医嘱安排，不按等级排任务'
  if (value.unit === CareUnit.is.week || value.unit === CareUnit.is.month) return '在选中的日子各做一次'
  const clocks = clocksOn(value, dayText(), shifts)
  return `每天 ${clocks.length} 次：${clocks.join('　')}`
}
