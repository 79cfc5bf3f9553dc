// Only what a hand does in the console: npm run bench -- --hands, some ten minutes.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startEmbedded } from '#server/kit/postgres'
import { startServer } from '../e2e/kit/server.ts'
import { withBarePage } from './barePage.ts'
import { demoAdmin } from './demoAdmin.ts'
import { timeHands } from './hands.ts'
import { print } from './report.ts'

const folder = await mkdtemp(join(tmpdir(), 'yiyuan-bench-'))
const postgres = await startEmbedded({ dataDir: folder, log: () => undefined })
try {
  const ok = await withBarePage(async () => {
    const options = { databaseUrl: postgres.url, dataDir: join(folder, 'product'), env: { PHOTO_CODE: 'off' } }
    const product = await startServer(options)
    try {
      return print(await timeHands(product.url, demoAdmin))
    } finally {
      await product.stop()
    }
  })
  process.exitCode = ok ? 0 : 1
} finally {
  await postgres.stop()
  await rm(folder, { recursive: true, force: true })
}
