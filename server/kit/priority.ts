// Who goes first when others on the machine want its cores as well: an alarm does. Only root may say so; a service manager
// says it for others (docs/yiyuan.service). PostgreSQL and all threads that begin later inherit it.
import { readdirSync } from 'node:fs'
import { constants, setPriority } from 'node:os'
import { codeOf } from './postgresHome.ts'

export const FIRST = constants.priority.PRIORITY_HIGH

/** False: it was not allowed, and everything goes on as usual. */
export function goFirst(): boolean {
  // On Linux each thread has its own priority, and those of the garbage collector run already.
  const threads = process.platform === 'linux' ? readdirSync('/proc/self/task').map(Number) : [0]
  try {
    for (const thread of threads) setPriority(thread, FIRST)
    return true
  } catch (error) {
    const { info } = error as { info?: { code?: string } }
    const code = info?.code ?? codeOf(error)
    // A thread that has ended meanwhile needs none.
    if (code === 'EACCES' || code === 'EPERM' || code === 'ESRCH') return false
    throw error
  }
}
