// Runs the commands of the scripts: one at a time or together, with a sign of life while they take long, and none of
// them left behind when the script is ended.
import { spawn } from 'node:child_process'
import { root } from './root.mjs'

const running = new Set()

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
  process.on(signal, () => {
    if (running.size === 0) {
      // Whoever keeps a server running has listeners of its own, and the server decides when to end.
      if (process.listenerCount(signal) === 1) process.exit(signal === 'SIGINT' ? 130 : 143)
      return
    }
    for (const child of running) end(child, signal)
    for (const child of running) child.once('close', () => running.size === 0 && process.exit(130))
  })
}

/** Every command leads a group of its own, so its helpers end with it. */
function end(child, signal) {
  try {
    process.kill(process.platform === 'win32' ? child.pid : -child.pid, signal)
  } catch (error) {
    if (error.code !== 'ESRCH') throw error
  }
}

export class CommandFailed extends Error {}

/**
 * `quiet` keeps the output back and shows it only when the command fails; `env` adds variables.
 * Answers { code, signal, output }; throws CommandFailed unless `allowFailure`.
 */
export function run(command, args, { quiet = false, env = {}, allowFailure = false } = {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, {
      cwd: root,
      env: { ...process.env, ...env },
      stdio: ['ignore', quiet ? 'pipe' : 'inherit', quiet ? 'pipe' : 'inherit'],
      detached: process.platform !== 'win32',
    })
    running.add(child)
    let output = ''
    child.stdout?.on('data', (chunk) => (output += chunk))
    child.stderr?.on('data', (chunk) => (output += chunk))
    child.once('error', (error) => {
      running.delete(child)
      if (allowFailure) resolve({ code: 127, output: error.message })
      else reject(new CommandFailed(`${command}: ${error.message}`))
    })
    child.once('close', (code, signal) => {
      running.delete(child)
      if (code === 0 || allowFailure) resolve({ code: code ?? 1, signal, output })
      else reject(new CommandFailed(`${output}${command} ${args.join(' ')}: ${signal ?? `exit code ${code}`}`))
    })
  })
}

/** npm as it was started, else the one on the path. */
export const npm = (args, options) =>
  process.env.npm_execpath?.endsWith('.js')
    ? run(process.execPath, [process.env.npm_execpath, ...args], options)
    : run(process.platform === 'win32' ? 'npm.cmd' : 'npm', args, options)

/** A tool of the installed packages, run without npx, which may ask the network. */
export const tool = (path, args, options) => run(process.execPath, [`node_modules/${path}`, ...args], options)

/** Says what is being done, how long it has been going, and that it is done. */
export async function step(title, work) {
  const began = Date.now()
  const seconds = () => `${((Date.now() - began) / 1000).toFixed(1)} s`
  console.error(`▸ ${title} …`)
  const beat = setInterval(() => console.error(`  ${title} … ${seconds()}`), 10_000)
  try {
    const result = await work()
    console.error(`✓ ${title} ${seconds()}`)
    return result
  } catch (error) {
    console.error(`✗ ${title} ${seconds()}`)
    throw error
  } finally {
    clearInterval(beat)
  }
}

/** Ends the script with the words of the error and no stack: it is a message to the person at the keyboard. */
export async function main(work) {
  try {
    await work()
  } catch (error) {
    console.error(error instanceof CommandFailed ? error.message : error)
    process.exitCode = 1
  }
}
