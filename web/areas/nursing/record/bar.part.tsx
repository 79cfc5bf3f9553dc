// The head of the record page: which view, which month, whose.
import { Button, Segmented } from 'antd'
import dayjs from 'dayjs'
import { ChevronLeft, ChevronRight } from 'lucide-react'
import type { ReactNode } from 'react'
import { ResidentPicker } from '#web/areas/live/public'
import { month as monthField } from '#web/kit/fields/date'
import { department } from '#web/kit/fields/department'
import { type Field, FieldInput } from '#web/kit/fields/field'

export type RecordView = 'elder' | 'ward' | 'history' | 'workers'

const VIEWS: { value: RecordView; label: string }[] = [
  { value: 'elder', label: '按老人' },
  { value: 'ward', label: '按病区' },
  { value: 'history', label: '老人历史' },
  { value: 'workers', label: '按护理员' },
]

export interface RecordAsked {
  view: RecordView
  /** yyyy-MM */
  month: string
  oldmanId: string | null
  deptId: string | null
}

const MONTH = 'YYYY-MM'
export const thisMonth = () => dayjs().format(MONTH)
const step = (month: string, by: number) => dayjs(`${month}-01`).add(by, 'month').format(MONTH)

interface RecordBarProps {
  asked: RecordAsked
  onChange(next: RecordAsked): void
  /** Export and print. */
  children?: ReactNode
}

export function RecordBar({ asked, onChange, children }: RecordBarProps) {
  const { view, month, oldmanId, deptId } = asked
  const ofElder = view === 'elder' || view === 'history'
  const change = (part: Partial<RecordAsked>) => onChange({ ...asked, ...part })
  return (
    <section className="yy-card yy-record-bar yy-row yy-wrap yy-gap-8-12 yy-fixed yy-pad-10-16">
      <Segmented<RecordView> value={view} options={VIEWS} onChange={(next) => change({ view: next })} />
      {view !== 'history' && (
        <span className="yy-row yy-gap-4">
          <Button
            icon={<ChevronLeft size={16} aria-hidden />}
            aria-label="上个月"
            onClick={() => change({ month: step(month, -1) })}
          />
          <span className="yy-record-month">
            <FieldInput
              field={monthField as Field<unknown>}
              aria-label="月份"
              value={month}
              onChange={(next) => change({ month: (next as string | null) ?? thisMonth() })}
            />
          </span>
          <Button
            icon={<ChevronRight size={16} aria-hidden />}
            aria-label="下个月"
            disabled={month >= step(thisMonth(), 1)}
            onClick={() => change({ month: step(month, 1) })}
          />
          {month !== thisMonth() && <Button onClick={() => change({ month: thisMonth() })}>回到本月</Button>}
        </span>
      )}
      <span className="yy-record-whose">
        {ofElder ? (
          <ResidentPicker
            aria-label="老人"
            prompt="选老人：姓名、拼音首字母"
            value={oldmanId}
            onChange={(next) => change({ oldmanId: next })}
          />
        ) : (
          <FieldInput
            field={department as Field<unknown>}
            aria-label="病区"
            placeholder="全部病区"
            value={deptId}
            onChange={(next) => change({ deptId: next as string | null })}
          />
        )}
      </span>
      <span className="yy-row yy-gap-8 yy-push">{children}</span>
    </section>
  )
}
