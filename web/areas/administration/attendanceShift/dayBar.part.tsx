// How a shift looks: its chip, and its hours on a line from midnight on, with the times in which clocking counts.
import { ShiftTone, type ShiftToneValue } from '#contract/administration/attendanceWords'
import { minutesWords, minuteWords, placed, type WorkPeriod } from '#contract/administration/shiftTime'
import './shift.css'

const familyOf = (tone: ShiftToneValue | null | undefined) => ShiftTone.find(tone)?.family ?? 'slate'

export function ShiftChip({ shortName, tone }: { shortName: string; tone: ShiftToneValue | null | undefined }) {
  return <span className={`yy-ashift-chip yy-family-${familyOf(tone)}`}>{shortName || '班'}</span>
}

interface DayBarProps {
  workPeriod: readonly WorkPeriod[]
  openBefore: number
  closeAfter: number
  tone: ShiftToneValue | null | undefined
}

const DAY = 1_440
const CLOCK = /^\d\d:\d\d$/

export function DayBar({ workPeriod, openBefore, closeAfter, tone }: DayBarProps) {
  const periods = placed(workPeriod.filter((one) => CLOCK.test(one.on ?? '') && CLOCK.test(one.off ?? '')))
  if (periods.length === 0) return null
  const from = Math.min(0, periods[0]!.on - openBefore)
  const to = Math.max(DAY, periods.at(-1)!.off + closeAfter)
  const at = (minute: number) => `${((minute - from) / (to - from)) * 100}%`
  const span = (first: number, last: number) => ({ left: at(first), width: `${((last - first) / (to - from)) * 100}%` })
  // Words of the day after need room: a longer day is marked every twelve hours.
  const step = to > DAY ? DAY / 2 : DAY / 4
  const hours = [0, 1, 2, 3, 4].map((n) => n * step).filter((minute) => minute <= to)
  const words = periods.map(({ on, off }) => `${minuteWords(on)} 上班，${minuteWords(off)} 下班`).join('；')
  return (
    <div className={`yy-family-${familyOf(tone)}`} role="img" aria-label={words}>
      <div className="yy-ashift-bar">
        {periods.map(({ on, off }) => (
          <span key={`w${on}`} className="yy-ashift-window" style={span(on - openBefore, off + closeAfter)} />
        ))}
        {periods.map(({ on, off }) => (
          <span key={on} className="yy-ashift-work" style={span(on, off)} />
        ))}
        {to > DAY && <span className="yy-ashift-midnight" style={{ left: at(DAY) }} />}
      </div>
      <div className="yy-ashift-scale">
        {hours.map((minute) => (
          <span key={minute} style={{ left: at(minute) }} {...(minute > to - 90 && { 'data-end': true })}>
            {minute === DAY && to === DAY ? '24:00' : minuteWords(minute)}
          </span>
        ))}
      </div>
    </div>
  )
}

/** 打卡：07:00–09:00 上班卡 … */
export const windowWords = ({ openBefore, closeAfter }: { openBefore: number; closeAfter: number }) =>
  `上班前 ${minutesWords(openBefore)}到下班后 ${minutesWords(closeAfter)}可打卡`
