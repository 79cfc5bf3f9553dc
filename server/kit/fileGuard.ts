// Nobody attaches a file that they cannot see. Whatever a call is given is looked through for addresses of files, in
// any spelling that a browser or a reader of ours could understand, wherever they stand: in a field of their own, in a
// list, in HTML, in a JSON text, one inside another. Who names a file outside their sight hears that there is none.

import type { Call } from '#contract/kit/call'
import { Refusal } from '#contract/kit/refusal'
import type { AppContext } from './context.ts'
import type { KnownFile } from './fileAccess.ts'
import type { SessionUser } from './sessionUser.ts'

const MAYBE = /files|%|&#|\\u/i
const ADDRESS = /(?=\/files\/+([\w-]{1,64}))/gi
/** Encoded once more each time: beyond this no reader follows. */
const LAYERS = 3

const ENCODED = /%([0-9a-f]{2})|&#(?:x([0-9a-f]{1,6})|(\d{1,7}));?|\\u([0-9a-f]{4})|&(sol|bsol);/gi
const character = (code: number) => (code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : '')

const decoded = (text: string) =>
  text.replace(ENCODED, (_, percent?: string, hex?: string, decimal?: string, short?: string) => {
    const code = percent ?? hex ?? short
    return code ? character(Number.parseInt(code, 16)) : decimal ? character(Number(decimal)) : '/'
  })

/** The ids of all files that a text names. */
export function fileIdsIn(text: string): string[] {
  if (!MAYBE.test(text)) return []
  const ids = new Set<string>()
  let now = text
  for (let layer = 0; layer < LAYERS; layer++) {
    for (const found of now.replace(/[\\/]+/g, '/').matchAll(ADDRESS)) ids.add(found[1]!)
    const next = decoded(now)
    if (next === now) break
    now = next
  }
  return [...ids]
}

function collect(value: unknown, found: Set<string>): void {
  if (typeof value === 'string') for (const id of fileIdsIn(value)) found.add(id)
  else if (Array.isArray(value)) for (const one of value) collect(one, found)
  else if (typeof value === 'object' && value !== null) {
    for (const [key, one] of Object.entries(value)) {
      collect(key, found)
      collect(one, found)
    }
  }
}

/** An open call may name what visitors uploaded; applying to join looks closer at whose it is. */
const mayName = (file: KnownFile, open: boolean) => file.is_public || file.seen || (open && file.created_by === null)

/** Reading attaches nothing, and removing a file has its own rule. */
export const guardsFiles = (call: Call) => call.method === 'POST' || call.method === 'PUT'

export async function refuseUnseenFiles(
  app: AppContext,
  user: SessionUser | null,
  open: boolean,
  input: Record<string, unknown>,
): Promise<void> {
  const fieldOf = new Map<string, string>()
  for (const [field, value] of Object.entries(input)) {
    const ids = new Set<string>()
    collect(value, ids)
    for (const id of ids) if (!fieldOf.has(id)) fieldOf.set(id, field)
  }
  if (fieldOf.size === 0) return
  const files = await app.files.look(user, [...fieldOf.keys()])
  for (const [id, file] of files) {
    if (!mayName(file, open)) throw new Refusal('NOT_FOUND', { what: '文件' }, fieldOf.get(id)!)
  }
}
