// Who owns a data folder: one server at a time, known by process id and start time, so that an id that the system
// gave to another process after a crash is not mistaken for a running server.
import { execFileSync } from 'node:child_process'
import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { codeOf } from './postgresHome.ts'

interface Owner {
  pid: number
  started: string
  /** It closes down: whoever comes next need only wait. */
  ending?: true
}

const fileOf = (dataDir: string) => join(dataDir, 'server.json')

/** Start time of a process in the system's own notation; empty when there is no such process. */
function startOf(pid: number): string {
  if (process.platform === 'linux') {
    try {
      // The name in the second field may hold spaces and brackets; the 22nd field counts from after it.
      const text = readFileSync(`/proc/${pid}/stat`, 'utf8')
      const fields = text.slice(text.lastIndexOf(')') + 2).split(' ')
      return fields[0] === 'Z' ? '' : (fields[19] ?? '')
    } catch (error) {
      if (codeOf(error) === 'ENOENT' || codeOf(error) === 'ESRCH') return ''
      throw error
    }
  }
  if (!answers(pid)) return ''
  if (process.platform === 'win32') return 'alive'
  return execFileSync('ps', ['-o', 'lstart=', '-p', String(pid)], { encoding: 'utf8' }).trim()
}

/** A process that has ended but was not collected by its parent counts as ended. */
export const isAlive = (pid: number): boolean => (process.platform === 'linux' ? startOf(pid) !== '' : answers(pid))

function answers(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return codeOf(error) === 'EPERM'
  }
}

/** The id of the server that runs on this data folder now, if any. */
export const serverOn = (dataDir: string): number | undefined => ownerOf(dataDir)?.pid

function ownerOf(dataDir: string): Owner | undefined {
  let owner: Owner
  try {
    owner = JSON.parse(readFileSync(fileOf(dataDir), 'utf8')) as Owner
  } catch (error) {
    if (codeOf(error) === 'ENOENT' || error instanceof SyntaxError) return undefined
    throw error
  }
  return startOf(owner.pid) === owner.started ? owner : undefined
}

function write(dataDir: string, owner: Owner): void {
  const file = fileOf(dataDir)
  const draft = `${file}.${process.pid}`
  writeFileSync(draft, JSON.stringify(owner), { mode: 0o600 })
  renameSync(draft, file)
}

/** Takes the folder for this process, or tells which other process has it. */
export function claim(dataDir: string): { other: number; ending: boolean } | undefined {
  const other = ownerOf(dataDir)
  if (other && other.pid !== process.pid) return { other: other.pid, ending: other.ending === true }
  write(dataDir, { pid: process.pid, started: startOf(process.pid) })
  return undefined
}

/** This process, if it has the folder, is about to let go of it. */
export function sayEnding(dataDir: string): void {
  if (serverOn(dataDir) === process.pid)
    write(dataDir, { pid: process.pid, started: startOf(process.pid), ending: true })
}

export function release(dataDir: string): void {
  if (serverOn(dataDir) === process.pid) rmSync(fileOf(dataDir), { force: true })
}
