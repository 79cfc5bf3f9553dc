// The presses of a round: the second person, the last tablet, what is refused, taken back, missed and recorded late, and a
// setting that ends while the round is open.
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { mayBecome } from '#contract/drug/takeMoves'
import { DrugTakeState } from '#contract/drug/useWords'
import { timeText } from '#contract/kit/clock'
import { bedCode, elderCode } from '#contract/nursing/careCode'
import { type RoundHouse, roundHouse, USE } from '#server/areas/drug/test/roundHouse'
import type { Resident } from '#server/areas/live/test/stayHouse'
import { markMissedTakes } from './takeNight.ts'

let house: RoundHouse
let elder: Resident
let other: Resident
let plain: string
let insulin: string
const MINUTE = 60_000

beforeAll(async () => {
  house = await roundHouse()
  const beds = [...house.beds.keys()].filter((path) => path.startsWith('松鹤楼'))
  elder = await house.elder('王秀兰', beds[0]!)
  other = await house.elder('李桂芳', beds[1]!)
  plain = await house.drug('氨氯地平片')
  insulin = await house.drug('甘精胰岛素', { high_alert: 'INSULIN' })
})
afterAll(() => house.close())
beforeEach(async () => {
  await house.sql('delete from drug_use where org_id = $1', [house.orgId])
  await house.sql('delete from outing where org_id = $1', [house.orgId])
})

/** A take of a drug of which so much lies here, its time so many minutes ago. */
async function take(minutesAgo = 0, { quantity = 10, drugId = plain, of = elder } = {}) {
  const use = await house.use(of.oldmanId, drugId, { clocks: ['03:33'], confirmed: null })
  if (quantity > 0) await house.stock(of.oldmanId, drugId, quantity)
  return { useId: use.useId, takeId: await house.take(use.useId, minutesAgo) }
}
const check = (takeId: string, nurse: 'zhou' | 'wang' = 'wang', more: object = {}) =>
  house.press('check', { takeIds: [takeId], scanned: elderCode(elder.oldmanId), allRight: true, ...more }, nurse)

