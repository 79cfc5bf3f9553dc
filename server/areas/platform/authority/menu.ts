// The menu of a landing end, in the two shapes clients read. Existing clients search these trees as text: a key must
// follow authorityCode, the children never come first, and no picture or address may be missing.

import type pg from 'pg'
import type { Noun } from '#contract/kit/call'
import { AuthorityKind, MenuStatus, RAIL_LEVEL } from '#contract/platform/authority'
import type { MenuItem } from '#contract/platform/session'

interface AuthorityRow {
  authority_id: string
  parent_id: string | null
  authority_code: string
  authority_name: string
  level: number
  type: number
  menu_type: MenuItem['menuType']
  status: number
  page_url: string | null
  menu_link: string | null
  icon: string
}

const AUTHORITIES = `select x.authority_id, x.parent_id, x.authority_code, x.authority_name, x.level, x.type, x.menu_type,
  x.status, x.page_url, x.menu_link, x.icon
from authority x join landing_end l on x.ends ? l.landing_end_code
where l.landing_end_id = $1 order by x.level, x.sort, x.authority_name`

/** Every entry of a landing end; what a person sees of it follows from their codes. */
export async function authoritiesOf(pool: pg.Pool, landingEndId: string | null): Promise<AuthorityRow[]> {
  if (landingEndId === null) return []
  const found = await pool.query<AuthorityRow>({ name: 'authorities', text: AUTHORITIES, values: [landingEndId] })
  return found.rows
}

const LEVELS = 3

interface Node {
  row: AuthorityRow
  children: Node[]
}

/** Entries the codes open, under their groups; a group without an entry is not shown. */
function visible(rows: readonly AuthorityRow[], codes: ReadonlySet<string>): Node[] {
  const byParent = new Map<string | null, AuthorityRow[]>()
  for (const row of rows) {
    if (row.type !== AuthorityKind.is.entry || row.status !== MenuStatus.is.shown || row.level > LEVELS) continue
    const siblings = byParent.get(row.parent_id)
    if (siblings) siblings.push(row)
    else byParent.set(row.parent_id, [row])
  }
  const below = (parentId: string | null): Node[] =>
    (byParent.get(parentId) ?? [])
      .map((row) => ({ row, children: below(row.authority_id) }))
      .filter(({ row, children }) => (row.menu_type === 'MENU' ? children.length > 0 : codes.has(row.authority_code)))
  return below(null)
}

export function menuOf(rows: readonly AuthorityRow[], codes: ReadonlySet<string>): MenuItem[] {
  const item = ({ row, children }: Node): MenuItem => ({
    menuId: row.authority_id,
    menuType: row.menu_type,
    menuName: row.authority_name,
    code: row.authority_code,
    authorityCode: row.authority_code,
    authorityId: row.authority_id,
    routePath: row.page_url,
    pageUrl: row.page_url,
    menuLink: row.menu_link,
    icon: row.icon,
    children: children.map(item),
  })
  return visible(rows, codes).map(item)
}

export interface SiblingMenuItem {
  authorityId: string
  authorityCode: string
  authorityName: string
  name: string
  pageUrl: string | null
  icon: string
  level: number
  child: SiblingMenuItem[]
}

/** Existing clients show the icon as a picture; this console's icons are names. */
const pictureOf = (row: AuthorityRow) =>
  row.level === RAIL_LEVEL && !/^(\/|https?:)/.test(row.icon) ? '/static/passport/img/menu.png' : row.icon

/** Path → the route that existing clients know the page by. */
const aliases = new WeakMap<readonly Noun[], ReadonlyMap<string, string>>()

function aliasesOf(nouns: readonly Noun[]): ReadonlyMap<string, string> {
  const known = aliases.get(nouns)
  if (known) return known
  const found = new Map(
    nouns.flatMap((noun) => Object.values(noun.pages)).flatMap(({ path, alias }) => (alias ? [[path, alias]] : [])),
  )
  aliases.set(nouns, found)
  return found
}

export function siblingMenuOf(
  rows: readonly AuthorityRow[],
  codes: ReadonlySet<string>,
  nouns: readonly Noun[],
): SiblingMenuItem[] {
  const routes = aliasesOf(nouns)
  const item = ({ row, children }: Node): SiblingMenuItem => ({
    authorityId: row.authority_id,
    authorityCode: row.authority_code,
    authorityName: row.authority_name,
    name: row.authority_name,
    pageUrl: row.page_url === null ? null : (routes.get(row.page_url) ?? row.page_url),
    icon: pictureOf(row),
    level: row.level,
    child: children.map(item),
  })
  return visible(rows, codes).map(item)
}

/** The routes a menu leads to. */
export const routesOf = (items: readonly SiblingMenuItem[]): ReadonlySet<string> =>
  new Set(items.flatMap((item) => [item.pageUrl ?? [], ...routesOf(item.child)].flat()))

export interface ButtonItem {
  authorityId: string
  authorityCode: string
  authorityName: string
  name: string
  title: string
}

/** Every code the person holds here, pages and buttons alike, with its name. */
export function buttonsOf(rows: readonly AuthorityRow[], codes: ReadonlySet<string>): ButtonItem[] {
  return rows
    .filter((row) => row.menu_type !== 'MENU' && codes.has(row.authority_code))
    .map((row) => ({
      authorityId: row.authority_id,
      authorityCode: row.authority_code,
      authorityName: row.authority_name,
      name: row.authority_code,
      title: row.authority_name,
    }))
}
