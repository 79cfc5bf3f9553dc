// Shifts: what is stored of them, what is refused, whom a change reaches, what they serve.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type {
  ShiftChoiceData,
  ShiftDetailData,
  ShiftPlaceData,
  ShiftRowData,
} from '#contract/administration/attendanceShift'
import type { PageInfo } from '#contract/kit/paging'
import { refusals } from '#contract/kit/refusal'
import { DAY_SHIFT, day, NIGHT_SHIFT, SHIFT, shiftDesk } from '#server/areas/administration/test/shiftDesk'
import { newId } from '#server/kit/ids'

const INVALID = refusals.INVALID_INPUT[0]
const NOT_FOUND = refusals.NOT_FOUND[0]
const EXISTS = refusals.ALREADY_EXISTS[0]
const IN_USE = refusals.IN_USE[0]
const CONFIRM = refusals.NEEDS_CONFIRM[0]
const CHANGED = refusals.CHANGED_MEANWHILE[0]

let d: Awaited<ReturnType<typeof shiftDesk>>
beforeAll(async () => {
  d = await shiftDesk()
})
afterAll(() => d.house.close())

const named = () => ({ shiftName: `班${newId().slice(-8)}` })
const save = (row: ShiftDetailData, body: object) =>
  d.ask<ShiftDetailData>('PUT', SHIFT, { ...row, placeIds: row.places.map((one) => one.placeId), ...body })
const enable = (row: ShiftRowData, isEnable: 0 | 1) =>
  d.ask<ShiftDetailData>('PUT', `${SHIFT}/isEnable`, { shiftPkId: row.shiftPkId, isEnable })

describe('times', () => {
  test('a night across midnight is stored with its sums, listed and offered', async () => {
    const { status, data } = await d.addShift(NIGHT_SHIFT)
    expect(status).toBe(200)
    expect(data).toMatchObject({
      startMinute: 1170,
      endMinute: 1890,
      workMinutes: 660,
      night: true,
      isEnable: 0,
      groups: [],
      version: 1,
    })
    const list = (await d.ask<PageInfo<ShiftRowData>>('GET', SHIFT, undefined, { query: { shiftName: '夜' } })).data
    expect(list.list.map((one) => one.shiftPkId)).toEqual([data.shiftPkId])
    const choices = (await d.ask<ShiftChoiceData[]>('GET', `${SHIFT}/noPage`)).data
    expect(choices.map((one) => one.shiftName)).toContain('夜班')
    const [log] = await d.sql<{ remark: string }>(
      `select remark from operation_log where org_id = $1 and target_id = $2`,
      [d.orgId, data.shiftPkId],
    )
    expect(log?.remark).toBe('新增班次“夜班”，19:30–次日 07:30')
  })

  test.each([
    [
      'the day after is not ticked',
      { workPeriod: [{ on: '19:30', off: '07:30', crossDay: false }] },
      'workPeriod',
      '请勾选“次日”',
    ],
    [
      'periods overlap',
      {
        workPeriod: [
          { on: '08:00', off: '12:00', crossDay: false },
          { on: '11:00', off: '17:00', crossDay: false },
        ],
      },
      'workPeriod',
      '两个时段重叠',
    ],
    ['a window that is no choice', { openBefore: 55 }, 'openBefore', '请从选项中选择'],
    ['a time that is none', { workPeriod: [{ on: '25:00', off: '07:30', crossDay: false }] }, undefined, '时:分'],
    ['rooms without a choice of them', { scheduleMode: 2 }, 'placeIds', '请选择房间'],
  ])('refuses: %s', async (_, body, field, said) => {
    const answer = await d.addShift({ ...named(), ...body })
    expect(answer).toMatchObject({ status: INVALID, desc: expect.stringContaining(said) })
    if (field) expect(answer.data).toMatchObject({ field })
  })
})

