// The process of a PostgreSQL, as its own file tells it.
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

export interface Postmaster {
  pid: number
  port: number
  /** It has its port and takes connections; before that somebody else may answer there. */
  ready: boolean
}

/**
 * postmaster.pid: process id in the first line, port in the fourth, state in the eighth. A file that is just being written
 * tells nothing: read as a number it would be 0, and whoever sends a signal to 0 sends it to all of its own group.
 */
export function postmasterOf(cluster: string): Postmaster | undefined {
  const file = join(cluster, 'postmaster.pid')
  if (!existsSync(file)) return undefined
  const lines = readFileSync(file, 'utf8').split('\n')
  const pid = Number(lines[0])
  return pid > 1 ? { pid, port: Number(lines[3]), ready: lines[7]?.trim() === 'ready' } : undefined
}

/** Where there must be one. */
export function postmasterPid(dataDir: string): number {
  const found = postmasterOf(join(dataDir, 'postgres'))
  if (!found) throw new Error('PostgreSQL is not there')
  return found.pid
}
