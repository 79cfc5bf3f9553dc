// Controls of the settings of calls: a time of day and a volume.
import { Slider, TimePicker } from 'antd'
import dayjs from 'dayjs'
import type { Field, InputProps } from '#web/kit/fields/field'
import { int } from '#web/kit/fields/number'
import { text } from '#web/kit/fields/text'
import './callSet.css'

const Clock = ({ value, onChange, ...rest }: InputProps<string>) => (
  <TimePicker
    {...rest}
    className="yy-fill"
    format="HH:mm"
    minuteStep={5}
    needConfirm={false}
    value={value && /^\d\d:\d\d$/.test(value) ? dayjs(`2000-01-01T${value}`) : null}
    onChange={(next) => onChange?.(next ? next.format('HH:mm') : null)}
  />
)
/** HH:mm */
export const clock: Field<string> = { ...text, input: (props) => <Clock {...props} /> }

interface SlidingProps extends InputProps<number> {
  min: number
  max: number
  step: number
  unit: string
}

const Sliding = ({ value, onChange, disabled, min, max, step, unit, ...rest }: SlidingProps) => (
  <span className="yy-callset-slide yy-gap-12 yy-row">
    <Slider
      min={min}
      max={max}
      step={step}
      {...(disabled !== undefined && { disabled })}
      value={value ?? min}
      tooltip={{ open: false }}
      onChange={(next: number) => onChange?.(next)}
      {...(rest['aria-label'] && { ariaLabelForHandle: rest['aria-label'] })}
    />
    <b className="yy-light yy-right">
      {value ?? min}
      {unit}
    </b>
  </span>
)

export const volume: Field<number> = {
  ...int,
  untitled: true,
  input: (props) => <Sliding {...props} min={0} max={100} step={5} unit="%" />,
}

export const rate: Field<number> = {
  ...int,
  sheet: 'number',
  untitled: true,
  input: (props) => <Sliding {...props} min={0.5} max={2} step={0.1} unit=" 倍" />,
}
