// Who serves, by the published roster: tasks, the first step of an alarm and the wall name the same person, after a
// publication, an exchange and leave.
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { DAY_MS, dayText, momentOf } from '#contract/kit/clock'
import { UserStatus } from '#contract/platform/user'
import { type RosterHouse, rosterHouse } from '#server/areas/administration/test/rosterHouse'
import { ladderFacts, whom } from '#server/areas/monitor/ladder/ladderFacts'
import { whoServes } from '#server/areas/nursing/task/whoServes'
import { newId } from '#server/kit/ids'
import { agreedLeaves } from './rosterRead.ts'

let house: RosterHouse
const ROOMS = '松鹤楼>1层>'
beforeAll(async () => {
  house = await rosterHouse()
})
afterAll(() => house.close())
beforeEach(async () => {
  await house.clear()
  for (const table of ['attendance_leave', 'staff_charge', 'attendance_member', 'attendance_shift_place'])
    await house.sql(`delete from ${table} where org_id = $1`, [house.orgId])
  await house.sql('delete from roster_cell where org_id = $1', [house.orgId])
  await house.sql('delete from alarm_duty where org_id = $1', [house.orgId])
})

const paths = () => [...house.beds.keys()].filter((path) => path.startsWith(ROOMS))
const at = (clock: string, day = house.tomorrow) => momentOf(`${day} ${clock}:00`)
const placeOf = async (path: string, oldmanId: string | null = null) => {
  const rows = await house.sql<{ roomId: string; bedId: string; deptId: string }>(
    `select b.room_id as "roomId", b.bed_id as "bedId", r.dept_id as "deptId" from bed b
      join room r on r.org_id = b.org_id and r.room_id = b.room_id where b.org_id = $1 and b.bed_id = $2`,
    [house.orgId, house.bed(path)],
  )
  return { ...rows[0]!, oldmanId }
}
const asked = async (path: string, moment: number, oldmanId: string | null = null) =>
  (
    await whoServes(house.app.pool, house.orgId, [
      { ...(await placeOf(path, oldmanId)), oldmanId: oldmanId ?? '', at: moment },
    ])
  )[0]
/** Whom the ladder tells at a step, and what it says of it. */
const told = async (path: string, moment: number, rank = 1) => {
  const facts = (await ladderFacts(house.app.pool, [house.orgId])).get(house.orgId)!
  return whom(facts, await placeOf(path), rank, moment)
}