describe('set out, checked and given', () => {
  it('takes from the stock when it is set out, once, and names who was first', async () => {
    const { takeId } = await take()
    const before = await house.left(elder.oldmanId, plain)
    expect((await house.press('setOut', { takeIds: [takeId] })).data.takes[0]!.state).toBe('SET_OUT')
    expect(await house.left(elder.oldmanId, plain)).toBe(before - 1)
    const again = await house.press('setOut', { takeIds: [takeId] }, 'wang')
    expect([again.status, again.desc]).toEqual([40901, expect.stringContaining('周岚已摆')])
    await check(takeId)
    expect((await house.press('add', { takeIds: [takeId], result: 'given' })).data.takes[0]!.state).toBe('GIVEN')
    const twice = await house.press('add', { takeIds: [takeId], result: 'given' }, 'lu')
    expect([twice.status, twice.desc]).toEqual([40901, expect.stringContaining('周岚')])
    expect(await house.left(elder.oldmanId, plain)).toBe(before - 1)
  })

  it('answers the same press twice with its first answer', async () => {
    const { takeId } = await take()
    const before = await house.left(elder.oldmanId, plain)
    const press = () => house.press('setOut', { takeIds: [takeId] }, 'zhou', { 'x-request-no': `set-${takeId}` })
    const answers = await Promise.all([press(), press()])
    expect(answers.map((one) => one.status)).toEqual([200, 200])
    expect(await house.left(elder.oldmanId, plain)).toBe(before - 1)
  })

  it('is checked by somebody else, at the bed of this very elder, with all five compared', async () => {
    const { takeId } = await take()
    await house.press('setOut', { takeIds: [takeId] })
    const own = await check(takeId, 'zhou')
    expect([own.status, own.desc]).toEqual([42200, '这些药是您自己摆的，需要另一位护士核对'])
    const wrong = await check(takeId, 'wang', { scanned: elderCode(other.oldmanId) })
    expect([wrong.status, wrong.data.field]).toEqual([42200, 'scanned'])
    expect((await check(takeId, 'wang', { allRight: false })).data.field).toBe('allRight')
    const bed = house.bed([...house.beds.keys()].filter((path) => path.startsWith('松鹤楼'))[0]!)
    expect((await check(takeId, 'wang', { scanned: bedCode(bed) })).data.takes[0]).toMatchObject({
      state: 'CHECKED',
      setOutName: '周岚',
      checkedName: '王倩',
    })
  })

  it('refuses the check by who set it out in the database, too', async () => {
    const { takeId } = await take()
    await house.press('setOut', { takeIds: [takeId] })
    await expect(
      house.sql(
        `update drug_take set state = 'CHECKED', checked_by = set_out_by, checked_at = now() where org_id = $1 and take_id = $2`,
        [house.orgId, takeId],
      ),
    ).rejects.toThrow('drug_take_second')
  })

  it('lets one nurse alone at night check what is not high-alert, where the house says so', async () => {
    await house.sql('insert into drug_setting (org_id, one_at_night) values ($1, true)', [house.orgId])
    // The whole day is night.
    await house.sql(
      `insert into monitor_setting (org_id, name, value) values ($1, 'shifts', $2) on conflict (org_id, name) do update set value = excluded.value`,
      [
        house.orgId,
        JSON.stringify({
          dayFrom: timeText(Date.now() - 120_000).slice(11, 16),
          nightFrom: timeText(Date.now() - 60_000).slice(11, 16),
          lateFrom: null,
        }),
      ],
    )
    try {
      const { takeId } = await take()
      await house.press('setOut', { takeIds: [takeId] })
      expect((await check(takeId, 'zhou')).data.takes[0]).toMatchObject({ state: 'CHECKED', alone: true })
      const high = await take(0, { drugId: insulin })
      await house.press('setOut', { takeIds: [high.takeId] })
      expect((await check(high.takeId, 'zhou')).desc).toContain('必须由另一位护士核对')
    } finally {
      await house.sql('delete from drug_setting where org_id = $1', [house.orgId])
      await house.sql(`delete from monitor_setting where org_id = $1 and name = 'shifts'`, [house.orgId])
    }
  })

  it('goes elder by elder, and only where the caller sees the elder', async () => {
    const mine = await take()
    const hers = await take(0, { of: other })
    const both = await house.press('setOut', { takeIds: [mine.takeId, hers.takeId] })
    expect([both.status, both.desc]).toEqual([42200, '要一位老人一位老人地做，不能几位老人一起'])
    expect((await house.press('setOut', { takeIds: [mine.takeId] }, 'stranger')).status).toBe(40400)
  })

  it('gives the last tablet to exactly one of two nurses', async () => {
    const drugId = await house.drug(`最后一片${Math.random()}`)
    const first = await house.use(elder.oldmanId, drugId, { clocks: ['03:33'] })
    const second = await house.ask<{ useId: string; desc: string }>('POST', USE, {
      token: house.tokens.zhou,
      body: {
        oldmanId: elder.oldmanId,
        drugId,
        dose: 1,
        route: 1,
        frequency: 'QD',
        clocks: ['04:44'],
        orderSource: 'house',
      },
    })
    expect(second.status).toBe(40907)
    const sure = await house.use(elder.oldmanId, drugId, { clocks: ['04:44'], confirmed: second.desc })
    await house.stock(elder.oldmanId, drugId, 1)
    const takes = [await house.take(first.useId, 1), await house.take(sure.useId, 2)]
    const answers = await Promise.all([
      house.press('setOut', { takeIds: [takes[0]!] }, 'zhou'),
      house.press('setOut', { takeIds: [takes[1]!] }, 'wang'),
    ])
    expect(answers.map((one) => one.status).sort()).toEqual([200, 42200])
    expect(answers.find((one) => one.status !== 200)!.desc).toContain('没有可以发放的存药')
    expect(await house.left(elder.oldmanId, drugId)).toBe(0)
  })

  it('never takes an expired batch', async () => {
    const drugId = await house.drug(`过期${Math.random()}`)
    const use = await house.use(elder.oldmanId, drugId, { clocks: ['03:33'] })
    await house.stock(elder.oldmanId, drugId, 5, 40)
    const whose = [house.orgId, drugId]
    // What lies here keeps its expiry; the batch is opened instead, and was open too long.
    await expect(
      house.sql('update drug_stock set expiry = current_date - 1 where org_id = $1 and drug_id = $2', whose),
    ).rejects.toThrow()
    await house.sql(
      `update drug_stock set opened_on = current_date - 30, open_until = current_date - 1 where org_id = $1 and drug_id = $2`,
      whose,
    )
    const answer = await house.press('setOut', { takeIds: [await house.take(use.useId, 0)] })
    expect([answer.status, answer.desc]).toEqual([42200, expect.stringContaining('已过期')])
  })
})

