// What people set for themselves and for colleagues: once or repeated. Who set it changes or removes it; one of those it is for
// deals with each occurrence for all of them.
import type pg from 'pg'
import { RemindRepeat, RemindState, remind } from '#contract/administration/remind'
import type { InputOf } from '#contract/kit/call'
import { timeText } from '#contract/kit/clock'
import { invalid, notFound, Refusal } from '#contract/kit/refusal'
import { RemindType } from '#contract/kit/remindType'
import { UserStatus } from '#contract/platform/user'
import { requireResident } from '#server/areas/residents/public'
import type { Caller, Tx } from '#server/kit/caller'
import { onConstraint } from '#server/kit/constraints'
import { changesBetween, refuseStale } from '#server/kit/editing'
import { newId } from '#server/kit/ids'
import { daysAfter } from './remindDates.ts'
import { type HeldRemind, holdRemind } from './remindDeal.ts'
import { makeNext, shownAt, type Turning } from './remindOwnTurn.ts'

type Input = InputOf<(typeof remind)['calls']['add']>

onConstraint('remind_once', () => invalid('这一天已经有过这条提醒，请换一天', 'dueTime'))

/** A form that was open for a moment is not late. */
const GRACE_MS = 120_000
const LATEST = '2099-12-31'

const KNOWN = `select count(*)::int as count from account a where a.org_id = $1 and a.user_id = any($2) and a.user_status = ${UserStatus.is.enabled}`

async function checked(tx: Tx, who: Caller, input: Input, before: { dueTime: string } | null) {
  const repeat = input.repeat ?? RemindRepeat.is.ONCE
  const endDay = repeat === RemindRepeat.is.ONCE ? null : (input.endDate ?? null)
  const dueAt = `${input.dueTime.slice(0, 16)}:00`
  if (dueAt !== before?.dueTime && dueAt < timeText(Date.now() - GRACE_MS)) {
    throw invalid('提醒时间不能早于现在', 'dueTime')
  }
  if (dueAt.slice(0, 10) > LATEST) throw invalid('提醒时间不能晚于 2099 年', 'dueTime')
  if (endDay && endDay < dueAt.slice(0, 10)) throw invalid('重复到的日期不能早于提醒时间', 'endDate')
  if (input.oldmanId) await requireResident(tx.client, who, input.oldmanId)
  const userIds = [...new Set(input.userIds?.length ? input.userIds : [who.userId])]
  const known = await tx.client.query<{ count: number }>(KNOWN, [who.orgId, userIds])
  if (known.rows[0]!.count !== userIds.length) throw notFound('人员')
  return {
    title: input.title.trim(),
    content: input.content?.trim() || null,
    oldmanId: input.oldmanId || null,
    firstAt: dueAt,
    repeat,
    every: input.interval ?? 1,
    endDay,
    aheadDays: input.aheadDays ?? 0,
    userIds,
  }
}

type Checked = Awaited<ReturnType<typeof checked>>

const PEOPLE = `insert into remind_person (org_id, series_id, user_id) select $1, $2, u from unnest($3::text[]) u`

const SERIES = `insert into remind_series (org_id, series_id, title, content, oldman_id, first_at, repeat, every, end_day, ahead_days, turn_at,
  last_day, created_by, created_name)
values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $6::timestamptz::date, $12, $13)`

const FIRST = `insert into remind (org_id, remind_id, source, type, record_id, due_day, due_at, show_at, series_id, oldman_id, title, content)
values ($1, $2, 'own', ${RemindType.is.own}, $3::varchar, $4::timestamptz::date, $4, $5, $3::varchar, $6, $7, $8)`

/** When the one after it is made: when it is shown itself. */
const turnOf = (series: Checked) =>
  series.repeat === RemindRepeat.is.ONCE ? null : shownAt(series.firstAt, series.aheadDays)

const turning = (seriesId: string, series: Checked): Turning => ({
  seriesId,
  ...series,
  lastDay: series.firstAt.slice(0, 10),
})

