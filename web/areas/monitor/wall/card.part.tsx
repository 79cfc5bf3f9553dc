// One open alarm, large: where, who, what, since when, how far it has climbed, and the one button that counts.
import { Activity, BellRing, DoorOpen, Droplets, HeartPulse, MapPin, Siren, Wind } from 'lucide-react'
import { memo, useEffect, useState } from 'react'
import type { AlarmCardData } from '#contract/monitor/alarm'
import { type WallDetailData, wall } from '#contract/monitor/wall'
import { AttentionNotes } from '#web/areas/live/public'
import { mayHandle, takeAlarm, useBusy } from '#web/areas/monitor/acts'
import { clockOf, type Held, isTaken, placeOf, titleOf, untilNext, waited } from '#web/areas/monitor/alarmOrder'
import { useNow } from '#web/areas/monitor/everySecond'
import { HandlePanel } from '#web/areas/monitor/handle.part'
import { classes } from '#web/kit/classes'
import { openPage } from '#web/kit/open'
import { useCall } from '#web/kit/query'
import { Curve } from './curve.part.tsx'
import { LadderSteps, Phones } from './ladder.part.tsx'
import { type Tiles, useTile } from './tiles.ts'

const CURVE_MS = 10_000

function Icon({ card }: { card: AlarmCardData }) {
  const props = { size: 28, 'aria-hidden': true } as const
  if (card.source === 'CALL') return <BellRing {...props} />
  if (card.source === 'TAG') return card.urgency === 1 ? <Siren {...props} /> : <MapPin {...props} />
  switch (card.kind) {
    case 'HEART':
      return <HeartPulse {...props} />
    case 'BREATH':
      return <Wind {...props} />
    case 'EXIT':
      return <DoorOpen {...props} />
    case 'WET':
      return <Droplets {...props} />
    default:
      return <Activity {...props} />
  }
}

/** Times come as 'yyyy-MM-dd HH:mm:ss' by the clock in China. */
const moment = (at: string) => Date.parse(`${at.replace(' ', 'T')}+08:00`)

interface Shown {
  value: string | number | null
  unit: string
  lines: string[]
}

/** The number beside the place, as it stands now. */
function measured(held: Held, now: number, live: { heart: number | null; breath: number | null } | null): Shown {
  const { card } = held
  const seconds =
    card.startAt === null ? waited(held, now) : Math.max(0, Math.floor((now - moment(card.startAt)) / 1_000))
  if (card.kind === 'EXIT') {
    return {
      value: Math.floor(seconds / 60),
      unit: '分钟未回床',
      lines: [
        [card.threshold !== null && `上限 ${card.threshold} 分钟`, card.startAt && `${card.startAt.slice(11, 19)} 离床`]
          .filter(Boolean)
          .join('　'),
      ],
    }
  }
  if (card.kind === 'HEART' || card.kind === 'BREATH') {
    const value = (card.kind === 'HEART' ? live?.heart : live?.breath) ?? card.value
    const beyond = card.threshold === null || card.value === null ? '' : card.value > card.threshold ? '高于' : '低于'
    return { value, unit: '次/分', lines: [`${beyond} ${card.threshold ?? ''} 已 ${seconds} 秒`] }
  }
  return {
    value: card.value,
    unit: card.unit ?? '',
    lines: card.repeats > 0 ? [`已呼叫 ${card.repeats + 1} 次`] : [],
  }
}

function usualText(card: AlarmCardData, detail: WallDetailData | undefined): string | null {
  if (!detail?.usual) return null
  const { low, high } = detail.usual
  return card.kind === 'EXIT' ? `平时夜间离床 ${low}–${high} 分钟` : `平时夜间 ${low}–${high}`
}

function Measure({ held, tiles, detail }: { held: Held; tiles: Tiles; detail: WallDetailData | undefined }) {
  const now = useNow()
  const { card } = held
  const view = useTile(tiles, tiles.bedOfDevice(card.deviceId))
  const { value, unit, lines } = measured(held, now, view?.bed ?? null)
  const usual = usualText(card, detail)
  return (
    <div className="yy-wall-measure">
      {detail && detail.curve.length > 0 && <Curve points={detail.curve} limit={card.threshold} />}
      <div>
        {value !== null && (
          <p className="yy-wall-value">
            <b>{value}</b>
            {unit}
          </p>
        )}
        {[...lines, usual].filter(Boolean).map((line) => (
          <p key={line}>{line}</p>
        ))}
        {card.recoveredAt && <p>数值已恢复，等待处理结果</p>}
      </div>
    </div>
  )
}

