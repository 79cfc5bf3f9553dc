// Thousands of movements by four clients at once: takes by first expiry, returns, deposits, losses and counts on the same few
// batches. Whatever was refused or done, the stock is the sum of its movements, never below nought, and equals what the
// clients were told.
import type pg from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { COMES_IN, DrugKeepType, exactQty, GOES_OUT } from '#contract/drug/drugWords'
import { Refusal } from '#contract/kit/refusal'
import { returnToStock, takeFromStock } from '#server/areas/drug/keep/takeFromStock'
import { type KeepHouse, keepHouse } from '#server/areas/drug/test/keepHouse'
import type { Resident } from '#server/areas/live/test/stayHouse'
import type { Tx } from '#server/kit/caller'
import { refusalOfDatabase } from '#server/kit/constraints'
import { newId } from '#server/kit/ids'
import { systemTransaction } from '#server/kit/system'
import { seeded } from '#server/kit/test/hostile'

const NURSES = 4
const ROUNDS = 550
const { loss, found } = DrugKeepType.is

let house: KeepHouse
let elders: Resident[]
let drugs: string[]

beforeAll(async () => {
  house = await keepHouse()
  elders = [await house.elder('王秀兰', '松鹤楼>1层>101>01'), await house.elder('赵国强', '松鹤楼>1层>101>02')]
  drugs = [await house.newDrug({ drugName: '甲药' }), await house.newDrug({ drugName: '乙药' })]
  for (const { oldmanId } of elders) {
    for (const drugId of drugs) {
      for (let batch = 0; batch < 3; batch++) await house.bring(oldmanId, drugId, 12)
    }
  }
})
afterAll(() => house.close())

/** Refused on purpose, by the function or by the database; anything else is a defect. */
async function tried<T>(work: () => Promise<T>): Promise<T | null> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof Refusal || refusalOfDatabase(error)) return null
    throw error
  }
}

const inTx = <T>(work: (tx: Tx) => Promise<T>) => systemTransaction(house.app, house.orgId, '测试', '试发药', work)

const SLIP = `insert into drug_slip (org_id, slip_id, slip_no, oldman_id, keep_type, source, person, user_name, reason)
select s.org_id, $2::varchar, $2::varchar, s.oldman_id, $3::int, case when $3::int = 1 then 'FAMILY' end, '王强', '周岚', '试'
from drug_stock s where s.stock_id = $1`
const MOVE = `insert into drug_move (org_id, move_id, stock_id, oldman_id, drug_id, keep_type, delta, slip_id)
select s.org_id, $2, s.stock_id, s.oldman_id, s.drug_id, $3, $4, $5 from drug_stock s where s.stock_id = $1`

/** Slip and movement, as the product writes them. */
async function byHand(client: pg.ClientBase, stockId: string, keepType: number, delta: number): Promise<void> {
  const slipId = newId()
  await client.query(SLIP, [stockId, slipId, keepType])
  await client.query(MOVE, [stockId, newId(), keepType, delta, slipId])
}

/** Sum over everything that the clients were told was done. */
let told = 0
const done: Record<string, number> = {}
const count = (what: string) => {
  done[what] = (done[what] ?? 0) + 1
}

async function nurse(seed: number): Promise<void> {
  const random = seeded(seed)
  const below = (limit: number) => Math.floor(random() * limit)
  const open: { takeId: string; quantity: number }[] = []
  for (let round = 0; round < ROUNDS; round++) {
    const { oldmanId } = elders[below(elders.length)]!
    const drugId = drugs[below(drugs.length)]!
    const quantity = [0.25, 0.5, 1, 1.5, 2, 3][below(6)]!
    const what = below(10)
    if (what < 5) {
      const takeId = newId()
      const taken = await tried(() => inTx((tx) => takeFromStock(tx, { oldmanId, drugId, quantity, takeId })))
      count(taken ? 'taken' : 'short')
      if (taken) {
        expect(exactQty(taken.reduce((sum, one) => sum + one.quantity, 0))).toBe(quantity)
        told = exactQty(told - quantity)
        open.push({ takeId, quantity })
      }
    } else if (what < 7 && open.length > 0) {
      const [{ takeId, quantity: out }] = open.splice(below(open.length), 1) as [(typeof open)[number]]
      // Two presses of the same: the second finds nothing to give back.
      const both = await Promise.all([1, 2].map(() => tried(() => inTx((tx) => returnToStock(tx, { takeId })))))
      const back = both.flatMap((one) => one ?? []).reduce((sum, one) => sum + one.quantity, 0)
      expect(exactQty(back)).toBe(out)
      told = exactQty(told + out)
      count('returned')
    } else {
      const rows = await house.sql<{ id: string }>('select stock_id as id from drug_stock order by stock_id')
      const stockId = rows[below(rows.length)]!.id
      const [keepType, delta] =
        what === 7 ? [loss, -quantity] : what === 8 ? [found, quantity] : [DrugKeepType.is.deposit, quantity * 2]
      const moved = await tried(async () => {
        await inTx((tx) => byHand(tx.client, stockId, keepType, delta))
        return true
      })
      count(moved ? 'by hand' : 'refused by hand')
      if (moved) told = exactQty(told + delta)
    }
  }
}

