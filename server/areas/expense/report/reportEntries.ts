// Entries of the ledger as rows of a report: the page is found first, then its rows meet resident, bed and papers.

import type pg from 'pg'
import type { WaySumsData } from '#contract/expense/reportWords'
import { WAY_COLUMN } from '#contract/expense/tradeWords'
import { AGE, PLACE } from '#server/areas/residents/public'
import type { Caller } from '#server/kit/caller'
import { sortOf } from '#server/kit/page'
import { type Bind, ofResidents, type Period, pageOfReport, type ReportQuery, type Residents } from './reportKit.ts'

/** The resident `t` of a row with the bed `at` of today. */
export const RESIDENT_COLUMNS = `t.oldman_id as "oldmanId", t.oldman_name as "oldmanName", t.sex, ${AGE} as age, t.head, t.status,
  at.path as "bedPath"`
export const RESIDENT_JOINS = (row: string) =>
  `join oldman t on t.org_id = ${row}.org_id and t.oldman_id = ${row}.oldman_id ${PLACE}`

const TAKEN_BACK = 'exists (select from ledger r where r.org_id = l.org_id and r.reversal_of = l.entry_id)'

/** EntryPart of an entry `l` with its receipt `rc`. */
export const ENTRY_COLUMNS = `l.entry_id as "entryId", l.group_id as "groupId", l.day, l.at, l.trade_type as "tradeType", l.way,
  l.content, l.bill_id as "billId", l.bill_month as "billMonth", l.receipt_id as "receiptId", rc.receipt_no as "receiptNo",
  l.user_id as "userId", l.user_name as "userName", l.reversal_of as "reversalOf", l.remark,
  case when l.reversal_of is not null then 'REVERSAL' when ${TAKEN_BACK} then 'TAKEN_BACK' else 'NORMAL' end as state`
export const RECEIPT_JOIN = 'left join receipt rc on rc.org_id = l.org_id and rc.receipt_id = l.receipt_id'

export const stateCondition = (state: string | null | undefined): string[] =>
  state === 'REVERSAL'
    ? ['l.reversal_of is not null']
    : state === 'TAKEN_BACK'
      ? [TAKEN_BACK]
      : state === 'NORMAL'
        ? [`l.reversal_of is null and not ${TAKEN_BACK}`]
        : []

export const receiptCondition = (no: string | null | undefined, bind: Bind): string[] => {
  const typed = no?.trim()
  return typed
    ? [
        `l.receipt_id in (select n.receipt_id from receipt n where n.org_id = $1
          and n.receipt_no like ${bind.add(`%${typed.replace(/[\\%_]/g, (char) => `\\${char}`)}%`)})`,
      ]
    : []
}

interface RowsInput {
  period: Period | null
  residents: Residents
  /** Conditions about `l`. */
  where: readonly string[]
  /** Further columns of the answer, from l, t, at, rc and `joins`. */
  select: string
  joins?: string
  sorts?: Readonly<Record<string, string>>
  bind: Bind
}

const NEWEST = 'l.day desc, l.at desc, l.entry_id desc'
const SORTS = { at: 'l.at', day: 'l.day', amountFen: 'abs(l.amount_fen)', oldmanName: 'l.oldman_id' }

/** `bind` must begin with the organisation. */
export async function entryRows<Row extends pg.QueryResultRow>(
  who: Caller,
  q: ReportQuery,
  input: RowsInput,
): Promise<Row[]> {
  const { bind, period } = input
  const { size, offset } = pageOfReport(q)
  const sort = sortOf(q.orderBy, { ...SORTS, ...input.sorts })
  const order =
    q.orderBy && /^\s*(at|day)\s+desc\s*$/.test(q.orderBy)
      ? NEWEST
      : sort === null
        ? NEWEST
        : `${sort}, l.entry_id${/ desc$/.test(sort) ? ' desc' : ''}`
  const where = [
    'l.org_id = $1',
    ...(period ? [`l.day between ${bind.add(period.from)} and ${bind.add(period.to)}`] : []),
    ofResidents(input.residents, 'l.oldman_id', bind),
    ...input.where,
  ]
  // A usual size stands in the text: the planner then knows that it needs few rows.
  const text = `with page as materialized (select l.* from ledger l where ${where.join(' and ')} order by ${order}
      limit ${Math.trunc(size)} offset ${bind.add(offset)})
    select ${ENTRY_COLUMNS}, ${RESIDENT_COLUMNS}, ${input.select}
    from page l ${RESIDENT_JOINS('l')} ${RECEIPT_JOIN} ${input.joins ?? ''} order by ${order}`
  return (await who.app.pool.query<Row>(text, bind.values)).rows
}

/** Sums per column of ways, for ledgerSums; `amount` is what is added up. */
export const waySums = (amount = 'cash_fen'): Record<keyof WaySumsData, string> =>
  Object.fromEntries(
    Object.entries(WAY_COLUMN).map(([key, { ways }]) => [
      `${key}Fen`,
      `sum(${amount}) filter (where way in (${ways.join(', ')}))`,
    ]),
  ) as Record<keyof WaySumsData, string>
