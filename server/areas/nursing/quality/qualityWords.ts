// What was found, in words.
import { FAST, type QualityKindValue } from '#contract/nursing/quality'

const HOUR = 60
const DAY = 24 * HOUR

/** 45 分钟, 3 小时 20 分, 2 天 4 小时 */
export function lengthWords(minutes: number): string {
  if (minutes < HOUR) return `${minutes} 分钟`
  if (minutes < DAY) {
    const rest = minutes % HOUR
    return `${Math.floor(minutes / HOUR)} 小时${rest > 0 ? ` ${rest} 分` : ''}`
  }
  const hours = Math.floor((minutes % DAY) / HOUR)
  return `${Math.floor(minutes / DAY)} 天${hours > 0 ? ` ${hours} 小时` : ''}`
}

export function whyOf(kind: QualityKindValue, amount: number): string {
  switch (kind) {
    case 'after':
      return `做完 ${lengthWords(amount)}后才记录`
    case 'together':
      return `一次提交 ${amount} 项`
    case 'fast':
      return `${FAST.minutes} 分钟内记录了 ${amount} 分钟的工作`
    case 'refused':
      return `本期拒绝 ${amount} 次`
    case 'missed':
      return `过时限 ${lengthWords(Math.max(0, amount))}`
  }
}
