// What was brought, line by line: drug, batch and expiry from the package, and how much in packages or single units.
import { Button, Input, InputNumber } from 'antd'
import { Plus, Trash2 } from 'lucide-react'
import type { DrugShortData } from '#contract/drug/dict'
import { isQty } from '#contract/drug/drugWords'
import { date } from '#web/kit/fields/date'
import type { Field, InputProps } from '#web/kit/fields/field'
import { lookupOf } from '#web/kit/fields/lookup'
import { useLookup } from '#web/kit/lookup'

export interface DepositLine {
  drugId: string
  batchNo?: string | null
  expiry: string
  packs?: number | null
  quantity?: number | null
}

const drugs = lookupOf('drug')
const EMPTY = { drugId: '', batchNo: null, expiry: '', packs: null, quantity: null }
const MOST = 50

/** Boxes are read off by their label; on the phone and by keyboard alike. */
const TITLES = ['药品', '批号', '有效期至', '整包装', '零散', '合计', ''] as const

function Lines({ value, onChange, disabled, id }: InputProps<DepositLine[]>) {
  const rows = value && value.length > 0 ? value : [EMPTY]
  const known = useLookup('drug')
  const drugOf = (drugId: string) => known.find((one) => one.value === drugId)?.row as DrugShortData | undefined
  const change = (at: number, patch: Partial<DepositLine>) =>
    onChange?.(rows.map((row, i) => (i === at ? { ...row, ...patch } : row)))
  return (
    <div id={id}>
      <table className="yy-drug-lines yy-plain-table">
        <thead>
          <tr>
            {TITLES.map((title) => (
              <th key={title || 'remove'} className="yy-second yy-light yy-left" aria-label={title || '删除'}>
                {title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, at) => {
            const drug = drugOf(row.drugId)
            const total = drug ? (row.packs ?? 0) * drug.packFactor + (row.quantity ?? 0) : 0
            const which = `第 ${at + 1} 行`
            return (
              <tr key={at}>
                <td>
                  {drugs.input({
                    value: row.drugId || null,
                    disabled: disabled === true,
                    placeholder: '名称、商品名或首字母',
                    'aria-label': `${which}药品`,
                    onChange: (drugId) => change(at, { drugId: drugId ?? '' }),
                  })}
                </td>
                <td>
                  <Input
                    aria-label={`${which}批号`}
                    maxLength={50}
                    disabled={disabled}
                    placeholder="包装上的批号"
                    value={row.batchNo ?? ''}
                    onChange={(event) => change(at, { batchNo: event.target.value || null })}
                  />
                </td>
                <td>
                  {date.input({
                    value: row.expiry || null,
                    disabled: disabled === true,
                    'aria-label': `${which}有效期至`,
                    onChange: (expiry) => change(at, { expiry: expiry ?? '' }),
                  })}
                </td>
                <td>
                  <InputNumber
                    aria-label={`${which}整包装数`}
                    className="yy-fill"
                    min={0}
                    max={10_000}
                    disabled={disabled}
                    suffix={drug?.packUnit ?? '盒'}
                    value={row.packs ?? null}
                    onChange={(packs) => change(at, { packs })}
                  />
                </td>
                <td>
                  <InputNumber
                    aria-label={`${which}零散数量`}
                    className="yy-fill"
                    min={0}
                    max={100_000}
                    disabled={disabled}
                    suffix={drug?.unitName ?? '片'}
                    value={row.quantity ?? null}
                    onChange={(quantity) => change(at, { quantity })}
                  />
                </td>
                <td className="yy-drug-total">{drug && total > 0 ? `${total} ${drug.unitName}` : ''}</td>
                <td>
                  <Button
                    type="text"
                    aria-label={`去掉${which}`}
                    disabled={disabled || rows.length === 1}
                    icon={<Trash2 size={16} aria-hidden />}
                    onClick={() => onChange?.(rows.filter((_, i) => i !== at))}
                  />
                </td>
              </tr>
            )
          })}
        </tbody>
      </table>
      <Button
        size="small"
        icon={<Plus size={14} aria-hidden />}
        disabled={disabled || rows.length >= MOST}
        onClick={() => onChange?.([...rows, { ...EMPTY }])}
      >
        再加一种
      </Button>
    </div>
  )
}

export const depositLines: Field<DepositLine[]> = {
  kind: 'field',
  sheet: 'text',
  width: 200,
  cell: (value) => `${value?.length ?? 0} 种`,
  text: (value) => `${value?.length ?? 0} 种`,
  input: (props) => <Lines {...props} />,
  search: () => null,
}

/** What is half filled in is said before it is sent. */
export const lineProblem = (value: readonly DepositLine[] | null | undefined): string | null => {
  const rows = value ?? []
  if (rows.length === 0) return '请填写药品'
  for (const [at, row] of rows.entries()) {
    const amount = (row.packs ?? 0) + (row.quantity ?? 0)
    const which = rows.length > 1 ? `第 ${at + 1} 行` : ''
    if (!row.drugId) return `${which}请选择药品`
    if (!row.expiry) return `${which}请按包装填写有效期`
    if (!(amount > 0)) return `${which}请填写数量`
    if (!isQty(row.packs ?? 0) || !isQty(row.quantity ?? 0)) return `${which}数量最多三位小数`
  }
  return null
}
