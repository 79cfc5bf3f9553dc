// The menu of all organisations: read by whoever may see it, changed by the operator.

import { invalid, notFound, Refusal } from '#contract/kit/refusal'
import { authority, type MenuFields, MenuStatus, MenuType } from '#contract/platform/authority'
import { OrgLevel } from '#contract/platform/session'
import { refreshEveryone } from '#server/areas/platform/role/rightsChanged'
import type { Caller, Tx } from '#server/kit/caller'
import { onConstraint } from '#server/kit/constraints'
import { changesBetween, refuseStale } from '#server/kit/editing'
import { newId } from '#server/kit/ids'
import { implement } from '#server/kit/implement'
import { publishFile } from '#server/kit/uploads'
import { apiTree, exportMenuApis, exportMenus, flatApis } from './authorityExport.ts'
import { actionOf, checkFields, type Entry, levelBelow, parentIdOf, textsOf, typeOf } from './authorityRules.ts'
import { scopeOf } from './authorityScope.ts'
import { authorityRows, flatOf, nestedOf } from './authorityTree.ts'

onConstraint('authority_authority_code_unique', () => new Refusal('ALREADY_EXISTS', { what: '编码' }, 'authorityCode'))

const MODULE = 'authority'

/** The tree is everybody's, whatever codes a role elsewhere may hold. */
export function operatorOnly(who: Caller): void {
  if (who.orgLevel !== OrgLevel.is.operator) throw new Refusal('NO_PERMISSION')
}

const ENTRY = `select authority_id as "authorityId", parent_id as "parentId", authority_code as "authorityCode",
  authority_name as "authorityName", level, menu_type as "menuType", action_type as "actionType", status, ends, apis,
  page_url as "pageUrl", menu_link as "menuLink", icon, sort, remark, system, version
from authority where authority_id = $1`

async function entryOf(tx: Tx, authorityId: string, lock: 'for update' | 'for share'): Promise<Entry | null> {
  const found = await tx.client.query<Entry>(`${ENTRY} ${lock}`, [authorityId])
  return found.rows[0] ?? null
}

/** Two leaves with one address would be one tab with two names. */
async function refuseSamePage(tx: Tx, pageUrl: string | null, authorityId: string): Promise<void> {
  if (!pageUrl) return
  const found = await tx.client.query<{ name: string }>(
    'select authority_name as name from authority where page_url = $1 and authority_id <> $2 limit 1',
    [pageUrl, authorityId],
  )
  if (found.rows[0]) throw new Refusal('ALREADY_EXISTS', { what: `页面地址（${found.rows[0].name}）` }, 'pageUrl')
}

async function checkEnds(tx: Tx, ends: readonly string[]): Promise<void> {
  if (ends.length === 0) throw invalid('请至少选择一个登录端', 'ends')
  const found = await tx.client.query<{ code: string }>(
    'select landing_end_code as code from landing_end where landing_end_code = any($1) for share',
    [ends],
  )
  const known = new Set(found.rows.map((row) => row.code))
  const unknown = ends.filter((code) => !known.has(code))
  if (unknown.length > 0) throw invalid(`登录端 ${unknown.join('、')} 不存在`, 'ends')
}

/** The menu changes rarely and as a whole: one writer at a time, so that places and levels agree. */
const lockTree = (tx: Tx) => tx.client.query(`select pg_advisory_xact_lock(hashtext('menu'))`)

const inLog = (entry: Entry, parent: Entry | null) => ({
  authorityName: entry.authorityName,
  authorityCode: entry.authorityCode,
  parentName: parent?.authorityName ?? '顶层',
  menuType: entry.menuType,
  pageUrl: entry.pageUrl,
  menuLink: entry.menuLink,
  icon: entry.icon,
  status: entry.status,
  ends: entry.ends.join('、'),
  remark: entry.remark,
})

async function parentOf(tx: Tx, parentId: string | null): Promise<Entry | null> {
  if (parentId === null) return null
  const parent = await entryOf(tx, parentId, 'for share')
  if (!parent) throw new Refusal('NOT_FOUND', { what: '上级菜单' }, 'parentId')
  return parent
}

