// 余额报表, 押金报表, 余额押金汇总: a resident a row, from the account and the sums of the ledger.
import type {
  BalanceDepositRowData,
  BalanceDepositSumsData,
  BalanceRowData,
  BalanceSumsData,
  DepositRowData,
  DepositSumsData,
  HeldData,
  reportAccounts,
} from '#contract/expense/reportAccounts'
import type { InputOf } from '#contract/kit/call'
import type { Fen } from '#contract/kit/money'
import type { AccountMove } from '#server/areas/expense/account/accountMoves'
import type { Caller } from '#server/kit/caller'
import { accountCheck, type Pocket } from './reportAccountCheck.ts'
import { standsAt } from './reportClosed.ts'
import { addUp, answerReport, type Period, periodOf, type Residents, residentsOf, slice, today } from './reportKit.ts'
import { monthFrom } from './reportMonths.ts'
import { sortedBy } from './reportSort.ts'
import {
  accountRows,
  type Moves,
  movesByMonth,
  movesByResident,
  movesSince,
  openEnd,
  type ResidentAccountRow,
} from './reportStanding.ts'

type Calls = (typeof reportAccounts)['calls']

const BALANCE = ['balance_fen', 'gift_fen'] as const
const BALANCE_MOVES = [...BALANCE, 'prestore_fen', 'given_fen', 'spent_fen', 'refund_fen', 'out_fen'] as const
const DEPOSIT = ['deposit_fen'] as const
const DEPOSIT_MOVES = [
  ...DEPOSIT,
  'deposit_taken_fen',
  'deposit_refund_fen',
  'deposit_out_fen',
  'deposit_pays_fen',
] as const

const CHART_MONTHS = 12

/** What all of them held together at the end of the last twelve months of the period. */
async function held(
  who: Caller,
  period: Period,
  residents: Residents,
  columns: readonly AccountMove[],
  closing: number,
): Promise<HeldData> {
  const last = period.to.slice(0, 7)
  const first = monthFrom(last, 1 - CHART_MONTHS)
  const moved = await movesByMonth(who, columns, { period: openEnd({ from: `${first}-01`, to: period.to }), residents })
  const points: HeldData['points'] = []
  let now = closing
  for (let back = 0; back < CHART_MONTHS; back++) {
    const month = monthFrom(last, -back)
    points.unshift({ month, closingFen: now as Fen })
    now -= moved.get(month) ?? 0
  }
  return { points }
}

const faceOf = ({
  balance: _,
  gift: __,
  deposit: ___,
  unpaid: ____,
  agreed: _____,
  lastTradeAt: ______,
  lived: _______,
  ...face
}: ResidentAccountRow) =>
  face as Omit<ResidentAccountRow, 'balance' | 'gift' | 'deposit' | 'unpaid' | 'agreed' | 'lastTradeAt' | 'lived'> & {
    owedFen: Fen
  }

/** Whoever lives here is in the report also without money. */
const livingOf = (accounts: readonly ResidentAccountRow[]) =>
  new Set(accounts.filter((row) => row.lived).map((row) => row.oldmanId))

interface Moved<K extends AccountMove> {
  accounts: ResidentAccountRow[]
  moves: Moves<K>
  at: Map<string, { openingFen: number; closingFen: number }>
}

/** The account less everything since the period, and what moved in it. */
async function movedIn<K extends AccountMove>(
  who: Caller,
  input: {
    period: Period
    residents: Residents
    pockets: readonly K[]
    columns: readonly K[]
    now(row: ResidentAccountRow): number
  },
): Promise<Moved<K>> {
  const { residents, period, pockets } = input
  const [accounts, moves, since] = await Promise.all([
    accountRows(who, residents, await standsAt(who, period)),
    movesByResident(who, input.columns, { period: openEnd(period), residents }),
    movesSince(who, pockets, period.to, residents),
  ])
  const sum = (moved: Record<K, number> | undefined) =>
    moved ? pockets.reduce((fen, name) => fen + Number(moved[name]), 0) : 0
  const at = new Map(
    accounts.map((row) => {
      const closingFen = input.now(row) - sum(since.get(row.oldmanId))
      return [row.oldmanId, { openingFen: closingFen - sum(moves.get(row.oldmanId)), closingFen }]
    }),
  )
  return { accounts, moves, at }
}

interface CheckInput {
  period: Period
  residents: Residents
  pockets: readonly Pocket[]
  title: string
  account: string
  opening?: (row: ResidentAccountRow) => number
  /** What moved in the period, as the report has it. */
  moves?: ReadonlyMap<string, Partial<Record<AccountMove, number>>>
  columns?: readonly AccountMove[]
}

const MOVE_TITLES: Partial<Record<AccountMove, string>> = {
  prestore_fen: '预存',
  given_fen: '赠送',
  spent_fen: '缴费扣减',
  refund_fen: '退款',
  out_fen: '转出',
  deposit_taken_fen: '收押金',
  deposit_refund_fen: '退押金',
  deposit_out_fen: '押金转出',
  deposit_pays_fen: '押金抵扣',
}

