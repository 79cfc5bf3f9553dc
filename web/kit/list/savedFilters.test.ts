import { describe, expect, it } from 'vitest'
import { call } from '#contract/kit/call'
import { options } from '#contract/kit/options'
import { pageOf, pageQuery } from '#contract/kit/paging'
import { int, obj, opt, str } from '#contract/kit/schema'
import { fittingFilter, MOST_SAVED, readSaved, withoutSaved, withSaved } from './savedFilters.ts'

const State = options('SavedFilterState', '状态', [
  [1, 'living', '在住'],
  [2, 'left', '退住'],
])
const list = call.get('/saved/filters', {
  needs: 'signedIn',
  act: '列表',
  query: pageQuery({ name: opt(str('姓名')), state: opt(State.schema), age: opt(int('年龄')) }),
  data: pageOf(obj({ name: str() })),
})
const none = { list: [], start: null }

describe('saved filters', () => {
  it('are kept under their name, overwritten and deleted', () => {
    const one = withSaved(none, '在住', { state: 1, name: '', age: null })
    expect(one.list).toEqual([{ name: '在住', filter: { state: 1 } }])
    const two = withSaved(withSaved(one, '王', { name: '王' }), '在住', { state: 2 })
    expect(two.list.map((each) => [each.name, each.filter])).toEqual([
      ['在住', { state: 2 }],
      ['王', { name: '王' }],
    ])
    expect(withoutSaved({ ...two, start: '王' }, '王')).toEqual({ list: [two.list[0]], start: null })
    expect(withoutSaved({ ...two, start: '王' }, '在住').start).toBe('王')
  })

  it('lose fields that the list no longer asks for, and values that it would refuse', () => {
    const stored = { state: 9, gone: 'x', name: '王', age: 'old', page: 7, orderBy: 'name desc', constructor: 'x' }
    expect(fittingFilter(list, stored)).toEqual({ name: '王' })
    for (const odd of [null, 'text', 3, ['a']]) expect(fittingFilter(list, odd)).toEqual({})
  })

  it('survive whatever is stored', () => {
    for (const odd of [null, 'text', [], { list: 'x' }, { list: [null, 4, { name: '' }, { filter: {} }] }]) {
      expect(readSaved(list, odd)).toEqual(none)
    }
    const many = Array.from({ length: 50 }, (_, i) => ({ name: `第 ${i}`, filter: { state: 1 } }))
    expect(readSaved(list, { list: many, start: '第 49' })).toMatchObject({ start: null })
    expect(readSaved(list, { list: many, start: '第 3' }).list).toHaveLength(MOST_SAVED)
    expect(readSaved(list, { list: [{ name: 'a', filter: { state: 1 } }], start: 'a' }).start).toBe('a')
  })
})
