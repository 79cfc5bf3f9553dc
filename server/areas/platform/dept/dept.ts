// Departments of the caller's organisation.
import { pageInfo } from '#contract/kit/paging'
import { notFound } from '#contract/kit/refusal'
import { type DeptFlat, type DeptNode, dept } from '#contract/platform/dept'
import type { Caller } from '#server/kit/caller'
import { implement } from '#server/kit/implement'
import { proposedKey, searchDepts, treeOf, visibleDepts } from './deptTree.ts'
import { createDept, removeDept, sortDepts, updateDept } from './deptWrite.ts'

/** Terminals name their organisation; another one's departments do not exist. */
function ownOrg(who: Caller, orgId: string | null | undefined): void {
  if (orgId && orgId !== who.orgId) throw notFound('机构')
}

const ALL = 999_999

export default implement(dept, {
  list: async (q, who) => {
    ownOrg(who, q.orgId)
    const found = searchDepts(await visibleDepts(who), q.deptName)
    if (q.flat === 1) {
      const page = q.page ?? 1
      const size = q.size || ALL
      const rows = found.slice((page - 1) * size, page * size).map((row) => ({ ...row, children: null }))
      return pageInfo(rows, found.length, page, size)
    }
    // The tree is never cut into pages, whatever page and size say.
    const tree = treeOf(found) as (DeptNode & { children: (DeptNode & { children: null })[] | null })[]
    return { ...pageInfo(tree, found.length, 1, ALL), size: found.length }
  },
  get: async ({ deptId }, who) => {
    const one = (await visibleDepts(who)).find((row) => row.deptId === deptId)
    if (!one) throw notFound('部门')
    return one
  },
  ofOrg: ({ orgId }, who): Promise<DeptFlat[]> => {
    ownOrg(who, orgId)
    return visibleDepts(who)
  },
  proposeKey: ({ parentId }, who) => proposedKey(who, parentId ?? null),
  create: async (body, who) => ({ deptId: await who.tx((tx) => createDept(tx, who, body)) }),
  update: (body, who) => who.tx((tx) => updateDept(tx, who, body)).then(() => null),
  sort: ({ sorts }, who) => who.tx((tx) => sortDepts(tx, who, sorts)).then(() => null),
  remove: ({ deptId }, who) => who.tx((tx) => removeDept(tx, who, deptId)).then(() => null),
})
