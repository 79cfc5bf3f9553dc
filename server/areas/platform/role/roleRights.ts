// What a role can be given: the menu entries of each landing end for this kind of organisation, as rows, as the trees
// editors show, and as what a request asks for.

import type pg from 'pg'
import { invalid } from '#contract/kit/refusal'
import type { RightData, RightNode } from '#contract/platform/role'
import { RoleLevel } from '#contract/platform/role'
import { isForKind } from '#server/areas/platform/authority/authorityScope'
import type { Tx } from '#server/kit/caller'
import type { SessionUser } from '#server/kit/sessionUser'

type Reader = pg.Pool | pg.ClientBase

interface GrantRow {
  landingEndId: string
  landingEndName: string
  landingEndCode: string
  authorityId: string
  parentId: string | null
  authorityCode: string
  authorityName: string
  level: number
  type: number
  menuType: string
  pageUrl: string | null
  icon: string
  sort: number
}

// The operator's console is for the operator alone.
const GRANTABLE = `select l.landing_end_id as "landingEndId", l.landing_end_name as "landingEndName",
  l.landing_end_code as "landingEndCode", x.authority_id as "authorityId", x.parent_id as "parentId",
  x.authority_code as "authorityCode", x.authority_name as "authorityName", x.level, x.type,
  x.menu_type as "menuType", x.page_url as "pageUrl", x.icon, x.sort
from landing_end l join authority x on x.ends ? l.landing_end_code
where (l.landing_end_code <> 'OPEX' or $1 = 1) and ${isForKind('x', '$1')}
order by case l.landing_end_code when 'OPEX' then 0 when 'WEB' then 1 else 2 end, l.landing_end_name, l.landing_end_id,
  x.level, x.sort, x.authority_name, x.authority_id`

export async function grantable(reader: Reader, orgLevel: number): Promise<GrantRow[]> {
  const found = await reader.query<GrantRow>({ name: 'role_grantable', text: GRANTABLE, values: [orgLevel] })
  return found.rows
}

function grouped<K, T>(rows: readonly T[], keyOfRow: (row: T) => K): Map<K, T[]> {
  const groups = new Map<K, T[]>()
  for (const row of rows) {
    const key = keyOfRow(row)
    const group = groups.get(key)
    if (group) group.push(row)
    else groups.set(key, [row])
  }
  return groups
}

/** Children under their parents; entries whose parent is elsewhere and groups without a page are left out. */
export function treeOf(rows: readonly GrantRow[]): RightNode[] {
  const byParent = grouped(rows, (row) => row.parentId)
  const below = (parentId: string | null): RightNode[] =>
    (byParent.get(parentId) ?? []).flatMap((row) => {
      const child = below(row.authorityId)
      if (row.menuType === 'MENU' && child.length === 0) return []
      return [nodeOf(row, child.length > 0 ? child : null)]
    })
  return below(null)
}

/** Existing clients search the tree as text: a key follows the code, and the children come last. */
const nodeOf = (row: GrantRow, child: RightNode[] | null): RightNode => ({
  authorityId: row.authorityId,
  authorityName: row.authorityName,
  authorityCode: row.authorityCode,
  parentId: row.parentId,
  level: row.level,
  type: row.type,
  menuType: row.menuType,
  pageUrl: row.pageUrl,
  icon: row.icon,
  sort: row.sort,
  child,
})

export function treesOf(rows: readonly GrantRow[]) {
  return [...grouped(rows, (row) => row.landingEndId).values()]
    .map((list) => {
      const { landingEndId, landingEndName, landingEndCode } = list[0]!
      return { landingEndId, landingEndName, landingEndCode, authList: treeOf(list) }
    })
    .filter((end) => end.authList.length > 0)
}

/** One entry, whichever landing end it stands at. */
export function once(rows: readonly GrantRow[], landingEndId: string | null | undefined): GrantRow[] {
  const wanted = landingEndId ? rows.filter((row) => row.landingEndId === landingEndId) : rows
  const seen = new Set<string>()
  const kept = wanted.filter((row) => !seen.has(row.authorityId) && seen.add(row.authorityId))
  return kept.sort((a, b) => a.level - b.level || a.sort - b.sort)
}

const keyOf = (pair: RightData) => `${pair.landEndId} ${pair.authId}`
const pairOf = (row: GrantRow): RightData => ({ landEndId: row.landingEndId, authId: row.authorityId })

export interface RightsInput {
  authorityIds?: readonly string[] | null
  landingEndAuthIds?: readonly RightData[] | null
}

/**
 * The rights a request asks for, with every group above them; null when it says nothing about rights. Pairs count
 * where there are any; a bare id counts at each landing end that has the entry.
 */
