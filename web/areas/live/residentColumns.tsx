// What several lists of residents show alike: the age searched between two ends, and whom to call.
import { InputNumber } from 'antd'
import type { Field } from '#web/kit/fields/field'
import { None } from '#web/kit/fields/none'
import { int } from '#web/kit/fields/number'
import './residentColumns.css'

const years = (value: string | null | undefined) => (value === null || value === undefined ? null : Number(value))
const said = (value: number | null) => (value === null ? null : String(value))

/** An age, searched between two ends. */
export const age: Field<number> = {
  ...int,
  width: 70,
  cell: (value) => (value === null || value === undefined ? <None /> : value),
  range: ({ from, to, onChange, ...rest }) => (
    <span className="yy-age-range yy-wide yy-inline yy-gap-6">
      <InputNumber<number>
        {...rest}
        min={0}
        max={150}
        precision={0}
        placeholder="从"
        value={years(from)}
        onChange={(next) => onChange(said(next), to ?? null)}
      />
      <i className="yy-second yy-upright" aria-hidden>
        至
      </i>
      <InputNumber<number>
        aria-label="年龄到"
        min={0}
        max={150}
        precision={0}
        placeholder="到"
        value={years(to)}
        onChange={(next) => onChange(from ?? null, said(next))}
      />
    </span>
  ),
}

export interface Contact {
  contactName: string | null
  contactRelation: string | null
  contactPhone: string | null
}

/** Whom to call. The number is what is needed: where the room is short, the relation gives way. */
export function ContactCell({ contact: { contactName, contactRelation, contactPhone } }: { contact: Contact }) {
  if (!contactName) return <None />
  return (
    <span
      className="yy-contact yy-flex yy-baseline yy-gap-6 yy-one-line"
      title={contactText({ contactName, contactRelation, contactPhone })}
    >
      <span className="yy-fixed">{contactName}</span>
      <small className="yy-second yy-small">{contactRelation}</small>
      <span className="yy-fixed">{contactPhone}</span>
    </span>
  )
}

export const contactText = ({ contactName, contactRelation, contactPhone }: Contact) =>
  [contactName, contactRelation, contactPhone].filter(Boolean).join(' ')
