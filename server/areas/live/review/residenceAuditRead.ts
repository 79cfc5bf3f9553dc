// Reading applications for changes of bed and check-outs: the inbox, one of them whole, those of a resident.

import type pg from 'pg'
import type { InputOf } from '#contract/kit/call'
import type { PageInfo } from '#contract/kit/paging'
import { notFound } from '#contract/kit/refusal'
import {
  type ApplicationData,
  type ApplyDetailData,
  ApplyKind,
  type ApplyKindValue,
  type ApplyMoveValue,
  type ApplyRowData,
} from '#contract/live/residenceApply'
import type { residenceAudit } from '#contract/live/residenceAudit'
import type { ReviewTab } from '#contract/live/review'
import { ReviewResult } from '#contract/live/review'
import { amountsHidden, hideMoney } from '#server/areas/expense/public'
import {
  PAPER_IN_SCOPE,
  RESIDENT_JOINS,
  RESIDENT_MARKS,
  staffName,
  WITH_RESIDENT,
} from '#server/areas/residents/public'
import type { Caller } from '#server/kit/caller'
import { pageOfRows } from '#server/kit/page'
import { applyReviews } from './residenceApply.ts'
import { decidable, whyNot } from './reviewers.ts'
import { countMine, INBOX_SORTS, inboxFilters, orderOfTab, REVIEW_COLUMNS, tabOf, withMine } from './reviewInbox.ts'

type Client = pg.Pool | pg.ClientBase
type ListQuery = InputOf<typeof residenceAudit.calls.list>

// Named as every inbox names its rows.
const rows = (which: string) => `(select u.*, u.apply_id as audit_id, u.kind as audit_kind, u.state as result,
    u.applicant_id as asked_by, u.created_at as asked_at, u.reason as asked_reason, u.auditor_id as decided_by,
    u.remark as decided_remark
  from residence_apply u where ${which}) t`

const FROM_TAB: Readonly<Record<ReviewTab, string>> = {
  mine: rows(`u.state = ${ReviewResult.is.waiting}`),
  waiting: rows(`u.state = ${ReviewResult.is.waiting}`),
  own: rows('true'),
  done: rows(`u.state <> ${ReviewResult.is.waiting}`),
}

const COLUMNS = `${RESIDENT_MARKS}, ${REVIEW_COLUMNS}, t.apply_id as "applyId", t.apply_no as "applyNo", t.move, t.content, t.day,
  (select x.oldman_name from oldman x where x.org_id = t.org_id and x.oldman_id = t.other_id) as "otherName",
  o.dept_id as "deptId", t.version`

type Stored = Omit<ApplyRowData, 'mine' | 'own'> & { askedById: string }

const kindsOf = (who: Caller): Promise<ApplyKindValue[]> =>
  decidable(
    who,
    ApplyKind.list.map(({ value }) => applyReviews[value]),
  )

export async function listApplications(who: Caller, q: ListQuery): Promise<PageInfo<ApplyRowData>> {
  const tab = tabOf(q.tab)
  const kinds = await kindsOf(who)
  const page = await pageOfRows<Stored>(
    who.app.pool,
    {
      from: `${FROM_TAB[tab]} ${WITH_RESIDENT}`,
      key: 'audit_id',
      select: COLUMNS,
      join: RESIDENT_JOINS,
      filters: inboxFilters(who, tab, kinds, q),
      sorts: { ...INBOX_SORTS, day: 't.day' },
      defaultSort: orderOfTab(tab),
    },
    q,
  )
  return withMine(who, page, kinds)
}

/** How many wait for this caller. */
export const countMyApplications = async (who: Caller) =>
  countMine(who, 'residence_audit_mine', FROM_TAB.mine, await kindsOf(who))

/** What the form sent, as far as the reader of an application needs it. */
interface Sent {
  bedId?: string | null
  levelId?: string | null
  bedFee?: Fee | null
  otherBedFee?: Fee | null
  closeOuting?: boolean | null
}
interface Fee {
  projectChildId: string
  priceFen: number
  quantity?: number | null
}

type Whole = Stored & {
  body: Sent
  changed: Record<string, readonly [unknown, unknown]>
  residentVersion: number
  bedNow: string | null
  otherId: string | null
  otherBed: string | null
  askedDay: string
  today: string
}

