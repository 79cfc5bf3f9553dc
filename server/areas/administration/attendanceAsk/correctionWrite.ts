// Corrections: what somebody forgot to clock. What is agreed becomes a row of its own beside what was clocked, once, and the day
// is reckoned again.
import type { AskDetail, attendanceAsk } from '#contract/administration/attendanceAsk'
import {
  AskState,
  AttendanceResult,
  ClockSide,
  GroupMode,
  type GroupModeValue,
  PunchSource,
} from '#contract/administration/attendanceWords'
import { addDays } from '#contract/administration/rosterRules'
import { partsOn, type ShiftRules } from '#contract/administration/shiftTime'
import type { InputOf } from '#contract/kit/call'
import { dayText, momentOf, timeText } from '#contract/kit/clock'
import { invalid, Refusal } from '#contract/kit/refusal'
import { reckonDays } from '#server/areas/administration/attendanceRecord/reckon'
import { plannedOf } from '#server/areas/administration/roster/rosterRead'
import type { Caller, Tx } from '#server/kit/caller'
import { onConstraint } from '#server/kit/constraints'
import { newId } from '#server/kit/ids'
import { oneAsk } from './askSql.ts'
import { askDetail, decide, personOf, refuseClosed, tellAsked, withdraw, words } from './askWrite.ts'

type Calls = (typeof attendanceAsk)['calls']

const BACK_DAYS = 62

onConstraint(
  'attendance_correction_one',
  () => new Refusal('INVALID_INPUT', { message: '这一次打卡已经有一条待审批的补卡，请等审批结果' }),
)

const GROUP = `select g.mode from attendance_member m join attendance_group g on g.org_id = m.org_id
  and g.attendance_group_pk_id = m.attendance_group_pk_id
where m.org_id = $1 and m.emp_id = $2 and m.from_day <= $3::date and (m.to_day is null or m.to_day > $3::date)`
const SHIFT = `select s.shift_name as "shiftName", s.work_period as "workPeriod", s.open_before as "openBefore", s.close_after as "closeAfter"
from attendance_shift s where s.org_id = $1 and s.shift_pk_id = $2`
const BEFORE = `select c.state from attendance_correction c where c.org_id = $1 and c.emp_id = $2 and c.work_date = $3::date and c.part = $4
  and c.side = $5 and c.state in ('${AskState.is.WAITING}', '${AskState.is.AGREED}') limit 1`
const RESULT = `select case when $5 = '${ClockSide.is.ON}' then r.on_result else r.off_result end as result,
  case when $5 = '${ClockSide.is.ON}' then r.actual_on else r.actual_off end as actual
from attendance_record r where r.org_id = $1 and r.emp_id = $2 and r.work_date = $3::date and r.part = $4`

interface Wanted {
  empId: string
  workDate: string
  part: number
  side: 'ON' | 'OFF'
  at: string
}

/** The moment must be one at which clocking would have counted for this side. */
async function refuseMoment(tx: Tx, { empId, workDate, part, side, at }: Wanted): Promise<void> {
  const group = await tx.client.query<{ mode: GroupModeValue }>(GROUP, [tx.orgId, empId, workDate])
  const mode = group.rows[0]?.mode
  if (!mode) throw invalid(`${workDate} 不在任何考勤组，没有要补的卡`, 'workDate')
  if (mode === GroupMode.is.FREE) {
    if (part > 0) throw invalid('自由工时没有分段', 'part')
    if (at < `${workDate} 00:00:00` || at >= `${addDays(workDate, 1)} 12:00:00`)
      throw invalid('实际时间应在考勤日期当天到次日中午之间', 'at')
    return
  }
  const [planned] = await plannedOf(tx.client, tx.orgId, [empId], workDate, workDate)
  if (!planned?.shiftPkId) throw invalid(`${workDate} 没有排班，不用补卡`, 'workDate')
  const found = await tx.client.query<
    Pick<ShiftRules, 'workPeriod' | 'openBefore' | 'closeAfter'> & { shiftName: string }
  >(SHIFT, [tx.orgId, planned.shiftPkId])
  const shift = found.rows[0]!
  const parts = partsOn(workDate, shift)
  const own = parts[part]
  if (!own) throw invalid(`${shift.shiftName}只有 ${parts.length} 个时段`, 'part')
  const moment = momentOf(at)
  const [first, last] = side === ClockSide.is.ON ? [own.opens, own.off] : [own.on, own.closes]
  if (moment < first || moment > last)
    throw invalid(
      `${shift.shiftName}的${ClockSide.label(side)}打卡时间是 ${timeText(first).slice(5, 16)} 至 ${timeText(last).slice(5, 16)}，请核对实际时间`,
      'at',
    )
}

