// Keeps the stored menu in step with the contract at every start. What an administrator renamed or moved stays; what
// the product itself wrote follows the new release.

import type pg from 'pg'
import type { Noun } from '#contract/kit/call'
import { MenuStatus } from '#contract/platform/authority'
import { OPERATOR_ORG } from '#server/areas/platform/seed/fixedRows'
import type { Tx } from '#server/kit/caller'
import { fixedId, sha256 } from '#server/kit/ids'
import { type SystemApp, systemTransaction } from '#server/kit/system'
import { scopeByEnds } from './authorityScope.ts'
import { type MenuEntry, menuEntries } from './menuEntries.ts'

/** What the product last wrote, field by field, to tell it from what people changed. */
const SEEDED = 'menu.seeded'
/** Raise it when the way entries are written changes. */
const FORM = 1

interface Written {
  name: string
  parentId: string | null
  pageUrl: string | null
  icon: string
  sort: number
  ends: string[]
}

interface Stored extends Written {
  id: string
  code: string
  system: boolean
}

interface Seeded {
  digest: string
  entries: Record<string, Written>
}

const seededNow = async (client: pg.Pool | pg.ClientBase): Promise<Seeded | null> => {
  const found = await client.query<{ value: string }>('select value from product_secret where name = $1', [SEEDED])
  return found.rows[0] ? (JSON.parse(found.rows[0].value) as Seeded) : null
}

/** Answers whether anything had to be written. */
export async function syncAuthorities(app: SystemApp, nouns: readonly Noun[]): Promise<boolean> {
  const entries = menuEntries(nouns)
  const digest = sha256(JSON.stringify([FORM, entries]))
  if ((await seededNow(app.pool))?.digest === digest) return false
  return systemTransaction(app, OPERATOR_ORG, '菜单', '同步菜单与权限', async (tx) => {
    await tx.client.query('select pg_advisory_xact_lock(hashtext($1))', [SEEDED])
    const before = await seededNow(tx.client)
    if (before?.digest === digest) {
      tx.log({ remark: '菜单与权限已由另一进程同步' })
      return false
    }
    const written = await writeEntries(tx, entries, before?.entries ?? {})
    await tx.client.query(
      'insert into product_secret (name, value) values ($1, $2) on conflict (name) do update set value = excluded.value',
      [SEEDED, JSON.stringify({ digest, entries: written.entries } satisfies Seeded)],
    )
    tx.log({
      remark: `同步菜单与权限：新增 ${written.added} 项，更新 ${written.updated} 项，移除 ${written.removed} 项`,
    })
    return true
  })
}

async function storedEntries(client: pg.ClientBase): Promise<Map<string, Stored>> {
  const found = await client.query<Stored>(
    `select authority_id as id, authority_code as code, authority_name as name, parent_id as "parentId",
       page_url as "pageUrl", icon, sort, ends, system from authority`,
  )
  return new Map(found.rows.map((row) => [row.code, row]))
}

async function writeEntries(tx: Tx, entries: readonly MenuEntry[], before: Record<string, Written>) {
  const stored = await storedEntries(tx.client)
  // An entry that an administrator made under the same code keeps its id.
  const idOf = (code: string) => stored.get(code)?.id ?? fixedId(code)
  const wanted = entries.map((entry) => ({
    ...entry,
    id: idOf(entry.code),
    parentId: entry.parentCode === null ? null : idOf(entry.parentCode),
  }))
  const fresh = wanted.filter((entry) => !stored.has(entry.code))
  await insertEntries(tx.client, fresh)
  const firstTime = Object.keys(before).length === 0
  let updated = 0
  for (const entry of wanted) {
    const row = stored.get(entry.code)
    if (row && (await updateEntry(tx.client, entry, row, before[entry.code], firstTime))) updated += 1
  }
  const codes = new Set(entries.map((entry) => entry.code))
  const gone = [...stored.values()].filter((row) => row.system && !codes.has(row.code)).map((row) => row.id)
  const removed = await removeEntries(tx.client, gone)
  const written = Object.fromEntries(
    wanted.map(({ code, name, parentId, pageUrl, icon, sort, ends }) => [
      code,
      { name, parentId, pageUrl, icon, sort, ends } satisfies Written,
    ]),
  )
  return { entries: written, added: fresh.length, updated, removed }
}

