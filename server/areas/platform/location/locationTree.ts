// The tree of places: read whole (an organisation has hundreds of places, not more), written with its paths and order.

import type pg from 'pg'
import { pageInfo } from '#contract/kit/paging'
import { invalid, notFound, Refusal } from '#contract/kit/refusal'
import { BedDisplay } from '#contract/platform/bed'
import type { LocationNode } from '#contract/platform/location'
import { namesInWords } from '#contract/platform/placeNames'
import type { Caller, Tx } from '#server/kit/caller'
import { onConstraint } from '#server/kit/constraints'
import { newId } from '#server/kit/ids'
import { textPinyin } from '#server/kit/pinyin'
import type { Scope } from '#server/kit/tenant'
import { inDepts } from '#server/kit/tenant'
import { levelsOf } from './locationLevels.ts'
import { oneAtATime, pathOf, tellChanged, wordsOf } from './placeEdit.ts'

onConstraint('location_name', () => new Refusal('ALREADY_EXISTS', { what: '同名区域' }, 'locationName'))

const TREE = `select l.location_id as "locationId", l.location_name as "locationName", l.location_type as "locationType",
  coalesce(l.parent_id, '') as "parentId", coalesce(p.location_type, '') as "parentType", l.level,
  coalesce(v.location_name, '') as "levelName", l.path, l.initials, l.sort, l.version,
  coalesce(r.rooms, 0) as "roomCount", coalesce(r.beds, 0) as "bedCount", l.created_at as "createTime"
from location l
  left join location p on p.org_id = l.org_id and p.location_id = l.parent_id
  left join location_level v on v.org_id = l.org_id and v.location_type = l.location_type
  left join (
    select t.area, count(*) as rooms, sum(coalesce(b.beds, 0))::int as beds
      from room t
        left join (select room_id, count(*) as beds from bed where org_id = $1 and display = ${BedDisplay.is.shown}
        group by room_id) b on b.room_id = t.room_id
     where t.org_id = $1 and ${inDepts('t', '$2')}
     group by t.area) r on r.area = l.location_id
where l.org_id = $1 order by l.place, l.location_id`

type Row = Omit<LocationNode, 'children'> & { initials: string }
type Reader = pg.Pool | pg.ClientBase

/** All places in the order of the tree, each with what stands in it and below. */
export async function readTree(reader: Reader, scope: Scope): Promise<{ roots: LocationNode[]; all: LocationNode[] }> {
  const found = await reader.query<Row>({ name: 'location_tree', text: TREE, values: [scope.orgId, scope.deptIds] })
  const nodes = new Map(found.rows.map((row) => [row.locationId, { ...row, children: null } as LocationNode & Row]))
  const roots: LocationNode[] = []
  for (const node of nodes.values()) {
    const parent = nodes.get(node.parentId)
    if (!parent) roots.push(node)
    else if (parent.children) parent.children.push(node)
    else parent.children = [node]
  }
  const count = (node: LocationNode) => {
    for (const child of node.children ?? []) {
      count(child)
      node.roomCount += child.roomCount
      node.bedCount += child.bedCount
    }
  }
  roots.forEach(count)
  return { roots, all: [...nodes.values()] }
}

/** What the name says, with the places above it. */
function withName(roots: readonly LocationNode[], name: string): LocationNode[] {
  const wanted = name.toLowerCase()
  const kept = (node: LocationNode): LocationNode | null => {
    const children = (node.children ?? []).map(kept).filter((child) => child !== null)
    if (fits(node, wanted)) return node
    return children.length > 0 ? { ...node, children } : null
  }
  return roots.map(kept).filter((node) => node !== null)
}

const fits = (node: LocationNode, wanted: string) =>
  node.locationName.toLowerCase().includes(wanted) || textPinyin(node.locationName).initials.startsWith(wanted)

export interface TreeQuery {
  pageHelper?: string | null
  locationName?: string | null
  page?: number | null
  size?: number | null
}

export async function listLocations(who: Caller, q: TreeQuery) {
  const { roots, all } = await readTree(who.app.pool, who)
  const name = q.locationName?.trim()
  if (q.pageHelper === '1') {
    const flat = (name ? all.filter((node) => fits(node, name.toLowerCase())) : all).map((node) => ({
      ...node,
      children: null,
    }))
    // Existing consoles ask without a size and want every place.
    const size = q.size || Math.max(flat.length, 1)
    const page = q.size ? (q.page ?? 1) : 1
    return pageInfo<LocationNode>(flat.slice((page - 1) * size, page * size), flat.length, page, size)
  }
  const tree = name ? withName(roots, name) : roots
  return pageInfo<LocationNode>(tree, tree.length, 1, Math.max(tree.length, 1))
}

export async function findLocation(reader: Reader, scope: Scope, locationId: string): Promise<LocationNode> {
  const { all } = await readTree(reader, scope)
  const node = all.find((one) => one.locationId === locationId)
  if (!node) throw notFound('区域')
  return node
}

interface Stored {
  id: string
  parentId: string | null
  name: string
  path: string
  place: number
}