export function askedRights(rows: readonly GrantRow[], input: RightsInput): Map<string, GrantRow> | null {
  const { authorityIds, landingEndAuthIds } = input
  if (!authorityIds && !landingEndAuthIds) return null
  const known = new Map(rows.map((row) => [keyOf(pairOf(row)), row]))
  const asked = new Map<string, GrantRow>()
  const take = (row: GrantRow) => {
    for (let at: GrantRow | undefined = row; at; ) {
      const key = keyOf(pairOf(at))
      if (asked.has(key)) return
      asked.set(key, at)
      at = at.parentId === null ? undefined : known.get(keyOf({ landEndId: at.landingEndId, authId: at.parentId }))
    }
  }
  let unknown = 0
  if (landingEndAuthIds && landingEndAuthIds.length > 0) {
    for (const pair of landingEndAuthIds) {
      const row = known.get(keyOf(pair))
      if (row) take(row)
      else unknown += 1
    }
  } else {
    const byId = grouped(rows, (row) => row.authorityId)
    for (const authorityId of authorityIds ?? []) {
      const found = byId.get(authorityId)
      if (found) found.forEach(take)
      else unknown += 1
    }
  }
  if (unknown > 0) {
    throw invalid(`所选权限中有 ${unknown} 项不存在或不适用于本机构，请刷新页面后重新勾选`, 'landingEndAuthIds')
  }
  return asked
}

const STORED = `select ra.landing_end_id as "landEndId", ra.authority_id as "authId"
from role_authority ra where ra.org_id = $1 and ra.role_id = $2 order by ra.landing_end_id, ra.authority_id`

export async function storedRights(reader: Reader, orgId: string, roleId: string): Promise<RightData[]> {
  const found = await reader.query<RightData>({ name: 'role_rights', text: STORED, values: [orgId, roleId] })
  return found.rows
}

const OWN = `select ra.landing_end_id as "landEndId", ra.authority_id as "authId"
from account_role ar join role_authority ra on ra.org_id = ar.org_id and ra.role_id = ar.role_id
where ar.org_id = $1 and ar.user_id = $2`
const HAS_PRESET = `select 1 from account_role ar join role r on r.org_id = ar.org_id and r.role_id = ar.role_id
where ar.org_id = $1 and ar.user_id = $2 and r.role_level = ${RoleLevel.is.preset}`

/** Nobody gives away what they do not have, or a clerk who may edit roles could make themselves administrator. */
export async function refuseBeyondOwn(tx: Tx, who: SessionUser, added: readonly GrantRow[]): Promise<void> {
  const wanted = added.filter((row) => row.menuType !== 'MENU' && !row.authorityCode.startsWith('page:'))
  if (who.isAdmin || wanted.length === 0) return
  if ((await tx.client.query(HAS_PRESET, [who.orgId, who.userId])).rows.length > 0) return
  const own = await tx.client.query<RightData>(OWN, [who.orgId, who.userId])
  const has = new Set(own.rows.map(keyOf))
  const beyond = wanted.filter((row) => !has.has(keyOf(pairOf(row))))
  if (beyond.length === 0) return
  throw invalid(`您自己没有的权限不能授予角色：${listed(beyond.map((row) => row.authorityName))}`, 'landingEndAuthIds')
}

const SHOWN = 5
export const listed = (names: readonly string[]) =>
  names.length > SHOWN ? `${names.slice(0, SHOWN).join('、')}等 ${names.length} 项` : names.join('、')

export interface RightsChange {
  added: GrantRow[]
  removed: RightData[]
}

export function difference(before: readonly RightData[], asked: ReadonlyMap<string, GrantRow>): RightsChange {
  const had = new Set(before.map(keyOf))
  return {
    added: [...asked].filter(([key]) => !had.has(key)).map(([, row]) => row),
    removed: before.filter((pair) => !asked.has(keyOf(pair))),
  }
}

export async function writeRights(tx: Tx, orgId: string, roleId: string, change: RightsChange): Promise<void> {
  const { added, removed } = change
  if (removed.length > 0) {
    await tx.client.query(
      `delete from role_authority ra using unnest($3::text[], $4::text[]) as x(landing_end_id, authority_id)
        where ra.org_id = $1 and ra.role_id = $2
          and ra.landing_end_id = x.landing_end_id and ra.authority_id = x.authority_id`,
      [orgId, roleId, removed.map((pair) => pair.landEndId), removed.map((pair) => pair.authId)],
    )
  }
  if (added.length > 0) {
    await tx.client.query(
      `insert into role_authority (org_id, role_id, landing_end_id, authority_id)
       select $1, $2, x.landing_end_id, x.authority_id from unnest($3::text[], $4::text[]) as x(landing_end_id, authority_id)`,
      [orgId, roleId, added.map((row) => row.landingEndId), added.map((row) => row.authorityId)],
    )
  }
}
