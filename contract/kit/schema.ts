// Builders for the schemas of the contract. Each is a TypeBox schema, so one declaration gives the static
// type, the server's validation, the answer's serialisation, OpenAPI and the rules of the form.
import {
  Array as ArrayOf,
  Boolean as Bool,
  Integer,
  Null,
  Number as Num,
  Object as ObjectOf,
  Optional,
  type Static,
  String as Str,
  type TArray,
  type TBoolean,
  type TInteger,
  type TNumber,
  type TObject,
  type TOptional,
  type TProperties,
  type TSchema,
  type TString,
  type TUnsafe,
  Unsafe,
} from '@sinclair/typebox'

import type { Names } from './records.ts'

export type { Static, TObject, TProperties, TSchema, TUnsafe } from '@sinclair/typebox'

/** A closed object: fields that are not declared are dropped on the way in and never sent on the way out. */
export const obj = <P extends TProperties>(properties: P): TObject<P> =>
  ObjectOf(properties, { additionalProperties: false })

/** All fields of the first object, then those of the second; the second wins where both name a field. */
export const merge = <A extends TProperties, B extends TProperties>(a: TObject<A>, b: TObject<B>) =>
  obj({ ...a.properties, ...b.properties }) as unknown as TObject<Omit<A, keyof B> & B>

/** The named fields of an object. */
export const pick = <P extends TProperties, K extends keyof P>(from: TObject<P>, keys: readonly K[]) =>
  obj(Object.fromEntries(keys.map((key) => [key, from.properties[key]])) as TProperties) as unknown as TObject<
    Pick<P, K>
  >

export const list = <S extends TSchema>(item: S, maxItems?: number): TArray<S> =>
  ArrayOf(item, maxItems === undefined ? {} : { maxItems })

/** May be null but is always present: the shape answers use. */
export const nul = <S extends TSchema>(schema: S): TUnsafe<Static<S> | null> => {
  // A schema without a type takes null already.
  const nullable: Record<string, unknown> = { ...schema, ...('type' in schema && { nullable: true }) }
  if (Array.isArray(nullable.enum)) nullable.enum = [...new Set([...nullable.enum, null])]
  return Unsafe<Static<S> | null>(nullable)
}

/** May be absent, null or (in forms and queries) the empty text, which reads as null. */
export const opt = <S extends TSchema>(schema: S): TOptional<TUnsafe<Static<S> | null>> => Optional(nul(schema))

/** What may be absent from a request, in an answer that always says it. */
export const there = <S extends TSchema>(schema: S): S => Optional(schema, false) as unknown as S

export interface TextRule {
  min?: number
  max?: number
  pattern?: RegExp
  /** What is shown when the pattern does not match; says what is expected. */
  hint?: string
  format?: string
  /** What it names, where it holds ids with commas between them. */
  of?: Names
}

/** One line of text. `title` is the field's Chinese name in forms and messages. Required unless inside opt(). */
export const text = (title: string, rule: TextRule = {}): TString =>
  Str({
    title,
    minLength: rule.min ?? 1,
    maxLength: rule.max ?? 200,
    ...(rule.pattern && { pattern: rule.pattern.source }),
    ...(rule.format && { format: rule.format }),
    ...(rule.hint && { hint: rule.hint }),
    ...(rule.of && { 'x-of': rule.of }),
  })

/** Text of an answer: no limits, because nothing is validated on the way out. */
export const str = (title?: string): TString => Str(title ? { title } : {})

export const int = (title?: string, rule: { min?: number; max?: number } = {}): TInteger =>
  Integer({
    ...(title && { title }),
    ...(rule.min !== undefined && { minimum: rule.min }),
    ...(rule.max !== undefined && { maximum: rule.max }),
  })

export const num = (title?: string, rule: { min?: number; max?: number } = {}): TNumber =>
  Num({
    ...(title && { title }),
    ...(rule.min !== undefined && { minimum: rule.min }),
    ...(rule.max !== undefined && { maximum: rule.max }),
  })

export const bool = (title?: string): TBoolean => Bool(title ? { title } : {})

/**
 * An id of this product: 32 lower-case hexadecimal digits; older clients also carry other fixed texts. Where a call
 * takes it, `of` says what it names: a test tries it with a record of somebody else.
 */
export const id = (title = '编号', { of }: { of?: Names } = {}): TString =>
  Str({ title, minLength: 1, maxLength: 64, pattern: '^[\\w-]+$', ...(of && { 'x-of': of }) })

/** An id, or several with commas between them, in a filter: any text, because what names nothing finds nothing. */
export const named = (of: Names, title?: string): TString => Str({ ...(title && { title }), 'x-of': of })

export const dateTime = (title = '时间'): TString => Str({ title, format: 'yiyuan-datetime' })
export const date = (title = '日期'): TString => Str({ title, format: 'yiyuan-date' })
export const phone = (title = '手机号'): TString =>
  Str({ title, pattern: '^1\\d{10}$', hint: '应为 11 位数字，以 1 开头' })
export const idCard = (title = '身份证号'): TString => Str({ title, format: 'yiyuan-idcard' })
export const ipv4 = (title = 'IP 地址'): TString => Str({ title, format: 'yiyuan-ipv4' })
export const port = (title = '端口'): TInteger => int(title, { min: 0, max: 65535 })

/** Anything: for answers whose shape another party decides (menus, settings kept as they came). */
export const anything = (): TUnsafe<unknown> => Unsafe<unknown>({})
/** An answer without content. */
export const nothing = () => Null()
