// The envelope every JSON answer has. Answers pass a projector made from the call's schema, so a field that is not
// declared never leaves the server.
import type { FastifyReply } from 'fastify'
import type { Call } from '#contract/kit/call'
import type { PageInfo } from '#contract/kit/paging'
import type { Refusal } from '#contract/kit/refusal'
import { hidesNumbers, projectorOf } from './project.ts'

export const SUCCESS = '操作成功'
export const JSON_TYPE = 'application/json; charset=utf-8'

/** Paging switched off: `pageHelper` 0 or 2, `isPage` or `IsPage` 0. */
export function wantsArray(query: Record<string, unknown>): boolean {
  for (const [key, value] of Object.entries(query)) {
    const name = key.toLowerCase()
    if (name === 'pagehelper' && (value === '0' || value === '2')) return true
    if (name === 'ispage' && value === '0') return true
  }
  return false
}

export type WriteAnswer = (
  reply: FastifyReply,
  query: Record<string, unknown>,
  answer: unknown,
  /** The reader has the right to whole numbers of people. */
  plain: boolean,
) => FastifyReply

export function answerWriter(call: Call): WriteAnswer {
  const masked = projectorOf(call.data, call.key)
  const whole = hidesNumbers(call.data) ? projectorOf(call.data, call.key, false) : masked
  const paged = (call.data as { rowOf?: boolean }).rowOf === true
  return (reply, query, answer, plain) => {
    const known = answer === undefined ? null : (plain ? whole : masked)(answer)
    const data = paged && wantsArray(query) ? (known as PageInfo<unknown>).list : known
    return reply.header('content-type', JSON_TYPE).send(JSON.stringify({ status: 200, desc: SUCCESS, data }))
  }
}

export function writeRefusal(reply: FastifyReply, refusal: Refusal): FastifyReply {
  const data = refusal.data ?? (refusal.field ? { field: refusal.field, code: refusal.code } : null)
  return writeFailure(reply, refusal.status, refusal.message, data)
}

export function writeFailure(reply: FastifyReply, status: number, desc: string, data: object | null): FastifyReply {
  return reply.code(200).header('content-type', JSON_TYPE).send(JSON.stringify({ status, desc, data }))
}
