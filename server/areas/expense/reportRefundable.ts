// 应退报表: what would be paid back, or asked for, if an elder left today: the order of a settlement (balance, gift, deposit).
import type { RefundableRowData, RefundableSumsData, reportAccounts } from '#contract/expense/reportAccounts'
import type { InputOf } from '#contract/kit/call'
import type { Caller } from '#server/kit/caller'
import { accountCheck } from './reportAccountCheck.ts'
import { addUp, answerReport, eldersOf, slice, today } from './reportKit.ts'
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
export function leftAfter(has: { balance: number; gift: number; deposit: number }, due: number): Left {
  // More was asked for than the days cost: it goes back to the balance.
  const balance = has.balance + Math.max(0, -due)
  let rest = Math.max(0, due)
  const take = (pocket: number) => {
    const taken = Math.min(pocket, rest)
    rest -= taken
    return pocket - taken
  }
  const balanceLeft = take(balance)
  take(has.gift)
  return { refundFen: balanceLeft + take(has.deposit), supplementFen: rest }
}

export async function refundableReport(q: Query, who: Caller) {
  const elders = await eldersOf(who, q)
  const [accounts, unbilled] = await Promise.all([accountRows(who, elders), unbilledOf(who, elders)])
  const rows = sortedBy(
    q.orderBy,
    accounts
      .map((account) => {
        const { oldmanName, bedPath, status, balance, gift, deposit, unpaid } = account
        const unbilledFen = unbilled.get(account.oldmanId) ?? 0
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
          ...leftAfter({ balance, gift, deposit }, unpaid + unbilledFen),
        }
      })
      .filter(
        (row) =>
          (q.empty || row.status === 1 || row.status === 4 || KEYS.some((key) => row[key] !== 0)) &&
          (!q.supplement || row.supplementFen > 0),
      ),
    KEYS,
  )
  /** Everything about an elder is put together for the page alone. */
  const wire = ({ account, ...row }: (typeof rows)[number]) => {
    const { balance: _, gift: __, deposit: ___, unpaid: ____, agreed: _____, lastTradeAt: ______, ...face } = account
    return { ...face, ...row } as RefundableRowData
  }
  const sums = { elders: rows.length, ...addUp(rows, KEYS) } as RefundableSumsData
  const period = { from: today(), to: today() }
  return answerReport<RefundableRowData, RefundableSumsData>(q, {
    period,
    rows: async () => slice(q, rows).map(wire),
    sums: async () => ({ total: rows.length, sums }),
    check: () =>
      accountCheck(who, {
        period,
        elders,
        pockets: ['balance', 'gift', 'deposit'],
        reportTitle: '余额、赠送与押金',
        ledgerTitle: '总账 预收款与押金',
        closings: new Map(accounts.map((row) => [row.oldmanId, row.balance + row.gift + row.deposit])),
        names: new Map(accounts.map((row) => [row.oldmanId, row.oldmanName])),
      }),
  })
}
