// Batches of an elder with a number beside each: how many are handed back or written off, or how many were counted.
import { InputNumber } from 'antd'
import type { ReactNode } from 'react'
import { isQty, qtyText } from '#contract/drug/drugWords'
import type { KeepBatchData } from '#contract/drug/keepRows'
import type { Field, InputProps } from '#web/kit/fields/field'

export interface HeldBatch extends Pick<KeepBatchData, 'stockId' | 'batchNo' | 'expiry' | 'quantity'> {
  called: string
  unitName: string
}

export interface MoveLine {
  stockId: string
  quantity?: number | null
}
export interface CountLine {
  stockId: string
  counted: number
  expected: number
}

interface TableProps {
  id: string | undefined
  batches: readonly HeldBatch[]
  title: string
  disabled: boolean | undefined
  numberOf(stockId: string): number | null
  /** What is wrong or worth saying about a number. */
  say(batch: HeldBatch, value: number | null): { text: string; bad: boolean } | null
  onType(batch: HeldBatch, value: number | null): void
  /** Null: as many as one has hands for. */
  most: boolean
}

function BatchTable({ id, batches, title, disabled, numberOf, say, onType, most }: TableProps) {
  return (
    <table className="yy-drug-lines yy-plain-table" id={id}>
      <thead>
        <tr>
          {['药品', '批号', '有效期至', '账面', title, ''].map((head) => (
            <th key={head || 'said'} className="yy-second yy-light yy-left" aria-label={head || '说明'}>
              {head}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {batches.map((batch) => {
          const value = numberOf(batch.stockId)
          const said = say(batch, value)
          return (
            <tr key={batch.stockId}>
              <td>{batch.called}</td>
              <td>{batch.batchNo || '未记'}</td>
              <td>{batch.expiry}</td>
              <td>
                {qtyText(batch.quantity)} {batch.unitName}
              </td>
              <td>
                <InputNumber
                  aria-label={`${batch.called} ${batch.batchNo} ${title}`}
                  className="yy-fill"
                  min={0}
                  {...(most && { max: batch.quantity })}
                  disabled={disabled}
                  suffix={batch.unitName}
                  value={value}
                  onChange={(typed) => onType(batch, typed)}
                />
              </td>
              <td className={said?.bad ? 'yy-red' : 'yy-second'}>{said?.text}</td>
            </tr>
          )
        })}
      </tbody>
    </table>
  )
}

const field = <V,>(input: (props: InputProps<V>) => ReactNode): Field<V> => ({
  kind: 'field',
  sheet: 'text',
  width: 200,
  cell: () => null,
  text: () => '',
  input,
  search: () => null,
})

/** How many of each leave. What is left empty stays. */
export const movedOf = (batches: readonly HeldBatch[], title: string): Field<MoveLine[]> =>
  field(({ id, value, onChange, disabled }) => (
    <BatchTable
      id={id}
      batches={batches}
      title={title}
      disabled={disabled}
      most
      numberOf={(stockId) => value?.find((one) => one.stockId === stockId)?.quantity ?? null}
      say={(batch, typed) =>
        typed ? { text: `还剩 ${qtyText(batch.quantity - typed)} ${batch.unitName}`, bad: false } : null
      }
      onType={(batch, typed) => {
        const rest = (value ?? []).filter((one) => one.stockId !== batch.stockId)
        onChange?.(typed ? [...rest, { stockId: batch.stockId, quantity: typed }] : rest)
      }}
    />
  ))

export const movedProblem = (value: readonly MoveLine[] | null | undefined) => {
  if (!value || value.length === 0) return '请至少填写一批的数量'
  return value.some((one) => !isQty(one.quantity ?? 0)) ? '数量最多三位小数' : null
}

/** How many of each were really there; a difference is said at once. */
export const countedOf = (batches: readonly HeldBatch[]): Field<CountLine[]> =>
  field(({ id, value, onChange, disabled }) => (
    <BatchTable
      id={id}
      batches={batches}
      title="实点"
      disabled={disabled}
      most={false}
      numberOf={(stockId) => value?.find((one) => one.stockId === stockId)?.counted ?? null}
      say={(batch, typed) => {
        if (typed === null) return null
        const delta = Math.round((typed - batch.quantity) * 1000) / 1000
        if (delta === 0) return { text: '相符', bad: false }
        return { text: `${delta > 0 ? '多' : '少'} ${qtyText(Math.abs(delta))} ${batch.unitName}`, bad: true }
      }}
      onType={(batch, typed) => {
        const rest = (value ?? []).filter((one) => one.stockId !== batch.stockId)
        const { stockId, quantity } = batch
        onChange?.(typed === null ? rest : [...rest, { stockId, counted: typed, expected: quantity }])
      }}
    />
  ))

export const countedProblem = (value: readonly CountLine[] | null | undefined) => {
  if (!value || value.length === 0) return '请至少清点一批'
  return value.some((one) => !isQty(one.counted)) ? '数量最多三位小数' : null
}
