// Days, moments and months. The wire's texts are the values; dayjs lives only inside the pickers.
import { DatePicker } from 'antd'
import dayjs, { type Dayjs } from 'dayjs'
import type { Field, InputProps, RangeProps } from './field.ts'
import { None } from './none.tsx'

const DAY = 'YYYY-MM-DD'
const MOMENT = 'YYYY-MM-DD HH:mm:ss'
const MINUTE = 'YYYY-MM-DD HH:mm'
const MONTH = 'YYYY-MM'

const parse = (value: string | null | undefined): Dayjs | null => {
  const day = value ? dayjs(value) : null
  return day?.isValid() ? day : null
}

export interface DateLimits {
  /** Days outside cannot be chosen. */
  from?: string
  to?: string
}

const outside =
  ({ from, to }: DateLimits) =>
  (day: Dayjs) =>
    (from !== undefined && day.isBefore(dayjs(from), 'day')) || (to !== undefined && day.isAfter(dayjs(to), 'day'))

const picker =
  (wire: string, shown: string, kind: 'date' | 'month' | 'moment') =>
  ({ value, onChange, from, to, ...rest }: InputProps<string> & DateLimits) => (
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
const period =
  (first: string, last: string) =>
  ({ from, to, onChange, ...rest }: RangeProps) => (
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

const shown = (value: string | null | undefined, length: number) => (value ? value.slice(0, length) : '')

const field = (
  wire: string,
  screen: string,
  kind: 'date' | 'month' | 'moment',
  sheet: 'date' | 'datetime' | 'month',
  faces: Pick<Field<string>, 'width' | 'searchWidth' | 'range'>,
): Field<string> => {
  const control = picker(wire, screen, kind)
  return {
    kind: 'field',
    sheet,
    chooses: true,
    ...faces,
    cell: (value) => shown(value, screen.length) || <None />,
    text: (value) => shown(value, screen.length),
    input: control,
    search: control,
  }
}

/** yyyy-MM-dd */
export const date = field(DAY, DAY, 'date', 'date', { width: 110, searchWidth: 140, range: period(DAY, DAY) })

/** yyyy-MM-dd HH:mm:ss on the wire, to the minute on the screen. */
export const datetime = field(MOMENT, MINUTE, 'moment', 'datetime', {
  width: 150,
  searchWidth: 170,
  range: period(`${DAY} [00:00:00]`, `${DAY} [23:59:59]`),
})

/** The same to the second, where the order of events matters. */
export const instant: Field<string> = {
  ...datetime,
  width: 170,
  cell: (value) => shown(value, MOMENT.length) || <None />,
  text: (value) => shown(value, MOMENT.length),
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

const months = ({ from, to, onChange, ...rest }: RangeProps) => (
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

/** yyyy-MM */
export const month = field(MONTH, MONTH, 'month', 'month', { width: 90, searchWidth: 120, range: months })
