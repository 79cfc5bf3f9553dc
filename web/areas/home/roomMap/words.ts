// What a cell says: its first line, the marks behind it, and the second line with the reason.

import type { MapBedData, MapRoomData } from '#contract/home/roomMap'
import type { BedStatusValue } from '#contract/live/bedStatus'
import { BedStatus } from '#contract/live/bedStatus'
import { isHighRisk, ResidentNote, ResidentSex } from '#contract/live/resident'
import type { CareTodayData } from '#contract/nursing/careToday'
import { timeOf } from '#web/kit/ago'
import { shortLevel, shortPlace } from './layout.ts'

export type StatusNames = Readonly<Record<BedStatusValue, string>>

export interface CellMark {
  sign: string
  title: string
  family: 'purple' | 'red' | 'slate' | 'amber'
}

const DEMENTIA: CellMark = { sign: '智', title: '失智', family: 'purple' }
/** The signs that follow a name elsewhere too; 险 is 长护险 there. */
const VIOLENT: CellMark = { sign: '暴', title: '暴力倾向', family: 'red' }
const HARM: CellMark = { sign: '危', title: '自杀倾向', family: 'red' }
const HOSPICE: CellMark = { sign: '终', title: '临终关怀', family: 'slate' }
const AT_RISK: CellMark = { sign: '防', title: '高风险', family: 'red' }
const OWES: CellMark = { sign: '欠', title: '欠费', family: 'red' }
const SIGNS: CellMark = { sign: '征', title: '异常体征待处理', family: 'red' }
const SIGNS_OFF: CellMark = { ...SIGNS, family: 'amber' }
/** As the legend explains them. */
export const cellMarks: readonly CellMark[] = [DEMENTIA, VIOLENT, HARM, HOSPICE, AT_RISK, OWES, SIGNS]
export const signsMark = (alert: CareTodayData['alert']): CellMark | null =>
  alert === 'red' ? SIGNS : alert === 'yellow' ? SIGNS_OFF : null

/** 12/20　迟 1　漏 2; empty where nothing is planned. */
export function careWords({ total, done, late, missed }: CareTodayData): string {
  if (total === 0) return ''
  return [`${done}/${total}`, late > 0 && `迟 ${late}`, missed > 0 && `漏 ${missed}`].filter(Boolean).join('　')
}

export interface CellWords {
  /** Name of the resident, or of the status. */
  title: string
  second: string
  /** Late or expired. */
  bad: boolean
  marks: readonly CellMark[]
}

const HOUR = 3_600_000
const DAY = 24 * HOUR
const monthDay = (day: string | null) => day?.slice(5, 10) ?? ''

/** 逾期未归 2 小时, 3 天 */
export function lateWords(since: string, now: number): string {
  const late = now - timeOf(since)
  if (late < HOUR) return `逾期未归 ${Math.max(1, Math.floor(late / 60_000))} 分钟`
  return late < DAY ? `逾期未归 ${Math.floor(late / HOUR)} 小时` : `逾期未归 ${Math.floor(late / DAY)} 天`
}

const isLate = (outReturn: string | null, now: number) => outReturn !== null && timeOf(outReturn) < now

function outWords(bed: MapBedData, now: number): Pick<CellWords, 'second' | 'bad'> {
  const { outReturn = null, outSince = null, outHospital = false } = bed.occupant ?? {}
  if (isLate(outReturn, now)) return { second: lateWords(outReturn!, now), bad: true }
  if (outHospital && outSince) {
    return { second: `住院 第 ${Math.floor((now - timeOf(outSince.slice(0, 10))) / DAY) + 1} 天`, bad: false }
  }
  return { second: outReturn ? `${monthDay(outReturn)} ${outReturn.slice(11, 16)} 归` : '外出中', bad: false }
}

