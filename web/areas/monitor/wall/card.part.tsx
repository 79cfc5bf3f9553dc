// One open alarm, large: where, who, what, since when, how far it has climbed, and the one button that counts.

import { Activity, BellRing, DoorOpen, Droplets, HeartPulse, MapPin, Siren, Wind } from 'lucide-react'
import { memo, useEffect, useState } from 'react'
import { momentOf } from '#contract/kit/clock'
import { ResidentSex } from '#contract/live/resident'
import type { AlarmCardData } from '#contract/monitor/alarm'
import { whereText } from '#contract/monitor/alarmPlace'
import { type WallDetailData, wall } from '#contract/monitor/wall'
import { AttentionNotes } from '#web/areas/live/public'
import { takeAlarm, useBusy } from '#web/areas/monitor/acts'
import { type Group, groupTaken, levelOfAll } from '#web/areas/monitor/alarmGroups'
import {
  clockOf,
  exitMinutes,
  type Held,
  isTaken,
  placeOf,
  titleOf,
  untilNext,
  waited,
} from '#web/areas/monitor/alarmOrder'
import { isDisplay, mayAct } from '#web/areas/monitor/display'
import { useNow } from '#web/areas/monitor/everySecond'
import { HandlePanel } from '#web/areas/monitor/handle.part'
import { useSeveral } from '#web/areas/monitor/several'
import { classes } from '#web/kit/classes'
import { openPage } from '#web/kit/open'
import { useCall } from '#web/kit/query'
import { ClaimPanel } from './claim.part.tsx'
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

interface Shown {
  value: string | number | null
  unit: string
  lines: string[]
}

