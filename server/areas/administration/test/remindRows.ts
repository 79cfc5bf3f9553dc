// Reminders for tests that act on one of their own.
import { timeText } from '#contract/kit/clock'
import { DEMO_ORG } from '#server/areas/platform/seed/fixedRows'
import { newId } from '#server/kit/ids'
import type { TestApp } from '#server/kit/test/app'

const SERIES = `insert into remind_series (org_id, series_id, title, first_at, repeat, last_day, created_by, created_name)
select a.org_id, $2::varchar, '试', $3::timestamptz, 'ONCE', $3::timestamptz::date, a.user_id, '郑凯' from account a where a.org_id = $1 and a.user_name = $4`
const ROW = `insert into remind (org_id, remind_id, source, type, record_id, due_day, due_at, show_at, series_id, title)
values ($1, $2, 'own', 13, $3::varchar, $4::timestamptz::date, $4, $4, $3::varchar, '试')`

const HOUR = 3_600_000

/** One that this user set for tomorrow. */
export async function rowOwn(product: TestApp, userName = 'zhengkai'): Promise<{ remindId: string; version: number }> {
  const [seriesId, remindId] = [newId(), newId()]
  const at = timeText(Date.now() + 24 * HOUR)
  await product.app.pool.query(SERIES, [DEMO_ORG, seriesId, at, userName])
  await product.app.pool.query(
    'insert into remind_person (org_id, series_id, user_id) select org_id, series_id, created_by from remind_series where org_id = $1 and series_id = $2',
    [DEMO_ORG, seriesId],
  )
  await product.app.pool.query(ROW, [DEMO_ORG, remindId, seriesId, at])
  return { remindId, version: 1 }
}

export const tomorrow = () => timeText(Date.now() + 24 * HOUR)
