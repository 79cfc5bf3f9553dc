// Waiting and handling times: as a clock on cards, in words in lists.
import { type Field, isEmpty } from '#web/kit/fields/field'
import { None } from '#web/kit/fields/none'
import { int } from '#web/kit/fields/number'
import './calls.css'

const pad = (value: number) => String(value).padStart(2, '0')
const MINUTE = 60
const HOUR = 3600

/** 04:06, 1:04:06 */
export function clockText(seconds: number): string {
  const rest = `${pad(Math.floor(seconds / MINUTE) % MINUTE)}:${pad(Math.floor(seconds % MINUTE))}`
  return seconds >= HOUR ? `${Math.floor(seconds / HOUR)}:${rest}` : rest
}

/** 45 秒, 2 分 05 秒 */
export function durationText(seconds: number | null | undefined): string {
  if (seconds === null || seconds === undefined) return '—'
  const whole = Math.round(seconds)
  if (whole < MINUTE) return `${whole} 秒`
  if (whole < HOUR) return `${Math.floor(whole / MINUTE)} 分 ${pad(whole % MINUTE)} 秒`
  return `${Math.floor(whole / HOUR)} 小时 ${Math.floor((whole % HOUR) / MINUTE)} 分`
}

/** Beyond a minute nobody should have waited. */
export const LONG_WAIT = 60

export const seconds = (longFrom?: number): Field<number> => ({
  ...int,
  width: 96,
  cell: (value) =>
    isEmpty(value) ? (
      <None />
    ) : (
      <span className={longFrom !== undefined && (value as number) > longFrom ? 'yy-red yy-strong' : undefined}>
        {durationText(value)}
      </span>
    ),
})
