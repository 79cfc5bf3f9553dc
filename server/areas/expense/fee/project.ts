// Handlers of the fee items.
import { type ProjectData, project } from '#contract/expense/project'
import { invalid, notFound, Refusal } from '#contract/kit/refusal'
import { requireValues, storesDictionary } from '#server/areas/systemSetting/public'
import type { Tx } from '#server/kit/caller'
import { onConstraint } from '#server/kit/constraints'
import { changesBetween, refuseStale } from '#server/kit/editing'
import { newId } from '#server/kit/ids'
import { implement } from '#server/kit/implement'
import { contains, pageOfRows } from '#server/kit/page'
import { saveOrder } from './feeItems.ts'

storesDictionary({
  dictionaryCode: 'feeCategory',
  what: '收费项目・费用分类',
  table: 'fee_project',
  column: 'category',
})

onConstraint('fee_project_name', () => new Refusal('ALREADY_EXISTS', { what: '同名的收费项目' }, 'projectName'))

const LABEL = `coalesce((select v.label from dictionary d join dictionary_value v on v.org_id = d.org_id
    and v.dictionary_id = d.dictionary_id
  where d.org_id = t.org_id and d.dictionary_code = 'feeCategory' and v.value = t.category), t.category)`

const ROW = `t.project_id as "projectId", t.name as "projectName", t.category, ${LABEL} as "categoryName", t.enabled, t.sort,
  (select count(*)::int from fee_child c where c.org_id = t.org_id and c.project_id = t.project_id) as "childCount",
  (select count(*)::int from fee_child c where c.org_id = t.org_id and c.project_id = t.project_id and c.enabled) as "enabledCount",
  t.created_at as "createTime", t.version`

async function one(client: Pick<Tx['client'], 'query'>, orgId: string, projectId: string, lock = '') {
  const found = await client.query<ProjectData>(
    `select ${ROW} from fee_project t where t.org_id = $1 and t.project_id = $2 ${lock}`,
    [orgId, projectId],
  )
  if (!found.rows[0]) throw notFound('收费项目')
  return found.rows[0]
}

const TAKEN = `select 1 from fee_project where org_id = $1 and name = $2 and project_id is distinct from $3`

const logged = ({ projectName, category, enabled }: Pick<ProjectData, 'projectName' | 'category' | 'enabled'>) => ({
  projectName,
  category,
  enabled,
})

interface Sent {
  projectName: string
  category: string
  enabled?: boolean | null
}

async function requireCategory(tx: Tx, category: string, before?: string): Promise<void> {
  await requireValues(tx, {
    dictionaryCode: 'feeCategory',
    values: [category],
    before: [before],
    field: 'category',
    title: '费用分类',
  })
}

async function add(tx: Tx, sent: Sent): Promise<ProjectData> {
  const projectName = sent.projectName.trim()
  if (!projectName) throw invalid('请填写收费项目', 'projectName')
  await requireCategory(tx, sent.category)
  const projectId = newId()
  await tx.client.query(
    `insert into fee_project (org_id, project_id, name, category, enabled, sort)
     values ($1::varchar, $2, $3, $4, $5, (select coalesce(max(sort), 0) + 1 from fee_project where org_id = $1::varchar))`,
    [tx.orgId, projectId, projectName, sent.category, sent.enabled ?? true],
  )
  const made = await one(tx.client, tx.orgId, projectId)
  tx.log({
    remark: `新增收费项目「${projectName}」`,
    targetType: 'feeProject',
    targetId: projectId,
    changes: changesBetween(null, logged(made)),
  })
  return made
}

async function save(tx: Tx, projectId: string, sent: Sent & { version?: number | null }): Promise<ProjectData> {
  const before = await one(tx.client, tx.orgId, projectId, 'for update')
  await refuseStale(tx, projectId, sent.version, before.version)
  const projectName = sent.projectName.trim()
  if (!projectName) throw invalid('请填写收费项目', 'projectName')
  await requireCategory(tx, sent.category, before.category)
  await tx.client.query(
    `update fee_project set name = $3, category = $4, enabled = $5, version = version + 1
     where org_id = $1 and project_id = $2`,
    [tx.orgId, projectId, projectName, sent.category, sent.enabled ?? before.enabled],
  )
  const after = await one(tx.client, tx.orgId, projectId)
  tx.log({
    remark: `修改收费项目「${projectName}」`,
    targetType: 'feeProject',
    targetId: projectId,
    changes: changesBetween(logged(before), logged(after)),
  })
  return after
}

async function remove(tx: Tx, projectId: string): Promise<void> {
  const before = await one(tx.client, tx.orgId, projectId, 'for update')
  if (before.childCount > 0) {
    throw new Refusal('IN_USE', {
      what: `收费项目「${before.projectName}」`,
      users: `还有 ${before.childCount} 个收费子项，请先删除子项，或改为停用`,
    })
  }
  await tx.client.query('delete from fee_project where org_id = $1 and project_id = $2', [tx.orgId, projectId])
  tx.log({
    remark: `删除收费项目「${before.projectName}」`,
    targetType: 'feeProject',
    targetId: projectId,
    changes: changesBetween(logged(before), null),
  })
}

export default implement(project, {
  list: (q, who) =>
    pageOfRows<ProjectData>(
      who.app.pool,
      {
        from: 'fee_project t',
        key: 'project_id',
        select: ROW,
        filters: [
          ['t.org_id = ?', who.orgId],
          ['t.name like ?', contains(q.projectName)],
          ['t.category = ?', q.category],
          ['t.enabled = ?', q.enabled],
        ],
        sorts: { createTime: 't.created_at', projectName: 't.name', sort: 't.sort' },
        defaultSort: 't.sort',
      },
      q,
    ),
  check: async ({ projectName, projectId }, who) => {
    const found = await who.app.pool.query(TAKEN, [who.orgId, projectName.trim(), projectId ?? null])
    const ok = found.rowCount === 0
    return { ok, message: ok ? null : `已有收费项目“${projectName.trim()}”` }
  },
  get: ({ projectId }, who) => one(who.app.pool, who.orgId, projectId),
  add: (sent, who) => who.tx((tx) => add(tx, sent)),
  save: ({ projectId, ...sent }, who) => {
    if (!projectId) throw invalid('请指明收费项目', 'projectId')
    return who.tx((tx) => save(tx, projectId, sent))
  },
  sort: async ({ sorts }, who) => {
    await who.tx((tx) =>
      saveOrder(
        tx,
        'fee_project',
        'project_id',
        '收费项目',
        sorts.map(({ projectId, sort }) => ({ id: projectId, sort })),
      ),
    )
    return null
  },
  remove: async ({ projectId }, who) => {
    await who.tx((tx) => remove(tx, projectId))
    return null
  },
})
