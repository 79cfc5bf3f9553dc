// Keeps a server running: it is a process of its own, and when that ends by itself it is started again, a little later
// each time. It is not started again when it ended in order, or when it said that its settings have to be changed first.
import { spawn } from 'node:child_process'

/** The server's own code for "started like this I cannot run" (EX_CONFIG of sysexits.h); see server/main.ts. */
export const REFUSED = 78

const FIRST_WAIT = 1_000
const LONGEST_WAIT = 60_000
/** Whoever served this long has not died of its start: people wait for it, so it comes back at once. */
const STEADY = 10_000
/** The same, of one that served for a moment: it may die of what it is asked. */
const LONGEST_AFTER_SERVING = 4_000
/** The server ends within its own bound (server/main.ts); one that does not hear us is ended. */
const END_LIMIT = 100_000

/** How long to wait before the next start, in ms. `served`: for how long it was ready; undefined: it never was. */
export function nextWait(last, served) {
  if (last === 0 || served >= STEADY) return FIRST_WAIT
  return Math.min(last * 2, served === undefined ? LONGEST_WAIT : LONGEST_AFTER_SERVING)
}

/** What the end of a process means to the person who reads the line. */
export function reasonOf(code, signal) {
  if (signal === 'SIGABRT' || code === 134) return '内存不足或程序异常中止 (SIGABRT)'
  if (signal === 'SIGKILL' || code === 137) return '被系统或他人强行结束，常见原因是内存不足 (SIGKILL)'
  if (signal) return `被信号 ${signal} 结束`
  return `异常退出，退出码 ${code}`
}

/** Signals that are handed on; the server ends in order and decides when. */
const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP']
const numbers = { SIGHUP: 1, SIGINT: 2, SIGTERM: 15 }

/**
 * Runs `node file` until it ends for good; answers the exit code. The channel between the two tells the server when we
 * are gone, however that came about, so that it never stays behind alone.
 */
export function supervise(file, { env, say, wait = nextWait, endLimit = END_LIMIT }) {
  return new Promise((resolve) => {
    let child
    let timer
    let asked
    let last = 0

    const finish = (code) => {
      for (const signal of SIGNALS) process.off(signal, listeners[signal])
      resolve(code)
    }

    const begin = () => {
      let ready
      let over = false
      child = spawn(process.execPath, [...process.execArgv, file], {
        env,
        stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
      })
      const ended = (code, signal, why) => {
        if (over) return
        over = true
        child = undefined
        if (asked) {
          clearTimeout(timer)
          return finish(code ?? 128 + numbers[asked])
        }
        if (code === 0 || code === REFUSED) return finish(code)
        last = wait(last, ready && Date.now() - ready)
        say(`服务已停止：${why ?? reasonOf(code, signal)}。${last / 1000} 秒后重新启动`)
        timer = setTimeout(begin, last)
      }
      child.on('message', (message) => {
        if (message === 'ready') ready = Date.now()
      })
      child.once('error', (error) => ended(null, null, `无法启动 (${error.message})`))
      child.once('exit', (code, signal) => ended(code, signal))
    }

    const listeners = Object.fromEntries(
      SIGNALS.map((signal) => [
        signal,
        () => {
          clearTimeout(timer)
          if (!child) return finish(128 + numbers[signal])
          child.kill(signal)
          if (!asked) timer = setTimeout(() => child?.kill('SIGKILL'), endLimit)
          asked ??= signal
        },
      ]),
    )
    for (const signal of SIGNALS) process.on(signal, listeners[signal])
    begin()
  })
}
