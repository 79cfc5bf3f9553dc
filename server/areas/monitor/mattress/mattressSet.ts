// Handlers of the mattress settings.
import { invalid } from '#contract/kit/refusal'
import { mattressSet, type RetentionData } from '#contract/monitor/mattressSet'
import { KEPT_DAYS } from '#server/areas/monitor/ingest/partitions'
import type { Tx } from '#server/kit/caller'
import { changesBetween, refuseStale } from '#server/kit/editing'
import { implement } from '#server/kit/implement'

const NAME = 'retention'

async function retentionOf(client: Pick<Tx['client'], 'query'>, orgId: string, lock = ''): Promise<RetentionData> {
  const { rows } = await client.query<{ value: Partial<RetentionData>; version: number }>(
    `select value, version from monitor_setting where org_id = $1 and name = '${NAME}' ${lock}`,
    [orgId],
  )
  const said = rows[0]
  return {
    readingDays: said?.value.readingDays ?? KEPT_DAYS.readingDays,
    minuteDays: said?.value.minuteDays ?? KEPT_DAYS.minuteDays,
    version: said?.version ?? 0,
  }
}

export default implement(mattressSet, {
  retention: (_, who) => retentionOf(who.app.pool, who.orgId),
  saveRetention: ({ readingDays, minuteDays, version }, who) =>
    who.tx(async (tx) => {
      if (minuteDays < readingDays) throw invalid('分钟汇总应至少与原始读数保留一样久', 'minuteDays')
      // A setting that was never saved has no row to lock.
      await tx.client.query(
        `insert into monitor_setting (org_id, name, value, version) values ($1, '${NAME}', $2, 0) on conflict do nothing`,
        [tx.orgId, JSON.stringify(KEPT_DAYS)],
      )
      const before = await retentionOf(tx.client, tx.orgId, 'for update')
      await refuseStale(tx, `${tx.orgId}:${NAME}`, version, before.version)
      await tx.client.query(
        `update monitor_setting set value = $2, version = version + 1, updated_at = now() where org_id = $1 and name = '${NAME}'`,
        [tx.orgId, JSON.stringify({ readingDays, minuteDays })],
      )
      tx.log({
        remark: `读数保留 ${readingDays} 天，分钟汇总保留 ${minuteDays} 天`,
        targetType: 'monitorSetting',
        targetId: `${tx.orgId}:${NAME}`,
        changes: changesBetween(
          { readingDays: before.readingDays, minuteDays: before.minuteDays },
          { readingDays, minuteDays },
        ),
      })
      return { readingDays, minuteDays, version: before.version + 1 }
    }),
})
