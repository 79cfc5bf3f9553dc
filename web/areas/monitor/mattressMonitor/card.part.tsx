// One resident in a monitor: who and where, how it is now, and the last minutes or hours.
import { memo } from 'react'
import { ResidentSex } from '#contract/live/resident'
import { healthRecord } from '#contract/monitor/healthRecord'
import { minutesText } from '#contract/monitor/healthWords'
import { type MonitorName, MonitorState } from '#contract/monitor/mattressMonitor'
import { type RuleKindValue, watchWord } from '#contract/monitor/words'
import { AttentionNotes, ResidentPhoto } from '#web/areas/live/public'
import { useNow } from '#web/areas/monitor/healthRecord/nightHeader.part'
import { clockOf } from '#web/areas/monitor/healthRecord/scale'
import { nearText } from '#web/areas/monitor/several'
import { classes } from '#web/kit/classes'
import { openPage } from '#web/kit/open'
import { StatusTag } from '#web/kit/parts/StatusTag'
import { type LiveRow, type LiveRows, useLiveRow } from './live.ts'
import { BedStrip, Sparkline, TurnTicks } from './sparkline.part.tsx'

const HEART = '#c0392b'
const BREATH = '#0b8480'
const NARROW = { heart: 24, breath: 10 } as const

/** 松鹤楼 203室 02床: where a nurse walks to, in the only building 203室 02床; the whole way is in the title. */
const nearPlace = (path: string) => nearText(path, 2)

const minutesSince = (at: number | null, now: number) =>
  at === null ? null : Math.max(0, Math.floor((now - at) / 60_000))

function Rate({ row, name }: { row: LiveRow; name: 'heart' | 'breath' }) {
  const value = row.state === 'offline' ? null : name === 'heart' ? row.heart : row.breath
  const read = row.points.map((point) => point.value).filter((one) => one !== null)
  const low = read.length > 0 ? Math.round(Math.min(...read, row.low ?? Number.POSITIVE_INFINITY)) : null
  const high = read.length > 0 ? Math.round(Math.max(...read, row.high ?? 0)) : null
  const limits = [row.lower, row.upper].some((one) => one !== null)
    ? `告警 ${row.lower ?? '—'}–${row.upper ?? '—'}`
    : '未设告警'
  const over =
    value !== null && ((row.upper !== null && value > row.upper) || (row.lower !== null && value < row.lower))
  return (
    <>
      <span className={classes('yy-mm-value yy-flex yy-baseline yy-gap-6 yy-one-line', over && 'is-over')}>
        <b>{value ?? '—'}</b>
        <small className="yy-second yy-small">次/分</small>
        <span className="yy-second yy-small yy-push">{low === null ? '' : `30 分钟 ${low}–${high}`}</span>
      </span>
      <Sparkline
        points={row.points}
        color={name === 'heart' ? HEART : BREATH}
        upper={row.upper}
        lower={row.lower}
        least={NARROW[name]}
        label={`${row.oldmanName} 近 30 分钟${name === 'heart' ? '心率' : '呼吸'}`}
      />
      <span className="yy-mm-foot yy-tiny yy-flex yy-between yy-second">
        <span>{limits}</span>
        <At row={row} />
      </span>
    </>
  )
}

/** When it was heard last, if that is not just now. */
function At({ row }: { row: LiveRow }) {
  if (row.at === null) return <span>没有读数</span>
  return <span>{row.state === 'offline' ? `${clockOf(row.at)} 起离线` : clockOf(row.at)}</span>
}

function Bed({ row }: { row: LiveRow }) {
  const now = useNow(20_000)
  const minutes = minutesSince(row.since, now)
  const said = row.state === 'offline' ? '离线' : row.inBed === null ? '无读数' : row.inBed === 1 ? '在床' : '离床'
  return (
    <>
      <span className={classes('yy-mm-value yy-flex yy-baseline yy-gap-6 yy-one-line', said === '离床' && 'is-out')}>
        <b>{said}</b>
        <span className="yy-second yy-small yy-push">
          {row.since === null || row.state === 'offline'
            ? ''
            : `${clockOf(row.since)} 起，${minutesText(minutes ?? 0)}`}
        </span>
      </span>
      <BedStrip curve={row.curve} />
      <span className="yy-mm-foot yy-tiny yy-flex yy-between yy-second">
        <span className={(row.exits ?? 0) >= 4 ? 'yy-amber yy-strong' : undefined}>今夜离床 {row.exits ?? 0} 次</span>
        <At row={row} />
      </span>
    </>
  )
}

