// What a piece of work tells the database to write, however it gets there; what others do meanwhile is not counted.
import { AsyncLocalStorage } from 'node:async_hooks'
import pg from 'pg'

const WRITES =
  /\b(?:insert\s+into|update\s+(?:only\s+)?[\w."]+(?:\s+(?:as\s+)?\w+)?\s+set|delete\s+from|merge\s+into|truncate|add_job)\b/i

export interface Statements {
  /** Runs the work and answers the writing statements it sent. */
  during(work: () => Promise<unknown>): Promise<string[]>
  stop(): void
}

export function watchStatements(): Statements {
  const current = new AsyncLocalStorage<string[]>()
  const watch = (prototype: { query: unknown }) => {
    const plain = prototype.query as (...args: unknown[]) => unknown
    prototype.query = function watched(this: unknown, ...args: unknown[]) {
      const [first] = args as [string | { text?: string } | undefined]
      const text = typeof first === 'string' ? first : (first?.text ?? '')
      if (WRITES.test(text)) current.getStore()?.push(text)
      return plain.apply(this, args)
    }
    return () => {
      prototype.query = plain
    }
  }
  const stops = [watch(pg.Pool.prototype), watch(pg.Client.prototype)]
  return {
    during: async (work) => {
      const seen: string[] = []
      await current.run(seen, work)
      return seen
    },
    stop: () => {
      for (const stop of stops) stop()
    },
  }
}