/** The number beside the place, as it stands now. */
function measured(held: Held, now: number, live: { heart: number | null; breath: number | null } | null): Shown {
  const { card } = held
  const seconds =
    card.startAt === null ? waited(held, now) : Math.max(0, Math.floor((now - momentOf(card.startAt)) / 1_000))
  if (card.kind === 'EXIT') {
    return {
      value: exitMinutes(card, now),
      unit: card.recoveredAt ? '分钟，已回床' : '分钟未回床',
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
    <div className="yy-wall-measure yy-row yy-gap-16 yy-right">
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

/** Somebody with a tag: where they are now leads and the bed they live in follows; without a position the bed leads. */
function Whereabouts({ card, detail }: { card: AlarmCardData; detail: WallDetailData | undefined }) {
  const several = useSeveral()
  if (card.source !== 'TAG') return null
  const told = whereText(card, several)
  // Until the detail is there, and of what it does not know, the alarm itself says it.
  const where = detail?.where ?? (card.placeKind === 'SPOT' ? told : null)
  const home = detail?.home ? `住 ${detail.home}` : card.placeKind === 'HOME' ? told : null
  return (
    <div className="yy-wall-measure yy-row yy-gap-16 yy-right">
      <div className="yy-wall-where yy-grid yy-gap-4">
        <p>{where ?? home ?? '没有定位'}</p>
        <p>{[card.content, where === null ? '没有定位' : home].filter(Boolean).join('　')}</p>
        {!isDisplay() && (
          <button
            className="yy-inline yy-gap-6 yy-on yy-press"
            type="button"
            onClick={() => openPage('/yunmuIot/position/map', { deviceId: card.deviceId ?? '' })}
          >
            <MapPin size={18} aria-hidden /> 在地图上看
          </button>
        )}
      </div>
    </div>
  )
}

function Waited({ held }: { held: Held }) {
  return <span className="yy-wall-waited yy-light">已 {clockOf(waited(held, useNow()))}</span>
}

function Countdown({ held }: { held: Held }) {
  const next = untilNext(held, useNow())
  if (next === null) return null
  return (
    <div className="yy-wall-countdown yy-gap-10 yy-one-line yy-row" title={held.card.nextName ?? undefined}>
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
  [
    card.sex === ResidentSex.is.male ? '男' : card.sex === ResidentSex.is.female ? '女' : null,
    card.age === null ? null : `${card.age} 岁`,
  ]
    .filter(Boolean)
    .join(' ')

/** What else this resident has open, each with its own state. */
function Others({ all }: { all: readonly Held[] }) {
  const now = useNow()
  if (all.length < 2) return null
  return (
    <ul className="yy-wall-others" aria-label="其他告警">
      {all.slice(1).map((held) => (
        <li key={held.card.recordId} className={`is-level${levelOfAll([held])}`}>
          <b>{held.card.source === 'TAG' ? titleOf(held.card, now) : held.card.content}</b> 已{' '}
          {clockOf(waited(held, now))}
          {isTaken(held.card) && `　${held.card.takerName ?? ''} 处理中`}
        </li>
      ))}
    </ul>
  )
}

/** What 我去处理 takes up: whatever of a card nobody goes to yet. */
export const untaken = (group: Group) => group.all.filter(({ card }) => !isTaken(card)).map(({ card }) => card.recordId)

export interface WallCardProps {
  group: Group
  tiles: Tiles
  /** The key that takes it up; null from the tenth on. */
  number: number | null
  handling: boolean
  onHandle(key: string | null): void
}

export const WallCard = memo(function WallCard({ group, tiles, number, handling, onHandle }: WallCardProps) {
  const { lead, all } = group
  const { card } = lead
  const several = useSeveral()
  const taken = groupTaken(all)
  const person = card.oldmanName ?? card.userName
  // Whoever wears a tag is looked for by name; the places stand beside it.
  const place = card.source === 'TAG' && person ? person : placeOf(card, several)
  const detail = useCall(wall.calls.detail, { recordId: card.recordId }, { silent: true, refetchInterval: CURVE_MS })
  const [busy, run] = useBusy()
  const { refetch } = detail
  const [seen, setSeen] = useState(card.version)
  useEffect(() => {
    if (seen === card.version) return
    setSeen(card.version)
    void refetch()
  }, [card.version, seen, refetch])
  const result = () => onHandle(group.key)
  return (
    <article
      className={classes('yy-wall-card yy-on yy-stack', taken && 'is-taken', `is-level${levelOfAll(all)}`)}
      data-record={card.recordId}
      data-records={all.map((one) => one.card.recordId).join(' ')}
    >
      {handling ? (
        <div className="yy-wall-handling yy-grid yy-gap-8">
          <h3>{[...new Set([place, person, titleOf(card)])].filter(Boolean).join('　')}</h3>
          {isDisplay() ? (
            <ClaimPanel cards={all.map((one) => one.card)} onBack={() => onHandle(null)} />
          ) : (
            <HandlePanel cards={all.map((one) => one.card)} onBack={() => onHandle(null)} />
          )}
        </div>
      ) : (
        <>
          <div className="yy-wall-what yy-flex yy-between yy-gap-16 yy-flex-1">
            <div className="yy-wall-place yy-narrow">
              <h3>
                <Icon card={card} />
                {titleOf(card)}
                <Waited held={lead} />
                {taken && <span className="yy-wall-stage">处理中</span>}
              </h3>
              <h2>{place}</h2>
              <p>
                {person !== place && <b>{person ?? '未绑定老人'}</b>}
                <span>{sexAge(card)}</span>
                {card.attention.length > 0 && <AttentionNotes notes={card.attention} />}
              </p>
            </div>
            {card.source !== 'TAG' && <Measure held={lead} tiles={tiles} detail={detail.data} />}
            <Whereabouts card={card} detail={detail.data} />
          </div>
          <Others all={all} />
          <Phones detail={detail.data} reload={() => void refetch()} />
          <div className="yy-wall-foot yy-ends yy-wrap yy-row">
            <LadderSteps card={card} detail={detail.data} />
            <Countdown held={lead} />
            {mayAct() && !taken && !isDisplay() && (
              <button type="button" className="yy-wall-result yy-on yy-fixed yy-one-line yy-press" onClick={result}>
                填写结果
              </button>
            )}
            {mayAct() && (
              <button
                type="button"
                className="yy-wall-go yy-no-border yy-fixed yy-strong yy-one-line yy-white yy-press"
                disabled={busy}
                onClick={() => (taken || isDisplay() ? result() : void run(() => takeAlarm(...untaken(group))))}
              >
                {taken ? '填写结果' : '我去处理'}
                {number !== null && <kbd>{number}</kbd>}
              </button>
            )}
          </div>
        </>
      )}
    </article>
  )
})
