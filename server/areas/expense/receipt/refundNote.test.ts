// Every refund has its paper: written with the entries, counted when printed, seen only within the caller's departments.
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { RefundNoteData, RefundPrintData } from '#contract/expense/refundNote'
import { type Desk, openDesk } from '#server/areas/expense/test/accountDesk'
import { rowNote } from '#server/areas/expense/test/accountRows'
import { reportOf } from '#server/areas/expense/test/reporting'

let desk: Desk
beforeAll(async () => {
  desk = await openDesk()
})
afterAll(() => desk.app.close())
beforeEach(() => desk.wipe())

const notes = async (oldmanId = desk.resident.id) =>
  (
    await desk.app.ask<{ list: RefundNoteData[] }>('GET', '/pims/web-pi/cost/refundNote', {
      token: desk.tokens.clerk,
      query: { oldmanId, size: '50' },
    })
  ).data.list
const print = (refundIds: readonly string[], token = desk.tokens.clerk) =>
  desk.ask<RefundPrintData>('POST', 'refundNote/print', { refundIds }, { token })

test('a refund of the deposit: number, reason, amount, way and payee stand on it; the second print says so', async () => {
  await desk.give({ depositFen: 300_000 })
  const body = {
    oldmanId: desk.resident.id,
    from: 'DEPOSIT',
    amountFen: 300_000,
    way: 8,
    payee: '李建国 6222',
    reason: '退住',
  }
  const done = await desk.ask<{ refundId: string; refundNo: string }>('POST', 'refund', body)
  expect(done.data.refundNo).toMatch(/^TK\d{12}$/)
  expect(await notes()).toMatchObject([
    {
      refundNo: done.data.refundNo,
      amountFen: 300_000,
      payee: '李建国 6222',
      reason: '退住',
      userName: '刘敏',
      ways: [{ name: '转账', amountFen: 300_000 }],
      printedTimes: 0,
      state: 'NORMAL',
    },
  ])
  expect((await print([done.data.refundId])).data.notes[0]).toMatchObject({ printedBefore: 0 })
  expect((await print([done.data.refundId])).data.notes[0]).toMatchObject({ printedBefore: 1 })
})

test('the report says who got it, also of a refund that was taken back; words of a reason are not a payee', async () => {
  await desk.give({ balanceFen: 90_000 })
  const refund = async (more: object) =>
    (
      await desk.ask<{ tradeId: string }>('POST', 'refund', {
        oldmanId: desk.resident.id,
        from: 'BALANCE',
        way: 2,
        reason: '退',
        ...more,
      })
    ).data.tradeId
  const given = await refund({ amountFen: 20_000, payee: '李建国，收款人 6222' })
  await refund({ amountFen: 10_000, reason: '收款人 不详' })
  const admin = { token: desk.tokens.admin }
  expect((await desk.ask('DELETE', `statement/${given}`, { reason: '退错人' }, admin)).status).toBe(200)
  const { list } = await reportOf(desk.app, desk.tokens.admin, 'refund', { oldmanId: desk.resident.id })
  const rows = list as unknown as { amountFen: number; account: string | null }[]
  expect(rows.map((row) => [row.amountFen, row.account]).sort()).toEqual([
    [-20_000, '李建国，收款人 6222'],
    [10_000, null],
    [20_000, '李建国，收款人 6222'],
  ])
})

test('a payment that goes back to its payer has one, too', async () => {
  await desk.give({ owedFen: 50_000 })
  const [billId] = await desk.bills()
  await desk.pay({ kind: 'BILL', billIds: [billId], payments: [desk.cash(50_000)] })
  const back = await desk.ask('PUT', `payBack/antiSettle/${billId}`, { reason: '收错了', outside: 'REFUND' })
  expect(back.status).toBe(200)
  expect(await notes()).toMatchObject([{ amountFen: 50_000, reason: '收错了', ways: [{ name: '现金' }] }])
})

test('papers of other departments do not exist', async () => {
  const foreign = await rowNote(desk.app, '财务部')
  expect((await print([foreign])).status).toBe(40400)
  expect(await notes(foreign)).toEqual([])
})
