// Tags of health-education articles, of the caller's organisation.
import { type TagData, tag } from '#contract/education/tag'
import { Refusal } from '#contract/kit/refusal'
import { educationTag } from '#server/areas/education/tables'
import { onConstraint } from '#server/kit/constraints'
import { implement } from '#server/kit/implement'
import { rows } from '#server/kit/rows'
import { branchOf, requireCategory } from './tagCategories.ts'

onConstraint('education_tag_name', () => new Refusal('ALREADY_EXISTS', { what: '这个标签' }, 'tagName'))

const tags = rows<TagData, typeof educationTag>(educationTag, {
  title: '标签',
  target: 'educationTag',
  name: 'tagName',
  row: {
    id: educationTag.tagId,
    tagName: educationTag.tagName,
    categoryId: educationTag.categoryId,
    categoryName: `(select c.category_name from education_tag_category c
      where c.org_id = t.org_id and c.category_id = t.category_id)`,
    createTime: educationTag.createdAt,
    version: educationTag.version,
  },
  logged: ['tagName', 'categoryName'],
})

/** The category with everything below it. */
const IN_BRANCH = `t.category_id in (${branchOf('t.org_id', '?')})`

export default implement(tag, {
  list: (q, who) =>
    tags.page(who, q, {
      search: ['tagName'],
      also: [[IN_BRANCH, q.categoryId]],
      sorts: ['createTime', 'tagName'],
      sort: 'createTime desc',
    }),
  get: ({ id }, who) => tags.get(who, id),
  add: ({ tagName, categoryId }, who) =>
    who.tx(async (tx) => {
      if (categoryId) await requireCategory(tx, categoryId)
      return tags.add(tx, { tagName, categoryId: categoryId || null })
    }),
  save: ({ id, tagName, categoryId, version }, who) =>
    who.tx(async (tx) => {
      const before = await tags.hold(tx, who, id, version)
      const wanted = categoryId === '' ? null : categoryId
      if (wanted && wanted !== before.categoryId) await requireCategory(tx, wanted)
      return tags.change(tx, before, { tagName, categoryId: wanted })
    }),
  remove: async ({ id }, who) => {
    await who.tx((tx) => tags.remove(tx, who, id))
    return null
  },
})
