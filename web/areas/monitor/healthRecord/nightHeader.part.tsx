// Who it is and how the resident is at this moment; moves with what the mattress says.

import { useEffect, useState } from 'react'
import { ResidentSex } from '#contract/live/resident'
import type { HealthViewData } from '#contract/monitor/healthRecord'
import { mattress, type TileData } from '#contract/monitor/mattress'
import { OnlineStatus } from '#contract/monitor/words'
import { AttentionNotes, archivePath, BedPath, ResidentPhoto } from '#web/areas/live/public'
import { classes } from '#web/kit/classes'
import { openPage } from '#web/kit/open'
import { useMay } from '#web/kit/permission'
import { useEvent } from '#web/kit/realtime'
import { clockOf, dayOf } from './scale.ts'
import { nightEnd } from './summary.part.tsx'
import './nightView.css'

/** The current time, every so many milliseconds. */
export function useNow(every: number): number {
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), every)
    return () => clearInterval(timer)
  }, [every])
  return now
}

/** 2 秒前, 5 分钟前, 11-14 07:20 */
export function sinceText(at: number, now: number): string {
  const seconds = Math.max(0, Math.round((now - at) / 1000))
  if (seconds < 60) return `${seconds} 秒前`
  if (seconds < 3600) return `${Math.floor(seconds / 60)} 分钟前`
  return seconds < 86_400 ? `今天 ${clockOf(at)}` : `${dayOf(at)} ${clockOf(at)}`
}

type Device = NonNullable<HealthViewData['device']>

/** What the mattress says now, from the call and then from what is pushed. */
export function useTile(device: HealthViewData['device']): Device | null {
  const [tile, setTile] = useState<TileData | null>(null)
  useEvent(mattress.events.tiles, ({ tiles }) => {
    const mine = tiles.find((one) => one.deviceId === device?.deviceId)
    if (mine) setTile(mine)
  })
  if (!device || tile?.deviceId !== device.deviceId || tile.at < (device.at ?? 0)) return device
  return { ...device, ...tile, since: tile.since ?? device.since }
}

interface FigureProps {
  label: string
  value: string | number
  note?: string
  tone?: 'red' | 'green' | 'grey'
}

function Figure({ label, value, note, tone }: FigureProps) {
  return (
    <div className={classes('yy-hn-figure yy-one-line', tone && `is-${tone}`)}>
      <span className="yy-second yy-small yy-block">{label}</span>
      <b>{value}</b>
      {note && <small className="yy-second yy-small yy-beside-6">{note}</small>}
    </div>
  )
}

function alarmsFigure(view: HealthViewData): FigureProps {
  const count = view.summary?.alarms ?? 0
  const open = view.summary?.openAlarms ?? 0
  const day = view.summary?.night.day
  const label = day && Date.now() < nightEnd(day) ? '今夜告警' : view.next === null ? '昨夜告警' : '当夜告警'
  if (count === 0) return { label, value: 0, note: '次' }
  return { label, value: count, note: open > 0 ? `${open} 条未处理` : '已处理', ...(open > 0 && { tone: 'red' }) }
}

export function NightHeader({ view }: { view: HealthViewData }) {
  const { resident } = view
  const may = useMay()
  const device = useTile(view.device)
  const now = useNow(5_000)
  const online = device?.online === OnlineStatus.is.online
  const lies = device?.inBed === 1
  const state = view.away
    ? '外出'
    : !device
      ? '无床垫'
      : !online
        ? '离线'
        : device.inBed === null
          ? '无读数'
          : lies
            ? '在床'
            : '离床'
  const since = online && device.since && !view.away ? `${clockOf(device.since)} 起` : undefined
  return (
    <section className="yy-card yy-pad-12-16 yy-gap-16 yy-row">
      <ResidentPhoto row={resident} width={52} height={60} />
      <div className="yy-hn-who yy-grid yy-gap-6 yy-narrow">
        <div className="yy-row yy-gap-8 yy-wrap">
          <h2 className="yy-no-margin yy-text-18">
            {may('live:archive:list') ? (
              <button
                type="button"
                className="yy-hn-name yy-no-padding yy-strong yy-bare"
                onClick={() => openPage(archivePath(resident.oldmanId))}
              >
                {resident.oldmanName}
              </button>
            ) : (
              resident.oldmanName
            )}
          </h2>
          <span>
            {ResidentSex.label(resident.sex)} {resident.age} 岁
          </span>
          {resident.attention.length > 0 && <AttentionNotes notes={resident.attention} />}
        </div>
        <div className="yy-second yy-small yy-row yy-gap-8 yy-wrap">
          <BedPath path={resident.bedPath} />
          {device && (
            <span>
              床垫 {device.deviceNo}
              {device.signal !== null && `　信号 ${String(device.signal).replace('-', '−')} dBm`}
              {device.at !== null && `　${sinceText(device.at, now)}`}
            </span>
          )}
        </div>
      </div>
      <div className="yy-flex yy-fixed yy-push">
        <Figure
          label="当前"
          value={state}
          {...(since && { note: since })}
          {...(!online && device && { tone: 'grey' as const })}
        />
        <Figure label="最近心率" value={device?.heart ?? '—'} note="次/分" />
        <Figure label="最近呼吸" value={device?.breath ?? '—'} note="次/分" />
        <Figure {...alarmsFigure(view)} />
        <Figure label="床垫" value={!device ? '未安装' : online ? '在线' : '离线'} tone={online ? 'green' : 'grey'} />
      </div>
    </section>
  )
}
