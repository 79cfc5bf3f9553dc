// The residence, move by move: what each does, and what it refuses.

import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { BedChoiceData, ResidenceRowData, StayEventData } from '#contract/live/residence'
import { pathWords } from '#contract/platform/placeNames'
import { giveMoney } from '#server/areas/expense/test/money'
import { dayOf, LIVE, type Resident, type StayHouse, stayHouse } from '#server/areas/live/test/stayHouse'

let house: StayHouse
let nurse: string
let stranger: string

beforeAll(async () => {
  house = await stayHouse()
  const codes = ['live:residence:list', 'live:residence:reserve', 'live:residence:checkIn', 'live:residence:checkOut']
  await house.person({ userName: 'nurse001', empName: '李晓梅', deptId: house.care, dataDeptIds: [house.care], codes })
  await house.person({ userName: 'stranger1', deptId: house.finance, dataDeptIds: [house.finance], codes })
  nurse = (await house.signInAs('nurse001')).data.token
  stranger = (await house.signInAs('stranger1')).data.token
})
afterAll(() => house.close())

let turn = 0
/** A free bed for each test, as long as there are some. */
const free = async () => {
  const beds = await house.ask<BedChoiceData[]>('GET', `${LIVE}/beds/choice`, { token: house.token })
  const one = beds.data.find((bed) => bed.free && bed.status === 0 && bed.bedPath.startsWith('松鹤楼'))
  if (!one) throw new Error('the house is full')
  return one.bedPath
}
const resident = () => house.resident(`老人${++turn}`)
/** Whoever a test put into a bed leaves it again. */
const leave = async (one: Resident) => {
  await house.sql('delete from bed_mark where org_id = $1', [house.orgId])
  const { status } = await house.detail(one.oldmanId)
  if (status === 1 || status === 4) await house.checkOut(one)
  if (status === 5) await house.move('cancelReserve', { oldmanId: one.oldmanId, reason: '测试', money: 'KEEP' })
  await house.sql('delete from bed_mark where org_id = $1', [house.orgId])
}
const record = async (one: Resident) =>
  (await house.ask<StayEventData[]>('GET', `${LIVE}/record/${one.oldmanId}`, { token: house.token })).data
const logOf = async (one: Resident) =>
  (
    await house.sql<{ method: string; changes: Record<string, unknown> }>(
      'select method, changes from operation_log where org_id = $1 and target_id = $2 order by created_at desc, log_id desc limit 1',
      [house.orgId, one.oldmanId],
    )
  )[0]!

describe('reservation', () => {
  it('keeps a bed, is changed, and ends with a decision about the money', async () => {
    const one = await resident()
    const path = await free()
    const made = await house.reserve(one, path, { bookingFen: 200_000, bookingWay: 2 })
    expect(made.data).toMatchObject({
      status: 5,
      bedPath: path,
      expectCheckIn: dayOf(5),
      reservation: { bookingFen: 200_000, expireDate: dayOf(9), state: 'ACTIVE' },
      can: ['changeReserve', 'cancelReserve', 'trial', 'checkIn'],
    })
    // Kept, but not lived in; and it cannot be taken away.
    const [bed] = await house.sql('select is_used from bed where bed_id = $1', [house.bed(path)])
    expect(bed).toEqual({ is_used: 0 })
    for (const [method, url, body] of [
      ['DELETE', `/ifms/web-org/beds/${house.bed(path)}`, undefined],
      ['PUT', '/ifms/web-org/beds/display', { bedIds: house.bed(path), display: 1 }],
    ] as const) {
      const answer = await house.ask(method, url, { token: house.token, ...(body && { body }) })
      expect([url, answer.desc]).toEqual([url, expect.stringContaining(`${one.name}，已预订`)])
    }
    const other = await free()
    expect(other).not.toBe(path)
    const moved = await house.move('changeReserve', {
      oldmanId: one.oldmanId,
      bedId: house.bed(other),
      expectCheckIn: dayOf(6),
      expireDate: dayOf(8),
      version: made.data.version,
    })
    expect(moved.data).toMatchObject({ bedPath: other, reservation: { bookingFen: 200_000, expectCheckIn: dayOf(6) } })
    expect(await house.move('cancelReserve', { oldmanId: one.oldmanId, reason: '家属改变主意' })).toMatchObject({
      status: 42_200,
      data: { field: 'money' },
      desc: expect.stringContaining('2,000.00 元'),
    })
    const cancel = { oldmanId: one.oldmanId, reason: '家属改变主意', money: 'REFUND' }
    expect((await house.move('cancelReserve', cancel)).data.field).toBe('way')
    const ended = await house.move('cancelReserve', { ...cancel, way: 2 })
    expect(ended.data).toMatchObject({ status: 6, bedPath: null, reservation: null, can: ['reserve', 'waitAgain'] })
    expect((await house.move('waitAgain', { oldmanId: one.oldmanId, reason: '再等等' })).data.status).toBe(3)
    expect((await record(one)).map((event) => event.kind)).toEqual(['waitAgain', 'cancelReserve', 'reserve', 'reserve'])
    expect(await house.faults()).toEqual([])
  })

  it('refuses dates out of order, at their fields', async () => {
    const one = await resident()
    const path = await free()
    for (const [more, field] of [
      [{ reserveDate: dayOf(1) }, 'reserveDate'],
      [{ expectCheckIn: dayOf(-1) }, 'expectCheckIn'],
      [{ expectCheckIn: dayOf(10) }, 'expireDate'],
      [{ expireDate: dayOf(900) }, 'expireDate'],
      [{ saleId: 'nobody' }, 'saleId'],
    ] as const) {
      expect([more, (await house.reserve(one, path, more)).data.field]).toEqual([more, field])
    }
    expect((await house.detail(one.oldmanId)).status).toBe(3)
  })
})

