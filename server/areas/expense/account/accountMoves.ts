// The columns of account_month as sums over entries: for the days of broken months, and to verify what the database keeps.

const of = (sum: string, ...types: readonly string[]) =>
  `case when trade_type in (${types.map((one) => `'${one}'`).join(', ')}) then ${sum} else 0 end`
const POCKET = '(balance_fen + gift_fen)'

export const ACCOUNT_MOVES = {
  balance_fen: 'balance_fen',
  gift_fen: 'gift_fen',
  deposit_fen: 'deposit_fen',
  prestore_fen: of(POCKET, 'PRESTORE'),
  given_fen: of(POCKET, 'GIFT', 'LAPSE'),
  spent_fen: of(`-${POCKET}`, 'PAY_BILL', 'PAY_ONCE', 'PAY_MEDICAL', 'SALOON'),
  refund_fen: of(`-${POCKET}`, 'REFUND_BALANCE', 'REFUND_CHECKOUT'),
  out_fen: of(`-${POCKET}`, 'REMIT_OUT', 'BALANCE_TO_DEPOSIT'),
  deposit_taken_fen: of('deposit_fen', 'DEPOSIT', 'OPENING'),
  deposit_refund_fen: of('-deposit_fen', 'REFUND_DEPOSIT', 'REFUND_CHECKOUT'),
  deposit_out_fen: of('-deposit_fen', 'DEPOSIT_TO_BALANCE'),
  deposit_pays_fen: of('-deposit_fen', 'DEPOSIT_PAYS'),
} as const

export type AccountMove = keyof typeof ACCOUNT_MOVES
export const ACCOUNT_COLUMNS = Object.keys(ACCOUNT_MOVES) as AccountMove[]
