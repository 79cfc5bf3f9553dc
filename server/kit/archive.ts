// A backup: one compressed tar with every row of one moment and the uploaded files.
//   head.json            what is inside: release, migrations, tables with their columns, sequences
//   rows/<table>/<part>  COPY text in parts, tables by their number in the head
//   files/<path>         uploaded files of the local storage
//   foot.json            counts and digests; an archive without it is incomplete
import { createHash, type Hash } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { mkdir, readdir, rename, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import type pg from 'pg'
import { to as copyTo } from 'pg-copy-streams'
import { type Pack, pack } from 'tar-stream'
import {
  openPlain,
  quote,
  type SequenceValue,
  sequencesOf,
  type TableShape,
  tablesOf,
  workerVersion,
} from './archiveCatalog.ts'
import { type Applied, appliedIn } from './migrate.ts'
import { codeOf } from './postgresHome.ts'
import { VERSION } from './version.ts'

export const FORMAT = 1
const PART = 4 * 1024 * 1024

/** Which files the archive holds: those of the local storage, none on purpose, or none because a bucket keeps them. */
export type FilesKind = 'local' | 'none' | 's3'

export interface Head {
  format: number
  product: 'yiyuan'
  version: string
  madeAt: string
  migrations: Applied[]
  worker: number | null
  tables: TableShape[]
  sequences: SequenceValue[]
  files: FilesKind
}

export interface Sum {
  rows: number
  sha256: string
}

export interface Foot {
  /** In the order of the head's tables. */
  tables: Sum[]
  files: { path: string; size: number; sha256: string }[]
}

export class ArchiveError extends Error {
  override name = 'ArchiveError'
}

export interface WriteOptions {
  url: string
  file: string
  files: { kind: 'local'; folder: string } | { kind: 'none' | 's3' }
  log: (line: string) => void
}

export interface Written {
  file: string
  size: number
  head: Head
  foot: Foot
}

/** Writes the archive while the product works; the file appears under its name only when it is whole. */
export async function writeArchive(options: WriteOptions): Promise<Written> {
  const { file } = options
  const draft = `${file}.partial`
  await mkdir(dirname(file), { recursive: true, mode: 0o700 })
  try {
    const { head, foot } = await retryLostTable(() => writeDraft(options, draft))
    await rename(draft, file)
    return { file, size: (await stat(file)).size, head, foot }
  } finally {
    await rm(draft, { force: true })
  }
}

/** A partition may be dropped between the look at the catalogue and the lock. */
async function retryLostTable<T>(work: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await work()
    } catch (error) {
      if (codeOf(error) !== '42P01' || attempt === 3) throw error
    }
  }
}

async function writeDraft(options: WriteOptions, draft: string): Promise<{ head: Head; foot: Foot }> {
  const client = await openPlain(options.url, 'yiyuan-backup')
  try {
    await client.query('begin isolation level repeatable read read only')
    const head = await readHead(client, options.files.kind)
    const tar = pack()
    const sink = pipeline(tar, createGzip({ level: 4 }), createWriteStream(draft, { mode: 0o600 }))
    try {
      const [foot] = await Promise.all([fill(tar, client, head, options), sink])
      return { head, foot }
    } catch (error) {
      tar.destroy(error as Error)
      // The first failure is the one to report; the pipeline ends with an echo of it.
      await sink.catch(() => undefined)
      throw error
    }
  } finally {
    await client.end()
  }
}

async function readHead(client: pg.Client, files: FilesKind): Promise<Head> {
  const tables = await tablesOf(client)
  for (const table of tables) await client.query(`lock table ${quote(table.schema, table.name)} in access share mode`)
  return {
    format: FORMAT,
    product: 'yiyuan',
    version: VERSION,
    madeAt: new Date().toISOString(),
    migrations: await appliedIn(client),
    worker: await workerVersion(client),
    tables,
    sequences: await sequencesOf(client),
    files,
  }
}

