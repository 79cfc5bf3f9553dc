// How long and how many at once bodies may take to arrive. Whoever sends slowly costs a connection, and a stranger
// could open thousands: what is ordinary must be there soon, uploads must keep a pace, and what was refused is taken
// for a moment only, so that its sender can read the answer.
import type { IncomingMessage } from 'node:http'
import { Socket } from 'node:net'
import { invalid, Refusal } from '#contract/kit/refusal'

const KIB = 1024
const MIB = 1024 * KIB

export const usualIntake = {
  /** From the first byte of a request to the end of its headers. */
  headersMs: 15_000,
  /** Bodies of ordinary calls. */
  bodyMs: 30_000,
  /** Uploads and large bodies must bring so much in every stretch of time. */
  pace: { bytes: 32 * KIB, ms: 30_000 },
  /** Uploads without a session. */
  strangers: { most: 60, perAddress: 10, ms: 120_000, bytes: 16 * MIB },
  /** Uploads of one session at once. */
  perSession: 50,
  /** What is still taken of a body after its answer. */
  afterRefusal: { strangers: { ms: 5_000, bytes: 16 * MIB }, known: { ms: 60_000, bytes: 256 * MIB } },
  /** How often all of this is looked at. */
  lookMs: 1_000,
}

export type IntakeLimits = typeof usualIntake

interface Arriving {
  socket: Socket
  /** Bytes of the connection when the request had come, or when its answer had gone. */
  began: number
  /** Milliseconds; never for what only has to keep its pace. */
  until: number
  /** Of the connection, as everything else that counts bytes here. */
  bytesUntil: number
  /** Where the present stretch of time began; null: no pace is asked for. */
  pace: { at: number; bytes: number } | null
}

export interface Uploader {
  sessionId: string | null
  address: string
}

export class Intake {
  readonly #arriving = new Map<IncomingMessage, Arriving>()
  readonly #uploads = new Map<string, number>()
  #timer: NodeJS.Timeout | null = null

  constructor(readonly limits: IntakeLimits) {}

  /** Connections whose bodies are being waited for. */
  get waiting(): number {
    return this.#arriving.size
  }

  /** A request with a body has come; `large` ones have no time limit but must keep the pace. */
  begin(raw: IncomingMessage, large: boolean): void {
    if (raw.complete || !(raw.socket instanceof Socket) || !bringsBody(raw)) return
    this.#watch(raw, large ? Number.POSITIVE_INFINITY : this.limits.bodyMs, Number.POSITIVE_INFINITY, large)
  }

  /** Takes one of the places for uploads; the answer gives it back. Strangers have few, and not for long. */
  upload(raw: IncomingMessage, { sessionId, address }: Uploader): () => void {
    const { strangers, perSession } = this.limits
    const places: [string, number][] = sessionId
      ? [[`session ${sessionId}`, perSession]]
      : [
          [`address ${address}`, strangers.perAddress],
          ['strangers', strangers.most],
        ]
    if (places.some(([key, most]) => this.#count(key) >= most)) {
      throw new Refusal('TOO_MANY_REQUESTS', { wait: ' 1 分钟' })
    }
    const began = this.#arriving.get(raw)?.began
    if (began !== undefined) {
      if (sessionId) this.#watch(raw, Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY, true, began)
      else this.#watch(raw, strangers.ms, strangers.bytes, true, began)
    }
    for (const [key] of places) this.#uploads.set(key, this.#count(key) + 1)
    return () => {
      for (const [key] of places) {
        const left = this.#count(key) - 1
        if (left > 0) this.#uploads.set(key, left)
        else this.#uploads.delete(key)
      }
    }
  }

  /** The answer has gone out. Most senders read it only when they have sent everything, so some more is taken. */
  answered(raw: IncomingMessage, known: boolean): void {
    if (!this.#arriving.has(raw)) return
    if (raw.complete || raw.destroyed) return void this.#arriving.delete(raw)
    const { ms, bytes } = this.limits.afterRefusal[known ? 'known' : 'strangers']
    this.#watch(raw, ms, bytes, false)
    raw.resume()
  }

  close(): void {
    if (this.#timer) clearInterval(this.#timer)
    this.#timer = null
  }

  #count(key: string): number {
    return this.#uploads.get(key) ?? 0
  }

  #watch(raw: IncomingMessage, ms: number, bytes: number, paced: boolean, began = raw.socket.bytesRead): void {
    const { socket } = raw
    const now = performance.now()
    const pace = paced ? { at: now, bytes: socket.bytesRead } : null
    this.#arriving.set(raw, { socket, began, until: now + ms, bytesUntil: began + bytes, pace })
    if (this.#timer) return
    this.#timer = setInterval(() => this.#look(), this.limits.lookMs)
    this.#timer.unref()
  }

  #look(): void {
    const now = performance.now()
    for (const [raw, one] of this.#arriving) {
      if (raw.complete || raw.destroyed) this.#arriving.delete(raw)
      else if (now > one.until || one.socket.bytesRead > one.bytesUntil || this.#fellBehind(one, now)) {
        this.#arriving.delete(raw)
        raw.destroy(invalid('网络太慢，上传已中断，请检查网络后重新上传', 'file'))
        one.socket.destroy()
      }
    }
    if (this.#arriving.size === 0) this.close()
  }

  #fellBehind({ pace, socket }: Arriving, now: number): boolean {
    if (!pace || now - pace.at < this.limits.pace.ms) return false
    const brought = socket.bytesRead - pace.bytes
    pace.at = now
    pace.bytes = socket.bytesRead
    return brought < this.limits.pace.bytes
  }
}

function bringsBody({ headers }: IncomingMessage): boolean {
  const length = headers['content-length']
  return headers['transfer-encoding'] !== undefined || (length !== undefined && length !== '0')
}
