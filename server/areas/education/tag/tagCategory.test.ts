// Categories of tags: a tree that stays one, and is kept while tags stand in it.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { TagData } from '#contract/education/tag'
import type { TagCategoryData, TagCategoryNode } from '#contract/education/tagCategory'
import type { PageInfo } from '#contract/kit/paging'
import { OPERATOR_ORG } from '#server/areas/platform/seed/fixedRows'
import { newId } from '#server/kit/ids'
import { demoApp, type TestApp } from '#server/kit/test/app'

const PATH = '/hpms/web-hp/tagCategory'
const TAGS = '/hpms/web-hp/edTag'
let app: TestApp
let admin: string
let nurse: string

beforeAll(async () => {
  app = await demoApp()
  admin = await app.signIn('zhengkai', 'Yiyuan2026')
  nurse = await app.signIn('lixiaomei', 'Yiyuan2026')
})
afterAll(() => app.close())

const add = (categoryName: string, parentId: string | null = null, token = admin) =>
  app.ask<TagCategoryData>('POST', PATH, { token, body: { id: '', categoryName, parentId } })
const save = (body: object) => app.ask<TagCategoryData>('PUT', PATH, { token: admin, body })
const tree = async () => (await app.ask<TagCategoryNode[]>('GET', `${PATH}/tree`, { token: nurse })).data
const remove = (id: string) => app.ask('DELETE', `${PATH}/${id}`, { token: admin })

describe('categories of tags', () => {
  it('are a bare tree, as existing clients read it', async () => {
    const nodes = await tree()
    const care = nodes.find((node) => node.categoryName === '日常照护')!
    expect(nodes.find((node) => node.categoryName === '慢病管理')!.childsList).toBeNull()
    expect(care.childsList!.map((node) => node.categoryName)).toEqual(['安全', '饮食用药'])
    expect(care.childsList![0]).toMatchObject({ parentId: care.id, childsList: null })
    expect(Object.keys(care).at(0)).toBe('id')
    expect(Object.keys(care).at(-1)).toBe('childsList')
  })

  it('hold tags, which are found by a category and by what is above it', async () => {
    const care = (await tree()).find((node) => node.categoryName === '日常照护')!
    const safety = care.childsList![0]!
    const tagsIn = async (categoryId: string) =>
      (await app.ask<TagData[]>('GET', TAGS, { token: nurse, query: { isPage: '0', categoryId } })).data
    expect((await tagsIn(safety.id)).map((row) => [row.tagName, row.categoryName])).toEqual([['防跌倒', '安全']])
    expect((await tagsIn(care.id)).map((row) => row.tagName).sort()).toEqual(
      ['压疮预防', '口腔护理', '防跌倒', '合理用药', '营养膳食'].sort(),
    )
    const made = await app.ask<TagData>('POST', TAGS, {
      token: admin,
      body: { tagName: '防火', categoryId: safety.id },
    })
    expect(made.data).toMatchObject({ categoryId: safety.id, categoryName: '安全' })
    const edit = (body: object) =>
      app.ask<TagData>('PUT', TAGS, { token: admin, body: { id: made.data.id, tagName: '防火', ...body } })
    expect((await edit({})).data.categoryId).toBe(safety.id)
    expect((await edit({ categoryId: '' })).data).toMatchObject({ categoryId: null, categoryName: null })
    expect((await edit({ categoryId: newId() })).status).toBe(40400)
    expect((await edit({ categoryId: care.id })).data.categoryName).toBe('日常照护')
  })

  it('are made once under one parent, renamed, moved, and removed when nothing is in them', async () => {
    const top = (await add('护理知识')).data
    expect(await add('护理知识')).toMatchObject({ status: 40904, data: { field: 'categoryName' } })
    const below = (await add('翻身', top.id)).data
    expect(below).toMatchObject({ parentId: top.id, parentName: '护理知识', level: 2 })
    expect((await add('护理知识', top.id)).status).toBe(200)
    expect((await save({ id: below.id, categoryName: '翻身拍背', version: below.version })).data).toMatchObject({
      categoryName: '翻身拍背',
      parentId: top.id,
    })
    expect((await save({ id: below.id, categoryName: '翻身', version: below.version })).status).toBe(40902)
    expect(await remove(top.id)).toMatchObject({ status: 40903, desc: expect.stringContaining('2 个下级分类') })
    await save({ id: below.id, categoryName: '翻身拍背', parentId: '' })
    const tagged = await app.ask<TagData>('POST', TAGS, {
      token: admin,
      body: { tagName: '拍背', categoryId: below.id },
    })
    expect(await remove(below.id)).toMatchObject({ status: 40903, desc: expect.stringContaining('1 个标签') })
    await app.ask('DELETE', `${TAGS}/${tagged.data.id}`, { token: admin })
    expect((await remove(below.id)).status).toBe(200)
    expect((await app.ask('GET', `${PATH}/${below.id}`, { token: admin })).status).toBe(40400)
  })

  it('stay a tree of three levels', async () => {
    const one = (await add('甲')).data
    const two = (await add('乙', one.id)).data
    const three = (await add('丙', two.id)).data
    expect(await add('丁', three.id)).toMatchObject({ status: 42200, data: { field: 'parentId' } })
    for (const parentId of [one.id, two.id, three.id]) {
      expect(await save({ id: one.id, categoryName: '甲', parentId })).toMatchObject({ status: 42200 })
    }
    const other = (await add('戊')).data
    // Three levels do not fit below another one.
    expect(await save({ id: one.id, categoryName: '甲', parentId: other.id })).toMatchObject({ status: 42200 })
    expect((await save({ id: three.id, categoryName: '丙', parentId: other.id })).data.level).toBe(2)
    expect((await add('己', newId())).status).toBe(40400)
    // Two moves that would close a circle: one of them is refused, whoever is first.
    const [a, b] = [(await add('庚')).data, (await add('辛')).data]
    const moved = await Promise.all([
      save({ id: a.id, categoryName: '庚', parentId: b.id }),
      save({ id: b.id, categoryName: '辛', parentId: a.id }),
    ])
    expect(moved.map((answer) => answer.status).sort()).toEqual([200, 42200])
  })

  it('belong to one organisation and are changed only by those who may', async () => {
    expect((await add('夜班', null, nurse)).status).toBe(401)
    const foreign = newId()
    await app.app.pool.query(
      'insert into education_tag_category (org_id, category_id, category_name) values ($1, $2, $3)',
      [OPERATOR_ORG, foreign, '别家'],
    )
    expect((await app.ask('GET', `${PATH}/${foreign}`, { token: admin })).status).toBe(40400)
    expect((await add('在别家之下', foreign)).status).toBe(40400)
    expect((await save({ id: foreign, categoryName: '改名' })).status).toBe(40400)
    const page = await app.ask<PageInfo<TagCategoryData>>('GET', PATH, { token: nurse, query: { size: '100' } })
    expect(page.data.list.map((row) => row.categoryName)).not.toContain('别家')
    expect(page.data.list.find((row) => row.categoryName === '慢病管理')).toMatchObject({ level: 1, tagCount: 3 })
  })
})
