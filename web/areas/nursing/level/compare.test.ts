import { expect, it } from 'vitest'
import { CareUnit } from '#contract/nursing/frequency'
import type { LevelProjectData } from '#contract/nursing/level'
import { comparedOf, differs } from './compare.ts'

const has = (projectId: string, clocks: string[]): LevelProjectData => ({
  projectId,
  projectName: projectId,
  categoryName: '生活照料',
  minutes: 5,
  enabled: true,
  unit: CareUnit.is.day,
  times: clocks.length,
  clocks,
  days: [],
})

it('shows what either has in the order of the catalogue, and where they differ', () => {
  const catalogue = ['a', 'b', 'c', 'd', 'e'].map((projectId) => ({ projectId }))
  const left = [has('e', ['09:00']), has('c', ['08:00']), has('a', ['08:00', '20:00'])]
  const right = [has('b', ['07:00']), has('c', ['08:30']), has('a', ['20:00', '08:00'])]
  const rows = comparedOf(catalogue, left, right)
  expect(rows.map((row) => [row.projectId, ...row.words, differs(row)])).toEqual([
    ['a', '每日 2 次 08:00 20:00', '每日 2 次 08:00 20:00', false],
    ['b', null, '每日 1 次 07:00', true],
    ['c', '每日 1 次 08:00', '每日 1 次 08:30', true],
    ['e', '每日 1 次 09:00', null, true],
  ])
})
