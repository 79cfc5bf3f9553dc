// Reads an archive into an empty database and, when wanted, a folder, and proves that both hold what was saved.
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { createReadStream, createWriteStream } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { dirname, join, normalize, sep } from 'node:path'
import type { Readable } from 'node:stream'
import { finished, pipeline } from 'node:stream/promises'
import { createGunzip } from 'node:zlib'
import { runMigrations } from 'graphile-worker'
import type pg from 'pg'
import { type CopyStreamQuery, from as copyFrom } from 'pg-copy-streams'
import { extract } from 'tar-stream'
import { ArchiveError, every, FORMAT, type Foot, type Head, RowCounter, readRows, type Sum } from './archive.ts'
import {
  brakesOf,
  materializedViewsOf,
  nameOf,
  openPlain,
  quote,
  type TableShape,
  tablesOf,
  workerVersion,
} from './archiveCatalog.ts'
import { type Migration, migrate, ownMigrations, pendingOf } from './migrate.ts'
import { codeOf, messageOf } from './postgresHome.ts'

export interface LoadOptions {
  file: string
  /** An empty database that belongs to the role of the address. */
  url: string
  /** Where the files go; without it they are only checked. */
  filesFolder?: string
  migrations?: readonly Migration[]
  log: (line: string) => void
}

export interface Loaded {
  head: Head
  foot: Foot
}

type Entry = Readable & { header: { name: string } }

export async function loadArchive(options: LoadOptions): Promise<Loaded> {
  const client = await openPlain(options.url, 'yiyuan-restore')
  try {
    return await load(client, options)
  } catch (error) {
    throw isDamage(error) ? broken(messageOf(error)) : error
  } finally {
    await client.end()
  }
}

const broken = (what: string) =>
  new ArchiveError(`备份文件已损坏或不完整：${what} (the archive is damaged or incomplete)`)

/** From the decompressor, from the tar reader, or from PostgreSQL about a value it cannot read (class 22). */
const isDamage = (error: unknown): boolean =>
  /^(Z_|22)/.test(codeOf(error) ?? '') || /^(Unexpected end of data|Invalid tar header)/.test(messageOf(error))

async function load(client: pg.Client, options: LoadOptions): Promise<Loaded> {
  const progress = every(3_000, options.log)
  const tar = extract()
  const feeding = pipeline(createReadStream(options.file), createGunzip(), tar)
  // Its failure reaches the reader below as well, which is where it is reported.
  feeding.catch(() => undefined)
  let loading: Loading | undefined
  let foot: Foot | undefined
  const files: Foot['files'] = []
  for await (const entry of tar as AsyncIterable<Entry>) {
    const { name } = entry.header
    if (foot) throw broken(`${name} after the end`)
    if (name === 'head.json') {
      const head = await readJson<Head>(entry)
      await prepare(client, head, options)
      loading = new Loading(client, head)
    } else if (!loading) throw new ArchiveError('这不是颐园的备份文件 (not a backup of this product)')
    else if (name === 'foot.json') foot = await readJson<Foot>(entry)
    else if (name.startsWith('rows/')) {
      progress(`恢复数据表 ${await loading.take(name, entry)}`)
    } else if (name.startsWith('files/')) {
      progress(`恢复文件 ${name}`)
      files.push(await takeFile(name.slice('files/'.length), entry, options.filesFolder))
    } else throw broken(name)
  }
  await feeding
  if (!loading || !foot) throw broken('foot.json')
  const sums = await loading.finish()
  compare(loading.head, foot, sums, files)
  await complete(client, loading.head, loading.releases)
  await proveRows(client, loading.head, foot, progress)
  return { head: loading.head, foot }
}

async function readJson<T>(entry: Entry): Promise<T> {
  const chunks: Buffer[] = []
  for await (const chunk of entry as AsyncIterable<Buffer>) chunks.push(chunk)
  try {
    return JSON.parse(Buffer.concat(chunks).toString('utf8')) as T
  } catch (error) {
    throw broken(`${entry.header.name}: ${messageOf(error)}`)
  }
}

/** The tables as they were when the archive was made. */
async function prepare(client: pg.Client, head: Head, { url, migrations = ownMigrations, log }: LoadOptions) {
  if (head.product !== 'yiyuan' || head.format !== FORMAT) {
    throw new ArchiveError(`不支持的备份格式 ${head.format} (unknown archive format, made by release ${head.version})`)
  }
  pendingOf(migrations, head.migrations)
  const wanted = new Set(head.migrations.map((one) => one.tag))
  await migrate({ url, migrations: migrations.filter((one) => wanted.has(one.tag)), log: () => undefined })
  if (head.worker !== null) {
    await runMigrations({ connectionString: url })
    const own = await workerVersion(client)
    if (own === null || own < head.worker) {
      throw new ArchiveError(
        `备份由更新的版本 ${head.version} 制作 (made by a newer release: job queue ${head.worker})`,
      )
    }
  }
  log(`备份版本 ${head.version}，时间 ${head.madeAt}，${head.tables.length} 张表`)
}

/** Takes the parts of the tables in the order of the archive, one COPY per table. */
class Loading {
  releases: string[] = []
  private readonly sums: Sum[] = []
  private current: { index: number; stream: CopyStreamQuery; counter: RowCounter; failed: Promise<never> } | undefined
  private begun = false

  constructor(
    private readonly client: pg.Client,
    readonly head: Head,
  ) {}

