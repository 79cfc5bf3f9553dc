// What the runs of one area share: a database and a product of their own, filled once. KEEP=folder keeps the filled database for
// the next run.
import { existsSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { startEmbedded } from '#server/kit/postgres'
import { postmasterPid } from '#server/kit/postmasterPid'
import { startServer } from '../e2e/kit/server.ts'
import { watchProcessor } from './processor.ts'
import { type Line, print } from './report.ts'

export interface OwnHouse {
  /** Where the product answers. */
  url: string
  databaseUrl: string
  client: pg.Client
  lines: Line[]
  /** Once in the life of the database. */
  fill(work: () => Promise<void>): Promise<void>
}

export const say = (line: string) => process.stdout.write(`${line}\n`)

/** Whether every budget held. */
export async function onOwnHouse(measure: (house: OwnHouse) => Promise<void>): Promise<boolean> {
  const kept = process.env.KEEP
  const folder = kept ?? (await mkdtemp(join(tmpdir(), 'yiyuan-bench-')))
  const mark = join(folder, 'filled')
  const postgres = await startEmbedded({ dataDir: folder, log: () => undefined })
  const client = new pg.Client({ connectionString: postgres.url, options: '-c TimeZone=Asia/Shanghai' })
  const lines: Line[] = []
  try {
    say('starting the product …')
    const dataDir = join(folder, 'product')
    const product = await startServer({ databaseUrl: postgres.url, dataDir, env: { PHOTO_CODE: 'off' } })
    watchProcessor([product.process.pid!, postmasterPid(folder)])
    try {
      await client.connect()
      await measure({
        url: product.url,
        databaseUrl: postgres.url,
        client,
        lines,
        fill: async (work) => {
          if (existsSync(mark)) return
          await work()
          if (kept) await writeFile(mark, '')
        },
      })
    } finally {
      await product.stop()
    }
  } finally {
    await client.end().catch(() => undefined)
    await postgres.stop()
    if (!kept) await rm(folder, { recursive: true, force: true })
  }
  return print(lines)
}
