// What became of the consultations of a period: how many came to look, were assessed, got an archive, moved in; by
// channel and by who received them; and why others were lost. One statement.

import { ConsultationStatus } from '#contract/live/consultationFields'
import type { FunnelData, StepRowData } from '#contract/live/consultationRows'
import { labelsOf } from '#server/areas/residents/public'
import type { Caller } from '#server/kit/caller'
import { conditionsOf } from '#server/kit/page'
import { consultationFilters, stepSql } from './consultationSql.ts'

interface Counted extends Omit<StepRowData, 'key' | 'name'> {
  level: number
  channel: string | null
  saleId: string | null
  lossReason: string | null
  saleName: string | null
  daysToMove: number | null
}

/** Bits of grouping(channel, sale_id, loss_reason): a set bit means that the column is not grouped by. */
const ALL = 0b111
const BY_CHANNEL = 0b011
const BY_SALE = 0b101
const BY_REASON = 0b110

const textOf = (where: string) => `with c as (
  select t.channel, t.sale_id, t.loss_reason, t.status, ${stepSql.visited} as visited, ${stepSql.assessed} as assessed,
    (select min(s.start_date) from stay s where s.org_id = t.org_id and s.oldman_id = t.oldman_id) - t.consult_date as days
  from consultation t where ${where})
select grouping(c.channel, c.sale_id, c.loss_reason) as level, c.channel, c.sale_id as "saleId",
  c.loss_reason as "lossReason", count(*) as consult, count(*) filter (where c.visited) as visited,
  count(*) filter (where c.assessed) as assessed,
  count(*) filter (where c.status = ${ConsultationStatus.is.archived}) as archived,
  count(*) filter (where c.days is not null) as moved, count(*) filter (where c.status = ${ConsultationStatus.is.lost}) as lost,
  round(avg(greatest(c.days, 0)))::int as "daysToMove",
  (select e.emp_name from employee e where e.org_id = $1 and e.emp_id = c.sale_id) as "saleName"
from c group by grouping sets ((), (c.channel), (c.sale_id), (c.loss_reason))
order by count(*) desc, c.channel, c.sale_id, c.loss_reason`

interface Period {
  consultFrom?: string | null
  consultTo?: string | null
  channel?: string | null
  saleId?: string | null
}

export async function funnelOf(who: Caller, q: Period): Promise<FunnelData> {
  const { where, values } = conditionsOf(consultationFilters(who, q))
  const [found, labels] = await Promise.all([
    who.app.pool.query<Counted>(textOf(where), values),
    labelsOf(who.app.pool, who.orgId, ['consultationChannel', 'lossReason']),
  ])
  const at = (level: number) => found.rows.filter((row) => row.level === level)
  const steps = (row: Counted | undefined) => ({
    consult: row?.consult ?? 0,
    visited: row?.visited ?? 0,
    assessed: row?.assessed ?? 0,
    archived: row?.archived ?? 0,
    moved: row?.moved ?? 0,
  })
  const line = (row: Counted, key: string, name: string): StepRowData => ({ key, name, ...steps(row), lost: row.lost })
  const [all] = at(ALL)
  return {
    total: steps(all),
    lost: all?.lost ?? 0,
    daysToMove: all?.daysToMove ?? null,
    channels: at(BY_CHANNEL).map((row) =>
      line(row, row.channel ?? '', labels('consultationChannel', row.channel) ?? '—'),
    ),
    sales: at(BY_SALE).map((row) => line(row, row.saleId ?? '', row.saleName ?? '—')),
    reasons: at(BY_REASON).flatMap((row) =>
      row.lossReason
        ? [{ key: row.lossReason, name: labels('lossReason', row.lossReason) ?? row.lossReason, count: row.lost }]
        : [],
    ),
  }
}