describe('trial', () => {
  it('begins, is extended and becomes the residence', async () => {
    const one = await resident()
    const path = await free()
    await house.reserve(one, path)
    const begun = await house.trial(one, path, { trialStart: dayOf(-3), trialEnd: dayOf(4) })
    expect(begun.data).toMatchObject({
      status: 4,
      kind: 'TRIAL',
      bedPath: path,
      trialEnd: dayOf(4),
      days: 3,
      reservation: null,
      levelName: '自理',
    })
    expect(begun.data.stays[0]!.fees.map((fee) => [fee.name, fee.priceFen])).toEqual([
      ['双人间床位费', 240_000],
      ['护理费（按护理等级）', 60_000],
    ])
    const extend = (trialEnd: string) =>
      house.move('extendTrial', { oldmanId: one.oldmanId, trialEnd, reason: '还想看看' })
    expect((await extend(dayOf(4))).data.field).toBe('trialEnd')
    expect((await extend(dayOf(400))).data.field).toBe('trialEnd')
    expect((await extend(dayOf(12))).data.trialEnd).toBe(dayOf(12))
    const full = house.level('全护理（一级护理）')
    const checkedIn = await house.checkIn(one, path, { levelId: full, checkInDate: dayOf(-1), attention: [1] })
    expect(checkedIn.data).toMatchObject({
      status: 1,
      kind: 'FORMAL',
      startDate: dayOf(-3),
      attention: [1],
      trialEnd: null,
    })
    const [stay] = checkedIn.data.stays
    expect(stay).toMatchObject({ trialStart: dayOf(-3), trialEnd: dayOf(12), formalDate: dayOf(-1), levelId: full })
    // The care costs more from the day of the check-in on.
    expect(
      stay!.fees.filter((fee) => fee.name.startsWith('护理费')).map((fee) => [fee.priceFen, fee.fromDate, fee.toDate]),
    ).toEqual([
      [60_000, dayOf(-3), dayOf(-1)],
      [260_000, dayOf(-1), null],
    ])
    expect((await record(one)).map((event) => event.kind)).toEqual(['convert', 'extendTrial', 'trial', 'reserve'])
    await leave(one)
  })

  it('refuses the future and what is too long', async () => {
    const one = await resident()
    const path = await free()
    expect(await house.trial(one, path, { trialStart: dayOf(1) })).toMatchObject({
      desc: expect.stringContaining('请改用预订'),
      data: { field: 'trialStart' },
    })
    expect((await house.trial(one, path, { trialEnd: dayOf(0) })).data.field).toBe('trialEnd')
    expect((await house.trial(one, path, { trialEnd: dayOf(300) })).data.field).toBe('trialEnd')
    expect((await house.trial(one, path, { levelId: 'none' })).data.field).toBe('levelId')
    expect((await house.trial(one, path, { payerId: 'nobody' })).data.field).toBe('payerId')
  })
})

