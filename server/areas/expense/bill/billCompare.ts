// Two drafts of the same bill side by side: as it is, and as it would be. Pure.
import type { PreviewRowData } from '#contract/expense/billPreview'
import { fen } from '#contract/kit/money'
import type { NewLine } from './billNewLine.ts'
import type { BillDraft } from './billOf.ts'

const keyOf = (line: NewLine) =>
  [
    line.source,
    line.category,
    line.source === 'CYCLE' && line.category < '3' ? '' : line.projectChildId,
    line.refKind,
    line.refId,
  ].join('|')

interface Side {
  name: string
  spec: string | null
  basis: string | null
  amountFen: number
}

/** Lines that belong together stand in one row; the first of a kind meets the first. */
function paired(before: readonly NewLine[], after: readonly NewLine[]): [NewLine | null, NewLine | null, string][] {
  const left = [...before]
  const pairs: [NewLine | null, NewLine | null, string][] = []
  after.forEach((line, i) => {
    const key = keyOf(line)
    const exact = left.findIndex(
      (one) => keyOf(one) === key && one.spec === line.spec && one.dateFrom === line.dateFrom,
    )
    const at = exact >= 0 ? exact : left.findIndex((one) => keyOf(one) === key)
    const [was] = at >= 0 ? left.splice(at, 1) : []
    pairs.push([was ?? null, line, `${key}|${i}`])
  })
  left.forEach((line, i) => {
    // Where it stood: before the first row that follows it on the bill as it is.
    const next = before.slice(before.indexOf(line) + 1)
    const at = pairs.findIndex(([was]) => was !== null && next.includes(was))
    pairs.splice(at < 0 ? pairs.length : at, 0, [line, null, `gone|${i}`])
  })
  return pairs
}

function row(
  key: string,
  kind: PreviewRowData['kind'],
  source: PreviewRowData['source'],
  was: Side | null,
  then: Side | null,
): PreviewRowData {
  const shown = then ?? was!
  const difference = (then?.amountFen ?? 0) - (was?.amountFen ?? 0)
  const basisBefore = was && then && was.basis !== then.basis ? was.basis : null
  return {
    key,
    kind,
    source,
    name: shown.name,
    spec: shown.spec,
    basis: shown.basis,
    basisBefore,
    asIsFen: was ? fen(was.amountFen) : null,
    assumedFen: then ? fen(then.amountFen) : null,
    differenceFen: fen(difference),
    changed: difference !== 0 || (was !== null && then !== null && was.spec !== then.spec),
  }
}

const side = (line: NewLine | null): Side | null =>
  line && { name: line.name, spec: line.spec ?? null, basis: line.basis ?? null, amountFen: line.amountFen }

/** The lines of two drafts of one bill, side by side. */
export function rowsOf(was: BillDraft | null, then: BillDraft | null): PreviewRowData[] {
  const rows = paired(was?.lines ?? [], then?.lines ?? []).map(([a, b, key]) =>
    row(key, 'LINE', (b ?? a)!.source, side(a), side(b)),
  )
  const discount = (draft: BillDraft | null): Side | null =>
    draft && draft.discountFen > 0
      ? { name: '优惠', spec: draft.ruleName, basis: draft.ruleName, amountFen: -draft.discountFen }
      : null
  const subsidy = (draft: BillDraft | null): Side | null => {
    if (!draft || draft.subsidyFen === 0) return null
    const names = draft.subsidies.map((one) => one.name)
    const basis = draft.subsidies.map((one) => one.basis).join('，')
    return {
      name: names.length > 0 ? names.join('、') : '医保支付',
      spec: null,
      basis: basis || null,
      amountFen: -draft.subsidyFen,
    }
  }
  for (const [kind, of] of [
    ['DISCOUNT', discount],
    ['SUBSIDY', subsidy],
  ] as const) {
    const a = of(was)
    const b = of(then)
    if (a || b) rows.push(row(kind, kind, null, a, b))
  }
  return rows
}
