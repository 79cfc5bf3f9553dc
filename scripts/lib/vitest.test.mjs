import { expect, test } from 'vitest'
import { countReport, slowest } from './vitest.mjs'

const file = (status, ...states) => ({ status, assertionResults: states.map((state) => ({ status: state })) })
const count = (code, ...testResults) => {
  const named = testResults.map((file, i) => ({ name: `server/file${i}.test.ts`, ...file }))
  const { passed, failed, failures } = countReport({ testResults: named }, code)
  expect(failures).toHaveLength(failed)
  return { passed, failed }
}

test('passed and failed tests are counted, skipped ones are not', () => {
  expect(count(1, file('passed', 'passed', 'skipped'), file('failed', 'passed', 'failed'))).toEqual({
    passed: 2,
    failed: 1,
  })
})

test('a file that could not be loaded is a failure', () => {
  expect(count(1, file('passed', 'passed'), file('failed'))).toEqual({ passed: 1, failed: 1 })
})

test('no tests at all is a failure', () => {
  expect(count(0)).toEqual({ passed: 0, failed: 1 })
  expect(count(0, file('passed', 'skipped'))).toEqual({ passed: 0, failed: 1 })
})

test('an error outside any test is a failure', () => {
  expect(count(1, file('passed', 'passed'))).toEqual({ passed: 1, failed: 1 })
})

test('the files that took longest come first', () => {
  const times = Array.from({ length: 12 }, (_, i) => ({ name: `server/file${i}.test.ts`, ms: i * 1_250 }))
  const lines = slowest(times)
  expect(lines).toHaveLength(10)
  expect(lines[0]).toBe('   13.8 s  server/file11.test.ts')
  expect(lines[9]).toBe('    2.5 s  server/file2.test.ts')
})
