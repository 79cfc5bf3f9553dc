// What an absence takes off, as a short list: how long it must be, how many per cent; and what comes of it, in words.
import { Button, InputNumber } from 'antd'
import { Plus, Trash2 } from 'lucide-react'
import { type LeaveCountValue, type LeaveTierData, leaveExample, leaveWords } from '#contract/expense/projectChild'
import type { Field, InputProps } from '#web/kit/fields/field'
import './child.css'

const MOST = 10

function Tiers({ value, onChange, disabled, id }: InputProps<LeaveTierData[]>) {
  const tiers = value ?? []
  const change = (at: number, next: Partial<LeaveTierData>) =>
    onChange?.(tiers.map((tier, i) => (i === at ? { ...tier, ...next } : tier)))
  const last = tiers.at(-1)
  return (
    <div className="yy-tiers yy-stack yy-upper yy-gap-8" id={id}>
      {tiers.length === 0 && <span className="yy-none">请假期间照常收费</span>}
      {tiers.map((tier, i) => (
        <div key={i}>
          <span>外出满</span>
          <InputNumber<number>
            aria-label={`第 ${i + 1} 档满几天`}
            min={1}
            max={365}
            precision={0}
            disabled={disabled}
            value={tier.fromDay}
            onChange={(fromDay) => change(i, { fromDay: fromDay ?? 1 })}
          />
          <span>天，每天减</span>
          <InputNumber<number>
            aria-label={`第 ${i + 1} 档减免比例`}
            min={0}
            max={100}
            precision={0}
            suffix="%"
            disabled={disabled}
            value={tier.percent}
            onChange={(percent) => change(i, { percent: percent ?? 0 })}
          />
          <Button
            type="text"
            icon={<Trash2 size={15} aria-hidden />}
            aria-label={`去掉第 ${i + 1} 档`}
            disabled={disabled}
            onClick={() => onChange?.(tiers.filter((_, at) => at !== i))}
          />
        </div>
      ))}
      <Button
        type="link"
        size="small"
        icon={<Plus size={14} aria-hidden />}
        disabled={disabled || tiers.length >= MOST}
        onClick={() =>
          onChange?.([...tiers, last ? { fromDay: last.fromDay + 3, percent: 100 } : { fromDay: 1, percent: 100 }])
        }
      >
        增加一档
      </Button>
    </div>
  )
}

/** In a list the column says it with the way of counting (leaveCell). */
export const leaveTiers: Field<LeaveTierData[]> = {
  kind: 'field',
  sheet: 'text',
  width: 190,
  cell: (value) => leaveCell(value ?? [], 'EACH_DAY'),
  text: (value) => leaveWords(value ?? [], 'EACH_DAY'),
  input: (props) => <Tiers {...props} />,
  search: () => null,
}

export const leaveCell = (tiers: readonly LeaveTierData[], count: LeaveCountValue) =>
  tiers.length > 0 ? leaveWords(tiers, count) : <span className="yy-none">不减</span>

/** What the tiers and the way of counting do to an absence a little longer than the first of them. */
export function LeaveSentence({ tiers, count }: { tiers: readonly LeaveTierData[]; count: LeaveCountValue }) {
  if (tiers.length === 0) return null
  const away = Math.max(...tiers.map((tier) => tier.fromDay)) + 2
  return <p className="yy-tiers-example yy-second">例：{leaveExample(tiers, count, away)}</p>
}
