// Runs one entry of the server bundle: node scripts/run.mjs <entry> [arguments]
import './lib/node.mjs'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { ensureBuilt } from './lib/build.mjs'
import { main } from './lib/command.mjs'
import { ensureInstalled } from './lib/install.mjs'
import { root } from './lib/root.mjs'

const [entry, ...args] = process.argv.slice(2)

await main(async () => {
  await ensureInstalled()
  await ensureBuilt(['server'], { silent: true })
  const file = join(root, 'dist', 'server', `${entry}.js`)
  if (!entry || !existsSync(file)) throw new Error(`no such entry: ${entry ?? '(none)'}`)
  process.env.TZ = 'Asia/Shanghai'
  process.setSourceMapsEnabled(true)
  process.argv = [process.argv[0], file, ...args]
  await import(pathToFileURL(file).href)
})
