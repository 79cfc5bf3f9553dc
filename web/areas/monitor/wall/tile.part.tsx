// One bed.
import { memo } from 'react'
import { NOTE_SIGNS, smallNotes } from '#web/areas/live/public'
import { levelOfAll, reasonOf } from '#web/areas/monitor/alarmGroups'
import { useNow } from '#web/areas/monitor/everySecond'
import { classes } from '#web/kit/classes'
import { type Tiles, type TileView, useTile } from './tiles.ts'

const MINUTE = 60_000

const shortBed = (name: string) => name.replace(/床$/, '')
const shortRoom = (name: string) => name.replace(/室$/, '')

/** Up since the morning is told in hours. */
function Minutes({ since }: { since: number | null }) {
  const now = useNow()
  if (since === null) return null
  const minutes = Math.max(0, Math.floor((now - since) / MINUTE))
  return <>{minutes < 60 ? ` ${minutes}分` : `${Math.floor(minutes / 60)}小时`}</>
}

/** Why this bed is red: never a reading that says nothing about it. */
function Reason({ view: { bed, alarms } }: { view: TileView }) {
  const now = useNow()
  return (
    <>
      <b className="is-word">{reasonOf(alarms[0]!.card, now, bed)}</b>
      {alarms.length > 1 && <span>+{alarms.length - 1}</span>}
    </>
  )
}

function Said({ view }: { view: TileView }) {
  const { bed, state } = view
  switch (state) {
    case 'alarm':
    case 'taken':
      return <Reason view={view} />
    case 'empty':
      return <span>空床</span>
    case 'away':
      return <span>请假外出</span>
    case 'bare':
      return <span>未装床垫</span>
    case 'offline':
      return <span>设备离线</span>
    case 'out':
    case 'up':
      return (
        <span>
          离床
          <Minutes since={bed.since} />
        </span>
      )
    case 'watched':
      return (
        <>
          <b>{bed.heart ?? '—'}</b>
          <span>观察</span>
        </>
      )
    default:
      return (
        <>
          <b>{bed.heart ?? '—'}</b>
          <i>{bed.breath ?? '—'}</i>
        </>
      )
  }
}

const WORDS: Readonly<Record<TileView['state'], string>> = {
  alarm: '告警',
  taken: '处理中',
  empty: '空床',
  away: '请假外出',
  bare: '未装床垫',
  offline: '设备离线',
  watched: '观察',
  out: '离床，正在计时',
  up: '离床',
  in: '在床',
  quiet: '在床，暂无读数',
}

export const Tile = memo(function Tile({ tiles, bedId }: { tiles: Tiles; bedId: string }) {
  const view = useTile(tiles, bedId)
  if (!view) return null
  const { bed, state, alarms } = view
  const why = alarms.map(({ card }) => card.content).join('、')
  const label = [bed.roomName, bed.bedName, bed.oldmanName, WORDS[state], why].filter(Boolean).join(' ')
  return (
    <li
      className={classes(
        'yy-bed-tile yy-between yy-one-line yy-hidden yy-stack',
        `is-${state}`,
        alarms.length > 0 && `is-level${levelOfAll(alarms)}`,
      )}
      title={label}
      aria-label={label}
    >
      <strong>
        {shortRoom(bed.roomName)}-{shortBed(bed.bedName)}
      </strong>
      <em className="yy-row yy-between yy-gap-4 yy-hidden">
        <span>{bed.oldmanName ?? (bed.taken ? '已入住' : '')}</span>
        {smallNotes(bed.attention).map((note) => (
          <small key={note} className={`is-note${note}`}>
            {NOTE_SIGNS[note]}
          </small>
        ))}
      </em>
      <p className="yy-flex yy-baseline">
        <Said view={view} />
      </p>
    </li>
  )
})
