// Under the map: live with its latency and the alarms of the last hour, or the clock of a trail.

import { Button, DatePicker, Select, Slider } from 'antd'
import dayjs from 'dayjs'
import { Pause, Play, Radio } from 'lucide-react'
import { useEffect, useMemo } from 'react'
import { momentOf, timeText } from '#contract/kit/clock'
import type { TrailData } from '#contract/monitor/positionMap'
import type { PositionRecordData } from '#contract/monitor/positionRecord'
import { useLine } from '#web/kit/line'
import { pingServer, useConnection } from '#web/kit/realtime'
import type { LivePerson } from './live.ts'
import { clockText, hourText, type Player, SPEEDS, type Span } from './trail.ts'

const HOUR = 3_600_000
const MOMENT = 'YYYY-MM-DD HH:mm:ss'
const SLOW_MS = 2_000
/** The latency is measured while somebody looks at it. */
const PING_MS = 5_000

const MARK: Readonly<Record<string, string>> = { sos: '#c4221a', manualAlarm: '#c4221a', railAlarm: '#8a56c2' }
const markColour = (type: string) => MARK[type] ?? '#e59a0b'

export function LiveBar({ now, records }: { now: number; records: readonly PositionRecordData[] }) {
  const roundTrip = useConnection((state) => state.roundTrip)
  const { lost, since } = useLine()
  useEffect(() => {
    pingServer()
    const timer = setInterval(pingServer, PING_MS)
    return () => clearInterval(timer)
  }, [])
  const from = now - HOUR
  const marks = useMemo(
    () =>
      records.map((one) => ({ ...one, at: momentOf(one.raisedAt) })).filter((one) => one.at >= from && one.at <= now),
    [records, from, now],
  )
  const slow = roundTrip !== null && roundTrip > SLOW_MS
  return (
    <div
      className={
        lost
          ? 'yy-floor-map-bar yy-pad-8-16 yy-over yy-gap-12 yy-row is-lost'
          : 'yy-floor-map-bar yy-pad-8-16 yy-over yy-gap-12 yy-row'
      }
      role="status"
    >
      <span className="yy-floor-map-live yy-circle yy-grid" aria-hidden>
        <Radio size={17} />
      </span>
      <b>{clockText(now)}</b>
      {lost ? (
        <span className="yy-strong">连接中断，以下为 {since ? clockText(since) : '上次连接时'} 的状态</span>
      ) : (
        <span
          className={slow ? 'yy-floor-map-delay yy-good yy-one-line is-slow' : 'yy-floor-map-delay yy-good yy-one-line'}
        >
          <i aria-hidden /> 实时{roundTrip === null ? '' : `　延迟 ${Math.round(roundTrip)} ms`}
        </span>
      )}
      <span className="yy-floor-map-line yy-relative yy-flex-1" aria-hidden>
        {marks.map((one) => (
          <i
            key={one.recordId}
            title={`${one.raisedAt.slice(11, 16)} ${one.typeName} ${one.holderName ?? ''}`}
            style={{ left: `${((one.at - from) / HOUR) * 100}%`, background: markColour(one.type) }}
          />
        ))}
        <em className="yy-white yy-circle" />
      </span>
      <span className="yy-floor-map-range yy-second yy-one-line">
        近 60 分钟　{hourText(from)} – {hourText(now)}
      </span>
    </div>
  )
}

const PRESETS = [
  { value: 1, label: '近 1 小时' },
  { value: 4, label: '近 4 小时' },
  { value: 12, label: '近 12 小时' },
  { value: 24, label: '近 24 小时' },
]

export const spanOf = (hours: number): Span => ({ from: Date.now() - hours * HOUR, to: Date.now() })

interface ReplayProps {
  people: readonly LivePerson[]
  deviceId: string | null
  span: Span
  trail: TrailData | undefined
  loading: boolean
  problem: string | null
  player: Player
  onPerson(deviceId: string | null): void
  onSpan(span: Span): void
}

const found = (typed: string, person: LivePerson | undefined) => {
  const words = typed.trim().toLowerCase()
  if (!person) return false
  return [person.name, person.pinyin, person.initials, person.deviceNo].some((one) =>
    one?.toLowerCase().includes(words),
  )
}

