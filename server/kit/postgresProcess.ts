// Small things around running the PostgreSQL programs: one-shot commands, its log file, free ports.
import { spawn } from 'node:child_process'
import { open, rename, stat } from 'node:fs/promises'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { type Account, exists, PostgresError } from './postgresHome.ts'

const LOG_LIMIT = 10 * 1024 * 1024

/** PG* variables of the caller's shell would change where the programs look. */
export function cleanEnv(): NodeJS.ProcessEnv {
  const kept = Object.entries(process.env).filter(([name]) => !/^(PG|LC_|LANG)/.test(name))
  return { ...Object.fromEntries(kept), LC_ALL: 'C' }
}

export interface CommandOptions {
  account?: Account | undefined
  cwd?: string
  input?: string
}

/** Runs a program to its end; its own words become the error when it fails. */
export function finish(program: string, args: string[], options: CommandOptions = {}): Promise<string> {
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, { cwd: options.cwd, env: cleanEnv(), ...options.account })
    let out = ''
    let all = ''
    child.stdout.on('data', (chunk) => {
      out += chunk
      all += chunk
    })
    child.stderr.on('data', (chunk) => (all += chunk))
    child.once('error', reject)
    child.once('close', (code, signal) => {
      if (code === 0) resolve(out)
      else reject(new PostgresError(`${program} ${signal ?? `ended with ${code}`}\n${all.trim()}`))
    })
    // A program that ends before it read everything is reported by its exit code.
    child.stdin.on('error', () => undefined)
    child.stdin.end(options.input ?? '')
  })
}

/** The log file of PostgreSQL; a full one is put aside at a start, so two generations stay. */
export async function logOf(home: string): Promise<string> {
  const file = join(home, 'postgres.log')
  if ((await exists(file)) && (await stat(file)).size > LOG_LIMIT) await rename(file, `${file}.1`)
  await (await open(file, 'a', 0o600)).close()
  return file
}

export async function tail(file: string, from: number): Promise<string> {
  const handle = await open(file, 'r')
  try {
    const { size } = await handle.stat()
    const start = Math.max(from, size - 4_000)
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(size - start), 0, size - start, start)
    return buffer.toString('utf8', 0, bytesRead).trim()
  } finally {
    await handle.close()
  }
}

const listen = (port: number): Promise<number | undefined> =>
  new Promise((resolve) => {
    const server = createServer()
    server.once('error', () => resolve(undefined))
    server.listen(port, '127.0.0.1', () => {
      const address = server.address()
      server.close(() => resolve(typeof address === 'object' ? address?.port : undefined))
    })
  })

export const isFree = async (port: number): Promise<boolean> => (await listen(port)) !== undefined

export async function freePort(): Promise<number> {
  const port = await listen(0)
  if (port === undefined) throw new PostgresError('no free port on 127.0.0.1')
  return port
}
