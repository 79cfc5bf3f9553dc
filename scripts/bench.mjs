// npm run bench: the built product against a plain handler, in one run on its own database.
import './lib/node.mjs'
import { spawnSync } from 'node:child_process'
import { ensureBuilt } from './lib/build.mjs'
import { main } from './lib/command.mjs'
import { ensureInstalled } from './lib/install.mjs'
import { root } from './lib/root.mjs'

await main(async () => {
  await ensureInstalled()
  await ensureBuilt(['server', 'web'])
  const run = spawnSync(process.execPath, ['--import', 'tsx', 'bench/run.ts'], { cwd: root, stdio: 'inherit' })
  process.exitCode = run.status ?? 1
})
