// A call is data, declared once: the server fulfils it, the web calls it, OpenAPI is printed from it.
import type { EventDef } from './event.ts'
import type { PageDef } from './page.ts'
import type { Names } from './records.ts'
import type { RefusalCode } from './refusal.ts'
import type { Static, TObject, TSchema } from './schema.ts'

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'

/** '/a/{id}/{x}' → 'id' | 'x' */
export type ParamOf<P extends string> = P extends `${string}{${infer K}}${infer Rest}` ? K | ParamOf<Rest> : never

/** multipart: the handler gets `file`; download: the handler answers a file instead of an envelope. */
export type Transfer = 'json' | 'multipart' | 'download'

export interface Call<
  P extends string = string,
  N extends string = string,
  Q extends TObject | undefined = TObject | undefined,
  B extends TSchema | undefined = TSchema | undefined,
  D extends TSchema = TSchema,
  T extends Transfer = Transfer,
> {
  kind: 'call'
  /** area.noun.name, given by noun() */
  key: string
  method: Method
  path: P
  /** Permission expression, or open / signedIn. */
  needs: N
  /** The act in words, for the operation log and the documentation. */
  act: string
  query: Q
  body: B
  data: D
  refuses: readonly RefusalCode[]
  transfer: T
  /** What ids in the path name, where `pathNames` (records.ts) does not say it. */
  names?: { readonly [param: string]: Names | undefined }
  /** Money, stock and state calls take a request number; the same number returns the first result. */
  repeatable?: boolean
  /** Writes nothing that anybody else would have to be told of, although it is no GET. */
  harmless?: boolean
  /** A GET that changes something, because existing clients ask so. Any other GET that opens a transaction is a defect. */
  writes?: boolean
  /**
   * A wall screen may call it. Screens are let in without a person, so everything else is refused to them, whatever
   * `needs` says; what such a call answers must name nobody. A test lists these calls by name.
   */
  screen?: boolean
  /**
   * An alarm wall that hangs as a display of its own may call it: it shows the alarms of its departments by name, and
   * takes an act only from somebody who proves with it who they are. A test lists these calls by name, too.
   */
  display?: boolean
  /** A path that existing clients use for the same thing. */
  aliases?: readonly string[]
  /** Largest body in bytes; 1 MiB unless told. */
  bodyLimit?: number
  /** A list that may be taken along as a file only with a further permission. */
  exportNeeds?: string
  /** What its codes are called in the role editor, where one call asks for different ones. */
  codeNames?: Readonly<Record<string, string>>
  /** Landing ends its permission belongs to; those of its page unless told. OPEX alone: the operator's organisation. */
  ends?: readonly ('WEB' | 'OPEX')[]
}

interface Declared<N extends string, Q, B, D, T, P extends string> {
  needs: N
  act: string
  query?: Q
  body?: B
  data?: D
  refuses?: readonly RefusalCode[]
  transfer?: T
  names?: { readonly [K in ParamOf<P>]?: Names }
  repeatable?: boolean
  harmless?: boolean
  writes?: boolean
  screen?: boolean
  display?: boolean
  aliases?: readonly string[]
  bodyLimit?: number
  exportNeeds?: string
  codeNames?: Readonly<Record<string, string>>
  ends?: readonly ('WEB' | 'OPEX')[]
}

const declare =
  (method: Method) =>
  <
    const P extends string,
    const N extends string,
    Q extends TObject | undefined = undefined,
    B extends TSchema | undefined = undefined,
    D extends TSchema = TSchema & { static: unknown },
    const T extends Transfer = 'json',
  >(
    path: P,
    declared: Declared<N, Q, B, D, T, P>,
  ): Call<P, N, Q, B, D, T> => ({
    refuses: [],
    kind: 'call',
    key: '',
    method,
    path,
    ...declared,
    query: declared.query as Q,
    body: declared.body as B,
    data: (declared.data ?? {}) as D,
    transfer: (declared.transfer ?? 'json') as T,
  })

export const call = {
  get: declare('GET'),
  post: declare('POST'),
  put: declare('PUT'),
  delete: declare('DELETE'),
}

/** Changes something: pages of other sites may not ask for it. */
export const isWrite = (call: Call) => call.method !== 'GET' || call.writes === true

type StaticOr<S, Else> = S extends TSchema ? Static<S> : Else
/** A body that is an array comes to the handler, and from the web, as `items`. */
type BodyOf<B> = B extends TSchema ? (Static<B> extends readonly unknown[] ? { items: Static<B> } : Static<B>) : Nothing
// biome-ignore lint/complexity/noBannedTypes: the empty object is the neutral element of an intersection
type Nothing = {}

/** What the handler gets and the web sends: path parameters, query and body as one object. */
export type InputOf<C> =
  C extends Call<infer P, string, infer Q, infer B, TSchema>
    ? { [K in ParamOf<P>]: string } & StaticOr<Q, Nothing> & BodyOf<B>
    : never

export type DataOf<C> =
  C extends Call<string, string, TObject | undefined, TSchema | undefined, infer D> ? Static<D> : never

export interface Noun<C = Record<string, Call>, P = Record<string, PageDef>, E = Record<string, EventDef>> {
  kind: 'noun'
  area: string
  name: string
  title: string
  calls: C
  pages: P
  events: E
}

/** One noun of the product: its calls, pages and events. Its file has the same name in every tree. */
export function noun<
  const C extends Record<string, Call> = Record<never, Call>,
  const P extends Record<string, PageDef> = Record<never, PageDef>,
  const E extends Record<string, EventDef> = Record<never, EventDef>,
>(area: string, name: string, declared: { title: string; calls?: C; pages?: P; events?: E }): Noun<C, P, E> {
  for (const [key, one] of Object.entries(declared.calls ?? {})) one.key = `${area}.${name}.${key}`
  return {
    kind: 'noun',
    area,
    name,
    title: declared.title,
    calls: (declared.calls ?? {}) as C,
    pages: (declared.pages ?? {}) as P,
    events: (declared.events ?? {}) as E,
  }
}
