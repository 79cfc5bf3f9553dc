// One server process: loads the areas, refuses duplicates and gaps, and puts the parts together.

import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import type { Call, Noun } from '#contract/kit/call'
import { type Monitoring, startMonitoring } from '#server/areas/monitor/ingest/monitoring'
import { notify } from '#server/areas/platform/message/messages'
import { firstStart, type Tell } from '#server/areas/platform/seed/seed'
import { createSessions } from '#server/areas/platform/session/sessions'
import { registerFiles } from '#server/areas/platform/upload/files'
import { createSealer } from '#server/kit/auditSeal'
import { createBus } from '#server/kit/bus'
import type { AppContext, Fulfilled } from '#server/kit/context'
import { type AreaDoor, gatherAreas } from '#server/kit/contributions'
import { PRIVATE_FOLDER } from '#server/kit/dataModes'
import { openDatabase } from '#server/kit/db'
import type { DemoPart } from '#server/kit/demo'
import { createFileAccess } from '#server/kit/fileAccess'
import { createHealth, registerHealth } from '#server/kit/health'
import { createHttp, serveWeb } from '#server/kit/http'
import type { Implementation } from '#server/kit/implement'
import { definitionsIn } from '#server/kit/jobDefinition'
import { type Jobs, startJobs } from '#server/kit/jobs'
import { registerDocs } from '#server/kit/openapi'
import { createRealtime } from '#server/kit/realtime'
import { registerCalls } from '#server/kit/serve'
import type { Settings } from '#server/kit/settings'
import { createStorage } from '#server/kit/storage'
import { VERSION } from '#server/kit/version'

type NounModule = Record<string, unknown>
type HandlerModule = { default?: unknown }

const nounFiles = import.meta.glob<NounModule>(
  ['../contract/*/*.ts', '!../contract/kit/*.ts', '!../contract/**/*.test.ts'],
  {
    eager: true,
  },
)
const handlerFiles = import.meta.glob<HandlerModule>(
  ['./areas/*/*.ts', './areas/*/*/*.ts', '!./areas/*/test/*.ts', '!./areas/**/*.test.ts'],
  { eager: true },
)

const isNoun = (value: unknown): value is Noun => (value as Noun | null)?.kind === 'noun'
const isImplementation = (value: unknown): value is Implementation =>
  typeof value === 'object' && value !== null && 'noun' in value && 'handlers' in value

export const nouns: readonly Noun[] = Object.values(nounFiles).flatMap((file) => Object.values(file).filter(isNoun))
export const implementations: readonly Implementation[] = Object.values(handlerFiles)
  .map((file) => file.default)
  .filter(isImplementation)

const isDemoPart = (value: unknown): value is DemoPart => typeof value === 'function' && 'order' in value
const filesIn = (place: RegExp) =>
  Object.entries(handlerFiles).flatMap(([path, file]) => (place.test(path) ? [file] : []))

