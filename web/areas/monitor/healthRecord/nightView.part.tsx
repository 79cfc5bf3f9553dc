// One resident's night: the page of the health records and what every monitor opens.
import { Button, Segmented } from 'antd'
import { ChartLine, ChevronLeft, ChevronRight, Printer, Table2 } from 'lucide-react'
import { alarm } from '#contract/monitor/alarm'
import type { HealthViewData } from '#contract/monitor/healthRecord'
import { healthRecord } from '#contract/monitor/healthRecord'
import { HealthRange, type HealthRangeValue, minutesText } from '#contract/monitor/healthWords'
import { WhyButton } from '#web/areas/monitor/why/why.part'
import { usePageState } from '#web/kit/open'
import { Loaded } from '#web/kit/parts/Loaded'
import { useCall } from '#web/kit/query'
import { useEvent } from '#web/kit/realtime'
import { NightChart } from './nightChart.part.tsx'
import { NightHeader } from './nightHeader.part.tsx'
import { printNight } from './nightPrint.part.tsx'
import { NightTable } from './nightTable.part.tsx'
import { RangeChart } from './rangeChart.part.tsx'
import { SummaryCard } from './summary.part.tsx'
import { Trends } from './trends.part.tsx'
import './nightView.css'

const TITLE: Readonly<Record<HealthRangeValue, string>> = {
  night: '夜间曲线',
  day: '24 小时曲线',
  week: '7 天趋势',
  month: '30 夜趋势',
}
const MINUTE = 60_000

function Legend({ view }: { view: HealthViewData }) {
  const close = view.range === 'night' || view.range === 'day'
  return (
    <div className="yy-hn-legend yy-small yy-flex yy-wrap">
      <span>
        <i style={{ background: '#c0392b' }} /> 心率
      </span>
      <span>
        <i style={{ background: '#0b8480' }} /> 呼吸
      </span>
      {close && view.bandNights >= 5 && (
        <span>
          <i className="is-band" /> 本人近 {view.bandNights} 夜同时段范围（5%–95%）
        </span>
      )}
      <span className="yy-second yy-small">离床时无读数，不连线</span>
    </div>
  )
}

/** 在床 9 小时 25 分, 离床 4 次共 37 分钟, 翻身 18 次 */
function Totals({ view }: { view: HealthViewData }) {
  const minutes = (inBed: number) =>
    view.spans.filter((one) => one.inBed === inBed).reduce((sum, one) => sum + one.to - one.from, 0)
  const turns = view.turns.reduce((sum, one) => sum + one.count, 0)
  const night = view.range === 'night' ? view.summary?.night : null
  return (
    <div className="yy-hn-legend yy-small yy-flex yy-wrap">
      <span>
        <i className="is-in" /> 在床 {minutesText(night?.inBedMin ?? minutes(1))}
      </span>
      <span>
        <i className="is-out" /> 离床{' '}
        {night ? `${night.exits} 次共 ${minutesText(night.exitMin)}` : minutesText(minutes(0))}
      </span>
      <span>
        <i className="is-turn" /> 翻身 {turns} 次
        {view.longestStillMin !== null && `，最长间隔 ${minutesText(view.longestStillMin)}`}
      </span>
    </div>
  )
}

/** The last alarm of the night, or its middle; of one that runs on, now. */
function momentOn(view: HealthViewData): string | null {
  if (view.running) return null
  const last = view.alarms.at(-1)
  if (last) return last.at
  const middle = (view.fromMs + view.toMs) / 2 + 8 * 60 * MINUTE
  return new Date(middle).toISOString().slice(0, 19).replace('T', ' ')
}

interface CurvesProps {
  view: HealthViewData
  stale: boolean
  onRange(range: HealthRangeValue): void
  onDay(day: string | null): void
}

function Curves({ view, stale, onRange, onDay }: CurvesProps) {
  const [table, setTable] = usePageState('table', false)
  const close = view.range === 'night' || view.range === 'day'
  const empty = view.heart.every((value) => value === null) && view.spans.length === 0
  return (
    <section className={stale ? 'yy-card yy-hn-curves yy-narrow is-stale' : 'yy-card yy-hn-curves yy-narrow'}>
      <header className="yy-hn-bar yy-below-10 yy-wrap yy-row">
        <h3 className="yy-heading">{TITLE[view.range]}</h3>
        <span className="yy-second yy-small">
          {view.from.slice(0, 16)} 至 {view.to.slice(5, 16)}
          {view.running && '，进行中'}
        </span>
        {close && <WhyButton key={view.from} of={{ oldmanId: view.resident.oldmanId }} at={momentOn(view)} />}
        <span className="yy-flex yy-gap-8 yy-wrap yy-push">
          <Segmented
            value={view.range}
            options={HealthRange.list.map((one) => ({ value: one.value, label: one.label }))}
            onChange={(value) => onRange(value as HealthRangeValue)}
          />
          <Button
            icon={<ChevronLeft size={16} aria-hidden />}
            aria-label="上一段"
            onClick={() => onDay(view.previous)}
          />
          <Button
            icon={<ChevronRight size={16} aria-hidden />}
            aria-label="下一段"
            disabled={view.next === null}
            onClick={() => onDay(view.next)}
          />
          <Button
            icon={table ? <ChartLine size={15} aria-hidden /> : <Table2 size={15} aria-hidden />}
            onClick={() => setTable(!table)}
          >
            {table ? '曲线' : '表格'}
          </Button>
          <Button icon={<Printer size={15} aria-hidden />} onClick={() => void printNight(view)}>
            打印
          </Button>
        </span>
      </header>
      {table ? (
        <NightTable view={view} />
      ) : (
        <>
          <Legend view={view} />
          {empty && <p className="yy-hn-none yy-second">这段时间没有床垫读数。</p>}
          {close ? <NightChart view={view} /> : <RangeChart view={view} />}
          {close && <Totals view={view} />}
        </>
      )}
    </section>
  )
}

interface NightViewProps {
  oldmanId: string
  day?: string | null
}

export function NightView({ oldmanId, day: first = null }: NightViewProps) {
  const [asked, setAsked] = usePageState<{ range: HealthRangeValue; day: string | null }>('asked', {
    range: 'night',
    day: first,
  })
  const input = { oldmanId, range: asked.range, ...(asked.day && { day: asked.day }) }
  // The newest grows by a minute each minute; what is past stands still.
  const answer = useCall(healthRecord.calls.view, input, {
    keepPrevious: true,
    refetchInterval: asked.day === null ? MINUTE : false,
  })
  const { data: view, error, refetch } = answer
  useEvent(alarm.events.changed, ({ card }) => {
    if (card.oldmanId === oldmanId) void refetch()
  })
  if (!view) return <Loaded of={{ data: view, error, refetch }} what="健康详情" lines={14} />
  return (
    <div className="yy-grid yy-gap-12">
      <NightHeader view={view} />
      <div className="yy-hn-body yy-start yy-grid yy-gap-12">
        <Curves
          view={view}
          stale={answer.isPlaceholderData}
          onRange={(range) => setAsked({ range, day: null })}
          onDay={(day) => setAsked({ range: asked.range, day })}
        />
        <SummaryCard view={view} />
      </div>
      <Trends oldmanId={oldmanId} />
    </div>
  )
}
