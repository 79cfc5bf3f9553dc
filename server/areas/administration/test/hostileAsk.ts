// What a hostile request to leave, corrections and exchanges needs to get past the first checks.
import { DAY_MS, dayText } from '#contract/kit/clock'
import { DEMO_ORG } from '#server/areas/platform/seed/fixedRows'
import { newId } from '#server/kit/ids'
import type { TestApp } from '#server/kit/test/app'
import type { Knowledge } from '#server/kit/test/attacker'

const day = (ahead: number) => dayText(Date.now() + ahead * DAY_MS)
/** Carers by their order, none of them the administrator who asks. */
const CARER = (at: number) =>
  `(select e.emp_id from employee e join account a on a.org_id = e.org_id and a.user_id = e.emp_id and not a.is_admin where e.org_id = $1::varchar
    order by e.emp_id offset ${at} limit 1)`

let made = 0
/** One of its own for each request, far ahead and one after the other so that nothing overlaps. */
async function leaveId(product: TestApp) {
  const id = newId()
  made += 1
  await product.app.pool.query(
    `insert into attendance_leave (org_id, leave_id, emp_id, kind, from_at, to_at, reason, asked_by)
     select $1::varchar, $2::varchar, ${CARER(0)}, 'PERSONAL', $3::date + interval '8 hours', $3::date + interval '12 hours', '试', ${CARER(0)}`,
    [DEMO_ORG, id, day(100 + made)],
  )
  return { leaveId: id, version: null }
}
async function correctionId(product: TestApp) {
  const id = newId()
  made += 1
  await product.app.pool.query(
    `insert into attendance_correction (org_id, correction_id, emp_id, work_date, side, at, reason, asked_by)
     select $1::varchar, $2::varchar, ${CARER(0)}, $3::date, 'ON', $3::date + interval '7 hours', '试', ${CARER(0)}`,
    [DEMO_ORG, id, day(100 + made)],
  )
  return { correctionId: id, version: null }
}
async function exchangeId(product: TestApp) {
  const id = newId()
  made += 1
  await product.app.pool.query(
    `insert into shift_exchange (org_id, exchange_id, applicant_id, partner_id, applicant_day, partner_day, asked, reason, state)
     select $1::varchar, $2::varchar, ${CARER(0)}, ${CARER(1)}, $3::date, $3::date + 1, '[]', '试', 'WAIT_AUDIT'`,
    [DEMO_ORG, id, day(100 + made)],
  )
  return { exchangeId: id, version: null }
}
const empId = async (product: TestApp) =>
  (await product.app.pool.query<{ empId: string }>(`select ${CARER(2)} as "empId"`, [DEMO_ORG])).rows[0]!

const leave = () => {
  made += 1
  const on = day(100 + made)
  return { kind: 'PERSONAL', fromAt: `${on} 08:00:00`, toAt: `${on} 12:00:00`, reason: '试', place: null, files: [] }
}
const correction = () => ({
  workDate: day(-1),
  part: 0,
  side: 'ON',
  at: `${day(-1)} 07:20:00`,
  reason: '试',
  files: [],
})

export const recipes: Knowledge['recipes'] = {
  'administration.attendanceAsk.askLeave': leave,
  'administration.attendanceAsk.enterLeave': async (product) => ({ ...(await empId(product)), ...leave() }),
  'administration.attendanceAsk.decideLeave': async (product) => ({ ...(await leaveId(product)), agree: true }),
  'administration.attendanceAsk.withdrawLeave': leaveId,
  'administration.attendanceAsk.askCorrection': correction,
  'administration.attendanceAsk.enterCorrection': async (product) => ({ ...(await empId(product)), ...correction() }),
  'administration.attendanceAsk.decideCorrection': async (product) => ({
    ...(await correctionId(product)),
    agree: false,
    note: '试',
  }),
  'administration.attendanceAsk.withdrawCorrection': correctionId,
  'administration.shiftExchange.add': async (product) => ({
    applicantDay: day(3),
    partnerDay: day(4),
    partnerId: (await empId(product)).empId,
    reason: '试',
  }),
  'administration.shiftExchange.move': async (product) => ({
    ...(await exchangeId(product)),
    act: 'refuse',
    note: '试',
  }),
  'administration.shiftExchange.remind': exchangeId,
  'administration.shiftExchange.withdraw': exchangeId,
}

export const places: Knowledge['places'] = {
  'administration.attendanceAsk.leave': async (product) => ({ leaveId: (await leaveId(product)).leaveId }),
  'administration.attendanceAsk.correction': async (product) => ({
    correctionId: (await correctionId(product)).correctionId,
  }),
  'administration.shiftExchange.get': async (product) => ({ exchangeId: (await exchangeId(product)).exchangeId }),
}
