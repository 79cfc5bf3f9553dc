// The solver works in a thread of its own, with its own memory and time. Whatever it has found when its time is over is the
// answer; when it has found nothing, or fails, there is none and what was filled one by one stands.
import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { Worker } from 'node:worker_threads'
import type { Program } from './proposalModel.ts'

export interface SolverLimits {
  /** All of it, the start of the thread included. */
  milliseconds: number
  megabytes: number
  /** Another program, for tests. */
  thread?: URL
}

/** A small group is found quickly; sixty people have six seconds, which leaves four of ten for all the rest. */
export const limitsFor = (people: number): SolverLimits => ({
  milliseconds: Math.min(6_000, 3_000 + people * 50),
  megabytes: 512,
})
/** The solver looks at its clock between steps; the thread is ended when it does not. */
const OWN_SHARE = 0.8

export interface Solved {
  columns: Float64Array | null
  /** The solver came to its end by itself. */
  ended: boolean
  failure: string | null
}

/** The bundle beside ours; without a build the source, which needs no translation. */
function program(): URL {
  const built = new URL('./solverThread.js', import.meta.url)
  return existsSync(fileURLToPath(built)) ? built : new URL('./solverThread.mjs', import.meta.url)
}

type Message = { better: Float64Array } | { done: Float64Array }

export async function solve(asked: Program, start: Float64Array, limits: SolverLimits): Promise<Solved> {
  if (asked.cost.length === 0 || limits.milliseconds <= 0) return { columns: null, ended: true, failure: null }
  const worker = new Worker(limits.thread ?? program(), {
    execArgv: [],
    workerData: { program: asked, start, seconds: (limits.milliseconds * OWN_SHARE) / 1_000 },
    resourceLimits: { maxOldGenerationSizeMb: limits.megabytes },
  })
  let best: Float64Array | null = null
  let timer: NodeJS.Timeout | undefined
  try {
    return await new Promise<Solved>((resolve) => {
      const end = (ended: boolean, failure: string | null = null) => resolve({ columns: best, ended, failure })
      timer = setTimeout(() => end(false), limits.milliseconds)
      worker.on('message', (message: Message) => {
        best = 'done' in message ? message.done : message.better
        if ('done' in message) end(true)
      })
      worker.on('error', (error) => end(false, error.message))
      worker.on('exit', (code) => end(false, `the thread that solves ended with ${code}`))
    })
  } finally {
    clearTimeout(timer)
    await worker.terminate()
  }
}
