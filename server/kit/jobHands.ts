// Hands that take jobs from the queue. The library puts them down for good when the end of a job, or of a schedule's
// round, cannot be written, as when the database goes away; they are put to work again until the server stops.
import { EventEmitter } from 'node:events'
import { setTimeout as pause } from 'node:timers/promises'
import type { FastifyBaseLogger } from 'fastify'
import { type Runner, type RunnerOptions, run, type WorkerEvents } from 'graphile-worker'
import type { Recovery } from './jobRecovery.ts'

export interface Hands {
  atWork(): boolean
  stop(): Promise<void>
}

const AGAIN_MS = 1_000

export async function putToWork(
  options: RunnerOptions,
  { recovery, log }: { recovery: Recovery; log: FastifyBaseLogger },
): Promise<Hands> {
  const stopping = new AbortController()
  let runner: Runner | null = null
  let keeping: Promise<void> = Promise.resolve()

  async function begin(): Promise<void> {
    const workers: string[] = []
    const events: WorkerEvents = new EventEmitter()
    events.on('pool:create', ({ workerPool }) => {
      workers.push(workerPool.id)
      recovery.claim(workerPool.id)
    })
    const one = await run({ ...options, events })
    runner = one
    const ended = () => {
      runner = null
      if (stopping.signal.aborted) return
      log.warn('jobs: hands were put down, putting them to work again')
      // What they had taken is nobody's now.
      for (const id of workers) recovery.disown(id)
      keeping = again()
    }
    one.promise.then(ended, ended)
  }

  async function again(): Promise<void> {
    while (!stopping.signal.aborted) {
      await pause(AGAIN_MS, undefined, { signal: stopping.signal }).catch(() => undefined)
      if (stopping.signal.aborted) return
      try {
        return await begin()
      } catch (error) {
        log.debug({ err: error }, 'jobs: no hands yet')
      }
    }
  }

  await begin()
  return {
    atWork: () => runner !== null,
    async stop() {
      stopping.abort()
      await keeping
      await runner?.stop()
    },
  }
}
