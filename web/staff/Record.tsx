// 我的考勤: what came of each day of the month, and the way to a correction where something is missing.
import { useState } from 'react'
import { AttendanceResult, type AttendanceResultValue } from '#contract/administration/attendanceWords'
import { type SelfDay, staffSelf } from '#contract/administration/staffSelf'
import { monthText } from '#contract/kit/clock'
import { Button } from '#web/light/Button'
import { dayWords, MonthBar, Page } from './parts.tsx'
import { useAsk } from './useAsk.ts'

const BAD: readonly AttendanceResultValue[] = [
  AttendanceResult.is.late,
  AttendanceResult.is.early,
  AttendanceResult.is.missing,
  AttendanceResult.is.absent,
]
const bad = (value: AttendanceResultValue | null) => value !== null && BAD.includes(value)

function Side({
  label,
  at,
  result,
  minutes,
}: {
  label: string
  at: string | null
  result: AttendanceResultValue | null
  minutes: number
}) {
  if (at === null && result === null) return null
  return (
    <span className={bad(result) ? 'stf-bad' : undefined}>
      {label} {at ? at.slice(11, 16) : '—'} {result !== null && AttendanceResult.label(result)}
      {minutes > 0 && ` ${minutes} 分钟`}
    </span>
  )
}

const worked = (one: SelfDay['results'][number]) =>
  one.actualOn !== null ||
  one.actualOff !== null ||
  [one.onResult, one.offResult].some((value) => value !== null && value !== AttendanceResult.is.rest)

const count = (days: readonly SelfDay[], value: AttendanceResultValue) =>
  days
    .flatMap((day) => day.results)
    .reduce((sum, one) => sum + Number(one.onResult === value) + Number(one.offResult === value), 0)

export function Record({ onGo }: { onGo(to: string): void }) {
  const [month, setMonth] = useState(() => monthText())
  const of = useAsk(staffSelf.calls.month, { month })
  return (
    <>
      <MonthBar month={month} onChange={setMonth} />
      <Page of={of}>
        {(data) => {
          const days = data.days.filter((day) => day.results.some(worked)).toReversed()
          return (
            <>
              <section className="yy-phone-card stf-sums">
                <span>
                  <b>{days.filter((day) => day.results.some((one) => one.actualOn ?? one.actualOff)).length}</b>出勤天数
                </span>
                <span>
                  <b>{count(days, AttendanceResult.is.late)}</b>迟到
                </span>
                <span>
                  <b>{count(days, AttendanceResult.is.early)}</b>早退
                </span>
                <span>
                  <b>{count(days, AttendanceResult.is.missing)}</b>缺卡
                </span>
              </section>
              {days.length === 0 && <p className="stf-second">这个月还没有考勤结果。</p>}
              <ul className="stf-list">
                {days.map((day) => (
                  <li key={day.day}>
                    <b>{dayWords(day.day)}</b> <span className="stf-second">{day.shift?.shiftName}</span>
                    {day.results.map((one) => (
                      <div key={one.part} className="stf-sides">
                        <Side label="上班" at={one.actualOn} result={one.onResult} minutes={one.lateMin} />
                        <Side label="下班" at={one.actualOff} result={one.offResult} minutes={one.earlyMin} />
                        {one.overtimeMin > 0 && <span>加班 {one.overtimeMin} 分钟</span>}
                      </div>
                    ))}
                    {day.results.some((one) => bad(one.onResult) || bad(one.offResult)) && (
                      <Button onClick={() => onGo(`asks/card-${day.day}`)}>申请补卡</Button>
                    )}
                  </li>
                ))}
              </ul>
            </>
          )
        }}
      </Page>
    </>
  )
}
