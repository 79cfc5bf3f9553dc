// Runs vitest and counts by its own report. What a report cannot show counts as failed too: a runner that crashed, a
// file that could not be loaded, an error outside any test, a run without tests.
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { join, relative } from 'node:path'
import { tool } from './command.mjs'
import { root } from './root.mjs'

/** Enough of a message to know what went wrong, without colours. */
const firstLines = (message = '') =>
  message
    // biome-ignore lint/suspicious/noControlCharactersInRegex: terminal colours begin with this character
    .replace(/\u001b\[[0-9;]*m/g, '')
    .split('\n')
    .slice(0, 12)
    .map((line) => `    ${line}`)
    .join('\n')

export function countReport(report, code) {
  let passed = 0
  const failures = []
  for (const file of report.testResults) {
    const name = relative(root, file.name)
    passed += file.assertionResults.filter((test) => test.status === 'passed').length
    const broken = file.assertionResults.filter((test) => test.status === 'failed')
    failures.push(...broken.map((test) => `${name} › ${test.fullName}\n${firstLines(test.failureMessages?.[0])}`))
    if (file.status === 'failed' && broken.length === 0) failures.push(`${name}\n${firstLines(file.message)}`)
  }
  if (passed + failures.length === 0) failures.push('no test ran')
  if (code !== 0 && failures.length === 0) failures.push(`vitest ended with code ${code}`)
  return { passed, failed: failures.length, failures }
}

/** The files that took longest, a line each. */
export const slowest = (times, most = 10) =>
  [...times]
    .sort((a, b) => b.ms - a.ms)
    .slice(0, most)
    .map(({ name, ms }) => `${(ms / 1000).toFixed(1).padStart(7)} s  ${name}`)

const readJson = (file) => JSON.parse(readFileSync(file, 'utf8'))

/** So many files may be tried again; more than these have not failed by chance. */
const AGAIN_AT_MOST = 3

/** The files of a report that failed; none when the run itself fell, or when too many failed to be chance. */
export function triedAgain(report, code) {
  const failed = report.testResults.filter((file) => file.status === 'failed').map((file) => relative(root, file.name))
  const counted = countReport(report, code)
  const byTests = counted.failures.every((failure) => failed.some((name) => failure.startsWith(name)))
  return byTests && failed.length <= AGAIN_AT_MOST ? failed : []
}

/**
 * What a run and the second one of its failed files come to. A file counts as it ended alone; that it failed beside
 * others is told by name, so that nobody takes it for steady.
 */
export function joinRuns(first, second, files) {
  const kept = first.testResults.filter((file) => !files.includes(relative(root, file.name)))
  const before = first.testResults.filter((file) => files.includes(relative(root, file.name)))
  const failedBefore = before.flatMap((file) => {
    const name = relative(root, file.name)
    const tests = file.assertionResults.filter((test) => test.status === 'failed')
    return tests.length > 0
      ? tests.map((test) => `${name} › ${test.fullName}\n${firstLines(test.failureMessages?.[0])}`)
      : [`${name}\n${firstLines(file.message)}`]
  })
  // A test that is no longer there the second time has not passed.
  const gone = before.flatMap((file) => {
    const now = second.testResults.find((one) => one.name === file.name)
    return (now?.assertionResults.length ?? 0) >= file.assertionResults.length ? [] : [{ ...file, status: 'failed' }]
  })
  return { report: { testResults: [...kept, ...second.testResults, ...gone] }, unsteady: failedBefore }
}

async function runOnce(name, args, env) {
  const folder = join(root, 'dist', 'test')
  const file = join(folder, `${name}.json`)
  mkdirSync(folder, { recursive: true })
  const timesFile = join(folder, `${name}.times.json`)
  for (const old of [file, timesFile]) rmSync(old, { force: true })
  const reporters = ['default', 'json', join(root, 'scripts', 'lib', 'times.mjs')]
  const { code, signal } = await tool(
    'vitest/vitest.mjs',
    ['run', ...args, ...reporters.map((one) => `--reporter=${one}`), `--outputFile.json=${file}`],
    { env: { ...env, YIYUAN_TEST_TIMES: timesFile }, allowFailure: true },
  )
  return {
    code,
    signal,
    report: existsSync(file) ? readJson(file) : null,
    slow: existsSync(timesFile) ? slowest(readJson(timesFile)) : [],
  }
}

export async function runVitest(name, projects, env = {}) {
  const chosen = projects.flatMap((project) => ['--project', project])
  const { code, signal, report, slow } = await runOnce(name, chosen, env)
  if (!report) {
    return {
      passed: 0,
      failed: 1,
      failures: [`${name}: vitest 没有留下报告 (no report, ${signal ?? `exit code ${code}`})`],
    }
  }
  const files = triedAgain(report, code)
  if (files.length === 0) return { ...countReport(report, code), slow }
  console.log(`▸ 单独再跑一次没通过的文件 (tried again, alone): ${files.join(' ')}`)
  const again = await runOnce(`${name}.again`, [...chosen, '--maxWorkers=1', ...files], env)
  if (!again.report) return { ...countReport(report, code), slow }
  const joined = joinRuns(report, again.report, files)
  return { ...countReport(joined.report, again.code), slow, unsteady: joined.unsteady }
}
