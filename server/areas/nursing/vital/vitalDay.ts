// What went in and out of an elder in 24 hours, and days without stool: counted at 07:00, when nobody measures anything.
// Run twice, or late, it tells the same thing once.

import type pg from 'pg'
import { IN_HOUSE } from '#contract/live/resident'
import { judgeDaySum, judgeVital, NO_PAST, type VitalJudged } from '#contract/nursing/vitalJudge'
import type { AppContext } from '#server/kit/context'
import { defineCron, defineJob } from '#server/kit/jobDefinition'
import { systemTransaction } from '#server/kit/system'
import { followSign, tellAlert } from './vitalAlert.ts'
import { houseLimitsSql, ownLimitsSql } from './vitalSql.ts'
import { type Background, limitsOf } from './vitalStore.ts'

/** The last 07:00 that is past. */
export const SEVEN = `(case when now()::time < time '07:00' then current_date - 1 else current_date end + time '07:00')::timestamptz`

const SUMS = `select
  sum(s.intake) filter (where s.measured_at < ${SEVEN})::int as "intakeDay",
  sum(s.output) filter (where s.measured_at < ${SEVEN} and coalesce(s.output_kind, 'urine') = 'urine')::int as "urineDay",
  coalesce(sum(s.intake) filter (where s.measured_at >= ${SEVEN}), 0)::int as "intakeNow",
  coalesce(sum(s.output) filter (where s.measured_at >= ${SEVEN} and coalesce(s.output_kind, 'urine') = 'urine'), 0)::int
    as "urineNow"
from vital_sign s where s.org_id = $1 and s.oldman_id = $2 and s.removed_at is null
  and s.measured_at >= ${SEVEN} - interval '1 day'`

export interface DaySums {
  /** Null: nobody wrote any down. */
  intakeDay: number | null
  urineDay: number | null
  intakeNow: number
  urineNow: number
}

export async function vitalDaySums(client: pg.Pool | pg.ClientBase, orgId: string, oldmanId: string): Promise<DaySums> {
  const found = await client.query<DaySums>({ name: 'vital_day_sums', text: SUMS, values: [orgId, oldmanId] })
  return found.rows[0]!
}

const DAYS_BACK = 14
// Only what somebody writes down is judged: an elder without any record is not one who drank nothing.
const DUE = `select o.oldman_id as "oldmanId", o.oldman_name as name, o.dept_id as "deptId", to_char(${SEVEN}, 'YYYY-MM-DD HH24:MI:SS') as seven,
  ${ownLimitsSql('o')} as "ownLimits", ${houseLimitsSql('o.org_id')} as "houseLimits", x.*
from oldman o cross join lateral (
  select sum(s.intake) filter (where s.measured_at >= ${SEVEN} - interval '1 day')::int as intake,
    sum(s.output) filter (where s.measured_at >= ${SEVEN} - interval '1 day' and coalesce(s.output_kind, 'urine') = 'urine')::int as urine,
    current_date - coalesce(max(s.measured_at) filter (where s.stool > 0),
      min(s.measured_at) filter (where s.stool is not null))::date as days
  from vital_sign s where s.org_id = o.org_id and s.oldman_id = o.oldman_id and s.removed_at is null
    and s.measured_at >= ${SEVEN} - interval '${DAYS_BACK} days' and s.measured_at < ${SEVEN}) x
where o.org_id = $1 and o.status in (${IN_HOUSE}) and (x.intake is not null or x.urine is not null or x.days >= 3)
order by o.oldman_id`

interface Due extends Pick<Background, 'ownLimits' | 'houseLimits'> {
  oldmanId: string
  name: string
  deptId: string | null
  seven: string
  intake: number | null
  urine: number | null
  days: number | null
}

function judgedOf(due: Due): VitalJudged[] {
  const limits = limitsOf(due)
  const past = { ...NO_PAST, daysWithoutStool: due.days }
  return [
    ...(due.intake === null ? [] : [judgeDaySum('intakeDay', due.intake, limits)]),
    ...(due.urine === null ? [] : [judgeDaySum('urineDay', due.urine, limits)]),
    ...(due.days === null || due.days < 3 ? [] : judgeVital({ stool: 0 }, { limits, age: null, past })),
  ]
}

/** Told already this morning, or still waiting with these very words. */
const TOLD = `select 1 from vital_alert a where a.org_id = $1 and a.oldman_id = $2 and a.judged @> any($3::jsonb[])
  and (a.state <> 'CLOSED' or a.opened_at >= $4::timestamptz)`

async function judgeElder(app: AppContext, orgId: string, due: Due): Promise<boolean> {
  const judged = judgedOf(due)
  const bad = judged.filter((one) => one.grade !== 'normal')
  return systemTransaction(app, orgId, '体征', '晨间体征汇总', async (tx) => {
    await tx.client.query('select 1 from oldman where org_id = $1 and oldman_id = $2 for no key update', [
      orgId,
      due.oldmanId,
    ])
    const words = bad.map(({ text }) => JSON.stringify([{ text }]))
    const told = bad.length > 0 && (await tx.client.query(TOLD, [orgId, due.oldmanId, words, due.seven])).rowCount
    const sign = { orgId, oldmanId: due.oldmanId, signId: null, measuredAt: due.seven, judged }
    const change = told ? null : await followSign(tx.client, sign)
    await tellAlert(tx, change, due)
    tx.log({ remark: `“${due.name}”晨间汇总：${judged.map((one) => one.text).join('；')}` })
    return change !== null
  })
}

const ORGS = `select distinct org_id as "orgId" from vital_sign where measured_at > now() - interval '${DAYS_BACK} days'
  and (intake is not null or output is not null or stool is not null)`

/** Answers how many alerts were raised, changed or ended. */
export async function judgeDay(app: AppContext): Promise<number> {
  const orgs = await app.pool.query<{ orgId: string }>({ name: 'vital_day_orgs', text: ORGS })
  let changed = 0
  for (const { orgId } of orgs.rows) {
    const due = await app.pool.query<Due>({ name: 'vital_day_due', text: DUE, values: [orgId] })
    for (const one of due.rows) if (await judgeElder(app, orgId, one)) changed++
  }
  return changed
}

export const dayJob = defineJob('nursing.vitalDay', (_, app) => judgeDay(app))
export const daySchedule = defineCron(dayJob, '5 7 * * *', { makeUpHours: 4 })
