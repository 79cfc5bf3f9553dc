// What the house decided about drugs: when it warns, how long something brought must last, who may check alone at night.
import type pg from 'pg'
import type { drugKeep } from '#contract/drug/keep'
import type { DrugSettingData } from '#contract/drug/keepRows'
import type { InputOf } from '#contract/kit/call'
import { invalid } from '#contract/kit/refusal'
import type { Tx } from '#server/kit/caller'
import { changesBetween, refuseStale } from '#server/kit/editing'

const USUAL: DrugSettingData = { shortDays: 3, lowDays: 7, expiryDays: 30, restDays: 30, oneAtNight: false, version: 0 }

export async function drugSettingOf(client: pg.Pool | pg.ClientBase, orgId: string): Promise<DrugSettingData> {
  const found = await client.query<DrugSettingData>({
    name: 'drug_setting_of',
    text: `select short_days as "shortDays", low_days as "lowDays", expiry_days as "expiryDays", rest_days as "restDays",
      one_at_night as "oneAtNight", version from drug_setting where org_id = $1`,
    values: [orgId],
  })
  return found.rows[0] ?? USUAL
}

const SAVE = `insert into drug_setting (org_id, short_days, low_days, expiry_days, rest_days, one_at_night) values ($1, $2, $3, $4, $5, $6)
on conflict (org_id) do update set short_days = excluded.short_days, low_days = excluded.low_days, expiry_days = excluded.expiry_days,
  rest_days = excluded.rest_days, one_at_night = excluded.one_at_night, version = drug_setting.version + 1`

const words = (one: DrugSettingData) => ({
  红色预警天数: one.shortDays,
  黄色预警天数: one.lowDays,
  效期预警天数: one.expiryDays,
  收药最短效期: one.restDays,
  夜间可一人核对: one.oneAtNight ? '是' : '否',
})

export async function saveDrugSetting(
  tx: Tx,
  input: InputOf<(typeof drugKeep)['calls']['saveSetting']>,
): Promise<DrugSettingData> {
  if (input.lowDays < input.shortDays) throw invalid('黄色预警天数不能小于红色预警天数', 'lowDays')
  await tx.client.query('select 1 from organization where org_id = $1 for no key update', [tx.orgId])
  const before = await drugSettingOf(tx.client, tx.orgId)
  await refuseStale(tx, `drugSetting:${tx.orgId}`, input.version, before.version)
  await tx.client.query(SAVE, [
    tx.orgId,
    input.shortDays,
    input.lowDays,
    input.expiryDays,
    input.restDays,
    input.oneAtNight,
  ])
  const after = await drugSettingOf(tx.client, tx.orgId)
  tx.log({
    remark: '修改药品预警设置',
    targetType: 'drugSetting',
    targetId: `drugSetting:${tx.orgId}`,
    changes: changesBetween(words(before), words(after)),
  })
  return after
}
