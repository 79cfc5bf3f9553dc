import { describe, expect, it } from 'vitest'
import {
  addRow,
  changeRow,
  changesIn,
  type Draft,
  type DraftValue,
  depthOf,
  dropOver,
  inTreeOrder,
  mergeDraft,
  moveTo,
  problemsIn,
  removeRow,
  requestOf,
} from './draft.ts'

const row = (value: string, parentValue: string | null = null, more: Partial<DraftValue> = {}): DraftValue => ({
  key: value,
  valueId: value,
  value,
  label: value,
  parentValue,
  enabled: true,
  system: false,
  initials: '',
  ...more,
})
const names = (rows: readonly DraftValue[]) => rows.map((one) => one.label).join('')
const flat = ['a', 'b', 'c'].map((one) => row(one))
const tree = [row('a'), row('x', 'a'), row('y', 'a'), row('b'), row('z', 'b')]
const draft = (rows: readonly DraftValue[], base: readonly DraftValue[] = flat): Draft => ({
  dictionaryId: 'd',
  version: 1,
  base,
  rows,
})

describe('rows', () => {
  it('move among their siblings, with what hangs below', () => {
    expect(names(moveTo(flat, 'c', 0))).toBe('cab')
    expect(names(moveTo(tree, 'b', 0))).toBe('bzaxy')
    expect(names(dropOver(tree, 'x', 'y'))).toBe('ayxbz')
    expect(names(dropOver(tree, 'x', 'z'))).toBe('axybz')
    expect(names(dropOver(tree, 'a', 'z'))).toBe('bzaxy')
    expect(names(inTreeOrder([row('z', 'b'), row('a'), row('b'), row('x', 'a')]))).toBe('axbz')
    expect(depthOf(tree, tree[1]!)).toBe(1)
  })

  it('are added below a parent and taken out with their children', () => {
    const added = changeRow(addRow(tree, 'new', 'a'), 'new', { label: '新' })
    expect(names(added)).toBe('axy新bz')
    expect(names(removeRow(added, 'a'))).toBe('bz')
    expect(requestOf(added)[3]).toEqual({ label: '新', parentValue: 'a', enabled: true })
  })

  it('say what was changed and what is wrong', () => {
    expect(changesIn(draft(flat))).toEqual([])
    const changed = moveTo(
      addRow(changeRow(removeRow(flat, 'b'), 'a', { label: 'A', enabled: false }), 'n', null),
      'c',
      0,
    )
    expect(changesIn(draft(changed))).toEqual(['“a”改名为“A”', '停用“A”', '新增“未命名”', '删除“b”', '调整了顺序'])
    expect([...problemsIn([...flat, row('n', null, { label: ' ' }), row('m', null, { label: 'a' })])]).toEqual([
      ['n', '请填写名称'],
      ['m', '名称重复'],
    ])
  })
})

describe('two editors', () => {
  it('keep both works; where both changed the same, mine stays and is named', () => {
    const mine = draft(
      addRow(changeRow(changeRow(flat, 'a', { label: '我的' }), 'b', { enabled: false }), 'new', null).map((one) =>
        one.key === 'new' ? { ...one, label: '新' } : one,
      ),
    )
    const latest = { version: 4, rows: [row('a', null, { label: '别人的' }), row('b'), row('d')] }
    const { draft: merged, theirs, clashes } = mergeDraft(mine, latest)
    expect(merged.version).toBe(4)
    expect(merged.rows.map((one) => [one.label, one.enabled])).toEqual([
      ['我的', true],
      ['b', false],
      ['d', true],
      ['新', true],
    ])
    expect(theirs).toEqual(['“a”改名为“别人的”', '新增“d”', '删除“c”'])
    expect(clashes).toEqual(['“a”对方改为“别人的”，您改为“我的”'])
  })

  it('keep my order and what I took out', () => {
    const merged = mergeDraft(draft(removeRow(moveTo(flat, 'c', 0), 'b')), { version: 2, rows: [...flat, row('d')] })
    expect(names(merged.draft.rows)).toBe('cad')
    const lost = mergeDraft(draft(changeRow(flat, 'b', { label: 'B' })), { version: 2, rows: [row('a'), row('c')] })
    expect(lost.clashes).toEqual(['“b”您有改动，但已被对方删除'])
  })
})
