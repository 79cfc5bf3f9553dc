// A designed form, to be filled in. Fields stand in thirds; a field whose condition does not hold is not there.
import type { ReactNode } from 'react'
import type { FormDesignData, FormFieldData } from '#contract/kit/formDesign'
import { type FormValue, type FormValues, shownFields } from '#contract/kit/formValues'
import { classes } from '#web/kit/classes'
import { FieldControl } from './controls.tsx'
import './formSheet.css'

interface FieldFrameProps {
  field: FormFieldData
  /** Id of the control, for the label. */
  htmlFor?: string
  problem?: string | undefined
  children?: ReactNode
}

/** Title, mark, control and message of one field; headings and explanations have no control. */
export function FieldFrame({ field, htmlFor, problem, children }: FieldFrameProps) {
  if (field.kind === 'group') return <h3 className="yy-sheet-group yy-strong">{field.title}</h3>
  if (field.kind === 'note') {
    return (
      <div className="yy-sheet-note yy-pad-8-12 yy-soft-ink yy-tint yy-round">
        <b>{field.title}</b>
        <p>{field.content || '（还没有内容）'}</p>
      </div>
    )
  }
  return (
    <div className={classes('yy-sheet-item', problem !== undefined && 'yy-sheet-wrong')}>
      <label htmlFor={htmlFor}>
        {field.required && <i aria-hidden>*</i>}
        {field.title}
      </label>
      {children}
      {field.hint && (field.kind === 'table' || field.kind === 'radio' || field.kind === 'checkbox') && (
        <small>{field.hint}</small>
      )}
      {problem !== undefined && (
        <span className="yy-block yy-red yy-small-line yy-small" role="alert">
          {problem}
        </span>
      )}
    </div>
  )
}

export interface FormSheetProps {
  design: FormDesignData
  values: FormValues
  /** Field id → what is wrong. */
  problems?: Readonly<Record<string, string>>
  /** Prefix of the controls' ids: two sheets on one page must not share them. */
  name: string
  readOnly?: boolean
  /** Nothing leaves this computer. */
  trial?: boolean
  onChange?(fieldId: string, value: FormValue): void
}

export const controlId = (name: string, fieldId: string) => `${name}-${fieldId}`

export function FormSheet({
  design,
  values,
  problems = {},
  name,
  readOnly = false,
  trial = false,
  onChange,
}: FormSheetProps) {
  return (
    <div className="yy-sheet yy-grid yy-start">
      {shownFields(design, values).map((field) => (
        <div key={field.id} className={`yy-sheet-${field.width}`} id={`${controlId(name, field.id)}-place`}>
          <FieldFrame field={field} htmlFor={controlId(name, field.id)} problem={problems[field.id]}>
            <FieldControl
              id={controlId(name, field.id)}
              design={design}
              field={field}
              values={values}
              disabled={readOnly}
              trial={trial}
              onChange={(value) => onChange?.(field.id, value)}
            />
          </FieldFrame>
        </div>
      ))}
    </div>
  )
}
