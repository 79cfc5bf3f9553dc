// One kind of value, one module with its faces: cell for tables, input for forms, search for the search row, text for
// export and print. Every input speaks the wire's value (fen, 'yyyy-MM-dd', ids), so a form's values are the request.
import type { ReactNode } from 'react'
import type { OptionSet } from '#contract/kit/options'

/** Column kinds of the Excel export; the name of an option set stands for itself. */
export type SheetKind = 'text' | 'int' | 'number' | 'money' | 'date' | 'datetime' | 'month' | 'phone' | (string & {})

export interface InputProps<V> {
  id?: string
  value?: V | null
  onChange?(value: V | null): void
  disabled?: boolean
  placeholder?: string
  autoFocus?: boolean
  /** Read by screen readers where no label element points at the control. */
  'aria-label'?: string
}

export interface RangeProps {
  id?: string
  from?: string | null
  to?: string | null
  onChange(from: string | null, to: string | null): void
  'aria-label'?: string
}

// The members are methods on purpose: methods compare both ways, so that a field of 0 | 1 fits a column of number.
export interface Field<V> {
  /** Its control is no form element that a label can point at: it is told its title. */
  untitled?: true
  kind: 'field'
  sheet: SheetKind
  align?: 'right' | 'center'
  /** Width of a column that does not say. */
  width: number
  /** Width of the search control. */
  searchWidth?: number
  /** Nothing is written here, something is picked: an empty one says 请选择… instead of 请填写…. */
  chooses?: true
  cell(value: V | null | undefined): ReactNode
  text(value: V | null | undefined): string
  input(props: InputProps<V>): ReactNode
  search(props: InputProps<V>): ReactNode
  /** Two ends of a period, for fields that have an order. */
  range?(props: RangeProps): ReactNode
}

/** What a column or a form field may be shown as. */
export type Face<V> = Field<V> | ([V] extends [string | number] ? OptionSet<V> : never)

type AnyInput = InputProps<unknown> & Readonly<Record<string, unknown>>

/** A field's control as an element, so that a form item can hand it value and onChange. */
export function FieldInput({ field, ...props }: { field: Field<unknown> } & AnyInput) {
  return field.input(props)
}

export const isEmpty = (value: unknown): value is null | undefined | '' =>
  value === null || value === undefined || value === '' || (Array.isArray(value) && value.length === 0)