describe('check-in', () => {
  it('asks for what is missing: warnings are accepted, blocks are not', async () => {
    const one = await resident()
    const path = await free()
    const missing = await house.ask<{ key: string; level: string; met: boolean; note: string }[]>(
      'GET',
      `${LIVE}/requirements/${one.oldmanId}`,
      { token: house.token },
    )
    expect(missing.data.map((item) => [item.key, item.level, item.met])).toEqual([
      ['assessment', 'warn', false],
      ['contract', 'warn', false],
      ['healthReport', 'warn', false],
      ['riskNotice', 'warn', false],
      ['deposit', 'warn', false],
      ['firstBill', 'off', false],
    ])
    expect(await house.checkIn(one, path, { accepted: ['assessment'] })).toMatchObject({
      status: 42_200,
      data: { field: 'accepted' },
      desc: expect.stringContaining('已签入住合同'),
    })
    await house.setting({ deposit: 'block' })
    expect((await house.checkIn(one, path)).desc).toContain('必须先满足：已收押金')
    await giveMoney(house.app.pool, house.orgId, { oldmanId: one.oldmanId, depositFen: 1_000_000 })
    const done = await house.checkIn(one, path)
    expect(done.data).toMatchObject({ status: 1, bedPath: path })
    expect((await record(one))[0]!.content).toContain('已确认尚缺：已完成能力评估')
    await house.setting({ deposit: 'warn' })
    await leave(one)
  })

  it('writes the whole stay: fees, people, department, log', async () => {
    const one = await house.resident('周桂英', { dept: null })
    const path = await free()
    const [care] = await house.sql<{ id: string }>(
      `select project_child_id as id from fee_child where org_id = $1 and name = '普通餐费'`,
      [house.orgId],
    )
    const done = await house.checkIn(one, path, {
      fees: [{ projectChildId: care!.id, priceFen: 88_800, quantity: 1.5 }],
      payDay: 5,
      contractNo: 'HT-1',
      depositFen: 800_000,
      custody: true,
    })
    expect(done.data).toMatchObject({ deptId: house.care, days: 0, contactName: '王强' })
    expect(done.data.stays[0]).toMatchObject({
      payDay: 5,
      contractNo: 'HT-1',
      depositFen: 800_000,
      payerName: '王强',
      custody: true,
      fees: [{ name: '普通餐费', priceFen: 88_800, quantity: 1.5, cycleName: '按月' }],
    })
    expect(await logOf(one)).toMatchObject({
      method: '办理入住',
      changes: { 入住状态: ['待入住', '入住中'], 床位: [null, pathWords(path)] },
    })
    const cost = await house.ask<{ monthFen: number }[]>('GET', `/pims/web-pi/oldmans/costProject/${one.oldmanId}`, {
      token: house.token,
    })
    expect(cost.data[0]!.monthFen).toBe(133_200)
    const edited = await house.ask<{ stays: { payDay: number }[] }>('PUT', '/pims/web-pi/oldmans/proFile/live', {
      token: house.token,
      body: { oldmanId: one.oldmanId, payDay: 10, version: 1 },
    })
    expect(edited.data.stays[0]!.payDay).toBe(10)
    const stale = { oldmanId: one.oldmanId, payDay: 11, version: 1 }
    expect(
      await house.ask('PUT', '/pims/web-pi/oldmans/proFile/live', { token: house.token, body: stale }),
    ).toMatchObject({
      status: 40_902,
      desc: expect.stringContaining('manager01'),
    })
    await leave(one)
  })

  it('names who has the bed, why it cannot be had, and both states', async () => {
    const one = await resident()
    const two = await resident()
    const path = await free()
    await house.checkIn(one, path)
    expect(await house.checkIn(two, path)).toMatchObject({
      status: 42_200,
      desc: `${pathWords(path)} 已由${one.name}（入住中）使用`,
      data: { field: 'bedId' },
    })
    expect(await house.checkIn(one, await free())).toMatchObject({
      status: 40_901,
      desc: '当前状态为“入住中”，不能办理入住（转为“入住中”）',
    })
    const broken = await free()
    await house.sql(`insert into bed_mark (org_id, bed_id, mark, reason, until) values ($1, $2, 6, '床体损坏', $3)`, [
      house.orgId,
      house.bed(broken),
      dayOf(7),
    ])
    expect(await house.checkIn(two, broken)).toMatchObject({
      desc: `${pathWords(broken)} 维修停用（床体损坏），预计 ${dayOf(7)} 恢复，不能安排`,
    })
    // One to be cleaned is given out; the mark goes, and the timeline says so.
    await house.sql('update bed_mark set mark = 7, until = null where org_id = $1', [house.orgId])
    expect((await house.checkIn(two, broken)).status).toBe(200)
    expect((await record(two))[0]!.content).toContain('床位原为待清洁')
    expect(await house.sql('select 1 from bed_mark where org_id = $1', [house.orgId])).toEqual([])
    await leave(one)
    await leave(two)
  })

  it('refuses days before the last stay ended and a room that is not free as a whole', async () => {
    const one = await resident()
    const two = await resident()
    await house.checkIn(one, '松鹤楼>1层>104>01', { checkInDate: dayOf(-9) })
    expect(await house.checkIn(two, '松鹤楼>1层>104>02', { wholeRoom: true })).toMatchObject({
      data: { field: 'wholeRoom' },
      desc: expect.stringContaining(one.name),
    })
    await house.checkOut(one, { checkOutDate: dayOf(-4) })
    // Who was there on those days is named, also to somebody entered afterwards.
    expect((await house.checkIn(two, '松鹤楼>1层>104>01', { checkInDate: dayOf(-6) })).desc).toContain(
      `在 ${dayOf(-9)} 至 ${dayOf(-4)} 由${one.name}使用`,
    )
    await house.sql('update settlement set state = $2 where org_id = $1', [house.orgId, 'CONFIRMED'])
    await house.move('readmit', { oldmanId: one.oldmanId, reason: '回来' })
    expect(await house.checkIn(one, '松鹤楼>1层>104>02', { checkInDate: dayOf(-5) })).toMatchObject({
      data: { field: 'checkInDate' },
      desc: expect.stringContaining('上次退住日期'),
    })
    const whole = await house.checkIn(one, '松鹤楼>1层>104>02', { checkInDate: dayOf(-4), wholeRoom: true })
    expect(whole.data).toMatchObject({ wholeRoom: true, totalDays: 9, days: 4 })
    expect((await house.checkIn(two, '松鹤楼>1层>104>01')).desc).toContain(`已由${one.name}（入住中）包房占用`)
    expect(await house.faults()).toEqual([])
    await leave(one)
  })
})