describe('refused, thrown up, taken back', () => {
  it('puts back what is unopened, and not what is open', async () => {
    const { takeId } = await take()
    const before = await house.left(elder.oldmanId, plain)
    await house.ready([takeId], elder)
    const bare = await house.press('add', { takeIds: [takeId], result: 'refused' })
    expect(bare.data.field).toBe('reason')
    expect((await house.press('add', { takeIds: [takeId], result: 'refused', reason: '胃不舒服' })).data.field).toBe(
      'opened',
    )
    const refused = await house.press('add', {
      takeIds: [takeId],
      result: 'refused',
      reason: '胃不舒服',
      opened: false,
    })
    expect(refused.data.takes[0]).toMatchObject({ state: 'REFUSED', drawn: false, reason: '胃不舒服' })
    expect(await house.left(elder.oldmanId, plain)).toBe(before)
    // Once more: set out and checked anew.
    expect((await house.press('retry', { takeIds: [takeId] })).data.takes[0]).toMatchObject({
      state: 'WAITING',
      tries: 1,
    })
    await house.ready([takeId], elder)
    await house.press('add', { takeIds: [takeId], result: 'refused', reason: '吐掉', opened: true })
    expect(await house.left(elder.oldmanId, plain)).toBe(before - 1)
  })

  it('takes back within ten minutes by who did it, and the stock follows', async () => {
    const { takeId } = await take()
    const before = await house.left(elder.oldmanId, plain)
    await house.ready([takeId], elder)
    await house.press('add', { takeIds: [takeId], result: 'refused', reason: '不想吃', opened: false })
    expect((await house.press('undo', { takeIds: [takeId] }, 'wang')).desc).toContain('只能由本人撤销')
    expect((await house.press('undo', { takeIds: [takeId] })).data.takes[0]).toMatchObject({
      state: 'CHECKED',
      drawn: true,
      reason: null,
    })
    expect(await house.left(elder.oldmanId, plain)).toBe(before - 1)
    // What is taken back cannot be taken back again; the check before it neither.
    expect((await house.press('undo', { takeIds: [takeId] })).status).toBe(40901)
    await house.press('add', { takeIds: [takeId], result: 'given' })
    await house.sql(`alter table drug_take_act disable trigger drug_take_act_stays`)
    await house.sql(`update drug_take_act set at = at - interval '11 minutes' where org_id = $1 and take_id = $2`, [
      house.orgId,
      takeId,
    ])
    await house.sql(`alter table drug_take_act enable trigger drug_take_act_stays`)
    expect((await house.press('undo', { takeIds: [takeId] })).desc).toContain('已超过 10 分钟')
    const acts = await house.sql<{ act: string }>(
      'select act from drug_take_act where org_id = $1 and take_id = $2 order by step',
      [house.orgId, takeId],
    )
    expect(acts.map((one) => one.act)).toEqual(['setOut', 'check', 'refuse', 'undo', 'give'])
  })

  it('tells doctor and family before what is high-alert is dealt with', async () => {
    const { takeId } = await take(0, { drugId: insulin })
    await house.ready([takeId], elder)
    await house.press('add', { takeIds: [takeId], result: 'given' })
    const thrown = await house.press('add', {
      takeIds: [takeId],
      result: 'vomited',
      reason: '服后 10 分钟',
      seen: true,
    })
    expect(thrown.data.takes[0]).toMatchObject({ state: 'VOMITED', doneName: '周岚' })
    const handling = { takeIds: [takeId], handling: '观察血糖' }
    expect((await house.press('handle', handling)).desc).toContain('告知医生和家属')
    const told = await house.press('handle', { ...handling, toldDoctor: true, toldFamily: true })
    expect(told.data.takes[0]).toMatchObject({ handling: '观察血糖', toldDoctor: true })
  })
})