describe('names', () => {
  test('a name is asked for and held once, also by two at once', async () => {
    const { shiftName } = named()
    const free = async (query: Record<string, string>) =>
      (await d.ask<boolean>('GET', `${SHIFT}/shiftName`, undefined, { query: { shiftName, ...query } })).data
    expect(await free({})).toBe(true)
    const both = await Promise.all([d.addShift({ shiftName }), d.addShift({ shiftName })])
    expect(both.map((one) => one.status).sort()).toEqual([200, EXISTS])
    expect(both.find((one) => one.status === EXISTS)!.data).toMatchObject({ field: 'shiftName' })
    const own = both.find((one) => one.status === 200)!.data
    expect(await free({})).toBe(false)
    expect(await free({ shiftPkId: own.shiftPkId })).toBe(true)
  })
})

describe('what it serves', () => {
  test('beds and rooms are offered within the departments of whoever asks', async () => {
    const mine = await d.room('101室', d.care)
    const other = await d.room('财务室', d.finance)
    const everybody = await d.room('活动室', null)
    const offered = async (mode: string, as?: string) =>
      (
        await d.ask<ShiftPlaceData[]>('GET', `${SHIFT}/location`, undefined, {
          query: { scheduleMode: mode },
          ...(as && { as }),
        })
      ).data.map((one) => one.placeId)
    expect(new Set(await offered('2'))).toEqual(new Set([mine.roomId, other.roomId, everybody.roomId]))
    expect(new Set(await offered('2', d.nurse))).toEqual(new Set([mine.roomId, everybody.roomId]))
    expect(new Set(await offered('1', d.nurse))).toEqual(new Set([mine.bedId, everybody.bedId]))
  })

  test('places out of sight are neither chosen, nor seen, nor lost', async () => {
    const mine = await d.room('201室', d.care)
    const second = await d.room('202室', d.care)
    const other = await d.room('203室', d.finance)
    const { data: made } = await d.addShift({ ...named(), scheduleMode: 2, placeIds: [mine.roomId, other.roomId] })
    expect(made.places.map((one) => one.path)).toEqual(['201室', '203室'])
    const asNurse = async (body: object) =>
      d.ask<ShiftDetailData>('PUT', SHIFT, { ...made, version: null, ...body }, { as: d.nurse })
    expect(await asNurse({ placeIds: [mine.roomId, other.roomId] })).toMatchObject({ status: NOT_FOUND })
    expect(await asNurse({ scheduleMode: 1, placeIds: [mine.bedId] })).toMatchObject({
      status: INVALID,
      desc: expect.stringContaining('看不到的 1 个位置'),
    })
    const changed = await asNurse({ placeIds: [second.roomId] })
    expect(changed).toMatchObject({ status: 200, data: { hiddenPlaces: 1, placeCount: 2 } })
    expect(changed.data.places.map((one) => one.path)).toEqual(['202室'])
    const all = (await d.ask<ShiftDetailData>('GET', `${SHIFT}/${made.shiftPkId}`)).data
    expect(all.places.map((one) => one.path)).toEqual(['202室', '203室'])
  })

  test('beds of the other kind go with the change of the kind', async () => {
    const { roomId, bedId } = await d.room('301室', d.care)
    const { data: made } = await d.addShift({ ...named(), scheduleMode: 2, placeIds: [roomId] })
    const beds = await save(made, { scheduleMode: 1, placeIds: [bedId] })
    expect(beds.data.places.map((one) => one.placeId)).toEqual([bedId])
    const none = await save(beds.data, { scheduleMode: null, placeIds: [] })
    expect(none.data).toMatchObject({ places: [], scheduleMode: null })
  })
})

