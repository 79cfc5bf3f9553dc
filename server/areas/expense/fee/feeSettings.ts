// The fee settings of an organisation, with what holds where it has not decided.
import type pg from 'pg'
import { FeeSettings, type FeeSettingsData } from '#contract/expense/feeSettings'
import { groupVersion, type SettingGroup, saveGroup, settingsOf } from '#server/areas/platform/public'
import type { Tx } from '#server/kit/caller'

export const costDefaults: Readonly<FeeSettingsData> = {
  billDay: 1,
  autoGenerate: false,
  autoIssue: false,
  dueDays: 9,
  divisor: 'ACTUAL',
  autoDeduct: false,
  giftFirst: false,
  remindDays: 3,
  maxDepositMonths: 4,
  maxPrepayMonths: 12,
  receiptTitle: '收款收据',
  receiptNote: '',
  billNote: '请在缴费期限前到收费处缴费，或转账至本机构账户并注明老人姓名。对账单有疑问请在 7 日内联系收费处。',
  bankName: '',
  bankAccountName: '',
  bankAccount: '',
  signOffs: ['护理部', '前台', '财务'],
  maskAmounts: false,
}

const names = Object.keys(costDefaults) as (keyof FeeSettingsData)[]

const alike = (a: unknown, b: unknown) => typeof a === typeof b && Array.isArray(a) === Array.isArray(b)

/** A field of another kind than its default says nothing. */
function merged(stored: Readonly<Record<string, unknown>>): FeeSettingsData {
  const given = names.filter((name) => alike(stored[name], costDefaults[name]))
  return { ...costDefaults, ...Object.fromEntries(given.map((name) => [name, stored[name]])) }
}

export async function feeSettingsOf(client: pg.Pool | pg.ClientBase, orgId: string): Promise<FeeSettingsData> {
  return merged((await settingsOf(client, orgId)).costSet)
}

const word = (value: unknown) =>
  typeof value === 'boolean' ? (value ? '是' : '否') : Array.isArray(value) ? value.join('、') : String(value)

const GROUP: SettingGroup<'costSet'> = {
  title: '费用设置',
  target: 'costSetting',
  names: ['costSet'],
  words: {
    costSet: (value) => {
      const all = merged((value ?? {}) as Record<string, unknown>)
      return names.map((name) => `${FeeSettings.properties[name].title ?? name}：${word(all[name])}`).join('；')
    },
  },
}

export const feeSettingsVersion = (client: pg.Pool | pg.ClientBase, orgId: string) => groupVersion(client, orgId, GROUP)

export async function saveFeeSettings(
  tx: Tx,
  { version, ...sent }: FeeSettingsData & { version?: number | null },
): Promise<void> {
  await saveGroup(tx, GROUP, { costSet: sent }, version)
}
