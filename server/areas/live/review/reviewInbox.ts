// What every inbox of applications shares. The lists name their rows alike (`t`: audit_kind, result, asked_by, asked_at,
// decided_at), so tabs, the count of the bench and the mark 等我审核 are one and the same condition.

import type { PageInfo } from '#contract/kit/paging'
import { REVIEW_TABS, ReviewResult, type ReviewTab } from '#contract/live/review'
import { nameFilter, PAPER_IN_SCOPE, residentScope, staffName, WITH_RESIDENT } from '#server/areas/residents/public'
import type { Caller } from '#server/kit/caller'
import type { Filter } from '#server/kit/page'
import { within } from '#server/kit/period'

export const REVIEW_COLUMNS = `t.audit_id as "auditId", t.audit_kind as kind, t.result, t.asked_by as "askedById",
  ${staffName('t.asked_by')} as "askedBy", t.asked_at as "askedAt", t.asked_reason as "askedReason",
  ${staffName('t.decided_by')} as "decidedBy", t.decided_at as "decidedAt", t.decided_remark as "decidedRemark"`

export const tabOf = (asked: string | null | undefined): ReviewTab => REVIEW_TABS.find((tab) => tab === asked) ?? 'mine'

/** What every inbox can be searched by. */
interface InboxQuery {
  kind?: string | null
  result?: number | null
  oldmanId?: string | null
  oldmanName?: string | null
  deptId?: string | null
  startDate?: string | null
  endDate?: string | null
}

/** Scope, whose applications the tab shows, and what was searched for. `kinds` are those the caller may decide. */
export const inboxFilters = (who: Caller, tab: ReviewTab, kinds: readonly string[], q: InboxQuery): Filter[] => [
  ...residentScope(who),
  ['t.audit_kind = any(?::text[])', tab === 'mine' ? kinds : null],
  ['t.asked_by <> ?', tab === 'mine' ? who.userId : null],
  ['t.asked_by = ?', tab === 'own' ? who.userId : null],
  ['t.audit_kind = ?', q.kind],
  ['t.result = ?', q.result],
  ['t.oldman_id = ?', q.oldmanId],
  nameFilter(q.oldmanName),
  ['o.dept_id = ?', q.deptId],
  ...within('t.asked_at', { from: q.startDate, to: q.endDate, names: ['startDate', 'endDate'] }),
]

export const INBOX_SORTS = { askedAt: 't.asked_at', decidedAt: 't.decided_at', oldmanName: 'o.pinyin' } as const

/** What waits longest stands on top; what was decided last. */
export const orderOfTab = (tab: ReviewTab) =>
  tab === 'done' ? 't.decided_at desc' : tab === 'own' ? 't.asked_at desc' : 't.asked_at'

/** Rows as readers get them: who asked stays inside. */
export const withMine = <R extends { result: number; kind: string; askedById: string }>(
  who: Caller,
  page: PageInfo<R>,
  kinds: readonly string[],
) => ({
  ...page,
  list: page.list.map((row) => ({
    ...row,
    own: row.askedById === who.userId,
    mine: row.result === ReviewResult.is.waiting && row.askedById !== who.userId && kinds.includes(row.kind),
  })),
})

export interface Waiting {
  count: number
  earliest: string | null
}

/** How many wait for this caller: what the tab 等我审核 lists. `from`: what waits, named as above. */
export async function countMine(who: Caller, name: string, from: string, kinds: readonly string[]): Promise<Waiting> {
  if (kinds.length === 0) return { count: 0, earliest: null }
  const found = await who.app.pool.query<Waiting>({
    name,
    text: `select count(*) as count, min(t.asked_at) as earliest from ${from} ${WITH_RESIDENT}
      where ${PAPER_IN_SCOPE} and t.audit_kind = any($3::text[]) and t.asked_by <> $4`,
    values: [who.orgId, who.deptIds, kinds, who.userId],
  })
  return found.rows[0]!
}
