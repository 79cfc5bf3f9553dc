// One bed.
import { memo } from 'react'
import { NOTE_SIGNS } from '#web/areas/live/public'
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

/** A figure, or the words of an alarm that has none. */
const Value = ({ of }: { of: number | string | undefined }) => (
  <b className={typeof of === 'string' ? 'is-word' : undefined}>{of}</b>
)

function Said({ view }: { view: TileView }) {
  const { bed, state, alarm } = view
  switch (state) {
    case 'alarm':
    case 'taken':
      return alarm?.card.kind === 'EXIT' || bed.inBed === 0 ? (
        <b>
          离床
          <Minutes since={bed.since} />
        </b>
      ) : (
        <Value of={alarm?.card.kind === 'BREATH' ? (bed.breath ?? '—') : (bed.heart ?? alarm?.card.typeName)} />
      )
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
  const { bed, state } = view
  const label = `${bed.roomName} ${bed.bedName} ${bed.oldmanName ?? ''} ${WORDS[state]}`
  return (
    <li className={classes('yy-bed-tile', `is-${state}`)} title={label} aria-label={label}>
      <strong>
        {shortRoom(bed.roomName)}-{shortBed(bed.bedName)}
      </strong>
      <em>
        <span>{bed.oldmanName ?? (bed.taken ? '已入住' : '')}</span>
        {bed.attention.map((note) => (
          <small key={note} className={`is-note${note}`}>
            {NOTE_SIGNS[note]}
          </small>
        ))}
      </em>
      <p>
        <Said view={view} />
      </p>
    </li>
  )
})
