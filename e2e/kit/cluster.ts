// A PostgreSQL of a test's own that can be killed and started again under a running product.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { isAlive } from '#server/kit/ownership'
import { type Embedded, startEmbedded } from '#server/kit/postgres'
import { postmasterPid } from '#server/kit/postmasterPid'
import { until } from './until.ts'

export interface Cluster {
  url: string
  folder: string
  /** As by a power cut: nothing is said to anybody. */
  kill(): Promise<void>
  /** After a kill, at the same address. */
  startAgain(): Promise<void>
  end(): Promise<void>
}

/** In a folder that has one already, or in a new one. */
export async function ownCluster(at?: string): Promise<Cluster> {
  const folder = at ?? (await mkdtemp(join(tmpdir(), 'yiyuan-cluster-')))
  // With its durability as delivered: this is about what survives.
  const start = (): Promise<Embedded> =>
    startEmbedded({ dataDir: folder, log: () => undefined, onLost: () => undefined })
  let running = await start()
  const { url } = running
  return {
    url,
    folder,
    async kill() {
      const pid = postmasterPid(folder)
      process.kill(pid, 'SIGKILL')
      await until(() => !isAlive(pid))
    },
    async startAgain() {
      running = await start()
      if (running.url !== url) throw new Error('PostgreSQL came back at another address')
    },
    async end() {
      await running.stop()
      await rm(folder, { recursive: true, force: true })
    },
  }
}