describe('missed and late', () => {
  it('is missed by the clock, and given late only until half of the time to the next one', async () => {
    const { takeId } = await take(61)
    const early = await house.sql('select 1 from drug_take where take_id = $1', [takeId])
    expect(early).toHaveLength(1)
    const at = timeText(Date.now() - 50 * MINUTE)
    const body = { takeIds: [takeId], doneAt: at, reason: '处理告警，补记' }
    expect((await house.press('late', body)).data.field).toBe('checkedBy')
    expect((await house.press('late', { ...body, checkedBy: house.ids.zhou })).desc).toContain('不能是同一个人')
    const late = await house.press('late', { ...body, checkedBy: house.ids.wang })
    expect(late.data.takes[0]).toMatchObject({
      state: 'GIVEN',
      late: true,
      doneAt: at,
      setOutName: '周岚',
      checkedName: '王倩',
    })
    const old = await take(400, { drugId: insulin })
    const past = await house.press('late', {
      takeIds: [old.takeId],
      doneAt: timeText(),
      reason: '忘了',
      checkedBy: house.ids.wang,
    })
    expect(past.desc).toContain('不能补服')
  })

  it('asks a doctor before a high-alert drug is given late, and takes a late entry back with its stock', async () => {
    const { takeId } = await take(90, { drugId: insulin })
    const before = await house.left(elder.oldmanId, insulin)
    const body = { takeIds: [takeId], doneAt: timeText(), reason: '外出刚回', checkedBy: house.ids.wang }
    expect((await house.press('late', body)).data.field).toBe('asked')
    expect((await house.press('late', { ...body, asked: '沈医生' })).data.takes[0]).toMatchObject({
      state: 'GIVEN',
      asked: '沈医生',
    })
    expect(await house.left(elder.oldmanId, insulin)).toBe(before - 1)
    expect((await house.press('undo', { takeIds: [takeId] })).data.takes[0]).toMatchObject({
      state: 'MISSED',
      drawn: false,
      late: false,
    })
    expect(await house.left(elder.oldmanId, insulin)).toBe(before)
  })

  it('marks what nobody gave in time, also what was set out, and lets it be put back', async () => {
    const { takeId } = await take()
    const before = await house.left(elder.oldmanId, plain)
    await house.press('setOut', { takeIds: [takeId] })
    await markMissedTakes(house.app, Date.now() + 61 * MINUTE)
    expect(await house.stateOf(takeId)).toBe('MISSED')
    expect(await house.left(elder.oldmanId, plain)).toBe(before - 1)
    expect((await house.press('putBack', { takeIds: [takeId] })).status).toBe(200)
    expect(await house.left(elder.oldmanId, plain)).toBe(before)
    expect((await house.press('putBack', { takeIds: [takeId] })).status).toBe(40901)
  })
})

describe('a setting that ends while the round is open', () => {
  it('is given no more, and what was set out lies in its box again', async () => {
    const { takeId, useId } = await take()
    const before = await house.left(elder.oldmanId, plain)
    await house.ready([takeId], elder)
    const ended = await house.ask('POST', `${USE}/useIds`, {
      token: house.tokens.lu,
      body: { useIds: [useId], act: 'end', reason: '低血压，医生停药' },
    })
    expect(ended.status).toBe(200)
    const given = await house.press('add', { takeIds: [takeId], result: 'given' })
    expect([given.status, given.desc]).toEqual([40901, expect.stringContaining('停药')])
    expect(await house.left(elder.oldmanId, plain)).toBe(before)
  })

  it('gives or stops, never both, when both are pressed at once', async () => {
    for (let round = 0; round < 6; round += 1) {
      const { takeId, useId } = await take(round, { quantity: 2 })
      const before = await house.left(elder.oldmanId, plain)
      await house.ready([takeId], elder)
      const [given, ended] = await Promise.all([
        house.press('add', { takeIds: [takeId], result: 'given' }),
        house.ask('POST', `${USE}/useIds`, {
          token: house.tokens.lu,
          body: { useIds: [useId], act: 'end', reason: '停' },
        }),
      ])
      expect([ended.status, ended.desc]).toEqual([200, '操作成功'])
      const state = await house.stateOf(takeId)
      expect(state).toBe(given.status === 200 ? 'GIVEN' : 'STOPPED')
      expect(await house.left(elder.oldmanId, plain)).toBe(state === 'GIVEN' ? before - 1 : before)
    }
  })
})

