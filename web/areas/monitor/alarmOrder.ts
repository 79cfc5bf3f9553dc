// Open alarms as a desk holds them: merged from answers and pushes, the most urgent first. Without React and network.
import { momentOf } from '#contract/kit/clock'
import type { AlarmCardData } from '#contract/monitor/alarm'
import { placeHeading } from '#contract/monitor/alarmPlace'
import { AlarmStatus, RuleKind, stageOf } from '#contract/monitor/words'

/** `at`: when this browser got it; its seconds count on from there. */
export interface Held {
  card: AlarmCardData
  at: number
}

export interface AlarmsState {
  open: readonly Held[]
  /** Closed ones and their version: a late message must not bring them back. */
  closed: ReadonlyMap<string, number>
  /** False until the server has answered once. */
  loaded: boolean
  /** Of the last pushed alarm: milliseconds from the device's message to the push. */
  tookMs: number | null
}

export const NO_ALARMS: AlarmsState = { open: [], closed: new Map(), loaded: false, tookMs: null }
const CLOSED_KEPT = 500

/** A call from a bed or a door stands below one from a toilet, a cry for reinforcement and SOS. */
const plainCall = ({ source, type }: AlarmCardData) =>
  source === 'CALL' && (type === 'BED' || type === 'DOOR') ? 1 : 0

/** SOS and calls, heart and breath, bed-exit, the rest; inside one kind the oldest first. */
export const byUrgency = (a: Held, b: Held): number =>
  a.card.urgency - b.card.urgency ||
  plainCall(a.card) - plainCall(b.card) ||
  a.card.raisedAt.localeCompare(b.card.raisedAt) ||
  a.card.recordId.localeCompare(b.card.recordId)

const isOpen = (card: AlarmCardData) => card.status === AlarmStatus.is.open

function remember(closed: ReadonlyMap<string, number>, card: AlarmCardData): ReadonlyMap<string, number> {
  const next = new Map(closed)
  next.delete(card.recordId)
  next.set(card.recordId, card.version)
  if (next.size > CLOSED_KEPT) next.delete(next.keys().next().value!)
  return next
}

/** A pushed alarm. Answers the same state when the message is old. */
export function applyCard(state: AlarmsState, card: AlarmCardData, at: number): AlarmsState {
  const known = state.open.find((one) => one.card.recordId === card.recordId)
  if (known && card.version < known.card.version) return state
  // Closed alarms never open again.
  if (state.closed.has(card.recordId)) return state
  const others = state.open.filter((one) => one !== known)
  if (!isOpen(card)) return { ...state, open: others, closed: remember(state.closed, card) }
  return { ...state, open: [...others, { card, at }].sort(byUrgency) }
}

/**
 * The server's whole list; what was pushed while it was being asked for (`since`) counts on top of it.
 */
export function replaceAll(
  state: AlarmsState,
  cards: readonly AlarmCardData[],
  at: number,
  since: readonly AlarmCardData[] = [],
): AlarmsState {
  const open = cards
    .filter((card) => isOpen(card) && !state.closed.has(card.recordId))
    .map((card) => {
      const known = state.open.find((one) => one.card.recordId === card.recordId)
      return known && known.card.version > card.version ? known : { card, at }
    })
    .sort(byUrgency)
  return since.reduce<AlarmsState>((next, card) => applyCard(next, card, at), { ...state, open, loaded: true })
}

const SECOND = 1_000
const elapsed = (held: Held, now: number) => Math.max(0, Math.floor((now - held.at) / SECOND))

/** Seconds since it was raised. */
export const waited = (held: Held, now: number): number => held.card.seconds + elapsed(held, now)

/** Seconds until the next step of the ladder; null: it does not climb. */
export const untilNext = (held: Held, now: number): number | null =>
  held.card.nextSeconds === null ? null : Math.max(0, held.card.nextSeconds - elapsed(held, now))

const two = (value: number) => String(value).padStart(2, '0')
/** 02:08; 1:02:08 from an hour on. */
export const clockOf = (seconds: number): string => {
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60]
  return `${hours > 0 ? `${hours}:` : ''}${two(minutes)}:${two(seconds % 60)}`
}

/** 处理中: open, and somebody has said that they go. */
export const isTaken = (card: AlarmCardData) => stageOf(card) === 1

/** How long somebody was out of bed, until they came back. */
export function exitMinutes(card: AlarmCardData, now: number): number {
  const from = momentOf(card.startAt ?? card.raisedAt)
  const to = card.recoveredAt === null ? now : momentOf(card.recoveredAt)
  return Math.max(0, Math.floor((to - from) / 60_000))
}

/** 离床超时 only beyond its limit; whoever is back in time was out, and nothing more. */
const exitTitle = (card: AlarmCardData, now: number) =>
  card.threshold !== null && exitMinutes(card, now) < card.threshold ? '离床' : RuleKind.label('EXIT')

/** 203室 02床, 松鹤楼 203室 02床 for who serves several buildings; where there is no place, whoever it is about. */
export const placeOf = (card: AlarmCardData, several: boolean): string => placeHeading(card, several)

/** 2层>203室>02床 */
export function withoutBuilding({ place, buildingName }: Pick<AlarmCardData, 'place' | 'buildingName'>): string {
  const parts = (place ?? '').split('>')
  const around = buildingName === null ? 0 : buildingName.split(' ').length
  return parts.length > around ? parts.slice(around).join('>') : (place ?? '')
}

/** 心率过高 without its number, which stands beside it. */
export function titleOf(card: AlarmCardData, now: number = Date.now()): string {
  if (card.source === 'TAG') return card.typeName
  if (card.kind === 'EXIT') return exitTitle(card, now)
  return card.content.replace(/\s*[\d.]+\s*(次\/分|分钟|秒|%|％).*$/, '') || card.typeName
}
