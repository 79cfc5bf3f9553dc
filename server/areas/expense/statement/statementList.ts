// Statements: the ledger as people read it, by class of trade.

import { ACCOUNT_NEEDS } from '#contract/expense/account'
import type { StatementRowData, statement } from '#contract/expense/statement'
import { TradeClass, type TradeClassValue, type TradeTypeValue, TradeWay } from '#contract/expense/tradeWords'
import type { InputOf } from '#contract/kit/call'
import { formats } from '#contract/kit/formats'
import type { PageInfo } from '#contract/kit/paging'
import { invalid } from '#contract/kit/refusal'
import { amountsHidden } from '#server/areas/expense/account/amountsHidden'
import { AGE, keywordMatches, keywordValues, PLACE } from '#server/areas/residents/public'
import type { Caller } from '#server/kit/caller'
import { type Filter, pageOfRows } from '#server/kit/page'

type Query = InputOf<typeof statement.calls.list>

/** '2,6' as numbers; null for all. */
function classesOf(text: string): TradeClassValue[] | null {
  const values = text.split(',').map((part) => Number(part.trim()))
  const known = new Set<number>(TradeClass.list.map((option) => option.value))
  if (values.some((value) => !known.has(value))) throw invalid('交易类别不在可选范围内', 'tradeClass')
  return values.includes(0) ? null : (values as TradeClassValue[])
}

function dayOf(text: string | null | undefined, field: string): string | null {
  if (!text) return null
  if (!formats['yiyuan-date']!.test(text)) throw invalid('日期应为 年-月-日', field)
  return text
}

const REVERSED = 'exists (select from ledger r where r.org_id = t.org_id and r.reversal_of = t.entry_id)'

const STATES = {
  NORMAL: `t.reversal_of is null and not ${REVERSED}`,
  VOID: REVERSED,
  RED: 't.reversal_of is not null',
} as const

/** Pieces about residents are written for `t`, which is the entry here. */
const ofResident = (sql: string) => sql.replace(/\bt\./g, 'o.')

function filtersOf(who: Caller, q: Query): Filter[] {
  const classes = classesOf(q.tradeClass)
  const typed = q.keyword?.trim()
  return [
    ['t.org_id = ?', who.orgId],
    [
      `exists (select from oldman o where o.org_id = t.org_id and o.oldman_id = t.oldman_id
        and (o.dept_id is null or o.dept_id = any(?)))`,
      who.deptIds,
    ],
    ['t.oldman_id = ?', q.oldmanId],
    ...(typed
      ? [
          [
            `t.oldman_id in (select t.oldman_id from oldman t where t.org_id = ?3
              and ${keywordMatches(typed, ['t.archive_no'])})`,
            keywordValues(typed, who.orgId),
          ] as Filter,
        ]
      : []),
    // One class has an index of its own.
    classes?.length === 1 ? ['t.trade_class = ?', classes[0]] : ['t.trade_class = any(?)', classes],
    [`(t.trade_type <> 'BILL' and ?::boolean)`, classes === null && q.bills !== 1 ? true : null],
    ['t.trade_type = ?', q.tradeType],
    ['t.way = ?', q.way],
    [`(${q.state ? STATES[q.state] : 'true'} and ?::boolean)`, q.state ? true : null],
    ['t.day >= ?::date', dayOf(q.dayFrom, 'dayFrom')],
    ['t.day <= ?::date', dayOf(q.dayTo, 'dayTo')],
  ]
}

