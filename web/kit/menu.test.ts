import { describe, expect, it } from 'vitest'
import type { MenuItem } from '#contract/platform/session'
import { authorityOf, buildMenu, defaultMenu, leavesOf, locateMenu, menuMapping, rewrite } from './menu.ts'

const item = (menuId: string, menuType: MenuItem['menuType'], more: Partial<MenuItem> = {}): MenuItem => ({
  menuId,
  menuType,
  menuName: menuId,
  code: `code:${menuId}`,
  authorityCode: '',
  authorityId: menuId,
  routePath: null,
  pageUrl: null,
  menuLink: null,
  icon: '',
  children: [],
  ...more,
})

const items: MenuItem[] = [
  item('pims_bench', 'MENU', { children: [item('x', 'FUNC', { pageUrl: '/x' })] }),
  item('live', 'MENU', {
    icon: 'house',
    children: [
      item('residents', 'MENU', {
        children: [
          item('list', 'FUNC', { routePath: '/live/list', pageUrl: '/live/oldman/index' }),
          item('save', 'CUSTOM_FUNC'),
          item('pims_bench', 'FUNC', { pageUrl: '/dropped' }),
        ],
      }),
      item('loose', 'FUNC', { pageUrl: '/live/loose' }),
      item('empty', 'MENU'),
    ],
  }),
  item('links', 'MENU', {
    children: [item('group', 'MENU', { children: [item('gov', 'IN_LINK', { menuLink: 'https://gov.example/' })] })],
  }),
  item('nothing', 'MENU'),
]

describe('buildMenu', () => {
  const menus = buildMenu(items)
  it('makes three levels, drops pims_bench and what holds nothing', () => {
    expect(menus.map((top) => top.menuId)).toEqual(['live', 'links'])
    expect(menus[0]!.groups.map((group) => [group.title, group.leaves.map((leaf) => leaf.menuId)])).toEqual([
      ['', ['loose']],
      ['residents', ['list']],
    ])
  })
  it('opens an IN_LINK in the frame page', () => {
    expect(menus[1]!.groups[0]!.leaves[0]).toMatchObject({
      type: 'IN_LINK',
      path: '/home/iframe/gov',
      link: 'https://gov.example/',
    })
  })
  it('reads the route out of whole addresses and hashes', () => {
    const [top] = buildMenu([
      item('a', 'MENU', {
        children: [
          item('b', 'FUNC', { pageUrl: 'https://old.example/#/b?x=1' }),
          item('c', 'FUNC', { pageUrl: 'https://old.example/c' }),
        ],
      }),
    ])
    expect(leavesOf([top!]).map((leaf) => leaf.path)).toEqual(['/b', '/c'])
  })
})

describe('locateMenu', () => {
  const menus = buildMenu(items)
  it('names the top-level entry that holds the page', () => {
    expect(locateMenu(menus, '#/home/iframe/gov')?.menuId).toBe('links')
    expect(locateMenu(menus, '#/live/loose?a=1')?.menuId).toBe('live')
  })
  it('knows a page that an entry maps its route to', () => {
    expect(leavesOf(menus).find((leaf) => leaf.menuId === 'list')).toMatchObject({
      path: '/live/list',
      target: '/live/oldman/index',
    })
    expect(locateMenu([menus[1]!, menus[0]!], '#/live/oldman/index')?.menuId).toBe('live')
  })
  it('puts a page without an entry beside its neighbours', () => {
    expect(locateMenu([menus[1]!, menus[0]!], '#/live/oldman/detail/7')?.menuId).toBe('live')
  })
  it('falls back to the first, and to nothing without a menu', () => {
    expect(locateMenu(menus, '#/elsewhere')?.menuId).toBe('live')
    expect(locateMenu([], '#/elsewhere')).toBeNull()
  })
})

describe('menu mapping', () => {
  const mapping = menuMapping(items)
  it('rewrites a route to the page of its entry, also with a menuId behind it', () => {
    expect(rewrite(mapping, { path: '/live/list', query: { a: '1' } })).toEqual({
      path: '/live/oldman/index',
      query: { a: '1' },
    })
    expect(rewrite(mapping, { path: '/live/list/42', query: {} }).path).toBe('/live/oldman/index/42')
    expect(rewrite(mapping, { path: '/other', query: {} }).path).toBe('/other')
  })
  it('does not run in circles', () => {
    const round = new Map([
      ['/a', '/b'],
      ['/b', '/a'],
    ])
    expect(rewrite(round, { path: '/a', query: {} }).path).toBe('/b')
  })
})

describe('authorityOf', () => {
  it('takes the codes of FUNC and CUSTOM_FUNC entries at every level', () => {
    expect(authorityOf(items).map((one) => one.name)).toEqual([
      'code:x',
      'code:list',
      'code:save',
      'code:pims_bench',
      'code:loose',
    ])
  })
})

describe('the default menu', () => {
  it('holds the archives and the system management until the server has answered', () => {
    expect(leavesOf(buildMenu(defaultMenu)).map((leaf) => leaf.path)).toEqual([
      '/archives/manager1/index',
      '/archives/manager2-1/index',
      '/archives/manager2-2/index',
      '/archives/manager2-3/index',
      '/systemmanage/manager/index',
    ])
  })
})
