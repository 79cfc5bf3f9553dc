// The mobile number of an account is nobody else's business, but older clients put it into a read-only field and send it
// back. They get a stand-in: its ends are those of the real number, its middle is invented, and for ten minutes it opens
// the real one in the browser that asked. A name without an account gets one just like it, always the same.
import { createHmac } from 'node:crypto'
import type pg from 'pg'
import type { FoundAccount } from '#server/areas/platform/session/accountLogin'
import type { Origin } from '#server/kit/caller'
import { sha256 } from '#server/kit/ids'
import { productSecret } from '#server/kit/secrets'

const PHONE = /^1\d{10}$/
const PREFIXES = [
  '133',
  '135',
  '136',
  '137',
  '138',
  '139',
  '150',
  '151',
  '152',
  '158',
  '159',
  '177',
  '186',
  '187',
  '189',
]
/** Tried at once: as good as certainly one of them is nobody's. */
const CANDIDATES = 12

/** A proof belongs to the browser that gave it: knowing account and phone is not enough to use it up. */
export const browserOf = (origin: Origin) => sha256(`${origin.ip} ${origin.userAgent}`)

const digits = (bytes: Buffer, at: number, length: number) =>
  String(bytes.readUInt32BE(at) % 10 ** length).padStart(length, '0')

const REMEMBER = `insert into phone_stand_in (origin_hash, stand_in, phone, expires_at)
values ($1, $2, $3, now() + interval '10 minutes')
on conflict (origin_hash, stand_in) do update set phone = excluded.phone, expires_at = excluded.expires_at`

/** `account`: whose number may get a code; null for everybody else, who is answered by the same statements. */
export async function standInFor(
  pool: pg.Pool,
  origin: Origin,
  name: string,
  account: FoundAccount | null,
): Promise<string> {
  const asked = name.trim().toLowerCase()
  const secret = await productSecret(pool, 'phoneStandIn')
  const digest = (text: string) => createHmac('sha256', secret).update(text).digest()
  const nobody = digest(`nobody ${asked}`)
  const invented = `${PREFIXES[nobody[0]! % PREFIXES.length]}${digits(nobody, 4, 4)}${digits(nobody, 8, 4)}`
  const model = PHONE.test(asked) ? asked : (account?.phone ?? invented)
  for (let from = 0; ; from += CANDIDATES) {
    const candidates = Array.from({ length: CANDIDATES }, (_, i) => {
      const middle = digits(digest(`${asked} ${model} ${from + i}`), 0, 4)
      return `${model.slice(0, 3)}${middle}${model.slice(7)}`
    })
    const taken = await pool.query<{ name: string }>({
      name: 'stand_in_taken',
      text: 'select name from login_name where name = any($1)',
      values: [candidates],
    })
    const others = new Set([model, ...taken.rows.map((row) => row.name)])
    const standIn = candidates.find((one) => !others.has(one))
    if (!standIn) continue
    const values = [browserOf(origin), standIn, account?.phone ?? null]
    await pool.query({ name: 'stand_in_remember', text: REMEMBER, values })
    return standIn
  }
}

export interface StandIn {
  /** null: nobody's. */
  phone: string | null
  expired: boolean
}

/** What a number stands for in this browser; null: it is a number like any other. */
export async function standInOf(pool: pg.Pool, origin: Origin, number: string): Promise<StandIn | null> {
  const found = await pool.query<StandIn>({
    name: 'stand_in_of',
    text: `select phone, expires_at <= now() as expired from phone_stand_in where origin_hash = $1 and stand_in = $2`,
    values: [browserOf(origin), number],
  })
  return found.rows[0] ?? null
}

/** The real number behind what a form sends; one that stands for nobody is left as it is and proves nothing. */
export async function realNumber(pool: pg.Pool, origin: Origin, number: string): Promise<string> {
  const standIn = await standInOf(pool, origin, number)
  return standIn && !standIn.expired ? (standIn.phone ?? number) : number
}
