// How an answer is read: `code` 0 or `status` 200 is success, `result` or `data` is what it carries.

export type Reading =
  | { ok: true; data: unknown }
  | { ok: false; code: number; message: string; field: string | null; refusal: string | null; id: string | null }

const text = (value: unknown) => (typeof value === 'string' ? value : '')

/** Texts with which a 500 says that there is no usable session. */
const TOKEN_LOST = ['当前用户TOKEN异常', '机构ID为空']

/** The same number means different things in an envelope and on the transport. */
export function envelopeCode(code: number, message: string): number {
  if (code === 500) {
    const squeezed = message.replace(/\s/g, '')
    return TOKEN_LOST.some((part) => squeezed.includes(part)) ? 4011 : 5000
  }
  return code === 401 ? 4010 : code
}

export function readEnvelope(body: unknown): Reading | null {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) return null
  const envelope = body as Record<string, unknown>
  if (!('code' in envelope) && !('status' in envelope)) return null
  if (envelope.code === 0 || envelope.status === 200) {
    return { ok: true, data: 'result' in envelope ? envelope.result : envelope.data }
  }
  const message = text(envelope.msg) || text(envelope.message) || text(envelope.desc)
  const raw = Number('code' in envelope ? envelope.code : envelope.status)
  const data = envelope.data as { field?: unknown; code?: unknown; id?: unknown } | null | undefined
  return {
    ok: false,
    code: envelopeCode(Number.isFinite(raw) ? raw : 990, message),
    message,
    field: text(data?.field) || null,
    refusal: text(data?.code) || null,
    id: text(data?.id) || null,
  }
}

/** Codes after which the session is of no use. 4010 is only a missing permission. */
export const isSessionInvalid = (code: number) => code >= 4011 && code <= 4019
