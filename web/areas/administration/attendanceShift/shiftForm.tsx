// A shift is made, changed or copied: the same form, with its day beside it while it is typed.
import { attendanceShift, type ShiftDetailData, type ShiftRowData } from '#contract/administration/attendanceShift'
import { ScheduleMode, ShiftTone, type ShiftToneValue } from '#contract/administration/attendanceWords'
import { minutesWords, periodWords, shiftFault, shiftSums, type WorkPeriod } from '#contract/administration/shiftTime'
import { send } from '#web/kit/call'
import { int } from '#web/kit/fields/number'
import { radioOf } from '#web/kit/fields/option'
import { longText } from '#web/kit/fields/text'
import { editOf, type FormRequest, formOf } from '#web/kit/form/formOf'
import type { Values } from '#web/kit/form/SchemaForm'
import { DayBar, ShiftChip, windowWords } from './dayBar.part.tsx'
import { periodsField, placesField, shiftNameField, windowField } from './shiftFields.tsx'

const CLOCK = /^\d\d:\d\d$/
const number = (value: unknown, usual: number) => (typeof value === 'number' ? value : usual)

function rulesOf(values: Values) {
  return {
    workPeriod: ((values.workPeriod ?? []) as WorkPeriod[]).map((one) => ({ ...one, crossDay: one.crossDay === true })),
    restMinutes: number(values.restMinutes, 0),
    openBefore: number(values.openBefore, 60),
    closeAfter: number(values.closeAfter, 60),
    lateGrace: number(values.lateGrace, 0),
    earlyGrace: number(values.earlyGrace, 0),
    absentAfter: number(values.absentAfter, 120),
  }
}
const isFull = (periods: readonly WorkPeriod[]) =>
  periods.length > 0 && periods.every((one) => CLOCK.test(one.on ?? '') && CLOCK.test(one.off ?? ''))

function Preview({ values }: { values: Values }) {
  const rules = rulesOf(values)
  const tone = values.tone as ShiftToneValue | undefined
  if (!isFull(rules.workPeriod)) {
    return <div className="yy-pad-12-16 yy-tint yy-edge yy-round yy-none">填好上下班时间后，这里显示这一天的样子。</div>
  }
  const fault = shiftFault(rules)
  const sums = shiftSums(rules)
  return (
    <div className="yy-pad-12-16 yy-tint yy-edge yy-round yy-stack yy-gap-12" role="status">
      <span className="yy-row yy-gap-8">
        <ShiftChip shortName={String(values.shortName ?? '')} tone={tone} />
        <b>{periodWords(rules.workPeriod)}</b>
      </span>
      {fault?.field !== 'workPeriod' && <DayBar {...rules} tone={tone} />}
      <span className="yy-second">
        工时 {minutesWords(Math.max(0, sums.workMinutes))}
        {rules.restMinutes > 0 && `（已扣休息 ${minutesWords(rules.restMinutes)}）`}
        {sums.night && '，计为夜班'}
      </span>
      <span className="yy-second">{windowWords(rules)}。深色是上班，浅色是可打卡的时间。</span>
      {fault && <b className="yy-red">{fault.text}</b>}
    </div>
  )
}

/** Rules of the whole, said at the field they are about. */
const faultAt = (field: string) => (_: unknown, values: Values) => {
  const rules = rulesOf(values)
  if (!isFull(rules.workPeriod)) return field === 'workPeriod' ? '请填写每个时段的上班和下班时间' : null
  const fault = shiftFault(rules)
  return fault?.field === field ? fault.text : null
}

const fieldsOf = (shiftPkId?: string) =>
  ({
    shiftName: { as: shiftNameField(shiftPkId), placeholder: '如 白班' },
    shortName: { hint: '排班表的格子里显示，1 至 2 个字', placeholder: '如 白' },
    tone: { as: radioOf(ShiftTone), wide: true },
    workPeriod: { as: periodsField, wide: true, title: '上下班时间', check: faultAt('workPeriod') },
    restMinutes: { as: int, hint: '吃饭、休息，不计工时', check: faultAt('restMinutes') },
    openBefore: { as: windowField },
    closeAfter: { as: windowField },
    lateGrace: { as: int, hint: '晚到不超过这么久不算迟到' },
    earlyGrace: { as: int, hint: '早走不超过这么久不算早退' },
    absentAfter: { as: int, hint: '迟到或早退超过这么久算旷工', check: faultAt('absentAfter') },
    scheduleMode: { as: ScheduleMode, title: '服务范围', placeholder: '整个部门', hint: '不选就服务本部门全部老人' },
    placeIds: {
      as: placesField,
      wide: true,
      when: (values: Values) =>
        values.scheduleMode === ScheduleMode.is.bed || values.scheduleMode === ScheduleMode.is.room,
    },
    remark: { as: longText, wide: true },
  }) as const

const valuesOf = (row: ShiftDetailData) => ({
  shiftName: row.shiftName,
  shortName: row.shortName,
  tone: row.tone,
  workPeriod: row.workPeriod.map((one) => ({ ...one })),
  restMinutes: row.restMinutes,
  openBefore: row.openBefore,
  closeAfter: row.closeAfter,
  lateGrace: row.lateGrace,
  earlyGrace: row.earlyGrace,
  absentAfter: row.absentAfter,
  scheduleMode: row.scheduleMode,
  placeIds: row.places.map((one) => one.placeId),
  remark: row.remark,
})

const look = {
  width: 960,
  aside: (values: Values) => <Preview values={values} />,
} as const

const BEGINS = {
  tone: ShiftTone.is.day,
  workPeriod: [{ on: '08:00', off: '17:00', crossDay: false }],
  restMinutes: 60,
  openBefore: 60,
  closeAfter: 60,
  lateGrace: 5,
  earlyGrace: 0,
  absentAfter: 120,
}

export const newShift = (): FormRequest =>
  formOf(attendanceShift.calls.add, {
    ...look,
    title: '新增班次',
    fields: fieldsOf(),
    initial: BEGINS,
    done: '班次已新增，可以加到考勤组里了',
  })

const ask = (row: Pick<ShiftRowData, 'shiftPkId'>) => send(attendanceShift.calls.get, { shiftPkId: row.shiftPkId })

export async function editShift(row: Pick<ShiftRowData, 'shiftPkId'>): Promise<FormRequest> {
  const now = await ask(row)
  return editOf(attendanceShift.calls.save, now, {
    ...look,
    title: '修改班次',
    about: now.shiftName,
    fields: fieldsOf(now.shiftPkId),
    values: valuesOf,
    also: (one) => ({ shiftPkId: one.shiftPkId, version: one.version }),
    again: () => ask(row),
    anyway: '仍然修改',
    touches: [
      { area: 'administration', name: 'attendanceGroup' },
      { area: 'administration', name: 'roster' },
    ],
  })
}

export async function copyShift(row: Pick<ShiftRowData, 'shiftPkId'>): Promise<FormRequest> {
  const from = await ask(row)
  return formOf(attendanceShift.calls.add, {
    ...look,
    title: '复制班次',
    about: from.shiftName,
    fields: fieldsOf(),
    initial: { ...valuesOf(from), shiftName: `${from.shiftName.slice(0, 18)}副本` },
    draft: false,
    done: '班次已新增，可以加到考勤组里了',
  })
}
