// The days of somebody behind the sums of a month: results with punches, and from there to a correction.
import { Button } from 'antd'
import { attendanceAsk } from '#contract/administration/attendanceAsk'
import {
  type AttendanceDayData,
  type AttendancePartData,
  attendanceRecord,
} from '#contract/administration/attendanceRecord'
import { AttendanceResult, type AttendanceResultValue, PunchSource } from '#contract/administration/attendanceWords'
import { download } from '#web/kit/call'
import { openPage } from '#web/kit/open'
import { Loaded } from '#web/kit/parts/Loaded'
import { DrawerFoot, SideDrawer } from '#web/kit/parts/SideDrawer'
import { StatusTag } from '#web/kit/parts/StatusTag'
import { useCall } from '#web/kit/query'

const R = AttendanceResult.is
const TROUBLE: readonly (AttendanceResultValue | null)[] = [R.late, R.early, R.missing, R.absent]
const isTrouble = (part: AttendancePartData) => TROUBLE.includes(part.onResult) || TROUBLE.includes(part.offResult)
const clock = (at: string | null) => at?.slice(11, 16) ?? '——'
const weekday = (day: string) => (new Date(`${day}T00:00:00Z`).getUTCDay() + 6) % 7
const hours = (minutes: number) => `${Math.round(minutes / 6) / 10} 小时`

function Result({ value }: { value: AttendanceResultValue | null }) {
  const option = AttendanceResult.find(value)
  return option && value !== R.normal && value !== R.rest ? <StatusTag option={option} /> : null
}

function Part({ part }: { part: AttendancePartData }) {
  const rest = part.onResult === R.rest
  return (
    <div>
      {rest && part.actualOn === null ? (
        <span className="yy-second">休</span>
      ) : (
        <>
          <b>{part.shiftName ?? AttendanceResult.label(part.onResult)}</b> {clock(part.actualOn)} –{' '}
          {clock(part.actualOff)}
        </>
      )}
      <div>
        <Result value={part.onResult} /> {part.offResult !== part.onResult && <Result value={part.offResult} />}
      </div>
      {part.lateMin > 0 && <div>迟到 {part.lateMin} 分钟</div>}
      {part.earlyMin > 0 && <div>早退 {part.earlyMin} 分钟</div>}
      {part.overtimeMin > 0 && <div>加班 {hours(part.overtimeMin)}</div>}
      {part.corrected && <div>已补卡</div>}
    </div>
  )
}

function Day({ day }: { day: AttendanceDayData }) {
  const punches = day.punches.map(
    (one) => `${one.at.slice(5, 16)} ${PunchSource.label(one.source)}${one.placeName ? ` ${one.placeName}` : ''}`,
  )
  return (
    <div
      className={day.parts.some(isTrouble) ? 'yy-att-day is-trouble' : 'yy-att-day'}
      title={punches.join('\n') || '没有打卡'}
    >
      <b>{Number(day.day.slice(8))}</b> {day.holiday && <span className="yy-red">{day.holiday.name}</span>}
      {day.parts.map((part) => (
        <Part key={part.part} part={part} />
      ))}
    </div>
  )
}

export function DaysDrawer(props: { empId: string | null; month: string; onClose(): void }) {
  const { empId, month, onClose } = props
  const of = useCall(attendanceRecord.calls.days, empId ? { empId, month } : null)
  return (
    <SideDrawer
      open={empId !== null}
      title={of.data ? `${of.data.empName} ${of.data.deptName ?? ''} ${month} 考勤明细` : '考勤明细'}
      width={960}
      onClose={onClose}
      foot={
        <DrawerFoot note={of.data?.closed ? '本月已封账，更正请先申请重开' : '鼠标停在一天上可看全部打卡'}>
          <Button onClick={() => void download(attendanceRecord.calls.daysExcel, { empId: empId!, month })}>
            导出 Excel
          </Button>
          <Button
            type="primary"
            disabled={of.data?.closed !== false}
            onClick={() => openPage(attendanceAsk.pages.list.path, { empId: empId! })}
          >
            去代填补卡
          </Button>
        </DrawerFoot>
      }
    >
      <Loaded of={of} what="考勤明细">
        {(data) => (
          <div className="yy-att-days">
            {['一', '二', '三', '四', '五', '六', '日'].map((one) => (
              <b key={one} className="yy-center-text">
                {one}
              </b>
            ))}
            {Array.from({ length: weekday(data.days[0]!.day) }, (_, i) => (
              <span key={`before ${i}`} />
            ))}
            {data.days.map((day) => (
              <Day key={day.day} day={day} />
            ))}
          </div>
        )}
      </Loaded>
    </SideDrawer>
  )
}