describe('scope and permission', () => {
  it('hides residents and beds of other departments, and what one may not do', async () => {
    const one = await resident()
    const path = await free()
    expect(await house.move('reserve', { oldmanId: one.oldmanId }, stranger)).toMatchObject({ status: 42_200 })
    for (const answer of [
      await house.ask('GET', `${LIVE}/${one.oldmanId}`, { token: stranger }),
      await house.ask('GET', `${LIVE}/record/${one.oldmanId}`, { token: stranger }),
      await house.checkIn(one, path, {}, stranger),
      await house.ask('PUT', `${LIVE}/status/6`, { token: stranger, body: { oldmanId: one.oldmanId, reason: 'x' } }),
    ]) {
      expect(answer).toMatchObject({ status: 40_400 })
    }
    const listed = await house.ask<{ list: ResidenceRowData[] }>('GET', LIVE, {
      token: stranger,
      query: { size: '999999' },
    })
    expect(listed.data.list.some((row) => row.oldmanId === one.oldmanId)).toBe(false)
    // Her own resident, a bed of another department.
    expect(await house.checkIn(one, '长青楼>1层>101>01', {}, nurse)).toMatchObject({
      status: 40_400,
      desc: expect.stringContaining('床位'),
    })
    const detail = await house.detail(one.oldmanId, nurse)
    expect(detail.can).toEqual(['reserve', 'trial', 'checkIn'])
    expect(await house.move('adjustBed', { oldmanId: one.oldmanId }, nurse)).toMatchObject({ status: 401 })
    const beds = await house.ask<BedChoiceData[]>('GET', `${LIVE}/beds/choice`, { token: nurse })
    expect(beds.data.every((bed) => bed.bedPath.startsWith('松鹤楼'))).toBe(true)
  })

  it('the status call takes the move of that status, with its body and its permission', async () => {
    const one = await resident()
    const path = await free()
    const status = (to: string, body: object, token = house.token) =>
      house.ask<{ field?: string; status: number }>('PUT', `${LIVE}/status/${to}`, { token, body })
    const input = { oldmanId: one.oldmanId, bedId: house.bed(path), expectCheckIn: dayOf(2), expireDate: dayOf(3) }
    expect((await status('5', { ...input, expireDate: '明天' })).data.field).toBe('expireDate')
    expect((await status('5', input)).data.status).toBe(5)
    expect((await status('7', input)).status).toBe(42_200)
    expect((await status('2', { oldmanId: one.oldmanId, checkOutDate: dayOf(0), checkoutReason: '3' })).desc).toBe(
      '当前状态为“已预订”，不能办理退住（转为“已退住”）',
    )
    // As clients of the platform send it: a form.
    const cancelled = await house.ask<{ status: number }>('PUT', `${LIVE}/status/6`, {
      token: nurse,
      form: { oldmanId: one.oldmanId, reason: '不来了', money: '' },
    })
    expect(cancelled.data.status).toBe(6)
    expect((await status('3', { oldmanId: one.oldmanId, reason: '再等' })).data.status).toBe(3)
  })
})
