import { describe, expect, it } from 'vitest'
import type { RightNode } from '#contract/platform/role'
import { chosenOf, copyName, type EndTree, filtered, pagesOnly, pairsOf, summary, tally, toggled } from './rights.ts'

const node = (id: string, menuType: string, child: RightNode[] | null = null): RightNode => ({
  authorityId: id,
  authorityName: `名${id}`,
  authorityCode: id,
  parentId: null,
  level: 1,
  type: 1,
  menuType,
  pageUrl: null,
  icon: '',
  sort: 0,
  child,
})

const page = node('page', 'FUNC', [node('add', 'CUSTOM_FUNC'), node('del', 'CUSTOM_FUNC')])
const other = node('other', 'FUNC')
const group = node('group', 'MENU', [page, other])
const rail = node('rail', 'MENU', [group, node('link', 'IN_LINK')])
const trees: EndTree[] = [{ landingEndId: 'web', landingEndName: '管理端', authList: [rail] }]
const none: ReadonlySet<string> = new Set()
const ids = (set: ReadonlySet<string>) => [...set].sort()

describe('ticking', () => {
  it('a page takes its buttons along, a button its page', () => {
    expect(ids(toggled([rail], none, page, true))).toEqual(['add', 'del', 'page'])
    expect(ids(toggled([rail], none, page.child![0]!, true))).toEqual(['add', 'page'])
    const all = toggled([rail], none, rail, true)
    expect(ids(all)).toEqual(['add', 'del', 'link', 'other', 'page'])
    expect(ids(toggled([rail], all, page, false))).toEqual(['link', 'other'])
    expect(ids(toggled([rail], all, page.child![1]!, false))).toEqual(['add', 'link', 'other', 'page'])
  })

  it('pages only leaves the buttons out', () => {
    expect(ids(pagesOnly(rail, new Set(['add'])))).toEqual(['link', 'other', 'page'])
  })
})

describe('the wire', () => {
  it('gets the half-checked groups, in one order, and comes back as what was ticked', () => {
    const chosen = { web: toggled([rail], none, page.child![0]!, true) }
    const pairs = pairsOf(trees, chosen)
    expect(pairs.map((pair) => pair.authId)).toEqual(['add', 'group', 'page', 'rail'])
    expect(ids(chosenOf(trees, [...pairs].reverse()).web!)).toEqual(['add', 'page'])
    expect(pairsOf(trees, chosenOf(trees, [...pairs].reverse()))).toEqual(pairs)
  })

  it('forgets entries the organisation no longer has', () => {
    expect(ids(chosenOf(trees, [{ landEndId: 'web', authId: 'gone' }]).web!)).toEqual([])
    expect(ids(chosenOf(trees, [{ landEndId: 'elsewhere', authId: 'page' }]).web!)).toEqual([])
  })
})

it('counts and filters', () => {
  expect(tally([rail], new Set(['add', 'page']))).toEqual({ chosen: 2, all: 5 })
  expect(summary(trees, { web: new Set(['add', 'page']) })).toEqual({ pages: 1, buttons: 1 })
  const found = filtered([rail], (one) => one.authorityId === 'del')
  expect(found[0]!.child![0]!.child![0]!.child!.map((one) => one.authorityId)).toEqual(['del'])
  expect(filtered([rail], () => false)).toEqual([])
})

it('names a copy', () => {
  expect(copyName('护士长', [])).toBe('护士长副本')
  expect(copyName('护士长', ['护士长副本'])).toBe('护士长副本二')
  expect(copyName('一二三四五六七八九十', [])).toBe('一二三四五六七八副本')
})
