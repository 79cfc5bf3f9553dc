import { describe, expect, test } from 'vitest'
import { circleFaults } from './circles.mjs'

const faults = (files) => circleFaults(new Map(Object.entries(files)))

describe('circles', () => {
  test('files that import each other are named with the way around, also for types', () => {
    expect(
      faults({
        'server/kit/a.ts': `import { b } from './b.ts'\n`,
        'server/kit/b.ts': `import type { C } from '#server/kit/c'\n`,
        'server/kit/c.ts': `export { a } from './a.ts'\n`,
      }),
    ).toEqual(['circle of files: server/kit/a.ts → server/kit/b.ts → server/kit/c.ts → server/kit/a.ts'])
  })

  test('a way that only forks and meets again is none, nor is a test or a page that is loaded later', () => {
    expect(
      faults({
        'web/kit/a.ts': `import './b.ts'\nimport './c.tsx'\n`,
        'web/kit/b.ts': `import './d.ts'\n`,
        'web/kit/c.tsx': `import './d.ts'\n`,
        'web/kit/d.ts': `const page = () => import('./a.ts')\n`,
        'web/kit/d.test.ts': `import './a.ts'\n`,
      }),
    ).toEqual([])
  })

  test('areas that call each other through their doors are named, keys between tables are not', () => {
    const live = { 'server/areas/live/public.ts': '', 'server/areas/expense/public.ts': '' }
    const there = { 'server/areas/live/outing/outing.ts': `import { x } from '#server/areas/expense/public'\n` }
    const back = { 'server/areas/expense/bill/bill.ts': `import { y } from '#server/areas/live/public'\n` }
    const key = {
      'server/areas/live/tables.ts': '',
      'server/areas/expense/tables.ts': `import { oldman } from '#server/areas/live/tables'\n`,
    }
    expect(faults({ ...live, ...there, ...key })).toEqual([])
    expect(faults({ ...live, ...there, ...back })).toEqual(['circle of areas: live → expense → live'])
  })

  test('an area that gathers the files of others is named', () => {
    expect(
      faults({ 'server/areas/home/bench/bench.ts': `const all = import.meta.glob('../../*/public.ts')\n` }),
    ).toEqual(['server/areas/home/bench/bench.ts: an area does not gather files of others, server/app.ts does'])
  })
})
