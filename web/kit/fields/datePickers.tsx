// The calendars behind the date fields. The wire's texts are the values; dayjs lives only here.
import { DatePicker } from 'antd'
import dayjs, { type Dayjs } from 'dayjs'
// Months and days of the week are written by dayjs, and a week begins on Monday.
import 'dayjs/locale/zh-cn'
import { DAY, type DateLimits, MONTH } from './dateFormats.ts'
import type { InputProps, RangeProps } from './field.ts'

const parse = (value: string | null | undefined): Dayjs | null => {
  const day = value ? dayjs(value) : null
  return day?.isValid() ? day : null
}

const outside =
  ({ from, to }: DateLimits) =>
  (day: Dayjs) =>
    (from !== undefined && day.isBefore(dayjs(from), 'day')) || (to !== undefined && day.isAfter(dayjs(to), 'day'))

export interface PickerKind {
  /** How the value is written on the wire and on the screen. */
  wire: string
  shown: string
  kind: 'date' | 'month' | 'moment'
}

export function Picker({
  wire,
  shown,
  kind,
  value,
  onChange,
  from,
  to,
  ...rest
}: InputProps<string> & DateLimits & PickerKind) {
  return (
    <DatePicker
      {...rest}
      className="yy-fill"
      value={parse(value)}
      format={shown}
      {...(kind === 'month' ? { picker: 'month' as const } : {})}
      {...(kind === 'moment' ? { showTime: { format: 'HH:mm' } } : {})}
      disabledDate={outside({ ...(from !== undefined && { from }), ...(to !== undefined && { to }) })}
      onChange={(day) => onChange?.(day && !Array.isArray(day) ? day.format(wire) : null)}
    />
  )
}

/** Periods people ask for most. */
const presets = () => {
  const today = dayjs().startOf('day')
  const lastMonth = today.subtract(1, 'month')
  return [
    { label: '今天', value: [today, today] as [Dayjs, Dayjs] },
    { label: '昨天', value: [today.subtract(1, 'day'), today.subtract(1, 'day')] as [Dayjs, Dayjs] },
    { label: '近 7 天', value: [today.subtract(6, 'day'), today] as [Dayjs, Dayjs] },
    { label: '近 30 天', value: [today.subtract(29, 'day'), today] as [Dayjs, Dayjs] },
    { label: '本月', value: [today.startOf('month'), today] as [Dayjs, Dayjs] },
    { label: '上月', value: [lastMonth.startOf('month'), lastMonth.endOf('month')] as [Dayjs, Dayjs] },
  ]
}

/** Whole days: a moment's period begins at the first second and ends at the last. */
export function Period({ first, last, from, to, onChange, ...rest }: RangeProps & { first: string; last: string }) {
  return (
    <DatePicker.RangePicker
      {...rest}
      className="yy-fill"
      value={[parse(from), parse(to)]}
      format={DAY}
      presets={presets()}
      allowEmpty={[true, true]}
      placeholder={['开始', '结束']}
      onChange={(days) => onChange(days?.[0]?.format(first) ?? null, days?.[1]?.format(last) ?? null)}
    />
  )
}

const monthPresets = () => {
  const now = dayjs().startOf('month')
  const year = now.startOf('year')
  const lastYear = year.subtract(1, 'year')
  return [
    { label: '本月', value: [now, now] as [Dayjs, Dayjs] },
    { label: '上月', value: [now.subtract(1, 'month'), now.subtract(1, 'month')] as [Dayjs, Dayjs] },
    { label: '近 12 个月', value: [now.subtract(11, 'month'), now] as [Dayjs, Dayjs] },
    { label: '今年', value: [year, now] as [Dayjs, Dayjs] },
    { label: '去年', value: [lastYear, lastYear.endOf('year')] as [Dayjs, Dayjs] },
  ]
}

export const Months = ({ from, to, onChange, ...rest }: RangeProps) => (
  <DatePicker.RangePicker
    {...rest}
    className="yy-fill"
    picker="month"
    value={[parse(from), parse(to)]}
    format={MONTH}
    presets={monthPresets()}
    allowEmpty={[true, true]}
    placeholder={['开始', '结束']}
    onChange={(found) => onChange(found?.[0]?.format(MONTH) ?? null, found?.[1]?.format(MONTH) ?? null)}
  />
)