/** What is shown at once also has its next one at once. */
async function follow(tx: Tx, seriesId: string, series: Checked): Promise<void> {
  const turn = turnOf(series)
  if (turn !== null && turn <= timeText()) await makeNext(tx, [turning(seriesId, series)])
}

export async function addOwn(tx: Tx, who: Caller, input: Input): Promise<string> {
  const series = await checked(tx, who, input, null)
  const seriesId = newId()
  const remindId = newId()
  await tx.client.query(SERIES, [
    who.orgId,
    seriesId,
    series.title,
    series.content,
    series.oldmanId,
    series.firstAt,
    series.repeat,
    series.every,
    series.endDay,
    series.aheadDays,
    turnOf(series),
    who.userId,
    who.empName,
  ])
  await tx.client.query(PEOPLE, [who.orgId, seriesId, series.userIds])
  await tx.client.query(FIRST, [
    who.orgId,
    remindId,
    seriesId,
    series.firstAt,
    shownAt(series.firstAt, series.aheadDays),
    series.oldmanId,
    series.title,
    series.content,
  ])
  await follow(tx, seriesId, series)
  tx.emit(remind.events.changed, { count: 1 })
  tx.log({
    remark: `新增提醒“${series.title}”，${series.firstAt.slice(0, 16)}，${RemindRepeat.label(series.repeat)}`,
    targetType: 'remind',
    targetId: remindId,
    changes: changesBetween(null, series),
  })
  return remindId
}

const STORED = `select t.title, t.content, t.oldman_id as "oldmanId", t.first_at as "firstAt", t.repeat, t.every, t.end_day as "endDay",
  t.ahead_days as "aheadDays", t.created_by as "createdBy", t.ended_at as "endedAt", t.version,
  array(select p.user_id::text from remind_person p where p.org_id = t.org_id and p.series_id = t.series_id order by p.user_id) as "userIds"
from remind_series t where t.org_id = $1 and t.series_id = $2`

type Stored = Checked & { createdBy: string; endedAt: string | null; version: number }

/** Refused where the caller only sees it: rules make those of the house, and others set theirs. */
async function holdOwn(
  tx: Tx,
  who: Caller,
  remindId: string,
  act: string,
): Promise<{ row: HeldRemind; series: Stored }> {
  const row = await holdRemind(tx, who, remindId)
  if (row.seriesId === null) throw invalid(`“${row.title}”由业务自动生成，不能${act}；不需要处理时请忽略`)
  await tx.client.query('select 1 from remind_series t where t.org_id = $1 and t.series_id = $2 for update', [
    who.orgId,
    row.seriesId,
  ])
  const series = (await tx.client.query<Stored>(STORED, [who.orgId, row.seriesId])).rows[0]!
  if (series.createdBy !== who.userId) throw invalid(`只有设置这条提醒的人才能${act}`)
  if (series.endedAt !== null) throw invalid(`这条提醒已删除，不能${act}`)
  return { row, series }
}

const CHANGE = `update remind_series set title = $3, content = $4, oldman_id = $5, first_at = $6, repeat = $7, every = $8, end_day = $9,
  ahead_days = $10, turn_at = $11, last_day = $6::timestamptz::date, version = version + 1 where org_id = $1 and series_id = $2`

const MOVE = `update remind set title = $3, content = $4, oldman_id = $5, due_at = $6, due_day = $6::timestamptz::date, show_at = $7,
  told_on = case when $7::timestamptz > now() then null else told_on end, version = version + 1 where org_id = $1 and remind_id = $2`

const OTHERS = `delete from remind where org_id = $1 and series_id = $2 and remind_id <> $3 and state = ${RemindState.is.waiting}`

const SAID = `insert into remind_history (org_id, entry_id, remind_id, act, reason, user_id, user_name) values ($1, $2, $3, 'CHANGED', null, $4, $5)`

