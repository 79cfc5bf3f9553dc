// The list of the accounts with its tabs and totals. Every filter runs in SQL inside the reader's departments.

import { ACCOUNT_NEEDS, type AccountAct, type AccountRowData, type account } from '#contract/expense/account'
import type { InputOf } from '#contract/kit/call'
import type { PageInfo } from '#contract/kit/paging'
import { invalid } from '#contract/kit/refusal'
import { residenceNeeds } from '#contract/live/residenceWords'
import { ResidenceStatus } from '#contract/live/resident'
import {
  AGE,
  areaFilter,
  BED_PATH,
  bedPattern,
  keywordMatches,
  keywordValues,
  PLACE,
  statusesOf,
} from '#server/areas/residents/public'
import type { Caller } from '#server/kit/caller'
import { conditionsOf, type Filter, pageOfRows } from '#server/kit/page'
import { deptFilter } from '#server/kit/tenant'
import { BOOKING_LOOSE, IN_USE, MONTH_FEE, OWES, SHORT } from './accountSql.ts'
import { amountsHidden } from './amountsHidden.ts'

type ListQuery = InputOf<typeof account.calls.list>
type CountsQuery = InputOf<typeof account.calls.counts>

const MOST_IDS = 500

function idsOf(text: string | null | undefined): string[] | null {
  if (!text) return null
  const ids = text.split(',').filter(Boolean)
  if (ids.length > MOST_IDS) throw invalid(`一次最多选择 ${MOST_IDS} 人`, 'ids')
  return ids
}

/** Filter and account stand in one row of the plan, because tabs and sorts look at the money. */
export const FROM = '(oldman t join elder_account ac on ac.org_id = t.org_id and ac.oldman_id = t.oldman_id)'

const LATE = 'case when ac.owed_since < current_date then current_date - ac.owed_since else 0 end'

export const TABS = { OWES, SHORT, BOOKING: BOOKING_LOOSE, SEALED: 'ac.sealed' } as const

const scopeOf = (who: Caller): Filter[] => [['t.org_id = ?', who.orgId], deptFilter(who, 't')]

function filtersOf(who: Caller, q: CountsQuery): Filter[] {
  const typed = q.keyword?.trim()
  const statuses = statusesOf(q.status, 'status')
  const ids = idsOf(q.ids)
  return [
    ...scopeOf(who),
    // Those who left with an empty account come only when they are asked for.
    [`(${IN_USE} and ?::boolean)`, typed || statuses || ids ? null : true],
    ...(typed ? [[keywordMatches(typed, ['t.archive_no']), keywordValues(typed)] as Filter] : []),
    ['t.status = any(?)', statuses],
    ...areaFilter(who.orgId, q.areaId),
    [`${BED_PATH} like ?`, bedPattern(q.bed)],
    ['t.dept_id = ?', q.deptId],
    [`${LATE} >= ?::int`, q.overdueFrom],
    [`${LATE} <= ?::int`, q.overdueTo],
    ['t.oldman_id = any(?)', ids],
  ]
}

const tabFilter = (tab: CountsQuery['tab']): Filter[] => (tab ? [[`(${TABS[tab]} and ?::boolean)`, true]] : [])

export const SELECT = `t.oldman_id as "oldmanId", t.oldman_name as "oldmanName", t.sex, ${AGE} as age, t.head,
  t.status, t.archive_no as "archiveNo", t.dept_id as "deptId", dp.dept_name as "deptName",
  at.path as "bedPath", lv.level_name as "levelName", ac.balance_fen as "balanceFen", ac.gift_fen as "giftFen",
  ac.deposit_fen as "depositFen", ac.booking_fen as "bookingFen", ac.owed_fen as "unpaidFen",
  (select count(*) from bill b where b.org_id = t.org_id and b.oldman_id = t.oldman_id
    and b.state in ('DUE', 'PART')) as "unpaidBills",
  ${OWES} as owes, ac.owed_since as "owedSince", ${LATE} as "overdueDays", ${MONTH_FEE} as "monthFen", ${SHORT} as short,
  ac.last_trade_at as "lastTradeAt", ac.sealed, ac.sealed_reason as "sealedReason", ac.version`

export const JOIN = `${PLACE}
  left join dept dp on dp.org_id = t.org_id and dp.dept_id = t.dept_id
  left join nursing_level lv on lv.org_id = t.org_id and lv.level_id = t.level_id`

