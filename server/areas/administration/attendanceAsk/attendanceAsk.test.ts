// Leave and corrections: asked for, entered, decided by another person, withdrawn; overlaps, closed months, once only.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { AnnualData, AskDetail, AskRow } from '#contract/administration/attendanceAsk'
import { addDays } from '#contract/administration/rosterRules'
import type { SelfMonth } from '#contract/administration/staffSelf'
import { timeText } from '#contract/kit/clock'
import type { PageInfo } from '#contract/kit/paging'
import { refusals } from '#contract/kit/refusal'
import { type RosterDesk, rosterDesk } from '#server/areas/administration/test/rosterDesk'
import { newId } from '#server/kit/ids'

const BASE = '/pims/web-org'
const INVALID = refusals.INVALID_INPUT[0]
const STATE = refusals.STATE_NOT_ALLOWED[0]
const NOT_FOUND = refusals.NOT_FOUND[0]
const CODES = ['list', 'decide'].map((act) => `administration:attendance:${act}`)

let d: RosterDesk
let han: string
let token: string
let heads: { userId: string; token: string }[]

beforeAll(async () => {
  d = await rosterDesk()
  han = await d.worker('韩梅')
  await d.worker('葛兰')
  token = (await d.house.signInAs('worker1')).data.token
  heads = [await d.planner('head0001', '孙护士', CODES), await d.planner('head0002', '李护士', CODES)]
})
afterAll(() => d.house.close())
beforeEach(async () => {
  await d.sql('delete from attendance_leave where org_id = $1', [d.orgId])
  await d.sql('delete from attendance_correction where org_id = $1', [d.orgId])
  await d.sql('delete from roster_cell where org_id = $1', [d.orgId])
  await d.sql('delete from user_message where org_id = $1', [d.orgId])
})

const ask = <T = AskDetail>(
  method: 'GET' | 'POST' | 'PUT',
  path: string,
  { by = token, ...more }: { by?: string; body?: object; query?: Record<string, string> } = {},
) => d.house.ask<T>(method, `${BASE}${path}`, { token: by, ...more })
const shift = (day: string, sign: '白' | '夜') =>
  d.sql(
    `insert into roster_cell (org_id, emp_id, day, kind, shift_pk_id, published_at, published_name) values ($1, $2, $3, 'SHIFT', $4, now(), '何静')`,
    [d.orgId, han, day, d.shifts[sign]],
  )
const leave = (more: object = {}) => ({
  kind: 'PERSONAL',
  fromAt: `${d.day(10)} 00:00:00`,
  toAt: `${d.day(11)} 00:00:00`,
  reason: '家里有事',
  ...more,
})
const decide = (leaveId: string, agree = true, by = heads[0]!.token, note?: string) =>
  ask('PUT', '/attendanceLeave/decide', { by, body: { leaveId, agree, note } })
const titles = async (userId: string) => (await d.messages(userId)).map((one) => one.title)