async function insertEntries(client: pg.ClientBase, fresh: readonly (MenuEntry & { id: string })[]) {
  if (fresh.length === 0) return
  const rows = fresh.map((entry) => ({ ...entry, scope: scopeByEnds(entry.ends) }))
  await client.query(
    `insert into authority (authority_id, parent_id, authority_code, authority_name, level, type, menu_type, action_type,
       ends, scope, apis, page_url, icon, sort, system)
     select e.id, e."parentId", e.code, e.name, e.level, e.type, e."menuType", e."actionType",
       e.ends, e.scope, e.apis, e."pageUrl", e.icon, e.sort, true
     from jsonb_to_recordset($1::jsonb) as e(id text, "parentId" text, code text, name text, level int, type int,
       "menuType" text, "actionType" int, ends jsonb, scope jsonb, apis jsonb, "pageUrl" text, icon text, sort int)`,
    [JSON.stringify(rows)],
  )
}

const same = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b)

async function updateEntry(
  client: pg.ClientBase,
  entry: MenuEntry & { id: string; parentId: string | null },
  row: Stored,
  before: Written | undefined,
  firstTime: boolean,
): Promise<boolean> {
  const unedited = (field: keyof Written) => before !== undefined && same(row[field], before[field])
  const next = <K extends keyof Written>(field: K): Written[K] => (unedited(field) ? entry[field] : row[field])
  const values: Written = {
    name: next('name'),
    parentId: next('parentId'),
    pageUrl: next('pageUrl'),
    icon: next('icon'),
    sort: next('sort'),
    ends: next('ends'),
  }
  // An entry that an earlier release dropped and this one brings back was hidden by the product, not by a person.
  const revived = row.system && before === undefined && !firstTime
  const changed =
    !row.system || revived || (Object.keys(values) as (keyof Written)[]).some((key) => !same(values[key], row[key]))
  // Which calls a code opens is a fact of the release, never an administrator's choice.
  await client.query(
    `update authority set authority_name = $2, parent_id = $3, page_url = $4, icon = $5, sort = $6, ends = $7, scope = $8,
       apis = $9, level = $10, type = $11, menu_type = $12, action_type = $13, system = true,
       status = case when $14 then 1 else status end
     where authority_id = $1`,
    [
      row.id,
      values.name,
      values.parentId,
      values.pageUrl,
      values.icon,
      values.sort,
      JSON.stringify(values.ends),
      JSON.stringify(scopeByEnds(values.ends)),
      JSON.stringify(entry.apis),
      entry.level,
      entry.type,
      entry.menuType,
      entry.actionType,
      revived,
    ],
  )
  return changed
}

/** What no role uses goes; what a role uses stays but is hidden, because nothing answers to it any more. */
async function removeEntries(client: pg.ClientBase, ids: readonly string[]): Promise<number> {
  if (ids.length === 0) return 0
  // Across organisations: the entries are the product's own.
  const used = 'exists (select 1 from role_authority ra where ra.authority_id = a.authority_id)'
  await client.query(
    `update authority a set status = ${MenuStatus.is.hidden} where authority_id = any($1) and ${used}`,
    [ids],
  )
  let removed = 0
  // From the leaves up: an entry goes once nothing hangs below it.
  for (;;) {
    const gone = await client.query(
      `delete from authority a where authority_id = any($1) and not ${used}
         and not exists (select 1 from authority c where c.parent_id = a.authority_id)`,
      [ids],
    )
    if (!gone.rowCount) return removed
    removed += gone.rowCount
  }
}
