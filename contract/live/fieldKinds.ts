// The kinds of fields a resident has: each brings its schema; the rest of the product knows by the kind how to ask for
// it, keep it, import it and say it.
import type { OptionSet } from '#contract/kit/options'
import { bool, date, int, list, opt, type TSchema, text } from '#contract/kit/schema'
import type { DictionaryCode } from '#contract/systemSetting/dictionaryCodes'

/** own: what is special about it is written by hand where it is asked for or shown. */
export type FieldKind = 'text' | 'number' | 'day' | 'yesNo' | 'choice' | 'choices' | 'option' | 'options' | 'own'

/** A column of the workbook that archives are imported from. */
export interface ImportCell {
  width: number
  /** Stands in the first row of the template. */
  example?: string
  note?: string
  required?: true
}

/** Where a field is found besides form, page and paper, which have them all. */
export interface Told {
  /** Takes the whole line; `screen`: but not on paper. */
  wide?: true | 'screen'
  /** What it weighs in how complete an archive is; the weights of fields, family and files sum to 100. */
  weight?: number
  import?: ImportCell
  /** Its name in the templates of documents, which never changes, and what a preview without a resident says. */
  placeholder?: readonly [name: string, sample: string]
  /** Also in the archives for reading (contract/archives/resident.ts). */
  brief?: true
}

export interface DeclaredField extends Told {
  kind: FieldKind
  /** What people see on the form, and therefore everywhere. */
  title: string
  /** As forms send it; a field that hides numbers says so there (`hiddenAs`). */
  schema: TSchema
  /** Of a choice. */
  dictionary?: DictionaryCode
  /** Of an option. */
  set?: OptionSet<string | number>
}

/** No more than a dictionary may hold. */
const MOST_CHOICES = 60
const CODE = 40

/** Up to 200 characters in one line, more in several. */
export const words = <const T extends Told>(title: string, max: number, told: T = {} as T) => ({
  kind: 'text' as const,
  title,
  schema: opt(text(title, { max })),
  ...told,
})

export const number = <const T extends Told>(title: string, rule: { min: number; max: number }, told: T = {} as T) => ({
  kind: 'number' as const,
  title,
  schema: opt(int(title, rule)),
  ...told,
})

export const day = <const T extends Told>(title: string, told: T = {} as T) => ({
  kind: 'day' as const,
  title,
  schema: opt(date(title)),
  ...told,
})

export const yesNo = <const T extends Told>(title: string, told: T = {} as T) => ({
  kind: 'yesNo' as const,
  title,
  schema: opt(bool(title)),
  ...told,
})

/** One value of a dictionary. */
export const choice = <const D extends DictionaryCode, const T extends Told>(
  title: string,
  dictionary: D,
  told: T = {} as T,
) => ({ kind: 'choice' as const, title, dictionary, schema: opt(text(title, { max: CODE })), ...told })

/** Several values of a dictionary. */
export const choices = <const D extends DictionaryCode, const T extends Told>(
  title: string,
  dictionary: D,
  told: T = {} as T,
) => ({
  kind: 'choices' as const,
  title,
  dictionary,
  schema: opt(list(text(title, { max: CODE }), MOST_CHOICES)),
  ...told,
})

/** One of a fixed set. */
export const option = <V extends string | number, const T extends Told>(set: OptionSet<V>, told: T = {} as T) => ({
  kind: 'option' as const,
  title: set.schema.title as string,
  set: set as unknown as OptionSet<string | number>,
  schema: opt(set.schema),
  ...told,
})

/** Several of a fixed set. */
export const options = <V extends string | number, const T extends Told>(set: OptionSet<V>, told: T = {} as T) => ({
  kind: 'options' as const,
  title: set.schema.title as string,
  set: set as unknown as OptionSet<string | number>,
  schema: opt(list(set.schema, set.list.length)),
  ...told,
})

/** A text with rules of its own. */
export const own = <S extends TSchema, const T extends Told>(title: string, schema: S, told: T = {} as T) => ({
  kind: 'own' as const,
  title,
  schema,
  ...told,
})

/** A value as people read it; codes have become words before. Null where nothing is known. */
export function saidText(value: unknown): string | null {
  if (value === null || value === undefined || value === '') return null
  if (Array.isArray(value)) return value.map(saidText).filter(Boolean).join('、') || null
  if (typeof value === 'boolean') return value ? '是' : '否'
  return String(value)
}
