// The parts of a printed sheet: letterhead, heading, facts, table with a repeated head, amount in capitals, signatures.
import type { ReactNode } from 'react'
import { capitals } from '#contract/kit/money'
import { classes } from '#web/kit/classes'
import { moneyText } from '#web/kit/fields/money'

export interface SheetProps {
  /** The organisation, with its address and desk on the right. */
  org: string
  contact?: ReactNode
  title: string
  sub?: ReactNode
  /** Facts above the table, three to a line. */
  facts?: readonly { label: string; value: ReactNode }[]
  children: ReactNode
  /** 制单：刘敏, 审核：, 付费人签字： — an empty place gets a line to write on. */
  signatures?: readonly { label: string; name?: string }[]
  /** Second and later prints say so. */
  reprint?: number
}

export function Sheet({ org, contact, title, sub, facts, children, signatures, reprint = 0 }: SheetProps) {
  return (
    <article className="sheet">
      <header className="letterhead">
        <b>{org}</b>
        <span>{contact}</span>
      </header>
      {reprint > 0 && <div className="reprint">补打 第 {reprint} 次</div>}
      <h1>{title}</h1>
      {sub && <p className="sub">{sub}</p>}
      {facts && facts.length > 0 && (
        <dl className="facts">
          {facts.map((fact) => (
            <div key={fact.label}>
              <dt>{fact.label}：</dt>
              <dd>{fact.value}</dd>
            </div>
          ))}
        </dl>
      )}
      {children}
      {signatures && signatures.length > 0 && (
        <footer className="signatures">
          {signatures.map((one) => (
            <span key={one.label}>
              {one.label}：{one.name ?? <i className="line" />}
            </span>
          ))}
        </footer>
      )}
    </article>
  )
}

export interface SheetColumn<Row> {
  key: string
  title: string
  align?: 'left' | 'right' | 'center'
  /** Share of the width; columns without one divide what is left. */
  width?: number
  /** Dates, numbers and phones are not broken. */
  whole?: boolean
  text(row: Row, index: number): ReactNode
}

interface SheetTableProps<Row> {
  columns: readonly SheetColumn<Row>[]
  rows: readonly Row[]
  /** Below the last row, on the last page only. */
  totals?: ReactNode
}

/** The head repeats on every page; a row is never cut. */
export function SheetTable<Row>({ columns, rows, totals }: SheetTableProps<Row>) {
  return (
    <table className="grid">
      <colgroup>
        {columns.map((column) => (
          <col key={column.key} {...(column.width ? { style: { width: `${column.width}%` } } : {})} />
        ))}
      </colgroup>
      <thead>
        <tr>
          {columns.map((column) => (
            <th key={column.key} className={column.align ?? 'left'}>
              {column.title}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row, index) => (
          <tr key={index}>
            {columns.map((column) => (
              <td key={column.key} className={classes(column.align ?? 'left', column.whole && 'whole')}>
                {column.text(row, index)}
              </td>
            ))}
          </tr>
        ))}
        {totals}
      </tbody>
    </table>
  )
}

/** The total in figures and in capitals. A red receipt has − before the figures and 负 before the capitals. */
export function AmountRow({ label, fen, span }: { label: string; fen: number; span: number }) {
  return (
    <tr className="amount">
      <td colSpan={span - 1}>
        {label}（大写）：<b>{capitals(fen)}</b>
      </td>
      <td className="right">
        <b>{moneyText(fen).replace(/^(−?)/, '$1¥')}</b>
      </td>
    </tr>
  )
}

export interface ReceiptProps {
  org: string
  title: string
  number: string
  /** 日期, 老人, 床位, 缴款人 in one line. */
  facts: readonly { label: string; value: ReactNode }[]
  children: ReactNode
  signatures: readonly { label: string; name?: string }[]
  /** 第一联 存根 */
  copy: string
  reprint?: number
}

/** One form of continuous paper, 241 x 93 mm; nothing under 10 pt, no grey. */
export function Receipt({ org, title, number, facts, children, signatures, copy, reprint = 0 }: ReceiptProps) {
  return (
    <article className="receipt">
      <header>
        <span>{org}</span>
        <h1>{title}</h1>
        <span className="right">
          No. {number}
          {reprint > 0 && <b> 补打 {reprint}</b>}
        </span>
      </header>
      <p className="line-facts">
        {facts.map((fact) => (
          <span key={fact.label}>
            {fact.label}：{fact.value}
          </span>
        ))}
      </p>
      {children}
      <footer>
        {signatures.map((one) => (
          <span key={one.label}>
            {one.label}：{one.name}
          </span>
        ))}
        <span>{copy}</span>
      </footer>
    </article>
  )
}
