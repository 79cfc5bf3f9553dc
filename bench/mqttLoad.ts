// Devices on loopback that cost little: CONNECT and PUBLISH are written as bytes, so that a thousand of them fit beside
// the server on the same machine.
import { connect, type Socket } from 'node:net'

const text = (value: string) => {
  const bytes = Buffer.from(value)
  const head = Buffer.alloc(2)
  head.writeUInt16BE(bytes.length)
  return Buffer.concat([head, bytes])
}

function lengthOf(size: number): Buffer {
  const bytes: number[] = []
  let rest = size
  do {
    const digit = rest % 128
    rest = Math.floor(rest / 128)
    bytes.push(rest > 0 ? digit | 0x80 : digit)
  } while (rest > 0)
  return Buffer.from(bytes)
}

const packet = (type: number, body: Buffer) => Buffer.concat([Buffer.from([type]), lengthOf(body.length), body])

/** A text goes as it is: not everything a device says is JSON. */
const bytesOf = (payload: object | string) =>
  Buffer.from(typeof payload === 'string' ? payload : JSON.stringify(payload))

export interface LoadDevice {
  orgId: string
  deviceId: string
  clientName: string
  secret: string
}

export interface RawDevice {
  /** Settles when the broker has acknowledged it. */
  publish(channel: string, payload: object | string): Promise<void>
  end(): void
}

export function rawDevice(port: number, device: LoadDevice): Promise<RawDevice> {
  const socket: Socket = connect(port, '127.0.0.1')
  socket.setNoDelay(true)
  const waiting = new Map<number, () => void>()
  let next = 0
  let buffered: Buffer = Buffer.alloc(0)
  return new Promise((resolve, reject) => {
    socket.once('error', reject)
    socket.once('connect', () => {
      // Clean session, user name and password, no keep-alive.
      const flags = Buffer.concat([text('MQTT'), Buffer.from([4, 0b1100_0010, 0, 0])])
      socket.write(
        packet(0x10, Buffer.concat([flags, text(device.clientName), text(device.clientName), text(device.secret)])),
      )
    })
    socket.on('data', (chunk: Buffer) => {
      buffered = buffered.length === 0 ? chunk : Buffer.concat([buffered, chunk])
      while (buffered.length >= 4) {
        const type = buffered[0]! >> 4
        if (type === 2) {
          if (buffered[3] !== 0) return reject(new Error(`refused with ${buffered[3]}`))
          resolve({
            publish: (channel, payload) =>
              new Promise((acknowledged) => {
                next = (next % 65_535) + 1
                waiting.set(next, acknowledged)
                const id = Buffer.alloc(2)
                id.writeUInt16BE(next)
                const topic = text(`yy/${device.orgId}/device/${device.deviceId}/${channel}`)
                socket.write(packet(0x32, Buffer.concat([topic, id, bytesOf(payload)])))
              }),
            end: () => socket.destroy(),
          })
        } else if (type === 4) {
          const id = buffered.readUInt16BE(2)
          waiting.get(id)?.()
          waiting.delete(id)
        }
        buffered = buffered.subarray(4)
      }
    })
  })
}

/** A few connect at a time, as after a power cut behind a sensible switch. */
export async function connectAll(port: number, devices: readonly LoadDevice[]): Promise<RawDevice[]> {
  const all: RawDevice[] = []
  for (let at = 0; at < devices.length; at += 50) {
    all.push(...(await Promise.all(devices.slice(at, at + 50).map((one) => rawDevice(port, one)))))
  }
  return all
}

export interface Flood {
  perSecond: number
  acknowledged: number
}

/** Every device keeps so many readings on their way for so long; answers what was acknowledged. */
export async function flood(
  devices: readonly RawDevice[],
  window: number,
  milliseconds: number,
  reading: (device: number, n: number) => object,
): Promise<Flood> {
  let acknowledged = 0
  const began = performance.now()
  const until = began + milliseconds
  await Promise.all(
    devices.flatMap((device, at) =>
      Array.from({ length: window }, async (_, lane) => {
        for (let n = lane; performance.now() < until; n += window) {
          await device.publish('reading', reading(at, n))
          acknowledged++
        }
      }),
    ),
  )
  return { acknowledged, perSecond: (acknowledged * 1_000) / (performance.now() - began) }
}
