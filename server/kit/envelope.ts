// The envelope every JSON answer has. Answers are written by serialisers compiled from the call's schema, so a
// field that is not declared never leaves the server.

import fastJson from 'fast-json-stringify'
import type { FastifyReply } from 'fastify'
import type { Call } from '#contract/kit/call'
import type { PageInfo } from '#contract/kit/paging'
import type { Refusal } from '#contract/kit/refusal'

export const SUCCESS = '操作成功'
export const JSON_TYPE = 'application/json; charset=utf-8'

const envelope = (data: object) => ({
  type: 'object',
  properties: { status: { type: 'integer' }, desc: { type: 'string' }, data },
})

const strip = (schema: unknown): object => JSON.parse(JSON.stringify(schema)) as object

/** Paging switched off: `pageHelper` 0 or 2, `isPage` or `IsPage` 0. */
function wantsArray(query: Record<string, unknown>): boolean {
  for (const [key, value] of Object.entries(query)) {
    const name = key.toLowerCase()
    if (name === 'pagehelper' && (value === '0' || value === '2')) return true
    if (name === 'ispage' && value === '0') return true
  }
  return false
}

export type WriteAnswer = (reply: FastifyReply, query: Record<string, unknown>, answer: unknown) => FastifyReply

export function answerWriter(call: Call): WriteAnswer {
  const schema = strip(call.data) as { rowOf?: boolean; properties?: { list?: object } }
  const whole = fastJson(envelope(schema) as never)
  const bare = schema.rowOf ? fastJson(envelope(schema.properties!.list!) as never) : null
  return (reply, query, answer) => {
    const text =
      bare && wantsArray(query)
        ? bare({ status: 200, desc: SUCCESS, data: (answer as PageInfo<unknown>).list })
        : whole({ status: 200, desc: SUCCESS, data: answer === undefined ? null : answer })
    // As bytes at once: a text would be walked through again for its length and once more for its encoding.
    return reply.header('content-type', JSON_TYPE).send(Buffer.from(text))
  }
}

export function writeRefusal(reply: FastifyReply, refusal: Refusal): FastifyReply {
  const data = refusal.field ? { field: refusal.field, code: refusal.code } : null
  return writeFailure(reply, refusal.status, refusal.message, data)
}

export function writeFailure(reply: FastifyReply, status: number, desc: string, data: object | null): FastifyReply {
  return reply.code(200).header('content-type', JSON_TYPE).send(JSON.stringify({ status, desc, data }))
}
