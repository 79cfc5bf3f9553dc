// Several ways of paying with their amounts: what is there, cash handed over and change, a code to scan.
import { Button, Select } from 'antd'
import { Plus, Trash2 } from 'lucide-react'
import type { ReactNode } from 'react'
import { fen } from '#contract/kit/money'
import { money, moneyText } from '#web/kit/fields/money'
import {
  availableOf,
  CASH_WAY,
  changeOf,
  faceName,
  freeFaces,
  isScan,
  type PayFace,
  type PayRow,
  type Pockets,
  problemOf,
  rowOf,
} from './payRows.ts'
import './account.css'

interface PaymentRowsProps {
  rows: readonly PayRow[]
  faces: readonly PayFace[]
  has: Pockets
  /** Still to be shared out: what a new row begins with. */
  leftFen: number
  /** Mark what is wrong also where nothing was typed yet. */
  checked: boolean
  disabled?: boolean
  /** Rows whose code waits to be paid: their amount stands. */
  locked?: readonly number[]
  onChange(rows: PayRow[]): void
  /** What stands beside a scanned way. */
  scan?(row: PayRow): ReactNode
  title?: ReactNode
}

const amount = (fenValue: number | null) => (fenValue === null ? null : fen(fenValue))

function Note({ row, has, onReceived }: { row: PayRow; has: Pockets; onReceived(received: number | null): void }) {
  const there = availableOf(row.face, has)
  if (there !== null) {
    const rest = there - (row.amountFen ?? 0)
    return (
      <span className="yy-pay-note yy-row yy-wrap yy-second">
        可用 {moneyText(there)}
        {rest === 0 && there > 0 ? '，已用完' : ''}
      </span>
    )
  }
  if (row.face !== CASH_WAY) return null
  const change = changeOf(row)
  return (
    <span className="yy-pay-note yy-row yy-wrap yy-second yy-pay-cash">
      实收
      {money.input({
        value: amount(row.receivedFen ?? null),
        onChange: onReceived,
        'aria-label': '现金实收',
        placeholder: moneyText(row.amountFen ?? 0),
      })}
      {change !== null && change >= 0 && (
        <span>
          找零 <b>{moneyText(change)}</b>
        </span>
      )}
    </span>
  )
}

export function PaymentRows(props: PaymentRowsProps) {
  const { rows, faces, has, leftFen, checked, disabled, locked, onChange, scan, title } = props
  const free = freeFaces(faces, rows)
  const change = (key: number, next: Partial<PayRow>) =>
    onChange(rows.map((row) => (row.key === key ? { ...row, ...next } : row)))
  return (
    <div className="yy-pay-ways yy-stack yy-gap-8">
      <header className="yy-pay-step yy-row yy-between">
        {title}
        <Button
          type="link"
          size="small"
          icon={<Plus size={14} aria-hidden />}
          disabled={disabled || free.length === 0}
          onClick={() => onChange([...rows, rowOf(free[0]!, leftFen > 0 ? leftFen : null)])}
        >
          增加一种方式
        </Button>
      </header>
      {rows.length === 0 && <p className="yy-none yy-no-margin">点“增加一种方式”选择怎样收款。</p>}
      {rows.map((row) => {
        const problem = problemOf(row, has)
        const shown = problem && (checked || problem !== '请填写金额') ? problem : null
        const fixed = disabled || locked?.includes(row.key) === true
        const scanned = isScan(row.face) && scan ? scan(row) : null
        return (
          <div
            className={
              scanned
                ? 'yy-pay-row yy-grid yy-start yy-gap-10 yy-pay-row-scan'
                : 'yy-pay-row yy-grid yy-start yy-gap-10'
            }
            key={row.key}
          >
            <Select<PayFace>
              value={row.face}
              disabled={fixed}
              aria-label="收款方式"
              options={[row.face, ...free].map((face) => ({ value: face, label: faceName(face) }))}
              onChange={(face) => change(row.key, { face, receivedFen: null })}
            />
            <div data-first>
              {money.input({
                value: amount(row.amountFen),
                onChange: (value) => change(row.key, { amountFen: value }),
                disabled: fixed,
                'aria-label': `${faceName(row.face)}金额`,
              })}
              {shown && (
                <div className="yy-field-problem" role="alert">
                  {shown}
                </div>
              )}
            </div>
            {scanned ?? (
              <Note row={row} has={has} onReceived={(received) => change(row.key, { receivedFen: received })} />
            )}
            <Button
              type="text"
              icon={<Trash2 size={15} aria-hidden />}
              aria-label={`去掉${faceName(row.face)}`}
              disabled={fixed}
              onClick={() => onChange(rows.filter((one) => one.key !== row.key))}
            />
          </div>
        )
      })}
    </div>
  )
}
