// Settings of the ladder and of the voice service as they are stored: by name, with a version, the secret sealed.
import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto'
import type pg from 'pg'
import type { VmsSceneData } from '#contract/monitor/ladderWords'
import { VmsProvider, type VmsProviderValue } from '#contract/monitor/vms'
import { rulesChanged } from '#server/areas/monitor/alarmRule/ruleScope'
import type { Caller, Tx } from '#server/kit/caller'
import { refuseStale } from '#server/kit/editing'
import { productSecret } from '#server/kit/secrets'
import type { VmsAccount } from './vmsProvider.ts'

type Client = Pick<pg.ClientBase, 'query'>

export interface Stored {
  value: Record<string, unknown>
  version: number
}

export async function storedSetting(client: Client, orgId: string, name: string): Promise<Stored> {
  const { rows } = await client.query<Stored>(
    'select value, version from monitor_setting where org_id = $1 and name = $2',
    [orgId, name],
  )
  return rows[0] ?? { value: {}, version: 0 }
}

export const settingTarget = (orgId: string, name: string) => `${name}:${orgId}`

/** Locks the setting, refuses what was filled from an older one, and stores what `next` makes of it. */
export async function changeSetting(
  who: Caller,
  tx: Tx,
  name: string,
  sent: number | null | undefined,
  next: (before: Record<string, unknown>) => Record<string, unknown>,
): Promise<{ before: Record<string, unknown>; after: Record<string, unknown>; version: number }> {
  // A setting that was never saved has no row to lock.
  await tx.client.query(
    `insert into monitor_setting (org_id, name, value, version) values ($1, $2, '{}', 0) on conflict do nothing`,
    [tx.orgId, name],
  )
  const { rows } = await tx.client.query<Stored>(
    'select value, version from monitor_setting where org_id = $1 and name = $2 for update',
    [tx.orgId, name],
  )
  const { value: before, version } = rows[0]!
  await refuseStale(tx, settingTarget(tx.orgId, name), sent, version)
  const after = next(before)
  await tx.client.query(
    `update monitor_setting set value = $3, version = version + 1, updated_at = now() where org_id = $1 and name = $2`,
    [tx.orgId, name, JSON.stringify(after)],
  )
  rulesChanged(who, tx)
  return { before, after, version: version + 1 }
}

/** Stored as IV, tag and text: a copy of the table alone tells nobody the secret. */
async function sealingKey(client: Client): Promise<Buffer> {
  const secret = await productSecret(client as pg.Pool, 'vms')
  return createHash('sha256').update(secret).digest()
}

export async function sealSecret(client: Client, text: string): Promise<string> {
  const iv = randomBytes(12)
  const cipher = createCipheriv('aes-256-gcm', await sealingKey(client), iv)
  const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
  return Buffer.concat([iv, cipher.getAuthTag(), sealed]).toString('base64')
}

export async function openSecret(client: Client, sealed: string): Promise<string | null> {
  try {
    const bytes = Buffer.from(sealed, 'base64')
    const decipher = createDecipheriv('aes-256-gcm', await sealingKey(client), bytes.subarray(0, 12))
    decipher.setAuthTag(bytes.subarray(12, 28))
    return Buffer.concat([decipher.update(bytes.subarray(28)), decipher.final()]).toString('utf8')
  } catch {
    // Restored beside another product secret: it must be typed again.
    return null
  }
}

export interface VmsSetting {
  provider: VmsProviderValue
  accessKeyId: string | null
  secret: string | null
  calledShowNumber: string | null
  ttsCode: string | null
  playTimes: number
  scenes: VmsSceneData[]
}

const word = (value: unknown) => (typeof value === 'string' && value !== '' ? value : null)

export function vmsSettingOf(value: Record<string, unknown>): VmsSetting {
  const provider = VmsProvider.find(value.provider as VmsProviderValue)?.value ?? 'outbox'
  return {
    provider,
    accessKeyId: word(value.accessKeyId),
    secret: word(value.secret),
    calledShowNumber: word(value.calledShowNumber),
    ttsCode: word(value.ttsCode),
    playTimes: typeof value.playTimes === 'number' ? value.playTimes : 2,
    scenes: Array.isArray(value.scenes) ? (value.scenes as VmsSceneData[]) : [],
  }
}

export async function vmsAccount(client: Client, orgId: string): Promise<VmsAccount> {
  const { secret, scenes: _, ...setting } = vmsSettingOf((await storedSetting(client, orgId, 'vms')).value)
  return { ...setting, accessKeySecret: secret && (await openSecret(client, secret)) }
}
