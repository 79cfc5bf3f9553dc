// Publication: who gets a notice is written down by one statement. At once, or by a job at its time; whoever comes into its scope
// while it is up is added. Reminders and recall.

import type { notice } from '#contract/administration/notice'
import { NoticeState, REMIND_HOURS } from '#contract/administration/noticeWords'
import type { InputOf } from '#contract/kit/call'
import { HOUR_MS, momentOf } from '#contract/kit/clock'
import { invalid, Refusal } from '#contract/kit/refusal'
import { UserStatus } from '#contract/platform/user'
import { notify } from '#server/areas/platform/public'
import type { Caller, Tx } from '#server/kit/caller'
import type { AppContext } from '#server/kit/context'
import { refuseStale } from '#server/kit/editing'
import { defineCron, defineJob } from '#server/kit/jobDefinition'
import { systemTransaction } from '#server/kit/system'
import { MEANT, STAFF, UP } from './noticeSql.ts'
import { EDITION, type HeldNotice, holdNotice, routeOf, tellChanged } from './noticeWrite.ts'

type Calls = (typeof notice)['calls']
const { PUBLISHED, WAITING } = NoticeState.is

const JOB = 'administration.publishNotice'

/** Whoever is meant and has no row yet. */
const RECEIVE = `insert into notice_receiver (org_id, notice_id, user_id, user_name, dept_name)
select t.org_id, t.notice_id, e.emp_id, e.emp_name, (select d.dept_name from dept d where d.org_id = e.org_id and d.dept_id = e.dept_id)
from ${STAFF} where t.org_id = $1 and t.notice_id = $2 and ${MEANT}
on conflict do nothing returning user_id as id`

const PUBLISH = `update notice set state = 'PUBLISHED', published_at = now(), published_by = $3, published_name = $4, failure = null,
  version = version + 1 where org_id = $1 and notice_id = $2`

type Publisher = Pick<HeldNotice, 'noticeId' | 'title' | 'confirm' | 'ended'>

/** Of a notice that is held and whose `within` is set. */
async function goOut(tx: Tx, row: Publisher, by: { userId: string | null; name: string }): Promise<number> {
  if (row.ended) throw invalid('截止时间已经过去，请改为以后的时间再发布', 'endAt')
  await tx.client.query(PUBLISH, [tx.orgId, row.noticeId, by.userId, by.name])
  const made = await tx.client.query<{ id: string }>({
    name: 'notice_receive',
    text: RECEIVE,
    values: [tx.orgId, row.noticeId],
  })
  if (made.rows.length === 0) {
    throw invalid('接收范围内没有可以登录的在职人员，请重新选择接收范围', 'scope')
  }
  await tx.client.query(EDITION, [tx.orgId, row.noticeId, null, by.name])
  await notify(
    tx,
    made.rows.map((one) => one.id),
    {
      kind: 'notice',
      title: `公告：${row.title}`,
      content: row.confirm ? '请阅读并确认。' : '点击查看全文。',
      route: routeOf(row.noticeId),
    },
  )
  tx.log({
    remark: `发布公告“${row.title}”，${made.rows.length} 人收到`,
    targetType: 'notice',
    targetId: row.noticeId,
    changes: { state: [null, NoticeState.label(PUBLISHED)] },
  })
  tellChanged(tx, row.noticeId)
  return made.rows.length
}

const WITHIN =
  'update notice set within = $3, published_by = $4, published_name = $5 where org_id = $1 and notice_id = $2'
const WAIT = `update notice set state = 'WAITING', failure = null, version = version + 1 where org_id = $1 and notice_id = $2`
const MEANT_NOW = `select count(*)::int as reach from ${STAFF} where t.org_id = $1 and t.notice_id = $2 and ${MEANT}`

