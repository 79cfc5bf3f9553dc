// Outings typed in from a paper register: times of the past, a mark that stays, and what the clock, the stay, other
// outings and closed months refuse.
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { PageInfo } from '#contract/kit/paging'
import { refusals } from '#contract/kit/refusal'
import type { OutingData } from '#contract/live/outing'
import {
  application,
  at,
  OUTINGS,
  type OutingHouse,
  outingActs,
  outingHouse,
} from '#server/areas/live/test/outingHouse'
import { newId } from '#server/kit/ids'

let house: OutingHouse
let desk: string

beforeAll(async () => {
  house = await outingHouse()
  const codes = ['live:outing:list', 'live:outing:backfill']
  await house.person({ userName: 'desk00001', empName: '林晓', codes, deptId: house.care, dataDeptIds: [house.care] })
  desk = (await house.signInAs('desk00001')).data.token
})
afterAll(() => house.close())
beforeEach(() => house.rule('outing', true))

const INVALID = refusals.INVALID_INPUT[0]
const { register, detail, events } = outingActs(() => house)

const paper = (oldmanId: string, change: object = {}) => {
  const { planOut: _, planReturn: __, ...rest } = application(oldmanId)
  const times = { actualOut: at(-72), actualReturn: at(-48) }
  return { ...rest, ...times, backfillReason: '门卫纸质登记本', ...change }
}
const backfill = (oldmanId: string, change: object = {}, token = desk) =>
  house.ask<OutingData & { field?: string }>('POST', `${OUTINGS}/backfill`, { token, body: paper(oldmanId, change) })

describe('an outing from the paper register', () => {
  it('is there as returned, without an audit, and marked with who, when and from where', async () => {
    const oldmanId = await house.resident('补录回家')
    const { data, status } = await backfill(oldmanId, { returnHealth: '身体状况良好' })
    expect(status).toBe(200)
    expect(data).toMatchObject({
      phase: 'back',
      state: 3,
      backfillReason: '门卫纸质登记本',
      applicantName: '林晓',
      auditorName: null,
      lateMinutes: 0,
      can: [],
    })
    expect(data.outMinutes).toBe(24 * 60)
    expect(data.createTime > data.actualReturn!).toBe(true)
    expect((await detail(data.outId)).backfillReason).toBe('门卫纸质登记本')
    expect(await events(oldmanId)).toMatchObject([
      { kind: 'outing', content: expect.stringMatching(/^补录：请假回家/), userName: '林晓' },
      { kind: 'return', content: expect.stringContaining('身体状况良好') },
    ])
    const logs = await house.sql<{ remark: string }>('select remark from operation_log where target_id = $1', [
      data.outId,
    ])
    expect(logs[0]!.remark).toContain('补录“补录回家”外出')
    const listed = async (backfilled: string) => {
      const path = `${OUTINGS}?backfilled=${backfilled}&oldmanId=${oldmanId}`
      return (await house.ask<PageInfo<OutingData>>('GET', path, { token: desk })).data.list.map((row) => row.outId)
    }
    expect(await listed('yes')).toEqual([data.outId])
    expect(await listed('no')).toEqual([])
  })

  it('of somebody still away needs the planned return, and is affirmed as any other', async () => {
    const oldmanId = await house.resident('补录未回')
    const open = await backfill(oldmanId, { actualReturn: null })
    expect(open).toMatchObject({ status: INVALID, data: { field: 'planReturn' } })
    const { data } = await backfill(oldmanId, { actualReturn: null, planReturn: at(24) })
    expect(data).toMatchObject({ phase: 'out', state: 1, actualReturn: null })
    const second = await backfill(oldmanId, { actualOut: at(-10), actualReturn: null, planReturn: at(40) })
    expect(second.desc).toContain(`已有外出单 ${data.outNo}`)
    const back = await house.put<OutingData>('/affirm', { outId: data.outId, returnHealth: '良好' }, house.nurse)
    expect(back.data).toMatchObject({ phase: 'back', backfillReason: '门卫纸质登记本' })
  })

  it('needs its own permission, and a resident within reach', async () => {
    const oldmanId = await house.resident('权限')
    const refused = await backfill(oldmanId, {}, house.nurse)
    expect(refused.status).toBe(refusals.NO_PERMISSION[0])
    const foreign = await backfill(await house.resident('别处', { dept: house.finance }))
    expect(foreign.status).toBe(refusals.NOT_FOUND[0])
    const left = await backfill(await house.resident('退住', { status: 3 }))
    expect(left.status).toBe(refusals.STATE_NOT_ALLOWED[0])
    expect(left.desc).toContain('补录外出')
  })

  it.each([
    ['in the future', { actualReturn: at(3) }, 'actualReturn', '不能晚于现在'],
    ['back before leaving', { actualReturn: at(-80) }, 'actualReturn', '应晚于离院时间'],
    ['before the stay', { actualOut: at(-24 * 21), actualReturn: at(-24 * 20) }, 'actualOut', '早于本次入住日期'],
    ['planned back before leaving', { planReturn: at(-90) }, 'planReturn', '应晚于离院时间'],
    ['planned back in another age', { planReturn: '9999-12-31 23:59:59' }, 'planReturn', '一次外出最长'],
  ])('is refused %s', async (_, change, field, words) => {
    const answer = await backfill(await house.resident('时间'), change)
    expect(answer).toMatchObject({ status: INVALID, data: { field } })
    expect(answer.desc).toContain(words)
  })

  it('never overlaps another outing, whichever was there first', async () => {
    const oldmanId = await house.resident('重叠')
    const first = await backfill(oldmanId)
    const twice = await backfill(oldmanId, { actualOut: at(-60), actualReturn: at(-50) })
    expect(twice).toMatchObject({ status: INVALID, data: { field: 'actualOut' } })
    expect(twice.desc).toContain(first.data.outNo)
    const planned = await register(oldmanId)
    expect(planned.status).toBe(200)
    expect((await backfill(oldmanId, { actualOut: at(-5), actualReturn: at(-0.5) })).desc).toContain(planned.data.outNo)
    // Beside them both there is room.
    expect((await backfill(oldmanId, { actualOut: at(-40), actualReturn: at(-30) })).status).toBe(200)
  })

  it('outside its stay is refused by the database itself', async () => {
    const { data } = await backfill(await house.resident('约束'))
    const copy = house.sql(
      `insert into outing (org_id, out_id, out_no, oldman_id, stay_id, applicant_id, state, actual_out, actual_return,
         backfill_reason, out_type, reason, plan_out, plan_return, companion, companion_phone, companion_relation)
       select org_id, $2::text, $2::text, oldman_id, stay_id, applicant_id, 3, now() - interval '40 days', now() - interval '39 days',
         'x', out_type, reason, now() - interval '40 days', now() - interval '39 days', companion, companion_phone,
         companion_relation from outing where out_id = $1`,
      [data.outId, newId()],
    )
    await expect(copy).rejects.toMatchObject({ constraint: 'outing_in_stay' })
  })
})

