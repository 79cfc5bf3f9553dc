import { describe, expect, it } from 'vitest'
import { DuplicateRouteError, formatAddress, type Page, parseAddress, routeTable } from './routes.ts'

const page = (key: string, path: string, more: Partial<Page> = {}): Page => ({
  area: 'live',
  noun: 'outing',
  key,
  path,
  title: key,
  tab: true,
  needs: 'signedIn',
  load: async () => ({ default: () => null }),
  ...more,
})

const MENU = '132450802cfc7ec25ff88125922ddf8f'
const table = routeTable([
  page('startup', '/', { tab: false }),
  page('home', '/home'),
  page('frame', '/home/iframe/:menuId'),
  page('register', '/live/Outing/register', { alias: '/oldman/oldmanOutList' }),
  page('detail', '/live/Outing/detail/:outId', { tab: false }),
])

describe('routes', () => {
  it('finds a page by path and by alias and names the real path', () => {
    expect(table.match('/live/Outing/register')).toMatchObject({ path: '/live/Outing/register', menuId: null })
    expect(table.match('/oldman/oldmanOutList')).toMatchObject({
      path: '/live/Outing/register',
      page: { key: 'register' },
    })
    expect(table.match('/')?.page.key).toBe('startup')
  })

  it('accepts a trailing menuId on path, alias and parameter route', () => {
    expect(table.match(`/live/Outing/register/${MENU}`)).toMatchObject({ path: '/live/Outing/register', menuId: MENU })
    expect(table.match(`/oldman/oldmanOutList/${MENU}`)).toMatchObject({ path: '/live/Outing/register', menuId: MENU })
    expect(table.match(`/live/Outing/detail/7/${MENU}`)).toMatchObject({ params: { outId: '7' }, menuId: MENU })
    expect(table.match('/home/42')).toMatchObject({ path: '/home', menuId: '42' })
  })

  it('reads parameters, also escaped ones', () => {
    expect(table.match(`/home/iframe/${MENU}`)).toMatchObject({ params: { menuId: MENU }, menuId: MENU })
    expect(table.match('/live/Outing/detail/a%2Fb')).toMatchObject({ params: { outId: 'a/b' } })
  })

  it('knows no page for a word that is no menuId', () => {
    for (const path of ['/nowhere', '/home/nowhere', '/live/Outing', '/live/Outing/register/x/y']) {
      expect(table.match(path)).toBeNull()
    }
  })

  it('refuses two pages with the same path, alias or shape', () => {
    const one = page('a', '/a/b')
    expect(() => routeTable([one, page('b', '/a/b')])).toThrow(DuplicateRouteError)
    expect(() => routeTable([one, page('b', '/c', { alias: '/a/b' })])).toThrow(/Duplicate route \/a\/b/)
    expect(() => routeTable([page('a', '/x/:id'), page('b', '/x/:code')])).toThrow(DuplicateRouteError)
  })
})

describe('addresses', () => {
  it('are the same whatever the order of the query', () => {
    expect(formatAddress('/a', { b: 2, a: 1 })).toBe('/a?a=1&b=2')
    const { path, query } = parseAddress('#/a?b=2&a=1')
    expect(formatAddress(path, query)).toBe('/a?a=1&b=2')
    expect(formatAddress('/a', { x: null, y: undefined, z: '' })).toBe('/a')
  })

  it('are read from hashes, whole addresses and bare paths', () => {
    expect(parseAddress('#/a//b/')).toEqual({ path: '/a/b', query: {} })
    expect(parseAddress('https://host/index.html#/a?x=%E7%8E%8B')).toEqual({ path: '/a', query: { x: '王' } })
    expect(parseAddress('')).toEqual({ path: '/', query: {} })
  })

  it('refuse parameters that cannot travel', () => {
    expect(() => formatAddress('/a', { x: { y: 1 } as unknown as string })).toThrow(TypeError)
    expect(() => formatAddress('/a', { x: [1] as unknown as string })).toThrow(/only text, number and boolean/)
  })
})
