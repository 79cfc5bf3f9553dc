// What cuffs, thermometers, oximeters, glucose meters and scales send: stored once by the device's own number of the
// message, judged and followed as if somebody had typed it in.

import type pg from 'pg'
import type { InputOf } from '#contract/kit/call'
import { timeText } from '#contract/kit/clock'
import { invalid, notFound } from '#contract/kit/refusal'
import { IN_HOUSE } from '#contract/live/resident'
import { vital } from '#contract/nursing/vital'
import { DEVICE_FIELDS, type VitalField } from '#contract/nursing/vitalKinds'
import { lockResident } from '#server/areas/residents/public'
import type { Caller, Tx } from '#server/kit/caller'
import { type SystemApp, systemTransaction } from '#server/kit/system'
import { inDepts } from '#server/kit/tenant'
import { type AlertChange, audienceOf, type ToldElder, tellAlert, tellNurses } from './vitalAlert.ts'
import { type NewSign, requirePossible, requireTimely, type SignValues, storeSign } from './vitalStore.ts'

export type DeviceSignValues = Partial<Record<VitalField, number | null>> & Pick<SignValues, 'glucoseTiming'>

export interface DeviceSign {
  orgId: string
  oldmanId: string
  device: NonNullable<NewSign['device']>
  measuredAt: string
  /** Checked already: they can be. */
  values: DeviceSignValues
}

/** What is to be told once the transaction has committed. */
export interface StoredDeviceSign {
  orgId: string
  signId: string
  change: AlertChange | null
  elder: ToldElder
}

const HOLD = `select oldman_name as name, dept_id as "deptId", status in (${IN_HOUSE}) as "livesHere" from oldman where org_id = $1 and oldman_id = $2
for no key update`

/** In the transaction of the ingest. Null: it is stored already; 'gone': the elder lives here no longer, nothing is stored. */
export async function storeDeviceSign(
  client: pg.ClientBase,
  sign: DeviceSign,
): Promise<StoredDeviceSign | 'gone' | null> {
  const { orgId, oldmanId } = sign
  const found = await client.query<ToldElder & { livesHere: boolean }>({
    name: 'vital_device_elder',
    text: HOLD,
    values: [orgId, oldmanId],
  })
  const elder = found.rows[0]
  if (!elder?.livesHere) return 'gone'
  const stored = await storeSign(client, { ...sign, source: 'device', worker: null })
  return stored && { orgId, signId: stored.signId, change: stored.change, elder }
}

/** After the commit. Messages to nurses are rows of their own; should they fail, the to-do stands all the same. */
export async function tellDeviceSigns(app: SystemApp, stored: readonly StoredDeviceSign[]): Promise<void> {
  for (const { orgId, signId, change, elder } of stored) {
    const to = audienceOf(elder.deptId)
    app.realtime.emit(orgId, vital.events.changed, { signId }, to)
    if (!change) continue
    app.realtime.emit(orgId, vital.events.alert, { alertId: change.alertId, state: change.state }, to)
    if (change.urgent === null) continue
    await systemTransaction(app, orgId, '体征', '通知异常体征', async (tx) => {
      await tellNurses(tx, change, elder)
      tx.log({ remark: `设备测得“${elder.name}”体征危急：${change.urgent}`, targetType: 'vitalSign', targetId: signId })
    })
  }
}

const DEVICE = `select d.device_id as "deviceId", d.device_no as "deviceNo", d.enabled, o.oldman_id as "oldmanId"
from device d
  left join oldman i on d.oldman_id is null and i.org_id = d.org_id and i.current_bed_id = d.bed_id
  left join oldman o on o.org_id = d.org_id and o.oldman_id = coalesce(d.oldman_id, i.oldman_id)
where d.org_id = $1 and d.device_no = $3 and d.kind = 'SIGN' and (o.oldman_id is null or ${inDepts('o', '$2')})`

interface FoundDevice {
  deviceId: string
  deviceNo: string
  enabled: boolean
  oldmanId: string | null
}

const BEFORE = `select sign_id as "signId" from vital_sign
where org_id = $1 and device_id = $2 and message_no = $3`

/** For gateways that speak HTTP. The same number again answers what was stored the first time. */
export async function takeByCall(
  tx: Tx,
  who: Caller,
  input: InputOf<(typeof vital)['calls']['fromDevice']>,
): Promise<{ signId: string; again: boolean }> {
  const found = await tx.client.query<FoundDevice>({
    name: 'vital_device',
    text: DEVICE,
    values: [who.orgId, who.deptIds, input.deviceNo],
  })
  const device = found.rows[0]
  if (!device) throw notFound('体征设备')
  if (!device.enabled) throw invalid(`设备 ${device.deviceNo} 已停用，请先在设备管理中启用`, 'deviceNo')
  if (device.oldmanId === null) {
    throw invalid(`设备 ${device.deviceNo} 没有绑定老人，请先在设备管理中绑定`, 'deviceNo')
  }
  const values: DeviceSignValues = Object.fromEntries(DEVICE_FIELDS.map((field) => [field, input[field] ?? null]))
  if (input.glucose) values.glucoseTiming = input.glucoseTiming ?? 'random'
  requirePossible(values)
  const measuredAt = input.at ?? timeText()
  await requireTimely(tx.client, measuredAt)
  const elder = await lockResident(tx, who, device.oldmanId)
  if (!IN_HOUSE.includes(elder.status)) {
    throw invalid(
      `设备 ${device.deviceNo} 绑定的${elder.name}已不在院内居住，测量值没有记录，请在设备管理中解绑或改绑`,
      'deviceNo',
    )
  }
  const { deviceId, deviceNo } = device
  const stored = await storeSign(tx.client, {
    orgId: tx.orgId,
    oldmanId: elder.oldmanId,
    measuredAt,
    values,
    source: 'device',
    worker: null,
    device: { deviceId, deviceNo, messageNo: input.no },
  })
  if (!stored) {
    const before = await tx.client.query<{ signId: string }>(BEFORE, [tx.orgId, deviceId, input.no])
    tx.log({ remark: `设备 ${deviceNo} 重复上传第 ${input.no} 号体征，没有再记` })
    return { signId: before.rows[0]!.signId, again: true }
  }
  tx.log({
    remark: `设备 ${deviceNo} 上传“${elder.name}”的体征`,
    targetType: 'vitalSign',
    targetId: stored.signId,
  })
  tx.emit(vital.events.changed, { signId: stored.signId }, audienceOf(elder.deptId))
  await tellAlert(tx, stored.change, elder)
  return { signId: stored.signId, again: false }
}
