// Settings that are edited together on one page: one version for all of them, one log row with what changed.
import type pg from 'pg'
import type { Tx } from '#server/kit/caller'
import { changesBetween, refuseStale } from '#server/kit/editing'
import { frontOrganisation, type OrgSettings, saveSetting, settingsOf } from './orgSettings.ts'

export interface SettingGroup<K extends keyof OrgSettings> {
  /** 显示设置: named in the operation log. */
  title: string
  /** The operation log finds the settings of an organisation under this name. */
  target: string
  names: readonly K[]
  /** Values that the log tells in other words than they are stored. */
  words?: Partial<Record<K, (value: unknown) => string>>
}

/** Each setting counts its own saves; together they grow with every one. */
export async function groupVersion<K extends keyof OrgSettings>(
  reader: pg.Pool | pg.ClientBase,
  orgId: string,
  group: SettingGroup<K>,
): Promise<number> {
  const found = await reader.query<{ version: number }>({
    name: 'setting_group_version',
    text: 'select coalesce(sum(version), 0)::int as version from system_config where org_id = $1 and name = any($2)',
    values: [orgId, group.names],
  })
  return found.rows[0]!.version
}

/** Writes what was sent and differs; a name that was not sent stays as it is. Answers the names that changed. */
export async function saveGroup<K extends keyof OrgSettings>(
  tx: Tx,
  group: SettingGroup<K>,
  sent: Readonly<Partial<Record<K, OrgSettings[K] | null>>>,
  version: number | null | undefined,
): Promise<K[]> {
  await tx.client.query('select pg_advisory_xact_lock(hashtextextended($1, 0))', [`${group.target} ${tx.orgId}`])
  await refuseStale(tx, group.target, version, await groupVersion(tx.client, tx.orgId, group))
  const before = await settingsOf(tx.client, tx.orgId)
  const given = group.names.filter((name) => sent[name] !== undefined)
  const changes = changesBetween(
    Object.fromEntries(given.map((name) => [name, before[name]])),
    Object.fromEntries(given.map((name) => [name, sent[name]])),
  )
  const changed = given.filter((name) => name in changes)
  for (const name of changed) await saveSetting(tx.client, tx.orgId, name, sent[name] as OrgSettings[K])
  tx.log({
    remark: changed.length > 0 ? `修改${group.title}` : `保存${group.title}，没有改动`,
    targetType: group.target,
    targetId: group.target,
    changes: Object.fromEntries(Object.entries(changes).map(([name, pair]) => [name, inWords(group, name as K, pair)])),
  })
  return changed
}

const inWords = <K extends keyof OrgSettings>(group: SettingGroup<K>, name: K, pair: readonly [unknown, unknown]) => {
  const word = group.words?.[name]
  return word ? ([word(pair[0]), word(pair[1])] as const) : pair
}

/** The name of the organisation whose login page visitors see, when it is not this one. */
export async function otherLoginPage(pool: pg.Pool, orgId: string): Promise<string | null> {
  const front = await frontOrganisation(pool)
  if (front === null || front === orgId) return null
  const found = await pool.query<{ org_name: string }>('select org_name from organization where org_id = $1', [front])
  return found.rows[0]?.org_name ?? null
}
