// The byte stream under an MQTT connection: a limit on packets, and websockets as streams.
import type { Duplex } from 'node:stream'
import { createWebSocketStream, type WebSocket } from 'ws'

/**
 * Follows the framing of MQTT: one type byte, the remaining length in up to four bytes of seven bits, the rest.
 * The parser itself would gather any announced length, up to 256 MB, before the broker's rules see the packet.
 */
export class PacketGauge {
  #skip = 0
  #inLength = false
  #length = 0
  #shift = 0

  constructor(public limit: number) {}

  /** False as soon as a packet announces more than the limit. */
  accepts(chunk: Uint8Array): boolean {
    let at = 0
    while (at < chunk.length) {
      if (this.#skip > 0) {
        const step = Math.min(this.#skip, chunk.length - at)
        this.#skip -= step
        at += step
      } else if (!this.#inLength) {
        this.#inLength = true
        this.#length = 0
        this.#shift = 0
        at++
      } else {
        const byte = chunk[at++]!
        this.#length += (byte & 0x7f) * 2 ** this.#shift
        this.#shift += 7
        if (this.#length > this.limit || (byte >= 0x80 && this.#shift > 21)) return false
        if (byte < 0x80) {
          this.#inLength = false
          this.#skip = this.#length
        }
      }
    }
    return true
  }
}

/** Destroys the connection at the first packet above the gauge's limit, which may be raised later. */
export function limitPackets(connection: Duplex, limit: number): PacketGauge {
  const gauge = new PacketGauge(limit)
  const read = connection.read.bind(connection)
  // The broker takes bytes by read() alone, so this sees all of them without another stream in between.
  connection.read = (size?: number) => {
    const chunk = read(size) as Buffer | null
    if (chunk === null || gauge.accepts(chunk)) return chunk
    connection.destroy(new Error('packet too large'))
    return null
  }
  return gauge
}

/** One frame per packet instead of one per field of it. */
export const mqttStream = (ws: WebSocket): Duplex =>
  createWebSocketStream(ws, {
    writev: (chunks, done) => ws.send(Buffer.concat(chunks.map((one) => one.chunk as Buffer)), done),
  })
