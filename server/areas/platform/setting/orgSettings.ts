// Settings of an organisation by name. What it has not set itself comes from the operator's organisation, and what
// that has not set from the defaults here.

import type pg from 'pg'
import { IdleSwitch } from '#contract/platform/commonSetting'
import { PasswordRule, PhotoCodeSwitch, RecordNumSwitch, SettingSwitch } from '#contract/platform/config'
import { OrgLevel, OrgStatus } from '#contract/platform/session'

export interface OrgSettings {
  /** Minutes a frozen account waits. */
  unFrozenTimeConfig: number
  /** Picture code at sign-in: 0 on, 1 off. */
  photoCodeConfig: number
  /** First page after sign-in; empty is the work bench, /main the welcome page. */
  loginPageConfig: string
  /** Idle time-out: 0 on, 1 off; minutes in tokenTimeOut. */
  tokenTimeOutSet: number
  tokenTimeOut: number
  /** Password rule: 0 strict, 1 loose. */
  pwdConfig: number
  /** Pictures are brought below so many KB when they are to be cut. */
  imgSize: number
  systemName: string
  systemIcon: string | null
  windowName: string | null
  windowIcon: string | null
  menuOpenStatus: string
  waterMark: string
  systemThemeColor: string | null
  loginIcon: string | null
  loginIconName: string | null
  loginBackground: string | null
  servicePhone: string | null
  /** Record number in the footer: 0 hidden, 1 shown. */
  recordNum: number
  recordNumDesc: string | null
  mattressSet: MattressSet
  /** Addresses of the servers that terminals use, by field. */
  serverConfigs: Record<string, unknown>
  /** Rules of the residence, by field; what is not said is the default of that area. */
  residenceSet: Record<string, unknown>
  /** Rules of the fees, likewise. */
  costSet: Record<string, unknown>
}

export interface MattressSet {
  alarmRemind: { status: number; position: string[] }
  alarmVoice: { status: number; times: number }
}

export const settingDefaults: Readonly<OrgSettings> = {
  unFrozenTimeConfig: 15,
  photoCodeConfig: PhotoCodeSwitch.is.on,
  loginPageConfig: '',
  tokenTimeOutSet: IdleSwitch.is.on,
  tokenTimeOut: 30,
  pwdConfig: PasswordRule.is.strong,
  imgSize: 300,
  systemName: '颐园养老管理系统',
  systemIcon: null,
  windowName: null,
  windowIcon: null,
  menuOpenStatus: 'OPEN',
  waterMark: 'OPEN',
  systemThemeColor: '#1E87F0',
  loginIcon: null,
  loginIconName: null,
  loginBackground: null,
  servicePhone: null,
  recordNum: RecordNumSwitch.is.hidden,
  recordNumDesc: null,
  serverConfigs: {},
  residenceSet: {},
  costSet: {},
  mattressSet: {
    alarmRemind: { status: SettingSwitch.is.on, position: [] },
    alarmVoice: { status: SettingSwitch.is.on, times: 3 },
  },
}

interface SettingRow {
  name: string
  value: unknown
}

/** Rows in the order of growing weight; a row without a value, or of another kind than the default, says nothing. */
export function mergeSettings(rows: readonly SettingRow[]): OrgSettings {
  const merged: Record<string, unknown> = { ...settingDefaults }
  for (const { name, value } of rows) {
    if (!Object.hasOwn(settingDefaults, name) || value === null) continue
    const standard = settingDefaults[name as keyof OrgSettings]
    if (standard === null || typeof standard === typeof value) merged[name] = value
  }
  return merged as unknown as OrgSettings
}

/** Where settings are read from; a figure that depends on one says so (kept.ts). */
export const SETTING_TABLES = ['system_config', 'organization'] as const

const SETTINGS = `select name, value from system_config
where org_id = $1 or org_id in (select org_id from organization where org_level = ${OrgLevel.is.operator}) order by org_id = $1`

/** null: an installation without any organisation yet. */
export async function settingsOf(pool: pg.Pool | pg.ClientBase, orgId: string | null): Promise<OrgSettings> {
  if (orgId === null) return mergeSettings([])
  const found = await pool.query<SettingRow>({ name: 'org_settings', text: SETTINGS, values: [orgId] })
  return mergeSettings(found.rows)
}

const SAVE = `insert into system_config (org_id, name, value) values ($1, $2, $3)
on conflict (org_id, name) do update
set value = excluded.value, version = system_config.version + 1, updated_at = now()`

export async function saveSetting<K extends keyof OrgSettings>(
  client: pg.ClientBase,
  orgId: string,
  name: K,
  value: OrgSettings[K],
): Promise<void> {
  await client.query(SAVE, [orgId, name, JSON.stringify(value)])
}

const FRONT = `with care as (select org_id from organization where org_level = ${OrgLevel.is.care}
  and org_status = ${OrgStatus.is.normal} limit 2)
select case when (select count(*) from care) = 1 then (select org_id from care)
  else (select org_id from organization where org_level = ${OrgLevel.is.operator} order by created_at, org_id
  limit 1) end as org_id`

/** Whose name and rules the login page shows: the only elderly-care organisation, or the operator's. */
export async function frontOrganisation(pool: pg.Pool): Promise<string | null> {
  const found = await pool.query<{ org_id: string | null }>({ name: 'front_organisation', text: FRONT })
  return found.rows[0]?.org_id ?? null
}

export async function operatorOrganisation(pool: pg.Pool | pg.ClientBase): Promise<string> {
  const found = await pool.query<{ org_id: string }>({
    name: 'operator_organisation',
    text: `select org_id from organization where org_level = ${OrgLevel.is.operator} order by created_at, org_id limit 1`,
  })
  const row = found.rows[0]
  if (!row) throw new Error('there is no operator organisation')
  return row.org_id
}
