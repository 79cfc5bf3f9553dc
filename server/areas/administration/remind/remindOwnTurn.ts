// The clock of people's own reminders: whoever is named hears of one when its time has come, and the next one is made then.
import { type RemindRepeatValue, RemindState, remind } from '#contract/administration/remind'
import { DAY_MS, momentOf, timeText } from '#contract/kit/clock'
import { RemindType } from '#contract/kit/remindType'
import { UserStatus } from '#contract/platform/user'
import { notify } from '#server/areas/platform/public'
import type { Tx } from '#server/kit/caller'
import type { AppContext } from '#server/kit/context'
import { newId } from '#server/kit/ids'
import { systemTransaction } from '#server/kit/system'
import { daysAfter } from './remindDates.ts'

const { waiting } = RemindState.is
/** A series that stood still for longer goes on in the next round. */
const MOST_AT_ONCE = 100
const SERIES_AT_ONCE = 500
const MOST_NAMED = 5

// Across organisations: the clock looks for whose turn it is.
const ORGS = `select s.org_id as "orgId" from remind_series s where s.turn_at <= now() and s.ended_at is null
union select r.org_id from remind r where r.source = 'own' and r.state = ${waiting} and r.told_on is null and r.show_at <= now()`

const TURN = `select t.series_id as "seriesId", t.title, t.content, t.oldman_id as "oldmanId", t.first_at as "firstAt", t.repeat,
  t.every, t.end_day as "endDay", t.ahead_days as "aheadDays", t.last_day as "lastDay"
from remind_series t where t.org_id = $1 and t.turn_at <= now() and t.ended_at is null
order by t.turn_at limit ${SERIES_AT_ONCE} for update skip locked`

export interface Turning {
  seriesId: string
  title: string
  content: string | null
  oldmanId: string | null
  firstAt: string
  repeat: RemindRepeatValue
  every: number
  endDay: string | null
  aheadDays: number
  lastDay: string
}

const MAKE = `insert into remind (org_id, remind_id, source, type, record_id, due_day, due_at, show_at, series_id, oldman_id, title, content)
select $1, x.id, 'own', ${RemindType.is.own}, x.series, x.day, x.due, x.show, x.series, x.oldman, x.title, x.content
from jsonb_to_recordset($2::jsonb) as x(id text, series text, day date, due timestamptz, show timestamptz, oldman text, title text, content text)
on conflict (org_id, source, record_id, due_day) do nothing`

const ON = `update remind_series t set last_day = x.last, turn_at = x.turn
from jsonb_to_recordset($2::jsonb) as x(series text, last date, turn timestamptz) where t.org_id = $1 and t.series_id = x.series`

export const shownAt = (dueAt: string, aheadDays: number) => timeText(momentOf(dueAt) - aheadDays * DAY_MS)

/** All that are due by now, and the one after them. */
function nextOf(series: Turning, now: string) {
  const time = series.firstAt.slice(10)
  const made: { day: string; due: string; show: string }[] = []
  let last = series.lastDay
  let over = false
  while (made.length < MOST_AT_ONCE) {
    const [day] = daysAfter(series, last, 1)
    if (day === undefined) {
      over = true
      break
    }
    const due = `${day}${time}`
    const show = shownAt(due, series.aheadDays)
    made.push({ day, due, show })
    last = day
    if (show > now) break
  }
  return { made, last, turn: over ? null : (made.at(-1)?.show ?? null) }
}

/** Makes what follows; answers how many. Those that were made already stay. */
export async function makeNext(tx: Tx, all: readonly Turning[]): Promise<number> {
  const now = timeText()
  const rows: object[] = []
  const turned: object[] = []
  for (const series of all) {
    const { made, last, turn } = nextOf(series, now)
    for (const one of made) {
      rows.push({
        id: newId(),
        series: series.seriesId,
        ...one,
        oldman: series.oldmanId,
        title: series.title,
        content: series.content,
      })
    }
    turned.push({ series: series.seriesId, last, turn })
  }
  const inserted = await tx.client.query({
    name: 'remind_own_make',
    text: MAKE,
    values: [tx.orgId, JSON.stringify(rows)],
  })
  await tx.client.query({ name: 'remind_own_on', text: ON, values: [tx.orgId, JSON.stringify(turned)] })
  return inserted.rowCount ?? 0
}

const TELL = `with told as (update remind r set told_on = current_date, told_times = r.told_times + 1
  where r.org_id = $1 and r.source = 'own' and r.state = ${waiting} and r.told_on is null and r.show_at <= now()
  returning r.remind_id, r.series_id, r.title, r.content, r.due_at)
select array_agg(p.user_id::text) as users, p.ids, p.titles, p.content, p.first from (
  select n.user_id, string_agg(t.remind_id, ',' order by t.due_at, t.remind_id) as ids, array_agg(t.title order by t.due_at, t.remind_id) as titles,
    min(t.content) as content, min(t.due_at) as first
  from told t join remind_person n on n.org_id = $1 and n.series_id = t.series_id
  join account a on a.org_id = n.org_id and a.user_id = n.user_id and a.user_status = ${UserStatus.is.enabled}
  group by n.user_id) p group by p.ids, p.titles, p.content, p.first`

interface Told {
  users: string[]
  ids: string
  titles: string[]
  content: string | null
  first: string
}

async function tellOwn(tx: Tx): Promise<number> {
  const { rows } = await tx.client.query<Told>({ name: 'remind_own_tell', text: TELL, values: [tx.orgId] })
  for (const { users, titles, content, first } of rows) {
    const count = titles.length
    await notify(tx, users, {
      kind: 'remind',
      title: count === 1 ? `提醒：${titles[0]}` : `您有 ${count} 条提醒到时间了`,
      content:
        count === 1
          ? `${first.slice(0, 16)}${content ? `　${content}` : ''}`
          : `${titles.slice(0, MOST_NAMED).join('；')}${count > MOST_NAMED ? ` 等 ${count} 条` : ''}`,
      route: `${remind.pages.list.path}?mine=1&status=${waiting}`,
    })
  }
  if (rows.length > 0) tx.emit(remind.events.changed, { count: rows.length })
  return rows.length
}

export async function turnOwn(app: AppContext): Promise<void> {
  const { rows } = await app.pool.query<{ orgId: string }>(ORGS)
  for (const { orgId } of rows) {
    await systemTransaction(app, orgId, remind.title, '个人提醒到时', async (tx) => {
      const turning = await tx.client.query<Turning>({ name: 'remind_own_turn', text: TURN, values: [orgId] })
      const made = turning.rows.length > 0 ? await makeNext(tx, turning.rows) : 0
      const told = await tellOwn(tx)
      tx.log({ remark: `个人提醒到时：生成下一次 ${made} 条，发出 ${told} 条消息` })
    })
  }
}
