// The calendar of a person for their telephone. Whoever has the address reads along, so it is long, kept as a digest, taken back
// with one press, and says less than the page: no full names, nothing of health. The rights are those of the person at the
// moment of reading, and an account that is closed says nothing any more.
import { randomBytes } from 'node:crypto'
import ical, { ICalEventBusyStatus } from 'ical-generator'
import { type CalendarFeedData, calendarNeeds, FEED_PATH, type MadeFeedData } from '#contract/administration/calendar'
import { DAY_MS, dayText, momentOf } from '#contract/kit/clock'
import { notFound } from '#contract/kit/refusal'
import type { CalendarReader } from '#server/kit/calendarSources'
import type { Caller, Tx, Visitor } from '#server/kit/caller'
import { sha256 } from '#server/kit/ids'
import type { FileAnswer } from '#server/kit/implement'
import { addressOf, takeRate } from '#server/kit/rateLimit'
import { mayUse } from '#server/kit/serve'
import { seenBy } from './calendarRead.ts'

/** So far back and ahead of today. */
const BEFORE_DAYS = 30
const AFTER_DAYS = 180
/** Telephones ask every quarter of an hour at most; a house shares one address. */
const READS = { most: 120, seconds: 600 }
const OWN_READS = { most: 30, seconds: 600 }
const MADE = { most: 10, seconds: 3600 }
/** 256 bits as letters and digits that every calendar takes. */
const SECRET = /^[\w-]{43}$/
const END = 4
const TODO = 'todo'

const gone = () => notFound('这个日历地址')

const FEED = `select created_at as "createTime", last_read_at as "lastReadTime", titles, secret_end as "end"
from calendar_feed where org_id = $1 and user_id = $2`

export async function feedOf(who: Caller): Promise<CalendarFeedData | null> {
  const found = await who.app.pool.query<CalendarFeedData>({
    name: 'calendar_feed',
    text: FEED,
    values: [who.orgId, who.userId],
  })
  return found.rows[0] ?? null
}

const MAKE = `insert into calendar_feed (org_id, user_id, hash, secret_end, landing_end_id, titles) values ($1, $2, $3, $4, $5, $6)
on conflict (org_id, user_id) do update set hash = excluded.hash, secret_end = excluded.secret_end,
  landing_end_id = excluded.landing_end_id, titles = excluded.titles, created_at = now(), last_read_at = null
returning created_at as "createTime", last_read_at as "lastReadTime", titles, secret_end as "end"`

export async function makeFeed(who: Caller, titles: boolean): Promise<MadeFeedData> {
  await takeRate(who.app.pool, `calendar-make:${who.orgId}:${who.userId}`, MADE)
  const secret = randomBytes(32).toString('base64url')
  const feed = await who.tx(async (tx: Tx) => {
    const made = await tx.client.query<CalendarFeedData>(MAKE, [
      tx.orgId,
      who.userId,
      sha256(secret),
      secret.slice(-END),
      who.landingEndId,
      titles,
    ])
    tx.log({ remark: '生成自己的手机日历地址，原来的地址作废', targetType: 'account', targetId: who.userId })
    return made.rows[0]!
  })
  const path = `${FEED_PATH}/${secret}.ics`
  const { publicUrl } = who.app.settings
  return { path, link: publicUrl ? `${publicUrl.replace(/\/+$/, '')}${path}` : null, feed }
}

export async function revokeFeed(who: Caller): Promise<void> {
  await who.tx(async (tx) => {
    const gave = await tx.client.query('delete from calendar_feed where org_id = $1 and user_id = $2', [
      tx.orgId,
      who.userId,
    ])
    if (gave.rowCount === 0) throw gone()
    tx.log({ remark: '停用自己的手机日历地址', targetType: 'account', targetId: who.userId })
  })
}

interface Reader {
  orgId: string
  userId: string
  landingEndId: string | null
  titles: boolean
  stale: boolean
}

// Across organisations: the secret itself says whose calendar it is.
const READER = `select f.org_id as "orgId", f.user_id as "userId", f.landing_end_id as "landingEndId", f.titles,
  f.last_read_at is null or f.last_read_at < now() - interval '1 minute' as stale from calendar_feed f where f.hash = $1`

async function readerOf(who: Visitor, given: string): Promise<{ feed: Reader; reader: CalendarReader }> {
  const { app } = who
  const secret = given.replace(/\.ics$/, '')
  if (!SECRET.test(secret)) throw gone()
  const hash = sha256(secret)
  const found = await app.pool.query<Reader>({ name: 'calendar_reader', text: READER, values: [hash] })
  const feed = found.rows[0]
  if (!feed) throw gone()
  await takeRate(app.pool, `calendar-feed:${hash}`, OWN_READS)
  const { orgId, userId, landingEndId } = feed
  const user = await app.sessions.ofAccount(orgId, userId, { landingEndId, deptId: null })
  if (!user || user.mustChangePassword || !mayUse(user, calendarNeeds.feed)) throw gone()
  const reader: CalendarReader = {
    app,
    orgId,
    userId,
    deptIds: user.deptIds,
    may: (expression) => mayUse(user, expression),
  }
  return { feed, reader }
}

/** A date whose UTC fields are the day: what has no hour has no zone either. */
const wholeDay = (day: string, after = 0) => new Date(Date.parse(`${day}T00:00:00Z`) + after * DAY_MS)
const HOUR_MS = 3_600_000

export async function readFeed(who: Visitor, secret: string): Promise<FileAnswer> {
  await takeRate(who.app.pool, `calendar-read:${addressOf(who.origin.ip)}`, READS)
  const { feed, reader } = await readerOf(who, secret)
  if (feed.stale) {
    await who.app.pool.query('update calendar_feed set last_read_at = now() where org_id = $1 and user_id = $2', [
      feed.orgId,
      feed.userId,
    ])
  }
  const now = Date.now()
  const period = { from: dayText(now - BEFORE_DAYS * DAY_MS), to: dayText(now + AFTER_DAYS * DAY_MS) }
  const seen = await seenBy(reader, period)
  const calendar = ical({
    name: '颐园日历',
    prodId: { company: 'Yiyuan', product: 'calendar', language: 'ZH' },
    ttl: 3600,
  })
  for (const { source, entries } of seen) {
    for (const entry of entries) {
      if (entry.outside === null) continue
      const summary = source.kind === TODO && !feed.titles ? '待办（登录后查看）' : entry.outside
      const id = `${sha256(`${source.kind}:${entry.key}`).slice(0, 32)}@yiyuan`
      const timed = entry.time ? momentOf(`${entry.day} ${entry.time}:00`) : null
      calendar.createEvent({
        id,
        summary,
        ...(timed === null
          ? { allDay: true, start: wholeDay(entry.day), end: wholeDay(entry.endDay ?? entry.day, 1) }
          : { start: new Date(timed), end: new Date(timed + HOUR_MS) }),
        stamp: new Date(now),
        busystatus: ICalEventBusyStatus.FREE,
        categories: [{ name: source.title }],
      })
    }
  }
  return { name: 'calendar.ics', mime: 'text/calendar; charset=utf-8', content: calendar.toString(), inline: true }
}
