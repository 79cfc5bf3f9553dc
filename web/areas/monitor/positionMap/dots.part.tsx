// People on a floor: round residents, square staff, grey when nothing is heard; a ring for a low battery, a pulse for a cry
// for help. Whoever is pointed at is named.
import { useState } from 'react'
import { ResidentSex } from '#contract/live/resident'
import type { Point } from '#contract/monitor/polygon'
import { classes } from '#web/kit/classes'
import { Pin } from './floor.part.tsx'
import { agoText, isLow, isResident, type LivePerson, spotOf } from './live.ts'
import './dots.css'

export type DotAlarm = 'help' | 'alarm'

const width = (text: string) => [...text].reduce((sum, char) => sum + (char.charCodeAt(0) > 255 ? 13 : 7.2), 0) + 16

function Name({ person, now, always }: { person: LivePerson; now: number; always?: boolean }) {
  const about = isResident(person)
    ? `${ResidentSex.label(person.sex as 0)} ${person.age ?? ''}`
    : (person.jobName ?? '员工')
  const second = !person.online
    ? `离线，${agoText(person.heardAt, now)}`
    : isLow(person)
      ? `低电量 ${person.battery}%`
      : agoText(person.fixAt, now)
  const text = always
    ? `${person.name} ${isLow(person) ? `低电量 ${person.battery}%` : ''}`.trim()
    : `${person.name}　${about}　${second}`
  const w = width(text)
  return (
    <g className="yy-tag-dot-name" transform="translate(14 -13)">
      <rect width={w} height={26} rx={4} />
      <text x={8} y={18}>
        {text}
      </text>
    </g>
  )
}

interface DotProps {
  person: LivePerson
  at: Point
  scale: number
  now: number
  alarm: DotAlarm | undefined
  chosen: boolean
  named: boolean
  onPoint(on: boolean): void
  onChoose(): void
}

function Dot({ person, at, scale, now, alarm, chosen, named, onPoint, onChoose }: DotProps) {
  const resident = isResident(person)
  const low = isLow(person) && person.online
  return (
    <Pin at={at} scale={scale} glide className="yy-tag-dot-pin">
      <g
        role="button"
        tabIndex={0}
        aria-label={`${person.name}${resident ? '' : ' 员工'}${person.online ? '' : ' 离线'}${alarm ? ' 告警' : ''}`}
        className={classes(
          'yy-tag-dot yy-press',
          resident ? 'is-resident' : 'is-staff',
          !person.online && 'is-off',
          alarm && `is-${alarm}`,
        )}
        onPointerEnter={() => onPoint(true)}
        onPointerLeave={() => onPoint(false)}
        onFocus={() => onPoint(true)}
        onBlur={() => onPoint(false)}
        onPointerDown={(event) => event.stopPropagation()}
        onClick={onChoose}
        onKeyDown={(event) => {
          if (event.key === 'Enter') onChoose()
        }}
      >
        {alarm === 'help' && (
          <>
            <circle className="yy-tag-dot-wave" r={34} />
            <circle className="yy-tag-dot-wave is-second" r={26} />
          </>
        )}
        {alarm === 'alarm' && <circle className="yy-tag-dot-ring is-alarm" r={12} />}
        {low && !alarm && <circle className="yy-tag-dot-ring" r={12} />}
        {chosen && <circle className="yy-tag-dot-chosen" r={16} />}
        {alarm === 'help' ? (
          <>
            <circle className="yy-tag-dot-body" r={17} />
            <text className="yy-tag-dot-sos yy-strong" y={4}>
              SOS
            </text>
          </>
        ) : resident ? (
          <circle className="yy-tag-dot-body" r={6.5} />
        ) : (
          <rect className="yy-tag-dot-body" x={-6} y={-6} width={12} height={12} rx={2} />
        )}
        <circle r={16} fill="transparent" />
      </g>
      {named && <Name person={person} now={now} />}
      {!named && low && !alarm && scale > 12 && <Name person={person} now={now} always />}
      {!named && !resident && scale > 12 && person.online && (
        <text className="yy-tag-dot-staff yy-tiny" x={10} y={4.5}>
          {person.name}
        </text>
      )}
    </Pin>
  )
}

interface DotsProps {
  people: readonly LivePerson[]
  scale: number
  now: number
  alarms: ReadonlyMap<string, DotAlarm>
  chosen: string | null
  onChoose(deviceId: string): void
}

const weight = (alarm: DotAlarm | undefined) => (alarm === 'help' ? 2 : alarm ? 1 : 0)

export function Dots({ people, scale, now, alarms, chosen, onChoose }: DotsProps) {
  const [pointed, setPointed] = useState<string | null>(null)
  // What must not be overlooked is drawn last, and the one pointed at above everything.
  const order = people.toSorted(
    (a, b) =>
      Number(a.deviceId === pointed) - Number(b.deviceId === pointed) ||
      weight(alarms.get(a.deviceId)) - weight(alarms.get(b.deviceId)) ||
      a.deviceId.localeCompare(b.deviceId),
  )
  return order.map((person) => {
    const at = spotOf(person)
    if (!at) return null
    return (
      <Dot
        key={person.deviceId}
        person={person}
        at={at}
        scale={scale}
        now={now}
        alarm={alarms.get(person.deviceId)}
        chosen={chosen === person.deviceId}
        named={pointed === person.deviceId || chosen === person.deviceId}
        onPoint={(on) => setPointed((before) => (on ? person.deviceId : before === person.deviceId ? null : before))}
        onChoose={() => onChoose(person.deviceId)}
      />
    )
  })
}
