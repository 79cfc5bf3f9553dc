// Products besides the one that all journeys share.
import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { inject } from 'vitest'
import { query } from './browser.ts'
import { type Product, startServer } from './server.ts'

export interface OwnProduct extends Product {
  database: string
}

async function start(databaseUrl: string, env: Record<string, string>, drop: () => Promise<unknown>) {
  const dataDir = await mkdtemp(join(tmpdir(), 'yiyuan-e2e-own-'))
  const end = async () => {
    await rm(dataDir, { recursive: true, force: true })
    await drop()
  }
  try {
    const product = await startServer({ databaseUrl, dataDir, env })
    return {
      ...product,
      database: databaseUrl,
      stop: async () => {
        await product.stop()
        await end()
      },
    }
  } catch (error) {
    await end()
    throw error
  }
}

/** A first start on an empty database. */
export async function freshProduct(env: Record<string, string> = {}): Promise<OwnProduct> {
  const name = `own_${randomBytes(6).toString('hex')}`
  await query(`create database ${name} template template0`)
  const url = new URL(inject('productDatabase'))
  url.pathname = `/${name}`
  return start(url.href, env, () => query(`drop database ${name} with (force)`))
}

/** A second process of the shared product: same database, same broker. */
export const secondProcess = (env: Record<string, string> = {}): Promise<OwnProduct> =>
  start(inject('productDatabase'), { MQTT_URL: inject('productMqtt'), MQTT_PORT: 'off', ...env }, async () => undefined)
