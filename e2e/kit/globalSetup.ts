// One real product for all journeys: PostgreSQL, the built server in a process of its own, the demo organisation.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { startEmbedded } from '#server/kit/postgres'
import { startServer } from './server.ts'

declare module 'vitest' {
  interface ProvidedContext {
    productUrl: string
    productDatabase: string
    productMqtt: string
    /** Its folder, files included: processes on one machine share it. */
    productData: string
  }
}

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const folder = await mkdtemp(join(tmpdir(), 'yiyuan-e2e-'))
  const postgres = await startEmbedded({
    dataDir: folder,
    log: () => undefined,
    parameters: { fsync: 'off', synchronous_commit: 'off' },
  })
  const end = async () => {
    await postgres.stop()
    await rm(folder, { recursive: true, force: true })
  }
  try {
    const dataDir = join(folder, 'product')
    const product = await startServer({ databaseUrl: postgres.url, dataDir })
    project.provide('productUrl', product.url)
    project.provide('productDatabase', postgres.url)
    project.provide('productMqtt', product.mqttUrl)
    project.provide('productData', dataDir)
    return async () => {
      await product.stop()
      await end()
    }
  } catch (error) {
    await end()
    throw error
  }
}
