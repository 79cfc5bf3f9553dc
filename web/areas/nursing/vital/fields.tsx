// Fields of a measurement in a form: the value with its unit, below it the last one, and what it means while it is typed.
import { Form, InputNumber } from 'antd'
import { IN_HOUSE } from '#contract/live/resident'
import { vital } from '#contract/nursing/vital'
import { type VitalField, type VitalValues, vitalFields } from '#contract/nursing/vitalKinds'
import { residentOf } from '#web/areas/live/public'
import type { Field, InputProps } from '#web/kit/fields/field'
import { number } from '#web/kit/fields/number'
import { useCall } from '#web/kit/query'
import { differenceWords, judgeTyped, lastWords } from './judging.ts'
import './vital.css'

export const residentInHouse = residentOf({ statuses: IN_HOUSE })

interface ValueProps extends InputProps<number> {
  field: VitalField
  /** Of a measurement that is there already; a new one has it in the form. */
  oldmanId: string | null
}

function ValueInput({ field, oldmanId: own, value, onChange, ...rest }: ValueProps) {
  const form = Form.useFormInstance()
  const chosen = Form.useWatch<string | null | undefined>('oldmanId', form)
  const timing = Form.useWatch<string | null | undefined>('glucoseTiming', form)
  const height = Form.useWatch<number | null | undefined>('height', form)
  const shape = Form.useWatch<string | null | undefined>('stoolShape', form)
  const oldmanId = own ?? chosen
  const { data: elder } = useCall(vital.calls.elder, oldmanId ? { oldmanId } : null, {
    silent: true,
    staleTime: 60_000,
  })
  const { unit, digits } = vitalFields[field]
  const values: VitalValues = {
    height: height ?? null,
    [field]: value,
    glucoseTiming: timing ?? null,
    stoolShape: shape ?? null,
  }
  const judged =
    elder && value !== null && value !== undefined
      ? judgeTyped(values, elder, elder.houseLimits).find((one) => one.field === field)
      : undefined
  const last = elder ? (field === 'height' ? heightWords(elder.past.height) : lastWords(field, elder.last)) : null
  const grade = judged?.grade ?? 'normal'
  return (
    <>
      <InputNumber<number>
        {...rest}
        className={`yy-fill yy-vital-input is-${grade}`}
        value={value ?? null}
        step={digits === 0 ? 1 : 0.1}
        suffix={unit}
        onChange={(next) => onChange?.(next)}
      />
      <p className="yy-vital-under yy-small yy-no-margin" aria-live="polite">
        {judged && grade !== 'normal' ? (
          <b className={grade === 'red' ? 'yy-red' : 'yy-amber'}>
            {grade === 'red' ? '危急：' : '偏离：'}
            {judged.text}
          </b>
        ) : null}
        {last && (
          <span className="yy-second">
            {last}
            {value !== null &&
              value !== undefined &&
              elder &&
              field !== 'height' &&
              `，${differenceWords(field, value, elder.last)}`}
          </span>
        )}
      </p>
    </>
  )
}

/** Nobody grows here: the last one holds until it is measured again. */
const heightWords = (height: number | null) =>
  height === null ? '还没有量过身高，填了才能算 BMI' : `按 ${height} cm 算 BMI，不变不用再填`

export const valueField = (field: VitalField, oldmanId: string | null): Field<number> => ({
  ...number,
  input: (props) => <ValueInput {...props} field={field} oldmanId={oldmanId} />,
})
