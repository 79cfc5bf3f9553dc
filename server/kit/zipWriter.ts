// Writes a zip archive entry by entry while its content is still being produced, with the packing done outside the
// event loop: memory stays flat however long the content is.
import { once } from 'node:events'
import type { Writable } from 'node:stream'
import { finished } from 'node:stream/promises'
import { crc32, createDeflateRaw } from 'node:zlib'

interface Written {
  name: Buffer
  crc: number
  packed: number
  size: number
  offset: number
}

const LOCAL = 0x04034b50
const DESCRIPTOR = 0x08074b50
const CENTRAL = 0x02014b50
const END = 0x06054b50
const VERSION = 20
/** Sizes follow the content; names are UTF-8. */
const FLAGS = 0x0808
const DEFLATE = 8
/** 1980-01-01: the same content gives the same archive. */
const DATE = 0x21
/** Without the 64-bit extension no offset or size may pass this. */
const MOST = 0xffffffff

export class ZipWriter {
  readonly #out: Writable
  readonly #entries: Written[] = []
  #offset = 0
  #failure: Error | null = null

  constructor(out: Writable) {
    this.#out = out
    out.on('error', (error: Error) => {
      this.#failure = error
    })
  }

  async #write(chunk: Buffer): Promise<void> {
    if (this.#failure) throw this.#failure
    this.#offset += chunk.length
    if (this.#offset > MOST) throw new RangeError('the archive is larger than 4 GiB')
    if (!this.#out.write(chunk)) await once(this.#out, 'drain')
  }

  /** Adds one entry from texts or bytes as they come. */
  async add(
    path: string,
    content: AsyncIterable<string | Buffer> | Iterable<string | Buffer> | string | Buffer,
  ): Promise<void> {
    const name = Buffer.from(path, 'utf8')
    const offset = this.#offset
    const head = Buffer.alloc(30)
    head.writeUInt32LE(LOCAL, 0)
    head.writeUInt16LE(VERSION, 4)
    head.writeUInt16LE(FLAGS, 6)
    head.writeUInt16LE(DEFLATE, 8)
    head.writeUInt16LE(DATE, 12)
    head.writeUInt16LE(name.length, 26)
    await this.#write(Buffer.concat([head, name]))

    const entry: Written = { name, crc: 0, packed: 0, size: 0, offset }
    const pack = createDeflateRaw({ level: 6 })
    pack.on('error', () => undefined)
    const packing = (async () => {
      for await (const chunk of pack) {
        entry.packed += (chunk as Buffer).length
        await this.#write(chunk as Buffer)
      }
    })()
    const feeding = (async () => {
      const parts = typeof content === 'string' || Buffer.isBuffer(content) ? [content] : content
      for await (const part of parts) {
        const bytes = typeof part === 'string' ? Buffer.from(part, 'utf8') : part
        entry.crc = crc32(bytes, entry.crc)
        entry.size += bytes.length
        if (!pack.write(bytes)) await once(pack, 'drain')
      }
      pack.end()
    })()
    // Whichever side fails takes the other along, so neither waits for ever.
    feeding.catch((error: Error) => pack.destroy(error))
    packing.catch((error: Error) => pack.destroy(error))
    await Promise.all([feeding, packing])

    const tail = Buffer.alloc(16)
    tail.writeUInt32LE(DESCRIPTOR, 0)
    tail.writeUInt32LE(entry.crc, 4)
    tail.writeUInt32LE(entry.packed, 8)
    tail.writeUInt32LE(entry.size, 12)
    await this.#write(tail)
    this.#entries.push(entry)
  }

  async end(): Promise<void> {
    const start = this.#offset
    for (const entry of this.#entries) {
      const head = Buffer.alloc(46)
      head.writeUInt32LE(CENTRAL, 0)
      head.writeUInt16LE(VERSION, 4)
      head.writeUInt16LE(VERSION, 6)
      head.writeUInt16LE(FLAGS, 8)
      head.writeUInt16LE(DEFLATE, 10)
      head.writeUInt16LE(DATE, 14)
      head.writeUInt32LE(entry.crc, 16)
      head.writeUInt32LE(entry.packed, 20)
      head.writeUInt32LE(entry.size, 24)
      head.writeUInt16LE(entry.name.length, 28)
      head.writeUInt32LE(entry.offset, 42)
      await this.#write(Buffer.concat([head, entry.name]))
    }
    const end = Buffer.alloc(22)
    end.writeUInt32LE(END, 0)
    end.writeUInt16LE(this.#entries.length, 8)
    end.writeUInt16LE(this.#entries.length, 10)
    end.writeUInt32LE(this.#offset - start, 12)
    end.writeUInt32LE(start, 16)
    await this.#write(end)
    this.#out.end()
    await finished(this.#out)
  }

  /** Gives the archive up; what was written is the caller's to remove. */
  async abandon(): Promise<void> {
    const closed = this.#out.closed || new Promise<void>((resolve) => this.#out.once('close', resolve))
    this.#out.destroy()
    await closed
  }
}
