// Scanned payments over HTTP, with the sandbox as provider: booked exactly once, whoever hears of it first.

import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { PayOrderData } from '#contract/expense/scanPay'
import { dayText } from '#contract/kit/clock'
import { type BillDesk, lineOf, openBillDesk } from '#server/areas/expense/test/billDesk'
import { DEMO_ORG } from '#server/areas/platform/seed/fixedRows'
import { newId } from '#server/kit/ids'
import { closeExpired } from './scanPay.ts'
import { payInSandbox, sandbox, signedNotice } from './scanSandbox.ts'

const today = () => dayText()

let desk: BillDesk
let billId: string

beforeAll(async () => {
  desk = await openBillDesk()
})
afterAll(() => desk.app.close())
beforeEach(async () => {
  await desk.wipe()
  await desk.rows('delete from sandbox_payment where org_id = $1')
  billId = await desk.draft([lineOf(300_000)])
  await desk.issue([billId])
})

const ask = <T = PayOrderData>(method: 'GET' | 'POST' | 'PUT', path: string, body?: object, more: object = {}) =>
  desk.app.ask<T>(method, `/yhpay/${path}`, { token: desk.tokens.clerk, ...(body && { body }), ...more })
const wish = (more: object = {}) => ({
  kind: 'BILL',
  oldmanId: desk.resident.id,
  billIds: [billId],
  amountFen: 300_000,
  way: 10,
  payer: '李建国（儿子）',
  ...more,
})
const create = async (more: object = {}) => (await ask('POST', 'pay/createPay', wish(more))).data
const poll = async (payId: string) => (await ask('GET', `pay/payorder/${payId}`)).data
const codeOf = (order: PayOrderData) => order.codeUrl!.split('=')[1]!
const press = (order: PayOrderData, act = 'PAY') =>
  desk.app.ask<{ state: string }>('POST', '/yhpay/payer/pay', { body: { code: codeOf(order), act } })
const notify = (body: object, provider = 'sandbox') => desk.app.ask('POST', `/yhpay/notify/${provider}`, { body })
const entries = () =>
  desk.rows<{ pay: string | null; type: string; cash: number; user: string }>(
    `select pay_id as pay, trade_type as type, cash_fen::int as cash, user_name as user from ledger
     where org_id = $1 and cash_fen <> 0 order by seq`,
  )