describe('in use', () => {
  test('a shift of a group, or of days to come, is not switched off', async () => {
    const { data: shift } = await d.addShift(named())
    const empId = await d.worker('排了班的人')
    const { data: group } = await d.addGroup({ mode: 'ROSTER', shiftIds: [shift.shiftPkId] })
    await d.cell(empId, day(9), shift.shiftPkId)
    const refused = await enable(shift, 1)
    expect(refused).toMatchObject({ status: INVALID })
    expect(refused.desc).toContain(`考勤组“${group.name}”正在使用`)
    expect(refused.desc).toContain(`1 人已排到 ${day(9)}，${day(10)} 起才没有这个班次`)
    await d.ask('DELETE', `/pims/web-org/attendanceGroup/${group.attendanceGroupPkId}`)
    await d.sql('delete from roster_cell where org_id = $1 and emp_id = $2', [d.orgId, empId])
    expect(await enable(shift, 1)).toMatchObject({ status: 200, data: { isEnable: 1 } })
    const choices = (await d.ask<ShiftChoiceData[]>('GET', `${SHIFT}/noPage`)).data
    expect(choices.map((one) => one.shiftPkId)).not.toContain(shift.shiftPkId)
    const off = await d.addGroup({ mode: 'ROSTER', shiftIds: [shift.shiftPkId] })
    expect(off).toMatchObject({ status: INVALID, data: { field: 'shiftIds' } })
  })

  test('of switching off and taking into a group at once, one is refused', async () => {
    const { data: shift } = await d.addShift(named())
    const [off, group] = await Promise.all([
      enable(shift, 1),
      d.addGroup({ mode: 'ROSTER', shiftIds: [shift.shiftPkId] }),
    ])
    expect([off.status, group.status].sort()).toEqual([200, INVALID].sort())
  })

  test('only what was never used is deleted', async () => {
    const { data: fresh } = await d.addShift(named())
    expect(await d.ask('DELETE', `${SHIFT}/${fresh.shiftPkId}`)).toMatchObject({ status: 200 })
    expect(await d.ask('DELETE', `${SHIFT}/${fresh.shiftPkId}`)).toMatchObject({ status: NOT_FOUND })
    const { data: used } = await d.addShift(named())
    await d.cell(await d.worker('上过班的人'), day(-5), used.shiftPkId)
    expect(await d.ask('DELETE', `${SHIFT}/${used.shiftPkId}`)).toMatchObject({
      status: IN_USE,
      desc: expect.stringContaining('用过的班次只能停用'),
    })
    const { data: turned } = await d.addShift(named())
    await d.sql('insert into roster_pattern (org_id, pattern_id, name, steps) values ($1, $2, $3, $4)', [
      d.orgId,
      newId(),
      '白白休休',
      JSON.stringify([turned.shiftPkId, turned.shiftPkId, null, null]),
    ])
    expect((await d.ask('DELETE', `${SHIFT}/${turned.shiftPkId}`)).desc).toContain('轮班规律“白白休休”')
  })

  test('other times say whom they reach, and are made once that was read', async () => {
    const { data: shift } = await d.addShift(named())
    const [one, two] = [await d.worker('甲'), await d.worker('乙')]
    await d.cell(one, day(1), shift.shiftPkId)
    await d.cell(one, day(2), shift.shiftPkId)
    await d.cell(two, day(1), shift.shiftPkId)
    await d.cell(two, day(-3), shift.shiftPkId)
    await d.addGroup({
      mode: 'FIXED',
      weekly: [shift.shiftPkId, null, null, null, null, null, null],
      members: [{ empId: await d.worker('丙'), fromDay: day(0) }],
    })
    const later = { workPeriod: [{ on: '08:00', off: '20:00', crossDay: false }] }
    const asked = await save(shift, later)
    expect(asked).toMatchObject({ status: CONFIRM })
    expect(asked.desc).toContain('2 人、3 个班次')
    expect(asked.desc).toContain('固定班的 1 人')
    const made = await save(shift, { ...later, confirmed: asked.desc })
    expect(made).toMatchObject({ status: 200, data: { startMinute: 480, version: 2 } })
    // A name reaches nobody.
    expect(await save(made.data, named())).toMatchObject({ status: 200 })
  })

  test('the second of two who change it is told', async () => {
    const { data: shift } = await d.addShift(named())
    const both = await Promise.all([save(shift, { remark: '一' }), save(shift, { remark: '二' })])
    expect(both.map((one) => one.status).sort()).toEqual([200, CHANGED].sort())
  })
})

test('what is sent along of a form is not needed by older clients', async () => {
  const { data } = await d.addShift({ ...DAY_SHIFT, ...named() })
  expect(await d.ask('GET', `${SHIFT}/${newId()}`)).toMatchObject({ status: NOT_FOUND })
  expect(await save(data, { version: undefined, remark: '无版本' })).toMatchObject({ status: 200 })
})