function marksOf(bed: MapBedData): CellMark[] {
  if (!bed.occupant) return []
  const { attention, owedFen } = bed.occupant
  const high = attention.filter(isHighRisk).map((note) => ResidentNote.label(note))
  return [
    ...(attention.includes(1) ? [DEMENTIA] : []),
    ...(attention.includes(2) ? [VIOLENT] : []),
    ...(attention.includes(3) ? [HARM] : []),
    ...(attention.includes(5) ? [HOSPICE] : []),
    ...(high.length > 0 ? [{ ...AT_RISK, title: high.join('、') }] : []),
    ...(owedFen > 0 ? [OWES] : []),
  ]
}

const NO_MARKS: readonly CellMark[] = []
const place = (text: string | null) => (text ? shortPlace(...(text.split(' ') as [string, string])) : '')

/** `now` matters only to beds whose resident is out or whose reservation may have run out. */
export function cellWords(bed: MapBedData, names: StatusNames, now: number, today: string): CellWords {
  const { status, occupant, holder, next, mark } = bed
  const plain = (second: string, bad = false): CellWords => ({ title: names[status], second, bad, marks: NO_MARKS })
  switch (status) {
    case BedStatus.is.free:
      return plain(next ? `${monthDay(next.day)} 起 ${next.oldmanName ?? '已安排'}` : '可预订、可入住')
    case BedStatus.is.reserved: {
      const who = holder?.oldmanName ? `${holder.oldmanName} ` : ''
      const over = holder?.expireDate !== null && holder?.expireDate !== undefined && holder.expireDate < today
      return over
        ? plain(`${who}保留至 ${monthDay(holder.expireDate)}，已过`, true)
        : plain(`${who}${monthDay(holder?.day ?? null)} 入住`)
    }
    case BedStatus.is.room:
      return plain(`${place(holder?.place ?? null)} 包房`.trim())
    case BedStatus.is.repair:
      return plain([mark?.reason, mark?.until && `至 ${monthDay(mark.until)}`].filter(Boolean).join(' ') || '暂不可用')
    case BedStatus.is.clean:
      return plain(mark?.reason ?? (mark?.until ? `${monthDay(mark.until)} 前完成` : '清洁后可入住'))
  }
  if (!occupant) return plain('其他部门老人')
  const line = { title: occupant.oldmanName, marks: marksOf(bed) }
  if (status === BedStatus.is.away) return { ...line, ...outWords(bed, now) }
  if (status === BedStatus.is.trial) {
    const over = occupant.trialEnd !== null && occupant.trialEnd < today
    return { ...line, second: `试住至 ${monthDay(occupant.trialEnd)}${over ? '，已到期' : ''}`, bad: over }
  }
  const facts = [`${ResidentSex.label(occupant.sex)} ${occupant.age}`, shortLevel(occupant.levelName)]
  return { ...line, second: facts.filter(Boolean).join('　'), bad: false }
}

/** The second line changes with the clock. */
export const followsClock = (bed: MapBedData) => bed.status === BedStatus.is.away

const squeezed = (text: string) => text.replace(/[\s\-室床>›]/g, '').toLowerCase()
const reads = (readings: string, typed: string) => ` ${readings}`.includes(` ${typed}`)

/** Name by any part, its pinyin or initials from the beginning, or the bed: 203, 203-02, 松鹤楼203. */
export function finds(typed: string, room: MapRoomData, bed: MapBedData): boolean {
  const wanted = typed.trim().toLowerCase()
  if (wanted === '') return true
  const person = bed.occupant ?? bed.holder
  if (person?.oldmanName && (person.oldmanName.includes(wanted) || reads(person.initials, wanted))) return true
  if (person && reads(person.pinyin, wanted)) return true
  const asked = squeezed(wanted)
  if (asked === '') return false
  const here = `${room.roomName}${bed.bedName}`
  const ways = [here, `${room.buildingName}${here}`, `${room.buildingName}${room.floorName}${here}`]
  return ways.some((way) => squeezed(way).startsWith(asked))
}
