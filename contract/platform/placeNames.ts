// Names of rooms and beds made in a batch. Both sides make them here, so the preview is what is saved.

/** Longest name of a room or a bed. */
export const PLACE_NAME_MAX = 14
/** Rooms, and beds, that one act may make. */
export const BATCH_MAX = 9999

export interface NamePlan {
  prefix?: string | null | undefined
  suffix?: string | null | undefined
  /** The first number; 1 unless told. */
  start?: number | null | undefined
  count: number
  /** Numbers are filled with zeros to this many digits; 0 leaves them as they are. */
  digits?: number | null | undefined
}

export const placeName = (plan: NamePlan, index: number): string =>
  `${(plan.prefix ?? '').trim()}${String((plan.start ?? 1) + index).padStart(plan.digits ?? 0, '0')}${(plan.suffix ?? '').trim()}`

export const placeNames = (plan: NamePlan): string[] =>
  Array.from({ length: plan.count }, (_, index) => placeName(plan, index))

/** What is wrong with a plan, in words; null when its names can be used. `noun` is 房间 or 床位. */
export function planProblem(plan: NamePlan, noun: string): string | null {
  if (plan.count === 0) return null
  const last = (plan.start ?? 1) + plan.count - 1
  const needed = String(last).length
  if (plan.digits && plan.digits < needed) return `${noun}编号到 ${last}，序号位数至少填 ${needed} 位`
  const longest = placeName(plan, plan.count - 1)
  if (longest.length > PLACE_NAME_MAX) {
    return `${noun}名称“${longest}”有 ${longest.length} 个字，最多 ${PLACE_NAME_MAX} 个字，请缩短前缀或减少位数`
  }
  return null
}

/** 201室、202室 … 208室 */
export function nameRange(plan: NamePlan): string {
  if (plan.count <= 0) return '无'
  const at = (index: number) => placeName(plan, index)
  if (plan.count <= 3) return Array.from({ length: plan.count }, (_, index) => at(index)).join('、')
  return `${at(0)}、${at(1)} … ${at(plan.count - 1)}`
}

/** Existing names as a person would be told: the first few and how many there are. */
export function namesInWords(names: readonly string[], most = 8): string {
  const shown = names.slice(0, most).join('、')
  return names.length > most ? `${shown} 等 ${names.length} 个` : shown
}

/**
 * A path as people read it: 松鹤楼 › 2层 › 203室 › 02床. On the wire and in tables its parts are joined by '>', as existing
 * clients know it; sentences, logs, prints and workbooks say it in these words.
 */
export const pathWords = (path: string | null | undefined) => (path ?? '').replace(/\s*>\s*/g, ' › ')