export function PersonSelect({
  people,
  value,
  onChange,
  placeholder,
  className,
}: {
  people: readonly LivePerson[]
  value: string | null
  onChange(deviceId: string | null): void
  placeholder: string
  className?: string
}) {
  return (
    <Select<string>
      className={className}
      aria-label={placeholder}
      placeholder={placeholder}
      allowClear
      value={value ?? undefined}
      showSearch={{
        filterOption: (typed, option) =>
          found(
            typed,
            people.find((one) => one.deviceId === option?.value),
          ),
      }}
      popupMatchSelectWidth={340}
      options={people.map((one) => ({
        value: one.deviceId,
        label: one.name,
        about: `${one.mapName ?? '未定位'}　${one.deviceNo}`,
      }))}
      optionRender={(option) => (
        <span className="yy-hit">
          <span>{option.data.label}</span>
          <span className="yy-none">{option.data.about}</span>
        </span>
      )}
      notFoundContent="没有找到佩戴标签的人员"
      onChange={(next) => onChange(next ?? null)}
    />
  )
}

export function ReplayBar({ people, deviceId, span, trail, loading, problem, player, onPerson, onSpan }: ReplayProps) {
  const points = trail?.points ?? []
  const [first, last] = [points[0]?.at ?? span.from, points.at(-1)?.at ?? span.to]
  const empty = deviceId !== null && !loading && trail !== undefined && points.length === 0
  const marks = Object.fromEntries(
    (trail?.alarms ?? [])
      .filter((one) => one.at >= first && one.at <= last)
      .map((one) => [one.at, { label: ' ', style: { color: markColour(one.type) } }]),
  )
  return (
    <div className="yy-floor-map-bar yy-pad-8-16 yy-over yy-gap-12 yy-row is-replay">
      <Button
        type="primary"
        shape="circle"
        aria-label={player.playing ? '暂停' : '播放'}
        disabled={points.length < 2}
        icon={player.playing ? <Pause size={16} aria-hidden /> : <Play size={16} aria-hidden />}
        onClick={player.toggle}
      />
      <PersonSelect
        people={people}
        value={deviceId}
        onChange={onPerson}
        placeholder="选择要回放的人员"
        className="yy-floor-map-person"
      />
      <Select
        aria-label="时间段"
        style={{ width: 116 }}
        value={PRESETS.find((one) => Math.abs(span.to - span.from - one.value * HOUR) < 1000)?.value ?? 0}
        options={[...PRESETS, { value: 0, label: '自定时段' }]}
        onChange={(hours) => hours > 0 && onSpan(spanOf(hours))}
      />
      <DatePicker.RangePicker
        aria-label="回放时段"
        showTime={{ format: 'HH:mm' }}
        format="MM-DD HH:mm"
        allowClear={false}
        style={{ width: 250 }}
        value={[dayjs(timeText(span.from)), dayjs(timeText(span.to))]}
        disabledDate={(day) => day.isAfter(dayjs())}
        onChange={(range) => {
          if (range?.[0] && range[1])
            onSpan({ from: momentOf(range[0].format(MOMENT)), to: momentOf(range[1].format(MOMENT)) })
        }}
      />
      <b style={{ minWidth: 68 }}>{points.length > 0 ? clockText(player.at) : '--:--:--'}</b>
      {problem || empty ? (
        <span className="yy-flex-1 yy-second">{problem ?? '这段时间没有定位数据，请换一个时段'}</span>
      ) : deviceId === null ? (
        <span className="yy-flex-1 yy-second">请选择人员，或在地图上点一个人</span>
      ) : (
        <Slider
          className="yy-floor-map-slider yy-flex-1"
          min={first}
          max={Math.max(last, first + 1)}
          step={1000}
          value={player.at}
          marks={marks}
          disabled={points.length < 2}
          tooltip={{ formatter: (value) => clockText(value ?? 0) }}
          ariaLabelForHandle="回放进度"
          onChange={player.seek}
        />
      )}
      <Select
        aria-label="播放速度"
        style={{ width: 84 }}
        value={player.speed}
        options={SPEEDS.map((one) => ({ value: one, label: `${one} 倍` }))}
        onChange={player.setSpeed}
      />
    </div>
  )
}