/** The movements of the period once more, from the entries. */
async function movedAgain(who: Caller, { period, residents, moves, columns = [] }: CheckInput) {
  if (!moves) return []
  const again = await movesByResident(who, columns, { period: openEnd(period), residents, check: true })
  const sum = (of: ReadonlyMap<string, Partial<Record<AccountMove, number>>>, name: AccountMove) =>
    [...of.values()].reduce((fen, one) => fen + Number(one[name] ?? 0), 0)
  return columns.map((name) => ({
    what: MOVE_TITLES[name] ?? '变动',
    reportFen: sum(moves, name),
    otherFen: sum(again, name),
  }))
}

const checkAccounts = async (
  who: Caller,
  input: CheckInput,
  accounts: readonly ResidentAccountRow[],
  closing: (row: ResidentAccountRow) => number,
) =>
  accountCheck(who, {
    period: input.period,
    residents: input.residents,
    pockets: input.pockets,
    reportTitle: input.title,
    ledgerTitle: input.account,
    closings: new Map(accounts.map((row) => [row.oldmanId, closing(row)])),
    ...(input.opening && { openings: new Map(accounts.map((row) => [row.oldmanId, input.opening!(row)])) }),
    also: await movedAgain(who, input),
    names: new Map(accounts.map((row) => [row.oldmanId, row.oldmanName])),
  })

const BALANCE_KEYS = [
  'openingFen',
  'prestoreFen',
  'giftFen',
  'inFen',
  'paidFen',
  'refundFen',
  'outFen',
  'closingFen',
] as const

export async function balanceReport(q: InputOf<Calls['balance']>, who: Caller) {
  const period = periodOf(q)
  const residents = await residentsOf(who, q)
  const pockets = ['balance', 'gift'] as const
  const { accounts, moves, at } = await movedIn(who, {
    period,
    residents,
    pockets: BALANCE,
    columns: BALANCE_MOVES,
    now: (row) => row.balance + row.gift,
  })
  const living = livingOf(accounts)
  const every = accounts.map((row): BalanceRowData => {
    const moved = moves.get(row.oldmanId)
    const [prestore, gift] = [moved?.prestore_fen ?? 0, moved?.given_fen ?? 0]
    const [paid, refund, out] = [moved?.spent_fen ?? 0, moved?.refund_fen ?? 0, moved?.out_fen ?? 0]
    const all = (moved?.balance_fen ?? 0) + (moved?.gift_fen ?? 0)
    const fens = {
      ...at.get(row.oldmanId)!,
      prestoreFen: prestore,
      giftFen: gift,
      // Whatever else came or went, so that the row always adds up.
      inFen: all - prestore - gift + paid + refund + out,
      paidFen: paid,
      refundFen: refund,
      outFen: out,
    }
    return { ...faceOf(row), ...fens } as BalanceRowData
  })
  const rows = sortedBy(
    q.orderBy,
    every.filter((row) => q.empty || living.has(row.oldmanId) || BALANCE_KEYS.some((key) => row[key] !== 0)),
    BALANCE_KEYS,
  )
  const sums: BalanceSumsData = {
    residents: rows.length,
    living: rows.filter((row) => living.has(row.oldmanId)).length,
    ...addUp(rows, BALANCE_KEYS),
  }
  return answerReport<BalanceRowData, BalanceSumsData, HeldData>(q, {
    period,
    rows: async () => slice(q, rows),
    sums: async () => ({ total: rows.length, sums }),
    chart: () => held(who, period, residents, BALANCE, addUp(every, ['closingFen']).closingFen),
    check: () =>
      checkAccounts(
        who,
        {
          period,
          residents,
          pockets,
          title: '本表期末余额',
          account: '总账 预收款（余额、赠送）',
          opening: (row) => at.get(row.oldmanId)!.openingFen,
          moves,
          columns: BALANCE_MOVES,
        },
        accounts,
        (row) => at.get(row.oldmanId)!.closingFen,
      ),
  })
}

const DEPOSIT_KEYS = [
  'agreedFen',
  'openingFen',
  'takenFen',
  'inFen',
  'refundFen',
  'outFen',
  'paysFen',
  'closingFen',
  'missingFen',
] as const

