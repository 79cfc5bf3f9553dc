// Jobs, runs and schedules as the areas declare them; jobs.ts puts them to work.
import type { MessageKindValue } from '#contract/platform/message'
import type { Caller, Tx } from './caller.ts'
import type { AppContext } from './context.ts'

export interface RunOutcome {
  /** Kept with the run and shown to its starter. */
  result: unknown
  /** One sentence: 共导出 25,000 条. */
  message: string
  /** The page the bell opens; a file is offered with the run itself, by `url` and `name` of its result. */
  route?: string | null
}

export interface Run {
  readonly app: AppContext
  readonly orgId: string
  readonly userId: string
  readonly runId: string
  readonly title: string
  /** Where an interrupted attempt stood; 0 at first. */
  readonly done: number
  /** What an interrupted attempt kept with `advance`. */
  readonly kept: unknown
  /** The starter as the account stands now; refuses when it may no longer do this. */
  caller(): Promise<Caller>
  /** Says how far it is; pushes a few times a second at most. */
  progress(done: number, total: number, message?: string): Promise<void>
  /** The same inside the transaction that saved a chunk, so that a restart neither repeats nor skips it. */
  advance(tx: Tx, done: number, total: number, kept?: unknown): Promise<void>
  /** Between chunks: ends the run when its starter wants that, and lets go of it when the server stops. */
  throwIfCancelled(): Promise<void>
}
/** Names are area.what; the payload is what the same release or an earlier one has written. */
export interface JobDefinition {
  kind: 'job'
  name: string
  perform(payload: Record<string, unknown>, app: AppContext): Promise<unknown>
}

/** Work that its starter watches: it has a row in job_run, progress, a result, and may be cancelled. */
export interface RunDefinition {
  kind: 'run'
  name: string
  perform(payload: Record<string, unknown>, run: Run): Promise<RunOutcome>
}

export interface CronDefinition {
  kind: 'cron'
  /** The job it starts. */
  job: string
  /** Minute, hour, day, month, weekday, by the clock in China. */
  pattern: string
  makeUpHours: number
}

export type Definition = JobDefinition | RunDefinition | CronDefinition

export const defineJob = <P extends object>(
  name: string,
  perform: (payload: P, app: AppContext) => Promise<unknown>,
): JobDefinition => ({ kind: 'job', name, perform: perform as unknown as JobDefinition['perform'] })

export const defineRun = <P extends object>(
  name: string,
  perform: (payload: P, run: Run) => Promise<RunOutcome>,
): RunDefinition => ({ kind: 'run', name, perform: perform as unknown as RunDefinition['perform'] })

/** `10 3 * * *`: every day at ten past three. What a stopped server missed in the last hours is made up for. */
export const defineCron = (job: JobDefinition, pattern: string, { makeUpHours = 12 } = {}): CronDefinition => ({
  kind: 'cron',
  job: job.name,
  pattern,
  makeUpHours,
})

export const isDefinition = (value: unknown): value is Definition => {
  const kind = (value as Definition | null)?.kind
  return typeof value === 'object' && (kind === 'job' || kind === 'run' || kind === 'cron')
}

/** Every job, run and schedule that these modules export. */
export function definitionsIn(modules: Iterable<object>): Definition[] {
  return [...modules].flatMap((module) => Object.values(module).flat().filter(isDefinition))
}

/** Tells the starter of a run how it ended (the message bell). */
export type Tell = (
  tx: Tx,
  userIds: readonly string[],
  message: { kind: MessageKindValue; title: string; content: string; route: string | null; once?: string | null },
) => Promise<void>
