// What was sent is laid over what is stored. Two people may fill one form: what they fill in different places comes together;
// the same place filled differently since it was read is refused to the second, and nothing of what was sent is stored.
import { timeText } from '#contract/kit/clock'
import { invalid, Refusal } from '#contract/kit/refusal'
import { fieldFaults } from '#contract/nursing/assess/fields'
import type { Fields, Kind } from '#contract/nursing/assess/kind'
import { indexOf } from '#contract/nursing/assess/kindIndex'
import { read } from '#contract/nursing/assess/read'
import type { NewAnswerData, NewFieldData, NewInputData } from '#contract/nursing/assessFields'
import type { AssessFill } from '#contract/nursing/assessForm'
import type { Filled, FilledBy } from '#server/areas/nursing/assessTables'
import type { Head, HeldAssessment } from './assessHold.ts'
import type { Answer } from './assessScore.ts'

const same = (a: unknown, b: unknown) => JSON.stringify(a ?? null) === JSON.stringify(b ?? null)
const trimmed = (text: string | null | undefined) => text?.trim() || null

export interface Merged {
  /** Only what is new: laid over what is stored by the statement. */
  answers: FilledBy<Answer>
  photos: Record<string, string[]>
  inputs: FilledBy<number | null>
  fields: FilledBy<unknown>
  head: Partial<Head>
  /** Keys of what others changed since the version that was sent. */
  others: { answers: string[]; inputs: string[]; fields: string[]; head: boolean }
  /** Names of what was filled in, for the log. */
  told: string[]
}

interface Sent {
  /** The version the form was read in; null: of an older client, which overwrites. */
  from: number | null
  version: number
  by: string
  at: string
}

const newer = (stored: Filled<unknown> | undefined, sent: Sent) =>
  stored !== undefined && sent.from !== null && stored.version > sent.from

const clash = (by: string | null) => new Refusal('CHANGED_MEANWHILE', { who: by ?? '他人' })

const own = <V>(all: Readonly<Record<string, V>>, key: string): V | undefined =>
  Object.hasOwn(all, key) ? all[key] : undefined

/** What a kind does not know is refused in its sentence; nothing of it is stored. */
function refuseUnknown(kind: Kind, fill: AssessFill): void {
  const options = (fill.answers ?? []).flatMap(({ itemId, option }): [string, string][] =>
    option === null || option === undefined ? [] : [[itemId, option]],
  )
  const inputs = (fill.inputs ?? []).flatMap(({ key, value }): [string, number][] =>
    value === null || value === undefined ? [] : [[key, value]],
  )
  const { faults } = read(kind, Object.fromEntries(options), Object.fromEntries(inputs))
  const [fault] = faults
  if (fault) {
    throw invalid(fault.text, fault.why === 'unknownItem' || fault.why === 'foreignOption' ? 'answers' : 'inputs')
  }
  const index = indexOf(kind)
  const stray = fill.answers?.find((one) => !index.items.has(one.itemId))
  if (stray) throw invalid(`${kind.name}没有“${stray.itemId.slice(0, 20)}”这一项`, 'answers')
  for (const { key } of fill.inputs ?? []) {
    const known = index.inputs.get(key)
    if (!known) throw invalid(`${kind.name}不问“${key.slice(0, 20)}”`, 'inputs')
    if (known.fromKind) throw invalid(`“${known.name}”由其他评估得出，不单独填写`, 'inputs')
    if (known.fromField) throw invalid(`“${known.name}”由 ${known.fromField.field} 得出，不单独填写`, 'inputs')
  }
  const given = (fill.fields ?? []).filter((one) => one.value !== null && one.value !== undefined)
  const [wrong] = fieldFaults(kind, Object.fromEntries(given.map((one) => [one.key, one.value])) as Fields)
  if (wrong) throw invalid(wrong.text, 'fields')
  const emptied = (fill.fields ?? []).filter((one) => !given.includes(one))
  const known = new Set(kind.forms.flatMap((form) => form.fields.map((one) => one.key)))
  if (emptied.some((one) => !known.has(one.key.replace(/\.text$/, '')))) throw invalid('表中没有这一栏', 'fields')
}

