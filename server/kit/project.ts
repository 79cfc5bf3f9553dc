// What of an answer or a pushed message leaves the server: the declared fields, in the declared order, and nothing
// else. Projecting the values and leaving the text to JSON.stringify costs half of what writing the text by hand does.
import { type Masking, maskings } from '#contract/kit/privacy'
import type { TSchema } from '#contract/kit/schema'
import { columnsOf, type RowColumns, TOTAL } from './rowColumns.ts'

export type Project = (value: unknown) => unknown

interface Shape {
  $id?: string
  $ref?: string
  type?: string
  properties?: Record<string, Shape>
  required?: readonly string[]
  items?: Shape
  anyOf?: readonly Shape[]
  /** A record: any name, values of one kind. */
  patternProperties?: Record<string, Shape>
  /** A number of a person, or words that may name one. */
  mask?: Masking
}

const asIs: Project = (value) => value
/** Sums and counts of large columns arrive as texts. */
const asNumber: Project = (value) => (typeof value === 'string' ? Number(value) : value)
const asText: Project = (value) =>
  typeof value === 'string' || value === null || value === undefined ? value : String(value)

/** Texts deep inside anything. */
function hiding(hide: (text: string) => string): Project {
  const project: Project = (value) => {
    if (typeof value === 'string') return hide(value)
    if (typeof value !== 'object' || value === null) return value
    if (Array.isArray(value)) return value.map(project)
    // Days and the like write themselves.
    if ('toJSON' in value) return value
    return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, project(one)]))
  }
  return project
}

/** A list of texts or a choice may hold what is hidden, too. */
export const hidesNumbers = (schema: TSchema | object): boolean =>
  'mask' in schema || Object.values(schema).some((one) => typeof one === 'object' && one !== null && hidesNumbers(one))

interface Making {
  project: Map<string, Project>
  /** Numbers of people leave with their middle hidden. */
  hides: boolean
}

interface Field {
  key: string
  project: Project
  required: boolean
}

/** The fields behind the projectors of objects. */
const fieldsBehind = new WeakMap<Project, readonly Field[]>()

/** `hides`: for readers without the right to whole numbers. */
export const projectorOf = (schema: TSchema | object, name: string, hides = true): Project =>
  make(schema as Shape, name, { project: new Map(), hides })

function make(shape: Shape, name: string, known: Making): Project {
  if (shape.$ref !== undefined) {
    const { $ref } = shape
    return (value) => known.project.get($ref)!(value)
  }
  const project = makeKind(shape, name, known)
  if (shape.$id !== undefined) known.project.set(shape.$id, project)
  return project
}

function makeKind(shape: Shape, name: string, known: Making): Project {
  if (shape.mask !== undefined && known.hides) return hiding(maskings[shape.mask])
  if (shape.anyOf) return makeChoice(shape.anyOf, name, known)
  if (shape.patternProperties) return makeRecord(shape.patternProperties, name, known)
  if (shape.type === 'object' && shape.properties) return makeObject(shape, name, known)
  if (shape.type === 'array' && shape.items) return makeArray(shape.items, name, known)
  if (shape.type === 'integer' || shape.type === 'number') return asNumber
  return shape.type === 'string' ? asText : asIs
}

/** A choice between plain values passes as it is; among several kinds of objects only the schema's own check decides. */
function makeChoice(shapes: readonly Shape[], name: string, known: Making): Project {
  const kinds = shapes.filter((shape) => shape.type !== 'null').map((shape) => make(shape, name, known))
  const composed = shapes.filter((shape) => shape.type === 'object' || shape.type === 'array')
  if (composed.length === 0) return asIs
  if (kinds.length > 1) throw new Error(`${name}: an answer cannot choose between several kinds of objects`)
  const only = kinds[0]!
  return (value) => (value === null || value === undefined ? value : only(value))
}

function makeRecord(patterns: Record<string, Shape>, name: string, known: Making): Project {
  const inner = make(Object.values(patterns)[0] ?? {}, `${name}.*`, known)
  if (inner === asIs) return asIs
  return (value) =>
    value === null || typeof value !== 'object'
      ? value
      : Object.fromEntries(Object.entries(value).map(([key, one]) => [key, inner(one)]))
}

function makeObject(shape: Shape, name: string, known: Making): Project {
  const required = new Set(shape.required ?? [])
  const fields: readonly Field[] = Object.entries(shape.properties!).map(([key, field]) => ({
    key,
    project: make(field, `${name}.${key}`, known),
    required: required.has(key),
  }))
  const project: Project = (value) => {
    if (value === null || value === undefined) return value
    const from = value as Record<string, unknown>
    const to: Record<string, unknown> = {}
    for (const { key, project, required: needed } of fields) {
      const one = from[key]
      if (one === undefined) {
        if (needed) throw new Error(`${name}.${key} is declared and not answered`)
        continue
      }
      // A text stays one, whatever is declared: most fields of most rows are spared the call.
      to[key] = typeof one === 'string' && project === asText ? one : project(one)
    }
    return to
  }
  fieldsBehind.set(project, fields)
  return project
}

/** Rows as the database gave them may leave as they are when every column is declared and has its declared kind. */
function fits(columns: RowColumns, fields: readonly Field[]): boolean {
  const byKey = new Map(fields.map((field) => [field.key, field]))
  const declared = [...columns.kinds].every(([key, kind]) => {
    // The total that a page's rows carry has been taken off them: nothing is left of it to write.
    if (key === TOTAL) return true
    const project = byKey.get(key)?.project
    return project === asIs || (project === asText && kind === 'text') || (project === asNumber && kind === 'number')
  })
  return declared && fields.every((field) => !field.required || columns.kinds.has(field.key))
}

function makeArray(items: Shape, name: string, known: Making): Project {
  const inner = make(items, `${name}[]`, known)
  const fields = fieldsBehind.get(inner)
  if (!fields) return (value) => (Array.isArray(value) ? value.map(inner) : value)
  const fitting = new WeakMap<RowColumns, boolean>()
  const leaveAsTheyAre = (columns: RowColumns) => {
    let known = fitting.get(columns)
    if (known === undefined) {
      known = fits(columns, fields)
      fitting.set(columns, known)
    }
    return known
  }
  return (value) => {
    if (!Array.isArray(value)) return value
    const columns = columnsOf(value)
    return columns && leaveAsTheyAre(columns) ? value : value.map(inner)
  }
}