/** This one and all that follow it. */
export async function saveOwn(
  tx: Tx,
  who: Caller,
  input: Input & { remindId: string; version?: number | null },
): Promise<void> {
  const { row, series: before } = await holdOwn(tx, who, input.remindId, '修改')
  await refuseStale(tx, input.remindId, input.version, row.version)
  if (row.state !== RemindState.is.waiting) {
    throw new Refusal('STATE_NOT_ALLOWED', { state: RemindState.label(row.state), act: '修改' })
  }
  const series = await checked(tx, who, input, { dueTime: row.dueTime })
  const seriesId = row.seriesId!
  // What was made ahead of it goes first, so that none of them stands in the way of its new day.
  await tx.client.query(OTHERS, [who.orgId, seriesId, input.remindId])
  await tx.client.query(CHANGE, [
    who.orgId,
    seriesId,
    series.title,
    series.content,
    series.oldmanId,
    series.firstAt,
    series.repeat,
    series.every,
    series.endDay,
    series.aheadDays,
    turnOf(series),
  ])
  await tx.client.query('delete from remind_person where org_id = $1 and series_id = $2', [who.orgId, seriesId])
  await tx.client.query(PEOPLE, [who.orgId, seriesId, series.userIds])
  await tx.client.query(MOVE, [
    who.orgId,
    input.remindId,
    series.title,
    series.content,
    series.oldmanId,
    series.firstAt,
    shownAt(series.firstAt, series.aheadDays),
  ])
  await follow(tx, seriesId, series)
  await tx.client.query(SAID, [who.orgId, newId(), input.remindId, who.userId, who.empName])
  tx.emit(remind.events.changed, { count: 1 })
  const { createdBy: _, endedAt: __, version: ___, ...was } = before
  tx.log({
    remark: `修改提醒“${series.title}”`,
    targetType: 'remind',
    targetId: input.remindId,
    changes: changesBetween({ ...was, firstAt: row.dueTime }, series),
  })
}

/** With all that follow; what was dealt with stays on record. */
export async function removeOwn(tx: Tx, who: Caller, remindId: string): Promise<void> {
  const { row, series } = await holdOwn(tx, who, remindId, '删除')
  await tx.client.query(
    'update remind_series set ended_at = now(), turn_at = null, version = version + 1 where org_id = $1 and series_id = $2',
    [who.orgId, row.seriesId],
  )
  await tx.client.query(OTHERS, [who.orgId, row.seriesId, ''])
  tx.emit(remind.events.changed, { count: 1 })
  tx.log({ remark: `删除提醒“${series.title}”`, targetType: 'remind', targetId: remindId })
}

const SHOWN_DAYS = 3
const SERIES_SHOWN = `select t.first_at as "firstTime", t.repeat, t.every as interval, t.end_day as "endDate", t.ahead_days as "aheadDays",
  t.version, t.created_by = $3 as mine, (select coalesce(json_agg(json_build_object('userId', p.user_id,
    'name', coalesce(e.emp_name, a.user_name)) order by e.sort, p.user_id), '[]')
    from remind_person p join account a on a.org_id = p.org_id and a.user_id = p.user_id
    left join employee e on e.org_id = p.org_id and e.emp_id = p.user_id
    where p.org_id = t.org_id and p.series_id = t.series_id) as users, t.ended_at as "endedAt"
from remind_series t where t.org_id = $1 and t.series_id = $2`

interface Shown {
  firstTime: string
  repeat: Turning['repeat']
  interval: number
  endDate: string | null
  aheadDays: number
  version: number
  mine: boolean
  users: { userId: string; name: string }[]
  endedAt: string | null
}

export async function seriesOf(client: pg.Pool, who: Caller, seriesId: string, after: string) {
  const found = await client.query<Shown>(SERIES_SHOWN, [who.orgId, seriesId, who.userId])
  const { endedAt, ...series } = found.rows[0]!
  const repeated = {
    firstAt: series.firstTime,
    repeat: series.repeat,
    every: series.interval,
    endDay: series.endDate,
  }
  return { ...series, next: endedAt === null ? daysAfter(repeated, after, SHOWN_DAYS) : [] }
}
