// What accounts held at the beginning and the end of a period: the account as it is now, less everything since; or all that
// was before, where that is less to add up. Whole months come from account_month, days of broken months from the entries.

import type pg from 'pg'
import { ResidentPart } from '#contract/expense/reportWords'
import type { Static } from '#contract/kit/schema'
import { obj } from '#contract/kit/schema'
import { IN_HOUSE } from '#contract/live/resident'
import { ACCOUNT_COLUMNS, ACCOUNT_MOVES, type AccountMove } from '#server/areas/expense/account/accountMoves'
import { overdue } from '#server/areas/residents/public'
import type { Caller } from '#server/kit/caller'
import { RESIDENT_COLUMNS, RESIDENT_JOINS } from './reportEntries.ts'
import {
  type Bind,
  bindFor,
  ofResidents,
  otherSources,
  type Period,
  type Residents,
  sourcesOf,
  today,
} from './reportKit.ts'

const Resident = obj(ResidentPart)

/** A resident with the account as it is now. */
export interface ResidentAccountRow extends Static<typeof Resident> {
  /** Past its due day. */
  owedFen: number
  balance: number
  gift: number
  deposit: number
  /** Unpaid on issued bills. */
  unpaid: number
  /** The deposit agreed for the present or last stay. */
  agreed: number
  /** Lives here, or did on the last day of a closed month. */
  lived: boolean
  lastTradeAt: string | null
}

/** In the order of the beds, then those who have none. `at`: stays as they were on that day. */
export async function accountRows(
  who: Caller,
  residents: Residents,
  at: string | null = null,
): Promise<ResidentAccountRow[]> {
  const bind = bindFor(who)
  const day = at ? bind.add(at) : ''
  const then = at ? `and s.start_date <= ${day} and (s.end_date is null or s.end_date > ${day})` : ''
  const stay = `select s.deposit_fen from stay s where s.org_id = a.org_id and s.oldman_id = a.oldman_id ${then}
    order by s.start_date desc, s.created_at desc limit 1`
  // What was kept when the month was closed; of months closed before that was kept, the stays as they are known now.
  const month = at ? bind.add(at.slice(0, 7)) : ''
  const kept = `from closed_resident k where k.org_id = $1 and k.month = ${month}`
  const own = `${kept} and k.oldman_id = a.oldman_id`
  const asKept = (ofKept: string, ofStays: string) =>
    `case when exists (select ${kept}) then ${ofKept} else ${ofStays} end`
  const lived = at ? asKept(`exists (select ${own})`, `exists (${stay})`) : `t.status in (${IN_HOUSE})`
  const agreed = at ? asKept(`(select k.agreed_fen ${own})`, `(${stay})`) : `(${stay})`
  const found = await who.app.pool.query<ResidentAccountRow & pg.QueryResultRow>(
    `select ${RESIDENT_COLUMNS}, ${overdue('a')} as "owedFen", a.balance_fen as balance, a.gift_fen as gift,
      a.deposit_fen as deposit, a.owed_fen as unpaid, a.last_trade_at as "lastTradeAt", coalesce(${agreed}, 0) as agreed,
      ${lived} as lived
    from elder_account a ${RESIDENT_JOINS('a')} where a.org_id = $1 and ${ofResidents(residents, 'a.oldman_id', bind)}
    order by at.place nulls last, at.room_sort, at.room_name, at.bed_sort, at.bed_name, t.status, t.oldman_name, t.oldman_id`,
    bind.values,
  )
  return found.rows
}

const EVER = '9999-12-31'
const BEFORE_ALL = '1900-01-01'
const shift = (day: string, days: number) =>
  new Date(Date.parse(`${day}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10)

/** Nothing is booked for days to come, so a period that reaches today has no end: its last month is a whole one. */
export const openEnd = ({ from, to }: Period): Period => (to >= today() ? { from, to: EVER } : { from, to })

/** account_month for whole months, entries for the rest. `bind` must begin with the organisation. */
function accountMoves(period: Period, residents: Residents, bind: Bind, check: boolean): string {
  const { months, edges } = (check ? otherSources : sourcesOf)(period)
  const chosen = ofResidents(residents, 'oldman_id', bind)
  const parts = edges.map(
    (edge) => `select date_trunc('month', day)::date as month, oldman_id,
      ${ACCOUNT_COLUMNS.map((name) => `${edge.minus ? '-' : ''}(${ACCOUNT_MOVES[name]}) as ${name}`).join(', ')}
    from ledger where org_id = $1 and day between ${bind.add(edge.from)} and ${bind.add(edge.to)} and ${chosen}`,
  )
  for (const span of months) {
    parts.push(`select month, oldman_id, ${ACCOUNT_COLUMNS.join(', ')} from account_month
      where org_id = $1 and month between ${bind.add(span.from)} and ${bind.add(span.to)} and ${chosen}`)
  }
  return parts.join(' union all ')
}

interface MovesInput {
  period: Period
  residents: Residents
  /** For checks: from the other sources than those of the report. */
  check?: boolean
}

export type Moves<K extends AccountMove> = Map<string, Record<K, number>>

export async function movesByResident<K extends AccountMove>(
  who: Caller,
  columns: readonly K[],
  { period, residents, check = false }: MovesInput,
): Promise<Moves<K>> {
  const bind = bindFor(who)
  const found = await who.app.pool.query<{ oldman_id: string } & Record<K, number>>(
    `select oldman_id, ${columns.map((name) => `sum(${name})::bigint as ${name}`).join(', ')}
    from (${accountMoves(period, residents, bind, check)}) m group by oldman_id`,
    bind.values,
  )
  return new Map(found.rows.map((row) => [row.oldman_id, row]))
}

/** All of them together, by month (yyyy-MM). */
export async function movesByMonth(
  who: Caller,
  columns: readonly AccountMove[],
  { period, residents }: MovesInput,
): Promise<Map<string, number>> {
  const bind = bindFor(who)
  const found = await who.app.pool.query<{ month: string; fen: number }>(
    `select to_char(month, 'YYYY-MM') as month, sum(${columns.join(' + ')})::bigint as fen
    from (${accountMoves(period, residents, bind, false)}) m group by month`,
    bind.values,
  )
  return new Map(found.rows.map((row) => [row.month, row.fen]))
}

/** Everything from the first entry to the day before. */
export const movesBefore = <K extends AccountMove>(
  who: Caller,
  columns: readonly K[],
  from: string,
  residents: Residents,
) => movesByResident(who, columns, { period: { from: BEFORE_ALL, to: shift(from, -1) }, residents })

/** Everything that came after a day; nothing where the day is today. */
export const movesSince = async <K extends AccountMove>(
  who: Caller,
  columns: readonly K[],
  to: string,
  residents: Residents,
): Promise<Moves<K>> =>
  to >= today() ? new Map() : movesByResident(who, columns, { period: { from: shift(to, 1), to: EVER }, residents })