const ONE = `select ${COLUMNS}, t.body, t.changes as changed, o.version as "residentVersion", o.current_bed_id as "bedNow",
  t.other_id as "otherId", (select x.current_bed_id from oldman x where x.org_id = t.org_id and x.oldman_id = t.other_id)
    as "otherBed", t.created_at::date as "askedDay", current_date as today
from ${rows('true')} ${WITH_RESIDENT} ${RESIDENT_JOINS} where ${PAPER_IN_SCOPE} and t.apply_id = $3`

/**
 * The day from which it holds when passed today. Nobody lies in a bed before it was agreed to: a day that has passed
 * while the application waited becomes today. One that lay in the past already when it was asked for stays, as does the
 * day of leaving.
 */
export function holdsFrom(asked: { move: ApplyMoveValue; day: string; askedDay: string; today: string }): string {
  const { move, day, askedDay, today } = asked
  return move !== 'checkOut' && day >= askedDay && day < today ? today : day
}

const word = (value: unknown) => (value === null || value === undefined ? null : String(value))
const fee = (given: Fee | null | undefined) =>
  given
    ? { projectChildId: given.projectChildId, priceFen: given.priceFen as never, quantity: given.quantity ?? null }
    : null

function assumed(row: Whole, day: string): ApplyDetailData['assume'] {
  const { body, oldmanId, oldmanName, move } = row
  if (move === 'checkOut') return []
  const own = { oldmanId, oldmanName, day, levelId: body.levelId ?? null, bedFee: fee(body.bedFee) }
  if (move === 'adjustBed') return [{ ...own, bedId: body.bedId ?? null }]
  const other = { oldmanId: row.otherId!, oldmanName: row.otherName ?? '', day, levelId: null }
  return [
    { ...own, bedId: row.otherBed },
    { ...other, bedId: row.bedNow, bedFee: fee(body.otherBedFee) },
  ]
}

export async function applicationDetail(who: Caller, applyId: string): Promise<ApplyDetailData> {
  const { pool } = who.app
  const values = [who.orgId, who.deptIds, applyId]
  const found = await pool.query<Whole>({ name: 'residence_apply_one', text: ONE, values })
  const row = found.rows[0]
  if (!row) throw notFound('申请单')
  const waits = row.result === ReviewResult.is.waiting
  const application = { applicantId: row.askedById, deptId: row.deptId }
  const judged = waits ? await whyNot(pool, who, applyReviews[row.kind], application) : { why: null, people: [] }
  const day = waits ? holdsFrom(row) : row.day
  const answer = {
    ...row,
    mine: waits && judged.why === null,
    own: row.askedById === who.userId,
    reviewers: judged.people.map((person) => person.name),
    whyNot: judged.why,
    changes: Object.entries(row.changed).map(([title, [from, to]]) => ({ title, from: word(from), to: word(to) })),
    assume: assumed(row, day),
    holdsFrom: day,
    closesOuting: row.body.closeOuting === true,
  }
  return (await amountsHidden(pool, who.orgId, who)) ? hideMoney(answer) : answer
}

const OF = `select t.apply_id as "applyId", t.apply_no as "applyNo", t.kind, t.move, t.content, t.reason,
  ${staffName('t.applicant_id')} as "askedBy", t.applicant_id as "askedById", t.created_at as "askedAt", t.version
from residence_apply t where t.org_id = $1 and (t.oldman_id = $2 or t.other_id = $2) and t.state = ${ReviewResult.is.waiting}
order by t.created_at, t.apply_id`

/** What waits about a resident whom the caller has been found to see. */
export async function applicationsOf(
  client: Client,
  who: Caller,
  oldmanId: string,
  deptId: string | null,
): Promise<ApplicationData[]> {
  type Row = Omit<ApplicationData, 'own' | 'reviewers' | 'whyNot'> & { askedById: string }
  const found = await client.query<Row>({ name: 'residence_apply_of', text: OF, values: [who.orgId, oldmanId] })
  const answer: ApplicationData[] = []
  for (const { askedById, ...row } of found.rows) {
    const { why, people } = await whyNot(client, who, applyReviews[row.kind], { applicantId: askedById, deptId })
    const reviewers = people.map((person) => person.name)
    answer.push({ ...row, own: askedById === who.userId, reviewers, whyNot: why })
  }
  return answer
}
