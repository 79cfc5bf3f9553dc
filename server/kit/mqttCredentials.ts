// Credentials of devices at the embedded broker. Their secrets are made by the product and long, so a salted digest is
// enough and a thousand devices may reconnect at once; argon2 hashes of chosen passwords are accepted as well.
import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'
import { verify } from '@node-rs/argon2'
import type pg from 'pg'
import type { DevicePeer } from './mqttTopics.ts'

const SHA256 = 'sha256'

const digest = (salt: string, secret: string) => createHash(SHA256).update(salt).update('\0').update(secret).digest()

export function hashDeviceSecret(secret: string): string {
  const salt = randomBytes(16).toString('hex')
  return `${SHA256}$${salt}$${digest(salt, secret).toString('hex')}`
}

/** Chosen passwords cost a tenth of a second each: one at a time, and a short row of those that wait. */
const MOST_WAITING = 50
let checking: Promise<unknown> = Promise.resolve()
let waiting = 0

/** So many guess at chosen passwords that no more are looked at now. */
export class CredentialsBusy extends Error {
  constructor() {
    super('too many passwords are being checked')
  }
}

async function slowly(hash: string, secret: string): Promise<boolean> {
  if (waiting >= MOST_WAITING) throw new CredentialsBusy()
  waiting++
  const mine = checking.then(() => verify(hash, secret))
  checking = mine.catch(() => undefined)
  return mine.finally(() => {
    waiting--
  })
}

export async function secretMatches(hash: string, secret: string): Promise<boolean> {
  if (hash.startsWith('$argon2')) return slowly(hash, secret)
  const [kind, salt, hex] = hash.split('$')
  if (kind !== SHA256 || !salt || !hex) return false
  const expected = Buffer.from(hex, 'hex')
  const given = digest(salt, secret)
  return expected.length === given.length && timingSafeEqual(expected, given)
}

interface Row {
  client_name: string
  org_id: string
  device_id: string
  secret_hash: string
}

const STATEMENT = {
  name: 'mqtt-credentials',
  text: 'select client_name, org_id, device_id, secret_hash from mqtt_credential where client_name = any($1) and enabled',
}

async function credentials(pool: pg.Pool, names: string[]): Promise<Map<string, DevicePeer>> {
  const { rows } = await pool.query<Row>({ ...STATEMENT, values: [names] })
  return new Map(
    rows.map((row) => [
      row.client_name,
      {
        kind: 'device',
        orgId: row.org_id,
        deviceId: row.device_id,
        clientName: row.client_name,
        secretHash: row.secret_hash,
      },
    ]),
  )
}

/** null: unknown name, switched off, or wrong secret. */
export async function deviceOf(pool: pg.Pool, clientName: string, secret: string): Promise<DevicePeer | null> {
  const device = (await credentials(pool, [clientName])).get(clientName)
  return device && (await secretMatches(device.secretHash, secret)) ? device : null
}

/** Those of the connected devices whose credentials no longer stand. */
export async function revoked(pool: pg.Pool, devices: readonly DevicePeer[]): Promise<DevicePeer[]> {
  if (devices.length === 0) return []
  const now = await credentials(
    pool,
    devices.map((one) => one.clientName),
  )
  return devices.filter((one) => {
    const current = now.get(one.clientName)
    return current?.secretHash !== one.secretHash || current.orgId !== one.orgId || current.deviceId !== one.deviceId
  })
}
