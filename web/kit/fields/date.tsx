// Days, moments and months. The wire's texts are the values; the calendars come when they are needed.
import { FIELD, later } from '#web/kit/later'
import { DAY, type DateLimits, MINUTE, MOMENT, MONTH } from './dateFormats.ts'
import type { Field, InputProps, RangeProps } from './field.ts'
import { None } from './none.tsx'

const Picker = later(() => import('./datePickers.tsx').then((file) => file.Picker), FIELD)
const Period = later(() => import('./datePickers.tsx').then((file) => file.Period), FIELD)
const Months = later(() => import('./datePickers.tsx').then((file) => file.Months), FIELD)

const picker =
  (wire: string, shown: string, kind: 'date' | 'month' | 'moment') => (props: InputProps<string> & DateLimits) => (
    <Picker {...props} wire={wire} shown={shown} kind={kind} />
  )

const period = (first: string, last: string) => (props: RangeProps) => <Period {...props} first={first} last={last} />

const months = (props: RangeProps) => <Months {...props} />

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

/** yyyy-MM */
export const month = field(MONTH, MONTH, 'month', 'month', { width: 90, searchWidth: 120, range: months })
