// Somebody signs out by hand: whoever keeps something for that session gives it up here, in the same transaction. A session
// that ends by itself, or is ended by others, is not told.
import type { Tx } from './caller.ts'
import type { SessionUser } from './sessionUser.ts'

export type OnSignedOut = (tx: Tx, user: SessionUser) => Promise<void>

const listeners: OnSignedOut[] = []

export const onSignedOut = (listener: OnSignedOut) => void listeners.push(listener)

export async function signedOut(tx: Tx, user: SessionUser): Promise<void> {
  for (const listener of listeners) await listener(tx, user)
}
