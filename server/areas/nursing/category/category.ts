// Handlers of the categories of care projects.
import { invalid, Refusal } from '#contract/kit/refusal'
import { type CategoryData, category } from '#contract/nursing/category'
import { careCategory } from '#server/areas/nursing/catalogueTables'
import { NAMED, shortList } from '#server/areas/nursing/shortList'
import type { Tx } from '#server/kit/caller'
import { onConstraint } from '#server/kit/constraints'
import { implement } from '#server/kit/implement'
import { rows } from '#server/kit/rows'

onConstraint('care_category_name', () => new Refusal('ALREADY_EXISTS', { what: '分类名称' }, 'categoryName'))

const categories = rows<CategoryData, typeof careCategory>(careCategory, {
  title: '护理项目分类',
  target: 'careCategory',
  name: 'categoryName',
  row: {
    categoryId: careCategory.categoryId,
    categoryName: careCategory.categoryName,
    enabled: careCategory.enabled,
    sort: careCategory.sort,
    projectCount:
      '(select count(*)::int from care_project p where p.org_id = t.org_id and p.category_id = t.category_id)',
    createTime: careCategory.createdAt,
    version: careCategory.version,
  },
  logged: ['categoryName', 'enabled'],
})

async function projectNames(tx: Tx, categoryId: string): Promise<string[]> {
  const found = await tx.client.query<{ name: string }>(
    `select project_name as name from care_project where org_id = $1 and category_id = $2 order by sort limit ${NAMED}`,
    [tx.orgId, categoryId],
  )
  return found.rows.map((row) => row.name)
}

export default implement(category, {
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
      const names = await projectNames(tx, categoryId)
      await categories.remove(
        tx,
        who,
        categoryId,
        ({ projectCount }) =>
          projectCount > 0 && `还有 ${projectCount} 个护理项目（${shortList(names, projectCount)}）`,
      )
    })
    return null
  },
})
