// Clocking by device and phone, the statistics of a month, and closing it, through the product as it is.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { AttendanceDifferenceData, AttendanceMonthData } from '#contract/administration/attendanceClose'
import {
  type AttendanceDayData,
  type AttendanceFiguresData,
  type AttendanceRowData,
  FIGURES,
} from '#contract/administration/attendanceRecord'
import type { ClockCountedData, ClockDeviceData, ClockTodayData } from '#contract/administration/clock'
import { DAY_MS, dayText, monthText, timeText } from '#contract/kit/clock'
import type { PageInfo } from '#contract/kit/paging'
import { refusals } from '#contract/kit/refusal'
import { DEMO_ORG } from '#server/areas/platform/seed/fixedRows'
import { newId } from '#server/kit/ids'
import { demoApp, type TestApp } from '#server/kit/test/app'
import { reckonOrganisation } from './reckonJobs.ts'

const CLOCK = '/pims/web-org/attendance/clock'
const STATS = '/pims/web-org/attendanceStatistics'
const CLOSE = '/pims/web-org/attendanceClose'
const PASSWORD = 'Yiyuan2026'
const INVALID = refusals.INVALID_INPUT[0]

let product: TestApp
let admin: string
let director: string
let clerk: string
let key: string
let emps: { id: string; key: string }[]

beforeAll(async () => {
  product = await demoApp()
  admin = await product.signIn('zhengkai', PASSWORD)
  director = await product.signIn('wangjianguo', PASSWORD)
  clerk = await product.signIn('liumin', PASSWORD)
  emps = (
    await product.app.pool.query(
      `select e.emp_id as id, e.emp_key as key from employee e where e.org_id = $1 and e.emp_key is not null and e.status = 1 order by e.emp_key limit 40`,
      [DEMO_ORG],
    )
  ).rows
  const made = await product.ask<ClockDeviceData & { key: string }>('POST', `${CLOCK}/devices`, {
    token: admin,
    body: { deviceNo: 'KQ-TEST', name: '测试考勤机' },
  })
  expect(made.desc).toBe('操作成功')
  key = made.data.key
})
afterAll(() => product.close())

interface Told {
  stored: number
  again: number
  aside: { number: string; reason: string }[]
  wrongClock: boolean
}
const tell = (punches: object[], more: object = {}, token = key) =>
  product.ask<Told>('POST', `${CLOCK}/device`, { token, body: { punches, ...more } })
const punchRows = async (number: string) =>
  (
    await product.app.pool.query<{ at: string; saidAt: string | null; empId: string }>(
      `select at, said_at as "saidAt", emp_id as "empId" from clock_punch where org_id = $1 and number like $2`,
      [DEMO_ORG, `%:${number}`],
    )
  ).rows
const near = (at: string) => Math.abs(Date.parse(`${at.slice(0, 19).replace(' ', 'T')}+08:00`) - Date.now()) < 120_000

