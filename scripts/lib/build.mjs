// Builds what is older than its sources. A build is made beside the old one and swapped in, so that whoever starts
// meanwhile finds a whole one.
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { step, tool } from './command.mjs'
import { root } from './root.mjs'
import { digest, isFresh, sources, writeStamp } from './stamp.mjs'

const dist = join(root, 'dist')

/** Runs of vite, one after the other into the same folder. */
const runs = {
  server: [{ config: 'vite.server.config.ts' }],
  web: [
    { config: 'vite.config.ts', env: { WEB_PART: 'light' } },
    { config: 'vite.config.ts', env: { WEB_PART: 'console' } },
  ],
}

const titles = { server: '构建服务端 (server)', web: '构建界面 (web)' }

/** One build of a kind at a time; a lock whose process has gone is nobody's. */
async function locked(name, work) {
  const lock = join(dist, `${name}.lock`)
  for (;;) {
    try {
      writeFileSync(lock, String(process.pid), { flag: 'wx' })
      break
    } catch (error) {
      if (error.code !== 'EEXIST') throw error
    }
    const holder = Number(existsSync(lock) ? readFileSync(lock, 'utf8') : 0)
    if (holder && !isAlive(holder)) rmSync(lock, { force: true })
    else await pause(100)
  }
  try {
    return await work()
  } finally {
    rmSync(lock, { force: true })
  }
}

function isAlive(pid) {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return error.code === 'EPERM'
  }
}

async function make(name) {
  const draft = join(dist, `.${name}-${process.pid}`)
  const target = join(dist, name)
  // Taken before the build: a file that changes during it makes the next start build again.
  const before = digest(sources[name])
  try {
    for (const { config, env } of runs[name])
      await tool('vite/bin/vite.js', ['build', '--config', config, '--outDir', draft, '--emptyOutDir', 'false'], {
        quiet: true,
        env: { NODE_ENV: 'production', ...env },
      })
    const old = `${draft}.old`
    if (existsSync(target)) renameSync(target, old)
    renameSync(draft, target)
    writeStamp(name, before)
    rmSync(old, { recursive: true, force: true })
  } finally {
    rmSync(draft, { recursive: true, force: true })
  }
}

/** `silent` keeps standard error clean for commands whose output is read by programs. */
export async function ensureBuilt(names, { silent = false, force = false } = {}) {
  const stale = names.filter((name) => force || !isFresh(name))
  if (stale.length === 0) return
  mkdirSync(dist, { recursive: true })
  for (const name of readdirSync(dist)) {
    const left = /^\.\w+-(\d+)(\.old)?$/.exec(name)
    if (left && !isAlive(Number(left[1]))) rmSync(join(dist, name), { recursive: true, force: true })
  }
  await Promise.all(
    stale.map((name) =>
      locked(name, async () => {
        if (!force && isFresh(name)) return
        await (silent ? make(name) : step(titles[name], () => make(name)))
      }),
    ),
  )
}
