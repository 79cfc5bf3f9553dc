// Times of outings in words, and the usual lengths one click away. Values are the wire's texts in the clock of Shanghai.
import dayjs from 'dayjs'

const WIRE = 'YYYY-MM-DD HH:mm:ss'
const CHINA = new Intl.DateTimeFormat('sv-SE', {
  timeZone: 'Asia/Shanghai',
  dateStyle: 'short',
  timeStyle: 'medium',
})

/** The present minute. */
export const nowText = () => `${CHINA.format(new Date()).slice(0, 16)}:00`

export const plusHours = (moment: string, hours: number) => dayjs(moment).add(hours, 'hour').format(WIRE)

/** The next full quarter of an hour: what a person means by "now" in a plan. */
export function nextQuarter(): string {
  const now = dayjs(nowText())
  return now.add((15 - (now.minute() % 15)) % 15, 'minute').format(WIRE)
}

export const hoursBetween = (from: string, to: string) => dayjs(to).diff(dayjs(from), 'minute') / 60

const HOUR = 60
const DAY = 24 * HOUR

/** 2 天 3 小时, 45 分钟: never more than two units. */
export function lengthText(minutes: number): string {
  const days = Math.floor(minutes / DAY)
  const hours = Math.floor((minutes % DAY) / HOUR)
  if (days > 0) return hours > 0 ? `${days} 天 ${hours} 小时` : `${days} 天`
  if (hours > 0) {
    const rest = Math.floor(minutes % HOUR)
    return rest > 0 && hours < 6 ? `${hours} 小时 ${rest} 分` : `${hours} 小时`
  }
  return `${Math.max(0, Math.floor(minutes))} 分钟`
}

/** 11-12 09:30, with the year where it is not this one. */
export const shortMoment = (moment: string) =>
  moment.slice(0, 4) === nowText().slice(0, 4) ? moment.slice(5, 16) : moment.slice(0, 16)

export const LENGTHS = [
  { label: '半天', hours: 6 },
  { label: '1 天', hours: 24 },
  { label: '3 天', hours: 72 },
  { label: '7 天', hours: 168 },
] as const