export const contributions = gatherAreas(
  filesIn(/\/public\.ts$/) as readonly AreaDoor[],
  filesIn(/\/demo\//)
    .map((file) => file.default)
    .filter(isDemoPart),
)

const shape = (path: string) => path.replace(/\{\w+\}/g, '{}').replace(/\/+$/, '')

/** What would make the product answer twice, not at all, or show a page nobody wrote; empty when all is well. */
export function faultsOf(all: readonly Noun[], fulfilled: readonly Implementation[]): string[] {
  const faults: string[] = []
  const calls = new Map<string, string>()
  const pages = new Map<string, string>()
  const handlers = new Map(fulfilled.map((one) => [`${one.noun.area}.${one.noun.name}`, one.handlers]))
  if (handlers.size !== fulfilled.length) faults.push('two files implement the same noun')
  for (const noun of all) {
    const name = `${noun.area}.${noun.name}`
    for (const [key, call] of Object.entries(noun.calls)) {
      for (const path of [call.path, ...(call.aliases ?? [])]) {
        const address = `${call.method} ${shape(path)}`
        if (calls.has(address)) faults.push(`${address} is declared by ${calls.get(address)} and ${call.key}`)
        calls.set(address, call.key)
      }
      if (!handlers.get(name)?.[key]) faults.push(`${call.key} has no handler`)
      if (call.needs.trim() === '') faults.push(`${call.key} declares no permission`)
    }
    for (const [key, page] of Object.entries(noun.pages)) {
      for (const path of [page.path, ...(page.alias?.split(',') ?? [])]) {
        if (pages.has(path)) faults.push(`page ${path} is declared by ${pages.get(path)} and ${name}.${key}`)
        pages.set(path, `${name}.${key}`)
      }
    }
  }
  return faults
}

export interface RunningApp {
  app: AppContext
  server: FastifyInstance
  monitoring: Monitoring
  /** Brings what the product itself keeps up to date, fills a new database, and answers what to print. */
  firstStart(say: (line: string) => void, tell?: Tell): Promise<string[]>
  close(): Promise<void>
}

const fulfilledBy = (all: readonly Implementation[]): AppContext['handlers'] =>
  new Map(
    all.flatMap(({ noun, handlers }) =>
      Object.entries(noun.calls).map(([name, call]) => [
        call.key,
        { noun, call, handler: handlers[name] as unknown as Fulfilled['handler'] },
      ]),
    ),
  )

export interface AppOptions {
  /** False: what the clock brings about by itself is left (schedules, the ladder, the watch over silence). For tests. */
  clockwork?: boolean
}

/** Builds the process without listening on the main port; main.ts listens, tests inject. */
export async function createApp(
  settings: Settings,
  databaseUrl: string,
  webFolder?: string,
  { clockwork = true }: AppOptions = {},
): Promise<RunningApp> {
  const faults = faultsOf(nouns, implementations)
  if (faults.length > 0) throw new Error(`The contract is not fulfilled:\n  ${faults.join('\n  ')}`)
  await mkdir(settings.tempDir, { recursive: true, mode: PRIVATE_FOLDER })
  const server = await createHttp(settings)
  const database = openDatabase(databaseUrl, settings.pgPool)
  const calls = new Map<string, Call>(
    nouns.flatMap((noun) => Object.values(noun.calls)).map((call) => [call.key, call]),
  )
  const app = {
    settings,
    pool: database.pool,
    log: server.log,
    storage: createStorage(settings),
    files: createFileAccess(database.pool, contributions.fileHolders),
    nouns,
    calls,
    handlers: fulfilledBy(implementations),
    audit: createSealer({ pool: database.pool, log: server.log }),
  } as unknown as { -readonly [K in keyof AppContext]: AppContext[K] }
  const bus = await createBus(app)
  app.bus = bus
  const sessions = createSessions(app)
  app.sessions = sessions
  const realtime = createRealtime({ ...app, bus })
  app.realtime = realtime
  // The main server would wait for open sockets, so they end first.
  server.addHook('preClose', () => realtime.close())
  registerCalls(server, app, implementations)
  registerFiles(server, app)
  registerDocs(server, nouns, VERSION)
  let jobs: Jobs | null = null
  const health = createHealth({
    url: databaseUrl,
    broker: () => realtime.connected(),
    jobs: () => jobs?.running() ?? false,
  })
  registerHealth(server, health)
  await serveWeb(server, webFolder ?? join(process.cwd(), 'dist/web'))
  const definitions = definitionsIn(Object.values(handlerFiles))
  const started = await startJobs(app, {
    url: databaseUrl,
    definitions: clockwork ? definitions : definitions.filter((one) => one.kind !== 'cron'),
    tell: notify,
  })
  jobs = started
  const monitoring = startMonitoring(app, () => realtime.hearsDevices(), clockwork)
  realtime.takeDeviceMessages(monitoring.inlet)
  await realtime.listen(server.server)
  return {
    app,
    server,
    monitoring,
    firstStart: (say, tell) => firstStart(app, say, tell),
    close: async () => {
      await server.close()
      await monitoring.close()
      await started.stop()
      await health.close()
      await sessions.close()
      await app.audit.close()
      await app.bus.close()
      await database.end()
    },
  }
}
