// Which ways of paying an organisation offers. Until it has decided, all of them where one resident pays; where many are
// paid at once, those that need nobody at the desk with a telephone.
import type pg from 'pg'
import { ACTIVE_WAYS, PASSIVE_WAYS, TradeWay, type TradeWayValue } from '#contract/expense/tradeWords'
import { invalid } from '#contract/kit/refusal'
import { scanProviderName } from '#server/areas/expense/scanPay/scanOffered'

export interface WayOffered {
  tradeWay: TradeWayValue
  tradeWayName: string
  normal: boolean
  batch: boolean
  sort: number
}

/** A code that is scanned is one payer's: it cannot pay for many residents at once. */
export const SCANNED: readonly TradeWayValue[] = [...ACTIVE_WAYS, ...PASSIVE_WAYS]

const SET = 'select way, normal, batch, sort from trade_way_set where org_id = $1'

/** Every way with what was decided, in the order of the desk. */
export async function tradeWays(client: pg.Pool | pg.ClientBase, orgId: string): Promise<WayOffered[]> {
  const found = await client.query<{ way: number; normal: boolean; batch: boolean; sort: number }>({
    name: 'trade_ways',
    text: SET,
    values: [orgId],
  })
  const set = new Map(found.rows.map((row) => [row.way, row]))
  return TradeWay.list
    .map(({ value: way }, i) => {
      const own = set.get(way)
      const tradeWayName = TradeWay.label(way)
      return own
        ? { tradeWay: way, tradeWayName, normal: own.normal, batch: own.batch, sort: own.sort }
        : { tradeWay: way, tradeWayName, normal: true, batch: !SCANNED.includes(way), sort: 1000 + i }
    })
    .sort((a, b) => a.sort - b.sort || a.tradeWay - b.tradeWay)
}

export async function waysOffered(
  client: pg.Pool | pg.ClientBase,
  orgId: string,
  { batch = false }: { batch?: boolean } = {},
): Promise<TradeWayValue[]> {
  const all = await tradeWays(client, orgId)
  const scans = scanProviderName(orgId) !== null
  return all
    .filter((one) => (batch ? one.batch : one.normal) && (scans || !SCANNED.includes(one.tradeWay)))
    .map((one) => one.tradeWay)
}

/** Refuses a way that the organisation has switched off. */
export async function requireOffered(
  client: pg.Pool | pg.ClientBase,
  orgId: string,
  ways: readonly (TradeWayValue | null | undefined)[],
  { batch = false, field = 'payments' }: { batch?: boolean; field?: string } = {},
): Promise<void> {
  const offered = await waysOffered(client, orgId, { batch })
  const wrong = ways.find((way) => way != null && !offered.includes(way))
  if (wrong != null) {
    throw invalid(
      `收款方式“${TradeWay.label(wrong)}”未启用${batch ? '于批量缴费' : ''}，请在费用设置中启用或改用其他方式`,
      field,
    )
  }
}
