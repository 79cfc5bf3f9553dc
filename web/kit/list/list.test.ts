import { describe, expect, it } from 'vitest'
import { text } from '#web/kit/fields/text'
import { allowedActions, type RowAction } from './acts.ts'
import type { Column } from './columns.ts'
import { fieldsFor, listInput, pageAfterResize } from './listQuery.ts'
import { isShown, moved, NO_SETTINGS, orderColumns, toggled, widthOf } from './listSettings.ts'
import { actsWidth } from './RowActions.tsx'

type Row = { can?: string[]; state?: number }
const column = (key: string, more: Partial<Column<Row>> = {}): Column<Row> => ({
  key,
  title: key,
  field: text as never,
  width: 100,
  align: 'left',
  fixed: false,
  sort: null,
  hidden: false,
  sum: false,
  screenOnly: false,
  ownLink: false,
  value: () => null,
  cell: () => null,
  text: () => '',
  ...more,
})

describe('what a list is asked for', () => {
  const state = { filter: { name: ' 王 ', state: 0, empty: '', none: null }, page: 2, size: 20, sort: null }

  it('leaves out what is empty and trims what is typed', () => {
    expect(listInput(state, { orgId: 'o' })).toEqual({ page: 2, size: 20, name: '王', state: 0, orgId: 'o' })
  })

  it('lets nothing override what is fixed, and names the sort as the server reads it', () => {
    const sorted = { ...state, sort: { name: 'createTime', order: 'desc' as const } }
    expect(listInput(sorted, { state: 9 })).toMatchObject({ state: 9, orderBy: 'createTime desc' })
  })

  it('stays near the first row when the size changes', () => {
    expect(pageAfterResize(3, 10, 20)).toBe(2)
    expect(pageAfterResize(2, 50, 10)).toBe(6)
    expect(pageAfterResize(1, 10, 100)).toBe(1)
  })
})

describe('column settings', () => {
  const all = [column('a'), column('b'), column('c', { hidden: true }), column('d')]
  const keys = (list: readonly { key: string }[]) => list.map((one) => one.key)

  it('keeps the user’s order and finds a place for columns that came later', () => {
    expect(keys(orderColumns(all, []))).toEqual(['a', 'b', 'c', 'd'])
    expect(keys(orderColumns(all, ['d', 'a', 'gone']))).toEqual(['d', 'a', 'b', 'c'])
  })

  it('shows and hides, also what is hidden by declaration', () => {
    expect(isShown(all[2]!, NO_SETTINGS)).toBe(false)
    const shown = toggled(NO_SETTINGS, 'c', true)
    expect(isShown(all[2]!, shown)).toBe(true)
    expect(isShown(all[2]!, toggled(shown, 'c', false))).toBe(false)
    expect(isShown(all[0]!, toggled(NO_SETTINGS, 'a', false))).toBe(false)
  })

  it('moves one column and keeps widths within reason', () => {
    expect(moved(['a', 'b', 'c'], 'c', 0)).toEqual(['c', 'a', 'b'])
    expect(moved(['a', 'b', 'c'], 'a', 9)).toEqual(['b', 'c', 'a'])
    expect(widthOf(all[0]!, { ...NO_SETTINGS, widths: { a: 5 } })).toBe(60)
    expect(widthOf(all[0]!, { ...NO_SETTINGS, widths: { a: 5000 } })).toBe(600)
  })
})

describe('row actions', () => {
  const click = () => undefined
  const actions: RowAction<Row>[] = [
    { title: '退住', danger: true, onClick: click },
    { title: '详情', onClick: click },
    { title: '通过', move: 'pass', onClick: click },
    { title: '收费', needs: 'fee', onClick: click },
    { title: '入住', when: (row) => row.state === 5, onClick: click },
  ]
  const titles = (row: Row, codes: string[]) =>
    allowedActions(actions, row, (needs) => codes.includes(needs)).map((action) => action.title)

  it('follows permission, state and the moves the server allows, the dangerous last', () => {
    expect(titles({}, [])).toEqual(['详情', '退住'])
    expect(titles({ can: ['pass'], state: 5 }, ['fee'])).toEqual(['详情', '通过', '收费', '入住', '退住'])
  })

  it('is as wide as the longest line', () => {
    const may = () => true
    expect(actsWidth([{}], [{ title: '详情', onClick: click }], may)).toBe(72)
    expect(actsWidth([{}], actions, may)).toBeGreaterThan(120)
  })
})

it('shows three fields at 1280 and five at 1920', () => {
  expect([fieldsFor(1014), fieldsFor(1300), fieldsFor(1654)]).toEqual([3, 4, 5])
})
