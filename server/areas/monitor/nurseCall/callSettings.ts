// Settings of the calls as they stand, with the product's own where nothing was saved.
import type pg from 'pg'
import { CALL_BASE, type CallBaseData } from '#contract/monitor/callSet'
import { CALL_VOICE, type CallVoiceData } from '#contract/monitor/callVoice'
import type { Caller } from '#server/kit/caller'
import { changesBetween, refuseStale } from '#server/kit/editing'

type Client = pg.Pool | pg.ClientBase

interface StoredSetting {
  value: Record<string, unknown> | null
  version: number
  updatedAt: string | null
  updatedBy: string | null
}

/** Version 0: nobody has saved it yet. */
async function readSetting(client: Client, orgId: string, name: string): Promise<StoredSetting> {
  const { rows } = await client.query<StoredSetting>({
    name: 'monitor-setting',
    text: `select s.value, s.version, s.updated_at as "updatedAt", s.value->>'updatedBy' as "updatedBy"
      from monitor_setting s where s.org_id = $1 and s.name = $2`,
    values: [orgId, name],
  })
  return rows[0] ?? { value: null, version: 0, updatedAt: null, updatedBy: null }
}

export const callBaseOf = async (client: Client, orgId: string): Promise<CallBaseData> => ({
  ...CALL_BASE,
  ...(await readSetting(client, orgId, 'callBase')).value,
})

export const callVoiceOf = async (client: Client, orgId: string): Promise<CallVoiceData> => ({
  ...CALL_VOICE,
  ...(await readSetting(client, orgId, 'callVoice')).value,
})

export async function settingOf<T extends object>(client: Client, orgId: string, name: string, usual: T) {
  const { value, ...stored } = await readSetting(client, orgId, name)
  return { ...usual, ...(value as Partial<T> | null), ...stored }
}

/** Two people at one setting: the second is told; the log says what was changed. */
export const saveSetting = <T extends object>(
  who: Caller,
  name: string,
  what: string,
  usual: T,
  input: T & { version?: number | null | undefined },
) =>
  who.tx(async (tx) => {
    // Nobody has a row to lock before the first save.
    await tx.client.query(`select pg_advisory_xact_lock(hashtextextended('monitor-setting ' || $1 || $2, 0))`, [
      tx.orgId,
      name,
    ])
    const before = await readSetting(tx.client, tx.orgId, name)
    const targetId = `${name}:${tx.orgId}`
    await refuseStale(tx, targetId, input.version, before.version)
    const { version: _, ...value } = input
    await tx.client.query(
      `insert into monitor_setting (org_id, name, value) values ($1, $2, $3::jsonb)
      on conflict (org_id, name) do update set value = excluded.value, version = monitor_setting.version + 1,
        updated_at = now()`,
      [tx.orgId, name, JSON.stringify({ ...value, updatedBy: tx.by.name })],
    )
    const { updatedBy: __, ...old } = { ...usual, ...before.value } as Record<string, unknown>
    tx.log({
      remark: `修改${what}`,
      targetType: 'monitorSetting',
      targetId,
      changes: changesBetween(old, value as Record<string, unknown>),
    })
    return settingOf(tx.client, tx.orgId, name, usual)
  })
