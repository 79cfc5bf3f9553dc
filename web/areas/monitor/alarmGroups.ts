// Several open alarms of one resident are one thing to go to: one card with all its reasons, the most urgent first. Without
// React and network.
import type { AlarmCardData } from '#contract/monitor/alarm'
import { type AlarmLevelValue, stageOf } from '#contract/monitor/words'
import { exitMinutes, type Held, isTaken } from './alarmOrder.ts'

export interface Group {
  key: string
  /** The most urgent one: its place, its clock, its ladder. */
  lead: Held
  /** All of them, the most urgent first. */
  all: readonly Held[]
}

/** In the order of their most urgent alarms; `open` comes in the order of urgency. */
export function groupsOf(open: readonly Held[]): Group[] {
  const groups = new Map<string, Held[]>()
  for (const held of open) {
    const key = held.card.oldmanId ?? held.card.recordId
    const group = groups.get(key)
    if (group) group.push(held)
    else groups.set(key, [held])
  }
  return [...groups].map(([key, all]) => ({ key, lead: all[0]!, all }))
}

/** 处理中 only when somebody goes for each of them. */
export const groupTaken = (all: readonly Held[]) => all.every(({ card }) => isTaken(card))

/** The highest level decides the colour; help that was asked for is always high. */
export const levelOfAll = (all: readonly { card: AlarmCardData }[]): AlarmLevelValue =>
  Math.max(...all.map(({ card }) => (card.urgency === 1 ? 3 : card.level))) as AlarmLevelValue

/** The others of a card, as the server wants them beside the first. */
export const othersOf = (recordIds: readonly string[]) => (recordIds.length > 1 ? { also: recordIds.slice(1) } : {})

export interface OpenCounts {
  /** 未处理 */
  waiting: number
  /** 处理中 */
  taken: number
}

export function countsOf(open: readonly Held[]): OpenCounts {
  const taken = open.filter(({ card }) => stageOf(card) === 1).length
  return { waiting: open.length - taken, taken }
}

/** 未处理告警 2，处理中 1 */
export const countsText = ({ waiting, taken }: OpenCounts, word = '未处理告警'): string =>
  waiting === 0 && taken > 0 ? `处理中 ${taken}` : `${word} ${waiting}${taken > 0 ? `，处理中 ${taken}` : ''}`

const CALLS: Readonly<Record<string, string>> = { TOILET: '卫生间呼叫', REINFORCE: '呼叫增援' }
const TAGS: Readonly<Record<string, string>> = {
  sos: 'SOS',
  manualAlarm: '呼叫',
  railAlarm: '越界',
  tamperAlarm: '手环被摘',
  locationOffline: '定位离线',
  communicationOffline: '标签离线',
  lowPowerAlarm: '低电量',
  maintenanceAlarm: '标签维护',
}

/** Why, in the few words a tile has room for: 呼叫, 尿湿, SOS, 心率 134, 离床 14分. */
export function reasonOf(
  card: AlarmCardData,
  now: number,
  live: { heart: number | null; breath: number | null },
): string {
  if (card.source === 'CALL') return CALLS[card.type] ?? '呼叫'
  if (card.source === 'TAG') return TAGS[card.type] ?? card.typeName
  const figure = (name: string, value: number | null) => (value === null ? name : `${name} ${value}`)
  switch (card.kind) {
    case 'HEART':
      return figure('心率', live.heart ?? card.value)
    case 'BREATH':
      return figure('呼吸', live.breath ?? card.value)
    case 'EXIT':
      return card.recoveredAt ? '离床 已回' : `离床 ${exitMinutes(card, now)}分`
    case 'WET':
      return '尿湿'
    case 'MOVE':
      return '体动频繁'
    case 'STILL':
      return '久未翻身'
    default:
      return card.typeName
  }
}
