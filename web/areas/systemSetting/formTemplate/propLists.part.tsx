// Properties that are lists: options with scores, columns of a table, bands of a sum.
import { Button, Checkbox, Input, InputNumber, Select } from 'antd'
import { ArrowDown, ArrowUp, Plus, X } from 'lucide-react'
import type { ReactNode } from 'react'
import {
  ColumnKind,
  type FieldOptionData,
  type FormFieldData,
  MOST_COLUMNS,
  MOST_OPTIONS,
  type TableColumnData,
} from '#contract/kit/formDesign'
import { newColumn, newOption, optionsOf } from './designEdits.ts'

interface RowsProps<Row> {
  rows: readonly Row[]
  keyOf(row: Row, at: number): string
  name(row: Row): string
  least?: number
  render(row: Row, at: number): ReactNode
  onChange(rows: Row[]): void
}

/** Rows that are moved and removed the same way. */
function Rows<Row>({ rows, keyOf, name, least = 0, render, onChange }: RowsProps<Row>) {
  const swap = (a: number, b: number) => onChange(rows.with(a, rows[b]!).with(b, rows[a]!))
  return (
    <ul className="yy-fd-rows yy-no-padding">
      {rows.map((row, at) => (
        <li key={keyOf(row, at)}>
          <div>{render(row, at)}</div>
          <Button
            type="text"
            size="small"
            icon={<ArrowUp size={13} aria-hidden />}
            aria-label={`${name(row)}上移`}
            disabled={at === 0}
            onClick={() => swap(at, at - 1)}
          />
          <Button
            type="text"
            size="small"
            icon={<ArrowDown size={13} aria-hidden />}
            aria-label={`${name(row)}下移`}
            disabled={at === rows.length - 1}
            onClick={() => swap(at, at + 1)}
          />
          <Button
            type="text"
            size="small"
            icon={<X size={14} aria-hidden />}
            aria-label={`移除${name(row)}`}
            disabled={rows.length <= least}
            onClick={() => onChange(rows.filter((_, i) => i !== at))}
          />
        </li>
      ))}
    </ul>
  )
}

const AddButton = ({ title, disabled, onClick }: { title: string; disabled: boolean; onClick(): void }) => (
  <Button size="small" icon={<Plus size={14} aria-hidden />} disabled={disabled} onClick={onClick}>
    {title}
  </Button>
)

export interface PropProps {
  field: FormFieldData
  onChange(patch: Partial<FormFieldData>, about?: string): void
}

export function OptionsProp({ field, onChange }: PropProps) {
  const options = field.options ?? []
  const set = (at: number, patch: Partial<FieldOptionData>, what: string) =>
    onChange({ options: options.with(at, { ...options[at]!, ...patch }) }, `${what}${options[at]!.value}`)
  return (
    <>
      <Rows
        rows={options}
        keyOf={(option) => option.value}
        name={(option) => option.label || '空选项'}
        least={1}
        onChange={(next) => onChange({ options: next })}
        render={(option, at) => (
          <>
            <Input
              size="small"
              value={option.label}
              maxLength={60}
              aria-label={`第 ${at + 1} 个选项`}
              onChange={(event) => set(at, { label: event.target.value }, 'option')}
              onPaste={(event) => {
                const pasted = event.clipboardData.getData('text')
                if (!pasted.includes('\n')) return
                event.preventDefault()
                const before = option.label === '' ? options.filter((_, i) => i !== at) : options
                onChange({ options: optionsOf(pasted, before).slice(0, MOST_OPTIONS) })
              }}
            />
            <InputNumber<number>
              size="small"
              controls={false}
              className="yy-fd-score"
              placeholder="分值"
              aria-label={`${option.label}的分值`}
              value={option.score ?? null}
              onChange={(score) => set(at, { score }, 'score')}
            />
          </>
        )}
      />
      <AddButton
        title="加选项"
        disabled={options.length >= MOST_OPTIONS}
        onClick={() => onChange({ options: [...options, newOption(options, `选项${options.length + 1}`)] })}
      />
      <small>可以把多行文字一次粘贴进来；行尾的数字是分值。</small>
    </>
  )
}

export function ColumnsProp({ field, onChange }: PropProps) {
  const columns = field.columns ?? []
  const set = (at: number, patch: Partial<TableColumnData>, about?: string) =>
    onChange({ columns: columns.with(at, { ...columns[at]!, ...patch }) }, about && `${about}${columns[at]!.id}`)
  return (
    <>
      <Rows
        rows={columns}
        keyOf={(column) => column.id}
        name={(column) => column.title || '空列'}
        least={1}
        onChange={(next) => onChange({ columns: next })}
        render={(column, at) => (
          <>
            <Input
              size="small"
              value={column.title}
              maxLength={30}
              aria-label={`第 ${at + 1} 列的标题`}
              onChange={(event) => set(at, { title: event.target.value }, 'column')}
            />
            <Select
              size="small"
              className="yy-fd-column-kind"
              value={column.kind}
              aria-label={`${column.title}的类型`}
              options={ColumnKind.list.map(({ value, label }) => ({ value, label }))}
              onChange={(kind) => set(at, { kind, ...(kind !== 'number' && { sum: null }) })}
            />
            {column.kind === 'select' && (
              <Select<string[]>
                size="small"
                mode="tags"
                className="yy-fd-line"
                placeholder="输入选项后按回车"
                aria-label={`${column.title}的选项`}
                value={column.options ?? []}
                open={false}
                onChange={(options) =>
                  set(at, { options: options.map((one) => one.trim().slice(0, 30)).filter((one) => one !== '') })
                }
              />
            )}
            {column.kind === 'number' && (
              <Checkbox
                className="yy-fd-line"
                checked={column.sum === true}
                onChange={(event) => set(at, { sum: event.target.checked || null })}
              >
                表下合计
              </Checkbox>
            )}
          </>
        )}
      />
      <AddButton
        title="加一列"
        disabled={columns.length >= MOST_COLUMNS}
        onClick={() => onChange({ columns: [...columns, newColumn(columns)] })}
      />
    </>
  )
}

export function BandsProp({ field, onChange }: PropProps) {
  const bands = field.bands ?? []
  return (
    <>
      <Rows
        rows={bands}
        keyOf={(_, at) => String(at)}
        name={(band) => band.label || '空结论'}
        onChange={(next) => onChange({ bands: next })}
        render={(band, at) => (
          <>
            <InputNumber<number>
              size="small"
              controls={false}
              className="yy-fd-score"
              aria-label={`第 ${at + 1} 段从几分起`}
              value={band.from}
              onChange={(from) => onChange({ bands: bands.with(at, { ...band, from: from ?? 0 }) }, `from${at}`)}
            />
            <span className="yy-second yy-small">分起</span>
            <Input
              size="small"
              value={band.label}
              maxLength={40}
              placeholder="结论"
              aria-label={`第 ${at + 1} 段的结论`}
              onChange={(event) =>
                onChange({ bands: bands.with(at, { ...band, label: event.target.value }) }, `band${at}`)
              }
            />
          </>
        )}
      />
      <AddButton
        title="加一段"
        disabled={bands.length >= 12}
        onClick={() => onChange({ bands: [...bands, { from: (bands.at(-1)?.from ?? -10) + 10, label: '结论' }] })}
      />
      <small>把表单里有分值的选项加起来；总分达到起始分时给出结论。</small>
    </>
  )
}