async function create(who: Caller, body: MenuFields): Promise<string> {
  operatorOnly(who)
  const menuType = typeOf(body)
  const authorityId = newId()
  const parentId = parentIdOf(body.parentId)
  return who.tx(async (tx) => {
    await lockTree(tx)
    const parent = await parentOf(tx, parentId)
    const ends = [...new Set(body.ends ?? parent?.ends ?? ['WEB'])]
    const entry: Entry = {
      authorityId,
      parentId,
      authorityCode: body.authorityCode ?? `${menuType.toLowerCase()}-${authorityId.slice(-12)}`,
      authorityName: body.authorityName,
      level: levelBelow(menuType, parent),
      menuType,
      actionType: actionOf(menuType, body.actionType),
      status: body.status ?? MenuStatus.is.shown,
      ends,
      apis: textsOf(body.apis),
      pageUrl: menuType === 'FUNC' ? (body.pageUrl ?? null) : null,
      menuLink: menuType === 'IN_LINK' ? (body.menuLink ?? null) : null,
      icon: body.icon ?? '',
      sort: body.sort ?? 0,
      remark: body.remark ?? null,
      system: false,
      version: 1,
    }
    if (menuType === 'CUSTOM_FUNC' && !body.authorityCode) throw invalid('请填写按钮的编码', 'authorityCode')
    checkFields(entry)
    await checkEnds(tx, ends)
    await refuseSamePage(tx, entry.pageUrl, authorityId)
    // The menu is the same in every organisation, and so is its picture.
    await publishFile(tx, entry.icon)
    await tx.client.query(
      `insert into authority (authority_id, parent_id, authority_code, authority_name, level, type, menu_type,
         action_type, status, ends, scope, apis, page_url, menu_link, icon, sort, remark)
       values ($1, $2::varchar, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15,
         coalesce($16::int,
           (select coalesce(max(sort), 0) + 1 from authority where parent_id is not distinct from $2::varchar)), $17)`,
      [
        authorityId,
        parentId,
        entry.authorityCode,
        entry.authorityName,
        entry.level,
        menuType === 'CUSTOM_FUNC' ? 2 : 1,
        menuType,
        entry.actionType,
        entry.status,
        JSON.stringify(ends),
        JSON.stringify(scopeOf(body.scope, ends)),
        JSON.stringify(entry.apis),
        entry.pageUrl,
        entry.menuLink,
        entry.icon,
        body.sort ?? null,
        entry.remark,
      ],
    )
    tx.log({
      remark: `新增${MenuType.label(menuType)}“${entry.authorityName}”`,
      targetType: MODULE,
      targetId: authorityId,
      changes: changesBetween(null, inLog(entry, parent)),
    })
    await refreshEveryone(who.app, tx)
    return authorityId
  })
}

/** What the product seeded answers to a page or a check in its code: these stay. */
function keepSeeded(before: Entry, body: MenuFields, parentId: string | null, parent: Entry | null): void {
  const no = (what: string, field: string) => invalid(`“${before.authorityName}”由系统提供，不能修改${what}`, field)
  if (body.authorityCode && body.authorityCode !== before.authorityCode) throw no('编码', 'authorityCode')
  if (body.menuType && body.menuType !== before.menuType) throw no('类型', 'menuType')
  if (body.pageUrl && body.pageUrl !== before.pageUrl) throw no('页面地址', 'pageUrl')
  if (parentId !== before.parentId && (parent?.level ?? 0) !== before.level - 1) throw no('层级', 'parentId')
}

async function refuseCircle(tx: Tx, entry: Entry, parent: Entry | null): Promise<void> {
  if (!parent) return
  const found = await tx.client.query(
    `with recursive up as (
       select authority_id, parent_id from authority where authority_id = $1
       union select a.authority_id, a.parent_id from authority a join up on a.authority_id = up.parent_id)
     select 1 from up where authority_id = $2`,
    [parent.authorityId, entry.authorityId],
  )
  if (found.rows.length > 0) throw invalid('不能移动到自己的下级之中', 'parentId')
}

