// Whether an error says that the database could not be reached, or went away in the middle: nobody's defect, and over as soon
// as it is back.

/** Shut down, crashed, starting up, and whatever broke the connection itself. */
const CODES = ['57P01', '57P02', '57P03', '08000', '08001', '08003', '08004', '08006']
/** What the driver says of its own, without a code. */
const WORDS =
  /^(Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error|Client was closed)/

interface Broken {
  code?: unknown
  message?: unknown
  syscall?: unknown
  stack?: unknown
  cause?: unknown
}

export function isDatabaseAway(error: unknown): boolean {
  if (typeof error !== 'object' || error === null) return false
  const { code, message, syscall, stack, cause } = error as Broken
  if (typeof code === 'string' && CODES.includes(code)) return true
  if (typeof message === 'string' && WORDS.test(message)) return true
  // Other services refuse connections too; this one was asked for by the pool.
  if (syscall === 'connect' && typeof stack === 'string' && stack.includes('pg-pool')) return true
  return isDatabaseAway(cause)
}