describe('closed months', () => {
  const dayAgo = (days: number) => at(-24 * days)
  /** Lives here for a hundred days, with a meal fee that absences of three days take off. */
  const withMeals = async (name: string, tiers: object[]) => {
    const oldmanId = await house.resident(name)
    await house.sql(
      `with s as (update stay set start_date = current_date - 100 where oldman_id = $1 returning *)
       update stay_level x set from_date = s.start_date from s where x.org_id = s.org_id and x.stay_id = s.stay_id`,
      [oldmanId],
    )
    const ids = [newId(), newId(), newId()]
    await house.sql(
      `insert into fee_project (org_id, project_id, name, category) values ($1, $2::text, $2::text, '3')`,
      [house.orgId, ids[0]],
    )
    await house.sql(
      `insert into fee_child (org_id, project_child_id, project_id, name, price_fen, cycle, leave_tiers)
       values ($1, $2::text, $3, '餐费', 3000, 'DAY', $4)`,
      [house.orgId, ids[1], ids[0], JSON.stringify(tiers)],
    )
    await house.sql(
      `insert into fee_set (org_id, fee_set_id, stay_id, project_child_id, price_fen, from_date)
       select org_id, $2, stay_id, $3, 3000, start_date from stay where oldman_id = $1`,
      [oldmanId, ids[2], ids[1]],
    )
    return oldmanId
  }
  const close = (month: string) =>
    house.sql(
      `insert into month_close (org_id, month, closed, entries, cash_fen, income_fen, closed_by, closed_name)
       values ($1, $2, true, 0, 0, 0, $3, '郑凯')`,
      [house.orgId, month, house.bossId],
    )
  const reopen = () => house.sql(`delete from month_close where org_id = $1`, [house.orgId])

  it('refuse an outing that would take fees off in them, and no other', async () => {
    const away = { actualOut: dayAgo(60), actualReturn: dayAgo(52) }
    const month = away.actualReturn.slice(0, 7)
    const oldmanId = await withMeals('结账月', [{ fromDay: 3, percent: 100 }])
    const plain = await withMeals('不退餐', [])
    await close(month)
    try {
      const refused = await backfill(oldmanId, away)
      expect(refused).toMatchObject({ status: INVALID, data: { field: 'actualOut' } })
      expect(refused.desc).toContain('已结账')
      expect(refused.desc).toContain('餐费')
      expect(refused.desc).toContain('反结账')
      // A day out takes nothing off; nor does an item without tiers.
      const short = await backfill(oldmanId, { actualOut: dayAgo(60), actualReturn: dayAgo(59) })
      expect(short.status).toBe(200)
      expect((await backfill(plain, away)).status).toBe(200)
    } finally {
      await reopen()
    }
    expect((await backfill(oldmanId, { ...away, actualOut: dayAgo(58.9) })).status).toBe(200)
  })
})
