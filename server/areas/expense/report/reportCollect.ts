// 收费汇总: what each cashier took on each day, by way, what is to be handed over and what was.
import type { CashierDayRowData, CashierSumsData, reportCash } from '#contract/expense/reportCash'
import type { CurveData } from '#contract/expense/reportWords'
import type { InputOf } from '#contract/kit/call'
import type { Caller } from '#server/kit/caller'
import { differingMonths } from './reportCheck.ts'
import { curveOf } from './reportCurve.ts'
import { waySums } from './reportEntries.ts'
import {
  answerReport,
  type Bind,
  bindFor,
  CASH,
  checkOf,
  ledgerSums,
  ofResidents,
  type Period,
  pageOfReport,
  periodOf,
  type Residents,
  residentsOf,
} from './reportKit.ts'

type Query = InputOf<typeof reportCash.calls.collectFees>

const moved = (q: Query, bind: Bind) => [
  CASH,
  ...(q.way ? [`way = ${bind.add(q.way)}`] : []),
  ...(q.userId ? [`user_id = ${bind.add(q.userId)}`] : []),
]

/** In and out of the rows grouped by cashier and day. */
const FIGURES = `count(*) as entries, ${Object.entries(waySums('case when refund then 0 else cash_fen end'))
  .map(([alias, sum]) => `coalesce(${sum}, 0)::bigint as "${alias}"`)
  .join(', ')},
  coalesce(sum(cash_fen) filter (where not refund), 0)::bigint as "amountFen",
  coalesce(-sum(cash_fen) filter (where refund), 0)::bigint as "refundFen", coalesce(sum(cash_fen), 0)::bigint as "dueFen"`

/** A cashier's hand-over is about the whole day: whoever sees only some residents or ways cannot compare it. */
const wholeDays = (q: Query, residents: Residents) => residents === null && !q.way

/** Every cashier and day with money; the system has no row among the cashiers' days. */
async function keysSql(who: Caller, q: Query, period: Period, residents: Residents, bind: Bind): Promise<string> {
  const days = `day between ${bind.add(period.from)} and ${bind.add(period.to)}`
  const user = q.userId ? ` and user_id = ${bind.add(q.userId)}` : ''
  if (!wholeDays(q, residents)) {
    const way = q.way ? ` and way = ${bind.add(q.way)}` : ''
    return `select distinct day, coalesce(user_id, '') as user_id from ledger where org_id = $1 and cash_fen <> 0 and ${days}${user}${way}
      and ${ofResidents(residents, 'oldman_id', bind)}`
  }
  const own = `select day, user_id from cash_day where org_id = $1 and ${days}${user}`
  if (q.userId) return own
  const system = bindFor(who)
  const [found] = await ledgerSums<{ entries: number }>(who, {
    period,
    residents,
    bind: system,
    where: [`user_id = ''`, CASH],
    entryWhere: ['cash_fen <> 0', 'user_id is null'],
    sums: { entries: 'sum(entries)' },
  })
  return found!.entries === 0
    ? own
    : `${own} union select distinct day, '' from ledger where org_id = $1 and cash_fen <> 0 and user_id is null and ${days}`
}

const OPEN = `where c.handed_at is null or c.counted_fen <> coalesce((select sum(l.cash_fen) from ledger l
  where l.org_id = $1 and l.cash_fen <> 0 and l.day = k.day and coalesce(l.user_id, '') = k.user_id), 0)`

async function rowsOf(who: Caller, q: Query, period: Period, residents: Residents): Promise<CashierDayRowData[]> {
  const bind = bindFor(who)
  const { size, offset } = pageOfReport(q)
  const keys = await keysSql(who, q, period, residents, bind)
  const whole = wholeDays(q, residents)
  const text = `with k as (select k.day, k.user_id from (${keys}) k
      ${q.open && whole ? `left join cash_day c on c.org_id = $1 and c.day = k.day and c.user_id = k.user_id ${OPEN}` : ''}
      order by k.day desc, k.user_id limit ${bind.add(size)} offset ${bind.add(offset)})
    select to_char(k.day, 'YYYY-MM-DD') || '-' || k.user_id as "rowId", k.day, k.user_id as "userId",
      coalesce(c.user_name, '系统') as "userName", f.*,
      ${whole ? 'c.counted_fen' : 'null::bigint'} as "countedFen",
      ${whole ? 'c.counted_fen - f."dueFen"' : 'null::bigint'} as "differenceFen",
      c.handed_name as "handedName", c.handed_at as "handedAt"
    from k left join cash_day c on c.org_id = $1 and c.day = k.day and c.user_id = k.user_id
    cross join lateral (select ${FIGURES} from ledger l where l.org_id = $1 and l.cash_fen <> 0
      and l.refund in (true, false) and l.day = k.day
      and coalesce(l.user_id, '') = k.user_id and ${ofResidents(residents, 'l.oldman_id', bind)}
      ${q.way ? `and l.way = ${bind.add(q.way)}` : ''}) f
    order by k.day desc, "userName", k.user_id`
  return (await who.app.pool.query<CashierDayRowData>(text, bind.values)).rows
}

type Added = Omit<CashierSumsData, 'countedFen' | 'differenceFen'>

