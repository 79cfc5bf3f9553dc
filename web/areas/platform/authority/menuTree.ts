// The menu tree as the page shows it. Pure.
import type { AuthorityNode } from '#contract/platform/authority'

export const childrenOf = (node: AuthorityNode): readonly AuthorityNode[] => node.child ?? []

export const everyNode = (nodes: readonly AuthorityNode[]): AuthorityNode[] =>
  nodes.flatMap((node) => [node, ...everyNode(childrenOf(node))])

export interface TreeFilter {
  word: string
  /** Code of a landing end. */
  end: string | null
  status: number | null
}

/** What fits, and what stands above it; below a fitting name everything of the landing end stays. */
export function filteredTree(nodes: readonly AuthorityNode[], filter: TreeFilter): AuthorityNode[] {
  const word = filter.word.trim().toLowerCase()
  const named = (node: AuthorityNode) =>
    word === '' ||
    [node.authorityName, node.authorityCode, node.pageUrl, node.menuLink].some((text) =>
      text?.toLowerCase().includes(word),
    )
  const inEnd = (node: AuthorityNode) => filter.end === null || node.ends.includes(filter.end)
  const inStatus = (node: AuthorityNode) => filter.status === null || node.status === filter.status
  const walk = (list: readonly AuthorityNode[], within: boolean): AuthorityNode[] =>
    list.flatMap((node) => {
      if (!inEnd(node)) return []
      const fits = within || named(node)
      const child = walk(childrenOf(node), fits)
      if (child.length === 0 && !(fits && inStatus(node))) return []
      return [{ ...node, child: child.length > 0 ? child : null }]
    })
  return walk(nodes, false)
}

/** Rows that are open at first: rails and groups, not the buttons of pages. */
export const openAtFirst = (nodes: readonly AuthorityNode[]) =>
  nodes.filter((node) => node.menuType === 'MENU').map((node) => node.authorityId)

export const branches = (nodes: readonly AuthorityNode[]) =>
  everyNode(nodes)
    .filter((node) => childrenOf(node).length > 0)
    .map((node) => node.authorityId)
