// Tells whether a build is older than its sources, by a digest of names, sizes and times: cheap enough for every start.
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './root.mjs'

const skipped = /(\.test\.tsx?|\.md)$|^\.|~$/

function* filesUnder(path) {
  const stat = statSync(path, { throwIfNoEntry: false })
  if (!stat) return
  if (!stat.isDirectory()) {
    yield [path, stat]
    return
  }
  for (const name of readdirSync(path).sort()) if (!skipped.test(name)) yield* filesUnder(join(path, name))
}

/** What goes into each of the two builds. */
export const sources = {
  server: [
    'contract',
    'server',
    'simulator',
    'package.json',
    'CHANGELOG.md',
    'package-lock.json',
    'tsconfig.json',
    'vite.server.config.ts',
  ],
  web: ['contract', 'web', 'package.json', 'package-lock.json', 'tsconfig.json', 'vite.config.ts'],
}

export function digest(paths) {
  const hash = createHash('sha256')
  for (const path of paths) {
    for (const [file, stat] of filesUnder(join(root, path))) hash.update(`${file}\0${stat.size}\0${stat.mtimeMs}\n`)
  }
  return hash.digest('hex')
}

const stampFile = (name) => join(root, 'dist', `${name}.stamp`)

export const isFresh = (name) =>
  existsSync(stampFile(name)) &&
  existsSync(join(root, 'dist', name)) &&
  readFileSync(stampFile(name), 'utf8') === digest(sources[name])

export const writeStamp = (name, value) => writeFileSync(stampFile(name), value)