/** At every moment, read in one statement: sums, chains and signs hold for everything that is committed. */
const WRONG = `select count(*)::int as wrong from (
  select 1 from drug_stock s left join lateral (select sum(m.delta) as total, count(*) as n, max(m.seq) as last from drug_move m
    where m.org_id = s.org_id and m.stock_id = s.stock_id) x on true
  where s.quantity < 0 or s.quantity <> coalesce(x.total, 0) or s.seq <> x.n or s.seq <> coalesce(x.last, 0)
  union all select 1 from drug_move m where m.after < 0
    or not (m.delta > 0 and m.keep_type in (${COMES_IN}) or m.delta < 0 and m.keep_type in (${GOES_OUT}))) w`

it('four nurses move the same batches at once, and every moment adds up', async () => {
  const start = (await house.sql<{ sum: number }>('select sum(quantity)::float8 as sum from drug_stock'))[0]!.sum
  let running = true
  let looks = 0
  const watcher = (async () => {
    while (running) {
      expect((await house.sql<{ wrong: number }>(WRONG))[0]!.wrong).toBe(0)
      looks++
    }
  })()
  try {
    await Promise.all(Array.from({ length: NURSES }, (_, i) => nurse(20_261_119 + i)))
  } finally {
    running = false
    await watcher
  }
  const end = (await house.sql<{ sum: number }>('select sum(quantity)::float8 as sum from drug_stock'))[0]!.sum
  expect(exactQty(end - start)).toBe(told)
  // Everything was met: gave, ran out, gave back, moved by hand, refused by hand.
  for (const what of ['taken', 'short', 'returned', 'by hand'])
    expect([what, (done[what] ?? 0) > 20]).toEqual([what, true])
  expect(Object.values(done).reduce((sum, one) => sum + one, 0)).toBeGreaterThan(2000)
  expect(looks).toBeGreaterThan(20)
}, 240_000)

it('the last tablet goes to exactly one of two nurses', async () => {
  const drugId = await house.newDrug({ drugName: '最后一片' })
  const { oldmanId } = elders[0]!
  for (let again = 0; again < 25; again++) {
    const stockId = await house.bring(oldmanId, drugId, 1)
    const both = await Promise.all(
      [1, 2].map(() =>
        tried(() => inTx((tx) => takeFromStock(tx, { oldmanId, drugId, quantity: 1, takeId: newId() }))),
      ),
    )
    expect(both.filter((one) => one !== null)).toHaveLength(1)
    expect(await house.left(stockId)).toBe(0)
  }
})

it('takes the first expiry first, never what is expired or recalled, and says what is short by name', async () => {
  const drugId = await house.newDrug({ drugName: '先到期' })
  const { oldmanId } = elders[1]!
  const late = await house.bring(oldmanId, drugId, 5)
  const early = await house.bring(oldmanId, drugId, 2, {
    expiry: (await house.sql<{ d: string }>(`select (current_date + 60)::text as d`))[0]!.d,
  })
  const takeId = newId()
  const taken = await inTx((tx) => takeFromStock(tx, { oldmanId, drugId, quantity: 3, takeId }))
  expect(taken.map((one) => [one.stockId, one.quantity, one.after])).toEqual([
    [early, 2, 0],
    [late, 1, 4],
  ])
  const old = await house.bring(oldmanId, drugId, 9)
  await house.sql('alter table drug_stock disable trigger drug_stock_by_moves')
  await house.sql('update drug_stock set expiry = current_date - 1 where stock_id = $1', [old])
  await house.sql('alter table drug_stock enable trigger drug_stock_by_moves')
  const short = () => inTx((tx) => takeFromStock(tx, { oldmanId, drugId, quantity: 5, takeId: newId() }))
  await expect(short()).rejects.toThrow(
    '赵国强的“先到期 100mg×30片”只剩 4 片，本次需要 5 片；另有 9 片已过期，不能发放',
  )
  expect(await inTx((tx) => returnToStock(tx, { takeId, quantity: 1 }))).toMatchObject([{ stockId: late, quantity: 1 }])
  await expect(inTx((tx) => returnToStock(tx, { takeId, quantity: 3 }))).rejects.toThrow('超过了发出的数量')
  expect(await inTx((tx) => returnToStock(tx, { takeId }))).toMatchObject([{ stockId: early, quantity: 2 }])
  expect(await inTx((tx) => returnToStock(tx, { takeId }))).toEqual([])
})
