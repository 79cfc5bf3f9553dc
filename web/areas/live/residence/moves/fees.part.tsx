// The fees of a stay: one line each with its price and quantity, and what they come to by the month.
import { Button, InputNumber, Select } from 'antd'
import { Plus, Trash2 } from 'lucide-react'
import { feeChild } from '#contract/expense/feeChild'
import type { Fen } from '#contract/kit/money'
import { type Field, FieldInput, type InputProps } from '#web/kit/fields/field'
import { money, moneyText } from '#web/kit/fields/money'
import { found, searchText } from '#web/kit/initials'
import { useCall } from '#web/kit/query'
import { type FeeLine, lineFen, offeredFees, type PricedFee, sumFees } from './fees.ts'
import './fees.css'

const NONE: readonly PricedFee[] = []
export const useFeeChoices = (): readonly PricedFee[] =>
  useCall(feeChild.calls.choice, {}, { select: offeredFees }).data ?? NONE

export function FeeLines({ value, onChange, disabled, id }: InputProps<FeeLine[]>) {
  const choices = useFeeChoices()
  const lines = value ?? []
  const change = (at: number, next: Partial<FeeLine>) =>
    onChange?.(lines.map((one, index) => (index === at ? { ...one, ...next } : one)))
  const taken = new Set(lines.map((one) => one.projectChildId))
  return (
    <div id={id}>
      <table className="yy-fees yy-plain-table">
        <thead>
          <tr>
            <th>费用项目</th>
            <th style={{ width: 132 }}>单价</th>
            <th style={{ width: 84 }}>数量</th>
            <th style={{ width: 110 }} className="yy-fee-number">
              小计（元）
            </th>
            <th style={{ width: 36 }} />
          </tr>
        </thead>
        <tbody>
          {lines.map((one, at) => {
            const choice = choices.find((item) => item.projectChildId === one.projectChildId)
            return (
              <tr key={one.projectChildId || `new${at}`}>
                <td>
                  <Select<string>
                    aria-label={`第 ${at + 1} 项费用`}
                    className="yy-fill"
                    placeholder="选择费用项目"
                    disabled={disabled}
                    value={one.projectChildId || undefined}
                    popupMatchSelectWidth={300}
                    options={choices
                      .filter((item) => item.projectChildId === one.projectChildId || !taken.has(item.projectChildId))
                      .map((item) => ({
                        value: item.projectChildId,
                        label: item.name,
                        about: `${moneyText(item.priceFen)} ${item.cycleName}`,
                      }))}
                    optionRender={(option) => (
                      <span className="yy-hit">
                        {option.label}
                        <span className="yy-none">{option.data.about}</span>
                      </span>
                    )}
                    showSearch={{
                      filterOption: (typed, option) => found(searchText(String(option?.label ?? '')), typed),
                    }}
                    onChange={(projectChildId) => {
                      const next = choices.find((item) => item.projectChildId === projectChildId)
                      change(at, { projectChildId, ...(next && { priceFen: next.priceFen }) })
                    }}
                  />
                </td>
                <td>
                  <FieldInput
                    field={money as Field<unknown>}
                    aria-label={`第 ${at + 1} 项单价`}
                    disabled={disabled ?? false}
                    min={0}
                    max={100_000_000}
                    value={one.priceFen}
                    onChange={(priceFen) => change(at, { priceFen: priceFen as Fen })}
                  />
                </td>
                <td>
                  <InputNumber<number>
                    aria-label={`第 ${at + 1} 项数量`}
                    className="yy-fill"
                    min={0.001}
                    max={1000}
                    precision={3}
                    formatter={(shown) => String(Number(shown ?? 1))}
                    disabled={disabled}
                    value={one.quantity ?? 1}
                    onChange={(quantity) => change(at, { quantity: quantity ?? 1 })}
                  />
                </td>
                <td className="yy-fee-sub yy-one-line yy-right">
                  {moneyText(lineFen(one))}
                  {choice && <small className="yy-none"> {choice.cycleName}</small>}
                </td>
                <td>
                  <button
                    type="button"
                    className="yy-icon-act yy-inline yy-middle yy-no-padding yy-soft-ink yy-round yy-press"
                    aria-label={`删除${choice?.name ?? '这一项'}`}
                    disabled={disabled}
                    onClick={() => onChange?.(lines.filter((_, index) => index !== at))}
                  >
                    <Trash2 size={16} aria-hidden />
                  </button>
                </td>
              </tr>
            )
          })}
        </tbody>
      </table>
      <div className="yy-row yy-between yy-gap-12 yy-above-8">
        <Button
          size="small"
          icon={<Plus size={14} aria-hidden />}
          disabled={disabled || lines.some((one) => !one.projectChildId) || taken.size >= choices.length}
          onClick={() => onChange?.([...lines, { projectChildId: '', priceFen: 0 as Fen, quantity: 1 }])}
        >
          增加一项费用
        </Button>
        <FeeTotal lines={lines} choices={choices} />
      </div>
    </div>
  )
}

function FeeTotal({ lines, choices }: { lines: readonly FeeLine[]; choices: readonly PricedFee[] }) {
  const sum = sumFees(lines, choices)
  return (
    <span>
      每月合计{sum.rough && '约'} <b>{moneyText(sum.monthFen)}</b> 元
      {sum.onceFen > 0 && `，另一次性 ${moneyText(sum.onceFen)} 元`}
    </span>
  )
}

/** What has been agreed, small, beside the form. */
export function FeeSummary({ lines }: { lines: readonly FeeLine[] }) {
  const choices = useFeeChoices()
  const sum = sumFees(lines, choices)
  return (
    <section className="yy-aside-card yy-edge yy-round-card" aria-label="费用">
      <h5 className="yy-flex yy-baseline yy-between yy-ink yy-strong">
        费用 <small className="yy-second yy-small yy-light">{lines.length > 0 ? `${lines.length} 项` : ''}</small>
      </h5>
      {lines.length === 0 ? (
        <span className="yy-none">选好床位和护理等级后自动列出</span>
      ) : (
        <table className="yy-fee-sum yy-plain-table">
          <tbody>
            {lines.map((one, at) => {
              const choice = choices.find((item) => item.projectChildId === one.projectChildId)
              return (
                <tr key={one.projectChildId || at}>
                  <td>
                    {choice?.name ?? '（未选）'}
                    {(one.quantity ?? 1) !== 1 && ` × ${one.quantity}`}
                    {choice && choice.cycle !== 'MONTH' && (
                      <small className="yy-second yy-small yy-block">{choice.cycleName}</small>
                    )}
                  </td>
                  <td>{moneyText(lineFen(one))}</td>
                </tr>
              )
            })}
          </tbody>
          <tfoot>
            <tr>
              <td className="yy-fee-total">每月合计{sum.rough && '约'}</td>
              <td className="yy-fee-total">{moneyText(sum.monthFen)}</td>
            </tr>
            {sum.onceFen > 0 && (
              <tr>
                <td className="yy-fee-total">一次性</td>
                <td className="yy-fee-total">{moneyText(sum.onceFen)}</td>
              </tr>
            )}
          </tfoot>
        </table>
      )}
    </section>
  )
}

export const feesField: Field<FeeLine[]> = {
  kind: 'field',
  sheet: 'text',
  width: 200,
  cell: (value) => `${value?.length ?? 0} 项`,
  text: (value) => `${value?.length ?? 0} 项`,
  input: (props) => <FeeLines {...props} />,
  search: () => null,
}
