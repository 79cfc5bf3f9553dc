// Fields of fences and positioning rules: whom they are for, when they count, and lengths of time in words.
import { Button, Form, InputNumber, Select, TimePicker } from 'antd'
import dayjs from 'dayjs'
import { Plus, X } from 'lucide-react'
import { spanText, windowsText } from '#contract/monitor/ruleWords'
import { RuleScope, type RuleScopeValue } from '#contract/monitor/words'
import type { Field, InputProps } from '#web/kit/fields/field'
import { lookupsOf } from '#web/kit/fields/lookup'
import './positionFields.css'

export interface Window {
  from: string
  to: string
}

const clock = (text: string) => dayjs(`2026-01-01 ${text}`)
const MOST = 6

export function WindowsInput({ value, onChange, disabled }: InputProps<Window[]>) {
  const rows = value ?? []
  const set = (index: number, part: Partial<Window>) =>
    onChange?.(rows.map((one, at) => (at === index ? { ...one, ...part } : one)))
  return (
    <div className="yy-hours-list yy-wrap yy-row">
      {rows.length === 0 && <span className="yy-soft-ink">全天</span>}
      {rows.map((one, i) => (
        <span key={i} className="yy-hours yy-inline yy-gap-4">
          <TimePicker.RangePicker
            aria-label={`时段 ${i + 1}`}
            format="HH:mm"
            minuteStep={5}
            order={false}
            allowClear={false}
            disabled={disabled}
            needConfirm={false}
            value={[clock(one.from), clock(one.to)]}
            onChange={(range) => {
              if (range?.[0] && range[1]) set(i, { from: range[0].format('HH:mm'), to: range[1].format('HH:mm') })
            }}
          />
          {one.to <= one.from && <small className="yy-second">次日</small>}
          <button
            className="yy-bare"
            type="button"
            aria-label={`删除时段 ${i + 1}`}
            disabled={disabled}
            onClick={() => onChange?.(rows.filter((_, at) => at !== i))}
          >
            <X size={14} aria-hidden />
          </button>
        </span>
      ))}
      {rows.length < MOST && (
        <Button
          size="small"
          disabled={disabled}
          icon={<Plus size={13} aria-hidden />}
          onClick={() =>
            onChange?.([...rows, rows.length === 0 ? { from: '21:00', to: '06:00' } : { from: '13:00', to: '14:00' }])
          }
        >
          {rows.length === 0 ? '只在某些时段' : '加一个时段'}
        </Button>
      )}
    </div>
  )
}

export const windows: Field<Window[]> = {
  kind: 'field',
  sheet: 'text',
  width: 150,
  cell: (value) => windowsText(value ?? []),
  text: (value) => windowsText(value ?? []),
  input: (props) => <WindowsInput {...props} />,
  search: () => null,
}

const CHOICES: Readonly<Record<Exclude<RuleScopeValue, 'ALL'>, Field<string[]>>> = {
  DEPT: lookupsOf('departments'),
  LEVEL: lookupsOf('nursingLevel'),
  ELDER: lookupsOf('resident'),
}

export function ScopeIdsInput({ scope, ...props }: InputProps<string[]> & { scope: RuleScopeValue }) {
  return scope === 'ALL'
    ? null
    : CHOICES[scope].input({
        ...props,
        placeholder: `选择${scope === 'DEPT' ? '部门' : scope === 'LEVEL' ? '护理等级' : '老人'}`,
      })
}

function ScopeIdsOfForm(props: InputProps<string[]>) {
  const scope = (Form.useWatch('scope', Form.useFormInstance()) as RuleScopeValue | undefined) ?? 'ALL'
  return <ScopeIdsInput {...props} scope={scope} />
}

/** Whom, by the scope that stands in the same form. */
export const scopeIds: Field<string[]> = {
  kind: 'field',
  sheet: 'text',
  chooses: true,
  width: 200,
  cell: () => null,
  text: () => '',
  input: (props) => <ScopeIdsOfForm {...props} />,
  search: () => null,
}

export function ScopeInput({
  value,
  onChange,
  id,
}: {
  id?: string
  value: RuleScopeValue
  onChange(value: RuleScopeValue): void
}) {
  return (
    <Select<RuleScopeValue>
      {...(id && { id })}
      aria-label="适用范围"
      className="yy-fill"
      value={value}
      options={RuleScope.list.map((one) => ({ value: one.value, label: one.label }))}
      onChange={onChange}
    />
  )
}

/** 全部老人; 按部门：一部、二部; 指定老人：王秀兰 等 12 人 */
export function scopeText(scope: RuleScopeValue, names: readonly string[], count = names.length): string {
  if (scope === 'ALL') return RuleScope.label(scope)
  const few = names.slice(0, 3).join('、')
  return `${RuleScope.label(scope)}：${few}${count > 3 ? ` 等 ${count} 个` : ''}`
}

const UNITS = [
  { value: 1, label: '秒' },
  { value: 60, label: '分钟' },
  { value: 3600, label: '小时' },
] as const

const unitOf = (seconds: number) =>
  seconds !== 0 && seconds % 3600 === 0 ? 3600 : seconds !== 0 && seconds % 60 === 0 ? 60 : 1

export function SpanInput({
  id,
  value,
  onChange,
  disabled,
  min = 0,
  max = 86_400,
}: InputProps<number> & { min?: number; max?: number }) {
  const unit = unitOf(value ?? 0)
  return (
    <span className="yy-reach yy-inline-flex yy-gap-6">
      <InputNumber
        {...(id && { id })}
        disabled={disabled}
        min={Math.ceil(min / unit)}
        max={Math.floor(max / unit)}
        precision={0}
        value={value === null || value === undefined ? null : value / unit}
        onChange={(next) => onChange?.(next === null ? null : next * unit)}
      />
      <Select
        aria-label="单位"
        disabled={disabled}
        value={unit}
        options={[...UNITS]}
        onChange={(next) => onChange?.(Math.min(max, Math.max(min, ((value ?? 0) / unit) * next)))}
      />
    </span>
  )
}

export const span: Field<number> = {
  kind: 'field',
  sheet: 'int',
  width: 100,
  cell: (value) => spanText(value ?? 0),
  text: (value) => spanText(value ?? 0),
  input: (props) => <SpanInput {...props} />,
  search: () => null,
}
