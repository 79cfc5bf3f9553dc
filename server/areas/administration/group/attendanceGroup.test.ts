// Attendance groups: what they hold, who moves when, what is refused, two at once.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { GroupCandidateData, GroupDetailData, GroupRowData } from '#contract/administration/attendanceGroup'
import type { PageInfo } from '#contract/kit/paging'
import { refusals } from '#contract/kit/refusal'
import { day, GROUP, shiftDesk } from '#server/areas/administration/test/shiftDesk'
import { newId } from '#server/kit/ids'

const INVALID = refusals.INVALID_INPUT[0]
const NOT_FOUND = refusals.NOT_FOUND[0]
const EXISTS = refusals.ALREADY_EXISTS[0]
const IN_USE = refusals.IN_USE[0]
const CHANGED = refusals.CHANGED_MEANWHILE[0]

let d: Awaited<ReturnType<typeof shiftDesk>>
let shift: string
beforeAll(async () => {
  d = await shiftDesk()
  shift = (await d.addShift()).data.shiftPkId
})
afterAll(() => d.house.close())

const get = async (id: string, as?: string) =>
  (await d.ask<GroupDetailData>('GET', `${GROUP}/${id}`, undefined, as ? { as } : {})).data
const stays = (empId: string) =>
  d.sql<{ from: string; to: string | null; groupId: string }>(
    `select from_day as "from", to_day as "to", attendance_group_pk_id as "groupId" from attendance_member
     where org_id = $1 and emp_id = $2 order by from_day`,
    [d.orgId, empId],
  )

describe('what a group is', () => {
  test('with a week of shifts, members and places; each kind of place with what it needs', async () => {
    const empId = await d.worker('行政甲')
    const { status, data } = await d.addGroup({
      mode: 'FIXED',
      weekly: [shift, shift, shift, shift, shift, null, null],
      deptId: d.care,
      members: [{ empId, fromDay: day(0), team: ' A 组 ' }],
      places: [
        { kind: 'RADIUS', name: '大门', lng: 121.5, lat: 31.2, radius: 200, network: '随便' },
        { kind: 'NETWORK', name: '无线网', network: ' 192.168.10.0/24 ' },
        { kind: 'DEVICE', name: '大厅', deviceNo: 'KQ-01' },
      ],
    })
    expect(status).toBe(200)
    expect(data).toMatchObject({
      memberCount: 1,
      placeCount: 3,
      placeKinds: ['DEVICE', 'NETWORK', 'RADIUS'],
      shifts: [{ shortName: '白' }],
      members: [{ empName: '行政甲', team: 'A 组', fromDay: day(0), toDay: null }],
      fresh: true,
    })
    expect(data.places.map((one) => [one.kind, one.network])).toEqual([
      ['RADIUS', null],
      ['NETWORK', '192.168.10.0/24'],
      ['DEVICE', null],
    ])
    const again = await d.saveGroup(data, { remark: '改了备注' })
    expect(again.data.places.map((one) => one.placeId)).toEqual(data.places.map((one) => one.placeId))
    const list = await d.ask<PageInfo<GroupRowData>>('GET', GROUP, undefined, { query: { empName: '行政甲' } })
    expect(list.data.list.map((one) => one.attendanceGroupPkId)).toEqual([data.attendanceGroupPkId])
  })

  test.each([
    [
      'a week without work',
      { mode: 'FIXED', weekly: [null, null, null, null, null, null, null] },
      'weekly',
      '至少一天',
    ],
    ['no shift to roster', { mode: 'ROSTER', shiftIds: [] }, 'shiftIds', '至少选择一个'],
    ['free hours without days', { days: [] }, 'days', '至少选择一个工作日'],
    ['a point without its radius', { places: [{ kind: 'RADIUS', name: '门', lng: 1, lat: 1 }] }, 'places', '范围'],
    [
      'a network that is none',
      { places: [{ kind: 'NETWORK', name: '网', network: '10.0.0' }] },
      'places',
      '网络地址应为',
    ],
    [
      'a network as wide as a town',
      { places: [{ kind: 'NETWORK', name: '网', network: '10.0.0.0/8' }] },
      'places',
      '太大',
    ],
    ['a device without its number', { places: [{ kind: 'DEVICE', name: '机' }] }, 'places', '考勤机编号'],
  ])('refuses %s', async (_, body, field, said) => {
    expect(await d.addGroup(body)).toMatchObject({
      status: INVALID,
      data: { field },
      desc: expect.stringContaining(said),
    })
  })

  test('refuses shifts, departments and people that are not there', async () => {
    expect(await d.addGroup({ mode: 'ROSTER', shiftIds: [newId()] })).toMatchObject({ status: NOT_FOUND })
    expect(await d.addGroup({ deptId: newId() })).toMatchObject({ status: NOT_FOUND })
    expect(await d.addGroup({ deptId: d.finance }, d.nurse)).toMatchObject({ status: NOT_FOUND })
    expect(await d.addGroup({ members: [{ empId: newId(), fromDay: day(0) }] })).toMatchObject({ status: NOT_FOUND })
    const clerk = await d.worker('财务的人', d.finance)
    expect(await d.addGroup({ members: [{ empId: clerk, fromDay: day(0) }] }, d.nurse)).toMatchObject({
      status: NOT_FOUND,
    })
  })

  test('a name is held once, a version is kept to', async () => {
    const name = `重名${newId().slice(-6)}`
    const both = await Promise.all([d.addGroup({ name }), d.addGroup({ name })])
    expect(both.map((one) => one.status).sort()).toEqual([200, EXISTS])
    const group = both.find((one) => one.status === 200)!.data
    const saves = await Promise.all([d.saveGroup(group, { remark: '一' }), d.saveGroup(group, { remark: '二' })])
    expect(saves.map((one) => one.status).sort()).toEqual([200, CHANGED].sort())
  })

  test('the caller learns the address it comes from', async () => {
    expect((await d.ask<{ address: string }>('GET', `${GROUP}/network`)).data.address).toBe('127.0.0.1')
  })
})

