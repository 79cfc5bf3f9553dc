// Handlers of the fee items.
import { type ProjectData, project } from '#contract/expense/project'
import { invalid, Refusal } from '#contract/kit/refusal'
import { feeProject } from '#server/areas/expense/tables'
import { requireValues, storesDictionary } from '#server/areas/systemSetting/public'
import type { Tx } from '#server/kit/caller'
import { onConstraint } from '#server/kit/constraints'
import { implement } from '#server/kit/implement'
import { rows } from '#server/kit/rows'

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

const CHILDREN = 'from fee_child c where c.org_id = t.org_id and c.project_id = t.project_id'

const projects = rows<ProjectData, typeof feeProject>(feeProject, {
  title: '收费项目',
  target: 'feeProject',
  name: 'projectName',
  row: {
    projectId: feeProject.projectId,
    projectName: feeProject.name,
    category: feeProject.category,
    categoryName: LABEL,
    enabled: feeProject.enabled,
    sort: feeProject.sort,
    childCount: `(select count(*)::int ${CHILDREN})`,
    enabledCount: `(select count(*)::int ${CHILDREN} and c.enabled)`,
    createTime: feeProject.createdAt,
    version: feeProject.version,
  },
  logged: ['projectName', 'category', 'enabled'],
})

const TAKEN = `select 1 from fee_project where org_id = $1 and name = $2 and project_id is distinct from $3`

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

async function valuesOf(tx: Tx, sent: Sent, before?: ProjectData) {
  const name = sent.projectName.trim()
  if (!name) throw invalid('请填写收费项目', 'projectName')
  await requireCategory(tx, sent.category, before?.category)
  return { name, category: sent.category, enabled: sent.enabled ?? before?.enabled ?? true }
}

export default implement(project, {
  list: (q, who) =>
    projects.page(who, q, {
      search: ['projectName'],
      where: ['category', 'enabled'],
      sorts: ['createTime', 'projectName', 'sort'],
      sort: 'sort',
    }),
  check: async ({ projectName, projectId }, who) => {
    const found = await who.app.pool.query(TAKEN, [who.orgId, projectName.trim(), projectId ?? null])
    const ok = found.rowCount === 0
    return { ok, message: ok ? null : `已有收费项目“${projectName.trim()}”` }
  },
  get: ({ projectId }, who) => projects.get(who, projectId),
  add: (sent, who) => who.tx(async (tx) => projects.add(tx, await valuesOf(tx, sent))),
  save: ({ projectId, version, ...sent }, who) => {
    if (!projectId) throw invalid('请指明收费项目', 'projectId')
    return who.tx(async (tx) => {
      const before = await projects.hold(tx, who, projectId, version)
      return projects.change(tx, before, await valuesOf(tx, sent, before))
    })
  },
  sort: async ({ sorts }, who) => {
    await who.tx((tx) =>
      projects.sort(
        tx,
        who,
        sorts.map(({ projectId, sort }) => ({ id: projectId, sort })),
      ),
    )
    return null
  },
  remove: async ({ projectId }, who) => {
    await who.tx((tx) =>
      projects.remove(
        tx,
        who,
        projectId,
        ({ childCount }) => childCount > 0 && `还有 ${childCount} 个收费子项，请先删除子项，或改为停用`,
      ),
    )
    return null
  },
})
