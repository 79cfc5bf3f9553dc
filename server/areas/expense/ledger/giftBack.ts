// Gifts go back with the money that earned them. Whatever leaves the balance otherwise than for bills (a refund, the deposit,
// another resident) takes its share of the gift along; what of the gift is spent already is kept from that money.
//
// Which prestore the money is from: bills are paid from the oldest money, what leaves is the latest. Both follow from the
// entries alone, in their order; the links of a gift (gift_id, basis_fen) are columns of the ledger, and a trigger refuses
// entries after which more of a gift is out than the money still in has earned.
import type pg from 'pg'
import { giftShare } from '#contract/expense/giftShare'
import { invalid } from '#contract/kit/refusal'
import { onConstraint } from '#server/kit/constraints'
import type { Entry } from './post.ts'

type Client = pg.Pool | pg.ClientBase

/** An entry that moves the balance, gives a gift or takes one back, in the order of the account. */
export interface Move {
  oldmanId: string
  entryId: string
  groupId: string
  reversalOf: string | null
  onBill: boolean
  balanceFen: number
  promoFen: number
  giftId: string | null
  basisFen: number
}

/** Money that was put on the balance at once. */
interface Lot {
  groupId: string
  inFen: number
  outFen: number
}

interface Gift {
  giftId: string
  groupId: string
  giftFen: number
  basisFen: number
  /** Given and not taken back; spent or not. */
  outFen: number
  /** What of the money that earned it has not gone away again. */
  stillFen: number
}

export interface GiftBook {
  lots: Lot[]
  /** Paid for bills, less what came back. */
  spentFen: number
  gifts: Map<string, Gift>
}

/** What is left of each lot: the oldest money was spent first. */
function leftOf({ lots, spentFen }: Pick<GiftBook, 'lots' | 'spentFen'>): number[] {
  const open = lots.map((lot) => lot.inFen - lot.outFen)
  let spent = spentFen + open.reduce((sum, one) => sum + Math.max(0, -one), 0)
  return open.map((one) => {
    const has = Math.max(0, one)
    const used = Math.min(has, spent)
    spent -= used
    return has - used
  })
}

/** From the latest money on: how much of each lot goes when so much leaves. */
function latest(book: Pick<GiftBook, 'lots' | 'spentFen'>, amountFen: number): number[] {
  const left = leftOf(book)
  const takes = left.map(() => 0)
  let rest = amountFen
  for (let i = left.length - 1; i >= 0 && rest > 0; i--) {
    takes[i] = Math.min(left[i]!, rest)
    rest -= takes[i]!
  }
  return takes
}

export function giftBookOf(moves: readonly Move[]): GiftBook {
  const book: GiftBook = { lots: [], spentFen: 0, gifts: new Map() }
  const lotOf = new Map<string, Lot>()
  const outs = new Map<string, [Lot, number][]>()
  for (const one of moves) {
    if (one.giftId) {
      const gift = book.gifts.get(one.giftId)
      if (gift) {
        gift.outFen += one.promoFen
        gift.stillFen += one.basisFen
      } else {
        const { giftId, groupId, promoFen, basisFen } = one
        book.gifts.set(giftId, {
          giftId,
          groupId,
          giftFen: promoFen,
          basisFen,
          outFen: promoFen,
          stillFen: basisFen,
        })
      }
    }
    if (one.balanceFen === 0) continue
    if (one.onBill) book.spentFen -= one.balanceFen
    else if (one.reversalOf && lotOf.has(one.reversalOf)) lotOf.get(one.reversalOf)!.inFen += one.balanceFen
    else if (one.reversalOf && outs.has(one.reversalOf)) {
      for (const [lot, fen] of outs.get(one.reversalOf)!) lot.outFen -= fen
    } else if (one.balanceFen > 0) {
      const lot = { groupId: one.groupId, inFen: one.balanceFen, outFen: 0 }
      book.lots.push(lot)
      lotOf.set(one.entryId, lot)
    } else {
      const takes = latest(book, -one.balanceFen)
      const taken = book.lots.flatMap((lot, i): [Lot, number][] => (takes[i]! > 0 ? [[lot, takes[i]!]] : []))
      for (const [lot, fen] of taken) lot.outFen += fen
      outs.set(one.entryId, taken)
    }
  }
  return book
}