describe('as needed', () => {
  it('is refused before the least time and at the most of a day', async () => {
    const drugId = await house.drug(`布洛芬${Math.random()}`)
    await house.stock(elder.oldmanId, drugId, 20)
    const use = await house.use(elder.oldmanId, drugId, {
      frequency: 'PRN',
      clocks: null,
      neededFor: '疼痛 4 分以上',
      leastHours: 4,
      mostPerDay: 2,
    })
    const need = (nurse: 'zhou' | 'wang' = 'zhou') => house.press('needed', { useId: use.useId, remark: '膝痛' }, nurse)
    const two = await Promise.all([need('zhou'), need('wang')])
    expect(two.map((one) => one.status).sort()).toEqual([200, 42200])
    expect(two.find((one) => one.status !== 200)!.desc).toContain('要间隔 4 小时')
    const { takeId } = two.find((one) => one.status === 200)!.data.takes[0]!
    const setter = two[0]!.status === 200 ? 'wang' : 'zhou'
    await check(takeId, setter)
    await house.press('add', { takeIds: [takeId], result: 'given' })
    const effect = await house.press('effect', { takeId, effect: '30 分钟后疼痛 2 分' })
    expect(effect.data.takes[0]).toMatchObject({ effect: '30 分钟后疼痛 2 分', state: 'GIVEN' })
    const ago = (hours: number) =>
      house.sql(
        `update drug_take set done_at = now() - $3 * interval '1 hour', recorded_at = now() - $3 * interval '1 hour' where org_id = $1 and take_id = $2`,
        [house.orgId, takeId, hours],
      )
    await ago(5)
    expect((await need()).desc).toBe('操作成功')
    expect((await need()).desc).toContain('24 小时内最多 2 次')
  })
})

describe('the database', () => {
  it('holds the very table of moves that the contract declares', async () => {
    const { takeId } = await take()
    const states = DrugTakeState.list.map((one) => one.value)
    const allowed: string[] = []
    // Of the checks of a row only the moves are asked: the row is given everything that any state needs.
    await house.sql('alter table drug_take disable trigger drug_take_moves')
    for (const from of states) {
      for (const to of states) {
        if (from === to) continue
        const refused = await house
          .sql(
            `do $$ begin
              alter table drug_take disable trigger drug_take_moves;
              update drug_take set state = '${from}', set_out_by = case when '${from}' in ('WAITING','OUT','HOSPITAL','PAUSED') then null else 'a' end,
                set_out_at = case when '${from}' in ('WAITING','OUT','HOSPITAL','PAUSED') then null else now() end,
                checked_by = case when '${from}' in ('WAITING','OUT','HOSPITAL','PAUSED') then null else 'b' end,
                checked_at = case when '${from}' in ('WAITING','OUT','HOSPITAL','PAUSED') then null else now() end,
                drawn = '${from}' not in ('WAITING','OUT','HOSPITAL','PAUSED'),
                out_id = case when '${from}' = 'ALONG' then 'o' end,
                opened = case when '${from}' = 'REFUSED' then true end, reason = 'r',
                done_at = case when '${from}' in ('GIVEN','REFUSED','VOMITED') then now() end,
                done_by = case when '${from}' in ('GIVEN','REFUSED','VOMITED') then 'c' end,
                recorded_at = case when '${from}' in ('GIVEN','REFUSED','VOMITED') then now() end
              where take_id = '${takeId}';
              alter table drug_take enable trigger drug_take_moves;
              update drug_take set state = '${to}' where take_id = '${takeId}';
              raise exception 'undone';
            end $$`,
          )
          .then(
            () => '',
            (error: Error & { constraint?: string }) => error.constraint ?? error.message,
          )
        if (refused !== 'drug_take_moves') allowed.push(`${from}>${to}`)
      }
    }
    await house.sql('alter table drug_take enable trigger drug_take_moves')
    const declared = states.flatMap((from) =>
      states.flatMap((to) => (from !== to && mayBecome(from, to) ? `${from}>${to}` : [])),
    )
    expect(allowed.sort()).toEqual(declared.sort())
  })
})
