// Which column of `oldman` holds which field of a resident; insert, update and reading are all made from this.
import type { FieldKind } from '#contract/live/fieldKinds'
import { fieldList, fieldNamed, type ResidentField, type ResidentFieldName } from '#contract/live/residentFields'

export type ColumnType = 'text' | 'int' | 'date' | 'boolean' | 'jsonb'

const types: Readonly<Record<Exclude<FieldKind, 'option'>, ColumnType>> = {
  text: 'text',
  number: 'int',
  day: 'date',
  yesNo: 'boolean',
  choice: 'text',
  choices: 'jsonb',
  options: 'jsonb',
  own: 'text',
}

const typeOf = ({ kind, schema }: ResidentField): ColumnType =>
  kind === 'option' ? (schema.type === 'number' ? 'int' : 'text') : types[kind]

export const residentFieldNames: readonly ResidentFieldName[] = fieldList.map((field) => field.name)

type Columns = Record<ResidentFieldName, readonly [column: string, type: ColumnType]>
export const residentColumns: Readonly<Columns> = Object.fromEntries(
  fieldList.map((field) => [field.name, [field.column, typeOf(field)] as const]),
) as Columns

/** `t.oldman_name as "oldmanName", …` of all fields. */
export const FIELD_COLUMNS = fieldList.map(({ name, column }) => `t.${column} as "${name}"`).join(', ')

/** Lists are never null in the table. */
export const emptyOf = (name: ResidentFieldName) => (['choices', 'options'].includes(fieldNamed(name).kind) ? [] : null)
