// What the front desk takes before a check-in: the receipt of booking money is at hand at once, and a deposit counts as
// received only when the whole of it is there.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { giveMoney } from '#server/areas/expense/test/money'
import { dayOf, LIVE, type Resident, type StayHouse, stayHouse } from '#server/areas/live/test/stayHouse'

let house: StayHouse
beforeAll(async () => {
  house = await stayHouse()
})
afterAll(() => house.close())

const PRINT = '/pims/web-pi/cost/receipt/print'
const BED = async () => {
  const beds = await house.ask<{ bedPath: string; free: boolean; status: number }[]>('GET', `${LIVE}/beds/choice`, {
    token: house.token,
  })
  return beds.data.find((bed) => bed.free && bed.status === 0)!.bedPath
}
const deposit = async (one: Resident, query = '') => {
  const all = await house.ask<{ key: string; met: boolean; note: string | null }[]>(
    'GET',
    `${LIVE}/requirements/${one.oldmanId}${query}`,
    { token: house.token },
  )
  const { met, note } = all.data.find((item) => item.key === 'deposit')!
  return { met, note }
}

describe('the deposit', () => {
  it('is there when the whole amount agreed on is', async () => {
    const one = await house.resident('押金老人')
    await giveMoney(house.app.pool, house.orgId, { oldmanId: one.oldmanId, depositFen: 300_000 })
    expect(await deposit(one, '?depositFen=1000000')).toEqual({
      met: false,
      note: '应收 10,000.00 元，已收 3,000.00 元，还差 7,000.00 元',
    })
    expect(await deposit(one, '?depositFen=300000')).toEqual({ met: true, note: '3,000.00 元' })
    const path = await BED()
    await house.setting({ deposit: 'block' })
    expect((await house.checkIn(one, path, { depositFen: 1_000_000 })).desc).toContain('还差 7,000.00 元')
    expect((await house.checkIn(one, path, { depositFen: 300_000 })).data).toMatchObject({ status: 1 })
    await house.setting({ deposit: 'warn' })
  })

  it('counts booking money that the check-in turns into it, and is not asked for where none was agreed', async () => {
    const one = await house.resident('订金老人')
    expect(await deposit(one, '?depositFen=0')).toEqual({ met: true, note: '约定不收押金' })
    await house.reserve(one, await BED(), { bookingFen: 200_000, bookingWay: 2 })
    expect(await deposit(one, '?depositFen=200000')).toEqual({
      met: true,
      note: '2,000.00 元（含订金 2,000.00 元转入）',
    })
    expect((await deposit(one, '?depositFen=200000&bookingTo=BALANCE')).met).toBe(false)
  })
})

describe('the receipt of booking money', () => {
  it('is answered with the reservation, and printed by whoever took the money', async () => {
    const desk = ['live:residence:list', 'live:residence:reserve']
    await house.person({
      userName: 'desk0001',
      empName: '前台甲',
      deptId: house.care,
      dataDeptIds: [house.care],
      codes: desk,
    })
    await house.person({
      userName: 'desk0002',
      empName: '前台乙',
      deptId: house.care,
      dataDeptIds: [house.care],
      codes: desk,
    })
    const [first, second] = await Promise.all([house.signInAs('desk0001'), house.signInAs('desk0002')])
    const one = await house.resident('收据老人')
    const made = await house.move(
      'reserve',
      {
        oldmanId: one.oldmanId,
        bedId: house.bed(await BED()),
        expectCheckIn: dayOf(5),
        expireDate: dayOf(9),
        bookingFen: 150_000,
        bookingWay: 2,
      },
      first.data.token,
    )
    const { receiptId } = made.data as unknown as { receiptId: string }
    expect(receiptId).toEqual(expect.any(String))
    const body = { receiptIds: [receiptId] }
    const paper = await house.ask<{ receipts: { amountFen: number; printedBefore: number }[] }>('POST', PRINT, {
      token: first.data.token,
      body,
    })
    expect(paper.data.receipts).toMatchObject([{ amountFen: 150_000, printedBefore: 0 }])
    expect((await house.ask('POST', PRINT, { token: second.data.token, body })).status).not.toBe(200)
    const archive = await house.ask<{ account: { bookingFen: number } }>(
      'GET',
      `/pims/web-pi/oldmans/proFile?oldmanId=${one.oldmanId}`,
      { token: house.token },
    )
    expect(archive.data.account.bookingFen).toBe(150_000)
  })
})
