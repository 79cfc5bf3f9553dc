// Clocking devices of the house. Each proves itself with a key of its own that names organisation and device; only its digest
// is kept, and it is shown once.
import { randomBytes, timingSafeEqual } from 'node:crypto'
import type { ClockDeviceData, clock } from '#contract/administration/clock'
import type { InputOf } from '#contract/kit/call'
import { notFound, Refusal } from '#contract/kit/refusal'
import type { Caller, Tx, Visitor } from '#server/kit/caller'
import { onConstraint } from '#server/kit/constraints'
import { changesBetween, refuseStale } from '#server/kit/editing'
import { newId, sha256 } from '#server/kit/ids'
import { addressOf, checkRate, countUp } from '#server/kit/rateLimit'

type Calls = (typeof clock)['calls']

onConstraint('clock_device_no', () => new Refusal('ALREADY_EXISTS', { what: '这个设备编号的考勤机' }, 'deviceNo'))

const ROW = `d.device_id as "deviceId", d.device_no as "deviceNo", d.name, d.enabled, d.key_end as "keyEnd", d.heard_at as "heardAt",
  d.drift, d.version`
const END = 4

export async function clockDevices(who: Caller): Promise<ClockDeviceData[]> {
  const found = await who.app.pool.query<ClockDeviceData>({
    name: 'clock_devices',
    text: `select ${ROW} from clock_device d where d.org_id = $1 order by d.device_no, d.device_id`,
    values: [who.orgId],
  })
  return found.rows
}

const makeKey = (orgId: string, deviceId: string) => `${orgId}.${deviceId}.${randomBytes(24).toString('base64url')}`

export async function addDevice(tx: Tx, input: InputOf<Calls['addDevice']>) {
  const deviceId = newId()
  const key = makeKey(tx.orgId, deviceId)
  const made = await tx.client.query<ClockDeviceData>(
    `insert into clock_device as d (org_id, device_id, device_no, name, hash, key_end) values ($1, $2, $3, $4, $5, $6) returning ${ROW}`,
    [tx.orgId, deviceId, input.deviceNo, input.name.trim(), sha256(key), key.slice(-END)],
  )
  tx.log({ remark: `登记考勤机“${input.deviceNo}”`, targetType: 'clockDevice', targetId: deviceId })
  return { ...made.rows[0]!, key }
}

async function hold(tx: Tx, deviceId: string): Promise<ClockDeviceData> {
  const found = await tx.client.query<ClockDeviceData>(
    `select ${ROW} from clock_device d where d.org_id = $1 and d.device_id = $2 for update`,
    [tx.orgId, deviceId],
  )
  const row = found.rows[0]
  if (!row) throw notFound('考勤机')
  return row
}

export async function saveDevice(tx: Tx, input: InputOf<Calls['saveDevice']>): Promise<ClockDeviceData> {
  const { deviceId } = input
  const row = await hold(tx, deviceId)
  await refuseStale(tx, deviceId, input.version, row.version)
  const name = input.name?.trim() || row.name
  const enabled = input.enabled ?? row.enabled
  const saved = await tx.client.query<ClockDeviceData>(
    `update clock_device d set name = $3, enabled = $4, version = version + 1 where d.org_id = $1 and d.device_id = $2 returning ${ROW}`,
    [tx.orgId, deviceId, name, enabled],
  )
  tx.log({
    remark: `修改考勤机“${row.deviceNo}”`,
    targetType: 'clockDevice',
    targetId: deviceId,
    changes: changesBetween({ name: row.name, enabled: row.enabled }, { name, enabled }),
  })
  return saved.rows[0]!
}

/** The key before is void at once. */
export async function renewKey(tx: Tx, deviceId: string) {
  const row = await hold(tx, deviceId)
  const key = makeKey(tx.orgId, deviceId)
  const saved = await tx.client.query<ClockDeviceData>(
    `update clock_device d set hash = $3, key_end = $4, version = version + 1 where d.org_id = $1 and d.device_id = $2 returning ${ROW}`,
    [tx.orgId, deviceId, sha256(key), key.slice(-END)],
  )
  tx.log({ remark: `重新生成考勤机“${row.deviceNo}”的密钥，原来的作废`, targetType: 'clockDevice', targetId: deviceId })
  return { ...saved.rows[0]!, key }
}

export interface KnownDevice {
  orgId: string
  deviceId: string
  deviceNo: string
}

/** Wrong keys from one address. */
const WRONG = { most: 30, seconds: 600 }
const FIND = `select d.device_no as "deviceNo", d.hash, d.enabled from clock_device d where d.org_id = $1 and d.device_id = $2`
const sameHash = (a: string, b: string) => a.length === b.length && timingSafeEqual(Buffer.from(a), Buffer.from(b))

/** Whose key it is; a wrong one and one that is switched off are told alike, so that guessing tells nothing. */
export async function deviceOf(who: Visitor): Promise<KnownDevice> {
  const { pool } = who.app
  const key = who.origin.token ?? ''
  const guesses = `clock-device:${addressOf(who.origin.ip)}`
  await checkRate(pool, guesses, WRONG)
  const [orgId = '', deviceId = ''] = key.slice(0, 200).split('.')
  const found = await pool.query<{ deviceNo: string; hash: string; enabled: boolean }>({
    name: 'clock_device_key',
    text: FIND,
    values: [orgId.slice(0, 64), deviceId.slice(0, 64)],
  })
  const row = found.rows[0]
  if (!row?.enabled || !sameHash(row.hash, sha256(key))) {
    await countUp(pool, guesses, WRONG.seconds)
    throw new Refusal('NO_PERMISSION')
  }
  return { orgId, deviceId, deviceNo: row.deviceNo }
}