async function update(who: Caller, authorityId: string, body: MenuFields): Promise<void> {
  operatorOnly(who)
  await who.tx(async (tx) => {
    await lockTree(tx)
    const before = await entryOf(tx, authorityId, 'for update')
    if (!before) throw notFound('菜单')
    await refuseStale(tx, authorityId, body.version, before.version)
    const parentId = body.parentId === undefined ? before.parentId : parentIdOf(body.parentId)
    const parent = await parentOf(tx, parentId)
    const formerParent = parentId === before.parentId ? parent : await parentOf(tx, before.parentId)
    if (before.system) keepSeeded(before, body, parentId, parent)
    const given = <K extends keyof MenuFields, T>(field: K, known: T): Exclude<MenuFields[K], undefined> | T =>
      body[field] === undefined ? known : (body[field] as Exclude<MenuFields[K], undefined>)
    const menuType = before.system ? before.menuType : (body.menuType ?? before.menuType)
    const ends = [...new Set(body.ends ?? before.ends)]
    const after: Entry = {
      ...before,
      parentId,
      authorityCode: body.authorityCode ?? before.authorityCode,
      authorityName: body.authorityName,
      menuType,
      actionType: before.system ? before.actionType : actionOf(menuType, body.actionType),
      status: body.status ?? before.status,
      ends,
      apis: before.system || body.apis === undefined ? before.apis : textsOf(body.apis),
      pageUrl: before.system ? before.pageUrl : menuType === 'FUNC' ? given('pageUrl', before.pageUrl) : null,
      menuLink: menuType === 'IN_LINK' ? given('menuLink', before.menuLink) : null,
      icon: given('icon', before.icon) ?? '',
      sort: body.sort ?? before.sort,
      remark: given('remark', before.remark),
    }
    const moved = parentId !== before.parentId || menuType !== before.menuType
    if (moved && !before.system) {
      const children = await tx.client.query('select 1 from authority where parent_id = $1 limit 1', [authorityId])
      const level = levelBelow(menuType, parent)
      if (children.rows.length > 0 && (level !== before.level || menuType !== before.menuType)) {
        throw invalid(
          '它还有下级，不能改变类型或层级；请先移走下级',
          menuType === before.menuType ? 'parentId' : 'menuType',
        )
      }
      after.level = level
    }
    if (moved) await refuseCircle(tx, before, parent)
    checkFields(after)
    if (body.ends) await checkEnds(tx, ends)
    if (after.pageUrl !== before.pageUrl) await refuseSamePage(tx, after.pageUrl, authorityId)
    if (after.icon !== before.icon) await publishFile(tx, after.icon)
    await tx.client.query(
      `update authority set parent_id = $2, authority_code = $3, authority_name = $4, level = $5, type = $6,
         menu_type = $7, action_type = $8, status = $9, ends = $10,
         scope = case when $11::jsonb is null then scope else $11::jsonb end, apis = $12, page_url = $13, menu_link = $14,
         icon = $15, sort = $16, remark = $17, version = version + 1
       where authority_id = $1`,
      [
        authorityId,
        parentId,
        after.authorityCode,
        after.authorityName,
        after.level,
        menuType === 'CUSTOM_FUNC' ? 2 : 1,
        menuType,
        after.actionType,
        after.status,
        JSON.stringify(ends),
        body.ends || body.scope ? JSON.stringify(scopeOf(body.scope, ends)) : null,
        JSON.stringify(after.apis),
        after.pageUrl,
        after.menuLink,
        after.icon,
        after.sort,
        after.remark,
      ],
    )
    tx.log({
      remark: `编辑${MenuType.label(menuType)}“${after.authorityName}”`,
      targetType: MODULE,
      targetId: authorityId,
      changes: changesBetween(inLog(before, formerParent), inLog(after, parent)),
    })
    await refreshEveryone(who.app, tx)
  })
}

