// What the server's tests get for '@node-rs/argon2' (vitest.config.ts): the same Argon2id at its lowest cost, because a
// sign-in stands before nearly every test and is slow by design. The product is built without it and knows no such setting.
import { createRequire } from 'node:module'
import type * as Argon2 from '@node-rs/argon2'

const real = createRequire(import.meta.url)('@node-rs/argon2') as typeof Argon2

const LOWEST = { memoryCost: 8, timeCost: 1, parallelism: 1 }
let full = false

/** For the test of the cost itself; answers how to end it. */
export function atFullCost(): () => void {
  full = true
  return () => {
    full = false
  }
}

export const hash: typeof Argon2.hash = (password, options, signal) =>
  real.hash(password, full ? options : { ...options, ...LOWEST }, signal)

/** The cost of a check stands in the hash. */
export const { verify } = real