/** Brings paths, first letters and the order of the walk up to date; only rows that change are written. */
export async function settleTree(tx: Tx): Promise<void> {
  const found = await tx.client.query<Stored>(
    `select location_id as id, parent_id as "parentId", location_name as name, path, place
       from location where org_id = $1 order by sort, created_at, location_id`,
    [tx.orgId],
  )
  const below = new Map<string | null, Stored[]>()
  for (const row of found.rows) below.set(row.parentId, [...(below.get(row.parentId) ?? []), row])
  const changed: { id: string; path: string; place: number }[] = []
  let place = 0
  const walk = (parentId: string | null, above: string) => {
    for (const row of below.get(parentId) ?? []) {
      place += 1
      const path = pathOf(above, row.name)
      if (row.path !== path || row.place !== place) changed.push({ id: row.id, path, place })
      walk(row.id, path)
    }
  }
  walk(null, '')
  if (changed.length === 0) return
  await tx.client.query(
    `update location l set path = n.path, initials = n.initials, place = n.place
       from unnest($2::text[], $3::text[], $4::text[], $5::int[]) as n(id, path, initials, place)
      where l.org_id = $1 and l.location_id = n.id`,
    [
      tx.orgId,
      changed.map((one) => one.id),
      changed.map((one) => one.path),
      changed.map((one) => textPinyin(one.path).initials),
      changed.map((one) => one.place),
    ],
  )
}

interface Parent {
  id: string
  path: string
  level: number
  rooms: number
}

/** The place that gets places below it; nobody puts a room into it until the commit. */
async function lockParent(tx: Tx, parentId: string): Promise<Parent> {
  const found = await tx.client.query<Omit<Parent, 'rooms'>>(
    'select location_id as id, path, level from location where org_id = $1 and location_id = $2 for no key update',
    [tx.orgId, parentId],
  )
  const parent = found.rows[0]
  if (!parent) throw new Refusal('NOT_FOUND', { what: '上级区域' }, 'parentId')
  const rooms = await tx.client.query<{ count: number }>(
    'select count(*) as count from room where org_id = $1 and area = $2',
    [tx.orgId, parentId],
  )
  return { ...parent, rooms: rooms.rows[0]!.count }
}

const top = (parentId: string | null | undefined) => !parentId || parentId === '0'

/** Places below a place, or at the top; answers their ids in the order of the names. */
export async function addLocations(
  tx: Tx,
  parentId: string | null | undefined,
  typed: readonly string[],
): Promise<string[]> {
  await oneAtATime(tx)
  const names = typed.map((name) => name.trim())
  if (names.length === 0) throw invalid('请填写区域名称', 'names')
  const twice = names.filter((name, i) => names.indexOf(name) !== i)
  if (twice.length > 0) throw invalid(`名称重复：${namesInWords([...new Set(twice)])}`, 'names')
  const parent = top(parentId) ? null : await lockParent(tx, parentId!)
  const levels = await levelsOf(tx.client, tx.orgId)
  const level = levels[parent?.level ?? 0]
  if (!level) {
    const words = levels.map((one) => one.locationName).join('、')
    throw invalid(
      parent && levels.length > 0
        ? `区域共 ${levels.length} 级（${words}），“${wordsOf(parent.path)}”已是最末一级；如需更多级别，请先到“区域级别”新增`
        : '还没有区域级别，请先到“区域级别”中新增，例如：栋、楼层',
      'parentId',
    )
  }
  if (parent && parent.rooms > 0) {
    throw invalid(
      `“${wordsOf(parent.path)}”里已有 ${parent.rooms} 间房，不能再分下级；请先把房间移到别的区域`,
      'parentId',
    )
  }
  const stored = await tx.client.query<{ name: string; sort: number }>(
    'select location_name as name, sort from location where org_id = $1 and parent_id is not distinct from $2',
    [tx.orgId, parent?.id ?? null],
  )
  const existing = stored.rows.map((row) => row.name).filter((name) => names.includes(name))
  if (existing.length > 0) {
    const what = `${parent ? `“${wordsOf(parent.path)}”下的` : ''}区域 ${namesInWords(existing)} `
    throw new Refusal('ALREADY_EXISTS', { what }, names.length > 1 ? 'names' : 'locationName')
  }
  const ids = names.map(() => newId())
  const last = Math.max(0, ...stored.rows.map((row) => row.sort))
  await tx.client.query(
    `insert into location (org_id, location_id, parent_id, location_name, location_type, level, sort)
     select $1, n.id, $2, n.name, $3, $4, $5 + n.place
       from unnest($6::text[], $7::text[]) with ordinality as n(id, name, place)`,
    [tx.orgId, parent?.id ?? null, level.locationType, level.level, last, ids, names],
  )
  await settleTree(tx)
  for (const [i, name] of names.entries()) {
    tx.log({
      remark: `新增区域“${wordsOf(parent?.path, name)}”（${level.locationName}）`,
      targetType: 'location',
      targetId: ids[i]!,
      changes: { locationName: [null, name] },
    })
  }
  tellChanged(tx, 'location')
  return ids
}
