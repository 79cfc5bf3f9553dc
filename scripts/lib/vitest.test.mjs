import { join } from 'node:path'
import { expect, test } from 'vitest'
import { root } from './root.mjs'
import { countReport, joinRuns, slowest, triedAgain } from './vitest.mjs'

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

const ran = (name, status, ...states) => ({
  name: join(root, name),
  ...file(status, ...states),
})

test('what failed beside others counts as it ends alone, and is told', () => {
  const first = {
    testResults: [ran('e2e/a.test.ts', 'failed', 'passed', 'failed'), ran('e2e/b.test.ts', 'passed', 'passed')],
  }
  expect(triedAgain(first, 1)).toEqual(['e2e/a.test.ts'])
  const well = joinRuns(first, { testResults: [ran('e2e/a.test.ts', 'passed', 'passed', 'passed')] }, ['e2e/a.test.ts'])
  expect(countReport(well.report, 0)).toMatchObject({ passed: 3, failed: 0 })
  expect(well.unsteady).toHaveLength(1)
  const again = { testResults: [ran('e2e/a.test.ts', 'failed', 'passed', 'failed')] }
  const twice = joinRuns(first, again, ['e2e/a.test.ts'])
  expect(countReport(twice.report, 1)).toMatchObject({ passed: 2, failed: 1 })
})

test('a second run that leaves tests out has not passed', () => {
  const first = { testResults: [ran('e2e/a.test.ts', 'failed', 'passed', 'failed')] }
  const half = joinRuns(first, { testResults: [ran('e2e/a.test.ts', 'passed', 'passed')] }, ['e2e/a.test.ts'])
  expect(countReport(half.report, 0).failed).toBeGreaterThan(0)
  const none = joinRuns(first, { testResults: [] }, ['e2e/a.test.ts'])
  expect(countReport(none.report, 0).failed).toBeGreaterThan(0)
})

test('a run that fell, and many failures, are not tried again', () => {
  const bad = (n) => ran(`e2e/${n}.test.ts`, 'failed', 'failed')
  expect(triedAgain({ testResults: [ran('e2e/a.test.ts', 'passed', 'passed')] }, 1)).toEqual([])
  expect(triedAgain({ testResults: [1, 2, 3, 4].map(bad) }, 1)).toEqual([])
})
