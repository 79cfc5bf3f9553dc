// Devices of the demo house that speak MQTT with QoS 1 and send again what was not acknowledged; a fleet of mattresses
// keeps a record of everything it said.
import { setTimeout as pause } from 'node:timers/promises'
import { hashDeviceSecret } from '#server/kit/mqttCredentials'
import { connectDevice, type Device } from '#simulator/device'
import { query } from './browser.ts'
import { until } from './until.ts'

export interface Speaker {
  orgId: string
  deviceId: string
  deviceNo: string
}

export interface Bed extends Speaker {
  deviceKey: number
  oldmanId: string
}

const SECRET = 'a secret of these devices'
const clientName = (device: Speaker) => `journey-${device.deviceNo}`

/** With its own credentials, as a device of any kind. */
export const connectSpeaker = (url: string, { orgId, deviceId, deviceNo }: Speaker): Promise<Device> =>
  connectDevice({ url, orgId, deviceId, clientName: clientName({ orgId, deviceId, deviceNo }), secret: SECRET })

/** Occupied beds whose resident is in the house and for whom the rules of the house count. */
export async function bedsWithMattress(database: string, count: number): Promise<Bed[]> {
  return query<Bed>(
    `select d.org_id as "orgId", d.device_id as "deviceId", d.device_key as "deviceKey", d.device_no as "deviceNo",
      o.oldman_id as "oldmanId"
    from device d join oldman o on o.org_id = d.org_id and o.current_bed_id = d.bed_id
    where d.kind = 'MATTRESS' and d.enabled
      and not exists (select from alarm_override v where v.org_id = o.org_id and v.oldman_id = o.oldman_id)
      and not exists (select from alarm_record a where a.org_id = d.org_id and a.device_no = d.device_no and a.status = 0)
      and not exists (select from outing u where u.org_id = o.org_id and u.oldman_id = o.oldman_id
        and u.state in (1, 4, 6) and u.actual_out is not null and u.actual_return is null)
    order by d.device_no limit $1`,
    [count],
    database,
  )
}

export async function giveCredentials(database: string, devices: readonly Speaker[]): Promise<void> {
  const hash = hashDeviceSecret(SECRET)
  await query(
    `insert into mqtt_credential (org_id, client_name, secret_hash, device_id)
    select o, n, $4, d from unnest($1::text[], $2::text[], $3::text[]) as x(o, n, d)
    on conflict (org_id, client_name) do update set secret_hash = excluded.secret_hash`,
    [devices.map((one) => one.orgId), devices.map(clientName), devices.map((one) => one.deviceId), hash],
    database,
  )
}

/** How a device's connection stands, and what its client still holds. */
export function lineOf({ client }: Device): string {
  const { connected, reconnecting, disconnecting, outgoing } = client as typeof client & { outgoing: object }
  const line = connected ? 'connected' : reconnecting ? 'reconnecting' : 'not connected'
  return `${line}${disconnecting ? ', ending' : ''}, ${Object.keys(outgoing).length} in hand`
}

export interface Mattress {
  bed: Bed
  /** Times of the readings, which are their names. */
  said: Set<number>
  acknowledged: Set<number>
  wet: boolean
  /** The server has acknowledged that the bed is wet. */
  told: boolean
}

export interface Fleet {
  mattresses: readonly Mattress[]
  acknowledged(): number
  /** Said, and not acknowledged yet. */
  owed(): number
  /** Says nothing new; settles when everything that was said is acknowledged. */
  quiet(): Promise<void>
  /** Who is owed how much, and over which line, for a message of failure. */
  state(): string
  end(): Promise<void>
}

const EVERY_MS = 200
/** A device has room for so many; then it measures nothing new until it is rid of them. */
const ROOM = 40

/** `wet`: numbers of the devices whose bed is wet from the beginning. */
export async function startFleet(
  url: string,
  beds: readonly Bed[],
  wet: ReadonlySet<string> = new Set(),
): Promise<Fleet> {
  const devices = await Promise.all(beds.map((bed) => connectSpeaker(url, bed)))
  const mattresses = beds.map(
    (bed): Mattress => ({ bed, said: new Set(), acknowledged: new Set(), wet: wet.has(bed.deviceNo), told: false }),
  )
  const owed = () => mattresses.reduce((sum, one) => sum + one.said.size - one.acknowledged.size, 0)
  let failure: Error | null = null
  let ended = false
  const say = (device: Device, one: Mattress) => {
    if (one.said.size - one.acknowledged.size >= ROOM) return
    const at = Date.now()
    if (one.said.has(at)) return
    one.said.add(at)
    const wet = one.wet ? 1 : 0
    const send = (): Promise<void> =>
      device.say('reading', { at, inBed: 1, heart: 66, breath: 16, move: 0, turn: 0, wet }).then(
        () => {
          one.acknowledged.add(at)
          if (wet) one.told = true
        },
        (error: Error) => {
          // The client gives back what it was asked to send while it repeated older messages to a server that died again.
          if (error.message === 'Connection closed' && !ended) return pause(EVERY_MS).then(send)
          failure = error
        },
      )
    void send()
  }
  // Not all in the same moment, as in a house.
  const timers = devices.map((device, at) => {
    let timer = setTimeout(
      () => {
        say(device, mattresses[at]!)
        timer = setInterval(() => say(device, mattresses[at]!), EVERY_MS)
      },
      (EVERY_MS * at) / devices.length,
    )
    return () => clearTimeout(timer)
  })
  const state = () =>
    mattresses
      .map(({ bed, said, acknowledged }, at) => ({ bed, owes: said.size - acknowledged.size, device: devices[at]! }))
      .filter(({ owes }) => owes > 0)
      .map(({ bed, owes, device }) => `${bed.deviceNo} waits for ${owes}, ${lineOf(device)}`)
      .join('\n')
  return {
    mattresses,
    acknowledged: () => mattresses.reduce((sum, one) => sum + one.acknowledged.size, 0),
    owed,
    async quiet() {
      for (const stop of timers) stop()
      // One after the other of a whole night: as long as they come, they are waited for.
      for (let left = owed(); left > 0 && !failure; left = owed()) {
        await until(() => owed() < left || failure !== null, 'the acknowledgement of the next reading').catch(
          (error) => {
            throw new Error(state(), { cause: error })
          },
        )
      }
      if (failure) throw failure
    },
    state,
    async end() {
      ended = true
      for (const stop of timers) stop()
      await Promise.all(devices.map((device) => device.client.endAsync(true)))
    },
  }
}
