// A run that counts into a table, a row for each number, and can be told to stand still on the way: for tests of
// progress, cancelling and crashes.
import { defineRun, type Run } from '#server/kit/jobDefinition'
import { systemTransaction } from '#server/kit/system'

export const COUNTED = 'create table if not exists counted (run_id text, number int, primary key (run_id, number))'

export interface Counting {
  to: number
  /** Ends like this instead of well. */
  fail?: 'refusal' | 'defect'
}

/** `pause` is awaited before each number. */
export const countingRun = (pause: (number: number, run: Run) => Promise<unknown>, fail?: (kind: string) => never) =>
  defineRun<Counting & object>('test.count', async ({ to, fail: kind }, run) => {
    for (let number = run.done + 1; number <= to; number++) {
      await pause(number, run)
      await run.throwIfCancelled()
      await systemTransaction(run.app, run.orgId, '测试', '计数', async (tx) => {
        await tx.client.query('insert into counted (run_id, number) values ($1, $2)', [run.runId, number])
        await run.advance(tx, number, to, { last: number })
      })
    }
    if (kind) fail?.(kind)
    return { result: { counted: to }, message: `数到 ${to}` }
  })