describe('a code that the payer scans', () => {
  test('is paid on the payer’s page and books itself, in the clerk’s name and with a receipt', async () => {
    const order = await create()
    expect(order).toMatchObject({ state: 'WAITING', amountFen: 300_000, sandbox: true, receiptNo: null })
    expect(order.secondsLeft).toBeGreaterThan(250)
    const shown = await desk.app.ask('GET', `/yhpay/payer/order?code=${codeOf(order)}`)
    expect(shown.data).toMatchObject({
      amountFen: 300_000,
      resident: `${desk.resident.name[0]}**`,
      state: 'WAITING',
      bill: false,
    })
    expect(await press(order)).toMatchObject({ status: 200, data: { state: 'PAID' } })
    expect(await poll(order.payId)).toMatchObject({
      state: 'PAID',
      receiptNo: expect.stringMatching(/^SJ/),
      codeUrl: null,
    })
    expect(await entries()).toEqual([{ pay: order.payId, type: 'PAY_BILL', cash: 300_000, user: '刘敏' }])
    expect(await desk.holds()).toEqual([0, 0, 0, 0])
    expect(await press(order)).toMatchObject({ status: 40901 })
  })

  test('a charge that is paid at once by scanning is written with its money, as what it is', async () => {
    const charge = { kind: 'MEDICAL', name: '血常规', medicalKind: '检查', priceFen: 4_500, day: today() }
    const asked = { kind: 'CHARGE', billIds: null, amountFen: 4_500, charge }
    const charges = () =>
      desk.rows<{ state: string; bill: string | null }>(
        `select c.state, b.state as bill from charge c left join bill b on b.org_id = c.org_id and b.bill_id = c.bill_id
         where c.org_id = $1 and c.name = '血常规'`,
      )
    // What cannot be charged shows no code.
    expect(await ask('POST', 'pay/createPay', wish({ ...asked, charge: null }))).toMatchObject({ status: 42200 })
    expect((await ask('POST', 'pay/createPay', wish({ ...asked, amountFen: 4_400 }))).desc).toContain('应收 45.00 元')
    const wrong = wish({ ...asked, charge: { ...charge, medicalKind: null } })
    expect(await ask('POST', 'pay/createPay', wrong)).toMatchObject({ status: 42200, data: { field: 'medicalKind' } })
    const order = await create(asked)
    expect(await charges()).toEqual([])
    const shown = await desk.app.ask('GET', `/yhpay/payer/order?code=${codeOf(order)}`)
    expect(shown.data).toMatchObject({ title: '院内消费', amountFen: 4_500 })
    await press(order)
    expect(await poll(order.payId)).toMatchObject({ state: 'PAID', kind: 'CHARGE', receiptNo: expect.any(String) })
    expect(await entries()).toEqual([{ pay: order.payId, type: 'PAY_MEDICAL', cash: 4_500, user: '刘敏' }])
    expect(await charges()).toEqual([{ state: 'BILLED', bill: 'PAID' }])
    // A payer who leaves leaves nothing behind.
    const left = await create(asked)
    await press(left, 'CANCEL')
    expect(await charges()).toHaveLength(1)
    // Without a code it is not paid by a scanned way.
    const { day, ...what } = charge
    const direct = { ...what, day, oldmanId: desk.resident.id, payments: [{ way: 10, amountFen: 4_500 }] }
    const refused = await desk.app.ask('POST', '/pims/web-pi/cost/charge/pay', {
      token: desk.tokens.clerk,
      body: direct,
    })
    expect(refused.desc).toContain('要先扫码')
  })

  test('an item that may no longer be charged when the money comes leaves it on the balance', async () => {
    const [child] = await desk.rows<{ id: string; name: string }>(
      `select c.project_child_id as id, c.name from fee_child c join fee_project p on p.org_id = c.org_id and p.project_id = c.project_id
       where c.org_id = $1 and c.cycle = 'TIMES' and c.enabled and p.category not in ('5', '18') limit 1`,
    )
    const charge = { kind: 'ONCE', projectChildId: child!.id, priceFen: 2_000, day: today() }
    const order = await create({ kind: 'CHARGE', billIds: null, amountFen: 2_000, charge })
    await desk.rows(`update fee_child set enabled = false where org_id = $1 and project_child_id = '${child!.id}'`)
    await press(order)
    await desk.rows(`update fee_child set enabled = true where org_id = $1 and project_child_id = '${child!.id}'`)
    expect(await poll(order.payId)).toMatchObject({ state: 'PAID', note: expect.stringContaining('款项存入余额') })
    expect(await entries()).toEqual([{ pay: order.payId, type: 'PRESTORE', cash: 2_000, user: '刘敏' }])
  })

  test('told of ten times at once while the desk asks and the clock looks, it is booked once', async () => {
    const order = await create()
    const notice = (await payInSandbox(desk.app.app, DEMO_ORG, order.payId, 'PAID'))!
    await desk.rows(`update pay_order set expires_at = now() where org_id = $1`)
    const answers = await Promise.all([
      ...Array.from({ length: 10 }, () => notify(notice)),
      ...Array.from({ length: 5 }, () => ask('GET', `pay/payorder/${order.payId}`)),
      closeExpired(desk.app.app).then(() => ({ status: 200 })),
    ])
    expect(answers.map((one) => one.status)).toEqual(answers.map(() => 200))
    expect(await entries()).toHaveLength(1)
    expect(await desk.rows('select count(*)::int as n from receipt where org_id = $1')).toEqual([{ n: 1 }])
    expect(await notify(notice)).toMatchObject({ status: 200 })
    expect(await entries()).toHaveLength(1)
  })

  test('pays several bills with one entry that carries its number, and void gives it back', async () => {
    const second = await desk.draft([lineOf(100_000)], { month: '2026-10' })
    await desk.issue([second])
    const order = await create({ billIds: [billId, second], amountFen: 350_000 })
    await press(order)
    expect((await entries()).map((one) => [one.pay, one.cash])).toEqual([
      [order.payId, 100_000],
      [null, 250_000],
    ])
    const { receiptId } = await poll(order.payId)
    const gone = await desk.ask<{ scannedFen: number }>('PUT', 'receipt/void', { receiptId, reason: '付款人更换账户' })
    expect(gone).toMatchObject({ status: 200, data: { scannedFen: 350_000 } })
    expect(await poll(order.payId)).toMatchObject({ state: 'REFUNDED' })
    expect(await desk.holds()).toEqual([0, 0, 0, 400_000])
  })

  test('settled again for one of two bills goes back in part and the order stays paid', async () => {
    const second = await desk.draft([lineOf(100_000)], { month: '2026-10' })
    await desk.issue([second])
    const order = await create({ billIds: [billId, second], amountFen: 400_000 })
    await press(order)
    const anti = await desk.ask('PUT', `payBack/antiSettle/${second}`, { reason: '缴错', outside: 'REFUND' })
    expect(anti).toMatchObject({ status: 200, data: { refundFen: 100_000 } })
    expect(await poll(order.payId)).toMatchObject({ state: 'PAID' })
    await desk.ask('PUT', `payBack/antiSettle/${billId}`, { reason: '缴错', outside: 'REFUND' })
    expect(await poll(order.payId)).toMatchObject({ state: 'REFUNDED' })
  })

  test('money that comes when the bill is already paid goes to the balance and says so', async () => {
    const order = await create()
    await desk.pay({ kind: 'BILL', billIds: [billId], payments: [desk.cash(250_000)] })
    await press(order)
    expect(await poll(order.payId)).toMatchObject({ state: 'PAID', note: expect.stringContaining('存入余额') })
    expect(await desk.holds()).toEqual([250_000, 0, 0, 0])
    const other = await desk.draft([lineOf(1_000)], { month: '2026-10' })
    await desk.issue([other])
    const late = await create({ billIds: [other], amountFen: 1_000 })
    await desk.pay({ kind: 'BILL', billIds: [other], payments: [desk.cash(1_000)] })
    await press(late)
    expect(await poll(late.payId)).toMatchObject({ state: 'PAID', note: expect.stringContaining('存入余额') })
    expect(await desk.holds()).toEqual([251_000, 0, 0, 0])
  })

  test('prestores with its gift and takes a deposit', async () => {
    const ruleId = await desk.rule()
    await press(await create({ kind: 'PRESTORE', billIds: null, amountFen: 1_000_000, ruleId }))
    await press(await create({ kind: 'DEPOSIT', billIds: null, amountFen: 500_000, way: 12 }))
    expect(await desk.holds()).toEqual([1_000_000, 50_000, 500_000, 300_000])
  })

  test('expires: the clock closes it, nobody can pay any more; a lost notification is found before', async () => {
    const left = await create()
    const paid = await create({ amountFen: 100 })
    await payInSandbox(desk.app.app, DEMO_ORG, paid.payId, 'PAID')
    await desk.rows("update pay_order set expires_at = now() - interval '1 second' where org_id = $1")
    expect(await press(left)).toMatchObject({ status: 40901 })
    expect(await closeExpired(desk.app.app)).toBe(2)
    expect(await poll(left.payId)).toMatchObject({ state: 'CLOSED', failure: expect.stringContaining('超时') })
    expect(await poll(paid.payId)).toMatchObject({ state: 'PAID' })
    expect((await entries()).map((one) => one.pay)).toEqual([paid.payId])
  })

  test('closed at the desk; the payer who was quicker is booked', async () => {
    const order = await create()
    expect((await ask('PUT', 'pay/closePay', { payId: order.payId })).data).toMatchObject({ state: 'CLOSED' })
    const quick = await create({ amountFen: 200 })
    await payInSandbox(desk.app.app, DEMO_ORG, quick.payId, 'PAID')
    expect((await ask('PUT', 'pay/closePay', { payId: quick.payId })).data).toMatchObject({ state: 'PAID' })
    const cancelled = await create({ amountFen: 300 })
    await press(cancelled, 'CANCEL')
    expect(await poll(cancelled.payId)).toMatchObject({ state: 'FAILED' })
  })

  test('a success for a closed order is not booked but given back', async () => {
    const order = await create()
    await ask('PUT', 'pay/closePay', { payId: order.payId })
    const forged = await signedNotice(desk.app.app, {
      orgId: DEMO_ORG,
      payId: order.payId,
      state: 'PAID',
      amountFen: 300_000,
    })
    expect(await notify(forged)).toMatchObject({ status: 200 })
    expect(await entries()).toEqual([])
    expect(await poll(order.payId)).toMatchObject({ state: 'CLOSED', failure: expect.stringContaining('退回') })
  })
})

