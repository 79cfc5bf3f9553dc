// 预约金报表 and 预订报表: every payment of booking money with what became of it, and the reserved beds themselves.
import type {
  BookingFateValue,
  BookingMoneyRowData,
  BookingMoneySumsData,
  BookingRowData,
  BookingSumsData,
  reportStay,
} from '#contract/expense/reportStay'
import type { TradeTypeValue } from '#contract/expense/tradeWords'
import type { InputOf } from '#contract/kit/call'
import type { Fen } from '#contract/kit/money'
import type { Caller } from '#server/kit/caller'
import { sortOf } from '#server/kit/page'
import { standsAt } from './reportClosed.ts'
import { entryRows, RESIDENT_COLUMNS, RESIDENT_JOINS } from './reportEntries.ts'
import {
  answerReport,
  bindFor,
  checkOf,
  type Differing,
  ledgerSums,
  ofResidents,
  pageOfReport,
  periodOf,
  type Residents,
  residentsOf,
  slice,
} from './reportKit.ts'

type MoneyQuery = InputOf<typeof reportStay.calls.reservation>
type BedQuery = InputOf<typeof reportStay.calls.booking>

export interface BookingEntry {
  entryId: string
  oldmanId: string
  day: string
  tradeType: TradeTypeValue
  bookingFen: number
  way: number | null
  userId: string | null
  reversalOf: string | null
}

export interface Booked {
  entryId: string
  oldmanId: string
  day: string
  way: number | null
  userId: string | null
  amountFen: number
  leftFen: number
  fate: BookingFateValue
  fateDay: string | null
}

const FATE: Partial<Record<TradeTypeValue, BookingFateValue>> = {
  BOOKING_TO_DEPOSIT: 'TO_DEPOSIT',
  BOOKING_TO_BALANCE: 'TO_BALANCE',
  REFUND_BOOKING: 'REFUNDED',
  REFUND_CHECKOUT: 'REFUNDED',
  BOOKING_PAYS: 'FORFEITED',
}

/**
 * Follows the booking money of each resident in the order of the entries: what leaves takes the oldest payment first, what is
 * taken back never happened. Reversals stand as rows of their own with a minus, so that the sums are those of the ledger.
 */
export function followBookings(entries: readonly BookingEntry[]): Booked[] {
  const undone = new Set(entries.flatMap((one) => (one.reversalOf ? [one.reversalOf] : [])))
  const rows: Booked[] = []
  const open = new Map<string, Booked[]>()
  for (const one of entries) {
    const { entryId, oldmanId, day, way, userId } = one
    if (one.tradeType === 'BOOKING') {
      const dead = one.reversalOf !== null || undone.has(entryId)
      const row: Booked = {
        entryId,
        oldmanId,
        day,
        way,
        userId,
        amountFen: one.bookingFen,
        leftFen: dead ? 0 : one.bookingFen,
        fate: dead ? 'TAKEN_BACK' : 'HELD',
        fateDay: null,
      }
      rows.push(row)
      if (!dead) open.set(oldmanId, [...(open.get(oldmanId) ?? []), row])
      continue
    }
    if (one.reversalOf || undone.has(entryId) || one.bookingFen >= 0) continue
    let left = -one.bookingFen
    for (const row of open.get(oldmanId) ?? []) {
      const taken = Math.min(row.leftFen, left)
      if (taken === 0) continue
      row.leftFen -= taken
      left -= taken
      row.fate = FATE[one.tradeType] ?? 'REFUNDED'
      row.fateDay = day
    }
  }
  // The day on which a payment was taken back.
  const days = new Map(entries.flatMap((one) => (one.reversalOf ? [[one.reversalOf, one.day] as const] : [])))
  for (const row of rows) if (row.fate === 'TAKEN_BACK') row.fateDay = days.get(row.entryId) ?? row.day
  return rows
}

/** `at`: what happened later is not known yet. */
async function bookingsOf(who: Caller, residents: Residents, at: string | null = null): Promise<Booked[]> {
  const bind = bindFor(who)
  const found = await who.app.pool.query<BookingEntry>(
    `select entry_id as "entryId", oldman_id as "oldmanId", day, trade_type as "tradeType", booking_fen as "bookingFen", way,
      user_id as "userId", reversal_of as "reversalOf"
    from ledger where org_id = $1 and booking_fen <> 0 and ${ofResidents(residents, 'oldman_id', bind)}
      ${at ? `and day <= ${bind.add(at)}` : ''} order by oldman_id, seq`,
    bind.values,
  )
  return followBookings(found.rows)
}

/** The bed that was reserved when the money came; the last one where it is not known. */
const RESERVED = `(select concat_ws('>', nullif(lo.path, ''), r.room_name, b.bed_name) from reservation v
  join bed b on b.org_id = v.org_id and b.bed_id = v.bed_id join room r on r.org_id = b.org_id and r.room_id = b.room_id
  left join location lo on lo.org_id = r.org_id and lo.location_id = r.area
  where v.org_id = l.org_id and v.oldman_id = l.oldman_id
  order by v.reserve_date > l.day, abs(v.reserve_date - l.day), v.created_at desc limit 1)`