const SELECT = `t.entry_id as "tradeId", t.oldman_id as "oldmanId", o.oldman_name as "oldmanName", o.sex,
  ${ofResident(AGE)} as age, o.head, o.status, at.path as "bedPath", t.seq, t.day, t.at,
  t.trade_class as "tradeClass", t.trade_type as "tradeType", t.way, t.amount_fen as "amountFen",
  t.balance_fen as "balanceFen", t.gift_fen as "giftFen", t.deposit_fen as "depositFen",
  t.balance_after as "balanceAfter", t.gift_after as "giftAfter", t.deposit_after as "depositAfter",
  t.bill_id as "billId", t.bill_month as "billMonth", rc.receipt_id as "receiptId", rc.receipt_no as "receiptNo",
  t.group_id as "groupId", t.reversal_of as "reversalOf",
  case when t.reversal_of is not null then 'RED' when ${REVERSED} then 'VOID' else 'NORMAL' end as state,
  t.content, t.remark, t.user_name as "userName", t.cash_fen as "cashFen", t.booking_fen as "bookingFen",
  t.receivable_fen as "receivableFen", t.settle_id is not null as settled,
  exists (select from month_close c where c.org_id = t.org_id and c.month = to_char(t.day, 'YYYY-MM') and c.closed) as closed`

const JOIN = `join oldman o on o.org_id = t.org_id and o.oldman_id = t.oldman_id ${ofResident(PLACE)}
  left join receipt rc on rc.org_id = t.org_id and rc.receipt_id = t.receipt_id`

type Found = Omit<StatementRowData, 'wayName' | 'direction' | 'canObsolete'> & {
  cashFen: number
  bookingFen: number
  receivableFen: number
  settled: boolean
  closed: boolean
}

/** Their own pages take these back. */
const ELSEWHERE: readonly TradeTypeValue[] = ['BILL', 'OPENING', 'LAPSE', 'REFUND_CHECKOUT']

function wayName(row: Found): string {
  if (row.way !== null && row.way !== TradeWay.is.balance) return TradeWay.label(row.way)
  if (row.giftFen) return '赠送余额'
  if (row.way === TradeWay.is.balance) return '余额'
  if (row.receivableFen && row.depositFen) return '押金'
  if (row.receivableFen && row.bookingFen) return '预订金'
  return ''
}

function directionOf(row: Found): number {
  const pockets = (row.balanceFen ?? 0) + (row.giftFen ?? 0) + (row.depositFen ?? 0) + row.bookingFen
  return pockets !== 0 ? Math.sign(pockets) : row.cashFen < 0 ? -1 : 1
}

const AMOUNTS = [
  'amountFen',
  'balanceFen',
  'giftFen',
  'depositFen',
  'balanceAfter',
  'giftAfter',
  'depositAfter',
] as const

/** 预存 25,000 赠 1,000: words may name amounts too. */
const withoutAmounts = (words: string) => words.replace(/\d[\d,]*\.\d{2}/g, '***')

export async function listStatement(who: Caller, q: Query): Promise<PageInfo<StatementRowData>> {
  const { pool } = who.app
  const masked = await amountsHidden(pool, who.orgId, who)
  const answer = await pageOfRows<Found>(
    pool,
    {
      from: 'ledger t',
      key: 'entry_id',
      select: SELECT,
      join: JOIN,
      filters: filtersOf(who, q),
      sorts: masked ? {} : { at: 't.at', amountFen: 't.amount_fen', seq: 't.seq' },
      // Of one resident the count of entries is their order; of many the day and the moment.
      defaultSort: q.oldmanId ? 't.seq desc' : 't.day desc, t.at desc',
    },
    q,
  )
  const voids = who.may(ACCOUNT_NEEDS.obsolete) && !masked
  const rows = answer.list.map((found): StatementRowData => {
    const row = Object.assign(found, {
      wayName: wayName(found),
      direction: directionOf(found),
      canObsolete:
        voids && found.state === 'NORMAL' && !found.settled && !found.closed && !ELSEWHERE.includes(found.tradeType),
    })
    if (masked) {
      for (const name of AMOUNTS) row[name] = null
      row.content = withoutAmounts(row.content)
      row.remark = row.remark && withoutAmounts(row.remark)
    }
    return row
  })
  return { ...answer, list: rows }
}
