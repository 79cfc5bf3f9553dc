// Several times a day the days up to now are reckoned for everybody: who did not come has clocked nothing that could have
// done it. Days that passed while the server stood still are caught up; running twice changes nothing.
import { attendanceRecord } from '#contract/administration/attendanceRecord'
import { DAY_MS, dayText, momentOf } from '#contract/kit/clock'
import { OrgStatus } from '#contract/platform/session'
import type { AppContext } from '#server/kit/context'
import { defineCron, defineJob } from '#server/kit/jobDefinition'
import { systemTransaction } from '#server/kit/system'
import { reckonDays } from './reckon.ts'

/** A night of two days ago may have ended this morning. */
const BACK_DAYS = 2
/** Longer than this nobody was counted at all. */
const CATCH_UP_DAYS = 62
/** People of one transaction: it holds a lock for each. */
const AT_ONCE = 200

const LAST = `select s.value->>'day' as day from attendance_setting s where s.org_id = $1 and s.name = 'reckoned'`
const RAN = `insert into attendance_setting as s (org_id, name, value) values ($1, 'reckoned', jsonb_build_object('day', $2::text))
on conflict (org_id, name) do update set value = excluded.value, updated_at = now()`
const MEMBERS = `select m.emp_id as "empId", m.from_day as "fromDay", m.to_day as "toDay" from attendance_member m
where m.org_id = $1 and m.from_day <= $3::date and (m.to_day is null or m.to_day > $2::date) order by m.emp_id, m.from_day`

export async function reckonOrganisation(app: AppContext, orgId: string, nowMs = Date.now()): Promise<number> {
  const today = dayText(nowMs)
  const last = (await app.pool.query<{ day: string | null }>(LAST, [orgId])).rows[0]?.day
  const oldest = dayText(nowMs - CATCH_UP_DAYS * DAY_MS)
  const back = dayText(momentOf(last && last < today ? last : today) - BACK_DAYS * DAY_MS)
  const from = last && back > oldest ? back : oldest
  const members = await app.pool.query<{ empId: string; fromDay: string; toDay: string | null }>(MEMBERS, [
    orgId,
    from,
    today,
  ])
  const days: string[] = []
  for (let at = momentOf(from); dayText(at) <= today; at += DAY_MS) days.push(dayText(at))
  let done = 0
  for (let start = 0; start < members.rows.length; start += AT_ONCE) {
    const pairs = members.rows
      .slice(start, start + AT_ONCE)
      .flatMap(({ empId, fromDay, toDay }) =>
        days.filter((day) => day >= fromDay && (toDay === null || day < toDay)).map((day) => ({ empId, day })),
      )
    await systemTransaction(app, orgId, attendanceRecord.title, '考勤计算', async (tx) => {
      const rows = await reckonDays(tx, orgId, pairs, nowMs)
      done += rows.length
      tx.log({ remark: `考勤计算 ${from} 至 ${today}：${rows.length} 条` })
    })
  }
  await app.pool.query(RAN, [orgId, today])
  return done
}

const ORGS = `select o.org_id as "orgId" from organization o where o.org_status = ${OrgStatus.is.normal}
and exists (select from attendance_member m where m.org_id = o.org_id) order by o.org_id`

export async function reckonAll(app: AppContext): Promise<void> {
  const { rows } = await app.pool.query<{ orgId: string }>(ORGS)
  const failed: unknown[] = []
  for (const { orgId } of rows) await reckonOrganisation(app, orgId).catch((error: unknown) => void failed.push(error))
  if (failed.length > 0) throw failed[0]
}

export const reckonJob = defineJob('administration.reckonDays', (_, app) => reckonAll(app))
/** After the night shift, after the days, and in the night itself. */
export const reckonSchedule = defineCron(reckonJob, '10 1,10,14,19,22 * * *')
