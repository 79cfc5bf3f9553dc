// npm start: install, build, serve. The server runs in this very process, so Ctrl+C and `kill` reach it directly and
// nothing stays behind.
import './lib/node.mjs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { ensureBuilt } from './lib/build.mjs'
import { main } from './lib/command.mjs'
import { ensureInstalled } from './lib/install.mjs'
import { root } from './lib/root.mjs'

await main(async () => {
  await ensureInstalled()
  await ensureBuilt(['server', 'web'])
  process.env.TZ = 'Asia/Shanghai'
  process.env.NODE_ENV ??= 'production'
  await import(pathToFileURL(join(root, 'dist', 'server', 'main.js')).href)
})