export async function addCorrection(
  tx: Tx,
  who: Caller,
  empId: string,
  input: InputOf<Calls['askCorrection']>,
): Promise<AskDetail> {
  const wanted = { empId, workDate: input.workDate, part: input.part ?? 0, side: input.side, at: input.at }
  const person = await personOf(tx, who, empId)
  if (wanted.at > timeText()) throw invalid('实际时间还没有到，不能补卡', 'at')
  if (wanted.workDate > dayText()) throw invalid('考勤日期还没有到，不能补卡', 'workDate')
  if (wanted.workDate < addDays(dayText(), -BACK_DAYS)) throw invalid(`最多补 ${BACK_DAYS} 天以内的卡`, 'workDate')
  await refuseClosed(tx, wanted.workDate, wanted.workDate)
  await refuseMoment(tx, wanted)
  const keys = [tx.orgId, empId, wanted.workDate, wanted.part, wanted.side]
  const before = (await tx.client.query<{ state: string }>(BEFORE, keys)).rows[0]
  if (before)
    throw invalid(
      before.state === AskState.is.WAITING
        ? '这一次打卡已经有一条待审批的补卡，请等审批结果'
        : '这一次打卡已经补过，不能再补',
    )
  const result = (await tx.client.query<{ result: number | null; actual: string | null }>(RESULT, keys)).rows[0]
  if (result?.actual && result.result === AttendanceResult.is.normal)
    throw invalid(`这一次已在 ${result.actual.slice(5, 16)} 打卡，结果正常，不用补卡`, 'side')
  const correctionId = newId()
  await tx.client.query(
    `insert into attendance_correction (org_id, correction_id, emp_id, work_date, part, side, at, reason, files, asked_by)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`,
    [
      tx.orgId,
      correctionId,
      empId,
      wanted.workDate,
      wanted.part,
      wanted.side,
      wanted.at,
      input.reason.trim(),
      [...new Set(input.files ?? [])],
      who.userId,
    ],
  )
  const row = await oneAsk(tx.client, who, 'CORRECTION', correctionId)
  tx.log({
    remark: `${empId === who.userId ? '申请' : `代${person.name}申请`}${words(row)}`,
    targetType: 'attendanceCorrection',
    targetId: correctionId,
  })
  await tellAsked(tx, who, row)
  return askDetail(tx.client, who, 'CORRECTION', correctionId)
}

/** Its number comes from the correction, so that there is never a second one. */
const PUNCH = `insert into clock_punch (org_id, punch_id, emp_id, at, source, number, note, correction_id)
values ($1, $2, $3, $4, '${PunchSource.is.CORRECTION}', 'correction:' || $5::varchar, $6, $5::varchar)`

export const decideCorrection = (tx: Tx, who: Caller, { correctionId, ...input }: InputOf<Calls['decideCorrection']>) =>
  decide(tx, who, { ...input, kind: 'CORRECTION', askId: correctionId }, async (row) => {
    await tx.client.query(PUNCH, [tx.orgId, newId(), row.empId, row.at, row.askId, row.reason])
    await reckonDays(tx, tx.orgId, [{ empId: row.empId, day: row.workDate! }])
  })

export const withdrawCorrection = (
  tx: Tx,
  who: Caller,
  { correctionId, version }: InputOf<Calls['withdrawCorrection']>,
) =>
  // What was agreed is never withdrawn: its row stays with what was clocked.
  withdraw(tx, who, { kind: 'CORRECTION', askId: correctionId, version }, async () => undefined)
