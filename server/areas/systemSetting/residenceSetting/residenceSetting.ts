// The rules of the residence that an organisation decides: what a check-in needs, how far ahead, what happens by itself.
import type pg from 'pg'
import { RequirementLevel, type ResidenceSettingData, requirements } from '#contract/live/residenceForms'
import { groupVersion, type SettingGroup, saveGroup, settingsOf } from '#server/areas/platform/public'
import type { Tx } from '#server/kit/caller'

export const residenceDefaults: Readonly<ResidenceSettingData> = {
  assessment: 'warn',
  contract: 'warn',
  healthReport: 'warn',
  riskNotice: 'warn',
  deposit: 'warn',
  firstBill: 'off',
  countCheckoutDay: false,
  settleBeforeCheckout: false,
  cleanAfterCheckout: true,
  autoExpire: false,
  trialDays: 30,
  trialRemindDays: 3,
  contractRemindDays: 30,
  moveAheadDays: 30,
}

const names = Object.keys(residenceDefaults) as (keyof ResidenceSettingData)[]

/** A field of another kind than its default says nothing. */
function merged(stored: Readonly<Record<string, unknown>>): ResidenceSettingData {
  const given = names.filter((name) => typeof stored[name] === typeof residenceDefaults[name])
  return { ...residenceDefaults, ...Object.fromEntries(given.map((name) => [name, stored[name]])) }
}

export async function residenceSettingOf(
  client: pg.Pool | pg.ClientBase,
  orgId: string,
): Promise<ResidenceSettingData> {
  return merged((await settingsOf(client, orgId)).residenceSet)
}

const titles: Readonly<Record<string, string>> = {
  ...requirements,
  countCheckoutDay: '退住当天计入天数',
  settleBeforeCheckout: '先结算后退住',
  cleanAfterCheckout: '退住后待清洁',
  autoExpire: '预订到期自动释放',
  trialDays: '试住天数',
  trialRemindDays: '试住到期提前提醒天数',
  contractRemindDays: '合同到期提前提醒天数',
  moveAheadDays: '调床可提前天数',
}

const word = (value: unknown) =>
  typeof value === 'boolean' ? (value ? '是' : '否') : typeof value === 'string' ? levelWord(value) : String(value)
const levelWord = (value: string) => RequirementLevel.label(value as 'block')

const GROUP: SettingGroup<'residenceSet'> = {
  title: '居住设置',
  target: 'residenceSetting',
  names: ['residenceSet'],
  words: {
    residenceSet: (value) => {
      const all = merged((value ?? {}) as Record<string, unknown>)
      return names.map((name) => `${titles[name]}：${word(all[name])}`).join('；')
    },
  },
}

export const residenceSettingVersion = (client: pg.Pool | pg.ClientBase, orgId: string) =>
  groupVersion(client, orgId, GROUP)

export async function saveResidenceSetting(
  tx: Tx,
  { version, ...sent }: ResidenceSettingData & { version?: number | null },
): Promise<void> {
  await saveGroup(tx, GROUP, { residenceSet: sent }, version)
}
