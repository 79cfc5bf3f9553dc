// 班表: one's own month. A day opens with who else is there; what was changed after publishing is marked.
import { useState } from 'react'
import { LeaveKind } from '#contract/administration/attendanceWords'
import { type SelfDay, staffSelf } from '#contract/administration/staffSelf'
import { monthText } from '#contract/kit/clock'
import { Button } from '#web/light/Button'
import { Chip, dayWords, MonthBar, Page, weekday } from './parts.tsx'
import { useAsk } from './useAsk.ts'

export const cellOf = (day: SelfDay) => ({
  kind: day.leave ? ('LEAVE' as const) : day.kind,
  shortName: day.leave ? null : (day.shift?.shortName ?? null),
  tone: day.leave ? null : (day.shift?.tone ?? null),
})

function DayCard({
  day,
  today,
  rostered,
  onGo,
}: {
  day: SelfDay
  today: string
  rostered: boolean
  onGo(to: string): void
}) {
  const byShift = [...new Set(day.colleagues.map((one) => one.shortName))]
  return (
    <section className="yy-phone-card">
      <h2>
        {dayWords(day.day)} {day.holiday && <small>{day.holiday}</small>}
      </h2>
      <p>
        {day.shift
          ? `${day.shift.shiftName} ${day.shift.times}`
          : day.kind === 'TRAIN'
            ? '培训'
            : day.kind
              ? '休息'
              : '还没有发布排班'}
      </p>
      {day.leave && (
        <p>
          {LeaveKind.label(day.leave.kind)}：{day.leave.fromAt.slice(5, 16)} 至 {day.leave.toAt.slice(5, 16)}
        </p>
      )}
      {day.changed && (
        <p className="stf-changed">
          已改：原来是{day.changed.was}，{day.changed.at.slice(5, 16)} 由{day.changed.by}改动
        </p>
      )}
      {byShift.map((name) => (
        <p key={name} className="stf-with">
          <b>{name}</b>{' '}
          {day.colleagues
            .filter((one) => one.shortName === name)
            .map((one) => one.name)
            .join('、')}
        </p>
      ))}
      {rostered && day.shift && !day.leave && day.day >= today && (
        <div className="stf-acts">
          <Button onClick={() => onGo(`exchange/${day.day}`)}>这天想换班</Button>
          <Button onClick={() => onGo(`asks/${day.day}`)}>这天要请假</Button>
        </div>
      )}
    </section>
  )
}

export function Month({ onGo }: { onGo(to: string): void }) {
  const [month, setMonth] = useState(() => monthText())
  const of = useAsk(staffSelf.calls.month, { month })
  const [chosen, setChosen] = useState<string | null>(null)
  return (
    <>
      <MonthBar
        month={month}
        onChange={(next) => {
          setMonth(next)
          setChosen(null)
        }}
      />
      <Page of={of}>
        {(data) => {
          const before = new Date(`${data.days[0]!.day}T00:00:00Z`).getUTCDay()
          const shown = data.days.find((one) => one.day === chosen) ?? data.days.find((one) => one.day === data.today)
          return (
            <>
              <p className="stf-second">{data.groupName ?? '您还没有加入考勤组，请联系管理员'}</p>
              <div className="stf-calendar">
                {['日', '一', '二', '三', '四', '五', '六'].map((one) => (
                  <span key={one} className="stf-week">
                    {one}
                  </span>
                ))}
                {Array.from({ length: before }, (_, at) => (
                  <span key={`none${at}`} />
                ))}
                {data.days.map((day) => (
                  <button
                    key={day.day}
                    type="button"
                    className={[
                      day.day === data.today && 'is-today',
                      day.changed && 'is-changed',
                      day.holiday && 'is-holiday',
                    ]
                      .filter(Boolean)
                      .join(' ')}
                    aria-pressed={shown?.day === day.day}
                    aria-label={`${day.day} 周${weekday(day.day)} ${day.shift?.shiftName ?? (day.kind ? '休息' : '未排')}${day.changed ? ' 已改' : ''}`}
                    onClick={() => setChosen(day.day)}
                  >
                    {Number(day.day.slice(8))}
                    {day.kind || day.leave ? <Chip cell={cellOf(day)} /> : <i />}
                  </button>
                ))}
              </div>
              {shown && <DayCard day={shown} today={data.today} rostered={data.rostered} onGo={onGo} />}
            </>
          )
        }}
      </Page>
    </>
  )
}