describe('what comes from outside', () => {
  test('must be signed, know its order and name the right amount', async () => {
    const order = await create()
    const { app } = desk.app
    const right = { orgId: DEMO_ORG, payId: order.payId, state: 'PAID', amountFen: 300_000, providerNo: 'x' }
    expect(await notify({ ...right, sign: 'f'.repeat(64) })).toMatchObject({ status: 42200 })
    expect(await notify(right)).toMatchObject({ status: 42200 })
    expect(await notify({})).toMatchObject({ status: 42200 })
    const signed = await signedNotice(app, right)
    expect(await notify({ ...signed, amountFen: 1 })).toMatchObject({ status: 42200 })
    expect(await notify(signed, 'toString')).toMatchObject({ status: 40400 })
    expect(await notify(signed, 'elsewhere')).toMatchObject({ status: 40400 })
    expect(await notify(await signedNotice(app, { ...right, payId: newId() }))).toMatchObject({ status: 40400 })
    expect(await entries()).toEqual([])
    // One fen less than the order: nothing is booked, and the desk reads why.
    expect(await notify(await signedNotice(app, { ...right, amountFen: 299_999 }))).toMatchObject({ status: 200 })
    expect(await entries()).toEqual([])
    expect(await poll(order.payId)).toMatchObject({ state: 'FAILED', failure: expect.stringContaining('不符') })
  })

  test('codes cannot be made up', async () => {
    const order = await create()
    const code = codeOf(order)
    for (const wrong of [`${code.slice(0, -1)}x`, code.replace(DEMO_ORG, 'f'.repeat(32)), 'x', `${code}.1`]) {
      expect((await desk.app.ask('GET', `/yhpay/payer/order?code=${wrong}`)).status).toBe(40400)
      expect((await desk.app.ask('POST', '/yhpay/payer/pay', { body: { code: wrong, act: 'PAY' } })).status).toBe(40400)
    }
  })

  test('the code on a printed bill makes an order over what is open, the same one again', async () => {
    const printed = await desk.ask<{ sheets: { payPath: string }[] }>('POST', 'payBack/print', {
      tradeMonthIds: [billId],
    })
    const code = printed.data.sheets[0]!.payPath.split('=')[1]!
    const shown = await desk.app.ask('GET', `/yhpay/payer/order?code=${code}`)
    expect(shown.data).toMatchObject({ bill: true, amountFen: 300_000 })
    const go = () => desk.app.ask<{ codeUrl: string }>('POST', '/yhpay/payer/bill', { body: { code, way: 10 } })
    const first = (await go()).data.codeUrl
    expect((await go()).data.codeUrl).toBe(first)
    const paid = await desk.app.ask('POST', '/yhpay/payer/pay', { body: { code: first.split('=')[1], act: 'PAY' } })
    expect(paid).toMatchObject({ status: 200, data: { state: 'PAID' } })
    expect(await desk.holds()).toEqual([0, 0, 0, 0])
    expect(await entries()).toMatchObject([{ user: '扫码自助', cash: 300_000 }])
    expect(await go()).toMatchObject({ status: 40901 })
  })
})