describe('leave', () => {
  test('asked for, seen with the shifts it takes, agreed to; planners hear of the gap', async () => {
    await shift(d.day(10), '白')
    const asked = await ask('POST', '/attendanceLeave', { body: leave() })
    expect(asked).toMatchObject({
      status: 200,
      data: { state: 'WAITING', length: '1 天', empName: '韩梅', can: ['withdraw'] },
    })
    expect(asked.data.days.find((one) => one.day === d.day(10))).toMatchObject({ meets: true, shiftName: '白班' })
    const leaveId = asked.data.askId
    const list = await ask<PageInfo<AskRow>>('GET', '/attendanceAsk', {
      by: heads[0]!.token,
      query: { view: 'waiting' },
    })
    expect(list.data.list).toMatchObject([{ askId: leaveId, can: ['agree', 'refuse'] }])
    const counts = await ask<{ view: string; count: number }[]>('GET', '/attendanceAsk/counts', { by: heads[0]!.token })
    expect(counts.data).toEqual([
      { view: 'waiting', count: 1 },
      { view: 'all', count: 1 },
      { view: 'leave', count: 1 },
      { view: 'correction', count: 0 },
    ])
    expect((await ask('GET', `/attendanceLeave/${leaveId}`, { by: heads[0]!.token })).data.warnings[0]).toContain(
      '空出 1 个班次',
    )
    expect((await decide(leaveId)).data).toMatchObject({ state: 'AGREED', decidedName: '孙护士' })
    expect((await titles(d.a.userId))[0]).toBe('韩梅请事假，空出 1 个班次，请安排顶班')
    expect((await titles(han))[0]).toContain('已同意')
    const month = await ask<SelfMonth>('GET', '/staffSelf/month', { query: { month: d.month } })
    expect(month.data.days[9]).toMatchObject({
      day: d.day(10),
      leave: { kind: 'PERSONAL' },
      shift: { shortName: '白' },
    })
  })

  test('two who decide at once: once', async () => {
    const { askId } = (await ask('POST', '/attendanceLeave', { body: leave() })).data
    const both = await Promise.all(heads.map((one) => decide(askId, true, one.token)))
    expect(both.map((one) => one.status).sort()).toEqual([200, STATE].sort())
  })

  test('refused only with a reason; withdrawn while it waits and until it begins', async () => {
    const first = (await ask('POST', '/attendanceLeave', { body: leave() })).data.askId
    expect(await decide(first, false)).toMatchObject({ status: INVALID, data: { field: 'note' } })
    expect((await decide(first, false, heads[0]!.token, '人手不够')).data).toMatchObject({
      state: 'REFUSED',
      decideNote: '人手不够',
    })
    const second = (await ask('POST', '/attendanceLeave', { body: leave() })).data.askId
    await decide(second)
    const back = await ask('PUT', '/attendanceLeave/withdraw', { body: { leaveId: second } })
    expect(back.data).toMatchObject({ state: 'WITHDRAWN' })
    const begun = leave({ fromAt: `${d.today} 00:00:00`, toAt: `${addDays(d.today, 1)} 00:00:00` })
    const third = (await ask('POST', '/attendanceLeave', { body: begun })).data.askId
    await decide(third)
    expect((await ask('PUT', '/attendanceLeave/withdraw', { body: { leaveId: third } })).desc).toContain('假期已经开始')
  })

  test('overlap is refused in words, also of two at once', async () => {
    const both = await Promise.all([1, 2].map(() => ask('POST', '/attendanceLeave', { body: leave() })))
    expect(both.map((one) => one.status).sort()).toEqual([200, INVALID].sort())
    const half = leave({ fromAt: `${d.day(10)} 12:00:00`, toAt: `${d.day(12)} 00:00:00` })
    expect((await ask('POST', '/attendanceLeave', { body: half })).desc).toContain('的事假（待审批）重叠')
    const next = leave({ fromAt: `${d.day(11)} 00:00:00`, toAt: `${d.day(12)} 00:00:00` })
    expect((await ask('POST', '/attendanceLeave', { body: next })).status).toBe(200)
  })

  test('times that cannot be, and work elsewhere without a place', async () => {
    const refused = async (more: object) => (await ask('POST', '/attendanceLeave', { body: leave(more) })).desc
    expect(await refused({ toAt: `${d.day(10)} 00:00:00` })).toBe('结束时间应晚于开始时间')
    expect(await refused({ toAt: addDays(d.day(10), 300).concat(' 00:00:00') })).toContain('一次最多请')
    expect(await refused({ kind: 'OUTSIDE' })).toBe('外勤请写明地点')
  })

  test('entered for somebody: neither who entered it nor whom it is about decides', async () => {
    const entered = await ask('POST', '/attendanceLeave/enter', {
      by: heads[0]!.token,
      body: { empId: han, ...leave() },
    })
    expect(entered.data).toMatchObject({ empName: '韩梅', askedName: '孙护士', can: ['withdraw'] })
    expect((await decide(entered.data.askId)).desc).toContain('另一位有审批权限的人')
    expect((await decide(entered.data.askId, true, heads[1]!.token)).data.state).toBe('AGREED')
    await d.sql(
      `insert into attendance_member (org_id, emp_id, from_day, attendance_group_pk_id) values ($1, $2, current_date - 9, $3)`,
      [d.orgId, heads[0]!.userId, d.ward],
    )
    const own = await ask('POST', '/attendanceLeave', { by: heads[0]!.token, body: leave() })
    expect((await decide(own.data.askId)).desc).toContain('不能自己审批')
    const afar = await d.planner('head0009', '远处', CODES, [d.finance])
    expect((await decide(own.data.askId, true, afar.token)).status).toBe(NOT_FOUND)
    expect(
      (await ask('POST', '/attendanceLeave/enter', { by: afar.token, body: { empId: han, ...leave() } })).status,
    ).toBe(NOT_FOUND)
  })

  test('annual leave by the years since somebody came', async () => {
    const year = Number(d.today.slice(0, 4))
    await d.sql(
      `insert into staff_file (org_id, emp_id, hire_date) values ($1, $2, $3) on conflict (org_id, emp_id) do update set hire_date = excluded.hire_date`,
      [d.orgId, han, `${year - 12}-01-01`],
    )
    expect((await ask<AnnualData>('GET', '/attendanceAsk/annual')).data).toMatchObject({ year, years: 12, granted: 10 })
  })
})

