// The head and the foot of the wall: where, who is on duty, how many, the clock; how old it is, the sound, the legend.

import { LogOut, Maximize, Volume2, VolumeX } from 'lucide-react'
import { lazy, Suspense, useEffect, useState } from 'react'
import { localDate } from '#contract/kit/clock'
import type { WallBedData } from '#contract/monitor/wall'
import { SettingSwitch } from '#contract/platform/config'
import { countsOf } from '#web/areas/monitor/alarmGroups'
import { clockOf } from '#web/areas/monitor/alarmOrder'
import { useAlarms } from '#web/areas/monitor/alarms'
import { useNow } from '#web/areas/monitor/everySecond'
import { useShifts } from '#web/areas/monitor/shift/shifts'
import { LONGEST_MUTE_MS, mute, unmute, useSound } from '#web/areas/monitor/sound'
import { classes } from '#web/kit/classes'
import { secondsOf } from '#web/kit/line'
import { useSession } from '#web/kit/session'
import { isSilencedByBrowser } from '#web/kit/voice/tones'
import { type Freshness, useLatency } from './latency.ts'
import { type Counts, type Tiles, useCounts } from './tiles.ts'

/** Forms and drawers come after the beds. */
const DisplayActs = lazy(() => import('./displayActs.part.tsx'))

const WEEKDAYS = '日一二三四五六'
/** The house's time in the fields of UTC. A formatter takes longer to make than the rest of the head to draw. */
const chinaOf = (at: number) => localDate(at)

const isNight = (at: number) => {
  const hour = chinaOf(at).getUTCHours()
  return hour >= 19 || hour < 7
}

function Clock() {
  const now = useNow()
  return (
    <div className="yy-wall-clock yy-one-line yy-stack">
      <b>{secondsOf(now)}</b>
      <span>
        {chinaOf(now).toISOString().slice(0, 10)}　周{WEEKDAYS[chinaOf(now).getUTCDay()]}
      </span>
    </div>
  )
}

const FIGURES: readonly (readonly [keyof Counts, string])[] = [
  ['in', '在床'],
  ['out', '离床'],
  ['away', '外出'],
  ['offline', '离线'],
  ['empty', '空床'],
]

interface HeadProps {
  tiles: Tiles
  buildings: readonly { id: string; name: string; beds: number }[]
  building: string
  onBuilding(id: string): void
  belongs(bed: WallBedData): boolean
  duty: string
  rule: { windows: string; active: boolean } | null
}

export function Head({ tiles, buildings, building, onBuilding, belongs, duty, rule }: HeadProps) {
  const open = countsOf(useAlarms((state) => state.open))
  const counts = useCounts(tiles, building, belongs)
  const now = useNow()
  const shift = useShifts().now
  return (
    <header className="yy-wall-head yy-row">
      <div className="yy-wall-title yy-grow">
        <h1 className="yy-row yy-gap-8 yy-one-line">
          <label>
            <span className="yy-wall-hidden yy-hidden">楼栋</span>
            <select
              className="yy-strong yy-press"
              value={building}
              onChange={(event) => onBuilding(event.target.value)}
            >
              {buildings.map((one) => (
                <option key={one.id} value={one.id}>
                  {one.name}
                </option>
              ))}
            </select>
          </label>
          {isNight(now) ? '夜间告警墙' : '告警墙'}
        </h1>
        <p className="yy-ellipsis">
          {shift.name} {duty || '值班表此时无人'}
          {rule && (
            <span className={rule.active ? undefined : 'is-off'}>
              离床规则 {rule.windows} {rule.active ? '生效中' : '此时不生效'}
            </span>
          )}
        </p>
      </div>
      <dl className="yy-wall-counts yy-flex">
        <div className={classes('yy-center-text', open.waiting > 0 && 'is-alarm')}>
          <dd>{open.waiting}</dd>
          <dt>未处理</dt>
        </div>
        <div className={classes('yy-center-text', open.taken > 0 && 'is-taken')}>
          <dd>{open.taken}</dd>
          <dt>处理中</dt>
        </div>
        {FIGURES.map(([key, name]) => (
          <div className="yy-center-text" key={key}>
            <dd>{counts[key]}</dd>
            <dt>{name}</dt>
          </div>
        ))}
      </dl>
      <Clock />
    </header>
  )
}

