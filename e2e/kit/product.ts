// The product of this journey, which nobody else uses, and further ones beside it.
import { cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { inject } from 'vitest'
import { sendsThrough } from '#server/kit/test/smsGateway'
import { ownCluster } from './cluster.ts'
import type { Filled, Handed } from './products.ts'
import { type Product, startServer } from './server.ts'

async function ask<T>(what: string): Promise<T> {
  const answer = await fetch(`${inject('productsAt')}/${what}`, { method: 'POST' })
  const text = await answer.text()
  if (!answer.ok) throw new Error(text)
  return JSON.parse(text) as T
}

let asked: Promise<Handed> | undefined
let handed: Handed | undefined

/** With the demo organisation, as after a first start; the same for the whole journey. */
export function product(): Promise<Handed> {
  asked ??= ask<Handed>('take').then((one) => {
    handed = one
    return one
  })
  return asked
}

/** The same for whoever knows that it is there: after a desk was opened or the database was asked. */
export function productNow(): Handed {
  if (!handed) throw new Error('No product was asked for yet')
  return handed
}

/** At the end of a journey. */
export async function giveBack(): Promise<void> {
  const name = (await asked?.catch(() => undefined))?.name
  asked = undefined
  handed = undefined
  if (name) await ask(`give?name=${name}`)
}

/** A folder as a first start with the demo organisation leaves it, PostgreSQL included, for a product of one's own. */
export async function filledFolder(prefix: string): Promise<string> {
  const filled = await ask<Filled>('filled')
  const folder = await mkdtemp(join(tmpdir(), prefix))
  await cp(filled.cluster, folder, { recursive: true })
  await cp(filled.product, folder, { recursive: true })
  return folder
}

export interface OwnProduct extends Product {
  database: string
}

/** A first start on an empty database. */
export async function freshProduct(env: Record<string, string> = {}): Promise<OwnProduct> {
  const cluster = await ownCluster()
  const dataDir = await mkdtemp(join(tmpdir(), 'yiyuan-e2e-own-'))
  const clear = async () => {
    await cluster.end()
    await rm(dataDir, { recursive: true, force: true })
  }
  try {
    const product = await startServer({ databaseUrl: cluster.url, dataDir, env })
    return {
      ...product,
      database: cluster.url,
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

/** A second process of this journey's product: same database, same broker, same folder. */
export async function secondProcess(env: Record<string, string> = {}): Promise<OwnProduct> {
  const { database, folder, mqtt, sms } = await product()
  const second = await startServer({
    databaseUrl: database,
    dataDir: folder,
    env: { MQTT_URL: mqtt, MQTT_PORT: 'off', ...sendsThrough(sms), ...env },
  })
  return { ...second, database }
}
