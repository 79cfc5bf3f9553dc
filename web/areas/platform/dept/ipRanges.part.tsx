// Address ranges of the terminals: rows of two addresses on the screen, one JSON text on the wire.
import { Button, Input } from 'antd'
import { Plus, X } from 'lucide-react'
import { useState } from 'react'
import { formats } from '#contract/kit/formats'
import type { Field, InputProps } from '#web/kit/fields/field'
import { None } from '#web/kit/fields/none'
import './dept.css'

interface Range {
  startIp: string
  endIp: string
}

const NO_RANGE: Range = { startIp: '', endIp: '' }

export function rangesOf(text: string | null | undefined): Range[] {
  if (!text) return []
  try {
    const value: unknown = JSON.parse(text)
    if (!Array.isArray(value)) return []
    return value.map((one) => ({ ...NO_RANGE, ...(one as Partial<Range>) }))
  } catch {
    return []
  }
}

const isAddress = (text: string) => formats['yiyuan-ipv4']!.test(text.trim())
const isBlank = (range: Range) => range.startIp.trim() === '' && range.endIp.trim() === ''

/** What is wrong with the ranges, in words; null when nothing is. */
export function rangeProblem(text: string | null | undefined): string | null {
  for (const range of rangesOf(text).filter((one) => !isBlank(one))) {
    if (!isAddress(range.startIp) || !isAddress(range.endIp)) return '起止都应为 IPv4 地址，如 192.168.1.10'
  }
  return null
}

const textOf = (text: string | null | undefined) =>
  rangesOf(text)
    .map(({ startIp, endIp }) => `${startIp} 至 ${endIp}`)
    .join('；')

function Ranges({ id, value, onChange, disabled }: InputProps<string>) {
  // Empty rows are there to be typed into; the wire knows only filled ones.
  const [rows, setRows] = useState<Range[]>(() => rangesOf(value))
  const [last, setLast] = useState(value)
  if (value !== last) {
    setLast(value)
    setRows(rangesOf(value))
  }
  const change = (next: Range[]) => {
    setRows(next)
    const filled = next.filter((range) => !isBlank(range))
    const text = filled.length === 0 ? null : JSON.stringify(filled)
    setLast(text)
    onChange?.(text)
  }
  const set = (index: number, part: Partial<Range>) =>
    change(rows.map((range, i) => (i === index ? { ...range, ...part } : range)))
  return (
    <div className="yy-stack yy-upper yy-gap-8">
      {rows.map((range, index) => (
        <div key={index} className="yy-ip-range yy-row yy-gap-8 yy-wide">
          <Input
            {...(index === 0 && id !== undefined && { id })}
            aria-label={`第 ${index + 1} 段起始地址`}
            placeholder="192.168.1.10"
            disabled={disabled}
            value={range.startIp}
            onChange={(event) => set(index, { startIp: event.target.value })}
          />
          <span>至</span>
          <Input
            aria-label={`第 ${index + 1} 段结束地址`}
            placeholder="192.168.1.99"
            disabled={disabled}
            value={range.endIp}
            onChange={(event) => set(index, { endIp: event.target.value })}
          />
          <button
            type="button"
            className="yy-icon-act yy-inline yy-middle yy-no-padding yy-soft-ink yy-round yy-press"
            aria-label={`删除第 ${index + 1} 段`}
            disabled={disabled}
            onClick={() => change(rows.filter((_, i) => i !== index))}
          >
            <X size={16} aria-hidden />
          </button>
        </div>
      ))}
      <Button
        size="small"
        icon={<Plus size={14} aria-hidden />}
        disabled={disabled}
        onClick={() => setRows([...rows, NO_RANGE])}
      >
        添加一段
      </Button>
    </div>
  )
}

export const ipRanges: Field<string> = {
  kind: 'field',
  sheet: 'text',
  width: 220,
  cell: (value) => textOf(value) || <None />,
  text: textOf,
  input: (props) => <Ranges {...props} />,
  search: () => null,
}
