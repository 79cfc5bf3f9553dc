import { describe, expect, it } from 'vitest'
import { noun } from '#contract/kit/call'
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
})
