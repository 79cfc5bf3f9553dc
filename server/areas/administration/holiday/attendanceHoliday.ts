// Handlers of holidays.
import { attendanceHoliday, type HolidayYearData, MOST_SPAN } from '#contract/administration/attendanceHoliday'
import { DayKind } from '#contract/administration/attendanceWords'
import { daysOf, publishedDays, statutoryDays } from '#contract/administration/stateHolidays'
import type { InputOf } from '#contract/kit/call'
import { DAY_MS, momentOf } from '#contract/kit/clock'
import { invalid, notFound } from '#contract/kit/refusal'
import type { Tx } from '#server/kit/caller'
import { refuseStale } from '#server/kit/editing'
import { implement } from '#server/kit/implement'
import { addDays, yearOf } from './holidays.ts'

/** A day that is not in the calendar yet has no row to hold: whoever writes the calendar of a house comes one after another. */
const ALONE = `select pg_advisory_xact_lock(hashtextextended('holidays ' || $1, 0))`
const HELD = `select h.kind, h.name, h.version from attendance_holiday h where h.org_id = $1 and h.day = $2::date for update`
const SAVE = `insert into attendance_holiday (org_id, day, kind, name) select $1, d, $3, $4 from unnest($2::date[]) d
on conflict (org_id, day) do update set kind = excluded.kind, name = excluded.name, state = false,
  version = attendance_holiday.version + 1
where (attendance_holiday.kind, attendance_holiday.name) is distinct from (excluded.kind, excluded.name)`
const REMOVE = `delete from attendance_holiday h where h.org_id = $1 and h.day = $2::date returning h.kind, h.name`

const idOf = (day: string) => `holiday:${day}`
const isDay = (text: string) => /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(Date.parse(`${text}T00:00:00Z`))

async function save(tx: Tx, body: InputOf<typeof attendanceHoliday.calls.save>): Promise<HolidayYearData> {
  const { day, kind, version } = body
  const last = body.lastDay ?? day
  if (last < day) throw invalid('“到”不能早于开始日期', 'lastDay')
  if ((momentOf(last) - momentOf(day)) / DAY_MS >= MOST_SPAN) throw invalid(`一次最多设置 ${MOST_SPAN} 天`, 'lastDay')
  await tx.client.query(ALONE, [tx.orgId])
  const held = await tx.client.query<{ kind: string; name: string; version: number }>(HELD, [tx.orgId, day])
  const before = held.rows[0]
  if (last === day) await refuseStale(tx, idOf(day), version, before?.version ?? 0)
  const name = body.name.trim()
  await tx.client.query(SAVE, [tx.orgId, daysOf(day, last), kind, name])
  tx.log({
    remark: `${day}${last === day ? '' : ` 至 ${last}`} 设为${DayKind.label(kind)}（${name}）`,
    targetType: 'attendanceHoliday',
    targetId: idOf(day),
    changes: { kind: [before?.kind ?? null, kind], name: [before?.name ?? null, name] },
  })
  return yearOf(tx.client, tx.orgId, Number(day.slice(0, 4)))
}

async function fill(tx: Tx, year: number): Promise<HolidayYearData> {
  const published = publishedDays(year)
  const added = await addDays(tx, published.length > 0 ? published : statutoryDays(year), published.length > 0)
  if (added === 0) throw invalid(`${year} 年的节假日已全部载入，没有缺的日期`, 'year')
  tx.log({
    remark: `载入 ${year} 年${published.length > 0 ? '国家公布的节假日安排' : '法定节假日'}，${added} 天`,
    targetType: 'attendanceHoliday',
    targetId: `holiday:${year}`,
  })
  return yearOf(tx.client, tx.orgId, year)
}

async function remove(tx: Tx, day: string): Promise<null> {
  if (!isDay(day)) throw notFound('这个节假日')
  const gone = await tx.client.query<{ kind: string; name: string }>(REMOVE, [tx.orgId, day])
  const before = gone.rows[0]
  if (!before) throw notFound('这个节假日')
  tx.log({
    remark: `取消 ${day} 的${DayKind.label(before.kind as never)}（${before.name}），按星期上班`,
    targetType: 'attendanceHoliday',
    targetId: idOf(day),
    changes: { kind: [before.kind, null], name: [before.name, null] },
  })
  return null
}

export default implement(attendanceHoliday, {
  year: ({ year }, who) => yearOf(who.app.pool, who.orgId, year),
  save: (body, who) => who.tx((tx) => save(tx, body)),
  fill: ({ year }, who) => who.tx((tx) => fill(tx, year)),
  remove: ({ day }, who) => who.tx((tx) => remove(tx, day)),
})