describe('a correction', () => {
  const yesterday = () => addDays(d.today, -1)
  const card = (more: object = {}) => ({
    workDate: yesterday(),
    side: 'ON',
    at: `${yesterday()} 07:20:00`,
    reason: '忘了打卡',
    ...more,
  })
  const agree = (correctionId: string, by = heads[0]!.token) =>
    ask('PUT', '/attendanceCorrection/decide', { by, body: { correctionId, agree: true } })
  const punches = () =>
    d.sql<{ at: string; number: string }>(
      `select at, number from clock_punch where org_id = $1 and emp_id = $2 and source = 'CORRECTION'`,
      [d.orgId, han],
    )

  test('becomes one row beside what was clocked, and the day is reckoned', async () => {
    await shift(yesterday(), '白')
    const asked = await ask('POST', '/attendanceCorrection', { body: card() })
    expect(asked.status).toBe(200)
    expect((await ask('POST', '/attendanceCorrection', { body: card() })).desc).toContain('待审批的补卡')
    const before = (await punches()).length
    const both = await Promise.all(heads.map((one) => agree(asked.data.askId, one.token)))
    expect(both.map((one) => one.status).sort()).toEqual([200, STATE].sort())
    const after = await punches()
    expect(after).toHaveLength(before + 1)
    expect(after.map((one) => one.number)).toContain(`correction:${asked.data.askId}`)
    const [record] = await d.sql<{ on: string; corrected: boolean }>(
      'select actual_on as on, corrected from attendance_record where org_id = $1 and emp_id = $2 and work_date = $3 and part = 0',
      [d.orgId, han, yesterday()],
    )
    expect(record).toEqual({ on: `${yesterday()} 07:20:00`, corrected: true })
    const back = { body: { correctionId: asked.data.askId } }
    expect((await ask('PUT', '/attendanceCorrection/withdraw', back)).desc).toContain('已经计入考勤')
    expect((await ask('POST', '/attendanceCorrection', { body: card() })).desc).toContain('已经补过')
  })

  test('what cannot be', async () => {
    const refused = async (more: object) => (await ask('POST', '/attendanceCorrection', { body: card(more) })).desc
    expect(await refused({})).toContain('没有排班，不用补卡')
    await shift(addDays(yesterday(), -1), '白')
    const day = addDays(yesterday(), -1)
    expect(await refused({ workDate: day, at: `${day} 03:00:00` })).toContain('白班的上班打卡时间是')
    expect(await refused({ workDate: day, at: `${day} 07:20:00`, part: 1 })).toContain('只有 1 个时段')
    expect(await refused({ at: timeText(Date.now() + 3_600_000) })).toBe('实际时间还没有到，不能补卡')
    expect(await refused({ workDate: addDays(d.today, -90), at: `${addDays(d.today, -90)} 07:20:00` })).toContain(
      '最多补',
    )
  })
})

test('a closed month takes neither', async () => {
  const last = addDays(`${d.today.slice(0, 7)}-01`, -1)
  const asked = await ask('POST', '/attendanceLeave', {
    body: leave({ fromAt: `${last} 08:00:00`, toAt: `${last} 12:00:00` }),
  })
  expect(asked.status).toBe(200)
  await d.sql(
    `insert into attendance_close (org_id, close_id, month, closed_by, closed_name, figures) values ($1, $2, $3, $4, '何静', '{}')`,
    [d.orgId, newId(), last.slice(0, 7), d.a.userId],
  )
  const words = `${last.slice(0, 7)} 的考勤已经月结`
  expect((await decide(asked.data.askId)).desc).toContain(words)
  expect(
    (await ask('POST', '/attendanceLeave', { body: leave({ fromAt: `${last} 13:00:00`, toAt: `${last} 14:00:00` }) }))
      .desc,
  ).toContain(words)
  const body = { workDate: last, side: 'ON', at: `${last} 07:20:00`, reason: '忘了' }
  expect((await ask('POST', '/attendanceCorrection', { body })).desc).toContain(words)
  expect((await decide(asked.data.askId, false, heads[0]!.token, '月结了')).data.state).toBe('REFUSED')
})
