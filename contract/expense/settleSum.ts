// What a settlement comes to: pure arithmetic over whole fen, the same for the preview, the statement and the act.

export interface SettleFacts {
  /** Unpaid on issued bills. */
  unpaidFen: number
  /** The last bill up to the day of leaving, without medical lines; below zero when more was billed than was lived. */
  finalFen: number
  medicalFen: number
  damageFen: number
  discountFen: number
  balanceFen: number
  giftFen: number
  depositFen: number
  /** Gifts that were spent, of money that is paid out now: kept from the refund (giftShare.ts). */
  keptFen?: number
  /** What has been taken as supplement already; none of it is in the sums above. */
  collectedFen?: number
}

export interface SettleSums {
  receivableFen: number
  useBalanceFen: number
  useGiftFen: number
  useDepositFen: number
  /** Still due after balance, gift and deposit. */
  supplementFen: number
  collectedFen: number
  /** What of the supplement is still to be taken. */
  outstandingFen: number
  refundFen: number
  /** Kept from the refund: gifts that were spent, of money that is paid out. */
  keptFen: number
  /** Gift money that is left over is never paid out. */
  lapseFen: number
}

/** Balance first, then gift, then deposit, each up to what is still due. */
export function settleOf(facts: SettleFacts): SettleSums {
  const { unpaidFen, finalFen, medicalFen, damageFen, discountFen, balanceFen, giftFen, depositFen } = facts
  const receivableFen = unpaidFen + finalFen + medicalFen + damageFen - discountFen
  let due = Math.max(0, receivableFen)
  const take = (has: number) => {
    const taken = Math.min(has, due)
    due -= taken
    return taken
  }
  const useBalanceFen = take(balanceFen)
  const useGiftFen = take(giftFen)
  const useDepositFen = take(depositFen)
  const supplementFen = due
  const collectedFen = facts.collectedFen ?? 0
  const tooMuch = Math.max(0, collectedFen - supplementFen) + Math.max(0, -receivableFen)
  const keptFen = facts.keptFen ?? 0
  return {
    receivableFen,
    useBalanceFen,
    useGiftFen,
    useDepositFen,
    supplementFen,
    collectedFen,
    outstandingFen: Math.max(0, supplementFen - collectedFen),
    refundFen: balanceFen - useBalanceFen - keptFen + depositFen - useDepositFen + tooMuch,
    keptFen,
    lapseFen: giftFen - useGiftFen,
  }
}