export async function publishNotice(tx: Tx, who: Caller, input: InputOf<Calls['publish']>): Promise<string> {
  const { noticeId, version } = input
  const row = await holdNotice(tx, who, noticeId, 'publish')
  await refuseStale(tx, noticeId, version, row.version)
  await tx.client.query(WITHIN, [who.orgId, noticeId, who.deptIds, tx.by.userId, tx.by.name])
  const later = row.publishAt !== null && momentOf(row.publishAt) > Date.now()
  if (!later || row.state === WAITING) {
    await goOut(tx, row, tx.by)
    return noticeId
  }
  const meant = await tx.client.query<{ reach: number }>(MEANT_NOW, [who.orgId, noticeId])
  if (meant.rows[0]!.reach === 0) {
    throw invalid('接收范围内没有可以登录的在职人员，请重新选择接收范围', 'scope')
  }
  await tx.client.query(WAIT, [who.orgId, noticeId])
  await tx.job(JOB, { orgId: who.orgId, noticeId }, { runAt: row.publishAt!, key: `notice:${noticeId}` })
  tx.log({
    remark: `公告“${row.title}”将于 ${row.publishAt!.slice(0, 16)} 发布`,
    targetType: 'notice',
    targetId: noticeId,
    changes: { state: [NoticeState.label(row.state), NoticeState.label(WAITING)] },
  })
  tellChanged(tx, noticeId)
  return noticeId
}

const BACK = `update notice set state = 'DRAFT', failure = $3, version = version + 1 where org_id = $1 and notice_id = $2`

export async function unscheduleNotice(tx: Tx, who: Caller, input: InputOf<Calls['unschedule']>): Promise<string> {
  const { noticeId, version } = input
  const row = await holdNotice(tx, who, noticeId, 'unschedule')
  await refuseStale(tx, noticeId, version, row.version)
  await tx.client.query(BACK, [who.orgId, noticeId, null])
  tx.log({
    remark: `取消公告“${row.title}”的定时发布`,
    targetType: 'notice',
    targetId: noticeId,
    changes: { state: [NoticeState.label(WAITING), NoticeState.label('DRAFT')] },
  })
  tellChanged(tx, noticeId)
  return noticeId
}

const DUE = `select t.notice_id as "noticeId", t.title, t.confirm, coalesce(t.end_at <= now(), false) as ended,
  t.published_by as "userId", coalesce(t.published_name, '') as name, t.created_by as "createdBy"
from notice t where t.org_id = $1 and t.notice_id = $2 and t.state = '${WAITING}' and t.publish_at <= now() for no key update of t`

interface Due extends Publisher {
  userId: string | null
  name: string
  createdBy: string | null
}

/** Only what still waits goes out: a job that comes twice, or too early after a change of the time, does nothing. */
export async function publishDue(
  app: AppContext,
  { orgId, noticeId }: { orgId: string; noticeId: string },
): Promise<void> {
  const held = (tx: Tx) => tx.client.query<Due>(DUE, [orgId, noticeId]).then((found) => found.rows[0])
  const work = <T>(act: (tx: Tx) => Promise<T>) => systemTransaction(app, orgId, '公告', '定时发布公告', act)
  try {
    await work(async (tx) => {
      const row = await held(tx)
      if (row) await goOut(tx, row, { userId: row.userId, name: row.name })
      else tx.log({ remark: '定时发布：这条公告已经发布、撤回或改了时间' })
    })
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    // Nobody to refuse to is waiting: it becomes a draft again, and whoever wanted it out is told why.
    await work(async (tx) => {
      const row = await held(tx)
      if (!row) return
      await tx.client.query(BACK, [orgId, noticeId, error.message])
      const to = [row.userId, row.createdBy].filter((one) => one !== null)
      await notify(tx, to, {
        kind: 'notice',
        title: `公告没有发布：${row.title}`,
        content: error.message,
        route: routeOf(noticeId),
      })
      tx.log({ remark: `公告“${row.title}”没有按时发布：${error.message}`, targetType: 'notice', targetId: noticeId })
      tellChanged(tx, noticeId)
    })
  }
}

export const publishJob = defineJob<{ orgId: string; noticeId: string }>(JOB, (payload, app) =>
  publishDue(app, payload),
)

// Across organisations: one look at everything that is out, for all houses at once; each house is then written by itself.
const BEHIND = `select distinct t.org_id as "orgId", t.notice_id as "noticeId", t.title, t.confirm from ${STAFF}
where t.state = '${PUBLISHED}' and ${UP('t')} and ${MEANT}
  and not exists (select from notice_receiver r where r.org_id = t.org_id and r.notice_id = t.notice_id and r.user_id = e.emp_id)`

const STILL_OUT = `select from notice t where t.org_id = $1 and t.notice_id = $2 and t.state = '${PUBLISHED}' for share of t`

