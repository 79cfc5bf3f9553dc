// The entries of one landing end as a role's editor handles them. Pure functions over sets of ids: pages and buttons
// are chosen, the groups above them follow.
import type { RightData, RightNode } from '#contract/platform/role'

export interface EndTree {
  landingEndId: string
  landingEndName: string
  authList: readonly RightNode[]
}

/** Chosen pages and buttons, by landing end. */
export type Chosen = Readonly<Record<string, ReadonlySet<string>>>

const isGroup = (node: RightNode) => node.menuType === 'MENU'
export const childrenOf = (node: RightNode): readonly RightNode[] => node.child ?? []

/** The pages and buttons of a branch, itself included. */
export function grantsIn(node: RightNode): RightNode[] {
  return [...(isGroup(node) ? [] : [node]), ...childrenOf(node).flatMap(grantsIn)]
}

export const grantsOf = (nodes: readonly RightNode[]) => nodes.flatMap(grantsIn)

function walk(nodes: readonly RightNode[], above: readonly RightNode[], visit: Visit): void {
  for (const node of nodes) {
    visit(node, above)
    walk(childrenOf(node), [...above, node], visit)
  }
}
type Visit = (node: RightNode, above: readonly RightNode[]) => void

/** Pairs of the wire → what is ticked. Entries this organisation no longer has are left out. */
export function chosenOf(trees: readonly EndTree[], pairs: readonly RightData[]): Chosen {
  const asked = new Set(pairs.map((pair) => `${pair.landEndId} ${pair.authId}`))
  return Object.fromEntries(
    trees.map((end) => [
      end.landingEndId,
      new Set(
        grantsOf(end.authList)
          .map((node) => node.authorityId)
          .filter((id) => asked.has(`${end.landingEndId} ${id}`)),
      ),
    ]),
  )
}

/** The codes of what is ticked, whatever landing end it is ticked at. */
export const codesIn = (trees: readonly EndTree[], chosen: Chosen): string[] =>
  trees.flatMap((end) =>
    grantsOf(end.authList)
      .filter((node) => chosen[end.landingEndId]?.has(node.authorityId))
      .map((node) => node.authorityCode),
  )

/** What is ticked → pairs with every group above, in one order, so that equal choices are equal texts. */
export function pairsOf(trees: readonly EndTree[], chosen: Chosen): RightData[] {
  const pairs: RightData[] = []
  for (const { landingEndId, authList } of trees) {
    const ids = new Set<string>()
    walk(authList, [], (node, above) => {
      if (!chosen[landingEndId]?.has(node.authorityId)) return
      for (const one of [...above, node]) ids.add(one.authorityId)
    })
    for (const authId of [...ids].sort()) pairs.push({ landEndId: landingEndId, authId })
  }
  return pairs.sort((a, b) => (a.landEndId < b.landEndId ? -1 : a.landEndId > b.landEndId ? 1 : 0))
}

/** Ticks or clears a branch. A button never stands without its page, a page never leaves its buttons behind. */
export function toggled(
  tree: readonly RightNode[],
  chosen: ReadonlySet<string>,
  node: RightNode,
  on: boolean,
): ReadonlySet<string> {
  const next = new Set(chosen)
  for (const { authorityId } of grantsIn(node)) {
    if (on) next.add(authorityId)
    else next.delete(authorityId)
  }
  if (on) {
    walk(tree, [], (one, above) => {
      if (one.authorityId !== node.authorityId) return
      for (const up of above) if (!isGroup(up)) next.add(up.authorityId)
    })
  }
  return next
}

/** The pages of a branch without their buttons: whoever only looks. */
export function pagesOnly(node: RightNode, chosen: ReadonlySet<string>): ReadonlySet<string> {
  const next = new Set(chosen)
  for (const one of grantsIn(node)) {
    if (one.menuType === 'CUSTOM_FUNC') next.delete(one.authorityId)
    else next.add(one.authorityId)
  }
  return next
}

export interface Tally {
  chosen: number
  all: number
}

export function tally(nodes: readonly RightNode[], chosen: ReadonlySet<string>): Tally {
  const grants = grantsOf(nodes)
  return { chosen: grants.filter((node) => chosen.has(node.authorityId)).length, all: grants.length }
}

/** The tree with only what fits: a branch whose own name fits is kept whole. */
export function filtered(nodes: readonly RightNode[], fits: (node: RightNode) => boolean): RightNode[] {
  return nodes.flatMap((node) => {
    if (fits(node)) return [node]
    const child = filtered(childrenOf(node), fits)
    return child.length > 0 ? [{ ...node, child }] : []
  })
}

/** The tree with only what is ticked, and what stands above it. */
export function ticked(nodes: readonly RightNode[], chosen: ReadonlySet<string>): RightNode[] {
  return nodes.flatMap((node) => {
    const child = ticked(childrenOf(node), chosen)
    return child.length > 0 || chosen.has(node.authorityId) ? [{ ...node, child: child.length > 0 ? child : null }] : []
  })
}

/** Pages and buttons of all landing ends, for the foot of the form. */
export function summary(trees: readonly EndTree[], chosen: Chosen): { pages: number; buttons: number } {
  const nodes = trees.flatMap((end) =>
    grantsOf(end.authList).filter((node) => chosen[end.landingEndId]?.has(node.authorityId)),
  )
  const buttons = nodes.filter((node) => node.menuType === 'CUSTOM_FUNC').length
  return { pages: nodes.length - buttons, buttons }
}

const NAME_MAX = 10
/** 护士长 → 护士长副本; never longer than a name may be. */
export function copyName(name: string, taken: readonly string[]): string {
  const marks = ['副本', '副本二', '副本三', '副本四', '副本五']
  const names = marks.map((mark) => name.slice(0, NAME_MAX - mark.length) + mark)
  return names.find((one) => !taken.includes(one)) ?? names[0]!
}