describe('members', () => {
  test('a move in the middle of a month ends the one before with the day before', async () => {
    const empId = await d.worker('调动的人')
    const { data: first } = await d.addGroup({ members: [{ empId, fromDay: day(-50), team: 'A 组' }] })
    const people = (
      await d.ask<GroupCandidateData[]>('GET', `${GROUP}/nursing`, undefined, { query: { keyword: '调动' } })
    ).data
    expect(people).toMatchObject([{ empId, nursingId: empId, groupName: first.name, groupFrom: day(-50) }])
    const unseen = await d.addGroup({ members: [{ empId, fromDay: day(7) }] })
    expect(unseen).toMatchObject({ status: INVALID, desc: expect.stringContaining(`已在考勤组“${first.name}”`) })
    const moved = await d.addGroup({
      members: [{ empId, fromDay: day(7), team: '机动', leaves: first.attendanceGroupPkId }],
    })
    expect(moved.status).toBe(200)
    expect(await stays(empId)).toEqual([
      { from: day(-50), to: day(7), groupId: first.attendanceGroupPkId },
      { from: day(7), to: null, groupId: moved.data.attendanceGroupPkId },
    ])
    // Until then both show it.
    expect((await get(first.attendanceGroupPkId)).members).toMatchObject([{ empId, toDay: day(7) }])
    const third = await d.addGroup({ members: [{ empId, fromDay: day(3), leaves: first.attendanceGroupPkId }] })
    expect(third).toMatchObject({ status: INVALID, desc: expect.stringContaining(`从 ${day(-50)} 到 ${day(6)}`) })
    const [log] = await d.sql<{ remark: string }>(
      'select remark from operation_log where org_id = $1 and target_id = $2',
      [d.orgId, moved.data.attendanceGroupPkId],
    )
    expect(log?.remark).toContain(`调动的人从 ${day(7)} 起由“${first.name}”调入`)
  })

  test('who is taken out has today as the last day, who was to come does not come', async () => {
    const [stood, coming, stays1] = [await d.worker('在的人'), await d.worker('要来的人'), await d.worker('留下的人')]
    const { data: group } = await d.addGroup({
      members: [
        { empId: stood, fromDay: day(-10) },
        { empId: coming, fromDay: day(5) },
        { empId: stays1, fromDay: day(-10) },
      ],
    })
    const saved = await d.saveGroup(group, { members: [{ empId: stays1, fromDay: day(-10), team: 'B 组' }] })
    expect(saved.status).toBe(200)
    expect(await stays(stood)).toMatchObject([{ from: day(-10), to: day(1) }])
    expect(await stays(coming)).toEqual([])
    expect(await stays(stays1)).toMatchObject([{ from: day(-10), to: null }])
  })

  test('days that were reckoned stay with their group', async () => {
    const empId = await d.worker('有记录的人')
    const { data: first } = await d.addGroup({ members: [{ empId, fromDay: day(-20) }] })
    await d.record(empId, day(-1), first.attendanceGroupPkId)
    const early = await d.addGroup({ members: [{ empId, fromDay: day(-5), leaves: first.attendanceGroupPkId }] })
    expect(early).toMatchObject({
      status: INVALID,
      desc: expect.stringContaining(`已统计到 ${day(-1)}，从 ${day(0)} 起`),
    })
    const fine = await d.addGroup({ members: [{ empId, fromDay: day(0), leaves: first.attendanceGroupPkId }] })
    expect(fine.status).toBe(200)
  })

  test('nobody comes before the group begins, and nobody twice', async () => {
    const empId = await d.worker('心急的人')
    expect(await d.addGroup({ effectiveDate: day(3), members: [{ empId, fromDay: day(0) }] })).toMatchObject({
      status: INVALID,
      desc: expect.stringContaining('生效日期'),
    })
    expect(
      await d.addGroup({
        members: [
          { empId, fromDay: day(0) },
          { empId, fromDay: day(2) },
        ],
      }),
    ).toMatchObject({ status: INVALID, desc: expect.stringContaining('两次') })
  })

  test('two who take the same person into two groups: exactly one does', async () => {
    for (let round = 0; round < 3; round++) {
      const empId = await d.worker(`抢手的人${round}`)
      const both = await Promise.all([1, 2].map(() => d.addGroup({ members: [{ empId, fromDay: day(0) }] })))
      expect(both.map((one) => one.status).sort()).toEqual([200, INVALID])
      expect(both.find((one) => one.status === INVALID)!.desc).toMatch(/考勤组/)
      expect(await stays(empId)).toHaveLength(1)
    }
  })

  test('two who move the same person away: exactly one does', async () => {
    const empId = await d.worker('被调的人')
    const { data: first } = await d.addGroup({ members: [{ empId, fromDay: day(-9) }] })
    const move = () => d.addGroup({ members: [{ empId, fromDay: day(1), leaves: first.attendanceGroupPkId }] })
    const both = await Promise.all([move(), move()])
    expect(both.map((one) => one.status).sort()).toEqual([200, INVALID])
    expect((await stays(empId)).map((one) => [one.from, one.to])).toEqual([
      [day(-9), day(1)],
      [day(1), null],
    ])
  })

  test('members of other departments are not shown and not lost', async () => {
    const [mine, other] = [await d.worker('本部门的人'), await d.worker('外部门的人', d.finance)]
    const { data: group } = await d.addGroup({
      members: [
        { empId: mine, fromDay: day(0) },
        { empId: other, fromDay: day(0) },
      ],
    })
    const seen = await get(group.attendanceGroupPkId, d.nurse)
    expect(seen).toMatchObject({ hiddenMembers: 1, members: [{ empId: mine }] })
    const saved = await d.saveGroup(seen, { members: [] }, d.nurse)
    expect(saved).toMatchObject({ status: 200, data: { hiddenMembers: 1 } })
    expect(await stays(other)).toMatchObject([{ to: null }])
    expect(await stays(mine)).toMatchObject([{ to: day(1) }])
  })

  test('a group of another department is not there', async () => {
    const { data: group } = await d.addGroup({ deptId: d.finance })
    expect(await d.ask('GET', `${GROUP}/${group.attendanceGroupPkId}`, undefined, { as: d.nurse })).toMatchObject({
      status: NOT_FOUND,
    })
    expect(await d.saveGroup(group, { name: '改名' }, d.nurse)).toMatchObject({ status: NOT_FOUND })
  })
})

