// When something was, asked for by shift: a night lies on two days, and whoever hands over asks for 本班 or 上一班.
import { DatePicker } from 'antd'
import dayjs, { type Dayjs } from 'dayjs'
import { datetime, instant } from '#web/kit/fields/date'
import type { Field, RangeProps } from '#web/kit/fields/field'
import { shiftText, useShifts } from './shifts.ts'

const MOMENT = 'YYYY-MM-DD HH:mm:ss'

const parse = (value: string | null | undefined): Dayjs | null => {
  const at = value ? dayjs(value) : null
  return at?.isValid() ? at : null
}

type Pair = [Dayjs, Dayjs]
const days = (back: number, until = 0): Pair => {
  const today = dayjs().startOf('day')
  return [today.subtract(back, 'day'), today.subtract(until, 'day').endOf('day')]
}

function ShiftRange({ from, to, onChange, ...rest }: RangeProps) {
  const { now, before } = useShifts()
  const pair = (one: { from: string; to: string }): Pair => [dayjs(one.from), dayjs(one.to)]
  return (
    <DatePicker.RangePicker
      {...rest}
      className="yy-fill"
      value={[parse(from), parse(to)]}
      format="MM-DD HH:mm"
      showTime={{ format: 'HH:mm', defaultValue: [dayjs().startOf('day'), dayjs().endOf('day')] }}
      presets={[
        { label: `本班（${shiftText(now)}）`, value: pair(now) },
        { label: `上一班（${shiftText(before)}）`, value: pair(before) },
        { label: '今天', value: days(0) },
        { label: '昨天', value: days(1, 1) },
        { label: '近 7 天', value: days(6) },
        { label: '近 30 天', value: days(29) },
      ]}
      allowEmpty={[true, true]}
      placeholder={['开始', '结束']}
      onChange={(found) => onChange(found?.[0]?.format(MOMENT) ?? null, found?.[1]?.format(MOMENT) ?? null)}
    />
  )
}

const range = (props: RangeProps) => <ShiftRange {...props} />

export const shiftInstant: Field<string> = { ...instant, range }
export const shiftDatetime: Field<string> = { ...datetime, range }