describe('who serves by the roster', () => {
  it('shares the rooms of the ward among those on shift; tasks and alarms name the same', async () => {
    const [first, second] = [await house.carer({ team: 'A' }), await house.carer({ team: 'B' })]
    const all = paths()
    const elder = await house.planned('王秀兰', all[0]!, '09:00', '21:00')
    const other = await house.planned('李建国', all.at(-1)!, '09:00')
    await house.publish([
      { empId: first.empId, shift: house.day },
      { empId: second.empId, shift: house.day },
    ])
    expect(await house.workers(elder.oldmanId)).toEqual({ '09:00': first.empId, '21:00': null })
    expect(await house.workers(other.oldmanId)).toEqual({ '09:00': second.empId })
    for (const [path, carer, rest] of [
      [all[0]!, first, second],
      [all.at(-1)!, second, first],
    ] as const) {
      expect(await asked(path, at('09:00'))).toBe(carer.empId)
      expect((await told(path, at('09:00'))).people.map((one) => one.userId)).toEqual([carer.empId])
      expect((await told(path, at('09:00'), 2)).people.map((one) => one.userId)).toEqual([rest.empId])
    }
  })

  it('counts the night of the day before until it ends, and nobody afterwards', async () => {
    const carer = await house.carer()
    await house.publish([{ empId: carer.empId, shift: house.night, day: dayText() }])
    const [path] = paths()
    expect(await asked(path!, at('07:29'))).toBe(carer.empId)
    expect(await asked(path!, at('07:30'))).toBe(null)
    expect(await asked(path!, at('19:30', dayText()))).toBe(carer.empId)
  })

  it('goes to whoever was given the shift by a further publication, until somebody has begun', async () => {
    const [first, second] = [await house.carer(), await house.carer()]
    const elder = await house.planned('王秀兰', paths()[0]!, '09:00', '10:00')
    await house.publish([{ empId: first.empId, shift: house.day }])
    expect(await house.workers(elder.oldmanId)).toEqual({ '09:00': first.empId, '10:00': first.empId })
    await house.sql(
      `update care_task set worker_id = $3, assigned = true where org_id = $1 and oldman_id = $2 and to_char(plan_time, 'HH24:MI') = '10:00'`,
      [house.orgId, elder.oldmanId, first.empId],
    )
    await house.publish([
      { empId: first.empId, shift: null },
      { empId: second.empId, shift: house.day },
    ])
    // What was handed to somebody by name stays theirs.
    expect(await house.workers(elder.oldmanId)).toEqual({ '09:00': second.empId, '10:00': first.empId })
    expect((await told(paths()[0]!, at('09:00'))).name).toBe(second.name)
  })

  it('leaves out who is on agreed leave at that hour, who has left and who may not sign in', async () => {
    const [first, second] = [await house.carer({ sort: 1 }), await house.carer({ sort: 2 })]
    await house.publish([
      { empId: first.empId, shift: house.day },
      { empId: second.empId, shift: house.day },
    ])
    const path = paths()[0]!
    await house.sql(
      `insert into attendance_leave (org_id, leave_id, emp_id, kind, from_at, to_at, reason, state, asked_by, decided_by, decided_at)
      values ($1, $2, $3, 'SICK', $4, $5, '感冒', 'AGREED', $3, $6, now())`,
      [house.orgId, newId(), first.empId, `${house.tomorrow} 00:00:00`, `${house.tomorrow} 12:00:00`, second.empId],
    )
    expect(await agreedLeaves(house.app.pool, house.orgId, [first.empId], house.tomorrow, house.tomorrow)).toHaveLength(
      1,
    )
    expect(await asked(path, at('11:59'))).toBe(second.empId)
    expect(await asked(path, at('12:00'))).toBe(first.empId)
    await house.sql('update account set user_status = $3 where org_id = $1 and user_id = $2', [
      house.orgId,
      first.empId,
      UserStatus.is.disabled,
    ])
    expect(await asked(path, at('12:00'))).toBe(second.empId)
  })

  it('asks first in whose charge the elder is', async () => {
    const [first, second] = [await house.carer({ sort: 1 }), await house.carer({ sort: 2 })]
    const path = paths()[0]!
    const elder = await house.planned('王秀兰', path, '09:00')
    await house.sql(
      `insert into staff_charge (org_id, charge_id, emp_id, oldman_id, from_day) values ($1, $2, $3, $4, current_date - 1)`,
      [house.orgId, newId(), second.empId, elder.oldmanId],
    )
    await house.publish([
      { empId: first.empId, shift: house.day },
      { empId: second.empId, shift: house.day },
    ])
    expect(await asked(path, at('09:00'))).toBe(first.empId)
    expect(await asked(path, at('09:00'), elder.oldmanId)).toBe(second.empId)
    expect(await house.workers(elder.oldmanId)).toEqual({ '09:00': second.empId })
  })

  it('serves only the rooms of the shift where it has some', async () => {
    const carer = await house.carer()
    const [path] = paths()
    const far = paths().at(-1)!
    await house.sql(
      'insert into attendance_shift_place (org_id, shift_pk_id, place_id, room_id) values ($1, $2, $3, $3)',
      [house.orgId, house.day, (await placeOf(path!)).roomId],
    )
    await house.publish([{ empId: carer.empId, shift: house.day }])
    expect(await asked(path!, at('09:00'))).toBe(carer.empId)
    expect(await asked(far, at('09:00'))).toBe(null)
  })

  it('leaves whom it does not know to the duty of the department', async () => {
    const nurse = await house.person({ userName: newId().slice(-12), deptId: house.care, codes: [] })
    await house.sql(
      `insert into alarm_duty (org_id, duty_id, dept_id, rank, user_id, weekdays, from_time, to_time)
      values ($1, $2, $3, 1, $4, '[1,2,3,4,5,6,7]', '00:00', '00:00')`,
      [house.orgId, newId(), house.care, nurse],
    )
    const path = paths()[0]!
    expect(await asked(path, at('09:00'))).toBe(nurse)
    expect((await told(path, at('09:00'))).people.map((one) => one.userId)).toEqual([nurse])
    const carer = await house.carer()
    await house.publish([{ empId: carer.empId, shift: house.day }])
    expect(await asked(path, at('09:00'))).toBe(carer.empId)
    expect((await told(path, at('09:00'))).people.map((one) => one.userId)).toEqual([carer.empId])
    expect(await asked(path, at('20:00'))).toBe(nurse)
  })

  it('names whoever is told next beside an alarm that is open', async () => {
    const [first, second, third] = [
      await house.carer({ sort: 1 }),
      await house.carer({ sort: 2 }),
      await house.carer({ sort: 3 }),
    ]
    const place = await placeOf(paths()[0]!)
    const recordId = newId()
    await house.sql(
      `insert into alarm_record (org_id, record_id, source, device_no, bed_id, room_id, dept_id, type, level, urgency, content, rank, next_name, next_step_at, raised_at)
      values ($1, $2, 'MATTRESS', $3, $4, $5, $6, '4', 3, 2, '心率过高', 1, '谁', now() + interval '1 minute', now())`,
      [house.orgId, recordId, recordId, place.bedId, place.roomId, place.deptId],
    )
    const all = [dayText(Date.now() - DAY_MS), dayText()]
    // On shift at whatever hour this runs.
    const always = (empId: string, shift: boolean) =>
      all.flatMap((day) => [{ empId, day, shift: shift ? (isDay() ? house.day : house.night) : null }])
    const isDay = () => {
      const hour = new Date(Date.now() + 8 * 3_600_000).getUTCHours() * 60 + new Date().getUTCMinutes()
      return hour >= 450 && hour < 1_170
    }
    await house.sql(
      `insert into roster_cell (org_id, emp_id, day, kind, shift_pk_id, published_at)
      select $1, x."empId", x.day, 'SHIFT', x.shift, now() from jsonb_to_recordset($2::jsonb) as x("empId" text, day date, shift text)`,
      [house.orgId, JSON.stringify([...always(first.empId, true), ...always(second.empId, true)])],
    )
    await house.publish([{ empId: third.empId, day: dayText(), shift: isDay() ? house.day : house.night }])
    const rows = await house.sql<{ name: string }>(
      'select next_name as name from alarm_record where org_id = $1 and record_id = $2',
      [house.orgId, recordId],
    )
    expect(rows[0]!.name.split('、')).toEqual(
      (await told(paths()[0]!, Date.now(), 2)).people.map((one) => one.userName),
    )
    expect(rows[0]!.name).toContain(second.name)
  })
})
