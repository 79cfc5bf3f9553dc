// A call asked in somebody's name, without a request: the same permission, the same check of the input and the same
// handler as the route that serves it.

import type { Origin } from './caller.ts'
import type { AppContext, Fulfilled } from './context.ts'
import { admit, callerFor } from './serve.ts'
import type { SessionUser } from './sessionUser.ts'
import { checker } from './validate.ts'

/** The handler's own answer; throws the refusal that the user would get. */
export async function askAs(
  app: AppContext,
  { noun, call, handler }: Fulfilled,
  user: SessionUser,
  origin: Origin,
  query: Record<string, unknown>,
): Promise<unknown> {
  admit(call, user)
  const input = { ...query }
  checker(call.query)(input)
  return handler(input, callerFor(app, noun, call, user, origin, input))
}
