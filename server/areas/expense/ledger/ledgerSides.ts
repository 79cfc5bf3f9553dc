// The accounts an entry of the ledger moves, as its columns name them (ledgerTables.ts).
export const SIDES = [
  'cash',
  'receivable',
  'discount',
  'subsidy',
  'promo',
  'transit',
  'opening',
  'balance',
  'gift',
  'deposit',
  'booking',
  'income',
] as const

export const SIDE_COLUMNS = SIDES.map((side) => `${side}_fen`)
