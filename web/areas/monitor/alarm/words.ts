// Words and times of an alarm as the list and the detail say them.

import type { Family } from '#contract/kit/options'
import type { AlarmCardData } from '#contract/monitor/alarm'
import { AlarmStatus } from '#contract/monitor/words'
import { timeOf } from '#web/kit/ago'

const between = (from: string, to: string) => Math.max(0, Math.round((timeOf(to) - timeOf(from)) / 1000))

/** How long it stood open; still open: until now. */
export const openSeconds = (card: AlarmCardData) =>
  card.handledAt === null ? card.seconds : between(card.raisedAt, card.handledAt)

/** Until the first person said they would go, or closed it; null: nobody did. */
export function responseSeconds(card: AlarmCardData): number | null {
  const came = card.takenAt ?? (card.status === AlarmStatus.is.cleared ? null : card.handledAt)
  return came === null ? null : between(card.raisedAt, came)
}

/** 131（上限 120）; null where there is no number. */
export function valueText(card: AlarmCardData): string {
  if (card.value === null) return ''
  const unit = card.unit ?? ''
  if (card.threshold === null) return `${card.value} ${unit}`.trim()
  const name = card.unit === '次/分' ? (card.value > card.threshold ? '上限' : '下限') : '界限'
  return `${card.value} / ${name} ${card.threshold} ${unit}`.trim()
}

export const STEPS: Readonly<Record<string, readonly [word: string, family: Family]>> = {
  RAISED: ['告警', 'red'],
  REPEATED: ['再次提醒', 'red'],
  TOLD: ['通知', 'amber'],
  PHONED: ['电话通知', 'orange'],
  TAKEN: ['接手', 'blue'],
  RECOVERED: ['已恢复', 'teal'],
  HANDLED: ['处理', 'green'],
  IGNORED: ['忽略', 'grey'],
  RELEASED: ['自行解除', 'slate'],
}
