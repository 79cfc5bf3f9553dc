// A write can be repeated safely: the same request number returns the first result, also when both arrive at once
// (the second waits at the primary key until the first has committed).

import { createHash } from 'node:crypto'
import type pg from 'pg'
import type { Call } from '#contract/kit/call'
import { Refusal } from '#contract/kit/refusal'
import type { Origin } from './caller.ts'
import type { SessionUser } from './sessionUser.ts'
import type { TransactionOptions } from './transaction.ts'

const TAKE = `insert into request_number (org_id, request_no, call, user_id, input_digest) values ($1, $2, $3, $4, $5)
on conflict do nothing`
const ANSWER = 'update request_number set answer = $3 where org_id = $1 and request_no = $2'

export function repeatGuard(
  call: Call,
  user: SessionUser,
  origin: Origin,
  input: Record<string, unknown>,
): Pick<TransactionOptions, 'before' | 'finish'> {
  const requestNo = origin.requestNo
  if (!requestNo) return {}
  const digest = createHash('sha256').update(JSON.stringify(input)).digest('hex')
  const keys = [user.orgId, requestNo]
  return {
    before: async (client: pg.PoolClient) => {
      const made = await client.query({
        name: 'request_number',
        text: TAKE,
        values: [...keys, call.key, user.userId, digest],
      })
      if (made.rowCount === 1) return null
      const earlier = await client.query<{ call: string; user_id: string; input_digest: string; answer: unknown }>(
        'select call, user_id, input_digest, answer from request_number where org_id = $1 and request_no = $2',
        keys,
      )
      const row = earlier.rows[0]
      if (!row || row.call !== call.key || row.user_id !== user.userId || row.input_digest !== digest) {
        throw new Refusal('REQUEST_NUMBER_REUSED')
      }
      return { answer: row.answer }
    },
    finish: async (client: pg.PoolClient, answer: unknown) => {
      await client.query({ name: 'request_answer', text: ANSWER, values: [...keys, JSON.stringify(answer ?? null)] })
    },
  }
}
