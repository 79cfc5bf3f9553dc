// Accounts of devices at the broker. A secret is told once, when it is made; the database keeps its digest.
import { randomBytes } from 'node:crypto'
import { deviceTopic } from '#contract/kit/topic'
import type { CredentialData } from '#contract/monitor/device'
import type { Channel } from '#contract/monitor/payload'
import type { DeviceKindValue } from '#contract/monitor/words'
import { giveMqttAccounts } from '#server/areas/platform/public'
import type { Caller, Tx } from '#server/kit/caller'
import { hashDeviceSecret } from '#server/kit/mqttCredentials'

export interface Named {
  deviceId: string
  deviceNo: string
  kind: DeviceKindValue
}

const SECRET_BYTES = 18

/** What a device of this kind says first, as docs/devices.md shows it. */
export const EXAMPLES: Readonly<Record<DeviceKindValue, { channel: Channel; example: object }>> = {
  MATTRESS: {
    channel: 'reading',
    example: { inBed: 1, heart: 68, breath: 16, move: 0, turn: 0, wet: 0, signal: -58 },
  },
  CALL: { channel: 'press', example: { button: 'bed', battery: 86 } },
  TAG: { channel: 'position', example: { map: 'SH-2F', x: 12.4, y: 6.8, battery: 74, work: 'work' } },
  SIGN: { channel: 'sign', example: { no: 1, systolic: 128, diastolic: 76, pulse: 72, battery: 86 } },
}

/** Makes new secrets; the old ones stop working with the commit. */
export async function issueSecrets(tx: Tx, who: Caller, devices: readonly Named[]): Promise<CredentialData[]> {
  const made = devices.map((one) => ({ ...one, secret: randomBytes(SECRET_BYTES).toString('base64url') }))
  await giveMqttAccounts(
    tx,
    made.map(({ deviceId, secret }) => ({ deviceId, clientName: deviceId, secretHash: hashDeviceSecret(secret) })),
  )
  const { settings } = who.app
  return made.map(({ deviceId, deviceNo, kind, secret }) => ({
    deviceId,
    deviceNo,
    kind,
    orgId: tx.orgId,
    clientName: deviceId,
    secret,
    topic: deviceTopic(tx.orgId, deviceId),
    port: settings.mqttUrl === null ? settings.mqttPort : null,
    channel: EXAMPLES[kind].channel,
    example: JSON.stringify(EXAMPLES[kind].example),
  }))
}