/** What was handed over, and what is still to be: the days that are not handed over are few, so these are added up. */
async function handedOver(who: Caller, q: Query, period: Period, residents: Residents) {
  const bind = bindFor(who)
  const keys = await keysSql(who, q, period, residents, bind)
  const whole = wholeDays(q, residents)
  const found = await who.app.pool.query<{ total: number; countedFen: number; waitingFen: number }>(
    `select count(*) as total, coalesce(sum(c.counted_fen), 0)::bigint as "countedFen",
      coalesce(sum(d.due), 0)::bigint as "waitingFen"
    from (${keys}) k left join cash_day c on c.org_id = $1 and c.day = k.day and c.user_id = k.user_id
    left join lateral (select sum(l.cash_fen) as due from ledger l where l.org_id = $1 and l.cash_fen <> 0
      and l.refund in (true, false) and l.day = k.day and coalesce(l.user_id, '') = k.user_id and c.handed_at is null) d
      on ${whole}
    ${q.open && whole ? OPEN : ''}`,
    bind.values,
  )
  const { total, countedFen, waitingFen } = found.rows[0]!
  return whole ? { total, countedFen, waitingFen } : { total, countedFen: 0, waitingFen: null }
}

export async function collectReport(q: Query, who: Caller) {
  const period = periodOf(q)
  const residents = await residentsOf(who, q)
  const added = async (check: boolean): Promise<Added> => {
    const bind = bindFor(who)
    const [row] = await ledgerSums<Added>(who, {
      period,
      residents,
      bind,
      check,
      where: moved(q, bind),
      entryWhere: ['cash_fen <> 0'],
      sums: {
        entries: 'sum(entries)',
        ...waySums('case when refund then 0 else cash_fen end'),
        amountFen: 'sum(cash_fen) filter (where not refund)',
        refundFen: '-sum(cash_fen) filter (where refund)',
        dueFen: 'sum(cash_fen)',
      },
    })
    return row!
  }
  return answerReport<CashierDayRowData, CashierSumsData, CurveData>(q, {
    period,
    rows: () => rowsOf(who, q, period, residents),
    sums: async () => {
      const open = Boolean(q.open) && wholeDays(q, residents)
      const [sums, handed] = await Promise.all([
        open ? openSums(who, q, period, residents) : added(false),
        handedOver(who, q, period, residents),
      ])
      const { total, countedFen, waitingFen } = handed
      const differenceFen = waitingFen === null ? 0 : countedFen - (sums.dueFen - waitingFen)
      return { total, sums: { ...sums, countedFen, differenceFen } as CashierSumsData }
    },
    chart: () =>
      curveOf(who, { period, residents, where: (bind) => moved(q, bind), entryWhere: () => ['cash_fen <> 0'] }),
    check: async (sums) => {
      const open = Boolean(q.open) && wholeDays(q, residents)
      const again = open ? await withoutSettled(who, q, period, residents, await added(false)) : await added(true)
      return checkOf({
        reportTitle: '本表应交款合计',
        reportFen: sums.dueFen,
        ledgerTitle: '总账 货币资金（收款减退款）',
        ledgerFen: again.dueFen,
        covers: [{ count: again.entries, what: '笔流水' }],
        always: again.entries !== sums.entries,
        also: open
          ? []
          : [
              { what: '收款合计', reportFen: sums.amountFen, otherFen: (again as Added).amountFen },
              { what: '退款合计', reportFen: sums.refundFen, otherFen: (again as Added).refundFen },
            ],
        differing: () =>
          differingMonths(who, {
            period,
            residents,
            where: (bind) => moved(q, bind),
            entryWhere: () => ['cash_fen <> 0'],
            sum: 'sum(cash_fen)',
          }),
      })
    },
  })
}

/** The same from the other side: everything by the sums of months, less the entries of days that are handed over and agree. */
async function withoutSettled(who: Caller, q: Query, period: Period, residents: Residents, all: Added) {
  const bind = bindFor(who)
  const keys = await keysSql(who, q, period, residents, bind)
  const found = await who.app.pool.query<{ fen: number; entries: number }>(
    `select coalesce(sum(s.fen), 0)::bigint as fen, coalesce(sum(s.entries), 0)::int as entries from (${keys}) k
    join cash_day c on c.org_id = $1 and c.day = k.day and c.user_id = k.user_id and c.handed_at is not null
    cross join lateral (select sum(l.cash_fen) as fen, count(*) as entries from ledger l where l.org_id = $1 and l.cash_fen <> 0
      and l.refund in (true, false) and l.day = k.day and coalesce(l.user_id, '') = k.user_id) s
    where s.fen = c.counted_fen`,
    bind.values,
  )
  const settled = found.rows[0]!
  return { dueFen: all.dueFen - settled.fen, entries: all.entries - settled.entries }
}

/** Sums of the days that are not handed over or differ: few, so their entries are added up. */
async function openSums(who: Caller, q: Query, period: Period, residents: Residents): Promise<Added> {
  const bind = bindFor(who)
  const keys = await keysSql(who, q, period, residents, bind)
  const found = await who.app.pool.query<Added>(
    `select ${FIGURES} from (select k.day, k.user_id from (${keys}) k
      left join cash_day c on c.org_id = $1 and c.day = k.day and c.user_id = k.user_id ${OPEN}) k
    join ledger l on l.org_id = $1 and l.cash_fen <> 0 and l.refund in (true, false) and l.day = k.day
      and coalesce(l.user_id, '') = k.user_id`,
    bind.values,
  )
  return found.rows[0]!
}
