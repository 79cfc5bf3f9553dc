// Writes that nobody asked for over HTTP: seeding, scheduled work. They leave operation-log rows like any other.
import type { Tx } from './caller.ts'
import type { AppContext } from './context.ts'
import { newId } from './ids.ts'
import { runTransaction } from './transaction.ts'

/** What a system write needs of the application. */
export type SystemApp = Pick<AppContext, 'pool' | 'log' | 'realtime' | 'audit'>

export const SYSTEM_NAME = '系统'

export function systemTransaction<T>(
  app: SystemApp,
  orgId: string,
  module: string,
  method: string,
  work: (tx: Tx) => Promise<T>,
): Promise<T> {
  const requestId = `S-${newId()}`
  return runTransaction(
    {
      pool: app.pool,
      frame: {
        orgId,
        userId: null,
        userName: null,
        empName: SYSTEM_NAME,
        deptName: null,
        roleName: null,
        userPhone: null,
        source: SYSTEM_NAME,
        ipAddress: '127.0.0.1',
        module,
        method,
        requestId,
      },
      effects: {
        emit: app.realtime.emit.bind(app.realtime),
        written: (org, logIds) => app.audit.written(org, logIds),
        failed: (error) => app.log.error({ err: error, requestId }, 'effect after commit failed'),
      },
    },
    work,
  )
}
