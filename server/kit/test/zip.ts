// A zip archive in memory.
import { Writable } from 'node:stream'
import { ZipWriter } from '#server/kit/zipWriter'

export async function zipOf(entries: Readonly<Record<string, string>>): Promise<Buffer> {
  const chunks: Buffer[] = []
  const zip = new ZipWriter(
    new Writable({
      write: (chunk: Buffer, _encoding, done) => {
        chunks.push(chunk)
        done()
      },
    }),
  )
  for (const [name, content] of Object.entries(entries)) await zip.add(name, content)
  await zip.end()
  return Buffer.concat(chunks)
}