const sorts = {
  oldmanName: 't.pinyin',
  balanceFen: 'ac.balance_fen',
  giftFen: 'ac.gift_fen',
  depositFen: 'ac.deposit_fen',
  unpaidFen: 'ac.owed_fen',
  overdueDays: LATE,
  lastTradeAt: 'ac.last_trade_at',
}

export type FoundAccount = Omit<AccountRowData, 'can'>

/** What this reader may do with the account as it stands. */
export function accountActs(who: Pick<Caller, 'may'>, row: FoundAccount, masked: boolean): AccountAct[] {
  if (masked) return []
  const seals = who.may(ACCOUNT_NEEDS.seal)
  const trades = !row.sealed || seals
  const has = (amount: number | null) => (amount ?? 0) > 0
  const acts: [AccountAct, boolean][] = [
    ['prestore', trades && who.may(ACCOUNT_NEEDS.pay)],
    ['deposit', trades && who.may(ACCOUNT_NEEDS.pay)],
    ['pay', trades && has(row.unpaidFen) && who.may(ACCOUNT_NEEDS.pay)],
    ['refundBalance', trades && has(row.balanceFen) && who.may(ACCOUNT_NEEDS.refund)],
    ['refundDeposit', trades && has(row.depositFen) && who.may(ACCOUNT_NEEDS.refund)],
    ['toDeposit', trades && has(row.balanceFen) && who.may(ACCOUNT_NEEDS.transfer)],
    ['toBalance', trades && has(row.depositFen) && who.may(ACCOUNT_NEEDS.transfer)],
    ['remit', trades && has(row.balanceFen) && who.may(ACCOUNT_NEEDS.remit)],
    [
      'booking',
      trades && has(row.bookingFen) && row.status !== ResidenceStatus.is.reserved && who.may(residenceNeeds.booking),
    ],
    ['offset', trades && has(row.depositFen) && has(row.unpaidFen) && who.may(ACCOUNT_NEEDS.offset)],
    ['seal', !row.sealed && seals],
    ['unseal', row.sealed && seals],
  ]
  return acts.filter(([, may]) => may).map(([name]) => name)
}

const AMOUNTS = ['balanceFen', 'giftFen', 'depositFen', 'bookingFen', 'unpaidFen', 'monthFen'] as const

/** In place: a page is made for one reader. */
export function hideAmounts(row: FoundAccount): void {
  for (const name of AMOUNTS) row[name] = null
}

export async function listAccounts(who: Caller, q: ListQuery): Promise<PageInfo<AccountRowData>> {
  const { pool } = who.app
  const masked = await amountsHidden(pool, who.orgId, who)
  const answer = await pageOfRows<FoundAccount>(
    pool,
    {
      from: FROM,
      key: 'oldman_id',
      select: SELECT,
      join: JOIN,
      filters: [...filtersOf(who, q), ...tabFilter(q.tab)],
      // An order by amounts would tell what is hidden.
      sorts: masked ? { oldmanName: sorts.oldmanName, lastTradeAt: sorts.lastTradeAt } : sorts,
      defaultSort: 't.pinyin asc',
    },
    q,
  )
  const rows = answer.list.map((found): AccountRowData => {
    const can = accountActs(who, found, masked)
    if (masked) hideAmounts(found)
    return Object.assign(found, { can })
  })
  return { ...answer, list: rows }
}

export async function countAccounts(who: Caller, q: CountsQuery) {
  const { where, values } = conditionsOf(filtersOf(who, q))
  const names = Object.keys(TABS) as (keyof typeof TABS)[]
  const counts = names.map((name) => `count(*) filter (where ${TABS[name]}) as "${name}"`).join(', ')
  const found = await who.app.pool.query<Record<string, number>>({
    text: `select count(*) as everybody, ${counts} from ${FROM} where ${where}`,
    values,
  })
  const row = found.rows[0]!
  return [{ tab: null, count: row.everybody! }, ...names.map((tab) => ({ tab, count: row[tab]! }))]
}

export async function accountTotals(who: Caller, q: CountsQuery) {
  const { where, values } = conditionsOf([...filtersOf(who, q), ...tabFilter(q.tab)])
  const found = await who.app.pool.query({
    text: `select count(*) as accounts, coalesce(sum(ac.balance_fen), 0)::bigint as "balanceFen",
        coalesce(sum(ac.gift_fen), 0)::bigint as "giftFen", coalesce(sum(ac.deposit_fen), 0)::bigint as "depositFen",
        coalesce(sum(ac.booking_fen), 0)::bigint as "bookingFen", coalesce(sum(ac.owed_fen), 0)::bigint as "unpaidFen"
      from ${FROM} where ${where}`,
    values,
  })
  return found.rows[0]
}
