// A table beside the scored items (A.2, A.4 …): fields as the standard lists them, what the archive knows beside each.
import { Button, Checkbox, Input, InputNumber, Radio } from 'antd'
import { Plus, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { isRead } from '#contract/nursing/assess/fields'
import type { Field, FieldValue, Form, Kind } from '#contract/nursing/assess/kind'
import type { KnownData } from '#contract/nursing/assessFields'
import { date } from '#web/kit/fields/date'
import { NONE, valueWords } from './fieldWords.ts'
import type { Filled } from './filled.ts'
import { typedFields } from './steps.ts'

interface TableStepProps {
  kind: Kind
  form: Form
  filled: Filled
  known: readonly KnownData[]
  onInput(key: string, value: FieldValue | null): void
}

/** Typed first, stored when it is left: not one message for every letter. */
function Typed({
  value,
  onKeep,
  long,
  ...rest
}: {
  value: string
  long?: boolean
  'aria-label': string
  maxLength: number
  placeholder?: string
  onKeep(text: string): void
}) {
  const [typed, setTyped] = useState<string | null>(null)
  const shared = {
    ...rest,
    value: typed ?? value,
    onChange: (event: { target: { value: string } }) => setTyped(event.target.value),
    onBlur: () => {
      if (typed !== null && typed.trim() !== value) onKeep(typed.trim())
      setTyped(null)
    },
  }
  return long ? <Input.TextArea {...shared} autoSize={{ minRows: 2, maxRows: 6 }} /> : <Input {...shared} />
}

type Row = Readonly<Record<string, string>>

function Rows({
  field,
  rows,
  onChange,
}: {
  field: Field
  rows: readonly Row[]
  onChange(rows: readonly Row[] | null): void
}) {
  const columns = field.columns ?? []
  return (
    <div className="yy-stack yy-gap-8">
      {rows.map((row, at) => (
        <div key={at} className="yy-row yy-gap-8">
          {columns.map((column) => (
            <Typed
              key={column.key}
              aria-label={`第 ${at + 1} 行${column.name}`}
              placeholder={column.name}
              maxLength={100}
              value={row[column.key] ?? ''}
              onKeep={(text) => onChange(rows.map((one, i) => (i === at ? { ...one, [column.key]: text } : one)))}
            />
          ))}
          <Button
            aria-label={`去掉第 ${at + 1} 行`}
            icon={<Trash2 size={15} aria-hidden />}
            onClick={() => onChange(rows.length === 1 ? null : rows.filter((_, i) => i !== at))}
          />
        </div>
      ))}
      <span>
        <Button
          icon={<Plus size={15} aria-hidden />}
          disabled={rows.length >= 40}
          onClick={() => onChange([...rows, Object.fromEntries(columns.map((column) => [column.key, '']))])}
        >
          加一行
        </Button>
      </span>
    </div>
  )
}

interface FieldProps {
  field: Field
  /** Something is read from it that raises the level: 以上都没有 is an answer of its own. */
  read: boolean
  filled: Filled
  onInput(key: string, value: FieldValue | null): void
}

function Many({ field, read, filled, onInput }: FieldProps) {
  const stored = filled.fields[field.key] as readonly number[] | undefined
  const value = stored ?? []
  const group = (
    <Checkbox.Group
      className="yy-assess-checks"
      value={[...value]}
      options={(field.options ?? []).map((option) => ({
        value: option.value,
        label: option.icd10 ? `${option.text} ${option.icd10}` : option.text,
      }))}
      onChange={(next) => {
        const chosen = next as number[]
        const added = chosen.find((one) => !value.includes(one))
        // 无 stands alone: whichever was chosen last decides.
        const fits =
          added === undefined || field.exclusive === undefined
            ? chosen
            : added === field.exclusive
              ? [added]
              : chosen.filter((one) => one !== field.exclusive)
        onInput(field.key, fits.length === 0 ? null : fits.toSorted((a, b) => a - b))
      }}
    />
  )
  if (!read) return group
  return (
    <>
      {group}
      <Checkbox
        checked={stored?.length === 0}
        onChange={(event) => onInput(field.key, event.target.checked ? [] : null)}
      >
        {NONE}
      </Checkbox>
    </>
  )
}

function Control({ field, read, filled, onInput }: FieldProps) {
  const value = filled.fields[field.key]
  const keep = (next: FieldValue | null) => onInput(field.key, next)
  switch (field.type) {
    case 'one':
      return (
        <Radio.Group
          aria-label={field.name}
          value={value}
          options={(field.options ?? []).map((option) => ({ value: option.value, label: option.text }))}
          onChange={(event) => keep(event.target.value as number)}
        />
      )
    case 'many':
      return <Many field={field} read={read} filled={filled} onInput={onInput} />
    case 'number':
      return (
        <InputNumber<number>
          aria-label={field.name}
          min={field.min ?? 0}
          {...(field.max !== undefined && { max: field.max })}
          suffix={field.unit}
          value={typeof value === 'number' ? value : null}
          changeOnBlur
          onChange={(next) => keep(next)}
        />
      )
    case 'date':
      return date.input({ 'aria-label': field.name, value: (value as string) ?? null, onChange: keep })
    case 'table':
      return <Rows field={field} rows={(value ?? []) as readonly Row[]} onChange={(rows) => keep(rows)} />
    default:
      return (
        <Typed
          aria-label={field.name}
          long={field.type === 'longText'}
          maxLength={field.type === 'longText' ? 500 : field.type === 'idCard' ? 18 : field.type === 'phone' ? 20 : 100}
          value={typeof value === 'string' ? value : ''}
          onKeep={(text) => keep(text === '' ? null : text)}
        />
      )
  }
}

/** 部位, 其他诊断: asked where a choice wants words beside it. */
const asksText = (field: Field, filled: Filled) => {
  const value = filled.fields[field.key]
  const chosen = (Array.isArray(value) ? value : [value]) as readonly unknown[]
  const options = (field.options ?? []).filter((option) => chosen.includes(option.value))
  return options.some((option) => option.withText) || (field.textName !== undefined && options.length > 0)
}

const partsOf = (field: Field, filled: Filled) => {
  const value = filled.fields[field.key]
  const chosen = (Array.isArray(value) ? value : [value]) as readonly unknown[]
  return (field.options ?? []).flatMap((option) => (chosen.includes(option.value) ? (option.parts ?? []) : []))
}

function Beside({ field, filled, onInput }: Omit<FieldProps, 'read'>) {
  const key = `${field.key}.text`
  const value = filled.fields[key]
  const text = typeof value === 'string' ? value : ''
  const parts = partsOf(field, filled)
  if (parts.length > 0) {
    return (
      <Checkbox.Group
        className="yy-assess-checks"
        value={text.split('、').filter(Boolean)}
        options={parts}
        onChange={(next) => onInput(key, next.length === 0 ? null : next.join('、'))}
      />
    )
  }
  if (!asksText(field, filled)) return null
  const name = field.textName ?? '说明'
  return (
    <Typed
      aria-label={`${field.name}的${name}`}
      placeholder={name}
      maxLength={100}
      value={text}
      onKeep={(typed) => onInput(key, typed === '' ? null : typed)}
    />
  )
}

export function TableStep({ kind, form, filled, known, onInput }: TableStepProps) {
  const fields = typedFields(form)
  const offered = fields.flatMap((field) => {
    const fact = known.find((one) => one.of === 'field' && one.key === field.key)
    return fact && filled.fields[field.key] === undefined ? [{ field, fact }] : []
  })
  return (
    <>
      <header className="yy-assess-head yy-under">
        <h2>
          {form.key} {form.name}
        </h2>
        <span className="yy-second yy-small yy-grow yy-ellipsis">不计分，随评估保存和打印</span>
        {offered.length > 0 && (
          <Button
            size="small"
            onClick={() => {
              for (const { field, fact } of offered) onInput(field.key, fact.value as FieldValue)
            }}
          >
            采用档案里的 {offered.length} 项
          </Button>
        )}
      </header>
      <div className="yy-assess-items yy-scroll yy-grow yy-pad-12-16">
        {fields.map((field) => {
          const fact = known.find((one) => one.of === 'field' && one.key === field.key)
          const words = fact ? valueWords(field, fact.value as FieldValue) : ''
          const differs = fact && JSON.stringify(filled.fields[field.key]) !== JSON.stringify(fact.value)
          return (
            <div key={field.key} className="yy-assess-field yy-under">
              <div>
                {(field.required || isRead(kind, field)) && <i className="yy-red yy-upright">* </i>}
                <span className="yy-second">{field.key}</span> {field.name}
                {fact && words && differs && (
                  <div className="yy-small yy-amber">
                    {fact.why}：{words}
                    <Button size="small" type="link" onClick={() => onInput(field.key, fact.value as FieldValue)}>
                      采用
                    </Button>
                  </div>
                )}
              </div>
              <div className="yy-stack yy-gap-8">
                <Control field={field} read={isRead(kind, field)} filled={filled} onInput={onInput} />
                <Beside field={field} filled={filled} onInput={onInput} />
              </div>
            </div>
          )
        })}
      </div>
    </>
  )
}