/** Whoever was employed or moved since gets what is up. Whoever left the scope keeps it. */
export async function bringNoticesToNewcomers(app: AppContext): Promise<void> {
  const behind = await app.pool.query<{ orgId: string; noticeId: string; title: string; confirm: boolean }>(BEHIND)
  for (const { orgId, noticeId, title, confirm } of behind.rows) {
    await systemTransaction(app, orgId, '公告', '补发公告', async (tx) => {
      const out = await tx.client.query(STILL_OUT, [orgId, noticeId])
      if (out.rowCount === 0) return tx.log({ remark: '补发公告：已经撤回' })
      const made = await tx.client.query<{ id: string }>({
        name: 'notice_receive',
        text: RECEIVE,
        values: [orgId, noticeId],
      })
      await notify(
        tx,
        made.rows.map((one) => one.id),
        {
          kind: 'notice',
          title: `公告：${title}`,
          content: confirm ? '请阅读并确认。' : '点击查看全文。',
          route: routeOf(noticeId),
        },
      )
      tx.log({
        remark: `公告“${title}”补发给新进入接收范围的 ${made.rows.length} 人`,
        targetType: 'notice',
        targetId: noticeId,
      })
      tellChanged(tx, noticeId)
    })
  }
}

export const newcomersJob = defineJob('administration.noticeNewcomers', (_, app) => bringNoticesToNewcomers(app))
export const newcomersEveryFewMinutes = defineCron(newcomersJob, '*/5 * * * *', { makeUpHours: 0 })

const RECALL = `update notice set state = 'RECALLED', recalled_at = now(), recalled_name = $3, recall_reason = $4, version = version + 1
where org_id = $1 and notice_id = $2`

/** It leaves every personal list; who had read it stays known. */
export async function recallNotice(tx: Tx, who: Caller, input: InputOf<Calls['recall']>): Promise<string> {
  const { noticeId } = input
  const reason = input.reason.trim()
  const row = await holdNotice(tx, who, noticeId, 'recall')
  await tx.client.query(RECALL, [who.orgId, noticeId, tx.by.name, reason])
  tx.log({
    remark: `撤回公告“${row.title}”：${reason}`,
    targetType: 'notice',
    targetId: noticeId,
    changes: { state: [NoticeState.label(row.state), NoticeState.label('RECALLED')] },
  })
  tellChanged(tx, noticeId)
  return noticeId
}

const BEHINDHAND = `select r.user_id as id from notice_receiver r join account a on a.org_id = r.org_id and a.user_id = r.user_id
where r.org_id = $1 and r.notice_id = $2 and a.user_status = ${UserStatus.is.enabled}
  and case when $3 then r.confirmed_at else r.read_at end is null`
const REMINDED = 'update notice set reminded_at = now() where org_id = $1 and notice_id = $2'

export async function remindReaders(tx: Tx, who: Caller, noticeId: string): Promise<number> {
  const row = await holdNotice(tx, who, noticeId, 'remind')
  if (row.ended) throw invalid('已过截止时间，不再提醒')
  if (row.remindedAt && momentOf(row.remindedAt) > Date.now() - REMIND_HOURS * HOUR_MS) {
    throw invalid(`${row.remindedAt.slice(11, 16)} 刚提醒过，每小时最多提醒一次`)
  }
  const found = await tx.client.query<{ id: string }>(BEHINDHAND, [who.orgId, noticeId, row.confirm])
  if (found.rows.length === 0) throw invalid(row.confirm ? '所有人都已确认，不用提醒' : '所有人都已阅读，不用提醒')
  await tx.client.query(REMINDED, [who.orgId, noticeId])
  await notify(
    tx,
    found.rows.map((one) => one.id),
    {
      kind: 'notice',
      title: `请${row.confirm ? '确认' : '阅读'}公告：${row.title}`,
      content: row.confirm ? '您还没有确认这条公告。' : '您还没有阅读这条公告。',
      route: routeOf(noticeId),
    },
  )
  tx.log({
    remark: `提醒 ${found.rows.length} 人${row.confirm ? '确认' : '阅读'}公告“${row.title}”`,
    targetType: 'notice',
    targetId: noticeId,
  })
  tellChanged(tx, noticeId)
  return found.rows.length
}