describe('what has been stays', () => {
  test('a group with records keeps its way of working and its beginning', async () => {
    const empId = await d.worker('老员工')
    const { data: group } = await d.addGroup({ members: [{ empId, fromDay: day(-20) }] })
    expect(await d.saveGroup(group, { effectiveDate: day(-30) })).toMatchObject({ status: 200 })
    await d.record(empId, day(-2), group.attendanceGroupPkId)
    const now = await get(group.attendanceGroupPkId)
    expect(now.fresh).toBe(false)
    expect(await d.saveGroup(now, { mode: 'ROSTER', shiftIds: [shift] })).toMatchObject({
      status: INVALID,
      data: { field: 'mode' },
    })
    expect(await d.saveGroup(now, { effectiveDate: day(-40) })).toMatchObject({
      status: INVALID,
      data: { field: 'effectiveDate' },
    })
    expect(await d.saveGroup(now, { dayMinutes: 420 })).toMatchObject({ status: 200, data: { dayMinutes: 420 } })
  })

  test('deleted only without members and records', async () => {
    const empId = await d.worker('组员')
    const { data: group } = await d.addGroup({ members: [{ empId, fromDay: day(-4) }] })
    const remove = () => d.ask('DELETE', `${GROUP}/${group.attendanceGroupPkId}`)
    expect(await remove()).toMatchObject({ status: IN_USE, desc: expect.stringContaining('还有 1 人') })
    await d.sql('update attendance_member set to_day = $3 where org_id = $1 and emp_id = $2', [d.orgId, empId, day(-1)])
    await d.record(empId, day(-3), group.attendanceGroupPkId)
    expect(await remove()).toMatchObject({ status: IN_USE, desc: expect.stringContaining('已有考勤记录') })
    await d.sql('delete from attendance_record where org_id = $1 and emp_id = $2', [d.orgId, empId])
    expect(await remove()).toMatchObject({ status: 200 })
    expect(await stays(empId)).toEqual([])
  })
})