  private async begin(): Promise<void> {
    if (this.begun) return
    this.begun = true
    await this.client.query('begin')
    await matchTables(this.client, this.head.tables)
    const { off, on } = await brakesOf(this.client)
    for (const statement of off) await this.client.query(statement)
    this.releases = on
    const names = this.head.tables.map((table) => quote(table.schema, table.name))
    if (names.length > 0) await this.client.query(`truncate ${names.join(', ')}`)
  }

  async take(name: string, entry: Entry): Promise<string> {
    await this.begin()
    const index = Number(name.split('/')[1])
    const table = this.head.tables[index]
    if (!table || index < (this.current?.index ?? 0)) throw broken(name)
    if (this.current?.index !== index) {
      await this.close()
      const columns = table.columns.map((column) => quote(column.name)).join(', ')
      const stream = this.client.query(copyFrom(`copy ${quote(table.schema, table.name)} (${columns}) from stdin`))
      const failed = once(stream, 'error').then(([error]) => Promise.reject(error as Error))
      // Also reported by close(), for a failure between two parts.
      failed.catch(() => undefined)
      this.current = { index, stream, counter: new RowCounter(), failed }
    }
    const { stream, counter, failed } = this.current
    for await (const chunk of entry as AsyncIterable<Buffer>) {
      counter.add(chunk)
      if (!stream.write(chunk)) await Promise.race([once(stream, 'drain'), failed])
    }
    return nameOf(table)
  }

  private async close(): Promise<void> {
    if (!this.current) return
    const { index, stream, counter } = this.current
    stream.end()
    await finished(stream)
    this.sums[index] = counter.sum()
    this.current = undefined
  }

  /** Sums by table; a table without rows has no part in the archive. */
  async finish(): Promise<Sum[]> {
    await this.begin()
    await this.close()
    return this.head.tables.map((_, index) => this.sums[index] ?? new RowCounter().sum())
  }
}

/** Makes the partitions that the archive has, drops those it has not, and refuses any other difference. */
async function matchTables(client: pg.Client, wanted: TableShape[]): Promise<void> {
  const present = new Map((await tablesOf(client)).map((table) => [nameOf(table), table]))
  for (const table of wanted) {
    const found = present.get(nameOf(table))
    const at = table.partition
    if (!found && at) {
      const parent = quote(at.schema, at.parent)
      await client.query(`create table ${quote(table.schema, table.name)} partition of ${parent} ${at.bound}`)
    } else if (!found) {
      throw new ArchiveError(
        `备份中的表 ${nameOf(table)} 不属于其版本 (table unknown to the migrations of the archive)`,
      )
    } else {
      const known = new Set(found.columns.map((column) => column.name))
      const strange = table.columns.find((column) => !known.has(column.name))
      if (strange) throw new ArchiveError(`表 ${nameOf(table)} 没有列 ${strange.name} (no such column)`)
    }
  }
  const names = new Set(wanted.map(nameOf))
  for (const [name, table] of present) {
    if (!names.has(name) && table.partition) await client.query(`drop table ${quote(table.schema, table.name)}`)
  }
}

async function takeFile(path: string, entry: Entry, folder: string | undefined): Promise<Foot['files'][number]> {
  const clean = normalize(path)
  if (clean.startsWith('..') || clean.startsWith(sep) || clean !== path) throw broken(`files/${path}`)
  const hash = createHash('sha256')
  let size = 0
  const measured = async function* () {
    for await (const chunk of entry as AsyncIterable<Buffer>) {
      hash.update(chunk)
      size += chunk.length
      yield chunk
    }
  }
  if (folder) {
    const target = join(folder, path)
    await mkdir(dirname(target), { recursive: true, mode: 0o700 })
    await pipeline(measured, createWriteStream(target, { mode: 0o600, flags: 'wx' }))
  } else {
    for await (const _ of measured());
  }
  return { path, size, sha256: hash.digest('hex') }
}

function compare(head: Head, foot: Foot, sums: Sum[], files: Foot['files']): void {
  if (foot.tables.length !== head.tables.length) throw broken('foot.json')
  for (const [index, table] of head.tables.entries()) same(nameOf(table), foot.tables[index]!, sums[index]!)
  if (JSON.stringify(foot.files) !== JSON.stringify(files)) throw broken('files')
}

function same(name: string, saved: Sum, got: Sum): void {
  if (saved.rows !== got.rows || saved.sha256 !== got.sha256) {
    throw broken(`表 ${name}：应有 ${saved.rows} 行，得到 ${got.rows} 行，或内容不同`)
  }
}

/** Foreign keys return and are checked by PostgreSQL over every row while they do. */
async function complete(client: pg.Client, head: Head, releases: string[]): Promise<void> {
  for (const statement of releases) await client.query(statement)
  for (const { schema, name, value, called } of head.sequences) {
    await client.query('select setval($1::regclass, $2::bigint, $3)', [quote(schema, name), value, called])
  }
  await client.query('commit')
  for (const view of await materializedViewsOf(client)) await client.query(`refresh materialized view ${view}`)
  await client.query('analyze')
}

/** Reads everything back from the new database. */
async function proveRows(client: pg.Client, head: Head, foot: Foot, progress: (line: string) => void): Promise<void> {
  for (const [index, table] of head.tables.entries()) {
    progress(`核对数据表 ${index + 1}/${head.tables.length} ${table.name}`)
    same(nameOf(table), foot.tables[index]!, await readRows(client, table))
  }
}
