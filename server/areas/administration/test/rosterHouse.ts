// A house with a rostered ward: two carers, a day and a night shift, elders with a task each hour of the night.
import { DAY_MS, dayText } from '#contract/kit/clock'
import type { Resident } from '#server/areas/live/test/stayHouse'
import { type CareHouse, careHouse, daily } from '#server/areas/nursing/test/careHouse'
import { newId } from '#server/kit/ids'

export interface RosterHouse extends CareHouse {
  groupId: string
  day: string
  night: string
  tomorrow: string
  /** Somebody of the ward's group who gives care; their name is the user name. */
  carer(more?: {
    team?: string
    sort?: number
    empType?: string
    deptId?: string
  }): Promise<{ empId: string; name: string }>
  /** What is drafted for tomorrow and other days; published by its call. */
  draft(cells: readonly { empId: string; day?: string; shift: string | null }[]): Promise<void>
  publish(cells: readonly { empId: string; day?: string; shift: string | null }[]): Promise<void>
  planned(name: string, path: string, ...clocks: string[]): Promise<Resident>
  /** Workers of tomorrow's tasks of an elder, by clock. */
  workers(oldmanId: string): Promise<Record<string, string | null>>
}

const work = (on: string, off: string, crossDay: boolean) => JSON.stringify([{ on, off, crossDay }])

export async function rosterHouse(): Promise<RosterHouse> {
  const house = await careHouse()
  const tomorrow = dayText(Date.now() + DAY_MS)
  const [groupId, day, night] = [newId(), newId(), newId()]
  await house.sql(
    `insert into attendance_shift (org_id, shift_pk_id, shift_name, short_name, tone, work_period, start_minute, end_minute, work_minutes,
      rest_minutes, open_before, close_after, absent_after, night, schedule_mode)
    values ($1, $2, '白班', '白', 'day', $4, 450, 1170, 690, 30, 60, 60, 120, false, 1),
      ($1, $3, '夜班', '夜', 'night', $5, 1170, 1890, 690, 30, 60, 60, 120, true, 1)`,
    [house.orgId, day, night, work('07:30', '19:30', false), work('19:30', '07:30', true)],
  )
  await house.sql(
    `insert into attendance_group (org_id, attendance_group_pk_id, name, mode, dept_id, pattern, effective_date)
    values ($1, $2, '护理组考勤', 'ROSTER', $3, $4, current_date - 60)`,
    [house.orgId, groupId, house.care, JSON.stringify({ shiftIds: [day, night] })],
  )
  const project = await house.project('夜间巡视', { minutes: 5 })
  const cellsOf = (cells: readonly { empId: string; day?: string; shift: string | null }[]) =>
    cells.map((one) => ({
      empId: one.empId,
      day: one.day ?? tomorrow,
      kind: one.shift ? 'SHIFT' : 'REST',
      shift: one.shift,
    }))
  const draft: RosterHouse['draft'] = async (cells) => {
    await house.sql(
      `insert into roster_cell as c (org_id, emp_id, day, drafted, draft_kind, draft_shift_pk_id)
      select $1, x."empId", x.day, 1, x.kind, x.shift from jsonb_to_recordset($2::jsonb) as x("empId" text, day date, kind text, shift text)
      on conflict (org_id, emp_id, day) do update set drafted = 1, draft_kind = excluded.draft_kind,
        draft_shift_pk_id = excluded.draft_shift_pk_id, version = c.version + 1`,
      [house.orgId, JSON.stringify(cellsOf(cells))],
    )
  }
  return {
    ...house,
    groupId,
    day,
    night,
    tomorrow,
    carer: async ({ team = null, sort = 0, empType = 'nursing', deptId = house.care } = {}) => {
      const name = newId().slice(-12)
      const empId = await house.person({ userName: name, deptId, codes: [] })
      await house.sql('update employee set emp_type = $3, phone_num = $4 where org_id = $1 and emp_id = $2', [
        house.orgId,
        empId,
        empType,
        '13900000000',
      ])
      await house.sql(
        `insert into attendance_member (org_id, emp_id, from_day, attendance_group_pk_id, team, sort)
        values ($1, $2, current_date - 30, $3, $4, $5)`,
        [house.orgId, empId, groupId, team, sort],
      )
      return { empId, name }
    },
    draft,
    publish: async (cells) => {
      await draft(cells)
      for (const month of new Set(cellsOf(cells).map((one) => one.day.slice(0, 7)))) {
        const chosen = cellsOf(cells)
          .filter((one) => one.day.startsWith(month))
          .map(({ empId, day }) => ({ empId, day }))
        const body = { attendanceGroupPkId: groupId, month, cells: chosen }
        const path = '/pims/web-org/roster/publish'
        const answer = await house.ask('POST', path, { token: house.token, body })
        if (answer.status !== 200) throw new Error(answer.desc)
      }
    },
    planned: async (name, path, ...clocks) => {
      const elder = await house.elder(name, path)
      await house.plan(elder.oldmanId, [[project, daily(...clocks)]])
      return elder
    },
    workers: async (oldmanId) => {
      const rows = await house.sql<{ at: string; worker: string | null }>(
        `select to_char(t.plan_time, 'HH24:MI') as at, t.worker_id as worker from care_task t
        where t.org_id = $1 and t.oldman_id = $2 and t.plan_time::date = $3::date order by 1`,
        [house.orgId, oldmanId, tomorrow],
      )
      return Object.fromEntries(rows.map((one) => [one.at, one.worker]))
    },
  }
}
