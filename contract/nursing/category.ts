// Categories of the care projects: 生活照料, 基础护理 …
import { call, noun } from '#contract/kit/call'
import { pageOf, pageQuery } from '#contract/kit/paging'
import { bool, id, int, list, nothing, obj, opt, type Static, str, text } from '#contract/kit/schema'

export const CATEGORY_NEEDS = { list: 'nursing:category:list', edit: 'nursing:category:edit' } as const
/** Whoever may change the categories may read them. */
const READ_CATEGORIES = Object.values(CATEGORY_NEEDS).join('|')

const Category = obj({
  categoryId: str(),
  categoryName: str('分类名称'),
  enabled: bool('启用'),
  sort: int('排序'),
  projectCount: int('项目数'),
  createTime: str('创建时间'),
  version: int(),
})
export type CategoryData = Static<typeof Category>

const fields = {
  categoryName: text('分类名称', { max: 20, pattern: /\S/, hint: '不能为空' }),
  enabled: opt(bool('启用')),
}
const BASE = '/pims/web-org/projectCategorys'
const names = { categoryId: 'careCategory' } as const

export const category = noun('nursing', 'category', {
  title: '护理项目分类',
  calls: {
    list: call.get(BASE, {
      needs: 'signedIn',
      act: '护理项目分类列表',
      query: pageQuery({ categoryName: opt(str('分类名称')), enabled: opt(bool('启用')) }),
      data: pageOf(Category),
    }),
    get: call.get(`${BASE}/{categoryId}`, {
      names,
      needs: 'signedIn',
      act: '护理项目分类详情',
      data: Category,
      refuses: ['NOT_FOUND'],
    }),
    add: call.post(BASE, {
      needs: CATEGORY_NEEDS.edit,
      act: '新增护理项目分类',
      body: obj(fields),
      data: Category,
      refuses: ['ALREADY_EXISTS'],
      repeatable: true,
    }),
    /** Clients name the category in the body or in the path. */
    save: call.put(BASE, {
      needs: CATEGORY_NEEDS.edit,
      act: '修改护理项目分类',
      aliases: [`${BASE}/{categoryId}`],
      body: obj({ categoryId: opt(id('分类', { of: 'careCategory' })), ...fields, version: opt(int()) }),
      data: Category,
      refuses: ['NOT_FOUND', 'ALREADY_EXISTS', 'INVALID_INPUT', 'CHANGED_MEANWHILE'],
    }),
    sort: call.put(`${BASE}/sort`, {
      needs: CATEGORY_NEEDS.edit,
      act: '护理项目分类排序',
      body: obj({
        sorts: list(
          obj({ categoryId: id('分类', { of: 'careCategory' }), sort: int('顺序', { min: 1, max: 100_000 }) }),
          200,
        ),
      }),
      data: nothing(),
      refuses: ['NOT_FOUND'],
    }),
    remove: call.delete(`${BASE}/{categoryId}`, {
      names,
      needs: CATEGORY_NEEDS.edit,
      act: '删除护理项目分类',
      data: nothing(),
      refuses: ['NOT_FOUND', 'IN_USE'],
    }),
  },
  pages: {
    list: {
      path: '/nursing/category',
      title: '护理项目分类',
      tab: true,
      needs: READ_CATEGORIES,
      ahead: 'list',
      menu: { rail: 'nursing', group: '计划', order: 24 },
    },
  },
})
