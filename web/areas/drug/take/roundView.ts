// What the round shows, derived from its answer: a card for each elder, what is to be done on it next, and the figures.
import type { DrugRoundData, RoundLeftData } from '#contract/drug/roundAnswer'
import { doseText } from '#contract/drug/rounds'
import { counts } from '#contract/drug/takeMoves'
import type { DrugTakeData, RoundElderData } from '#contract/drug/takeRows'
import { DrugTakeState, type DrugTakeStateValue, TAKE_AWAY } from '#contract/drug/useWords'
import type { Family } from '#contract/kit/options'
import { codeNames } from '#contract/nursing/careCode'
import { bedOfPath } from '#web/kit/bedWords'

export type Face = 'short' | 'missed' | 'setOut' | 'checked' | 'waiting' | 'refused' | 'given' | 'along' | 'away'

export const FACES: readonly Face[] = [
  'waiting',
  'setOut',
  'checked',
  'given',
  'refused',
  'missed',
  'short',
  'along',
  'away',
]
export const FACE_WORDS: Readonly<Record<Face, readonly [label: string, family: Family]>> = {
  waiting: ['待摆', 'slate'],
  setOut: ['待核对', 'amber'],
  checked: ['待发', 'blue'],
  given: ['已服', 'green'],
  refused: ['拒服', 'orange'],
  missed: ['漏服', 'red'],
  short: ['缺药', 'red'],
  along: ['外出带药', 'purple'],
  away: ['外出、住院、暂停', 'purple'],
}

export interface CardTake {
  take: DrugTakeData
  left: RoundLeftData | null
  /** To be set out, and not enough of it lies here. */
  short: boolean
}

export interface Card {
  elder: RoundElderData
  /** 201-01 */
  bed: string
  takes: CardTake[]
  face: Face
  /** What the buttons of the card act on: takes in the same state. */
  group: DrugTakeData[]
  groupState: DrugTakeStateValue | null
}

const { WAITING, SET_OUT, CHECKED, GIVEN, REFUSED, VOMITED, MISSED, ALONG } = DrugTakeState.is
/** What can be done next stands before what is over. */
const NEXT: readonly DrugTakeStateValue[] = [CHECKED, SET_OUT, WAITING, REFUSED, MISSED, VOMITED, GIVEN, ALONG]

function faceOf(takes: readonly CardTake[]): Face {
  const has = (...states: DrugTakeStateValue[]) => takes.some((one) => states.includes(one.take.state))
  if (takes.some((one) => one.short)) return 'short'
  if (has(MISSED)) return 'missed'
  if (has(WAITING)) return 'waiting'
  if (has(SET_OUT)) return 'setOut'
  if (has(CHECKED)) return 'checked'
  if (has(REFUSED, VOMITED)) return 'refused'
  if (has(ALONG)) return 'along'
  return has(GIVEN) ? 'given' : 'away'
}

/** 203-02 */
export function shortBed(path: string | null): string {
  if (!path) return '无床位'
  const { roomName, bedName } = bedOfPath(path)
  return `${roomName.trim().replace(/室$/, '')}-${bedName.trim().replace(/床$/, '')}`
}

/** The cards of a round, by place. */
export function cardsOf(round: DrugRoundData): Card[] {
  const left = new Map(round.left.map((one) => [`${one.oldmanId} ${one.drugId}`, one]))
  const byElder = new Map<string, CardTake[]>()
  // Of a drug that is to be set out twice, both need their stock.
  const wanted = new Map<string, number>()
  for (const take of round.takes) {
    const key = `${take.oldmanId} ${take.drugId}`
    const own = left.get(key) ?? null
    const sum = (wanted.get(key) ?? 0) + (take.state === WAITING ? take.dose : 0)
    wanted.set(key, sum)
    const short = take.state === WAITING && (own?.stock ?? 0) < sum
    byElder.set(take.oldmanId, [...(byElder.get(take.oldmanId) ?? []), { take, left: own, short }])
  }
  return round.elders.flatMap((elder) => {
    const takes = byElder.get(elder.oldmanId) ?? []
    if (takes.length === 0) return []
    const groupState =
      NEXT.find((state) => takes.some(({ take, short }) => take.state === state && !(state === WAITING && short))) ??
      null
    return [
      {
        elder,
        bed: shortBed(elder.bedPath),
        takes,
        face: faceOf(takes),
        groupState,
        group: takes.flatMap(({ take, short }) =>
          take.state === groupState && !(groupState === WAITING && short) ? take : [],
        ),
      },
    ]
  })
}

export const faceCounts = (cards: readonly Card[]): Record<Face, number> => {
  const sums = Object.fromEntries(FACES.map((face) => [face, 0])) as Record<Face, number>
  for (const card of cards) sums[card.face] += 1
  return sums
}

/** Whether a card is meant by what was typed or scanned: a name, a bed, the code of a bed or wrist band, or a drug. */
export function cardMatches(card: Card, typed: string): boolean {
  const word = typed.trim().toLowerCase()
  if (word === '') return true
  if (codeNames(typed, card.elder)) return true
  return (
    card.elder.oldmanName.includes(typed.trim()) ||
    card.bed.toLowerCase().includes(word) ||
    card.takes.some(({ take }) => take.drugName.includes(typed.trim()))
  )
}

/** Whether takes that were set out may be checked by this person: never by who set them out, but for one nurse alone at night. */
export const ownCheck = (takes: readonly DrugTakeData[], userId: string, aloneNow: boolean): string | null => {
  const own = takes.filter((one) => one.setOutBy === userId)
  if (own.length === 0) return null
  if (aloneNow && own.every((one) => one.highAlert === null)) return null
  return own.some((one) => one.highAlert !== null) ? '高警示药品，需另一人核对' : '需另一人核对，不能由本人核对'
}

export const clockIn = (moment: string | null) => moment?.slice(11, 16) ?? ''

/** Takes that count in the figures of a slot. */
export const counted = (takes: readonly DrugTakeData[]) => takes.filter((one) => counts(one.state))

/** 余 11 片 11 天 in its colour. */
export function leftWords(
  own: RoundLeftData | null,
  unit: string,
  limits: Pick<DrugRoundData, 'shortDays' | 'lowDays' | 'expiryDays'>,
  today: string,
) {
  if (!own || own.stock <= 0) return { text: '无存药', tone: 'red' as const, expiry: null }
  const days = own.daysLeft === null ? '' : `　${own.daysLeft} 天`
  const tone =
    own.daysLeft === null
      ? null
      : own.daysLeft <= limits.shortDays
        ? ('red' as const)
        : own.daysLeft <= limits.lowDays
          ? ('amber' as const)
          : null
  const soon = own.expiry !== null && (Date.parse(own.expiry) - Date.parse(today)) / 86_400_000 <= limits.expiryDays
  return {
    text: `余 ${doseText(own.stock, unit).replace('半', '½ ')}${days}`,
    tone,
    expiry: soon ? `效期 ${own.expiry!.slice(5)}` : null,
  }
}

export const isAway = (state: DrugTakeStateValue) => TAKE_AWAY.includes(state)