/** Somebody with a tag: where they are now leads, the bed they live in follows. */
function Whereabouts({ card, detail }: { card: AlarmCardData; detail: WallDetailData | undefined }) {
  if (card.source !== 'TAG') return null
  return (
    <div className="yy-wall-measure">
      <div className="yy-wall-where">
        <p>{detail?.where ?? '位置未知'}</p>
        <p>{[card.content, detail?.home && `住 ${detail.home}`].filter(Boolean).join('　')}</p>
        <button type="button" onClick={() => openPage('/yunmuIot/position/map', { deviceId: card.deviceId ?? '' })}>
          <MapPin size={18} aria-hidden /> 在地图上看
        </button>
      </div>
    </div>
  )
}

function Waited({ held }: { held: Held }) {
  return <span className="yy-wall-waited">已 {clockOf(waited(held, useNow()))}</span>
}

function Countdown({ held }: { held: Held }) {
  const next = untilNext(held, useNow())
  if (next === null) return null
  return (
    <div className="yy-wall-countdown" title={held.card.nextName ?? undefined}>
      <span>
        {isTaken(held.card) ? '限时' : '升级'}
        <br />
        倒计时
      </span>
      <b>{clockOf(next)}</b>
    </div>
  )
}

const sexAge = (card: AlarmCardData) =>
  [card.sex === 0 ? '男' : card.sex === 1 ? '女' : null, card.age === null ? null : `${card.age} 岁`]
    .filter(Boolean)
    .join(' ')

export interface WallCardProps {
  held: Held
  tiles: Tiles
  /** The key that takes it up; null from the tenth on. */
  number: number | null
  handling: boolean
  onHandle(recordId: string | null): void
}

export const WallCard = memo(function WallCard({ held, tiles, number, handling, onHandle }: WallCardProps) {
  const { card } = held
  const taken = isTaken(card)
  const person = card.oldmanName ?? card.userName
  const detail = useCall(wall.calls.detail, { recordId: card.recordId }, { silent: true, refetchInterval: CURVE_MS })
  const [busy, run] = useBusy()
  const { refetch } = detail
  const [seen, setSeen] = useState(card.version)
  useEffect(() => {
    if (seen === card.version) return
    setSeen(card.version)
    void refetch()
  }, [card.version, seen, refetch])
  return (
    <article className={classes('yy-wall-card', taken && 'is-taken')} data-record={card.recordId}>
      {handling ? (
        <div className="yy-wall-handling">
          <h3>
            {placeOf(card)}　{card.oldmanName ?? card.userName}　{titleOf(card)}
          </h3>
          <HandlePanel card={card} onBack={() => onHandle(null)} />
        </div>
      ) : (
        <>
          <div className="yy-wall-what">
            <div className="yy-wall-place">
              <h3>
                <Icon card={card} />
                {titleOf(card)}
                <Waited held={held} />
              </h3>
              <h2>{placeOf(card)}</h2>
              <p>
                {person !== placeOf(card) && <b>{person ?? '未绑定老人'}</b>}
                <span>{sexAge(card)}</span>
                {card.attention.length > 0 && <AttentionNotes notes={card.attention} />}
              </p>
            </div>
            {card.source !== 'TAG' && <Measure held={held} tiles={tiles} detail={detail.data} />}
            <Whereabouts card={card} detail={detail.data} />
          </div>
          <Phones detail={detail.data} reload={() => void refetch()} />
          <div className="yy-wall-foot">
            <LadderSteps card={card} detail={detail.data} />
            <Countdown held={held} />
            {mayHandle() && (
              <button
                type="button"
                className="yy-wall-go"
                disabled={busy}
                onClick={() => (taken ? onHandle(card.recordId) : void run(() => takeAlarm(card.recordId)))}
              >
                {taken ? '处理' : '我去处理'}
                {number !== null && <kbd>{number}</kbd>}
              </button>
            )}
          </div>
        </>
      )}
    </article>
  )
})
