// Categories of health-education tags, of the caller's organisation.
import {
  MOST_TAG_CATEGORIES,
  TAG_CATEGORY_LEVELS,
  type TagCategoryData,
  type TagCategoryNode,
  tagCategory,
} from '#contract/education/tagCategory'
import { invalid, Refusal } from '#contract/kit/refusal'
import { educationTagCategory } from '#server/areas/education/tables'
import type { Caller, Tx } from '#server/kit/caller'
import { onConstraint } from '#server/kit/constraints'
import { implement } from '#server/kit/implement'
import { rows } from '#server/kit/rows'
import type { Scope } from '#server/kit/tenant'
import { branchOf, requireCategory } from './tagCategories.ts'

onConstraint(
  'education_tag_category_name',
  () => new Refusal('ALREADY_EXISTS', { what: '同一上级下的这个分类' }, 'categoryName'),
)

const LEVEL = `(with recursive up as (
    select t.parent_id as id, 1 as level
    union all select k.parent_id, u.level + 1 from up u join education_tag_category k
      on k.org_id = t.org_id and k.category_id = u.id where u.level < 20)
  select max(level) from up)`

const categories = rows<TagCategoryData, typeof educationTagCategory>(educationTagCategory, {
  title: '标签分类',
  target: 'educationTagCategory',
  name: 'categoryName',
  row: {
    id: educationTagCategory.categoryId,
    categoryName: educationTagCategory.categoryName,
    parentId: educationTagCategory.parentId,
    parentName: `(select p.category_name from education_tag_category p
      where p.org_id = t.org_id and p.category_id = t.parent_id)`,
    level: `${LEVEL}::int`,
    tagCount: '(select count(*) from education_tag g where g.org_id = t.org_id and g.category_id = t.category_id)',
    createTime: educationTagCategory.createdAt,
    version: educationTagCategory.version,
  },
  logged: ['categoryName', 'parentName'],
})

/** Moves inside a tree can meet; one change of an organisation's tree at a time keeps it a tree. */
const lockTree = (tx: Tx) =>
  tx.client.query('select pg_advisory_xact_lock(hashtextextended($1, 0))', [`tagCategory ${tx.orgId}`])

/** Existing clients name "no parent" as 0 or an empty text. */
const parentOf = (parentId: string | null | undefined) => (!parentId || parentId === '0' ? null : parentId)

/** Levels of a category with what is below it: 1 for a leaf. */
async function heightOf(tx: Tx, id: string): Promise<number> {
  const found = await tx.client.query<{ height: number }>(
    `with recursive down as (
       select $2::text as id, 1 as level
       union all select k.category_id, d.level + 1 from down d join education_tag_category k
         on k.org_id = $1 and k.parent_id = d.id where d.level < 20)
     select max(level) as height from down`,
    [tx.orgId, id],
  )
  return found.rows[0]!.height
}

/** The place under a parent: it exists, is not inside what moves there, and leaves room for it. */
async function refuseParent(tx: Tx, scope: Scope, parentId: string, moving: string | null): Promise<void> {
  await requireCategory(tx, parentId)
  if (moving !== null) {
    const below = await tx.client.query<{ category_id: string }>(branchOf('$1', '$2'), [tx.orgId, moving])
    if (below.rows.some((row) => row.category_id === parentId)) {
      throw invalid('不能移到自己或自己的下级分类之下', 'parentId')
    }
  }
  const { level } = await categories.hold(tx, scope, parentId)
  if (level + (moving === null ? 1 : await heightOf(tx, moving)) > TAG_CATEGORY_LEVELS) {
    throw invalid(`分类最多 ${TAG_CATEGORY_LEVELS} 级`, 'parentId')
  }
}

async function treeOf(who: Caller): Promise<TagCategoryNode[]> {
  const found = await who.app.pool.query<{ id: string; categoryName: string; parentId: string | null }>({
    name: 'tag_category_tree',
    text: `select category_id as id, category_name as "categoryName", parent_id as "parentId"
      from education_tag_category where org_id = $1 order by created_at, category_id`,
    values: [who.orgId],
  })
  const below = (parentId: string | null, level: number): TagCategoryNode[] =>
    found.rows
      .filter((row) => row.parentId === parentId)
      .map((row) => {
        const children = below(row.id, level + 1)
        return { ...row, level, childsList: children.length > 0 ? children : null }
      })
  return below(null, 1)
}

export default implement(tagCategory, {
  list: (q, who) =>
    categories.page(who, q, {
      search: ['categoryName'],
      where: ['parentId'],
      sorts: ['createTime', 'categoryName'],
      sort: 'createTime',
    }),
  tree: (_input, who) => treeOf(who),
  get: ({ id }, who) => categories.get(who, id),
  add: ({ categoryName, parentId }, who) =>
    who.tx(async (tx) => {
      const parent = parentOf(parentId)
      await lockTree(tx)
      if (parent !== null) await refuseParent(tx, who, parent, null)
      const known = await tx.client.query<{ count: number }>(
        'select count(*) from education_tag_category where org_id = $1',
        [tx.orgId],
      )
      if (known.rows[0]!.count >= MOST_TAG_CATEGORIES) throw invalid(`分类最多 ${MOST_TAG_CATEGORIES} 个`)
      return categories.add(tx, { categoryName, parentId: parent })
    }),
  save: ({ id, categoryName, parentId, version }, who) =>
    who.tx(async (tx) => {
      await lockTree(tx)
      const before = await categories.hold(tx, who, id, version)
      const parent = parentId === undefined ? before.parentId : parentOf(parentId)
      if (parent !== null && parent !== before.parentId) await refuseParent(tx, who, parent, id)
      return categories.change(tx, before, { categoryName, parentId: parent })
    }),
  remove: async ({ id }, who) => {
    await who.tx(async (tx) => {
      await lockTree(tx)
      const below = await tx.client.query<{ count: number }>(
        'select count(*) from education_tag_category where org_id = $1 and parent_id = $2',
        [tx.orgId, id],
      )
      const { count } = below.rows[0]!
      await categories.remove(tx, who, id, ({ tagCount }) =>
        [tagCount > 0 && `${tagCount} 个标签`, count > 0 && `${count} 个下级分类`].filter(Boolean).join('、'),
      )
    })
    return null
  },
})

/** A tag that was put there at the same moment. */
onConstraint('education_tag_category', () => new Refusal('IN_USE', { what: '这个标签分类', users: '刚有标签归入这里' }))
