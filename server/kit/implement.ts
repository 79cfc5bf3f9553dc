// The server fulfils the contract: a handler for every call, typed by it; a missing one does not compile.
import type { Call, DataOf, InputOf, Noun } from '#contract/kit/call'
import type { Caller, Visitor } from './caller.ts'

/** A part of a multipart body, already on disk and removed when the call ends. */
export interface IncomingFile {
  path: string
  name: string
  size: number
  /** What the client claims; uploads.ts checks the content itself. */
  mime: string
}

/** The answer of a call declared with transfer: 'download'. */
export interface FileAnswer {
  name: string
  mime: string
  content: Buffer | string | NodeJS.ReadableStream
  inline?: boolean
}

type Files<C> = C extends { transfer: 'multipart' } ? { file: IncomingFile; files: IncomingFile[] } : unknown

export type Handler<C extends Call> = (
  input: InputOf<C> & Files<C>,
  who: C['needs'] extends 'open' ? Visitor : Caller,
) => C extends { transfer: 'download' } ? FileAnswer | Promise<FileAnswer> : DataOf<C> | Promise<DataOf<C>>

export interface Implementation {
  noun: Noun
  handlers: Record<string, (input: never, who: never) => unknown>
}

export function implement<N extends Noun<Record<string, Call>, unknown, unknown>>(
  noun: N,
  handlers: { [K in keyof N['calls']]: Handler<N['calls'][K]> },
): Implementation {
  return { noun: noun as unknown as Noun, handlers: handlers as unknown as Implementation['handlers'] }
}