async function fill(tar: Pack, client: pg.Client, head: Head, options: WriteOptions): Promise<Foot> {
  await add(tar, 'head.json', Buffer.from(JSON.stringify(head)))
  const tables: Sum[] = []
  const progress = every(3_000, options.log)
  for (const [index, table] of head.tables.entries()) {
    progress(`备份数据表 ${index + 1}/${head.tables.length} ${table.name}`)
    let part = 0
    tables.push(await readRows(client, table, (rows) => add(tar, partName(index, part++), rows)))
  }
  const files = options.files.kind === 'local' ? await addFiles(tar, options.files.folder, progress) : []
  const foot: Foot = { tables, files }
  await add(tar, 'foot.json', Buffer.from(JSON.stringify(foot)))
  tar.finalize()
  return foot
}

const partName = (index: number, part: number) =>
  `rows/${String(index).padStart(4, '0')}/${String(part).padStart(6, '0')}`

const add = (tar: Pack, name: string, content: Buffer): Promise<void> =>
  new Promise((resolve, reject) => {
    tar.entry({ name, size: content.length, mode: 0o600 }, content, (error) => (error ? reject(error) : resolve()))
  })

/** Streams a table as COPY text, in parts, and answers its row count and digest. */
export async function readRows(
  client: pg.Client,
  table: TableShape,
  take: (rows: Buffer) => Promise<void> = async () => undefined,
): Promise<Sum> {
  const columns = table.columns.map((column) => quote(column.name)).join(', ')
  const source = `${quote(table.schema, table.name)} (${columns})`
  const stream = client.query(copyTo(`copy ${source} to stdout`))
  const counter = new RowCounter()
  let held: Buffer[] = []
  let size = 0
  for await (const chunk of stream as AsyncIterable<Buffer>) {
    counter.add(chunk)
    held.push(chunk)
    size += chunk.length
    if (size < PART) continue
    await take(Buffer.concat(held))
    held = []
    size = 0
  }
  if (size > 0) await take(Buffer.concat(held))
  return counter.sum()
}

/** In COPY text a line feed ends a row and nothing else: those inside values are escaped. */
export class RowCounter {
  private readonly hash: Hash = createHash('sha256')
  private rows = 0

  add(chunk: Buffer): void {
    this.hash.update(chunk)
    for (let at = chunk.indexOf(10); at !== -1; at = chunk.indexOf(10, at + 1)) this.rows++
  }

  sum(): Sum {
    return { rows: this.rows, sha256: this.hash.digest('hex') }
  }
}

async function addFiles(tar: Pack, folder: string, progress: (line: string) => void): Promise<Foot['files']> {
  const files: Foot['files'] = []
  for await (const path of walk(folder)) {
    progress(`备份文件 ${files.length + 1} ${path}`)
    const from = join(folder, path)
    const info = await stat(from).catch((error) => {
      // Removed since its folder was listed: the rows of this moment may still name it, the file itself is gone.
      if (codeOf(error) === 'ENOENT') return undefined
      throw error
    })
    if (info) files.push({ path, size: info.size, sha256: await addFile(tar, `files/${path}`, from, info.size) })
  }
  return files
}

async function addFile(tar: Pack, name: string, from: string, size: number): Promise<string> {
  const hash = createHash('sha256')
  await new Promise<void>((resolve, reject) => {
    const entry = tar.entry({ name, size, mode: 0o600 }, (error) => (error ? reject(error) : resolve()))
    const source = async function* () {
      for await (const chunk of createReadStream(from) as AsyncIterable<Buffer>) {
        hash.update(chunk)
        yield chunk
      }
    }
    pipeline(source, entry).catch(reject)
  })
  return hash.digest('hex')
}

async function* walk(folder: string, below = ''): AsyncGenerator<string> {
  const entries = await readdir(join(folder, below), { withFileTypes: true }).catch((error) => {
    if (codeOf(error) === 'ENOENT') return []
    throw error
  })
  for (const entry of entries.sort((a, b) => (a.name < b.name ? -1 : 1))) {
    const path = below ? `${below}/${entry.name}` : entry.name
    if (entry.isDirectory()) yield* walk(folder, path)
    else if (entry.isFile()) yield path
  }
}

/** Passes a line on when the last one is long enough ago. */
export function every(milliseconds: number, log: (line: string) => void): (line: string) => void {
  let last = Date.now()
  return (line) => {
    if (Date.now() - last < milliseconds) return
    last = Date.now()
    log(line)
  }
}
