// The menu as the server sends it, made ready for the rail and the side menu. Pure functions.
import type { MenuItem } from '#contract/platform/session'
import { type Address, parseAddress, type RouteTable } from '#web/kit/routes'

export interface MenuLeaf {
  menuId: string
  type: MenuItem['menuType']
  title: string
  code: string
  icon: string
  /** Hash route that the entry opens. */
  path: string
  /** The page behind it, when the entry maps its route to another. */
  target: string
  /** IN_LINK: the address shown in the frame. */
  link: string | null
}

export interface MenuGroup {
  menuId: string
  title: string
  leaves: MenuLeaf[]
}

export interface MenuTop {
  menuId: string
  title: string
  code: string
  icon: string
  groups: MenuGroup[]
}

/** The bench is the pinned first tab; older menus also carry it as an entry. */
const DROPPED = 'pims_bench'

const codeOf = (item: MenuItem) => item.code || item.authorityCode || item.authorityId || ''
const isDropped = (item: MenuItem) => item.menuName === DROPPED || codeOf(item) === DROPPED

/** Some menus carry whole addresses or hashes; what counts is the route. */
export const routeOf = (url: string) => parseAddress(url.includes('#') ? url : url.replace(/^https?:\/\/[^/]+/, ''))

export const iframePath = (menuId: string) => `/home/iframe/${menuId}`

function leafOf(item: MenuItem): MenuLeaf | null {
  const link = item.menuType === 'IN_LINK' ? (item.menuLink ?? item.pageUrl ?? item.routePath) : null
  const url = item.menuType === 'IN_LINK' ? iframePath(item.menuId) : item.routePath || item.pageUrl
  if (!url || item.menuType === 'MENU') return null
  return {
    menuId: item.menuId,
    type: item.menuType,
    title: item.menuName,
    code: codeOf(item),
    icon: item.icon ?? '',
    path: item.menuType === 'IN_LINK' ? url : routeOf(url).path,
    target: item.menuType === 'IN_LINK' ? url : routeOf(item.pageUrl || url).path,
    link,
  }
}

const childrenOf = (item: MenuItem) => (item.children ?? []).filter((child) => !isDropped(child))

/** Three levels: top (rail), sub (group), leaf. A leaf that stands directly under a top gets a group without title. */
export function buildMenu(items: readonly MenuItem[]): MenuTop[] {
  return items
    .filter((item) => !isDropped(item))
    .map((top) => {
      const groups: MenuGroup[] = []
      const loose: MenuLeaf[] = []
      const own = leafOf(top)
      if (own) loose.push(own)
      for (const sub of childrenOf(top)) {
        const leaf = leafOf(sub)
        if (leaf) {
          loose.push(leaf)
          continue
        }
        const leaves = childrenOf(sub).flatMap((child) => leafOf(child) ?? [])
        if (leaves.length > 0) groups.push({ menuId: sub.menuId, title: sub.menuName, leaves })
      }
      if (loose.length > 0) groups.unshift({ menuId: `${top.menuId}-own`, title: '', leaves: loose })
      return { menuId: top.menuId, title: top.menuName, code: codeOf(top), icon: top.icon ?? '', groups }
    })
    .filter((top) => top.groups.length > 0)
}

export const leavesOf = (menus: readonly MenuTop[]) => menus.flatMap((top) => top.groups.flatMap((g) => g.leaves))

/** How many leading parts two paths share. */
function shared(a: string, b: string): number {
  const [left, right] = [a.split('/'), b.split('/')]
  let count = 0
  while (count < left.length && left[count] === right[count]) count++
  return count
}

/** A page without an entry (a detail) belongs where its neighbours by path are: /live/archives/… beside the archives. */
function nearest(menus: readonly MenuTop[], path: string): MenuTop | null {
  let best: MenuTop | null = null
  // The empty part before the first slash is no common ground.
  let most = 1
  for (const top of menus) {
    for (const leaf of leavesOf([top])) {
      const count = Math.max(shared(leaf.path, path), shared(leaf.target, path))
      if (count > most) {
        best = top
        most = count
      }
    }
  }
  return best
}

/** The top-level entry that holds the page of a hash; the nearest one, or the first, when none does. */
export function locateMenu(menus: readonly MenuTop[], hash: string, routes?: RouteTable): MenuTop | null {
  const { path } = parseAddress(hash)
  const wanted = new Set([path, routes?.match(path)?.path ?? path])
  const menuId = routes?.match(path)?.menuId ?? null
  const holds = (top: MenuTop) =>
    top.groups.some((group) =>
      group.leaves.some(
        (leaf) =>
          leaf.menuId === menuId ||
          wanted.has(leaf.path) ||
          wanted.has(routes?.match(leaf.target)?.path ?? leaf.target),
      ),
    )
  return menus.find(holds) ?? nearest(menus, path) ?? menus[0] ?? null
}

/** routePath → pageUrl of every entry that carries both: a path is rewritten through it before it is matched. */
export function menuMapping(items: readonly MenuItem[]): Map<string, string> {
  const mapping = new Map<string, string>()
  const walk = (list: readonly MenuItem[]) => {
    for (const item of list) {
      if (item.routePath && item.pageUrl && item.menuType !== 'IN_LINK') {
        const from = routeOf(item.routePath).path
        const to = routeOf(item.pageUrl).path
        if (from !== to) mapping.set(from, to)
      }
      walk(item.children ?? [])
    }
  }
  walk(items)
  return mapping
}

/** One step only: a mapping that leads round in a circle must not hang the browser. */
export function rewrite(mapping: ReadonlyMap<string, string>, address: Address): Address {
  const to = mapping.get(address.path)
  if (to !== undefined) return { ...address, path: to }
  const cut = address.path.lastIndexOf('/')
  const base = cut > 0 ? mapping.get(address.path.slice(0, cut)) : undefined
  return base === undefined ? address : { ...address, path: `${base}${address.path.slice(cut)}` }
}

/** Codes that FUNC and CUSTOM_FUNC entries grant. */
export function authorityOf(items: readonly MenuItem[]): { name: string; title: string }[] {
  return items.flatMap((item) => [
    ...(item.menuType === 'FUNC' || item.menuType === 'CUSTOM_FUNC'
      ? codeOf(item)
          .split(',')
          .filter((code) => code !== '')
          .map((name) => ({ name, title: item.menuName }))
      : []),
    ...authorityOf(item.children ?? []),
  ])
}

const entry = (menuId: string, menuName: string, pageUrl: string | null, children: MenuItem[] = []): MenuItem => ({
  menuId,
  menuType: children.length > 0 ? 'MENU' : 'FUNC',
  menuName,
  code: menuId,
  authorityCode: menuId,
  authorityId: menuId,
  routePath: pageUrl,
  pageUrl,
  menuLink: null,
  icon: '',
  children,
})

/** Stands until the server's menu arrives. */
export const defaultMenu: readonly MenuItem[] = [
  entry('archives', '档案', '/archives', [
    entry('manager1', '机构档案', '/archives/manager1', [
      entry('manager1-list', '养老机构列表', '/archives/manager1/index'),
    ]),
    entry('manager2', '服务对象档案', '/archives/manager2', [
      entry('manager2-1', '基本档案', '/archives/manager2-1/index'),
      entry('manager2-2', '机构老人档案', '/archives/manager2-2/index'),
      entry('manager2-3', '特困人员档案', '/archives/manager2-3/index'),
    ]),
  ]),
  entry('systemmanage', '系统管理', '/systemmanage', [
    entry('systemmanage-list', '系统管理', '/systemmanage/manager/index'),
  ]),
]
