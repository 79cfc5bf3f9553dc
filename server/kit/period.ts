// A range of time as a list's filter asks for it.
import { formats } from '#contract/kit/formats'
import { invalid } from '#contract/kit/refusal'
import type { Filter } from './page.ts'

/** A day, or a moment of it with or without seconds; one that is in the calendar. */
const isMoment = (text: string) =>
  formats['yiyuan-date']!.test(text) || formats['yiyuan-datetime']!.test(text.length === 16 ? `${text}:00` : text)

interface Range {
  from: string | null | undefined
  to: string | null | undefined
  /** Names of the two input fields, for the refusal. */
  names: readonly [from: string, to: string]
  /** A condition whose rows belong there whenever they were: what is still open. */
  or?: string | null
}

/** Both ends belong to the range; a bare day means the whole of it. */
export function within(column: string, { from, to, names, or }: Range): Filter[] {
  const check = (text: string | null | undefined, field: string) => {
    if (text && !isMoment(text)) throw invalid('时间应为 年-月-日 或 年-月-日 时:分:秒', field)
    return text || null
  }
  const end = check(to, names[1])
  const unit = end === null || end.length > 16 ? '1 second' : end.length > 10 ? '1 minute' : '1 day'
  const also = or ? ` or ${or}` : ''
  return [
    [`(${column} >= ?::timestamptz${also})`, check(from, names[0])],
    [`(${column} < ?::timestamptz + interval '${unit}'${also})`, end],
  ]
}
