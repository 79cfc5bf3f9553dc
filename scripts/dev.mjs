// npm run dev: the web with hot reload on 5173, the server built again and restarted after every change.
import './lib/node.mjs'
import { spawn } from 'node:child_process'
import { watch } from 'node:fs'
import { join } from 'node:path'
import { ensureBuilt } from './lib/build.mjs'
import { main, tool } from './lib/command.mjs'
import { ensureInstalled } from './lib/install.mjs'
import { root } from './lib/root.mjs'

let server
let ending = false
let queue = Promise.resolve()
let timer

function startServer() {
  server = spawn(process.execPath, ['--enable-source-maps', 'dist/server/main.js'], {
    cwd: root,
    stdio: 'inherit',
    env: { ...process.env, TZ: 'Asia/Shanghai' },
    // Ctrl+C goes to this script first, which ends the server once.
    detached: process.platform !== 'win32',
  })
}

function stopServer() {
  const child = server
  server = undefined
  if (!child || child.exitCode !== null || child.signalCode !== null) return Promise.resolve()
  return new Promise((resolve) => {
    child.once('exit', resolve)
    child.kill('SIGTERM')
  })
}

const rebuild = async () => {
  if (ending) return
  try {
    await ensureBuilt(['server'])
    await stopServer()
    if (!ending) startServer()
  } catch (error) {
    // The running server stays until the sources build again.
    console.error(error.message)
  }
}

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
  process.prependListener(signal, () => {
    ending = true
    void stopServer().then(() => process.exit(0))
  })
}

await main(async () => {
  await ensureInstalled()
  await rebuild()
  for (const folder of ['contract', 'server']) {
    watch(join(root, folder), { recursive: true }, () => {
      clearTimeout(timer)
      timer = setTimeout(() => (queue = queue.then(rebuild)), 150)
    })
  }
  await tool('vite/bin/vite.js', ['--config', 'vite.config.ts'])
})
