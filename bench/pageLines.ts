// The pages' budgets.
import type { PageTimes } from './pages.ts'
import { atMost, type Line, noted } from './report.ts'

const NEAR = 1.5
const REQUESTS = 25
const SCRIPT_KB = 450

export function pageLines(times: PageTimes): Line[] {
  const { login, bare, slowBare, pages, opened, back } = times
  return [
    atMost('login page, every script until the form stands', login.scriptKB, 120, 'KB'),
    noted('login form visible', `${login.ms.toFixed(0)} ms`),
    noted('bare table, first row', `${bare.ms.toFixed(0)} ms, ${bare.scriptKB.toFixed(0)} KB`),
    noted('bare table on a slow line, first row', `${slowBare.ms.toFixed(0)} ms`),
    ...pages.flatMap(({ what, quick, slow }) => [
      atMost(`${what}: first row (${quick.ms.toFixed(0)} ms) ÷ bare table`, quick.ms / bare.ms, NEAR, 'times', 2),
      atMost(`${what}: requests until then`, quick.requests, REQUESTS, ''),
      atMost(`${what}: scripts until then`, quick.scriptKB, SCRIPT_KB, 'KB'),
      noted(`${what}: styles until then`, `${quick.styleKB.toFixed(1)} KB`),
      atMost(`${what}: the same on a slow line (${slow.ms.toFixed(0)} ms)`, slow.ms / slowBare.ms, NEAR, 'times', 2),
    ]),
    atMost('a tab opened from the menu, click to first row', opened, 300, 'ms'),
    atMost('back to an open tab, click to its row', back, 50, 'ms'),
  ]
}