export async function reservationReport(q: MoneyQuery, who: Caller) {
  const period = periodOf(q, 12)
  const residents = await residentsOf(who, q)
  const at = await standsAt(who, period)
  const all = await bookingsOf(who, residents, at)
  const within = all.filter(
    (one) =>
      one.day >= period.from &&
      one.day <= period.to &&
      (!q.way || one.way === q.way) &&
      (!q.userId || one.userId === q.userId),
  )
  const chosen = within
    .filter((one) => !q.fate || one.fate === q.fate)
    .reverse()
    .sort((a, b) => (a.day < b.day ? 1 : a.day > b.day ? -1 : 0))
  const known = new Map(chosen.map((one) => [one.entryId, one]))
  return answerReport<BookingMoneyRowData, BookingMoneySumsData>(q, {
    period,
    rows: async () => {
      const page = slice(q, chosen)
      const bind = bindFor(who)
      const rows = await entryRows<BookingMoneyRowData>(
        who,
        { page: 1, size: Math.max(1, page.length) },
        {
          period: null,
          residents: null,
          bind,
          where: [`l.entry_id = any(${bind.add(page.map((one) => one.entryId))}::text[])`],
          select: `l.booking_fen as "amountFen", ${RESERVED} as "reservedPath"`,
        },
      )
      const byId = new Map(rows.map((row) => [row.entryId, row]))
      return page.flatMap(({ entryId }) => {
        const row = byId.get(entryId)
        const { fate, fateDay, leftFen } = known.get(entryId)!
        return row ? [{ ...row, fate, fateDay, leftFen: leftFen as Fen }] : []
      })
    },
    sums: async () => ({
      total: chosen.length,
      sums: {
        amountFen: chosen.reduce((sum, one) => sum + one.amountFen, 0) as Fen,
        leftFen: chosen.reduce((sum, one) => sum + one.leftFen, 0) as Fen,
      },
    }),
    check: async (sums) => {
      const bind = bindFor(who)
      // What became of the money is not known to the ledger: with such a filter the others are taken off.
      const others = within.filter((one) => q.fate && one.fate !== q.fate)
      const [ledger] = await ledgerSums<{ fen: number; entries: number }>(who, {
        period,
        residents,
        bind,
        check: 'months',
        where: [
          `trade_type = 'BOOKING'`,
          ...(q.way ? [`way = ${bind.add(q.way)}`] : []),
          ...(q.userId ? [`user_id = ${bind.add(q.userId)}`] : []),
        ],
        sums: { fen: 'sum(booking_fen)', entries: 'sum(entries)' },
      })
      return checkOf({
        reportTitle: '本表预订金合计',
        reportFen: sums.amountFen,
        ledgerTitle: '总账 预订金（收取）',
        ledgerFen: ledger!.fen - others.reduce((sum, one) => sum + one.amountFen, 0),
        covers: [{ count: ledger!.entries, what: '笔预订金' }],
        always: true,
        differing: async () => differingAccounts(who, residents, at ? await bookingsOf(who, residents) : all),
      })
    },
  })
}

/** What is left of all payments is what the accounts hold. */
async function differingAccounts(who: Caller, residents: Residents, all: readonly Booked[]): Promise<Differing[]> {
  const bind = bindFor(who)
  const left = new Map<string, number>()
  for (const one of all) left.set(one.oldmanId, (left.get(one.oldmanId) ?? 0) + one.leftFen)
  const found = await who.app.pool.query<{ id: string; name: string; fen: number }>(
    `select a.oldman_id as id, o.oldman_name as name, a.booking_fen - coalesce(p.fen, 0) as fen from elder_account a
    join oldman o on o.org_id = a.org_id and o.oldman_id = a.oldman_id
    left join (select oldman_id, sum(booking_fen) as fen from ledger where org_id = $1 and booking_fen <> 0
      and trade_type = 'OPENING' group by 1) p on p.oldman_id = a.oldman_id
    where a.org_id = $1 and ${ofResidents(residents, 'a.oldman_id', bind)} and (a.booking_fen <> 0
      or a.oldman_id = any(${bind.add([...left.keys()])}::text[]))`,
    bind.values,
  )
  return found.rows
    .map((row) => ({ ...row, fen: (left.get(row.id) ?? 0) - Number(row.fen) }))
    .filter((row) => row.fen !== 0)
    .slice(0, 50)
    .map(({ id, name, fen }) => ({
      kind: 'ACCOUNT',
      id,
      no: name,
      fen: fen as Fen,
      why: '预订金去向与账户上的预订金不符',
    }))
}

// ── Reserved beds ───────────────────────────────────────────────────────────────────────────────────────────────────

