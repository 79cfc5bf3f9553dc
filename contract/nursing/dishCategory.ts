// Categories of the dishes: 主食, 大荤, 汤羹 …
import { call, noun } from '#contract/kit/call'
import { pageOf, pageQuery } from '#contract/kit/paging'
import { bool, id, int, list, nothing, obj, opt, type Static, str, text } from '#contract/kit/schema'

export const DISH_NEEDS = {
  list: 'nursing:dish:list',
  edit: 'nursing:dish:edit',
} as const
/** Whoever may change the dishes may read them. */
export const READ_DISHES = Object.values(DISH_NEEDS).join('|')

const Category = obj({
  categoryId: str(),
  categoryName: str('分类名称'),
  enabled: bool('启用'),
  sort: int('排序'),
  dishCount: int('菜品数'),
  createTime: str('创建时间'),
  version: int(),
})
export type DishCategoryData = Static<typeof Category>

const fields = {
  categoryName: text('分类名称', { max: 20, pattern: /\S/, hint: '不能为空' }),
  enabled: opt(bool('启用')),
}
const BASE = '/pims/web-org/piDishCategory'
const names = { categoryId: 'dishCategory' } as const

export const dishCategory = noun('nursing', 'dishCategory', {
  title: '菜品分类',
  calls: {
    list: call.get(BASE, {
      needs: READ_DISHES,
      act: '菜品分类列表',
      query: pageQuery({ categoryName: opt(str('分类名称')), enabled: opt(bool('启用')) }),
      data: pageOf(Category),
    }),
    get: call.get(`${BASE}/{categoryId}`, {
      names,
      needs: READ_DISHES,
      act: '菜品分类详情',
      data: Category,
      refuses: ['NOT_FOUND'],
    }),
    add: call.post(BASE, {
      needs: DISH_NEEDS.edit,
      act: '新增菜品分类',
      codeNames: { [DISH_NEEDS.list]: '查看菜品', [DISH_NEEDS.edit]: '维护菜品和分类' },
      body: obj(fields),
      data: Category,
      refuses: ['ALREADY_EXISTS'],
      repeatable: true,
    }),
    /** Clients name the category in the body or in the path. */
    save: call.put(BASE, {
      needs: DISH_NEEDS.edit,
      act: '修改菜品分类',
      aliases: [`${BASE}/{categoryId}`],
      body: obj({ categoryId: opt(id('分类', { of: 'dishCategory' })), ...fields, version: opt(int()) }),
      data: Category,
      refuses: ['NOT_FOUND', 'ALREADY_EXISTS', 'INVALID_INPUT', 'CHANGED_MEANWHILE'],
    }),
    sort: call.put(`${BASE}/sort`, {
      needs: DISH_NEEDS.edit,
      act: '菜品分类排序',
      body: obj({
        sorts: list(
          obj({ categoryId: id('分类', { of: 'dishCategory' }), sort: int('顺序', { min: 1, max: 100_000 }) }),
          200,
        ),
      }),
      data: nothing(),
      refuses: ['NOT_FOUND'],
    }),
    remove: call.delete(`${BASE}/{categoryId}`, {
      names,
      needs: DISH_NEEDS.edit,
      act: '删除菜品分类',
      data: nothing(),
      refuses: ['NOT_FOUND', 'IN_USE'],
    }),
  },
  pages: {
    list: {
      path: '/nursing/dishCategory',
      title: '菜品分类',
      tab: true,
      needs: READ_DISHES,
      ahead: 'list',
      menu: { rail: 'nursing', group: '膳食', order: 63 },
    },
  },
})
