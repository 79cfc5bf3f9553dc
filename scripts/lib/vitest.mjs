// Runs vitest and counts by its own report. What a report cannot show counts as failed too: a runner that crashed, a
// file that could not be loaded, an error outside any test, a run without tests.
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { tool } from './command.mjs'
import { root } from './root.mjs'

export function countReport(report, code) {
  let passed = 0
  let failed = 0
  for (const file of report.testResults) {
    const states = file.assertionResults.map((test) => test.status)
    passed += states.filter((state) => state === 'passed').length
    const broken = states.filter((state) => state === 'failed').length
    failed += broken
    if (file.status === 'failed' && broken === 0) failed++
  }
  if (passed + failed === 0) failed++
  if (code !== 0 && failed === 0) failed++
  return { passed, failed }
}

export async function runVitest(name, projects, env = {}) {
  const folder = join(root, 'dist', 'test')
  const file = join(folder, `${name}.json`)
  mkdirSync(folder, { recursive: true })
  rmSync(file, { force: true })
  const args = ['run', ...projects.flatMap((project) => ['--project', project])]
  const { code } = await tool(
    'vitest/vitest.mjs',
    [...args, '--reporter=default', '--reporter=json', `--outputFile.json=${file}`],
    {
      env,
      allowFailure: true,
    },
  )
  if (!existsSync(file)) {
    console.log(`✗ ${name}: vitest 没有留下报告 (no report, exit code ${code})`)
    return { passed: 0, failed: 1 }
  }
  return countReport(JSON.parse(readFileSync(file, 'utf8')), code)
}
