// Makes node_modules fit package-lock.json.
import { createHash } from 'node:crypto'
import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { npm, step } from './command.mjs'
import { root } from './root.mjs'

const lock = join(root, 'package-lock.json')
const stamp = join(root, 'node_modules', '.installed')
/** Written by npm itself at the end of an install. */
const witness = join(root, 'node_modules', '.package-lock.json')

const wanted = () =>
  createHash('sha256')
    .update(readFileSync(existsSync(lock) ? lock : join(root, 'package.json')))
    .digest('hex')

function isInstalled() {
  if (!existsSync(witness)) return false
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted()) return true
  if (!existsSync(lock) || statSync(witness).mtimeMs < statSync(lock).mtimeMs) return false
  // Somebody ran npm by hand after the lock file changed.
  writeFileSync(stamp, wanted())
  return true
}

export async function ensureInstalled() {
  if (isInstalled()) return
  // The build needs the development packages also where NODE_ENV says production.
  const args = [existsSync(lock) ? 'ci' : 'install', '--include=dev', '--no-audit', '--no-fund']
  await step('安装依赖 (npm ci)', () => npm(args))
  writeFileSync(stamp, wanted())
}
