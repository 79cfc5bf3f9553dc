// The table of contents of a zip archive, read from its end, and a count of what its entries really unpack to.
import type { FileHandle } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createInflateRaw } from 'node:zlib'

export interface ZipEntry {
  name: string
  method: number
  packed: number
  size: number
  offset: number
}

const END = 0x06054b50
const CENTRAL = 0x02014b50
const LOCAL = 0x04034b50
const END_LENGTH = 22
const LONGEST_COMMENT = 0xffff
const LARGEST_TABLE = 2 * 1024 * 1024
/** A document with this many parts was made for something else. */
const MOST_ENTRIES = 10_000

async function bytes(file: FileHandle, position: number, length: number): Promise<Buffer> {
  const buffer = Buffer.alloc(length)
  const { bytesRead } = await file.read(buffer, 0, length, position)
  return buffer.subarray(0, bytesRead)
}

/**
 * Entries of an archive; null when it is none or its table is damaged. So is one that another reader would read
 * differently: with a second table in the large format, with more entries than the table says, with entries that lie
 * in one another. What is checked here must be what a library unpacks later.
 */
export async function zipEntries(file: FileHandle, size: number): Promise<ZipEntry[] | null> {
  const length = Math.min(size, END_LENGTH + LONGEST_COMMENT)
  if (length < END_LENGTH) return null
  const tail = await bytes(file, size - length, length)
  let at = tail.length - END_LENGTH
  while (at >= 0 && tail.readUInt32LE(at) !== END) at--
  if (at < 0) return null
  const [disk, tableDisk, here, count] = [4, 6, 8, 10].map((field) => tail.readUInt16LE(at + field))
  if (disk !== 0 || tableDisk !== 0 || here !== count || count! > MOST_ENTRIES) return null
  const tableSize = tail.readUInt32LE(at + 12)
  const tableAt = tail.readUInt32LE(at + 16)
  if (tableSize > LARGEST_TABLE || tableAt + tableSize > size) return null
  const table = await bytes(file, tableAt, tableSize)
  const entries: ZipEntry[] = []
  for (let i = 0; i + 46 <= table.length; ) {
    if (table.readUInt32LE(i) !== CENTRAL) return null
    const nameLength = table.readUInt16LE(i + 28)
    if (i + 46 + nameLength > table.length) return null
    entries.push({
      name: table.toString('utf8', i + 46, i + 46 + nameLength),
      method: table.readUInt16LE(i + 10),
      packed: table.readUInt32LE(i + 20),
      size: table.readUInt32LE(i + 24),
      offset: table.readUInt32LE(i + 42),
    })
    i += 46 + nameLength + table.readUInt16LE(i + 30) + table.readUInt16LE(i + 32)
  }
  return entries.length === count && liveApart(entries, tableAt) ? entries : null
}

/** Each entry ends before the next begins, and the last before the table. */
function liveApart(entries: readonly ZipEntry[], tableAt: number): boolean {
  let free = tableAt
  for (const { offset, name, packed } of [...entries].sort((a, b) => b.offset - a.offset)) {
    if (offset + 30 + Buffer.byteLength(name) + packed > free) return false
    free = offset
  }
  return true
}

/** Whether all entries together unpack to at most `most` bytes. The sizes in the table may lie, so it unpacks them. */
export async function unpacksWithin(file: FileHandle, entries: readonly ZipEntry[], most: number): Promise<boolean> {
  if (entries.reduce((sum, entry) => sum + entry.size, 0) > most) return false
  let left = most
  for (const entry of entries) {
    if (entry.packed === 0) continue
    if (entry.method === 0) {
      left -= entry.packed
    } else {
      const head = await bytes(file, entry.offset, 30)
      if (head.length < 30 || head.readUInt32LE(0) !== LOCAL) return false
      const start = entry.offset + 30 + head.readUInt16LE(26) + head.readUInt16LE(28)
      try {
        await pipeline(
          file.createReadStream({ start, end: start + entry.packed - 1, autoClose: false }),
          createInflateRaw(),
          async (unpacked: AsyncIterable<Buffer>) => {
            for await (const chunk of unpacked) if ((left -= chunk.length) < 0) return
          },
        )
      } catch (error) {
        // Stopping in the middle breaks the pipeline off, and damaged content cannot be unpacked.
        if (left >= 0 && !(error as NodeJS.ErrnoException).code?.startsWith('Z_')) throw error
        return false
      }
    }
    if (left < 0) return false
  }
  return true
}

const PIECE = 64 * 1024

/** Read by position, so that breaking off in the middle leaves the file open for the next entry. */
async function* packedPieces(file: FileHandle, start: number, length: number): AsyncGenerator<Buffer> {
  for (let done = 0; done < length; ) {
    const piece = await bytes(file, start + done, Math.min(PIECE, length - done))
    if (piece.length === 0) return
    done += piece.length
    yield piece
  }
}

/** The text of one entry, piece by piece. `spend` is told of the bytes that really come out, and may break off. */
export async function* entryStream(
  file: FileHandle,
  entry: ZipEntry,
  spend: (bytes: number) => void,
): AsyncGenerator<string> {
  if (entry.packed === 0) return
  const head = await bytes(file, entry.offset, 30)
  if (head.length < 30 || head.readUInt32LE(0) !== LOCAL) return
  const start = entry.offset + 30 + head.readUInt16LE(26) + head.readUInt16LE(28)
  const packed = Readable.from(packedPieces(file, start, entry.packed))
  const plain = entry.method === 0 ? packed : packed.pipe(createInflateRaw({ chunkSize: PIECE }))
  packed.on('error', (error) => plain.destroy(error))
  const decoder = new TextDecoder()
  try {
    for await (const chunk of plain as AsyncIterable<Buffer>) {
      spend(chunk.length)
      yield decoder.decode(chunk, { stream: true })
    }
    yield decoder.decode()
  } finally {
    packed.destroy()
    plain.destroy()
  }
}