describe('a device', () => {
  test('is known by its key alone', async () => {
    const wrong = await tell([{ number: 'x', empKey: emps[0]!.key }], {}, `${key.slice(0, -4)}0000`)
    expect(wrong.status).toBe(refusals.NO_PERMISSION[0])
    expect(await punchRows('x')).toEqual([])
  })

  test('tells a number once, within a message and at the same time', async () => {
    const body = [
      { number: 'n1', empKey: emps[0]!.key },
      { number: 'n1', empKey: emps[0]!.key },
    ]
    const answers = await Promise.all([tell(body), tell(body), tell(body)])
    expect(answers.map((one) => one.status)).toEqual([200, 200, 200])
    expect(answers.reduce((sum, one) => sum + one.data.stored, 0)).toBe(1)
    expect(await punchRows('n1')).toHaveLength(1)
  })

  test('with a wrong clock gives way to the arrival, and what it said stays', async () => {
    const ahead = timeText(Date.now() + 11 * 60_000)
    expect((await tell([{ number: 'ahead', empKey: emps[0]!.key, at: ahead }])).data.wrongClock).toBe(true)
    const zone = timeText(Date.now() - 8 * 3_600_000)
    await tell([{ number: 'zone', empKey: emps[0]!.key, at: zone }])
    await tell([{ number: 'clock', empKey: emps[0]!.key, at: zone }], { clock: zone })
    for (const [number, said] of [
      ['ahead', ahead],
      ['zone', zone],
      ['clock', zone],
    ] as const) {
      const [row] = await punchRows(number)
      expect(row?.saidAt).toBe(said)
      expect(near(row!.at)).toBe(true)
    }
  })

  test('that was cut off keeps its own times, in any zone it names', async () => {
    const at = Date.now() - 26 * 3_600_000
    await tell([{ number: 'late', empKey: emps[0]!.key, at: new Date(at).toISOString() }], { clock: timeText() })
    const [row] = await punchRows('late')
    expect(row).toMatchObject({ at: expect.stringContaining(timeText(at)), saidAt: null })
  })

  test('tells of nobody: kept aside with the reason, and given to whose it is', async () => {
    const told = await tell([{ number: 'who', card: '999888777' }, { number: 'none' }])
    expect(told.data.aside.map((one) => one.reason).toSorted()).toEqual(
      ['没有员工用这个卡号', '没有工号也没有卡号'].toSorted(),
    )
    expect((await tell([{ number: 'who', card: '999888777' }])).data).toMatchObject({ stored: 0, again: 1 })
    const list = await product.ask<PageInfo<{ asideId: string; card: string | null }>>('GET', `${CLOCK}/aside`, {
      token: admin,
      query: { waiting: '1' },
    })
    const { asideId } = list.data.list.find((one) => one.card === '999888777')!
    const settle = () => product.ask('PUT', `${CLOCK}/aside`, { token: admin, body: { asideId, empId: emps[1]!.id } })
    expect((await settle()).status).toBe(200)
    expect((await settle()).desc).toContain('认领')
    expect(await punchRows('who')).toMatchObject([{ empId: emps[1]!.id }])
  })

  test('many at once lose none', async () => {
    const batches = Array.from({ length: 20 }, (_, b) =>
      Array.from({ length: 50 }, (_, i) => ({
        number: `many-${b}-${i}`,
        empKey: emps[(b * 7 + i) % emps.length]!.key,
      })),
    )
    const answers = await Promise.all(batches.map((one) => tell(one)))
    expect(answers.filter((one) => one.status !== 200)).toEqual([])
    expect(answers.reduce((sum, one) => sum + one.data.stored, 0)).toBe(1000)
    const { rows } = await product.app.pool.query(
      `select count(*)::int as n from clock_punch where org_id = $1 and number like '%:many-%'`,
      [DEMO_ORG],
    )
    expect(rows).toEqual([{ n: 1000 }])
  })
})

describe('a phone', () => {
  const clock = (body: object, token = clerk) => product.ask<ClockCountedData>('POST', CLOCK, { token, body })

  test('far away is refused with the distance, and says what may be done', async () => {
    const far = await clock({ lng: 121.5343, lat: 31.2751, accuracy: 20 })
    expect(far.status).toBe(INVALID)
    expect(far.desc).toMatch(/您离“松鹤康养中心”9\d\d 米，超出 200 米的打卡范围；确在外面工作请选“外勤打卡”/)
    expect((await clock({})).desc).toContain('没有取得定位')
    expect((await clock({ lng: 121.5243, lat: 31.2751, accuracy: 900 })).desc).toContain('定位不够准')
  })

  test('at the house counts; two fingers count once', async () => {
    const answers = await Promise.all([1, 2].map(() => clock({ lng: 121.5243, lat: 31.2752, accuracy: 20 })))
    expect(answers.map((one) => one.status)).toEqual([200, 200])
    expect(answers[0]!.data.words).toMatch(/打卡|已记录/)
    expect(answers[0]!.data.at).toBe(answers[1]!.data.at)
    const today = await product.ask<ClockTodayData>('GET', `${CLOCK}/today`, { token: clerk })
    expect(today.data.punches.filter((one) => one.source === 'PHONE' && one.at === answers[0]!.data.at)).toHaveLength(1)
    expect(today.data).toMatchObject({ groupName: '行政组', outside: true })
  })
})

