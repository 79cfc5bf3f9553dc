// A settlement as it was submitted or confirmed, against what it would be now.
import type { SettleSheetData, SettleSumsData } from '#contract/expense/settlement'
import { fen, yuanText } from '#contract/kit/money'

const none = fen(0)

/** What must not change between submitting and confirming; taking the supplement changes none of it. */
const FIXED = [
  ['unpaidFen', '未缴账单'],
  ['finalFen', '退住账单'],
  ['medicalFen', '医疗'],
  ['damageFen', '赔偿'],
  ['discountFen', '减免'],
  ['receivableFen', '应收合计'],
  ['balanceFen', '余额'],
  ['giftFen', '赠送余额'],
  ['depositFen', '押金'],
  ['keptFen', '扣下已用赠送'],
] as const satisfies readonly (readonly [keyof SettleSumsData, string])[]

/** 余额 1,200.00 → 1,300.00; null while everything is as it was. */
export function changedWords(statement: Record<string, unknown> | null, now: SettleSheetData): string | null {
  const sums = statement?.sums as SettleSumsData | undefined
  if (!sums) return null
  // A statement of before has no sum of what was added since.
  const was = (name: keyof SettleSumsData) => sums[name] ?? none
  const words = FIXED.filter(([name]) => was(name) !== now.sums[name]).map(
    ([name, title]) => `${title} ${yuanText(was(name))} → ${yuanText(now.sums[name])}`,
  )
  return words.length > 0 ? words.join('，') : null
}

/** Settlements confirmed before statements were kept say only what was paid out. */
export const emptySheet = (refundFen: number): SettleSheetData => ({
  sums: {
    unpaidFen: none,
    finalFen: none,
    medicalFen: none,
    damageFen: none,
    discountFen: none,
    receivableFen: none,
    balanceFen: none,
    giftFen: none,
    depositFen: none,
    useBalanceFen: none,
    useGiftFen: none,
    useDepositFen: none,
    supplementFen: none,
    collectedFen: none,
    outstandingFen: none,
    refundFen: fen(refundFen),
    keptFen: none,
    lapseFen: none,
  },
  unpaid: [],
  replaced: [],
  lines: [],
  checks: [],
})
