// The cash desk is told who somebody is, not what care must mind about them.
import { expect, test } from 'vitest'
import type { Call, Noun } from '#contract/kit/call'

const files = import.meta.glob<Record<string, unknown>>('./*.ts', { eager: true })
const isNoun = (value: unknown): value is Noun =>
  typeof value === 'object' && value !== null && 'calls' in value && 'pages' in value
const calls = Object.values(files).flatMap((file) =>
  Object.values(file)
    .filter(isNoun)
    .flatMap((noun): Call[] => Object.values(noun.calls)),
)

test('no answer of the fees carries care notes', () => {
  expect(calls.length).toBeGreaterThan(80)
  const telling = calls.filter((call) => JSON.stringify(call.data ?? {}).includes('"attention"'))
  expect(telling.map((call) => call.key)).toEqual([])
})
