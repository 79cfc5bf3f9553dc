// npm test: everything, on a real PostgreSQL and in a real Chromium. The last line is `N passed, N failed`.
import './lib/node.mjs'
import { ensureBrowser } from './lib/browser.mjs'
import { ensureBuilt } from './lib/build.mjs'
import { runChecks } from './lib/checks.mjs'
import { CommandFailed } from './lib/command.mjs'
import { ensureInstalled } from './lib/install.mjs'
import { runVitest } from './lib/vitest.mjs'

const total = { passed: 0, failed: 0 }
/** Named once more at the end, where a long log is read first. */
const failures = []
/** Failed beside others and passed alone. */
const unsteady = []
const slow = []
const count = ({ passed, failed }) => {
  total.passed += passed
  total.failed += failed
}

/** One step that counts as one test; answers whether it passed. */
async function attempt(work) {
  try {
    await work()
    count({ passed: 1, failed: 0 })
    return true
  } catch (error) {
    console.log(error instanceof CommandFailed ? error.message : error)
    count({ passed: 0, failed: 1 })
    return false
  }
}

/** A part with tests of its own, whose output is shown as it comes. */
async function part(title, work) {
  console.log(`▸ ${title}`)
  const { passed, failed, failures: named = [], slow: longest = [], unsteady: shaken = [] } = await work()
  failures.push(...named)
  unsteady.push(...shaken)
  if (longest.length > 0) slow.push(`最慢的测试文件：${title}`, ...longest)
  console.log(`${failed === 0 ? '✓' : '✗'} ${title}: ${passed} passed, ${failed} failed`)
  count({ passed, failed })
}

async function everything() {
  if (!(await attempt(ensureInstalled))) return
  let chromium
  const browser = await attempt(async () => {
    chromium = await ensureBrowser()
  })
  if (!browser) return
  await part('检查 (npm run check)', runChecks)
  await part('单元与集成测试 (vitest)', () => runVitest('unit', ['unit', 'server', 'web']))
  const built = await attempt(() => ensureBuilt(['server', 'web']))
  if (built) await part('浏览器测试 (e2e)', () => runVitest('e2e', ['e2e'], { CHROMIUM: chromium }))
}

try {
  await everything()
} catch (error) {
  console.log(error)
  total.failed++
}
for (const line of slow) console.log(line)
for (const once of unsteady) console.log(`△ 第一次没通过，单独再跑的结果算数 (unsteady): ${once}`)
for (const failure of failures) console.log(`✗ ${failure}`)
process.exitCode = total.failed === 0 ? 0 : 1
console.log(`${total.passed} passed, ${total.failed} failed`)
