// What browsers report about themselves: script errors, slow requests. Open to pages before sign-in, so everything
// about it is limited, and nothing that could be a secret is kept.

import { OPERATOR_ORG } from '#server/areas/platform/seed/fixedRows'
import type { Visitor } from '#server/kit/caller'
import { newId } from '#server/kit/ids'
import { wholeText } from '#server/kit/jsonBody'
import { addressOf, takeRate } from '#server/kit/rateLimit'

const LIMIT = { most: 60, seconds: 60 }
const MOST_ENTRIES = 12
const MOST_BYTES = 4096
const DEPTH = 6

/** What a secret is called, wherever it stands: fields, JSON inside texts, query strings, headers. */
const NAMES = 'pass|pwd|secret|token|authorization|cookie|credential|smscode|photocode|verifystr|logincode|ticket'
const SECRET = new RegExp(NAMES, 'i')
const HIDDEN = '***'
// Each word is looked at once, from its beginning: whoever wrote the text must not decide how long this takes.
const NAMED = `(?=[\\w-]*(?:${NAMES}))[\\w-]+`
const IN_JSON = new RegExp(`("${NAMED}"\\s*:\\s*)("(?:[^"\\\\]|\\\\.)*"|[\\w.+-]+)`, 'gi')
const IN_QUERY = new RegExp(`(?<![\\w-])(${NAMED}=)[^&\\s"']*`, 'gi')
const BEARER = /\b(Bearer\s+)[\w.+/=-]+/gi
const SOCKET = /(\/websocket\/)[^/?\s"']+/gi

const cleanText = (text: string) =>
  text
    .replace(IN_JSON, `$1"${HIDDEN}"`)
    .replace(IN_QUERY, `$1${HIDDEN}`)
    .replace(BEARER, `$1${HIDDEN}`)
    .replace(SOCKET, `$1${HIDDEN}`)

/** A copy without secrets, small enough to keep. */
export function cleanEntry(value: unknown, depth = 0): unknown {
  if (typeof value === 'string') return cleanText(wholeText(value.replaceAll('\0', '').slice(0, MOST_BYTES)))
  if (typeof value !== 'object' || value === null) return value
  if (depth >= DEPTH) return '…'
  if (Array.isArray(value)) return value.slice(0, 50).map((one) => cleanEntry(one, depth + 1))
  return Object.fromEntries(
    Object.entries(value)
      .slice(0, 50)
      .map(([key, one]) => [
        wholeText(key.replaceAll('\0', '').slice(0, 100)),
        SECRET.test(key) ? HIDDEN : cleanEntry(one, depth + 1),
      ]),
  )
}

function entryText(entry: unknown): string {
  const text = JSON.stringify(cleanEntry(entry) ?? null)
  if (Buffer.byteLength(text) <= MOST_BYTES) return text
  // Half of an object is no object any more: its beginning is kept as a text, which quoting may double.
  const kept = Buffer.from(text)
    .subarray(0, MOST_BYTES / 2 - 50)
    .toString('utf8')
    .replace(/\uFFFD+$/, '')
  return JSON.stringify({ cut: true, text: kept })
}

export async function keepFrontLog(who: Visitor, entries: readonly unknown[]): Promise<void> {
  await takeRate(who.app.pool, `frontLog:${addressOf(who.origin.ip)}`, LIMIT)
  const kept = entries.slice(-MOST_ENTRIES).map(entryText)
  if (kept.length === 0) return
  // Not a transaction of the business: reports about the browser would drown the operation log.
  await who.app.pool.query({
    name: 'front_log',
    text: `insert into front_log (org_id, id, user_id, entry, user_agent)
      select $1, e.id, $2, e.entry::jsonb, $3 from unnest($4::text[], $5::text[]) as e(id, entry)`,
    values: [
      who.session?.orgId ?? OPERATOR_ORG,
      who.session?.userId ?? null,
      who.origin.userAgent,
      kept.map(() => newId()),
      kept,
    ],
  })
}
