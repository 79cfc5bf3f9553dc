// The rows of a payment: which ways, how much by each. Pure, so that the desk's arithmetic can be tested.
import type { PayPartData } from '#contract/expense/pay'
import { ACTIVE_WAYS, PASSIVE_WAYS, TradeWay, type TradeWayValue } from '#contract/expense/tradeWords'
import { fen } from '#contract/kit/money'

/** BALANCE, GIFT and DEPOSIT are pockets of the account; a number is an outside way. */
export type PayFace = 'BALANCE' | 'GIFT' | 'DEPOSIT' | TradeWayValue

export interface PayRow {
  key: number
  face: PayFace
  amountFen: number | null
  /** Cash as it was handed over. */
  receivedFen?: number | null
}

export interface Pockets {
  balanceFen: number
  giftFen: number
  depositFen: number
}

export const CASH_WAY = 2
const NAMES = { BALANCE: '余额', GIFT: '赠送余额', DEPOSIT: '押金抵扣' } as const

export const faceName = (face: PayFace): string => (typeof face === 'number' ? TradeWay.label(face) : NAMES[face])

export const isScan = (face: PayFace): boolean =>
  typeof face === 'number' && [...ACTIVE_WAYS, ...PASSIVE_WAYS].includes(face)

/** What the pocket of a row holds; null for outside ways. */
export function availableOf(face: PayFace, has: Pockets): number | null {
  if (face === 'BALANCE') return has.balanceFen
  if (face === 'GIFT') return has.giftFen
  return face === 'DEPOSIT' ? has.depositFen : null
}

export const sumOf = (rows: readonly PayRow[]): number => rows.reduce((all, row) => all + (row.amountFen ?? 0), 0)

let keys = 0
export const rowOf = (face: PayFace, amountFen: number | null): PayRow => ({ key: ++keys, face, amountFen })

/** What is there first, the rest by the first outside way that needs no scanning. */
export function filledRows(
  askedFen: number,
  has: Pockets,
  outside: readonly TradeWayValue[],
  giftFirst: boolean,
): PayRow[] {
  const pockets: PayFace[] = giftFirst ? ['GIFT', 'BALANCE'] : ['BALANCE', 'GIFT']
  let left = askedFen
  const rows: PayRow[] = []
  for (const face of pockets) {
    const takes = Math.min(left, availableOf(face, has)!)
    if (takes > 0) rows.push(rowOf(face, takes))
    left -= takes
  }
  const way = outside.find((one) => !isScan(one)) ?? outside[0]
  if (left > 0 && way !== undefined) rows.push(rowOf(way, left))
  return rows
}

/** Faces that may still be added: each stands once, and one code is scanned at a time. */
export function freeFaces(all: readonly PayFace[], rows: readonly PayRow[]): PayFace[] {
  const scans = rows.some((row) => isScan(row.face))
  return all.filter((face) => !rows.some((row) => row.face === face) && !(scans && isScan(face)))
}

/** Change for cash that was handed over; negative where it does not reach. */
export const changeOf = (row: PayRow): number | null =>
  row.receivedFen === null || row.receivedFen === undefined ? null : row.receivedFen - (row.amountFen ?? 0)

/** What is wrong with a row, in words; null when nothing is. */
export function problemOf(row: PayRow, has: Pockets): string | null {
  if (row.amountFen === null) return '请填写金额'
  if (row.amountFen <= 0) return '金额应大于 0'
  const there = availableOf(row.face, has)
  if (there !== null && row.amountFen > there) return '超过可用金额'
  const change = changeOf(row)
  return change !== null && change < 0 ? '实收不足' : null
}

export const partsOf = (rows: readonly PayRow[]): PayPartData[] =>
  rows.map(({ face, amountFen }) =>
    typeof face === 'number'
      ? { source: 'CASH' as const, way: face, amountFen: fen(amountFen ?? 0) }
      : { source: face, amountFen: fen(amountFen ?? 0) },
  )

/** How the rows fall on bills, the earliest first: what each is open afterwards. */
export function afterPaying(bills: readonly { unpaidFen: number }[], paidFen: number): number[] {
  let left = paidFen
  return bills.map(({ unpaidFen }) => {
    const paid = Math.min(left, unpaidFen)
    left -= paid
    return unpaidFen - paid
  })
}

/** What rows take from each pocket, and bring beyond the bills. */
export function pocketsAfter(has: Pockets, rows: readonly PayRow[], overFen: number): Pockets {
  const takes = (face: PayFace) => sumOf(rows.filter((row) => row.face === face))
  return {
    balanceFen: has.balanceFen - takes('BALANCE') + overFen,
    giftFen: has.giftFen - takes('GIFT'),
    depositFen: has.depositFen - takes('DEPOSIT'),
  }
}