const stats = (query: Record<string, string> = {}) =>
  product.ask<PageInfo<AttendanceRowData>>('GET', STATS, { token: admin, query: { size: '500', ...query } })
const sums = (query: Record<string, string> = {}) =>
  product.ask<AttendanceFiguresData & { people: number; closedName: string | null }>('GET', `${STATS}/sums`, {
    token: admin,
    query,
  })
const last = monthText(Date.parse(`${monthText()}-01T00:00:00+08:00`) - DAY_MS)

describe('a month', () => {
  test('is the sum of its days, for everybody, and its sums are those of its rows', async () => {
    const { list, total } = (await stats({ month: last })).data
    expect(total).toBeGreaterThan(30)
    for (const row of list) {
      const days = (
        await product.ask<{ days: AttendanceDayData[]; sums: AttendanceFiguresData }>('GET', `${STATS}/days`, {
          token: admin,
          query: { empId: row.empId, month: last },
        })
      ).data
      const parts = days.days.flatMap((day) => day.parts)
      const add = (pick: (part: (typeof parts)[number]) => number) => parts.reduce((sum, one) => sum + pick(one), 0)
      const dayCount = (is: (day: AttendanceDayData) => boolean) => days.days.filter(is).length
      expect(row).toMatchObject(days.sums)
      expect(row).toMatchObject({
        lateMin: add((one) => one.lateMin),
        earlyMin: add((one) => one.earlyMin),
        overtimeMin: add((one) => one.overtimeMin),
        leaveMin: add((one) => one.leaveMin),
        late: add((one) => Number(one.onResult === 1) + Number(one.offResult === 1)),
        missing: add((one) => Number(one.onResult === 3) + Number(one.offResult === 3)),
        due: dayCount((day) => day.parts.some((one) => one.due)),
        present: dayCount((day) => day.parts.some((one) => one.due) && day.parts.some((one) => one.present)),
        nights: dayCount((day) => day.parts.some((one) => one.night)),
        absent: dayCount((day) => day.parts.some((one) => one.onResult === 4 || one.offResult === 4)),
      })
    }
    const all = (await sums({ month: last })).data
    expect(all.people).toBe(total)
    for (const one of FIGURES) expect(all[one]).toBe(list.reduce((sum, row) => sum + row[one], 0))
  })

  test('is filtered and sorted by the database', async () => {
    const trouble = (await stats({ month: last, trouble: '1', orderBy: 'lateMin desc' })).data.list
    expect(trouble.every((row) => row.late + row.early + row.missing + row.absent > 0)).toBe(true)
    expect(trouble.map((row) => row.lateMin)).toEqual(trouble.map((row) => row.lateMin).toSorted((a, b) => b - a))
    expect((await stats({ month: last, keyword: 'liumin' })).data.list.map((row) => row.empName)).toEqual(['刘敏'])
  })

  test('reckoned again is the same', async () => {
    const before = await sums({ month: last })
    await reckonOrganisation(product.app, DEMO_ORG)
    const { rows } = await product.app.pool.query(
      `select count(*)::int as n, max(reckoned_at) as at from attendance_record where org_id = $1`,
      [DEMO_ORG],
    )
    await reckonOrganisation(product.app, DEMO_ORG)
    expect(
      (
        await product.app.pool.query(
          `select count(*)::int as n, max(reckoned_at) as at from attendance_record where org_id = $1`,
          [DEMO_ORG],
        )
      ).rows,
    ).toEqual(rows)
    expect((await sums({ month: last })).data).toEqual(before.data)
  })

  test('who is here now adds up', async () => {
    const { data } = await product.ask<{ counts: { count: number }[]; rows: unknown[] }>('GET', `${STATS}/now`, {
      token: admin,
    })
    expect(data.rows.length).toBeGreaterThan(30)
    expect(data.counts.reduce((sum, one) => sum + one.count, 0)).toBe(data.rows.length)
  })
})

