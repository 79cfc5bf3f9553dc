import { describe, expect, it } from 'vitest'
import type { LookupItem } from '#web/kit/lookup'
import { treeOf } from './lookup.tsx'
import { regionChain, regionText, regionTree } from './region.tsx'

const item = (value: string, label: string, parent: string | null = null): LookupItem => ({
  value,
  label,
  search: label,
  parent,
  row: {},
})

describe('trees of lookups', () => {
  it('stand below their parents; one whose parent is out of sight stands at the top', () => {
    const tree = treeOf([item('1', '护理部', '0'), item('11', '松鹤楼', '1'), item('22', '财务', '9')])
    expect(tree.map((node) => [node.title, node.children.map((child) => child.title)])).toEqual([
      ['护理部', ['松鹤楼']],
      ['财务', []],
    ])
  })
})

describe('regions', () => {
  const items = [item('310000', '上海市'), item('310100', '上海市', '310000'), item('310110', '杨浦区', '310100')]
  it('know the way to a code and say it without repeating', () => {
    expect(regionChain(items, '310110').map((one) => one.value)).toEqual(['310000', '310100', '310110'])
    expect(regionText(items, '310110')).toBe('上海市 杨浦区')
    expect(regionText(items, '999999')).toBe('999999')
    expect(regionTree(items)[0]!.children![0]!.children![0]!.label).toBe('杨浦区')
  })
})
