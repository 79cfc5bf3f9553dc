// Passwords: Argon2id at rest; plain or Base64 on the wire; the rule the organisation has chosen.
import { randomInt } from 'node:crypto'
import { hash, verify } from '@node-rs/argon2'
import { invalid } from '#contract/kit/refusal'
import { passwordProblem } from '#contract/platform/password'

const ARGON2ID = 2
/** About 60 ms of one core, 19 MiB each: four at once stay within the memory of a small server. */
const COST = { algorithm: ARGON2ID, memoryCost: 19_456, timeCost: 12, parallelism: 1 }

/** The digest of a password nobody has, at the same cost: an unknown name takes as long as a wrong password. */
export const NOBODYS_HASH =
  '$argon2id$v=19$m=19456,t=12,p=1$MnZcMZ8USKlL9tgUQychFw$DSbfHeOu5NEs/Xgc3/1WOPBfC8oTTY1P7MEelzoeAbc'

export const hashPassword = (password: string): Promise<string> => hash(password, COST)

/**
 * Existing clients send Base64 of the UTF-8 text, others the plain text, and nothing says which: a text that could be
 * either is tried as both. How many tries that takes depends on the text alone, never on the account.
 */
export function readingsOf(sent: string): string[] {
  const bytes = Buffer.from(sent, 'base64')
  if (bytes.length === 0 || bytes.toString('base64') !== sent) return [sent]
  try {
    return [new TextDecoder('utf-8', { fatal: true }).decode(bytes), sent]
  } catch {
    return [sent]
  }
}

export const samePassword = (hashed: string, password: string): Promise<boolean> => verify(hashed, password)

export async function matchesAny(hashed: string, readings: readonly string[]): Promise<boolean> {
  for (const reading of readings) if (await verify(hashed, reading)) return true
  return false
}

/** Refuses a new password that the organisation's rule (0 strict, 1 loose) does not allow. `own`: account and phone. */
export function checkRule(
  password: string,
  rule: number,
  field: string,
  own: readonly (string | null | undefined)[],
): void {
  const problem = passwordProblem(rule, password, '密码', own)
  if (problem) throw invalid(problem, field)
}

export function checkRepeated(password: string, repeated: string | null | undefined, field: string): void {
  if (repeated && repeated !== password) throw invalid('两次输入的密码不一致', field)
}

const LETTERS = 'abcdefghjkmnpqrstuvwxyzABCDEFGHJKMNPQRSTUVWXYZ'
const DIGITS = '23456789'

/** A first password to hand over: readable aloud, allowed by the strict rule. */
export function oneTimePassword(): string {
  const pick = (from: string) => from[randomInt(from.length)]!
  const letters = Array.from({ length: 7 }, () => pick(LETTERS))
  const digits = Array.from({ length: 5 }, () => pick(DIGITS))
  return [...letters, ...digits]
    .map((char) => ({ char, at: randomInt(1 << 30) }))
    .sort((a, b) => a.at - b.at)
    .map(({ char }) => char)
    .join('')
}
