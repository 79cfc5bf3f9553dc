// Tags of health-education articles, of the caller's organisation.
import { type TagData, tag } from '#contract/education/tag'
import { notFound, Refusal } from '#contract/kit/refusal'
import type { Tx } from '#server/kit/caller'
import { onConstraint } from '#server/kit/constraints'
import { changesBetween, refuseStale } from '#server/kit/editing'
import { newId } from '#server/kit/ids'
import { implement } from '#server/kit/implement'
import { contains, pageOfRows } from '#server/kit/page'
import { branchOf, requireCategory } from './tagCategories.ts'

const ROW = `t.tag_id as id, t.tag_name as "tagName", t.category_id as "categoryId",
  (select c.category_name from education_tag_category c
    where c.org_id = t.org_id and c.category_id = t.category_id) as "categoryName",
  t.created_at as "createTime", t.version`

onConstraint('education_tag_name', () => new Refusal('ALREADY_EXISTS', { what: '这个标签' }, 'tagName'))

/** The category with everything below it. */
const IN_BRANCH = `t.category_id in (${branchOf('t.org_id', '?')})`

async function one(client: Pick<Tx['client'], 'query'>, orgId: string, id: string, lock = ''): Promise<TagData> {
  const found = await client.query<TagData>(
    `select ${ROW} from education_tag t where t.org_id = $1 and t.tag_id = $2 ${lock}`,
    [orgId, id],
  )
  if (!found.rows[0]) throw notFound('标签')
  return found.rows[0]
}

const inLog = ({ tagName, categoryName }: TagData) => ({ tagName, categoryName })

export default implement(tag, {
  list: (q, who) =>
    pageOfRows<TagData>(
      who.app.pool,
      {
        from: 'education_tag t',
        key: 'tag_id',
        select: ROW,
        filters: [
          ['t.org_id = ?', who.orgId],
          ['t.tag_name like ?', contains(q.tagName)],
          [IN_BRANCH, q.categoryId],
        ],
        sorts: { createTime: 't.created_at', tagName: 't.tag_name' },
        defaultSort: 't.created_at desc',
      },
      q,
    ),
  get: ({ id }, who) => one(who.app.pool, who.orgId, id),
  add: ({ tagName, categoryId }, who) =>
    who.tx(async (tx) => {
      const id = newId()
      if (categoryId) await requireCategory(tx, categoryId)
      await tx.client.query(
        'insert into education_tag (org_id, tag_id, tag_name, category_id) values ($1, $2, $3, $4)',
        [tx.orgId, id, tagName, categoryId ?? null],
      )
      tx.log({ remark: `新增标签「${tagName}」`, targetType: 'educationTag', targetId: id })
      return one(tx.client, tx.orgId, id)
    }),
  save: ({ id, tagName, categoryId, version }, who) =>
    who.tx(async (tx) => {
      const before = await one(tx.client, tx.orgId, id, 'for update')
      await refuseStale(tx, id, version, before.version)
      const wanted = categoryId === undefined ? before.categoryId : categoryId
      if (wanted !== null && wanted !== before.categoryId) await requireCategory(tx, wanted)
      await tx.client.query(
        `update education_tag set tag_name = $3, category_id = $4, version = version + 1
          where org_id = $1 and tag_id = $2`,
        [tx.orgId, id, tagName, wanted],
      )
      const after = await one(tx.client, tx.orgId, id)
      tx.log({
        remark: `编辑标签「${tagName}」`,
        targetType: 'educationTag',
        targetId: id,
        changes: changesBetween(inLog(before), inLog(after)),
      })
      return after
    }),
  remove: async ({ id }, who) => {
    await who.tx(async (tx) => {
      const before = await one(tx.client, tx.orgId, id, 'for update')
      await tx.client.query('delete from education_tag where org_id = $1 and tag_id = $2', [tx.orgId, id])
      tx.log({ remark: `删除标签「${before.tagName}」`, targetType: 'educationTag', targetId: id })
    })
    return null
  },
})
