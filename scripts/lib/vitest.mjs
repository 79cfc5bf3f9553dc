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

export async function runVitest(name, projects, env = {}) {
  const folder = join(root, 'dist', 'test')
  const file = join(folder, `${name}.json`)
  mkdirSync(folder, { recursive: true })
  const timesFile = join(folder, `${name}.times.json`)
  for (const old of [file, timesFile]) rmSync(old, { force: true })
  const args = ['run', ...projects.flatMap((project) => ['--project', project])]
  const reporters = ['default', 'json', join(root, 'scripts', 'lib', 'times.mjs')]
  const { code, signal } = await tool(
    'vitest/vitest.mjs',
    [...args, ...reporters.map((one) => `--reporter=${one}`), `--outputFile.json=${file}`],
    {
      env: { ...env, YIYUAN_TEST_TIMES: timesFile },
      allowFailure: true,
    },
  )
  if (!existsSync(file)) {
    return {
      passed: 0,
      failed: 1,
      failures: [`${name}: vitest 没有留下报告 (no report, ${signal ?? `exit code ${code}`})`],
    }
  }
  return { ...countReport(readJson(file), code), slow: existsSync(timesFile) ? slowest(readJson(timesFile)) : [] }
}
