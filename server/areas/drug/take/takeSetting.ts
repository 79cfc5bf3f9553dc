// A house says when it gives its drugs: takes that wait follow at once.

import type { drugTake } from '#contract/drug/take'
import type { InputOf } from '#contract/kit/call'
import { invalid } from '#contract/kit/refusal'
import type { Caller, Tx } from '#server/kit/caller'
import { changesBetween, refuseStale } from '#server/kit/editing'
import { type RoundSetting, roundSetting } from './roundSetting.ts'
import { topUpTakes } from './takeTopUp.ts'

const SAVE = `insert into drug_round_setting (org_id, slots, early_minutes, late_minutes) values ($1, $2, $3, $4)
on conflict (org_id) do update set slots = excluded.slots, early_minutes = excluded.early_minutes,
  late_minutes = excluded.late_minutes, version = drug_round_setting.version + 1`
const ELDERS = `select distinct oldman_id as "oldmanId" from drug_use where org_id = $1 and state <> 'ENDED' order by 1`

export async function saveRoundSetting(
  tx: Tx,
  _who: Caller,
  body: InputOf<typeof drugTake.calls.saveSetting>,
): Promise<RoundSetting> {
  const slots = body.slots
    .map(({ name, clock }) => ({ name: name.trim(), clock }))
    .sort((a, b) => a.clock.localeCompare(b.clock))
  if (slots.length === 0) throw invalid('至少要有一个时段', 'slots')
  if (slots.some((one) => one.name === '')) throw invalid('时段要有名称', 'slots')
  if (new Set(slots.map((one) => one.clock)).size < slots.length) throw invalid('两个时段不能用同一个时刻', 'slots')
  if (new Set(slots.map((one) => one.name)).size < slots.length) throw invalid('两个时段不能同名', 'slots')
  // One at a time, also where no row is there yet.
  await tx.client.query(`select pg_advisory_xact_lock(hashtext('drug_round_setting'), hashtext($1))`, [tx.orgId])
  const before = await roundSetting(tx.client, tx.orgId)
  await refuseStale(tx, tx.orgId, body.version, before.version)
  await tx.client.query(SAVE, [tx.orgId, JSON.stringify(slots), body.earlyMinutes, body.lateMinutes])
  const after = await roundSetting(tx.client, tx.orgId)
  const said = ({ slots, earlyMinutes, lateMinutes }: RoundSetting) => ({
    时段: slots.map((one) => `${one.name} ${one.clock}`).join('、'),
    提前: `${earlyMinutes} 分钟`,
    时限: `${lateMinutes} 分钟`,
  })
  tx.log({
    remark: '修改发药设置',
    targetType: 'drugTake',
    targetId: tx.orgId,
    changes: changesBetween(said(before), said(after)),
  })
  if (before.earlyMinutes !== after.earlyMinutes || before.lateMinutes !== after.lateMinutes) {
    const found = await tx.client.query<{ oldmanId: string }>(ELDERS, [tx.orgId])
    topUpTakes(
      tx,
      found.rows.map((one) => one.oldmanId),
    )
  }
  return after
}