describe('a code of the payer that we scan', () => {
  const micro = (authCode: string, more: object = {}) =>
    ask('POST', 'pay/microPay', wish({ way: 11, authCode, ...more }))

  test('is charged at once', async () => {
    expect((await micro('134567890123456789')).data).toMatchObject({
      state: 'PAID',
      receiptNo: expect.stringMatching(/^SJ/),
    })
    expect(await desk.holds()).toEqual([0, 0, 0, 0])
  })

  test('may need the payer to confirm, be empty, or be of the other kind', async () => {
    expect((await micro('134567890123451111')).data).toMatchObject({
      state: 'FAILED',
      failure: expect.stringContaining('余额不足'),
    })
    expect((await micro('284567890123456789')).data).toMatchObject({ state: 'FAILED' })
    const asking = (await micro('134567890123450000')).data
    expect(asking.state).toBe('PAYING')
    expect(await entries()).toEqual([])
    await payInSandbox(desk.app.app, DEMO_ORG, asking.payId, 'PAID')
    expect(await poll(asking.payId)).toMatchObject({ state: 'PAID' })
    expect(await entries()).toHaveLength(1)
    expect(await micro('abc')).toMatchObject({ status: 42200 })
  })

  test('the same request number charges once', async () => {
    const headers = { 'x-request-no': newId() }
    const body = wish({ way: 11, authCode: '134567890123456789', amountFen: 1_000 })
    const answers = await Promise.all([1, 2, 3].map(() => ask('POST', 'pay/microPay', body, { headers })))
    expect(new Set(answers.map((one) => one.data.payId)).size).toBe(1)
    expect(await entries()).toHaveLength(1)
  })
})

