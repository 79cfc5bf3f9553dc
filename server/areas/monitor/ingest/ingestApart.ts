// What is done when messages fail although they were checked: finding whose they are, and saving what matters of them. A
// last resort: whatever a device can say is meant to be understood or set aside before (ingestParse.ts).

import type pg from 'pg'
import type { Draft } from './ingestPlan.ts'
import { draftOf } from './ingestPlan.ts'
import type { DeviceStateRow, Told } from './ingestRows.ts'

export const keyOf = (one: { orgId: string; deviceId: string }) => `${one.orgId} ${one.deviceId}`

/** Codes of PostgreSQL that speak of the connection, the server or other transactions; all others lie in the data. */
const AWAY = /^(08|25|40|53|55|57|58)/

/** A connection that is gone or a database that restarts: the same can succeed later. */
export function isAway(error: unknown): boolean {
  if (error instanceof TypeError || error instanceof RangeError || error instanceof SyntaxError) return false
  // What the database itself says has a severity; EPIPE, which looks like one of its codes, comes from the connection.
  const { code, severity } = error as { code?: string; severity?: string }
  return code === undefined || severity === undefined || AWAY.test(code)
}

/** Two halves with the messages of each device together; null when all are of one device. */
export function halves<One extends { orgId: string; deviceId: string }>(batch: readonly One[]): [One[], One[]] | null {
  const devices = new Set(batch.map(keyOf))
  if (devices.size < 2) return null
  const first = new Set([...devices].slice(0, Math.ceil(devices.size / 2)))
  return [batch.filter((one) => first.has(keyOf(one))), batch.filter((one) => !first.has(keyOf(one)))]
}

/** What the rules remember of a device may itself be what fails: it begins anew, open alarms stay as they are. */
export const forgetState = (pool: pg.Pool, orgId: string, deviceId: string) =>
  pool.query({
    name: 'ingest-forget-state',
    text: `update device_state set eval = '{}', version = version + 1 where org_id = $1 and device_id = $2`,
    values: [orgId, deviceId],
  })

const FAILED = '服务器处理这台设备的消息时出错，已原样另存'

/** Presses are evaluated from nothing; whatever else the device said is kept aside. */
export function apartDraft(known: ReadonlyMap<string, DeviceStateRow>, told: readonly Told[]): Draft {
  const draft = draftOf(known)
  for (const one of told) {
    if (one.heard === 'silence') continue
    if (one.heard.message?.channel === 'press') draft.add(one)
    else draft.refuse(one, FAILED)
  }
  return draft
}