async function remove(who: Caller, authorityId: string): Promise<void> {
  operatorOnly(who)
  await who.tx(async (tx) => {
    await lockTree(tx)
    const entry = await entryOf(tx, authorityId, 'for update')
    if (!entry) throw notFound('菜单')
    if (entry.system) throw invalid(`“${entry.authorityName}”由系统提供，不能删除；不需要时可以隐藏`)
    const below = await tx.client.query<{ count: number; names: string | null }>(
      `select count(*), string_agg(authority_name, '、' order by sort) filter (where n <= 3) as names
         from (select authority_name, sort, row_number() over (order by sort) as n from authority where parent_id = $1) c`,
      [authorityId],
    )
    const { count, names } = below.rows[0]!
    if (count > 0) {
      throw new Refusal('IN_USE', {
        what: `“${entry.authorityName}”`,
        users: `下面还有 ${count} 项（${names}${count > 3 ? '等' : ''}）`,
      })
    }
    // Roles of every organisation lose it with the row; they never had more than this entry from it.
    const roles = await tx.client.query<{ count: number }>(
      'select count(distinct (org_id, role_id)) from role_authority where authority_id = $1',
      [authorityId],
    )
    await tx.client.query('delete from authority where authority_id = $1', [authorityId])
    tx.log({
      remark: `删除${MenuType.label(entry.menuType)}“${entry.authorityName}”，${roles.rows[0]!.count} 个角色不再有它`,
      targetType: MODULE,
      targetId: authorityId,
      changes: changesBetween(inLog(entry, await parentOf(tx, entry.parentId)), null),
    })
    await refreshEveryone(who.app, tx)
  })
}

async function sort(who: Caller, sorts: readonly { authorityId: string; sort: number }[]): Promise<void> {
  operatorOnly(who)
  if (sorts.length === 0) throw invalid('请给出要排序的菜单', 'sorts')
  const ids = sorts.map((one) => one.authorityId)
  if (new Set(ids).size !== ids.length) throw invalid('同一菜单出现了两次', 'sorts')
  await who.tx(async (tx) => {
    await lockTree(tx)
    const named = await tx.client.query<{ parent: string | null }>(
      'select parent_id as parent from authority where authority_id = any($1)',
      [ids],
    )
    if (named.rows.length < ids.length) throw notFound('菜单')
    const parentId = named.rows[0]!.parent
    if (named.rows.some((row) => row.parent !== parentId)) throw invalid('只能给同一上级下的菜单排序', 'sorts')
    const all = await tx.client.query<{ id: string; name: string }>(
      `select authority_id as id, authority_name as name from authority
        where parent_id is not distinct from $1::varchar order by sort, authority_name`,
      [parentId],
    )
    const place = new Map(sorts.map((one) => [one.authorityId, one.sort]))
    // Those that were not named follow, as they stood.
    const after = [...all.rows].sort((a, b) => (place.get(a.id) ?? Infinity) - (place.get(b.id) ?? Infinity) || 0)
    await tx.client.query(
      `update authority a set sort = x.sort from unnest($1::text[]) with ordinality as x(authority_id, sort)
        where a.authority_id = x.authority_id`,
      [after.map((row) => row.id)],
    )
    const names = (rows: readonly { name: string }[]) => rows.map((row) => row.name).join('、')
    tx.log({
      remark: `调整菜单顺序（${sorts.length} 项）`,
      targetType: MODULE,
      ...(parentId && { targetId: parentId }),
      changes: { order: [names(all.rows), names(after)] },
    })
    await refreshEveryone(who.app, tx)
  })
}

export default implement(authority, {
  list: async ({ tree }, who) => {
    const rows = await authorityRows(who.app.pool, who.orgLevel)
    return tree === '1' ? nestedOf(rows) : flatOf(rows)
  },
  create: (body, who) => create(who, body),
  update: async ({ authorityId, ...body }, who) => {
    await update(who, authorityId, body)
    return null
  },
  remove: async ({ authorityId }, who) => {
    await remove(who, authorityId)
    return null
  },
  sort: async ({ sorts }, who) => {
    await sort(who, sorts)
    return null
  },
  systems: async ({ tree }, who) => {
    const systems = apiTree(who.app.nouns)
    return tree === '1' ? systems : flatApis(systems)
  },
  export: ({ authorityIds }, who) => exportMenus(who, authorityIds),
  exportApis: ({ authorityIds }, who) => exportMenuApis(who, authorityIds),
})
