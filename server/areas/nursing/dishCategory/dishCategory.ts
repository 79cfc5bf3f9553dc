// Handlers of the categories of dishes.
import { invalid, Refusal } from '#contract/kit/refusal'
import { type DishCategoryData, dishCategory as noun } from '#contract/nursing/dishCategory'
import { dishCategory } from '#server/areas/nursing/dishTables'
import { NAMED, shortList } from '#server/areas/nursing/shortList'
import type { Tx } from '#server/kit/caller'
import { onConstraint } from '#server/kit/constraints'
import { implement } from '#server/kit/implement'
import { rows } from '#server/kit/rows'

onConstraint('dish_category_name', () => new Refusal('ALREADY_EXISTS', { what: '分类名称' }, 'categoryName'))

const categories = rows<DishCategoryData, typeof dishCategory>(dishCategory, {
  title: '菜品分类',
  target: 'dishCategory',
  name: 'categoryName',
  row: {
    categoryId: dishCategory.categoryId,
    categoryName: dishCategory.categoryName,
    enabled: dishCategory.enabled,
    sort: dishCategory.sort,
    dishCount: '(select count(*)::int from dish d where d.org_id = t.org_id and d.category_id = t.category_id)',
    createTime: dishCategory.createdAt,
    version: dishCategory.version,
  },
  logged: ['categoryName', 'enabled'],
})

async function dishNames(tx: Tx, categoryId: string): Promise<string[]> {
  const found = await tx.client.query<{ name: string }>(
    `select dish_name as name from dish where org_id = $1 and category_id = $2 order by sort limit ${NAMED}`,
    [tx.orgId, categoryId],
  )
  return found.rows.map((row) => row.name)
}

export default implement(noun, {
  list: (query, who) =>
    categories.page(who, query, {
      search: ['categoryName'],
      where: ['enabled'],
      sorts: ['categoryName'],
      sort: 'sort',
    }),
  get: ({ categoryId }, who) => categories.get(who, categoryId),
  add: ({ categoryName, enabled }, who) =>
    who.tx((tx) => categories.add(tx, { categoryName: categoryName.trim(), enabled: enabled ?? true })),
  save: ({ categoryId, categoryName, enabled, version }, who) => {
    if (!categoryId) throw invalid('请说明要修改哪个分类', 'categoryId')
    return who.tx(async (tx) => {
      const before = await categories.hold(tx, who, categoryId, version)
      return categories.change(tx, before, { categoryName: categoryName.trim(), enabled: enabled ?? before.enabled })
    })
  },
  sort: async ({ sorts }, who) => {
    await who.tx((tx) =>
      categories.sort(
        tx,
        who,
        sorts.map(({ categoryId, sort }) => ({ id: categoryId, sort })),
      ),
    )
    return null
  },
  remove: async ({ categoryId }, who) => {
    await who.tx(async (tx) => {
      await categories.hold(tx, who, categoryId)
      const names = await dishNames(tx, categoryId)
      await categories.remove(
        tx,
        who,
        categoryId,
        ({ dishCount }) => dishCount > 0 && `还有 ${dishCount} 道菜（${shortList(names, dishCount)}）`,
      )
    })
    return null
  },
})
