import { describe, expect, it } from 'vitest'
import type { AssessTreeNode } from '#contract/nursing/assessAuth'
import { changeOf, fitting, ticksAfter, usersOf } from './rights.ts'

const user = (id: string, name: string, assessAuth: 0 | 1): AssessTreeNode => ({
  id,
  name,
  kind: 'user',
  assessAuth,
  jobName: null,
  children: [],
})
const dept = (id: string, name: string, children: AssessTreeNode[]): AssessTreeNode => ({
  id,
  name,
  kind: 'dept',
  assessAuth: null,
  jobName: null,
  children,
})
const tree = [
  dept('d1', '护理部', [user('1', '何静', 1), dept('d2', '一病区', [user('2', '陆小燕', 0), user('3', '丁晓雯', 1)])]),
  dept('d3', '后勤', [user('4', '老周', 0)]),
]

describe('rights in a tree', () => {
  it('tells whom to add and whom to remove', () => {
    expect(changeOf(usersOf(tree), new Set(['1', '2']))).toEqual({ add: ['2'], remove: ['3'] })
  })
  it('keeps branches with somebody who fits, or a whole department by its name', () => {
    expect([...usersOf(fitting(tree, '陆')).keys()]).toEqual(['2'])
    expect([...usersOf(fitting(tree, '一病区')).keys()]).toEqual(['2', '3'])
    expect(fitting(tree, '谁')).toEqual([])
  })
  it('leaves those out of sight as they were', () => {
    const shown = usersOf(fitting(tree, '一病区'))
    expect(ticksAfter(new Set(['1', '3']), shown, ['2', 'd2'])).toEqual(new Set(['1', '2']))
  })
})
