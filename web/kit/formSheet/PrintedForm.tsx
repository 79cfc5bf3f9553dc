// A designed form on paper: filled in, or blank to be filled in by hand. Every choice is printed with its box, as on
// the forms people know.
import type { ReactNode } from 'react'
import { type FormDesignData, type FormFieldData, isLayout } from '#contract/kit/formDesign'
import {
  chosenOf,
  type FormValue,
  type FormValues,
  isBlank,
  isNamed,
  scoreOf,
  shownFields,
  type TableRow,
} from '#contract/kit/formValues'
import { printSheet } from '#web/kit/print/printSheet'
import { labelOf } from './controls.tsx'
import { rowsOf, sumOf } from './FormTable.tsx'
import css from './printedForm.css?inline'

export interface PrintedFormProps {
  /** Of the template; the design may have a heading of its own. */
  title: string
  org: string
  design: FormDesignData
  /** Null prints a blank form with every field on it. */
  values: FormValues | null
}

function Table({ field, value }: { field: FormFieldData; value: FormValue | undefined }) {
  const given = Array.isArray(value) ? (value as readonly TableRow[]) : []
  const columns = field.columns ?? []
  const titles = field.rowTitles ?? []
  const rows = Array.from({ length: rowsOf(field, given) }, (_, i): TableRow => given[i] ?? {})
  return (
    <table className="inner">
      <thead>
        <tr>
          <th className="no">{titles.length > 0 ? '项目' : '序'}</th>
          {columns.map((column) => (
            <th key={column.id}>{column.title}</th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row, at) => (
          <tr key={at}>
            <td className="no">{titles[at] ?? at + 1}</td>
            {columns.map((column) => (
              <td key={column.id} className={column.kind === 'text' ? 'left' : 'center'}>
                {row[column.id] === true ? '√' : (row[column.id] ?? '')}
              </td>
            ))}
          </tr>
        ))}
        {columns.some((column) => column.sum) && (
          <tr>
            <td className="no">合计</td>
            {columns.map((column) => (
              <td key={column.id} className="center">
                {column.sum && given.length > 0 ? sumOf(given, column) : ''}
              </td>
            ))}
          </tr>
        )}
      </tbody>
    </table>
  )
}

function Choices({ field, value }: { field: FormFieldData; value: FormValue | undefined }) {
  const chosen = chosenOf(value)
  return (field.options ?? []).map((option) => (
    <span className="choice" key={option.value}>
      <i className={chosen.includes(option.value) ? 'box ticked' : 'box'} />
      {labelOf(option)}
    </span>
  ))
}

function Pictures({ value }: { value: FormValue | undefined }) {
  if (!Array.isArray(value)) return null
  return (value as readonly string[]).map((url) => <img className="picture" key={url} src={url} alt="" />)
}

function Answer({
  field,
  design,
  values,
}: {
  field: FormFieldData
  design: FormDesignData
  values: FormValues | null
}) {
  const value = values?.[field.id]
  switch (field.kind) {
    case 'radio':
    case 'checkbox':
      return <Choices field={field} value={value} />
    case 'table':
      return <Table field={field} value={value} />
    case 'sign':
      return typeof value === 'string' ? <img className="signature" src={value} alt="" /> : null
    case 'picture':
      return <Pictures value={value} />
    case 'score': {
      const { total, band, open } = scoreOf(design, values ?? {}, field)
      const words = (field.bands ?? []).map((one) => one.label).join(' / ')
      return values === null
        ? `　　　分${words && `　${words}`}`
        : `${total} 分${open === 0 && band ? `　${band}` : ''}`
    }
    default: {
      if (isBlank(value)) return field.unit ? <span className="unit">{field.unit}</span> : null
      if (isNamed(value)) return value.name
      if (field.kind === 'select') return field.options?.find((one) => one.value === value)?.label ?? String(value)
      if (field.kind === 'datetime') return String(value).slice(0, 16)
      return `${value}${field.unit ?? ''}`
    }
  }
}

/** Fields in lines of three thirds; the last of a line takes what is left. */
function linesOf(fields: readonly FormFieldData[]): { field: FormFieldData; span: number }[][] {
  const lines: { field: FormFieldData; span: number }[][] = []
  let room = 0
  for (const field of fields) {
    const span = isLayout(field.kind) ? 3 : field.width
    if (span > room) {
      lines.push([])
      room = 3
    }
    lines.at(-1)!.push({ field, span })
    room -= span
  }
  return lines.map((line) => {
    const used = line.reduce((sum, one) => sum + one.span, 0)
    return line.map((one, i) => (i === line.length - 1 ? { ...one, span: one.span + 3 - used } : one))
  })
}

const tall = (field: FormFieldData) => field.kind === 'longText' || field.kind === 'sign' || field.kind === 'picture'

export function PrintedForm({ title, org, design, values }: PrintedFormProps): ReactNode {
  const fields = values === null ? design.fields : shownFields(design, values)
  return (
    <article className="form">
      <style>{css}</style>
      {design.letterhead && <p className="form-org">{org}</p>}
      <h1>{design.heading || title}</h1>
      {design.sub && <p className="sub">{design.sub}</p>}
      <table className="form-grid">
        <colgroup>
          {[0, 1, 2].flatMap((third) => [<col key={`t${third}`} className="ask" />, <col key={`a${third}`} />])}
        </colgroup>
        <tbody>
          {linesOf(fields).map((line) => {
            const only = line[0]!.field
            if (only.kind === 'group') {
              return (
                <tr key={only.id}>
                  <th colSpan={6} className="form-group">
                    {only.title}
                  </th>
                </tr>
              )
            }
            if (only.kind === 'note' || only.kind === 'table') {
              return (
                <tr key={only.id} className={only.kind === 'table' ? 'form-table' : 'form-note'}>
                  <td colSpan={6}>
                    <b>{only.title}</b>
                    {only.kind === 'note' ? (
                      <p>{only.content}</p>
                    ) : (
                      <Answer field={only} design={design} values={values} />
                    )}
                  </td>
                </tr>
              )
            }
            return (
              <tr key={only.id} className={line.some(({ field }) => tall(field)) ? 'form-tall' : undefined}>
                {line.flatMap(({ field, span }) => [
                  <th key={`${field.id}-t`}>{field.title}</th>,
                  <td key={field.id} colSpan={span * 2 - 1}>
                    <Answer field={field} design={design} values={values} />
                  </td>,
                ])}
              </tr>
            )
          })}
        </tbody>
      </table>
    </article>
  )
}

export const printForm = (form: PrintedFormProps) =>
  printSheet({ title: form.title, paper: form.design.paper, render: () => <PrintedForm {...form} /> })
