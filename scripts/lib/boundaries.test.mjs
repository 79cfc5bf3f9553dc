import { describe, expect, test } from 'vitest'
import { boundaryFaults, importsOf, lengthFaults, pageFaults, styleFaults } from './boundaries.mjs'

const faults = (file, ...names) =>
  boundaryFaults(new Map([[file, names.map((name) => `import { x } from '${name}'\n`).join('')]]))

describe('boundaries', () => {
  test('every form of import is seen, strings and words are not', () => {
    const text = [
      `import a from 'one'`,
      `import {\n  b,\n  type C,\n} from "two"`,
      `import 'three'`,
      `export { d } from 'four'`,
      `export * from 'five'`,
      `const e = await import('six')`,
      `const text = "from 'nothing'"`,
      `const words = ['import'].map((x) => x)`,
      `const f = import(/* @vite-ignore */ 'seven')`,
    ].join('\n')
    expect(importsOf(text)).toEqual(['one', 'two', 'three', 'four', 'five', 'six', 'seven'])
  })

  test.each([
    ['contract/live/outing.ts', 'react'],
    ['contract/live/outing.ts', 'node:fs'],
    ['contract/live/outing.ts', '#server/kit/db'],
    ['contract/live/outing.ts', 'vitest'],
    ['server/kit/http.ts', '#web/kit/call'],
    ['web/kit/call.ts', '#server/kit/db'],
    ['server/kit/http.ts', '#server/areas/live/outing'],
    ['web/kit/shell.tsx', '#web/areas/live/outing/list.part'],
    ['server/areas/live/outing/outing.ts', '#server/areas/expense/ledger'],
    ['server/areas/live/outing/outing.ts', '../expense/ledger.ts'],
    ['server/areas/live/outing/outing.ts', '#server/areas/expense/tables'],
    ['server/kit/http.ts', './test/database.ts'],
    ['server/kit/http.ts', '../app.ts'],
    ['simulator/mattress.ts', '#server/kit/mqtt'],
    ['server/kit/broker.ts', '#simulator/device'],
  ])('%s must not import %s', (file, name) => {
    expect(faults(file, name)).toHaveLength(1)
  })

  test.each([
    ['contract/live/outing.ts', '@sinclair/typebox/value'],
    ['contract/live/outing.test.ts', 'vitest'],
    ['contract/live/outing.ts', '#contract/kit/call'],
    ['contract/live/outing.ts', './stay.ts'],
    ['server/areas/live/outing/outing.ts', '#server/areas/expense/public'],
    ['server/areas/live/outing/outing.ts', '#contract/expense/ledger'],
    ['server/areas/live/tables.ts', '#server/areas/platform/tables'],
    ['server/areas/live/outing/outing.test.ts', '#server/areas/expense/ledger'],
    ['server/app.ts', '#server/areas/platform/files'],
    ['server/kit/version.ts', '../../package.json'],
    ['web/areas/live/outing/list.page.tsx', './row.part.tsx'],
    ['e2e/signIn.test.ts', '#server/kit/settings'],
    ['server/kit/broker.test.ts', '#simulator/device'],
    ['server/areas/monitor/demo/demoAlarms.ts', '#simulator/sleeper'],
    ['server/kit/broker.test.ts', './test/database.ts'],
    ['bench/run.ts', '../e2e/kit/server.ts'],
    ['scripts/start.mjs', './lib/build.mjs'],
  ])('%s may import %s', (file, name) => {
    expect(faults(file, name)).toEqual([])
  })

  test('barrels, utils and long files are named', () => {
    expect(boundaryFaults(new Map([['web/kit/utils.ts', '']]))).toHaveLength(1)
    expect(boundaryFaults(new Map([['contract/index.ts', '']]))).toHaveLength(1)
    expect(lengthFaults(new Map([['a.ts', 'x\n'.repeat(450)]]))).toEqual([])
    expect(lengthFaults(new Map([['a.ts', 'x\n'.repeat(451)]]))).toEqual(['a.ts: 451 lines, at most 450'])
  })

  test('a class styled by two folders is named; another document, a context or a comment is none', () => {
    const styles = (...files) => styleFaults(new Map(files))
    const own = ['web/areas/home/a/a.css', '.yy-tile,\n.yy-other { gap: 4px }']
    expect(styles(own, ['web/kit/fields/b.css', '.yy-tile { gap: 8px }'])).toEqual([
      '.yy-tile: has rules in web/areas/home/a and web/kit/fields',
    ])
    expect(styles(own, ['web/areas/home/a/b.css', '.yy-tile { gap: 8px }'])).toEqual([])
    expect(styles(own, ['web/light/b.css', '.yy-tile { gap: 8px }'])).toEqual([])
    expect(
      styles(own, ['web/kit/b.css', '.yy-page .yy-tile, .a:is(.b, .yy-tile, .c) { gap: 8px } /* .yy-tile {} */']),
    ).toEqual([])
  })

  test('pages without a file and files without a page', () => {
    expect(pageFaults(['a', 'b'], ['b', 'c'])).toEqual([
      'a: declared page without a file',
      'c: page that no contract declares',
    ])
  })
})
