// Sums over the shares of payments: monthly sums for whole months, shares for the broken ones at the ends.
import type pg from 'pg'
import type { MonthSplit } from '#server/areas/expense/sums/houseRead'
import type { Caller } from '#server/kit/caller'
import {
  type Bind,
  houseMonths,
  looseMonths,
  ofResidents,
  otherSources,
  type Period,
  type Residents,
  signed,
  sourcesOf,
} from './reportKit.ts'

export interface ShareSumsInput {
  period: Period
  residents: Residents
  /**
   * Over month (date), oldman_id, category, way, paid_from, refund; project_child_id and user_id ('' the system) are known to
   * shares alone and make them be added up.
   */
  where?: readonly string[]
  bind: Bind
  by?: Readonly<Record<string, string>>
  /** Over shares and amount_fen. */
  sums: Readonly<Record<string, string>>
  /** From the shares alone. */
  sharesOnly?: boolean
  /** For checks: the other sources than those of the report. */
  check?: boolean
  /** Months that the sums of the house answer. */
  house?: MonthSplit | null
}

const isSingle = ({ sharesOnly, where = [], by = {} }: ShareSumsInput) =>
  sharesOnly || [...where, ...Object.values(by)].some((one) => /user_id|project_child_id/.test(one))

/** `bind` must begin with the organisation. */
export function shareSumsSql(input: ShareSumsInput): string {
  const { bind, by = {}, sums, where = [] } = input
  const { months, edges } = isSingle(input)
    ? { months: [], edges: [{ ...input.period, minus: false }] }
    : (input.check ? otherSources : sourcesOf)(input.period)
  const residents = ofResidents(input.residents, 'oldman_id', bind)
  const parts = edges.map(
    (
      edge,
    ) => `select date_trunc('month', day)::date as month, oldman_id, category, coalesce(project_child_id, '') as project_child_id,
      way, paid_from, refund, coalesce(user_id, '') as user_id, ${edge.minus ? -1 : 1} as shares, ${signed(edge.minus, ['amount_fen'])} from pay_share
      where org_id = $1 and day between ${bind.add(edge.from)} and ${bind.add(edge.to)} and ${residents}`,
  )
  const { house } = input
  for (const span of months) {
    const within = house
      ? looseMonths(house, span.to, bind)
      : [`month between ${bind.add(span.from)} and ${bind.add(span.to)}`]
    const columns = `category, '' as project_child_id, way, paid_from, refund, '' as user_id, shares, amount_fen`
    for (const one of within) {
      parts.push(
        `select month, oldman_id, ${columns} from pay_share_month where org_id = $1 and ${one} and ${residents}`,
      )
    }
    if (house && house.kept.length > 0) {
      parts.push(`select month, null as oldman_id, ${columns} from house_share
        where org_id = $1 and month = any(${bind.add(house.kept)}::date[])`)
    }
  }
  const groups = Object.entries(by).map(([alias, expression]) => `${expression} as "${alias}"`)
  const added = Object.entries(sums).map(([alias, expression]) => `coalesce(${expression}, 0)::bigint as "${alias}"`)
  return `select ${[...groups, ...added].join(', ')} from (${parts.join(' union all ')}) s
    where ${['true', ...where].join(' and ')}${groups.length > 0 ? ` group by ${groups.map((_, i) => i + 1).join(', ')}` : ''}`
}

export async function sumShares<Row extends pg.QueryResultRow>(who: Caller, input: ShareSumsInput): Promise<Row[]> {
  const house = isSingle(input) ? null : await houseMonths(who, input)
  return (await who.app.pool.query<Row>(shareSumsSql({ ...input, house }), input.bind.values)).rows
}