function SoundState() {
  const until = useSound((state) => state.until)
  const speaks = useSound((state) => state.speaks)
  const voice = useSession((state) => state.config.mattress.setContent.alarmVoice)
  const now = useNow()
  const [blocked, setBlocked] = useState(isSilencedByBrowser)
  useEffect(() => {
    const look = () => setBlocked(isSilencedByBrowser())
    const timer = setInterval(look, 1_000)
    window.addEventListener('pointerdown', look)
    return () => {
      clearInterval(timer)
      window.removeEventListener('pointerdown', look)
    }
  }, [])
  const left = until === null ? 0 : Math.max(0, Math.ceil((until - now) / 1_000))
  if (voice.status === SettingSwitch.is.off) return <span>♪ 声音 已在床垫设置中关闭</span>
  return (
    <>
      <span>
        ♪ 声音 <b>{left > 0 ? '静音' : '开'}</b>　每条播报 {voice.times} 次{!speaks && <>（由本机另一窗口播报）</>}
      </span>
      {blocked && <span className="is-amber">浏览器尚未允许发声，请点一下屏幕</span>}
      <button type="button" className={classes(left > 0 && 'is-muted')} onClick={left > 0 ? unmute : mute}>
        {left > 0 ? (
          <>
            <VolumeX size={18} aria-hidden /> 静音中 {clockOf(left)}，点此恢复
          </>
        ) : (
          <>
            <Volume2 size={18} aria-hidden /> 静音 {LONGEST_MUTE_MS / 60_000} 分钟
          </>
        )}
      </button>
    </>
  )
}

const LEGEND = [
  ['in', '在床'],
  ['out', '离床未超时'],
  ['watched', '观察'],
  ['alarm', '告警 高'],
  ['alarm2', '中'],
  ['alarm1', '低'],
  ['taken', '处理中'],
  ['offline', '离线'],
] as const

interface FootProps {
  freshness: Freshness
  since: number
  full: boolean
  onFull(): void
  /** null: a display, which nobody leaves and nobody opens from. */
  onLeave: (() => void) | null
}

export function Foot({ freshness, since, full, onFull, onLeave }: FootProps) {
  const { ms, p99 } = useLatency()
  const name = useSession((state) => state.user?.empInfo.empName)
  return (
    <footer className="yy-wall-bar yy-wrap yy-row">
      <span className={`yy-wall-live is-${freshness}`}>
        <i aria-hidden /> {freshness === 'live' ? '实时' : freshness === 'slow' ? '较慢' : '已断开'}
        {'　'}
        {freshness === 'lost' ? (
          <>截至 {secondsOf(since)}</>
        ) : (
          <>
            延迟 <b>{ms === null ? '—' : `${ms} ms`}</b>　最近 1 小时 p99 {p99 === null ? '—' : `${p99} ms`}
          </>
        )}
      </span>
      <SoundState />
      <ul className="yy-wall-legend">
        {LEGEND.map(([state, name]) => (
          <li key={state} className={`is-${state}`}>
            <i aria-hidden /> {name}
            {state === 'in' && '　心率 / 呼吸'}
          </li>
        ))}
      </ul>
      <button type="button" onClick={onFull} aria-pressed={full}>
        <Maximize size={18} aria-hidden /> {full ? '退出全屏' : '全屏'}
      </button>
      {onLeave ? (
        <>
          <Suspense fallback={null}>
            <DisplayActs />
          </Suspense>
          <button type="button" onClick={onLeave}>
            <LogOut size={18} aria-hidden /> 返回控制台
          </button>
        </>
      ) : (
        <b>{name}</b>
      )}
    </footer>
  )
}
