import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { TagData } from '#contract/education/tag'
import type { PageInfo } from '#contract/kit/paging'
import { demoApp, type TestApp } from '#server/kit/test/app'

const PATH = '/hpms/web-hp/edTag'
let app: TestApp
let admin: string
let nurse: string

beforeAll(async () => {
  app = await demoApp()
  admin = await app.signIn('zhengkai', 'Yiyuan2026')
  nurse = await app.signIn('lixiaomei', 'Yiyuan2026')
})
afterAll(() => app.close())

const add = (tagName: string, token = admin) => app.ask<TagData>('POST', PATH, { token, body: { id: '', tagName } })

describe('tags of health education', () => {
  it('fill the choice of every article form as a bare array, whichever way it is asked for', async () => {
    for (const name of ['isPage', 'IsPage']) {
      const answer = await app.ask<TagData[]>('GET', PATH, { token: nurse, query: { [name]: '0' } })
      expect(answer.data.map((row) => row.tagName)).toContain('防跌倒')
    }
    const page = await app.ask<PageInfo<TagData>>('GET', PATH, { token: nurse, query: { tagName: '防跌', size: '5' } })
    expect(page.data).toMatchObject({ total: 1, pageSize: 5 })
  })

  it('are made once, renamed, and removed', async () => {
    const made = await add('睡眠')
    expect(made.data).toMatchObject({ tagName: '睡眠', categoryId: null })
    expect(await add('睡眠')).toMatchObject({ status: 40904, data: { field: 'tagName' } })
    expect(await add('一二三四五六七八九十一')).toMatchObject({ status: 42200, data: { field: 'tagName' } })
    const body = { id: made.data.id, tagName: '好睡眠', version: made.data.version }
    expect((await app.ask<TagData>('PUT', PATH, { token: admin, body })).data.tagName).toBe('好睡眠')
    expect((await app.ask('PUT', PATH, { token: admin, body })).status).toBe(40902)
    expect((await app.ask('DELETE', `${PATH}/${made.data.id}`, { token: admin })).status).toBe(200)
    expect((await app.ask('GET', `${PATH}/${made.data.id}`, { token: admin })).status).toBe(40400)
  })

  it('are changed only by those who may', async () => {
    expect((await add('夜班', nurse)).status).toBe(401)
  })
})
