// Times the way people say them; anything older stands as a date.
const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

/** 'yyyy-MM-dd HH:mm:ss' of the server's clock. */
export const timeOf = (text: string) => new Date(text.replace(' ', 'T')).getTime()

export function ago(text: string, now = Date.now()): string {
  const past = now - timeOf(text)
  if (Number.isNaN(past)) return text
  if (past < MINUTE) return '刚刚'
  if (past < HOUR) return `${Math.floor(past / MINUTE)} 分钟前`
  if (past < DAY) return `${Math.floor(past / HOUR)} 小时前`
  return text.slice(0, 16)
}