function mergeAnswers(row: HeldAssessment, answers: readonly NewAnswerData[], sent: Sent, into: Merged): void {
  for (const one of answers) {
    const stored = own(row.answers, one.itemId)
    const photos = own(row.photos, one.itemId) ?? []
    const next: Answer = {
      option: one.option === undefined ? (stored?.value.option ?? null) : one.option,
      evidence: one.evidence === undefined ? (stored?.value.evidence ?? null) : trimmed(one.evidence),
    }
    const shown = one.photos === undefined ? photos : (one.photos ?? [])
    const differs = !same(next, stored?.value ?? { option: null, evidence: null }) || !same(shown, photos)
    if (!differs) continue
    if (newer(stored, sent)) throw clash(stored!.by)
    into.answers[one.itemId] = { value: next, version: sent.version, by: sent.by, at: sent.at }
    if (!same(shown, photos)) into.photos[one.itemId] = shown
    into.told.push(one.itemId)
  }
}

function mergeValues<V>(
  stored: FilledBy<V>,
  values: readonly { key: string; value: V | null }[],
  sent: Sent,
  into: { values: FilledBy<V | null>; told: string[] },
): void {
  for (const { key, value } of values) {
    const before = own(stored, key)
    if (same(value, before?.value ?? null)) continue
    if (newer(before, sent)) throw clash(before!.by)
    into.values[key] = { value, version: sent.version, by: sent.by, at: sent.at }
    into.told.push(key)
  }
}

const HEAD = [
  'reason',
  'assessDate',
  'place',
  'assessor1',
  'assessor2',
  'informant',
  'informantRelation',
  'images',
  'remark',
] as const

function mergeHead(row: HeldAssessment, fill: AssessFill, sent: Sent, into: Merged): void {
  const head: Record<string, unknown> = {}
  for (const name of HEAD) {
    if (fill[name] === undefined) continue
    const value = fill[name]
    if (name === 'images') head.images = value ?? []
    // These are never without a value.
    else if (value === null && (name === 'reason' || name === 'assessDate' || name === 'assessor1')) continue
    else head[name] = typeof value === 'string' ? trimmed(value) : value
    if (same(head[name], row[name])) delete head[name]
  }
  if (Object.keys(head).length === 0) return
  if (sent.from !== null && row.headVersion > sent.from) throw clash(row.updatedName)
  into.head = head as Partial<Head>
  into.told.push('基本信息')
}

const since = (filled: FilledBy<unknown>, fresh: object, sent: Sent) =>
  sent.from === null
    ? []
    : Object.entries(filled)
        .filter(([key, one]) => one.version > sent.from! && !Object.hasOwn(fresh, key))
        .map(([key]) => key)

export function merge(kind: Kind, row: HeldAssessment, fill: AssessFill, by: string): Merged {
  refuseUnknown(kind, fill)
  const sent: Sent = { from: fill.version ?? null, version: row.version + 1, by, at: timeText() }
  const into: Merged = {
    answers: {},
    photos: {},
    inputs: {},
    fields: {},
    head: {},
    others: { answers: [], inputs: [], fields: [], head: false },
    told: [],
  }
  mergeAnswers(row, fill.answers ?? [], sent, into)
  const inputs = (fill.inputs ?? []).map((one: NewInputData) => ({ key: one.key, value: one.value ?? null }))
  mergeValues(row.inputs, inputs, sent, { values: into.inputs, told: into.told })
  const fields = (fill.fields ?? []).map((one: NewFieldData) => ({ key: one.key, value: one.value ?? null }))
  mergeValues(row.fields, fields, sent, { values: into.fields, told: into.told })
  mergeHead(row, fill, sent, into)
  into.others = {
    answers: since(row.answers, into.answers, sent),
    inputs: since(row.inputs, into.inputs, sent),
    fields: since(row.fields, into.fields, sent),
    head: sent.from !== null && row.headVersion > sent.from,
  }
  return into
}

export const changedAnything = (merged: Merged) => merged.told.length > 0
