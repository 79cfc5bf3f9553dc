// The demo's money: it adds up, looks like a house of two hundred, and leaves the accounts as the lists expect them.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { verifyLedger } from '#server/areas/expense/ledger/ledgerVerify'
import { DEMO_ORG } from '#server/areas/platform/seed/fixedRows'
import { demoApp, type TestApp } from '#server/kit/test/app'

let product: TestApp
beforeAll(async () => {
  product = await demoApp()
})
afterAll(() => product.close())

const row = async (text: string) =>
  (await product.app.pool.query<Record<string, number>>(`select ${text}`, [DEMO_ORG])).rows[0]!

describe('the money of the demo house', () => {
  it('adds up to the fen', async () => {
    expect((await verifyLedger(product.app.pool, DEMO_ORG)).problems).toEqual([])
  })

  it('is fourteen months of bills, nearly all paid, a dozen late', async () => {
    const facts =
      await row(`(select count(distinct month)::int from bill where org_id = $1 and kind = 'MONTH') as months,
      (select count(*)::int from bill where org_id = $1 and kind = 'MONTH') as bills,
      (select count(*)::int from elder_account where org_id = $1 and owed_fen > 0 and owed_since < current_date) as late,
      (select count(*)::int from elder_account where org_id = $1 and owed_fen > 0 and owed_since >= current_date) as due,
      (select count(*)::int from bill where org_id = $1 and kind = 'FINAL') as final,
      (select count(*)::int from ledger where org_id = $1 and trade_type = 'SALOON') as saloon,
      (select count(*)::int from ledger where org_id = $1 and trade_type = 'GIFT') as gifts,
      (select count(*)::int from ledger where org_id = $1 and doc_no is not null and reversal_of is null) as refunds,
      (select count(*)::int from refund_note where org_id = $1) as notes,
      (select count(*)::int from ledger where org_id = $1 and trade_type = 'GIFT' and gift_id is null) as loose,
      (select count(*)::int from ledger where org_id = $1 and reversal_of is not null) as reversed,
      (select count(*)::int from ledger where org_id = $1 and trade_class = 4) as refunds,
      (select count(*)::int from bill_line where org_id = $1 and source = 'LEAVE') as leaves,
      (select count(*)::int from bill_line where org_id = $1 and source = 'ADJUST') as adjusted,
      (select count(*)::int from receipt where org_id = $1) as receipts,
      (select count(*)::int from ledger where org_id = $1 and at > now()) as tomorrow`)
    expect(facts.months).toBe(14)
    expect(facts.bills).toBeGreaterThan(2000)
    expect(facts.late).toBeGreaterThanOrEqual(8)
    expect(facts.late).toBeLessThanOrEqual(14)
    expect(facts.due).toBe(0)
    expect(facts.final).toBeGreaterThan(2)
    expect(facts.saloon).toBeGreaterThan(20)
    expect(facts.gifts).toBeGreaterThan(20)
    expect(facts.loose).toBe(0)
    expect(facts.refunds).toBeGreaterThan(0)
    expect(facts.notes).toBe(facts.refunds)
    expect(facts.reversed).toBe(1)
    expect(facts.refunds).toBeGreaterThan(10)
    expect(facts.leaves).toBeGreaterThan(10)
    expect(facts.adjusted).toBeGreaterThan(2)
    expect(facts.receipts).toBeGreaterThan(1000)
    expect(facts.tomorrow).toBe(0)
  })

  it('numbers go on where the demo ends', async () => {
    const twice =
      await row(`(select count(*)::int from (select bill_no from bill where org_id = $1 group by 1 having count(*) > 1) x) as bills,
      (select count(*)::int from bill b where org_id = $1 and not exists (select from number_series n where n.org_id = b.org_id
        and n.prefix = 'ZD' and to_char(n.day, 'YYYYMMDD') = substr(b.bill_no, 3, 8) and n.last >= substr(b.bill_no, 11)::int)) as unkept`)
    expect(twice).toEqual({ bills: 0, unkept: 0 })
  })
})
