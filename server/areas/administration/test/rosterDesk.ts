// A ward with a roster and two planners, for the tests of the roster: people in two teams, a day and a night shift.
import type { RosterMonthData, RosterSavedData } from '#contract/administration/roster'
import { type RosterCell, unfold } from '#contract/administration/rosterMonth'
import { addDays } from '#contract/administration/rosterRules'
import { dayText } from '#contract/kit/clock'
import { testHouse } from '#server/areas/platform/test/house'
import { newId } from '#server/kit/ids'

export const ROSTER = '/pims/web-org/roster'
const ALL = ['list', 'edit', 'publish', 'setting'].map((act) => `administration:roster:${act}`)

export interface Cell {
  empId: string
  day: string
  /** 白 夜 休 假 训; null: nothing. */
  sign: string | null
  version?: number
}

export async function rosterDesk() {
  const house = await testHouse()
  const { orgId, care, finance, sql } = house
  const shifts = { 白: newId(), 夜: newId() }
  await sql(
    `insert into attendance_shift (org_id, shift_pk_id, shift_name, short_name, tone, work_period, start_minute, end_minute, work_minutes,
      rest_minutes, open_before, close_after, absent_after, night, sort)
    values ($1, $2, '白班', '白', 'day', '[{"on":"07:30","off":"19:30","crossDay":false}]', 450, 1170, 660, 60, 60, 60, 120, false, 1),
      ($1, $3, '夜班', '夜', 'night', '[{"on":"19:30","off":"07:30","crossDay":true}]', 1170, 1890, 660, 60, 60, 60, 120, true, 2)`,
    [orgId, shifts.白, shifts.夜],
  )
  const group = async (name: string, deptId: string) => {
    const id = newId()
    await sql(
      `insert into attendance_group (org_id, attendance_group_pk_id, name, mode, dept_id, pattern, effective_date)
      values ($1, $2, $3, 'ROSTER', $4, $5, current_date - 100)`,
      [orgId, id, name, deptId, JSON.stringify({ shiftIds: [shifts.白, shifts.夜] })],
    )
    return id
  }
  const ward = await group('护理组', care)
  const other = await group('财务组', finance)
  let made = 0
  const worker = async (name: string, { groupId = ward, deptId = care, team = 'A 组' } = {}) => {
    made += 1
    const empId = await house.person({
      userName: `worker${made}`,
      empName: name,
      deptId,
      codes: ['administration:todo:list'],
    })
    await sql(
      `insert into attendance_member (org_id, emp_id, from_day, attendance_group_pk_id, team, sort) values ($1, $2, current_date - 90, $3, $4, $5)`,
      [orgId, empId, groupId, team, made],
    )
    return empId
  }
  const planner = async (userName: string, empName: string, codes = ALL, sees = [care]) => {
    const userId = await house.person({ userName, empName, deptId: sees[0]!, dataDeptIds: sees, codes })
    return { userId, token: (await house.signInAs(userName)).data.token }
  }
  const a = await planner('planner01', '何静')
  const b = await planner('planner02', '丁力')
  const today = dayText()
  /** The whole of it lies ahead. */
  const month = addDays(`${today.slice(0, 7)}-28`, 4).slice(0, 7)
  const day = (number: number) => `${month}-${String(number).padStart(2, '0')}`

  const cellOf = ({ sign, ...cell }: Cell) => ({
    version: 0,
    ...cell,
    ...(sign === '白' || sign === '夜'
      ? { kind: 'SHIFT', shiftPkId: shifts[sign] }
      : { kind: sign === null ? null : { 休: 'REST', 假: 'LEAVE', 训: 'TRAIN' }[sign], shiftPkId: null }),
  })
  const ask = <T>(
    method: 'GET' | 'POST' | 'PUT' | 'DELETE',
    path: string,
    more: { token?: string; body?: object; query?: Record<string, string> } = {},
  ) => house.ask<T>(method, `${ROSTER}${path}`, { token: a.token, ...more })
  const save = (cells: readonly Cell[], token = a.token, attendanceGroupPkId: string | null = ward) =>
    ask<RosterSavedData>('POST', '/cells', { token, body: { attendanceGroupPkId, cells: cells.map(cellOf) } })
  const read = async (token = a.token, query: Record<string, string> = { attendanceGroupPkId: ward }, of = month) =>
    (await ask<RosterMonthData>('GET', '', { token, query: { month: of, ...query } })).data
  const publish = (body: object = {}, token = a.token) =>
    ask<{ published: number; people: number; ended: number }>('POST', '/publish', {
      token,
      body: { attendanceGroupPkId: ward, month, ...body },
    })
  const cellsOf = async (token = a.token, of = month) => unfold(await read(token, undefined, of))
  const signOf = (content: RosterCell['published'] | undefined) => {
    if (content === undefined) return undefined
    if (content === null) return null
    if (content.kind !== 'SHIFT') return { REST: '休', LEAVE: '假', TRAIN: '训' }[content.kind]
    return content.shiftPkId === shifts.白 ? '白' : '夜'
  }
  /** A row of days as it is written on paper: 白白夜休休. */
  const row = (empId: string, signs: string, from = 1, version = 0): Cell[] =>
    [...signs].map((sign, i) => ({ empId, day: day(from + i), sign, version }))
  const shown = async (empId: string, on: string, token?: string) => {
    const cell = (await cellsOf(token)).get(empId)?.get(on)
    return {
      published: signOf(cell?.published),
      draft: signOf(cell?.draft),
      version: cell?.version ?? 0,
      by: cell?.by ?? null,
    }
  }
  const messages = (userId: string) =>
    sql<{ title: string; content: string }>(
      'select title, content from user_message where org_id = $1 and user_id = $2 order by created_at desc, message_id desc',
      [orgId, userId],
    )
  return {
    house,
    orgId,
    care,
    finance,
    sql,
    shifts,
    ward,
    other,
    worker,
    planner,
    a,
    b,
    today,
    month,
    day,
    ask,
    save,
    read,
    publish,
    cellsOf,
    signOf,
    row,
    shown,
    messages,
  }
}
export type RosterDesk = Awaited<ReturnType<typeof rosterDesk>>
