import { expect, test } from 'vitest'
import { isDatabaseAway } from './databaseAway.ts'

const error = (facts: object) => Object.assign(new Error('x'), facts)

test('a database that is down, starting or cut off is away, also behind another error', () => {
  const away = [
    error({ code: '57P01' }),
    error({ code: '57P03' }),
    error({ message: 'Connection terminated unexpectedly' }),
    error({ code: 'ECONNREFUSED', syscall: 'connect', stack: 'Error\n    at node_modules/pg-pool/index.js:45:11' }),
  ]
  for (const one of away) expect([isDatabaseAway(one), isDatabaseAway(error({ cause: one }))]).toEqual([true, true])
})

test('a refused statement, another service and anything else are not', () => {
  const others = [
    error({ code: '23505' }),
    error({ code: 'ECONNREFUSED', syscall: 'connect', stack: 'Error\n    at s3.ts:1:1' }),
    error({}),
    'x',
    null,
  ]
  expect(others.map(isDatabaseAway)).toEqual(others.map(() => false))
})
