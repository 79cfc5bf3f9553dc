// Handlers of the ways of paying.

import type pg from 'pg'
import { tradeWay } from '#contract/expense/tradeWay'
import { TradeWay } from '#contract/expense/tradeWords'
import { invalid } from '#contract/kit/refusal'
import type { Tx } from '#server/kit/caller'
import { implement } from '#server/kit/implement'
import { SCANNED, tradeWays, type WayOffered } from './tradeWayOffered.ts'

const offered = ({ tradeWay: way, tradeWayName }: WayOffered) => ({ tradeWay: way, tradeWayName })

async function read(client: pg.Pool | pg.ClientBase, orgId: string) {
  const ways = await tradeWays(client, orgId)
  return {
    normal: ways.filter((one) => one.normal).map(offered),
    batch: ways.filter((one) => one.batch).map(offered),
    ways: ways.map((one) => ({ ...one, canBatch: !SCANNED.includes(one.tradeWay) })),
  }
}

const words = (ways: readonly { tradeWayName: string }[]) => ways.map((one) => one.tradeWayName).join('、')

const SAVE = `insert into trade_way_set (org_id, way, normal, batch, sort)
select $1, x.way, x.normal, x.batch, x.sort from jsonb_to_recordset($2::jsonb) as x(way int, normal boolean, batch boolean, sort int)
on conflict (org_id, way) do update set normal = excluded.normal, batch = excluded.batch, sort = excluded.sort`

interface Input {
  tradeWay: WayOffered['tradeWay']
  normal: boolean
  batch: boolean
}

function requireWays(ways: readonly Input[]): void {
  if (new Set(ways.map((one) => one.tradeWay)).size < ways.length) throw invalid('同一收款方式出现了两次', 'ways')
  const scanned = ways.find((one) => one.batch && SCANNED.includes(one.tradeWay))
  if (scanned) throw invalid(`“${TradeWay.label(scanned.tradeWay)}”每次只能收一位老人的钱，不能用于批量缴费`, 'ways')
}

async function save(tx: Tx, ways: readonly Input[]) {
  requireWays(ways)
  const before = await read(tx.client, tx.orgId)
  // Ways that are not named keep what they have, after the others.
  const rest = before.ways.filter((one) => ways.every((way) => way.tradeWay !== one.tradeWay))
  const all = [...ways, ...rest].map((one, i) => ({
    way: one.tradeWay,
    normal: one.normal,
    batch: one.batch,
    sort: i + 1,
  }))
  if (!all.some((one) => one.normal && one.way !== TradeWay.is.balance))
    throw invalid('请至少保留一种余额以外的单人收款方式', 'ways')
  await tx.client.query(SAVE, [tx.orgId, JSON.stringify(all)])
  const after = await read(tx.client, tx.orgId)
  tx.log({
    remark: `修改收款方式：单人 ${words(after.normal)}；批量 ${words(after.batch) || '无'}`,
    targetType: 'tradeWay',
    changes: { normal: [words(before.normal), words(after.normal)], batch: [words(before.batch), words(after.batch)] },
  })
  return after
}

const isBatch = (text: string | null | undefined) => text === '1' || text === 'true'

export default implement(tradeWay, {
  list: (_, who) => read(who.app.pool, who.orgId),
  save: ({ ways }, who) => who.tx((tx) => save(tx, ways)),
  show: async ({ batch }, who) => {
    const { normal, batch: many } = await read(who.app.pool, who.orgId)
    return isBatch(batch) ? many : normal
  },
})