const STATE = `case when v.state = 'ACTIVE' and v.expire_date < current_date then 'LATE' else v.state end`
/** Said by the reservation itself; one that lapsed says nothing until a person has decided. */
const MONEY = `case when v.booking_fen = 0 then null when v.state = 'ACTIVE' then 'HELD' when v.state = 'USED' then 'USED'
  when exists (select from reservation n where n.org_id = v.org_id and n.oldman_id = v.oldman_id and n.created_at > v.created_at)
    then coalesce(v.cancel_money, 'MOVED_ON')
  when exists (select from elder_account h where h.org_id = v.org_id and h.oldman_id = v.oldman_id and h.booking_fen > 0)
    then 'WAITS' else coalesce(v.cancel_money, 'DONE') end`
const SORTS = {
  reserveDate: 'v.reserve_date',
  expectCheckIn: 'v.expect_check_in',
  expireDate: 'v.expire_date',
  amountFen: 'v.booking_fen',
}

export async function bookingReport(q: BedQuery, who: Caller) {
  const period = periodOf(q, 12)
  const residents = await residentsOf(who, q)
  const conditions = (bind: ReturnType<typeof bindFor>) =>
    [
      'v.org_id = $1',
      `v.reserve_date between ${bind.add(period.from)} and ${bind.add(period.to)}`,
      ofResidents(residents, 'v.oldman_id', bind),
      ...(q.state ? [`${STATE} = ${bind.add(q.state)}`] : []),
    ].join(' and ')
  return answerReport<BookingRowData, BookingSumsData>(q, {
    period,
    rows: async () => {
      const bind = bindFor(who)
      const { size, offset } = pageOfReport(q)
      const sort = sortOf(q.orderBy, SORTS) ?? 'v.reserve_date desc'
      const order = `${sort}, v.reserve_id`
      const where = conditions(bind)
      const found = await who.app.pool.query<BookingRowData>(
        `with page as materialized (select v.* from reservation v where ${where} order by ${order}
          limit ${bind.add(size)} offset ${bind.add(offset)})
        select ${RESIDENT_COLUMNS}, v.reserve_id as "reserveId",
          (select concat_ws('>', nullif(lo.path, ''), r.room_name, b.bed_name) from bed b
            join room r on r.org_id = b.org_id and r.room_id = b.room_id
            left join location lo on lo.org_id = r.org_id and lo.location_id = r.area
            where b.org_id = v.org_id and b.bed_id = v.bed_id) as "reservedPath",
          v.reserve_date as "reserveDate", v.expect_check_in as "expectCheckIn", v.expire_date as "expireDate",
          case when v.state = 'ACTIVE' then v.expire_date - current_date end as "daysLeft", ${STATE} as state,
          v.booking_fen as "amountFen", ${MONEY} as money, m.emp_name as "saleName", v.cancel_reason as "cancelReason", v.remark
        from page v ${RESIDENT_JOINS('v')} left join employee m on m.org_id = v.org_id and m.emp_id = v.sale_id order by ${order}`,
        bind.values,
      )
      return found.rows
    },
    sums: async () => {
      const bind = bindFor(who)
      const found = await who.app.pool.query<{ total: number; amountFen: Fen }>(
        `select count(*) as total, coalesce(sum(v.booking_fen), 0)::bigint as "amountFen" from reservation v
        where ${conditions(bind)}`,
        bind.values,
      )
      const { total, amountFen } = found.rows[0]!
      return { total, sums: { amountFen } }
    },
    check: async (sums, total) => {
      // What reservations say was paid, against what lay on the account: now for those that stand, else after the entry
      // that brought it there.
      const bind = bindFor(who)
      const found = await who.app.pool.query<{ id: string; no: string; active: boolean; said: number; held: number }>(
        `select v.oldman_id as id, o.oldman_name as no, v.state = 'ACTIVE' as active, v.booking_fen as said,
          case when v.state = 'ACTIVE' then coalesce(a.booking_fen, 0) when v.booking_fen = 0 then 0 else coalesce(
            (select l.booking_after from ledger l where l.org_id = v.org_id and l.oldman_id = v.oldman_id and l.booking_fen <> 0
              order by l.booking_after = v.booking_fen desc, l.booking_fen > 0 desc, l.seq desc limit 1), 0) end as held
        from reservation v
        join oldman o on o.org_id = v.org_id and o.oldman_id = v.oldman_id
        left join elder_account a on a.org_id = v.org_id and a.oldman_id = v.oldman_id
        where ${conditions(bind)}`,
        bind.values,
      )
      return checkOf({
        reportTitle: '本表预订金',
        reportFen: sums.amountFen,
        ledgerTitle: '总账 预订金（收取后在账）',
        ledgerFen: found.rows.reduce((all, row) => all + Number(row.held), 0),
        covers: [
          { count: total, what: '张预订' },
          { count: found.rows.filter((row) => row.active).length, what: '张预订中' },
        ],
        always: true,
        differing: async () =>
          found.rows
            .filter((row) => row.said !== row.held)
            .slice(0, 50)
            .map((row) => ({
              kind: 'ACCOUNT' as const,
              id: row.id,
              no: row.no,
              fen: (row.said - row.held) as Fen,
              why: '预订单上的预订金与账户上的预订金不符',
            })),
      })
    },
  })
}