test.each([
  ['more than the bills ask for', { amountFen: 300_001 }, 42200, 'amountFen'],
  ['nothing', { amountFen: 0 }, 42200, 'amountFen'],
  ['half a fen', { amountFen: 1.5 }, 42200, 'amountFen'],
  ['no bills', { billIds: [] }, 42200, 'billIds'],
  ['cash as a way', { way: 2 }, 42200, 'way'],
  ['the other kind of scan', { way: 11 }, 42200, 'way'],
  ['an unknown bill', { billIds: ['f'.repeat(32)] }, 40400, undefined],
  ['an unknown resident', { oldmanId: 'f'.repeat(32) }, 40400, undefined],
] as const)('an order over %s is refused', async (_, change, status, field) => {
  const answer = await ask<{ field?: string }>('POST', 'pay/createPay', wish(change))
  expect(answer.status).toBe(status)
  if (field) expect(answer.data?.field).toBe(field)
  expect(await desk.rows('select count(*)::int as n from pay_order where org_id = $1')).toEqual([{ n: 0 }])
})

test('the sandbox gives a refund once for one number, and never more than was paid', async () => {
  const order = await create()
  await press(order)
  const { app } = desk.app
  const of = { orgId: DEMO_ORG, payId: order.payId }
  await sandbox.refund(app, of, { amountFen: 200_000, refundNo: 'a' })
  await sandbox.refund(app, of, { amountFen: 200_000, refundNo: 'a' })
  await expect(sandbox.refund(app, of, { amountFen: 200_000, refundNo: 'b' })).rejects.toThrow('nothing to refund')
  await sandbox.refund(app, of, { amountFen: 100_000, refundNo: 'b' })
})
