// A table inside a form: fixed rows with titles, or rows that are added as needed. Enter goes to the next cell.
import { Button, Checkbox, Input, InputNumber, Select } from 'antd'
import { Plus, X } from 'lucide-react'
import type { KeyboardEvent } from 'react'
import type { FormFieldData, TableColumnData } from '#contract/kit/formDesign'
import type { TableRow } from '#contract/kit/formValues'
import { date } from '#web/kit/fields/date'
import './formSheet.css'

type Cell = TableRow[string]

interface CellProps {
  column: TableColumnData
  label: string
  value: Cell | undefined
  disabled: boolean
  onChange(value: Cell): void
}

const TIME = /^(\d{1,2})[:：]?(\d{2})$/

/** 830 and 8:30 are 08:30. */
function timeOf(typed: string): string | null {
  const match = TIME.exec(typed.trim())
  if (!match) return typed.trim() || null
  return `${match[1]!.padStart(2, '0')}:${match[2]}`
}

function CellInput({ column, label, value, disabled, onChange }: CellProps) {
  const shared = { disabled, 'aria-label': label, variant: 'borderless' as const }
  switch (column.kind) {
    case 'number':
      return (
        <InputNumber<number>
          {...shared}
          className="yy-fill"
          controls={false}
          value={typeof value === 'number' ? value : null}
          onChange={(next) => onChange(next)}
        />
      )
    case 'date':
      return date.input({
        disabled,
        'aria-label': label,
        placeholder: '',
        value: (value as string | undefined) ?? null,
        onChange,
      })
    case 'time':
      return (
        <Input
          {...shared}
          placeholder="时:分"
          maxLength={5}
          value={(value as string | undefined) ?? ''}
          onChange={(event) => onChange(event.target.value || null)}
          onBlur={(event) => onChange(timeOf(event.target.value))}
        />
      )
    case 'select':
      return (
        <Select<string>
          {...shared}
          className="yy-fill"
          allowClear
          value={(value as string | undefined) ?? undefined}
          options={(column.options ?? []).map((one) => ({ value: one, label: one }))}
          onChange={(next) => onChange(next ?? null)}
        />
      )
    case 'check':
      return (
        <Checkbox
          disabled={disabled}
          aria-label={label}
          checked={value === true}
          onChange={(event) => onChange(event.target.checked || null)}
        />
      )
    default:
      return (
        <Input.TextArea
          {...shared}
          autoSize={{ minRows: 1, maxRows: 4 }}
          maxLength={200}
          value={(value as string | undefined) ?? ''}
          onChange={(event) => onChange(event.target.value || null)}
        />
      )
  }
}

const focusable = 'input:not([disabled]), textarea:not([disabled])'

function nextCell(event: KeyboardEvent<HTMLTableElement>) {
  if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return
  const here = event.target as HTMLElement
  // An open list of choices takes the key for itself.
  if (here.getAttribute('aria-expanded') === 'true') return
  const all = [...event.currentTarget.querySelectorAll<HTMLElement>(focusable)]
  const next = all[all.indexOf(here) + 1]
  if (!next) return
  event.preventDefault()
  next.focus()
}

/** How many rows are on the sheet: those the design gives, and those that are filled. */
export const rowsOf = (field: FormFieldData, value: readonly TableRow[] | null) =>
  Math.max(field.rows ?? 1, field.rowTitles?.length ?? 0, value?.length ?? 0)

export const sumOf = (rows: readonly TableRow[], column: TableColumnData) =>
  Math.round(
    rows.reduce((sum, row) => sum + (typeof row[column.id] === 'number' ? (row[column.id] as number) : 0), 0) * 1e6,
  ) / 1e6

interface FormTableProps {
  field: FormFieldData
  value: readonly TableRow[] | null
  disabled: boolean
  onChange(value: TableRow[]): void
}

export function FormTable({ field, value, disabled, onChange }: FormTableProps) {
  const columns = field.columns ?? []
  const titles = field.rowTitles ?? []
  const count = rowsOf(field, value)
  const rows = Array.from({ length: count }, (_, i): TableRow => value?.[i] ?? {})
  const least = Math.max(field.rows ?? 1, titles.length)
  const set = (at: number, id: string, cell: Cell) =>
    onChange(rows.map((row, i) => (i === at ? { ...row, [id]: cell } : row)))
  return (
    <div className="yy-sheet-table">
      <table className="yy-plain-table" onKeyDown={nextCell}>
        <thead>
          <tr>
            <th className="yy-sheet-no">{titles.length > 0 ? '项目' : '序'}</th>
            {columns.map((column) => (
              <th key={column.id}>{column.title}</th>
            ))}
            {field.grows && !disabled && <th className="yy-sheet-cut" aria-label="移除" />}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, at) => (
            <tr key={at}>
              <td className="yy-sheet-no">{titles[at] ?? at + 1}</td>
              {columns.map((column) => (
                <td key={column.id} className={`yy-sheet-cell-${column.kind}`}>
                  <CellInput
                    column={column}
                    label={`${titles[at] ?? `第 ${at + 1} 行`}${column.title}`}
                    value={row[column.id]}
                    disabled={disabled}
                    onChange={(cell) => set(at, column.id, cell)}
                  />
                </td>
              ))}
              {field.grows && !disabled && (
                <td className="yy-sheet-cut">
                  <Button
                    type="text"
                    size="small"
                    icon={<X size={14} aria-hidden />}
                    aria-label={`移除第 ${at + 1} 行`}
                    disabled={at < titles.length || (count <= least && Object.keys(row).length === 0)}
                    onClick={() => onChange(rows.filter((_, i) => i !== at))}
                  />
                </td>
              )}
            </tr>
          ))}
          {columns.some((column) => column.sum) && (
            <tr className="yy-sheet-sum">
              <td className="yy-sheet-no yy-strong yy-tint">合计</td>
              {columns.map((column) => (
                <td className="yy-strong yy-tint" key={column.id}>
                  {column.sum ? sumOf(rows, column) : ''}
                </td>
              ))}
              {field.grows && !disabled && <td className="yy-strong yy-tint" />}
            </tr>
          )}
        </tbody>
      </table>
      {field.grows && !disabled && (
        <Button
          size="small"
          icon={<Plus size={14} aria-hidden />}
          disabled={count >= 200}
          onClick={() => onChange([...rows, {}])}
        >
          加一行
        </Button>
      )}
    </div>
  )
}