export interface GiftPart {
  giftId: string
  /** Money that earned it and leaves now. */
  basisFen: number
  /** Off the gift money that is still there. */
  giftFen: number
  /** Spent already: kept from the money that leaves. */
  keptFen: number
}

export interface GiftBack {
  parts: GiftPart[]
  giftFen: number
  keptFen: number
}

/** What goes back when so much leaves the balance and the account holds so much gift money. */
export function giftBackOf(book: GiftBook, amountFen: number, giftHas: number): GiftBack {
  const byGroup = new Map([...book.gifts.values()].map((gift) => [gift.groupId, gift]))
  const basis = new Map<Gift, number>()
  latest(book, amountFen).forEach((fen, i) => {
    const gift = byGroup.get(book.lots[i]!.groupId)
    if (gift && fen > 0) basis.set(gift, (basis.get(gift) ?? 0) + fen)
  })
  let has = giftHas
  let pays = amountFen
  const parts: GiftPart[] = []
  for (const [gift, leaves] of basis) {
    // Money that left before gifts were linked is no longer there to leave, but still counted as in.
    const basisFen = Math.min(leaves, gift.stillFen)
    if (basisFen === 0) continue
    const backFen = Math.min(gift.outFen, giftShare(gift, basisFen))
    const giftFen = Math.min(backFen, has)
    // Only a gift larger than its money could ask for more than leaves.
    const keptFen = Math.min(backFen - giftFen, pays)
    has -= giftFen
    pays -= keptFen
    parts.push({ giftId: gift.giftId, basisFen, giftFen, keptFen })
  }
  const sum = (key: 'giftFen' | 'keptFen') => parts.reduce((all, part) => all + part[key], 0)
  return { parts, giftFen: sum('giftFen'), keptFen: sum('keptFen') }
}

export const NO_GIFTS: GiftBook = { lots: [], spentFen: 0, gifts: new Map() }

const MOVES = `select l.oldman_id as "oldmanId", l.entry_id as "entryId", l.group_id as "groupId", l.reversal_of as "reversalOf",
  l.bill_id is not null as "onBill", l.balance_fen as "balanceFen", l.promo_fen as "promoFen", l.gift_id as "giftId",
  l.basis_fen as "basisFen"
from ledger l where l.org_id = $1 and l.oldman_id = any($2) and (l.balance_fen <> 0 or l.gift_id is not null)
  and l.oldman_id in (select g.oldman_id from ledger g where g.org_id = $1 and g.oldman_id = any($2) and g.gift_id is not null)
order by l.oldman_id, l.seq`

/** Accounts that never had a gift are not in it: NO_GIFTS stands for them. */
export async function giftBooks(
  client: Client,
  orgId: string,
  oldmanIds: readonly string[],
): Promise<Map<string, GiftBook>> {
  const found = await client.query<Move>({ name: 'gift_moves', text: MOVES, values: [orgId, oldmanIds] })
  const of = new Map<string, Move[]>()
  for (const row of found.rows) {
    const own = of.get(row.oldmanId)
    if (own) own.push(row)
    else of.set(row.oldmanId, [row])
  }
  return new Map([...of].map(([oldmanId, moves]) => [oldmanId, giftBookOf(moves)]))
}

export async function giftBookFor(client: Client, orgId: string, oldmanId: string): Promise<GiftBook> {
  return (await giftBooks(client, orgId, [oldmanId])).get(oldmanId) ?? NO_GIFTS
}

/** The entries that take gifts back, in the act whose money leaves. */
export const giftBackEntries = (
  { parts }: GiftBack,
  same: Pick<Entry, 'oldmanId' | 'groupId' | 'settleId' | 'remark'>,
  why: string,
): Entry[] =>
  parts
    .filter((part) => part.giftFen + part.keptFen > 0)
    .map((part) => ({
      ...same,
      tradeType: 'LAPSE',
      amountFen: part.giftFen + part.keptFen,
      gift: -part.giftFen,
      balance: -part.keptFen,
      promo: -(part.giftFen + part.keptFen),
      giftId: part.giftId,
      basis: -part.basisFen,
      content: part.keptFen > 0 ? `${why}，收回满赠（已用的从余额扣下）` : `${why}，收回满赠`,
    }))

onConstraint('ledger_gift_whole', () =>
  invalid('这笔预存的满赠已经收回过一部分，不能再整笔作废；请改用“余额退款”退还余下的钱', 'reason'),
)
