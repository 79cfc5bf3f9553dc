// 应退报表: what would be paid back, or asked for, if a resident left today: the order of a settlement (balance, gift, deposit).

import type { RefundableRowData, RefundableSumsData, reportAccounts } from '#contract/expense/reportAccounts'
import type { InputOf } from '#contract/kit/call'
import { IN_HOUSE } from '#contract/live/resident'
import { giftBackOf, giftBooks } from '#server/areas/expense/ledger/giftBack'
import type { Caller } from '#server/kit/caller'
import { accountCheck } from './reportAccountCheck.ts'
import { addUp, answerReport, bindFor, ofResidents, type Residents, residentsOf, slice, today } from './reportKit.ts'
import { sortedBy } from './reportSort.ts'
import { accountRows } from './reportStanding.ts'
import { unbilledOf } from './reportUnbilled.ts'

type Query = InputOf<(typeof reportAccounts)['calls']['refundable']>

const KEYS = ['balanceFen', 'giftFen', 'depositFen', 'unpaidFen', 'unbilledFen', 'refundFen', 'supplementFen'] as const

export interface Left {
  refundFen: number
  supplementFen: number
}

/** What is due takes the balance first, then the gift, then the deposit; gifts are never paid out. */
export function leftAfter(has: Pockets, due: number): Left {
  const { refundFen, supplementFen } = partsAfter(has, due)
  return { refundFen, supplementFen }
}

interface Pockets {
  balance: number
  gift: number
  deposit: number
}

function partsAfter(has: Pockets, due: number): Left & { balanceLeft: number; giftLeft: number } {
  // More was asked for than the days cost: it goes back to the balance.
  const balance = has.balance + Math.max(0, -due)
  let rest = Math.max(0, due)
  const take = (pocket: number) => {
    const taken = Math.min(pocket, rest)
    rest -= taken
    return pocket - taken
  }
  const balanceLeft = take(balance)
  const giftLeft = take(has.gift)
  return { balanceLeft, giftLeft, refundFen: balanceLeft + take(has.deposit), supplementFen: rest }
}

/** What issued bills still ask for, bill by bill. */
async function unpaidOnBills(who: Caller, residents: Residents): Promise<number> {
  const bind = bindFor(who)
  const found = await who.app.pool.query<{ fen: number }>(
    `select coalesce(sum(b.receivable_fen - b.paid_fen), 0)::bigint as fen from bill b
    where b.org_id = $1 and b.state in ('DUE', 'PART') and ${ofResidents(residents, 'b.oldman_id', bind)}`,
    bind.values,
  )
  return found.rows[0]!.fen
}

export async function refundableReport(q: Query, who: Caller) {
  const residents = await residentsOf(who, q)
  const [accounts, unbilled] = await Promise.all([accountRows(who, residents), unbilledOf(who, residents)])
  const gifts = await giftBooks(
    who.app.pool,
    who.orgId,
    accounts.filter((one) => one.balance > 0).map((one) => one.oldmanId),
  )
  const rows = sortedBy(
    q.orderBy,
    accounts
      .map((account) => {
        const { oldmanName, bedPath, status, balance, gift, deposit, unpaid } = account
        const unbilledFen = unbilled.get(account.oldmanId) ?? 0
        const due = unpaid + unbilledFen
        const { balanceLeft, giftLeft, refundFen, supplementFen } = partsAfter({ balance, gift, deposit }, due)
        // Spent gifts of the money that would be paid out are kept, as a settlement does.
        const book = gifts.get(account.oldmanId)
        const paid = Math.max(0, Math.min(balance, due))
        const kept = book ? giftBackOf({ ...book, spentFen: book.spentFen + paid }, balanceLeft, giftLeft).keptFen : 0
        return {
          account,
          oldmanName,
          bedPath,
          status,
          balanceFen: balance,
          giftFen: gift,
          depositFen: deposit,
          unpaidFen: unpaid,
          unbilledFen,
          refundFen: refundFen - kept,
          supplementFen,
        }
      })
      .filter(
        (row) =>
          (q.empty || IN_HOUSE.includes(row.status) || KEYS.some((key) => row[key] !== 0)) &&
          (!q.supplement || row.supplementFen > 0),
      ),
    KEYS,
  )
  /** Everything about a resident is put together for the page alone. */
  const wire = ({ account, ...row }: (typeof rows)[number]) => {
    const {
      balance: _,
      gift: __,
      deposit: ___,
      unpaid: ____,
      agreed: _____,
      lastTradeAt: ______,
      lived: _______,
      ...face
    } = account
    return { ...face, ...row } as RefundableRowData
  }
  const living = rows.filter((row) => row.account.lived).length
  const sums = { residents: rows.length, living, ...addUp(rows, KEYS) } as RefundableSumsData
  const period = { from: today(), to: today() }
  return answerReport<RefundableRowData, RefundableSumsData>(q, {
    period,
    rows: async () => slice(q, rows).map(wire),
    sums: async () => ({ total: rows.length, sums }),
    check: async () =>
      accountCheck(who, {
        period,
        residents,
        pockets: ['balance', 'gift', 'deposit'],
        reportTitle: '余额、赠送与押金',
        ledgerTitle: '总账 预收款与押金',
        closings: new Map(accounts.map((row) => [row.oldmanId, row.balance + row.gift + row.deposit])),
        names: new Map(accounts.map((row) => [row.oldmanId, row.oldmanName])),
        also: [
          {
            what: '未缴账单',
            reportFen: accounts.reduce((sum, row) => sum + row.unpaid, 0),
            otherFen: await unpaidOnBills(who, residents),
          },
        ],
      }),
  })
}
