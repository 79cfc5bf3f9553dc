import './lib/node.mjs'
import { ensureBuilt } from './lib/build.mjs'
import { main } from './lib/command.mjs'
import { ensureInstalled } from './lib/install.mjs'

await main(async () => {
  await ensureInstalled()
  await ensureBuilt(['server', 'web'], { force: process.argv.includes('--force') })
})
