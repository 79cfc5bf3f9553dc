// What a printed thing says, apart from how it looks. Areas that print fill this in.

/** A small table beside the main one: 账户情况, 近 6 期. */
export interface ReportPart {
  /** In grey behind the title: 截至 2026-11-01. */
  about?: string
  head?: readonly string[]
  rows: readonly (readonly string[])[]
}

export interface ReportData {
  /** No. SJ202611120018 */
  number?: string
  /** Under the title: 账期 2026 年 11 月. */
  sub?: string
  /** By the keys of the kind. */
  facts: Readonly<Record<string, string | null | undefined>>
  /** By the keys of its columns; columns of money in fen. */
  rows: readonly Readonly<Record<string, string | number | null | undefined>>[]
  /** Between the rows and the total: 本期应收, 上期未缴. */
  sums?: readonly { label: string; fen: number }[]
  total?: { label: string; fen: number }
  parts?: Readonly<Record<string, ReportPart>>
  /** Who signs, by the words of the place: 收款人 → 刘敏. */
  names?: Readonly<Record<string, string>>
  /** Of a card: whose it is. */
  name?: string
  photo?: string | null
  /** Second and later prints say so. */
  reprint?: number
}

export interface ReportHead {
  org: string
  logo: string | null
}
