// A form made from the request's schema: its fields in order, their marks, limits and messages.

import { Form, type FormInstance } from 'antd'
import { type ReactNode, useId } from 'react'
import type { Static, TObject } from '#contract/kit/schema'
import { fieldOf } from '#web/kit/fields/faces'
import { type Face, type Field, FieldInput } from '#web/kit/fields/field'
import { fieldOfSchema } from '#web/kit/fields/ofSchema'
import { isRequired, problemOf, titleOfField } from './schemaRules.ts'
import './form.css'

export type Values = Record<string, unknown>

export interface FieldSpec<V> {
  /** The schema's title unless told. */
  title?: string
  as?: Face<V>
  /** Stands below the field in grey. */
  hint?: ReactNode
  placeholder?: string
  /** Takes the whole line. */
  wide?: boolean
  disabled?: boolean
  /** Handed to the control: limits, known labels, heights. */
  props?: Readonly<Record<string, unknown>>
  /** A field that is not shown is not sent. */
  when?(values: Values): boolean
  /** A rule beyond the schema: answers what is wrong. */
  check?(value: V | null | undefined, values: Values): string | null
}

export type FieldSpecs<S extends TObject> = {
  [K in keyof Static<S> & string]?: FieldSpec<NonNullable<Static<S>[K]>>
}

export interface Section<S extends TObject> {
  title: string
  fields: readonly (keyof Static<S> & string)[]
}

interface SchemaFieldsProps<S extends TObject> {
  schema: S
  /** Which fields, in which order; all of the schema unless told. */
  fields?: FieldSpecs<S>
  /** Numbered parts of a longer form. */
  sections?: readonly Section<S>[]
  columns?: 1 | 2 | 3
}

export function fieldNames<S extends TObject>(schema: S, fields?: FieldSpecs<S>): string[] {
  return Object.keys(fields ?? schema.properties)
}

export const faceOf = (schema: TObject, name: string, spec: FieldSpec<unknown> | undefined): Field<unknown> =>
  spec?.as ? (fieldOf(spec.as as Field<unknown>) as Field<unknown>) : fieldOfSchema(schema.properties[name])

/** Fields that no draft may hold. */
export function secretNames<S extends TObject>(schema: S, fields?: FieldSpecs<S>): string[] {
  return fieldNames(schema, fields).filter(
    (name) => 'secret' in faceOf(schema, name, fields?.[name as keyof FieldSpecs<S>] as FieldSpec<unknown> | undefined),
  )
}

function Item({ schema, name, spec = {} }: { schema: TObject; name: string; spec: FieldSpec<unknown> | undefined }) {
  const rule = schema.properties[name]
  if (!rule) throw new Error(`The schema has no field ${name}`)
  const title = spec.title ?? titleOfField(schema, name)
  const required = isRequired(schema, name)
  const face = faceOf(schema, name, spec)
  const limits: Record<string, unknown> = {}
  if (face.sheet === 'int' || face.sheet === 'number' || face.sheet === 'money') {
    limits.min = rule.minimum
    limits.max = rule.maximum
  } else if (typeof rule.maxLength === 'number') limits.maxLength = rule.maxLength
  const item = (
    <Form.Item
      name={name}
      label={title}
      required={required}
      extra={spec.hint}
      className={spec.wide ? 'yy-whole-line' : undefined}
      validateFirst
      rules={[
        ({ getFieldsValue }) => ({
          validator: async (_, value: unknown) => {
            const problem =
              problemOf({ ...rule, title, chooses: face.chooses, says: face.text }, value, required) ??
              spec.check?.(value, getFieldsValue(true) as Values) ??
              null
            if (problem) throw new Error(problem)
          },
        }),
      ]}
    >
      <FieldInput
        field={face}
        {...limits}
        {...(face.untitled && { 'aria-label': title })}
        {...spec.props}
        {...(spec.placeholder !== undefined && { placeholder: spec.placeholder })}
        {...(spec.disabled && { disabled: true })}
      />
    </Form.Item>
  )
  const when = spec.when
  if (!when) return item
  return (
    <Form.Item noStyle shouldUpdate>
      {({ getFieldsValue }) => (when(getFieldsValue(true) as Values) ? item : null)}
    </Form.Item>
  )
}

export function SchemaFields<S extends TObject>({ schema, fields, sections, columns = 2 }: SchemaFieldsProps<S>) {
  const specOf = (name: string) => (fields as Record<string, FieldSpec<unknown>> | undefined)?.[name]
  const grid = (names: readonly string[]) => (
    <div className={`yy-form-grid yy-grid yy-form-${columns}`}>
      {names.map((name) => (
        <Item key={name} schema={schema} name={name} spec={specOf(name)} />
      ))}
    </div>
  )
  if (!sections) return grid(fieldNames(schema, fields))
  return sections.map((section, index) => (
    <section key={section.title} className="yy-form-section yy-below-8">
      <h4>
        <b>{index + 1}</b>
        {section.title}
      </h4>
      {grid(section.fields)}
    </section>
  ))
}

/** Brings a field with its message into sight and puts the focus there. */
export function showField(formName: string, field: string): void {
  const control = document.getElementById(`${formName}_${field}`)
  // The message is not there before the next paint.
  requestAnimationFrame(() => {
    const item = control?.closest('.ant-form-item') ?? control
    item?.scrollIntoView({ behavior: 'smooth', block: 'center' })
    control?.focus({ preventScroll: true })
  })
}

interface SchemaFormProps<S extends TObject> extends SchemaFieldsProps<S> {
  form: FormInstance<Values>
  /** Prefix of the fields' ids; two forms on one page must not share them. */
  name?: string
  initial?: Partial<Static<S>>
  disabled?: boolean
  onChange?(changed: Values, all: Values): void
  onSubmit(values: Values): void
  /** Before the fields: a restored draft, a refusal, a conflict. */
  top?: ReactNode
  children?: ReactNode
}

export function SchemaForm<S extends TObject>(props: SchemaFormProps<S>) {
  const own = useId()
  const { form, name = own, initial, disabled, onChange, onSubmit, top, children, ...fields } = props
  return (
    <Form<Values>
      form={form}
      name={name}
      layout="vertical"
      className="yy-form"
      initialValues={initial as Values}
      disabled={disabled}
      validateTrigger={['onBlur', 'onChange']}
      scrollToFirstError={{ behavior: 'smooth', block: 'center', focus: true }}
      onValuesChange={(changed: Values, all: Values) => onChange?.(changed, all)}
      onFinish={(values: Values) => onSubmit(values)}
    >
      {top}
      <SchemaFields {...fields} />
      {children}
    </Form>
  )
}
