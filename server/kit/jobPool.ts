// The queue's own connections. The library writes the end of a job without waiting for it, and tries again only after
// errors that it takes for passing; any other would end the process. So that a database that goes away in the middle of a
// job is one of those, a lost connection is told in its words.
import pg from 'pg'

/** One of the codes after which graphile-worker tries again, a few seconds later, a hundred times. */
const TRY_AGAIN = 'ETIMEDOUT'

/** What the database itself says has a severity; of that only the end of a connection or of the server passes. */
function told(error: unknown): unknown {
  if (!(error instanceof Error)) return error
  const { code, severity } = error as { code?: string; severity?: string }
  if (severity === undefined || /^(08|57P0)/.test(code ?? '')) Object.assign(error, { code: TRY_AGAIN, was: code })
  return error
}

type Connected = (
  error: Error | undefined,
  client: pg.PoolClient | undefined,
  release: (error?: unknown) => void,
) => void

class QueuePool extends pg.Pool {
  override connect(): Promise<pg.PoolClient>
  override connect(callback: Connected): void
  override connect(callback?: Connected): Promise<pg.PoolClient> | undefined {
    if (callback) {
      super.connect(callback as Parameters<pg.Pool['connect']>[0])
      return undefined
    }
    return super.connect().catch((error: unknown) => {
      throw told(error)
    })
  }
}

export function queuePool(config: pg.PoolConfig): pg.Pool {
  const pool = new QueuePool(config)
  // A connection that breaks is replaced by the pool; whoever was using it gets the error with its statement.
  pool.on('error', () => undefined)
  pool.on('connect', (client) => {
    client.on('error', () => undefined)
    const query = client.query.bind(client) as (...args: unknown[]) => unknown
    const telling = (...args: unknown[]) => {
      const answer = query(...args)
      if (!(answer instanceof Promise)) return answer
      return answer.catch((error: unknown) => {
        throw told(error)
      })
    }
    client.query = telling as typeof client.query
  })
  return pool
}
