// Codes that payers scan: they carry the organisation, what they are for and a signature, so that nobody can make one up.
import { createHmac, timingSafeEqual } from 'node:crypto'
import type pg from 'pg'
import { productSecret } from '#server/kit/secrets'

/** Whoever holds the key can make codes and notifications of the sandbox. */
export const scanKey = (pool: Pick<pg.Pool, 'query'>) => productSecret(pool, 'scanPay')

export const signed = (key: string, text: string) => createHmac('sha256', key).update(text).digest('hex')

export function sameSign(a: string, b: string): boolean {
  const left = Buffer.from(a)
  const right = Buffer.from(b)
  return left.length === right.length && timingSafeEqual(left, right)
}

type Purpose = 'order' | 'bill'

/** The signature is cut to what a small picture can hold; 128 bits are enough. */
const LENGTH = 32

async function codeOf(pool: Pick<pg.Pool, 'query'>, purpose: Purpose, orgId: string, id: string): Promise<string> {
  const sign = signed(await scanKey(pool), `${purpose}:${orgId}:${id}`).slice(0, LENGTH)
  return `${orgId}.${id}.${sign}`
}

/** The page on the payer's telephone, without host: the browser that shows the code knows it. */
export const orderCode = async (pool: Pick<pg.Pool, 'query'>, orgId: string, payId: string) =>
  `/payer.html?o=${await codeOf(pool, 'order', orgId, payId)}`

export const billCode = async (pool: Pick<pg.Pool, 'query'>, orgId: string, billId: string) =>
  `/payer.html?b=${await codeOf(pool, 'bill', orgId, billId)}`

/** What a code is for; null when it was made up or changed. */
export async function readCode(
  pool: Pick<pg.Pool, 'query'>,
  purpose: Purpose,
  code: string,
): Promise<{ orgId: string; id: string } | null> {
  const [orgId, id, sign, ...more] = code.split('.')
  if (!orgId || !id || !sign || more.length > 0) return null
  const right = await codeOf(pool, purpose, orgId, id)
  return sameSign(code, right) ? { orgId, id } : null
}
