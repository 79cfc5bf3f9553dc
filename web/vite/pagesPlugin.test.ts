import { describe, expect, it } from 'vitest'
import { call, noun } from '#contract/kit/call'
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

  it('carries the call a page asks for ahead, and refuses one that cannot be made from the address alone', () => {
    const calls = {
      all: call.get('/x/all', { needs: 'a:b', act: '' }),
      one: call.get('/x/{id}', { needs: 'a:b', act: '' }),
      add: call.post('/x/add', { needs: 'a:b', act: '' }),
    }
    const withAhead = (ahead: string) =>
      noun('a', 'one', { title: '', calls, pages: { list: { ...page('/x'), ahead } } })
    expect(pagesOf([withAhead('all')])[0]!.ahead).toMatchObject({ key: 'a.one.all', method: 'GET', path: '/x/all' })
    for (const wrong of ['one', 'add', 'none']) expect(() => pagesOf([withAhead(wrong)])).toThrow(wrong)
  })
})