describe('closing', () => {
  const close = (confirmed?: string) =>
    product.ask<AttendanceMonthData>('POST', CLOSE, {
      token: admin,
      body: { month: last, ...(confirmed && { confirmed }) },
    })

  test('keeps the figures, whatever comes; two open it again, and what differs is shown', async () => {
    const running = await product.ask('POST', CLOSE, { token: admin, body: { month: monthText() } })
    expect(running.desc).toContain('还没有结束')
    const first = await close()
    const done = first.status === 200 ? first : await close(first.desc.replace(/^请确认：/, ''))
    expect(done).toMatchObject({ status: 200, data: { state: 'CLOSED' } })
    expect((await close()).desc).toContain('已封账')
    const before = (await sums({ month: last })).data
    expect(before.closedName).toBeTruthy()
    // A punch of the closed month is stored and changes nothing.
    const victim = (await stats({ month: last, orderBy: 'missing desc' })).data.list[0]!
    const empKey = (
      await product.app.pool.query(`select emp_key as key from employee where org_id = $1 and emp_id = $2`, [
        DEMO_ORG,
        victim.empId,
      ])
    ).rows[0]!.key
    const day = (
      await product.app.pool.query<{ at: string }>(
        `select plan_off as at from attendance_record where org_id = $1 and emp_id = $2 and off_result = 0 and work_date between $3 and $4 order by work_date desc limit 1`,
        [DEMO_ORG, victim.empId, `${last}-05`, `${last}-28`],
      )
    ).rows[0]!
    const told = await tell([
      {
        number: newId(),
        empKey,
        at: timeText(Date.parse(`${day.at.slice(0, 19).replace(' ', 'T')}+08:00`) + 3_000_000),
      },
    ])
    expect(told).toMatchObject({ status: 200, data: { stored: 1 } })
    const { data: after } = await sums({ month: last })
    expect(after).toEqual(before)

    const closeId = done.data.closeId
    const ask = await product.ask('PUT', `${CLOSE}/ask`, { token: admin, body: { closeId, reason: '漏算加班' } })
    expect(ask.status).toBe(200)
    expect((await product.ask('PUT', `${CLOSE}/reopen`, { token: admin, body: { closeId } })).status).not.toBe(200)
    const opened = await Promise.all(
      [1, 2].map(() =>
        product.ask<AttendanceMonthData>('PUT', `${CLOSE}/reopen`, { token: director, body: { closeId } }),
      ),
    )
    expect(opened.filter((one) => one.status === 200)).toHaveLength(1)
    const differing = await product.ask<AttendanceDifferenceData[]>('GET', `${CLOSE}/differences`, {
      token: admin,
      query: { month: last },
    })
    expect(differing.status).toBe(200)
  })

  test('while people clock: what is stored is in the figures or comes after them', async () => {
    const at = `${last}-20 08:00:00`
    const telling = Array.from({ length: 10 }, (_, i) =>
      tell([{ number: `closing-${i}`, empKey: emps[i]!.key, at }], { clock: timeText() }),
    )
    const first = close()
    const [closed, ...told] = await Promise.all([first, ...telling])
    expect(told.map((one) => one.status)).toEqual(told.map(() => 200))
    const done = closed.status === 200 ? closed : await close(closed.desc.replace(/^请确认：/, ''))
    expect(done.status).toBe(200)
    const kept = (await sums({ month: last })).data
    const written = (
      await product.app.pool.query(
        `select sum(late_min)::int as "lateMin", sum(overtime_min)::int as "overtimeMin" from attendance_record where org_id = $1 and to_char(work_date, 'YYYY-MM') = $2`,
        [DEMO_ORG, last],
      )
    ).rows[0]
    expect(kept).toMatchObject(written)
  })
})

test('the workbook holds everybody and their sums', async () => {
  const answer = await product.server.inject({
    method: 'GET',
    url: `${STATS}/excel?month=${last}`,
    headers: { authorization: admin },
  })
  expect(answer.headers['content-type']).toContain('spreadsheetml')
  expect(dayText()).toMatch(/^\d{4}/)
})
