// Handlers of the residents' trees.
import { invalid } from '#contract/kit/refusal'
import { IN_HOUSE, ResidenceStatus, resident } from '#contract/live/resident'
import { implement } from '#server/kit/implement'
import { nursingTree, residentTree } from './peopleTree.ts'

/** '1,4' as numbers; statuses that do not exist are a mistake of the caller. */
function statusesOf(text: string | null | undefined): readonly number[] {
  if (!text) return IN_HOUSE
  const values = text.split(',').map((part) => Number(part.trim()))
  const known = new Set<number>(ResidenceStatus.list.map((option) => option.value))
  if (values.some((value) => !known.has(value))) throw invalid('入住状态不在可选范围内', 'oldmanStatuses')
  return values
}

export default implement(resident, {
  tree: ({ oldmanStatuses, oldmanName, deptId }, who) =>
    residentTree(who, { statuses: statusesOf(oldmanStatuses), name: oldmanName ?? null, deptId: deptId ?? null }),
  nursingTree: ({ nursingName, deptId }, who) => nursingTree(who, nursingName ?? null, deptId ?? null),
})
