// npm start: install, build, serve. The server is a process below this one, which starts it again when it dies; Ctrl+C
// and `kill` are handed on to it, and nothing stays behind.
import './lib/node.mjs'
import { join } from 'node:path'
import { ensureBuilt } from './lib/build.mjs'
import { main } from './lib/command.mjs'
import { ensureInstalled } from './lib/install.mjs'
import { root } from './lib/root.mjs'
import { supervise } from './lib/supervise.mjs'

await main(async () => {
  await ensureInstalled()
  await ensureBuilt(['server', 'web'])
  process.exitCode = await supervise(join(root, 'dist', 'server', 'main.js'), {
    env: { ...process.env, TZ: 'Asia/Shanghai', NODE_ENV: process.env.NODE_ENV ?? 'production' },
    say: (line) => console.error(line),
  })
})
