// Controls of the mattress rules: a length of time with its unit, times of day that may cross midnight, and for whom.
import { Button, Form, InputNumber, Select, TimePicker } from 'antd'
import dayjs from 'dayjs'
import { Plus, X } from 'lucide-react'
import { useState } from 'react'
import { type RuleWindow, spanText, windowsText } from '#contract/monitor/ruleWords'
import type { Field, InputProps } from '#web/kit/fields/field'
import { lookupsOf } from '#web/kit/fields/lookup'
import { None } from '#web/kit/fields/none'
import { int } from '#web/kit/fields/number'
import './ruleFields.css'

const UNITS = [
  { value: 1, label: '秒' },
  { value: 60, label: '分钟' },
  { value: 3600, label: '小时' },
]

/** 600 reads as 10 minutes; 90 stays in seconds. */
const unitOf = (seconds: number) => (seconds > 0 && seconds % 3600 === 0 ? 3600 : seconds % 60 === 0 ? 60 : 1)

function SpanInput({ value, onChange, id, disabled, placeholder, ...rest }: InputProps<number>) {
  const [seconds, setSeconds] = useState(() => (value === null || value === undefined ? 60 : unitOf(value)))
  const shown = value === null || value === undefined ? null : value / seconds
  return (
    <span className="yy-span yy-flex yy-gap-8">
      <InputNumber<number>
        id={id}
        disabled={disabled}
        placeholder={placeholder}
        aria-label={rest['aria-label']}
        className="yy-fill"
        {...(seconds === 1 && { precision: 0 })}
        value={shown}
        onChange={(next) => onChange?.(next === null ? null : Math.round(next * seconds))}
      />
      <Select
        className="yy-span-unit"
        aria-label="时间单位"
        disabled={disabled}
        value={seconds}
        options={UNITS}
        onChange={(next) => {
          setSeconds(next)
          // The figure stays, its meaning changes: 10 秒 becomes 10 分钟.
          if (shown !== null) onChange?.(Math.round(shown * next))
        }}
      />
    </span>
  )
}

/** Seconds on the wire. */
export const span: Field<number> = {
  ...int,
  width: 110,
  cell: (value) => (value === null || value === undefined ? <None /> : spanText(value)),
  text: (value) => (value === null || value === undefined ? '' : spanText(value)),
  input: (props) => <SpanInput {...props} />,
}

const clockOf = (text: string) => (/^\d\d:\d\d$/.test(text) ? dayjs(`2000-01-01T${text}`) : null)

function Clock({
  value,
  label,
  onChange,
  disabled,
}: {
  value: string
  label: string
  onChange(next: string): void
  disabled?: boolean | undefined
}) {
  return (
    <TimePicker
      aria-label={label}
      disabled={disabled}
      format="HH:mm"
      minuteStep={5}
      needConfirm={false}
      allowClear={false}
      value={clockOf(value)}
      onChange={(next) => onChange(next?.format('HH:mm') ?? value)}
    />
  )
}

const NIGHT: RuleWindow = { from: '21:00', to: '06:00' }
const NOON: RuleWindow = { from: '12:00', to: '14:00' }
const MOST = 6

function WindowsInput({ value, onChange, disabled, id }: InputProps<RuleWindow[]>) {
  const all = value ?? []
  const set = (at: number, change: Partial<RuleWindow>) =>
    onChange?.(all.map((one, i) => (i === at ? { ...one, ...change } : one)))
  return (
    <div className="yy-windows yy-gap-8-16 yy-wrap yy-row" id={id} tabIndex={-1}>
      {all.length === 0 && <span className="yy-second">全天有效</span>}
      {all.map((one, i) => (
        <span className="yy-window yy-inline yy-gap-6" key={i}>
          <Clock
            label={`第 ${i + 1} 个时段开始`}
            value={one.from}
            disabled={disabled}
            onChange={(from) => set(i, { from })}
          />
          <span>至{one.to <= one.from && <small className="yy-warning yy-small">次日</small>}</span>
          <Clock
            label={`第 ${i + 1} 个时段结束`}
            value={one.to}
            disabled={disabled}
            onChange={(to) => set(i, { to })}
          />
          <Button
            type="text"
            size="small"
            disabled={disabled}
            aria-label={`删除第 ${i + 1} 个时段`}
            icon={<X size={16} aria-hidden />}
            onClick={() => onChange?.(all.filter((_, at) => at !== i))}
          />
        </span>
      ))}
      {all.length < MOST && (
        <Button
          size="small"
          disabled={disabled}
          icon={<Plus size={14} aria-hidden />}
          onClick={() => onChange?.([...all, all.length === 0 ? NIGHT : NOON])}
        >
          {all.length === 0 ? '限定时段' : '再加一个时段'}
        </Button>
      )}
    </div>
  )
}

export const windows: Field<RuleWindow[]> = {
  kind: 'field',
  sheet: 'text',
  width: 160,
  cell: (value) => windowsText(value ?? []),
  text: (value) => windowsText(value ?? []),
  input: (props) => <WindowsInput {...props} />,
  search: () => null,
}

const CHOICES = {
  DEPT: lookupsOf('departments'),
  LEVEL: lookupsOf('nursingLevel'),
  ELDER: lookupsOf('resident'),
} as const

const PROMPTS = { DEPT: '选择部门', LEVEL: '选择护理等级', ELDER: '姓名或拼音首字母，可多选' } as const

/** Departments, levels or residents, as the field `scope` of the same form says. */
function ScopeInput(props: InputProps<string[]>) {
  const form = Form.useFormInstance()
  const scope = Form.useWatch('scope', form) as keyof typeof CHOICES | 'ALL' | undefined
  if (!scope || scope === 'ALL') return null
  return <span key={scope}>{CHOICES[scope].input({ ...props, placeholder: PROMPTS[scope] })}</span>
}

export const scopeIds: Field<string[]> = {
  ...CHOICES.ELDER,
  input: (props) => <ScopeInput {...props} />,
}