export async function depositReport(q: InputOf<Calls['deposit']>, who: Caller) {
  const period = periodOf(q)
  const residents = await residentsOf(who, q)
  const { accounts, moves, at } = await movedIn(who, {
    period,
    residents,
    pockets: DEPOSIT,
    columns: DEPOSIT_MOVES,
    now: (row) => row.deposit,
  })
  const living = livingOf(accounts)
  const every = accounts.map((row): DepositRowData => {
    const moved = moves.get(row.oldmanId)
    const [taken, refund] = [moved?.deposit_taken_fen ?? 0, moved?.deposit_refund_fen ?? 0]
    const [out, pays] = [moved?.deposit_out_fen ?? 0, moved?.deposit_pays_fen ?? 0]
    const all = moved?.deposit_fen ?? 0
    const standing = at.get(row.oldmanId)!
    // Whoever has left owes no deposit.
    const agreed = row.lived ? row.agreed : 0
    const fens = {
      agreedFen: agreed,
      ...standing,
      takenFen: taken,
      inFen: all - taken + refund + out + pays,
      refundFen: refund,
      outFen: out,
      paysFen: pays,
      missingFen: agreed - standing.closingFen,
    }
    return { ...faceOf(row), ...fens } as DepositRowData
  })
  const shown = every.filter(
    (row) =>
      (q.empty || living.has(row.oldmanId) || DEPOSIT_KEYS.some((key) => row[key] !== 0)) &&
      (!q.missing || row.missingFen > 0),
  )
  const rows = sortedBy(q.orderBy, shown, DEPOSIT_KEYS)
  const sums: DepositSumsData = {
    residents: rows.length,
    living: rows.filter((row) => living.has(row.oldmanId)).length,
    ...addUp(rows, DEPOSIT_KEYS),
  }
  const closing = addUp(every, ['closingFen']).closingFen
  return answerReport<DepositRowData, DepositSumsData, HeldData>(q, {
    period,
    rows: async () => slice(q, rows),
    sums: async () => ({ total: rows.length, sums }),
    chart: () => held(who, period, residents, DEPOSIT, closing),
    check: () =>
      checkAccounts(
        who,
        {
          period,
          residents,
          pockets: ['deposit'],
          title: '期末押金',
          account: '总账 其他应付款（押金）',
          opening: (row) => at.get(row.oldmanId)!.openingFen,
          moves,
          columns: DEPOSIT_MOVES,
        },
        accounts,
        (row) => at.get(row.oldmanId)!.closingFen,
      ),
  })
}

const POCKET_KEYS = ['balanceFen', 'giftFen', 'depositFen', 'allFen'] as const

/** Last movements of the page's residents until a day that has passed. */
async function lastTrades(who: Caller, ids: readonly string[], to: string): Promise<Map<string, string | null>> {
  const found = await who.app.pool.query<{ id: string; at: string | null }>(
    `select x.id, (select l.at from ledger l where l.org_id = $1 and l.oldman_id = x.id and l.day <= $3
      order by l.seq desc limit 1) as at from unnest($2::text[]) as x(id)`,
    [who.orgId, ids, to],
  )
  return new Map(found.rows.map((row) => [row.id, row.at]))
}

export async function balanceDepositReport(q: InputOf<Calls['balanceDeposit']>, who: Caller) {
  // About one day: the end of what was asked for.
  const { to } = periodOf({ to: q.to })
  const period = { from: to, to }
  const past = to < today()
  const residents = await residentsOf(who, q)
  const [accounts, later] = await Promise.all([
    accountRows(who, residents, await standsAt(who, period)),
    movesSince(who, ['balance_fen', 'gift_fen', 'deposit_fen'], to, residents),
  ])
  const living = livingOf(accounts)
  const every = accounts.map((row): BalanceDepositRowData => {
    const less = later.get(row.oldmanId)
    const balanceFen = row.balance - (less?.balance_fen ?? 0)
    const giftFen = row.gift - (less?.gift_fen ?? 0)
    const depositFen = row.deposit - (less?.deposit_fen ?? 0)
    const fens = { balanceFen, giftFen, depositFen, allFen: balanceFen + giftFen + depositFen }
    return { ...faceOf(row), ...fens, lastTradeAt: past ? null : row.lastTradeAt } as BalanceDepositRowData
  })
  const rows = sortedBy(
    q.orderBy,
    every.filter((row) => q.empty || living.has(row.oldmanId) || POCKET_KEYS.some((key) => row[key] !== 0)),
    [...POCKET_KEYS, 'lastTradeAt'],
  )
  const sums: BalanceDepositSumsData = {
    residents: rows.length,
    living: rows.filter((row) => living.has(row.oldmanId)).length,
    ...addUp(rows, POCKET_KEYS),
  }
  const all = new Map(every.map((row) => [row.oldmanId, row.allFen]))
  return answerReport<BalanceDepositRowData, BalanceDepositSumsData>(q, {
    period,
    rows: async () => {
      const page = slice(q, rows)
      if (!past) return page
      const last = await lastTrades(
        who,
        page.map((row) => row.oldmanId),
        to,
      )
      return page.map((row) => ({ ...row, lastTradeAt: last.get(row.oldmanId) ?? null }))
    },
    sums: async () => ({ total: rows.length, sums }),
    check: () =>
      checkAccounts(
        who,
        {
          period,
          residents,
          pockets: ['balance', 'gift', 'deposit'],
          title: '余额与押金合计',
          account: '总账 预收款与押金',
        },
        accounts,
        (row) => all.get(row.oldmanId)!,
      ),
  })
}
