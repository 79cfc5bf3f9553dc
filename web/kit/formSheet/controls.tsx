// One control for each kind of field of a designed form.
import { Checkbox, Input, InputNumber, Radio, Select } from 'antd'
import { useMemo } from 'react'
import type { FormDesignData, FormFieldData } from '#contract/kit/formDesign'
import { type FormValue, type FormValues, isNamed, scoreOf, type TableRow } from '#contract/kit/formValues'
import { upload } from '#contract/platform/upload'
import { send } from '#web/kit/call'
import { date, datetime } from '#web/kit/fields/date'
import { imagesOf } from '#web/kit/fields/image'
import type { SendFile } from '#web/kit/fields/uploading'
import { FormTable } from './FormTable.tsx'
import { DeptPicker, DictionaryPicker, StaffPicker } from './pickers.tsx'
import { SignPad } from './SignPad.tsx'
import './formSheet.css'

export interface ControlProps {
  id?: string
  design: FormDesignData
  field: FormFieldData
  values: FormValues
  disabled: boolean
  /** Nothing leaves this computer: pictures and signatures stay in the form. */
  trial: boolean
  onChange(value: FormValue): void
}

/** A picture as text, for forms that are only tried out. */
const keepHere: SendFile = (file) =>
  new Promise((resolve, reject) => {
    const reader = new FileReader()
    reader.onload = () => resolve(String(reader.result))
    reader.onerror = () => reject(new Error('图片没有读出来，请重新选择'))
    reader.readAsDataURL(file)
  })

const storePicture = async (imgStream: string) => {
  const stored = await send(upload.calls.stream, { imgStream }, { handles: () => true })
  return stored.urlPath
}

function Pictures({ id, field, values, disabled, trial, onChange }: ControlProps) {
  const max = field.max ?? 6
  const face = useMemo(() => imagesOf({ max, ...(trial && { send: keepHere }) }), [max, trial])
  const value = values[field.id]
  return face.input({
    ...(id !== undefined && { id }),
    disabled,
    value: Array.isArray(value) ? ([...value] as string[]) : null,
    onChange: (urls) => onChange(urls),
  })
}

function ScoreShown({ design, field, values }: ControlProps) {
  const { total, band, open } = scoreOf(design, values, field)
  return (
    <output className="yy-sheet-score yy-flex yy-baseline yy-gap-8 yy-soft yy-round">
      <b>{total}</b> 分{open === 0 && band && <span className="yy-strong">{band}</span>}
      {open > 0 && <small className="yy-second yy-small">还有 {open} 项没有评分</small>}
    </output>
  )
}

/** Choices that are short stand in one line, long ones one below another. */
const stacked = (field: FormFieldData) => (field.options ?? []).some((one) => one.label.length > 12)

export const labelOf = (option: { label: string; score?: number | null }) =>
  typeof option.score === 'number' ? `${option.label}（${option.score} 分）` : option.label

const textOf = (value: FormValue | undefined) => (typeof value === 'string' ? value : '')

export function FieldControl(props: ControlProps) {
  const { id, field, values, disabled, trial, onChange } = props
  const value = values[field.id]
  const hint = field.hint ?? undefined
  const shared = { ...(id !== undefined && { id }), disabled, 'aria-label': field.title }
  const choices = (field.options ?? []).map((one) => ({ value: one.value, label: labelOf(one) }))
  switch (field.kind) {
    case 'longText':
      return (
        <Input.TextArea
          {...shared}
          placeholder={hint}
          autoSize={{ minRows: 2, maxRows: 12 }}
          maxLength={field.max ?? 2000}
          value={textOf(value)}
          onChange={(event) => onChange(event.target.value || null)}
        />
      )
    case 'number':
      return (
        <InputNumber<number>
          {...shared}
          className="yy-fill"
          placeholder={hint}
          precision={field.decimals ?? undefined}
          suffix={field.unit ?? undefined}
          value={typeof value === 'number' ? value : null}
          onChange={(next) => onChange(next)}
        />
      )
    case 'date':
      return date.input({ ...shared, ...(hint && { placeholder: hint }), value: textOf(value) || null, onChange })
    case 'datetime':
      return datetime.input({ ...shared, ...(hint && { placeholder: hint }), value: textOf(value) || null, onChange })
    case 'radio':
      return (
        <Radio.Group
          {...shared}
          className={stacked(field) ? 'yy-sheet-stack' : 'yy-sheet-line yy-wrap yy-center'}
          value={textOf(value) || undefined}
          options={choices}
          onChange={(event) => onChange(event.target.value as string)}
        />
      )
    case 'checkbox':
      return (
        <Checkbox.Group
          disabled={disabled}
          className={stacked(field) ? 'yy-sheet-stack' : 'yy-sheet-line yy-wrap yy-center'}
          value={Array.isArray(value) ? ([...value] as string[]) : []}
          options={choices}
          onChange={(next) => onChange(next as string[])}
        />
      )
    case 'select':
      return field.dictionary ? (
        <DictionaryPicker
          {...shared}
          code={field.dictionary}
          placeholder={hint}
          value={isNamed(value) ? value : null}
          onChange={onChange}
        />
      ) : (
        <Select<string>
          {...shared}
          className="yy-fill"
          allowClear
          placeholder={hint || '请选择'}
          showSearch={{ optionFilterProp: 'label' }}
          value={textOf(value) || undefined}
          options={choices}
          onChange={(next) => onChange(next ?? null)}
        />
      )
    case 'staff':
      return <StaffPicker {...shared} placeholder={hint} value={isNamed(value) ? value : null} onChange={onChange} />
    case 'dept':
      return <DeptPicker {...shared} placeholder={hint} value={isNamed(value) ? value : null} onChange={onChange} />
    case 'table':
      return (
        <FormTable
          field={field}
          disabled={disabled}
          value={Array.isArray(value) ? (value as readonly TableRow[]) : null}
          onChange={onChange}
        />
      )
    case 'score':
      return <ScoreShown {...props} />
    case 'sign':
      return (
        <SignPad
          id={id}
          title={field.title}
          disabled={disabled}
          value={textOf(value) || null}
          store={trial ? undefined : storePicture}
          onChange={onChange}
        />
      )
    case 'picture':
      return <Pictures {...props} />
    default:
      return (
        <Input
          {...shared}
          placeholder={hint ?? (field.kind === 'resident' ? '从老人档案带出' : undefined)}
          maxLength={field.kind === 'resident' ? 200 : (field.max ?? 200)}
          value={textOf(value)}
          onChange={(event) => onChange(event.target.value || null)}
        />
      )
  }
}
