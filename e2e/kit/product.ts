// Products besides the one that all journeys share.
import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { inject } from 'vitest'
import { sendsThrough } from '#server/kit/test/smsGateway'
import { query } from './browser.ts'
import { type Product, startServer } from './server.ts'

export interface OwnProduct extends Product {
  database: string
}

async function start(
  options: { database: string; dataDir: string; env: Record<string, string> },
  clear: () => Promise<unknown>,
): Promise<OwnProduct> {
  try {
    const product = await startServer({ databaseUrl: options.database, dataDir: options.dataDir, env: options.env })
    return {
      ...product,
      database: options.database,
      stop: async () => {
        await product.stop()
        await clear()
      },
    }
  } catch (error) {
    await clear()
    throw error
  }
}

/** A first start on an empty database. */
export async function freshProduct(env: Record<string, string> = {}): Promise<OwnProduct> {
  const name = `own_${randomBytes(6).toString('hex')}`
  const dataDir = await mkdtemp(join(tmpdir(), 'yiyuan-e2e-own-'))
  await query(`create database ${name} template template0`)
  const database = new URL(inject('productDatabase'))
  database.pathname = `/${name}`
  return start({ database: database.href, dataDir, env }, async () => {
    await rm(dataDir, { recursive: true, force: true })
    await query(`drop database ${name} with (force)`)
  })
}

/** A second process of the shared product: same database, same broker, same folder. */
export const secondProcess = (env: Record<string, string> = {}): Promise<OwnProduct> =>
  start(
    {
      database: inject('productDatabase'),
      dataDir: inject('productData'),
      env: { MQTT_URL: inject('productMqtt'), MQTT_PORT: 'off', ...sendsThrough(inject('productSms')), ...env },
    },
    async () => undefined,
  )
