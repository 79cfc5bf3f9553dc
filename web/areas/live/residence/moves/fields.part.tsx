// Fields that several moves share.
import { Form } from 'antd'
import type { ResidenceRowData } from '#contract/live/residence'
import { BedPicker } from '#web/areas/live/residence/bedPicker.part'
import type { Field, InputProps } from '#web/kit/fields/field'
import { lookupOf } from '#web/kit/fields/lookup'
import { longText, text } from '#web/kit/fields/text'

interface BedFieldOptions {
  row: Pick<ResidenceRowData, 'oldmanId' | 'sex'>
  /** The form's field with the day on which the bed must be free. */
  day: string
  present?: string | null
}

function BedOnDay({ row, day, present, ...props }: BedFieldOptions & InputProps<string>) {
  const wanted = Form.useWatch<string | null | undefined>(day, Form.useFormInstance())
  return (
    <BedPicker
      {...(props.id !== undefined && { id: props.id })}
      value={props.value ?? null}
      onChange={(bedId) => props.onChange?.(bedId)}
      disabled={props.disabled ?? false}
      day={wanted ?? null}
      oldmanId={row.oldmanId}
      sex={row.sex}
      {...(present !== undefined && { present })}
    />
  )
}

/** A bed that is free for this resident on the day that stands in another field. */
export const bedField = (options: BedFieldOptions): Field<string> => ({
  ...text,
  chooses: true,
  input: (props) => <BedOnDay {...options} {...props} />,
})

export const levelField = lookupOf('nursingLevel')
export const saleField = lookupOf('sale')
export const remarkField = { as: longText, wide: true } as const
/** Reasons stand in the timeline for years: short and whole. */
export const reasonField = (placeholder: string) => ({ as: longText, wide: true, placeholder })
