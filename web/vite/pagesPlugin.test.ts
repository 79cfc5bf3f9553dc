import { describe, expect, it } from 'vitest'
import { call, noun } from '#contract/kit/call'
import type { AheadDef } from '#contract/kit/page'
import { pageQuery } from '#contract/kit/paging'
import { int, opt, str } from '#contract/kit/schema'
import { pagesOf } from './pagesPlugin.ts'

const page = (path: string, alias?: string) => ({
  path,
  ...(alias && { alias }),
  title: path,
  tab: true,
  needs: 'signedIn',
})

describe('pagesOf', () => {
  it('names the file of every page', () => {
    const outing = noun('live', 'outing', { title: '外出', pages: { register: page('/live/Outing/register', '/old') } })
    expect(pagesOf([outing])).toEqual([
      {
        area: 'live',
        noun: 'outing',
        key: 'register',
        path: '/live/Outing/register',
        alias: '/old',
        title: '/live/Outing/register',
        tab: true,
        needs: 'signedIn',
        file: 'areas/live/outing/register.page.tsx',
      },
    ])
  })

  it('refuses two pages with the same path or alias', () => {
    const one = noun('a', 'one', { title: '', pages: { list: page('/x', '/y') } })
    const two = noun('a', 'two', { title: '', pages: { list: page('/y') } })
    expect(() => pagesOf([one, two])).toThrow('Duplicate route /y: declared by a.one.list and by a.two.list')
  })

  it('carries what a page asks for ahead, and refuses what is no call of its noun that only reads', () => {
    const calls = {
      all: call.get('/x/all', {
        needs: 'a:b',
        act: '',
        query: pageQuery({ state: opt(int()), word: opt(str()) }),
      }),
      one: call.get('/x/{id}', { needs: 'a:b', act: '' }),
      add: call.post('/x/add', { needs: 'a:b', act: '' }),
    }
    const withAhead = (ahead: string | AheadDef) =>
      pagesOf([noun('a', 'one', { title: '', calls, pages: { list: { ...page('/x'), ahead } } })])[0]!.ahead
    expect(withAhead({ call: 'all', start: { state: 1 } })).toEqual({
      key: 'a.one.all',
      path: '/x/all',
      needs: 'a:b',
      list: true,
      names: expect.arrayContaining(['page', 'size', 'orderBy', 'state', 'word']),
      numbers: expect.arrayContaining(['page', 'size', 'state']),
      start: { state: 1 },
    })
    expect(withAhead('one')).toMatchObject({ path: '/x/{id}', list: false, names: ['id'], numbers: [] })
    for (const wrong of ['add', 'none']) expect(() => withAhead(wrong)).toThrow(wrong)
  })
})
