// Reports that tell the same fact tell the same number.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { REPORTS, type ReportName } from '#contract/expense/reportKit'
import { changeBehind, lastDay, reportOf } from '#server/areas/expense/test/reporting'
import { DEMO_ORG } from '#server/areas/platform/seed/fixedRows'
import { demoApp, type TestApp } from '#server/kit/test/app'

let app: TestApp
let admin: string

beforeAll(async () => {
  app = await demoApp()
  admin = await app.signIn('zhengkai', 'Yiyuan2026')
}, 120_000)
afterAll(() => app.close())

const rows = async <T>(text: string, values: unknown[] = [DEMO_ORG]) =>
  (await app.app.pool.query(text, values)).rows as T[]
const get = (name: ReportName, query: Record<string, string> = {}) => reportOf(app, admin, name, query)
const behind = (table: string, set: string, where: string, values: unknown[]) =>
  changeBehind(app.app.pool, table, set, where, values)

describe('reports that tell the same fact', () => {
  test.each([0, 1, 2, 7])('tell the same number, %s months ago', async (back) => {
    const [now] = await rows<{ month: string }>(
      `select to_char(current_date - make_interval(months => $2), 'YYYY-MM') as month where $1 <> ''`,
      [DEMO_ORG, back],
    )
    const { month } = now!
    const query = { from: `${month}-01`, to: lastDay(month) }
    const all = Object.fromEntries(
      await Promise.all(REPORTS.map(async (name) => [name, (await get(name, query)).sums] as const)),
    ) as Record<ReportName, Record<string, number>>
    const ofKind = async (kind: string) => (await get('income', { ...query, kind })).sums.netFen
    const bed = await ofKind('BED')
    expect(all.rent.receivableFen, 'rent = income by bed').toBe(bed)
    expect((await get('chargeProject', { ...query, kind: 'BED' })).sums.receivableFen, 'items of beds = rent').toBe(bed)
    expect((await get('chargeProject', { ...query, kind: 'BED' })).sums.paidFen, 'paid on beds').toBe(all.rent.paidFen)
    expect(all.income.netFen, 'income = receivable').toBe(all.receivalbe.receivableFen)
    expect(all.chargeProject.receivableFen, 'items = receivable').toBe(all.receivalbe.receivableFen)
    expect(all.chargeProject.paidFen, 'items paid = bills paid').toBe(all.receivalbe.paidFen)
    expect(all.chargeProject.discountFen, 'discount').toBe(all.receivalbe.discountFen)
    const same = (await get('difference', { ...query, same: 'true' })).sums
    expect(same.thisFen, 'difference = receivable').toBe(all.receivalbe.receivableFen)
    expect(same.paidFen, 'difference paid').toBe(all.receivalbe.paidFen)
    expect(all.collectFees.amountFen, 'collect = payment').toBe(all.payment.amountFen)
    expect(all.collectFees.refundFen, 'collect refund = refund').toBe(all.refund.amountFen)
    expect(all.inDetail.amountFen, 'lines received = month received').toBe(all.monthIn.totalFen)
    expect(all.consumeDetail.amountFen, 'spent = received net').toBe(all.monthIn.netFen)
    const received = (await get('income', { ...query, basis: 'RECEIVED' })).sums
    expect(received.netFen, 'income received = month received').toBe(all.monthIn.netFen)
    expect(all.balance.closingFen! + all.deposit.closingFen!, 'balance + deposit = both').toBe(
      all.balanceDeposit.allFen,
    )
    // What all bills up to the end still ask for is what the ledger says is owed.
    const upTo = (await get('receivalbe', { from: '2000-01', to: '2099-12' })).sums
    const [owed] = await rows<{ fen: number }>(
      'select coalesce(sum(owed_fen), 0)::bigint as fen from elder_account where org_id = $1',
    )
    expect(upTo.unpaidFen, 'unpaid bills = owed on accounts').toBe(owed!.fen)
    expect(all.refundable.unpaidFen, 'refundable = owed on accounts').toBe(owed!.fen)
  })

  test('a fee of a bed without a bed stands in the report of beds too', async () => {
    const [line] = await rows<{ id: string; month: string; bed: string; fen: number }>(
      `select l.line_id as id, l.month, l.bed_id as bed, l.amount_fen - l.discount_fen - l.subsidy_fen as fen from bill_line l
       join bill b using (org_id, bill_id) where l.org_id = $1 and l.category = '1' and b.stage = 'ISSUED' order by l.month desc, 1 limit 1`,
    )
    const query = { from: `${line!.month}-01`, to: lastDay(line!.month) }
    const before = await get('rent', query)
    await behind('bill_line', 'bed_id = null', 'org_id = $1 and line_id = $2', [DEMO_ORG, line!.id])
    try {
      const after = await get('rent', query)
      expect(after.sums.receivableFen).toBe(before.sums.receivableFen)
      expect(after.total).toBe(before.total + 1)
      expect(after.check.agrees).toBe(true)
      const loose = (after.list as unknown as { bedName: string; receivableFen: number }[]).find(
        (row) => row.bedName === '未指定床位',
      )
      expect(loose!.receivableFen).toBe(line!.fen)
    } finally {
      await behind('bill_line', 'bed_id = $3', 'org_id = $1 and line_id = $2', [DEMO_ORG, line!.id, line!.bed])
    }
  })
})
