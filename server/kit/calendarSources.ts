// What areas have on a day: the calendar shows it, and a telephone that reads along. An area takes part by exporting
// `calendarSources` from its public.ts.
import type { Scoped } from './todos.ts'

/** Who looks; a telephone that reads along is nobody's session, so this is less than a caller. */
export interface CalendarReader extends Scoped {
  readonly userId: string
  may(expression: string): boolean
}

/** Days yyyy-MM-dd; both belong to it. */
export interface CalendarPeriod {
  from: string
  to: string
}

export interface CalendarEntry {
  /** Unique within its source. */
  key: string
  title: string
  /** yyyy-MM-dd */
  day: string
  /** HH:mm; otherwise the whole day. */
  time?: string | null
  /** The last day, where that is another one. */
  endDay?: string | null
  route?: string | null
  /**
   * What stands in the calendar of a telephone, which leaves the house: no full names, nothing of health. Null: it does not
   * leave the house at all.
   */
  outside: string | null
  /** A to-do of the reader's own. */
  todo?: { todoId: string; version: number; movable: boolean }
}

export interface CalendarSource {
  /** Unique among all areas. */
  kind: string
  /** 合同到期 */
  title: string
  order: number
  /** Colour family of the status tags. */
  family: string
  /** Permission expression: who may see these. */
  needs: string
  /** Within the reader's organisation and departments. */
  entries(who: CalendarReader, period: CalendarPeriod): Promise<CalendarEntry[]>
}

/** Family names of two characters that are still borne. */
const DOUBLE =
  '欧阳太史上官端木司马东方独孤南宫万俟闻人夏侯诸葛尉迟公羊赫连澹台皇甫宗政濮阳公冶太叔申屠公孙慕容仲孙钟离长孙宇文司徒鲜于司空令狐'

/** 王老人 302室1床: what is said of a resident outside the house. */
export function outsideName(name: string, bedPath: string | null): string {
  const two = name.slice(0, 2)
  const at = DOUBLE.indexOf(two)
  const family = name.length > 2 && at >= 0 && at % 2 === 0 ? two : name.slice(0, 1)
  const bed = bedPath?.split('>').slice(-2).join('') ?? ''
  return `${family}老人${bed ? ` ${bed}` : ''}`
}
