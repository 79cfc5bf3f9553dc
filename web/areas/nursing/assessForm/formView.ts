// What the sheet shows while it is filled, worked out from the kind and the answers alone: which item is next, what a key
// chooses, what became of each item since the last time.
import type { Answers, Choice, Direction, Item, Kind, Section } from '#contract/nursing/assess/kind'

/** With the number of the standard where it has one; a scale of one part has none. */
export const sectionTitle = ({ key, name }: Pick<Section, 'key' | 'name'>): string =>
  /\d/.test(key) && !name.startsWith(key) ? `${key} ${name}` : name

export interface Place {
  section: Section
  item: Item
  /** Among all items of the kind. */
  at: number
}

export const placesOf = (kind: Kind): readonly Place[] =>
  kind.sections
    .flatMap((section) => section.items.map((item) => ({ section, item })))
    .map((one, at) => ({ ...one, at }))

export const choiceOf = (item: Item, answers: Answers): Choice | null =>
  item.options.find((option) => option.key === answers[item.key]) ?? null

export const highest = (item: Item) => Math.max(...item.options.map((option) => option.score))

/** Keys 1 to 9 choose the options in the order they stand there. */
export function chosenBy(key: string, item: Item): Choice | null {
  return /^[1-9]$/.test(key) ? (item.options[Number(key) - 1] ?? null) : null
}

/** The item after an answer: the one below, so that the eye moves by one line. Null after the last. */
export const itemBelow = (places: readonly Place[], at: number): Place | null => places[at + 1] ?? null

/** The first without an answer after this one, or from the top where none is left below. */
export function nextOpen(places: readonly Place[], answers: Answers, at = -1): Place | null {
  const open = (place: Place) => choiceOf(place.item, answers) === null
  return places.slice(at + 1).find(open) ?? places.slice(0, at + 1).find(open) ?? null
}

/** 上一项/下一项: what Enter goes to. Where the next is answered already, it is passed over to one that is not. */
export function onward(places: readonly Place[], answers: Answers, at: number): Place | null {
  const below = itemBelow(places, at)
  if (below && choiceOf(below.item, answers) === null) return below
  return nextOpen(places, answers, at) ?? below
}

export interface Change {
  /** Points more or fewer than last time. */
  by: number
  /** Of ability, whichever way the scores run. */
  worse: boolean
  last: Choice
  now: Choice
}

/** Null where one of the two was not answered. */
export function changeOf(direction: Direction, item: Item, last: Answers | null, now: Answers): Change | null {
  const before = last && choiceOf(item, last)
  const chosen = choiceOf(item, now)
  if (!before || !chosen) return null
  const by = chosen.score - before.score
  return { by, worse: direction === 'higherIsBetter' ? by < 0 : by > 0, last: before, now: chosen }
}

/** ↓1, ↑2; empty where nothing changed. */
export const arrow = ({ by }: Pick<Change, 'by'>) => (by === 0 ? '' : `${by < 0 ? '↓' : '↑'}${Math.abs(by)}`)

/** 少 1 分, 多 2 分, 与上次相同. */
export const byWords = (by: number) => (by === 0 ? '与上次相同' : `${by < 0 ? '少' : '多'} ${Math.abs(by)} 分`)

export const scoreOf = (section: Section, answers: Answers) =>
  section.items.reduce((sum, item) => sum + (choiceOf(item, answers)?.score ?? 0), 0)

export const answeredOf = (section: Section, answers: Answers) =>
  section.items.filter((item) => choiceOf(item, answers) !== null).length

/** Half a minute for each item, as assessors take it; at least one. */
export const minutesLeft = (open: number) => Math.max(1, Math.round((open * 75) / 60))

/** Options are told short where they are only named: the part before a bracket or the first comma. */
const brief = (text: string) => {
  const [first = text] = text.split(/[（，；]/)
  return first.length > 14 ? `${first.slice(0, 13)}…` : first
}

/** 3 个选项：神志清醒 / 嗜睡 / 昏迷. */
export const optionsInBrief = (item: Item) =>
  `${item.options.length} 个选项：${item.options.map((option) => brief(option.text)).join(' / ')}`
