// Beside the dot of whoever calls for help or has left a fence: who it is, since when, and what happened.
import { ResidentSex } from '#contract/live/resident'
import type { Point } from '#contract/monitor/polygon'
import { clockOf, type Held, waited } from '#web/areas/monitor/alarmOrder'
import { Pin } from './floor.part.tsx'
import { type LivePerson, spotOf } from './live.ts'
import type { FloorView } from './view.ts'

const width = (text: string, size: number) =>
  [...text].reduce((sum, char) => sum + (char.charCodeAt(0) > 255 ? size : size * 0.56), 0)

interface BalloonProps {
  alarms: readonly Held[]
  people: readonly LivePerson[]
  /** Where the drawing is on the screen: a balloon at the right edge opens to the left. */
  floor: Pick<FloorView, 'view' | 'size'>
  now: number
}

/** Buttons and the edge at the right. */
const EDGE = 60

export function HelpBalloon({ alarms, people, floor, now }: BalloonProps) {
  return people.map((person) => {
    const own = alarms.filter((one) => one.card.deviceId === person.deviceId)
    const held = own.find((one) => one.card.urgency === 1) ?? own.find((one) => one.card.type === 'railAlarm')
    const at: Point | null = spotOf(person)
    if (!held || !at) return null
    const { card } = held
    const other = own.find((one) => one !== held && one.card.type === 'railAlarm')
    const first = `${person.name}　${person.sex === null ? '' : ResidentSex.label(person.sex as 0)} ${person.age ?? ''}`
    const second = `${card.type === 'sos' ? 'SOS' : card.typeName} ${clockOf(waited(held, now))}　${
      other
        ? `已${other.card.content}`
        : card.urgency === 1
          ? (card.takerName ? `${card.takerName} 已前往` : '等待处理')
          : card.content
    }`
    const { view, size } = floor
    const w = Math.max(width(first, 16), width(second, 13)) + 28
    const left = view.left + at[0] * view.scale + 37 + w > size.width - EDGE
    const x = left ? -37 - w : 37
    return (
      <Pin key={person.deviceId} at={at} scale={view.scale} glide className="yy-balloon">
        <path d={left ? 'M-26 0 l-12 -8 v16 z' : 'M26 0 l12 -8 v16 z'} className="yy-balloon-tip" />
        <rect x={x} y={-31} width={w} height={62} rx={6} />
        <text x={x + 14} y={-6} className="yy-balloon-name yy-text-16 yy-strong">
          {first}
        </text>
        <text x={x + 14} y={18} className="yy-balloon-what yy-text-13">
          {second}
        </text>
      </Pin>
    )
  })
}
