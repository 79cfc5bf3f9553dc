// A house whose head office makes shifts and attendance groups, for their tests.
import type { GroupDetailData } from '#contract/administration/attendanceGroup'
import type { ShiftDetailData } from '#contract/administration/attendanceShift'
import { DAY_MS, dayText } from '#contract/kit/clock'
import { testHouse } from '#server/areas/platform/test/house'
import { newId } from '#server/kit/ids'

export const SHIFT = '/pims/web-org/attendance/shift'
export const GROUP = '/pims/web-org/attendanceGroup'
export const HOLIDAY = '/pims/web-org/attendance/holiday'
const CODES = ['attendanceShift:list', 'attendanceShift:edit', 'attendanceGroup:list', 'attendanceGroup:edit'].map(
  (code) => `administration:${code}`,
)

/** So many days from today. */
export const day = (days: number) => dayText(Date.now() + days * DAY_MS)

export const DAY_SHIFT = {
  shiftName: '白班',
  shortName: '白',
  tone: 'day',
  workPeriod: [{ on: '07:30', off: '19:30', crossDay: false }],
  restMinutes: 60,
  openBefore: 60,
  closeAfter: 60,
  lateGrace: 5,
  earlyGrace: 0,
  absentAfter: 120,
}
export const NIGHT_SHIFT = {
  ...DAY_SHIFT,
  shiftName: '夜班',
  shortName: '夜',
  tone: 'night',
  workPeriod: [{ on: '19:30', off: '07:30', crossDay: true }],
}

export async function shiftDesk() {
  const house = await testHouse()
  const { orgId, care, finance, sql } = house
  const clerk = async (userName: string, sees: readonly string[]) => {
    await house.person({ userName, empName: userName, deptId: sees[0]!, dataDeptIds: [...sees], codes: CODES })
    return (await house.signInAs(userName)).data.token
  }
  const token = await clerk('office', [care, finance])
  const nurse = await clerk('ward', [care])
  let made = 0
  const worker = (name: string, deptId = care) => {
    made += 1
    return house.person({ userName: `worker${made}`, empName: name, deptId, codes: [] })
  }
  const ask = <T>(
    method: 'GET' | 'POST' | 'PUT' | 'DELETE',
    path: string,
    body?: object,
    { query, as = token }: { query?: Record<string, string>; as?: string } = {},
  ) => house.ask<T>(method, path, { token: as, ...(body && { body }), ...(query && { query }) })
  const addShift = (body: object = {}) => ask<ShiftDetailData>('POST', SHIFT, { ...DAY_SHIFT, ...body })
  const addGroup = (body: object = {}, as?: string) =>
    ask<GroupDetailData>(
      'POST',
      GROUP,
      {
        name: `组${newId().slice(-6)}`,
        mode: 'FREE',
        dayMinutes: 480,
        days: [0, 1, 2, 3, 4],
        holidays: true,
        photo: false,
        outside: false,
        effectiveDate: day(-60),
        members: [],
        places: [],
        ...body,
      },
      as ? { as } : {},
    )
  /** What a form sends again of a group that is there. */
  const saveGroup = (group: GroupDetailData, body: object = {}, as?: string) =>
    ask<GroupDetailData>(
      'PUT',
      GROUP,
      {
        ...group,
        members: group.members.map(({ empId, fromDay, team }) => ({ empId, fromDay, team })),
        ...body,
      },
      as ? { as } : {},
    )
  const room = async (name: string, deptId: string | null) => {
    const roomId = newId()
    const bedId = newId()
    await sql('insert into room (org_id, room_id, room_name, dept_id) values ($1, $2, $3, $4)', [
      orgId,
      roomId,
      name,
      deptId,
    ])
    await sql('insert into bed (org_id, bed_id, bed_name, room_id) values ($1, $2, $3, $4)', [
      orgId,
      bedId,
      '01床',
      roomId,
    ])
    return { roomId, bedId }
  }
  const cell = (empId: string, on: string, shiftPkId: string) =>
    sql(`insert into roster_cell (org_id, emp_id, day, kind, shift_pk_id) values ($1, $2, $3, 'SHIFT', $4)`, [
      orgId,
      empId,
      on,
      shiftPkId,
    ])
  const record = (empId: string, on: string, groupId: string | null, shiftPkId: string | null = null) =>
    sql(
      `insert into attendance_record (org_id, emp_id, work_date, part, attendance_group_pk_id, shift_pk_id)
       values ($1, $2, $3, 0, $4, $5)`,
      [orgId, empId, on, groupId, shiftPkId],
    )
  return {
    house,
    orgId,
    care,
    finance,
    sql,
    token,
    nurse,
    worker,
    ask,
    addShift,
    addGroup,
    saveGroup,
    room,
    cell,
    record,
  }
}
