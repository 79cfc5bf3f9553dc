// Duties that one person should not hold together, said once: the editors of roles and users, the list of roles and the
// server read it, and a test holds the product's own roles to it.

export interface Duty {
  /** 收款 */
  title: string
  codes: readonly string[]
}

export const DUTIES = {
  cash: { title: '收款', codes: ['expense:account:pay', 'expense:account:batchPay'] },
  refund: {
    title: '退款和转出',
    codes: ['expense:account:refund', 'expense:account:transfer', 'expense:account:remit', 'expense:account:offset'],
  },
  undo: {
    title: '作废收据、流水或账单',
    codes: ['expense:receipt:void', 'expense:account:obsolete', 'expense:bill:void', 'expense:bill:antiSettle'],
  },
  price: {
    title: '定价格和优惠',
    codes: [
      'expense:project:edit',
      'expense:project:delete',
      'expense:project:price',
      'expense:discountRule:edit',
      'expense:discountRule:delete',
      'expense:costSet:edit',
      'nursing:level:price',
      'nursing:project:price',
    ],
  },
  settle: { title: '确认退住结算', codes: ['expense:settle:confirm', 'expense:settle:revoke'] },
  close: {
    title: '月末结账',
    codes: ['expense:monthClose:close', 'expense:monthClose:ask', 'expense:monthClose:agree'],
  },
  takeOver: { title: '接收和登记他人的交款', codes: ['expense:cashDay:handAll'] },
} as const satisfies Record<string, Duty>
export type DutyKey = keyof typeof DUTIES

export interface RiskyPair {
  key: string
  /** 收款 + 退款和转出 */
  title: string
  /** What can happen, in plain words. */
  why: string
}

const pair = (a: DutyKey, b: DutyKey, why: string) => ({
  a,
  b,
  key: `${a}+${b}`,
  title: `${DUTIES[a].title} ＋ ${DUTIES[b].title}`,
  why,
})

export const RISKY_PAIRS = [
  pair('cash', 'refund', '收来的钱可以由同一个人退走，没有第二个人看见'),
  pair('cash', 'undo', '收了现金再作废收据，账上就像没有收过'),
  pair('cash', 'price', '可以先改价格再按改过的价格收款'),
  pair('cash', 'settle', '补缴由自己收、结算由自己确认，没有人复核'),
  pair('cash', 'close', '自己收的钱由自己结账封账，差错不会被发现'),
  pair('cash', 'takeOver', '自己收的钱由自己登记为已交'),
]

/** Every code that takes part in a pair. */
export const DUTY_CODES: readonly string[] = Object.values(DUTIES).flatMap((duty) => duty.codes)

/** Pairs that whoever holds these codes holds whole. */
export function riskyPairs(codes: Iterable<string>): RiskyPair[] {
  const held = new Set(codes)
  const has = (key: DutyKey) => DUTIES[key].codes.some((code) => held.has(code))
  return RISKY_PAIRS.filter(({ a, b }) => has(a) && has(b)).map(({ key, title, why }) => ({ key, title, why }))
}

export const riskWords = (pairs: readonly RiskyPair[]) => pairs.map(({ title, why }) => `${title}：${why}`).join('；')
