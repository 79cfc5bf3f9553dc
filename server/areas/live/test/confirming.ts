// Moves of tests that are about something else: what is unusual about a bed is confirmed, as a person would.
import { refusals } from '#contract/kit/refusal'
import type { Envelope, TestApp } from '#server/kit/test/app'

type Method = Parameters<TestApp['ask']>[0]

export async function askConfirming<T>(
  app: Pick<TestApp, 'ask'>,
  method: Method,
  path: string,
  { token, body }: { token: string; body: Record<string, unknown> },
): Promise<Envelope<T>> {
  const answer = await app.ask<T>(method, path, { token, body })
  if (answer.status !== refusals.NEEDS_CONFIRM[0] || 'confirmed' in body) return answer
  return app.ask<T>(method, path, { token, body: { ...body, confirmed: answer.desc } })
}
