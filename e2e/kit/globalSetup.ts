// One real product for all journeys: PostgreSQL, the built server in a process of its own, the demo organisation.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { startEmbedded } from '#server/kit/postgres'
import { startSmsGateway } from '#server/kit/test/smsGateway'
import { startServer } from './server.ts'

declare module 'vitest' {
  interface ProvidedContext {
    productUrl: string
    productDatabase: string
    productMqtt: string
    /** Its folder, files included: processes on one machine share it. */
    productData: string
    /** The SMS gateway it sends through; a phone's owner reads there. */
    productSms: string
    /** When its demo data was in: what is younger comes from journeys. */
    productStood: string
  }
}

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const folder = await mkdtemp(join(tmpdir(), 'yiyuan-e2e-'))
  const postgres = await startEmbedded({
    dataDir: folder,
    log: () => undefined,
    parameters: { fsync: 'off', synchronous_commit: 'off' },
  })
  const gateway = await startSmsGateway()
  const end = async () => {
    await gateway.close()
    await postgres.stop()
    await rm(folder, { recursive: true, force: true })
  }
  try {
    const dataDir = join(folder, 'product')
    const product = await startServer({ databaseUrl: postgres.url, dataDir, env: gateway.env })
    project.provide('productUrl', product.url)
    project.provide('productDatabase', postgres.url)
    project.provide('productMqtt', product.mqttUrl)
    project.provide('productData', dataDir)
    project.provide('productSms', gateway.env.SMS_URL)
    project.provide('productStood', new Date().toISOString())
    return async () => {
      await product.stop()
      await end()
    }
  } catch (error) {
    await end()
    throw error
  }
}
