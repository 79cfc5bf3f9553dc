import { describe, expect, test } from 'vitest'
import { machine } from './machine.ts'
import { options } from './options.ts'
import { pageInfo } from './paging.ts'
import { allows, codesOf } from './permission.ts'
import { Refusal } from './refusal.ts'

describe('permission grammar', () => {
  const has =
    (...codes: string[]) =>
    (code: string) =>
      codes.includes(code)
  test('empty means nobody', () => {
    expect(allows('', () => true)).toBe(false)
    expect(allows('  ', () => true)).toBe(false)
  })
  test('| any, & all, one alone', () => {
    expect(allows('a', has('a'))).toBe(true)
    expect(allows('a', has('b'))).toBe(false)
    expect(allows('a|b', has('b'))).toBe(true)
    expect(allows('a&b', has('b'))).toBe(false)
    expect(allows('a&b', has('a', 'b'))).toBe(true)
    expect(allows('a&b|c', has('c'))).toBe(true)
    expect(allows('a&b|c', has('a'))).toBe(false)
    expect(allows('a|', has())).toBe(false)
  })
  test('codes named by an expression', () => {
    expect(codesOf('a&b|c')).toEqual(['a', 'b', 'c'])
    expect(codesOf('signedIn')).toEqual([])
  })
})

describe('state machine', () => {
  const door = machine<0 | 1 | 2>()({
    open: { from: [0], to: 1, title: '打开', needs: 'door:open' },
    close: { from: [1], to: 0, title: '关闭' },
    seal: { from: [0, 1], to: 2, title: '封存', needs: 'door:seal' },
  })
  const label = (state: number) => ['关', '开', '封'][state]!
  test('can lists what state and permission allow', () => {
    expect(door.can(0, () => true)).toEqual(['open', 'seal'])
    expect(door.can(1, () => false)).toEqual(['close'])
    expect(door.can(2, () => true)).toEqual([])
  })
  test('a move that is not allowed names the present state and the act', () => {
    expect(door.next(0, 'open', label)).toBe(1)
    expect(() => door.next(2, 'open', label)).toThrow(new Refusal('STATE_NOT_ALLOWED', { state: '封', act: '打开' }))
  })
})

describe('option sets', () => {
  test('label, schema and unknown values', () => {
    const set = options('TestSwitch', '开关', [
      [0, 'on', ['开', 'green']],
      [1, 'off', '关'],
    ])
    expect(set.label(0)).toBe('开')
    expect(set.label(null)).toBe('')
    expect(set.schema.enum).toEqual([0, 1])
    expect(() => options('TestSwitch', '开关', [[0, 'on', '开']])).toThrow('declared twice')
  })
  test('values by their keys; a text is its own key', () => {
    const set = options('TestKeyed', '种类', [
      [3, 'cash', '现金'],
      ['BED', '床位'],
    ])
    expect(set.is).toEqual({ cash: 3, BED: 'BED' })
    const cash: 3 = set.is.cash
    expect(set.label(cash)).toBe('现金')
    const twice = [
      [1, 'on', '开'],
      [2, 'on', '关'],
    ] as const
    expect(() => options('TestTwice', '开关', twice)).toThrow('two values on')
  })
})

describe('PageInfo', () => {
  test('has the numbers existing clients read', () => {
    const info = pageInfo(['k', 'l'], 12, 2, 10)
    expect(info).toMatchObject({ total: 12, pageNum: 2, pageSize: 10, size: 2, startRow: 11, endRow: 12, pages: 2 })
    expect(info).toMatchObject({
      prePage: 1,
      nextPage: 0,
      isLastPage: true,
      hasNextPage: false,
      navigatepageNums: [1, 2],
    })
  })
  test('an empty list', () => {
    expect(pageInfo([], 0, 1, 10)).toMatchObject({ total: 0, pages: 0, startRow: 0, endRow: 0, navigatepageNums: [] })
  })
  test('the navigated window moves with the page', () => {
    expect(pageInfo(['x'], 1000, 50, 10).navigatepageNums).toEqual([46, 47, 48, 49, 50, 51, 52, 53])
    expect(pageInfo(['x'], 1000, 100, 10).navigatepageNums).toEqual([93, 94, 95, 96, 97, 98, 99, 100])
  })
})