function Turn({ row }: { row: LiveRow }) {
  const now = useNow(20_000)
  const begin = Math.max(row.turnedAt ?? 0, row.inBed === 1 ? (row.since ?? 0) : 0)
  const minutes = row.inBed === 1 && begin > 0 ? minutesSince(begin, now) : null
  const over = row.overdue && minutes !== null && minutes * 60 >= (row.limitS ?? 0)
  return (
    <>
      <span
        className={classes(
          'yy-mm-value yy-flex yy-baseline yy-gap-6 yy-one-line',
          over && (row.ruled ? 'is-over' : 'is-out'),
        )}
      >
        <b>{row.state === 'offline' ? '离线' : minutes === null ? '离床' : minutesText(minutes)}</b>
        <span className="yy-second yy-small yy-push">{minutes === null ? '' : over ? '未翻身，请协助' : '未翻身'}</span>
      </span>
      <TurnTicks curve={row.curve} />
      <span className="yy-mm-foot yy-tiny yy-flex yy-between yy-second">
        <span>近 4 小时 {row.turns ?? 0} 次</span>
        <span>
          {row.ruled
            ? `应每 ${minutesText((row.limitS ?? 0) / 60)}翻身`
            : row.turnedAt
              ? `上次 ${clockOf(row.turnedAt)}`
              : ''}
        </span>
      </span>
    </>
  )
}

/** 告警 心率过高 128 次/分, 观察 心率异常 */
function Mark({ row }: { row: LiveRow }) {
  if (row.away) return <StatusTag family="purple">外出</StatusTag>
  if (row.alarm) {
    return (
      <StatusTag family={MonitorState.find(row.state)!.family!} solid={row.state === 'alarm'}>
        {row.state === 'taken' ? `${row.alarm.takerName ?? ''} 处理中` : '告警'}
      </StatusTag>
    )
  }
  return <StatusTag option={MonitorState.find(row.state)!} />
}

interface CardProps {
  live: LiveRows
  id: string
  name: MonitorName
}

export const MonitorCard = memo(function MonitorCard({ live, id, name }: CardProps) {
  const row = useLiveRow(live, id)
  if (!row) return null
  const open = () => openPage(healthRecord.pages.detail.path, { oldmanId: row.oldmanId })
  const watching = row.state === 'watch' && row.watching.map((kind) => watchWord(kind as RuleKindValue)).join('、')
  const said = row.alarm ? row.alarm.content : watching || ''
  return (
    <li>
      <button
        type="button"
        className={classes(
          'yy-mm-card yy-block yy-wide yy-soft-ink yy-left yy-white yy-press yy-edge yy-round-card',
          `is-${row.state}`,
          row.overdue && row.ruled && 'is-overdue',
        )}
        onClick={open}
        title={`${row.bedPath.split('>').join(' › ')}　床垫 ${row.deviceNo}`}
      >
        <span className="yy-mm-who yy-grid yy-center">
          <ResidentPhoto row={row} width={36} height={42} />
          <span className="yy-mm-name yy-ellipsis">
            <b className="yy-ink">{row.oldmanName}</b>
            <small className="yy-second yy-small yy-beside-6">
              {ResidentSex.label(row.sex)} {row.age}
            </small>
          </span>
          <Mark row={row} />
          <span className="yy-mm-place yy-ellipsis yy-second yy-small">{nearPlace(row.bedPath)}</span>
        </span>
        <span className="yy-mm-notes yy-above-4 yy-block yy-one-line yy-hidden">
          {said ? (
            <em className="yy-red yy-upright">{said}</em>
          ) : row.attention.length > 0 ? (
            <AttentionNotes notes={row.attention} />
          ) : null}
        </span>
        {name === 'heart' || name === 'breath' ? (
          <Rate row={row} name={name} />
        ) : name === 'bed' ? (
          <Bed row={row} />
        ) : (
          <Turn row={row} />
        )}
        <span className="yy-heard">，打开夜间曲线</span>
      </button>
    </li>
  )
})
