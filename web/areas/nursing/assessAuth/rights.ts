// The tree of people: who is ticked, what that changes.
import type { AssessTreeNode } from '#contract/nursing/assessAuth'

/** Users of a tree by id, in its order; one who stands in two departments once. */
export function usersOf(nodes: readonly AssessTreeNode[]): ReadonlyMap<string, AssessTreeNode> {
  const found = new Map<string, AssessTreeNode>()
  const walk = (all: readonly AssessTreeNode[]) => {
    for (const node of all) {
      if (node.kind === 'user') found.set(node.id, node)
      walk(node.children)
    }
  }
  walk(nodes)
  return found
}

export interface Change {
  add: readonly string[]
  remove: readonly string[]
}

export function changeOf(users: ReadonlyMap<string, AssessTreeNode>, ticked: ReadonlySet<string>): Change {
  const all = [...users.values()]
  return {
    add: all.filter((one) => one.assessAuth !== 1 && ticked.has(one.id)).map((one) => one.id),
    remove: all.filter((one) => one.assessAuth === 1 && !ticked.has(one.id)).map((one) => one.id),
  }
}

/** Only branches with somebody who fits; everything where nothing is looked for. */
export function fitting(nodes: readonly AssessTreeNode[], typed: string): AssessTreeNode[] {
  const wanted = typed.trim()
  if (wanted === '') return [...nodes]
  return nodes.flatMap((node) => {
    if (node.kind === 'user') return node.name.includes(wanted) || node.jobName?.includes(wanted) ? [node] : []
    const children = node.name.includes(wanted) ? node.children : fitting(node.children, wanted)
    return children.length > 0 ? [{ ...node, children }] : []
  })
}

/** Ticks of a filtered tree say nothing of who is out of sight. */
export function ticksAfter(
  before: ReadonlySet<string>,
  shown: ReadonlyMap<string, AssessTreeNode>,
  ticked: readonly string[],
): ReadonlySet<string> {
  const now = new Set(ticked)
  return new Set([...[...before].filter((id) => !shown.has(id)), ...[...shown.keys()].filter((id) => now.has(id))])
}
