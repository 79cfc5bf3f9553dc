// The days of a year that are off or worked instead. Each published year is given to every organisation once: what a house
// took out does not come back with the next start.
import type { ClientBase, Pool } from 'pg'
import type { HolidayDayData, HolidayYearData } from '#contract/administration/attendanceHoliday'
import { type HolidayDay, PUBLISHED_YEARS, publishedDays, statutoryDays } from '#contract/administration/stateHolidays'
import { ORG_ADMITTED } from '#contract/platform/session'
import { readSetting, saveSetting } from '#server/areas/administration/attendanceSetting/settings'
import type { Tx } from '#server/kit/caller'
import type { AppContext } from '#server/kit/context'
import { onEveryStart, onNewOrganisation } from '#server/kit/presets'
import { systemTransaction } from '#server/kit/system'

const DAYS = `select h.day, h.kind, h.name, h.state, h.version from attendance_holiday h
where h.org_id = $1 and h.day between $2 and $3 order by h.day`
const ADD = `insert into attendance_holiday (org_id, day, kind, name, state)
select $1, d.day, d.kind, d.name, $3 from jsonb_to_recordset($2::jsonb) as d(day date, kind text, name text)
on conflict do nothing`

/** Years that were given already, by the name of a setting. */
const GIVEN = 'stateHolidays'
const NONE: { years: number[] } = { years: [] }

export async function yearOf(client: ClientBase | Pool, orgId: string, year: number): Promise<HolidayYearData> {
  const found = await client.query<HolidayDayData>(DAYS, [orgId, `${year}-01-01`, `${year}-12-31`])
  const standing = new Set(found.rows.map((one) => one.day))
  const published = PUBLISHED_YEARS.includes(year)
  const given = published ? publishedDays(year) : statutoryDays(year)
  return { year, published, days: found.rows, missing: given.filter((one) => !standing.has(one.day)) }
}

export async function addDays(tx: Tx, days: readonly HolidayDay[], state: boolean): Promise<number> {
  return (await tx.client.query(ADD, [tx.orgId, JSON.stringify(days), state])).rowCount ?? 0
}

export async function givePublished(tx: Tx, orgId: string): Promise<void> {
  const given = await readSetting(tx.client, orgId, GIVEN, NONE)
  const years = PUBLISHED_YEARS.filter((year) => !given.value.years.includes(year))
  if (years.length === 0) return
  const rows = years.flatMap((year) => publishedDays(year))
  await tx.client.query(ADD, [orgId, JSON.stringify(rows), true])
  if (tx.orgId === orgId) {
    await saveSetting(tx, GIVEN, NONE, { years: [...PUBLISHED_YEARS] }, null, `载入 ${years.join('、')} 年的节假日安排`)
  }
}

/** Across organisations: all that are let in and lack a published year. */
const WITHOUT = `select o.org_id as "orgId" from organization o where o.org_status in (${ORG_ADMITTED})
  and not exists (select from attendance_setting s where s.org_id = o.org_id and s.name = '${GIVEN}'
    and s.value->'years' @> $1::jsonb)`

async function giveAll(app: AppContext): Promise<void> {
  const found = await app.pool.query<{ orgId: string }>(WITHOUT, [JSON.stringify(PUBLISHED_YEARS)])
  for (const { orgId } of found.rows) {
    await systemTransaction(app, orgId, '节假日', '载入节假日', (tx) => givePublished(tx, orgId))
  }
}

onNewOrganisation('stateHolidays', givePublished)
onEveryStart('stateHolidays', giveAll)
