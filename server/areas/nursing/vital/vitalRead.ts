// One elder with curves and limits, and a ward as a table to be filled in.

import type { InputOf } from '#contract/kit/call'
import { DAY_MS, dayText, momentOf } from '#contract/kit/clock'
import { invalid, notFound } from '#contract/kit/refusal'
import { IN_HOUSE } from '#contract/live/resident'
import { CareTaskState, HOSPITAL_OUTING } from '#contract/nursing/task'
import type { VitalAlertData, VitalElderData, VitalPointData, VitalWardRowData, vital } from '#contract/nursing/vital'
import { judgeDaySum } from '#contract/nursing/vitalJudge'
import {
  areaFilter,
  awayNow,
  IN_SCOPE,
  PAPER_IN_SCOPE,
  RESIDENT_JOINS,
  RESIDENT_MARKS,
} from '#server/areas/residents/public'
import type { Caller } from '#server/kit/caller'
import { conditionsOf } from '#server/kit/page'
import { deptFilter } from '#server/kit/tenant'
import { vitalDaySums } from './vitalDay.ts'
import { limitsFor } from './vitalLimits.ts'
import { ALERT_FROM, ALERT_ROW, houseLimitsSql, lastSql, ownLimitsSql, POINT, pastSql } from './vitalSql.ts'
import { limitsOf } from './vitalStore.ts'

const BACKGROUND = (o: string) => `${ownLimitsSql(o)} as "ownLimits", ${pastSql(o, 'now()', 'null::text')} as past,
  ${lastSql(o)} as last`

/** The elder as `o`, with nothing else in sight; `t` stands for it where pieces ask for a paper. */
const ELDER_FROM = `oldman o ${RESIDENT_JOINS}`

const ELDER = `select ${RESIDENT_MARKS}, ${BACKGROUND('o')}, ${houseLimitsSql('o.org_id')} as "houseLimits"
from ${ELDER_FROM} where ${IN_SCOPE.replaceAll('t.', 'o.')} and o.oldman_id = $3`

/** More than this is not drawn; the newest count. */
const MOST_POINTS = 3000
const POINTS = `select p.* from (select ${POINT}, t.created_at as made from vital_sign t where t.org_id = $1 and t.oldman_id = $2 and t.removed_at is null
  and t.measured_at >= $3::date and t.measured_at < $4::date + 1 order by t.measured_at desc, t.created_at desc limit ${MOST_POINTS}) p
order by "measuredAt", made`

const USUAL_DAYS = 30
const MOST_DAYS = 400

type ElderRow = Omit<
  VitalElderData,
  'limits' | 'intakeDay' | 'urineDay' | 'intakeNow' | 'urineNow' | 'daySums' | 'points' | 'alert'
>

export async function elderVitals(
  who: Caller,
  input: InputOf<(typeof vital)['calls']['elder']>,
): Promise<VitalElderData> {
  const { pool } = who.app
  const to = input.endDate ?? dayText()
  const from = input.startDate ?? dayText(momentOf(to) - (USUAL_DAYS - 1) * DAY_MS)
  if (from > to) throw invalid('开始日期不能晚于结束日期', 'startDate')
  if (momentOf(to) - momentOf(from) > MOST_DAYS * DAY_MS) throw invalid('一次最多看 400 天，请缩短日期', 'startDate')
  const found = await pool.query<ElderRow>({
    name: 'vital_elder',
    text: ELDER,
    values: [who.orgId, who.deptIds, input.oldmanId],
  })
  const elder = found.rows[0]
  if (!elder) throw notFound('老人档案')
  const [points, alerts, sums, limits] = await Promise.all([
    pool.query<VitalPointData>({
      name: 'vital_points',
      text: POINTS,
      values: [who.orgId, elder.oldmanId, from, to],
    }),
    pool.query<VitalAlertData>({
      name: 'vital_alert_of_elder',
      text: `select ${ALERT_ROW} from ${ALERT_FROM} ${RESIDENT_JOINS} where ${PAPER_IN_SCOPE} and t.oldman_id = $3
        and t.state <> 'CLOSED'`,
      values: [who.orgId, who.deptIds, elder.oldmanId],
    }),
    vitalDaySums(pool, who.orgId, elder.oldmanId),
    limitsFor(pool, who.orgId, { oldmanId: elder.oldmanId, age: elder.age }),
  ])
  const set = limitsOf(elder as never)
  return {
    ...elder,
    limits,
    intakeDay: sums.intakeDay ?? 0,
    urineDay: sums.urineDay ?? 0,
    intakeNow: sums.intakeNow,
    urineNow: sums.urineNow,
    daySums: [
      ...(sums.intakeDay === null ? [] : [judgeDaySum('intakeDay', sums.intakeDay, set)]),
      ...(sums.urineDay === null ? [] : [judgeDaySum('urineDay', sums.urineDay, set)]),
    ],
    points: points.rows,
    alert: alerts.rows[0] ?? null,
  }
}

const { OUT, HOSPITAL } = CareTaskState.is
const AWAY = `(select case when u.out_type = '${HOSPITAL_OUTING}' then '${HOSPITAL}' else '${OUT}' end from outing u
  where u.org_id = o.org_id and u.oldman_id = o.oldman_id and ${awayNow('u')} limit 1)`

export async function wardVitals(who: Caller, input: InputOf<(typeof vital)['calls']['ward']>) {
  const area = areaFilter(who.orgId, input.areaId).map(([sql, value]) => [sql.replace(/\bt\./g, 'o.'), value] as const)
  const { where, values } = conditionsOf([
    ['o.org_id = ?', who.orgId],
    deptFilter(who, 'o'),
    ['o.dept_id = ?', input.deptId],
    ...area,
  ])
  const [rows, house] = await Promise.all([
    who.app.pool.query<VitalWardRowData>(
      `select ${RESIDENT_MARKS}, at.room_name as "roomName", at.bed_name as "bedName", ${AWAY} as away, ${BACKGROUND('o')},
        (select max(s.measured_at) from vital_sign s where s.org_id = o.org_id and s.oldman_id = o.oldman_id
          and s.removed_at is null and s.measured_at >= current_date) as "todayAt",
        (select a.alert_id from vital_alert a where a.org_id = o.org_id and a.oldman_id = o.oldman_id
          and a.state <> 'CLOSED') as "alertId"
      from ${ELDER_FROM} where ${where} and o.status in (${IN_HOUSE})
      order by at.place nulls last, at.room_sort, at.room_name, at.bed_sort, at.bed_name, o.oldman_id limit 500`,
      values,
    ),
    who.app.pool.query<{ limits: VitalElderData['houseLimits'] }>(`select ${houseLimitsSql('$1')} as limits`, [
      who.orgId,
    ]),
  ])
  return { houseLimits: house.rows[0]!.limits, rows: rows.rows }
}
