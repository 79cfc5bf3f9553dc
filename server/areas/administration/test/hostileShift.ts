// What a hostile request to shifts, groups and holidays needs to get past the first checks.
import { DAY_MS, dayText } from '#contract/kit/clock'
import { DEMO_ORG } from '#server/areas/platform/seed/fixedRows'
import { newId } from '#server/kit/ids'
import type { TestApp } from '#server/kit/test/app'
import type { Knowledge } from '#server/kit/test/attacker'

const SHIFT = `insert into attendance_shift (org_id, shift_pk_id, shift_name, short_name, tone, work_period, start_minute, end_minute,
  work_minutes, open_before, close_after, absent_after)
values ($1::varchar, $2::varchar, '试' || right($2::varchar, 12), '试', 'day', '[{"on":"08:00","off":"12:00","crossDay":false}]', 480, 720, 240, 60, 60, 120)`
const GROUP = `insert into attendance_group (org_id, attendance_group_pk_id, name, mode, pattern, effective_date)
values ($1::varchar, $2::varchar, '试' || right($2::varchar, 12), 'FREE', '{"dayMinutes":480,"days":[0]}', '2026-01-01')`

const made = async (product: TestApp, text: string) => {
  const id = newId()
  await product.app.pool.query(text, [DEMO_ORG, id])
  return id
}
const shiftPkId = async (product: TestApp) => ({ shiftPkId: await made(product, SHIFT) })
const attendanceGroupPkId = async (product: TestApp) => ({ attendanceGroupPkId: await made(product, GROUP) })

const shift = () => ({
  shiftName: `班${newId().slice(-10)}`,
  shortName: '班',
  workPeriod: [{ on: '08:00', off: '17:00', crossDay: false }],
  restMinutes: 60,
  openBefore: 60,
  closeAfter: 60,
  lateGrace: 5,
  earlyGrace: 0,
  absentAfter: 120,
  scheduleMode: null,
  placeIds: null,
  version: null,
  confirmed: null,
})
const group = () => ({
  name: `组${newId().slice(-10)}`,
  mode: 'FREE',
  deptId: null,
  dayMinutes: 480,
  days: [0, 1],
  effectiveDate: '2026-01-01',
  members: [],
  places: [],
  version: null,
})

export const recipes: Knowledge['recipes'] = {
  'administration.attendanceShift.add': shift,
  'administration.attendanceShift.save': async (product) => ({ ...shift(), ...(await shiftPkId(product)) }),
  'administration.attendanceShift.enable': async (product) => ({ ...(await shiftPkId(product)), version: null }),
  'administration.attendanceGroup.add': group,
  'administration.attendanceGroup.save': async (product) => ({ ...group(), ...(await attendanceGroupPkId(product)) }),
  'administration.attendanceHoliday.save': () => ({ day: dayText(), lastDay: null, version: null }),
  'administration.attendanceHoliday.fill': () => ({ year: 2031 }),
}

/** Each request has a day of its own. */
let further = 0

export const places: Knowledge['places'] = {
  'administration.attendanceShift.get': shiftPkId,
  'administration.attendanceShift.remove': shiftPkId,
  'administration.attendanceGroup.get': attendanceGroupPkId,
  'administration.attendanceGroup.remove': attendanceGroupPkId,
  'administration.attendanceHoliday.remove': async (product) => {
    further += 1
    const day = dayText(Date.UTC(2040, 0, 1) + further * DAY_MS)
    await product.app.pool.query(
      `insert into attendance_holiday (org_id, day, kind, name) values ($1::varchar, $2, 'HOLIDAY', '试') on conflict do nothing`,
      [DEMO_ORG, day],
    )
    return { day }
  },
}
