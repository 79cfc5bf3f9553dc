// The filters above the board: day, place, shift, how it is grouped, words and project.
import { Button, Input, Segmented, Select } from 'antd'
import { ChevronLeft, ChevronRight, Printer, Search, Tablet } from 'lucide-react'
import { useEffect, useState } from 'react'
import { momentOf, secondText } from '#contract/kit/clock'
import { type CareBoardData, EVERY_PLACE } from '#contract/nursing/task'
import { BEDSIDE_PAGE } from '#web/kit/constants'
import { date } from '#web/kit/fields/date'
import { useLine } from '#web/kit/line'
import { AsOf } from '#web/kit/shell/LostBar'
import type { Mode } from './boardView.ts'

export interface BarState {
  day: string | null
  /** Null: as the server chooses. */
  place: string | null
  shift: string | null
  mode: Mode
  typed: string
  projectId: string | null
}

interface BarProps {
  board: CareBoardData
  state: BarState
  today: boolean
  /** When the board was read, by the clock of this computer. */
  readAt: number
  onChange(part: Partial<BarState>): void
  onPrint(): void
}

const dayAfter = (day: string, days: number) =>
  new Date(Date.parse(`${day}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10)
const ALL = ''

/** The whole house, its buildings and their floors; nothing to choose where there is one. */
function PlaceChoice({ board, onChange }: { board: CareBoardData; onChange(place: string): void }) {
  const { places } = board
  if (places.length < 2) return null
  return (
    <Select
      style={{ width: 190 }}
      aria-label="楼层"
      value={board.place ?? EVERY_PLACE}
      options={[
        { value: EVERY_PLACE, label: '全部楼层' },
        ...places.map(({ value, count }) => ({ value, label: `${value.replace('>', ' ')} ${count} 人` })),
      ]}
      onChange={onChange}
    />
  )
}

/** That what is shown is current, with the server's clock; or since when it is not. */
function LiveClock({ board, readAt }: Pick<BarProps, 'board' | 'readAt'>) {
  const { lost, since } = useLine()
  const [now, setNow] = useState(Date.now)
  useEffect(() => {
    setNow(Date.now())
    const timer = window.setInterval(() => setNow(Date.now()), 1_000)
    return () => window.clearInterval(timer)
  }, [])
  if (lost) {
    return (
      <span className="yy-care-line-state yy-warning yy-one-line" role="status">
        连接中断 <AsOf />
      </span>
    )
  }
  // Before the first word of the server it is a clock, and claims nothing.
  return (
    <span className={since === null ? 'yy-care-line-state yy-second' : 'yy-care-line-state yy-green'}>
      {since !== null && '实时 '}
      <time>{secondText(momentOf(board.now) + Math.max(0, now - readAt))}</time>
    </span>
  )
}

export function BoardBar({ board, state, today, readAt, onChange, onPrint }: BarProps) {
  const shifts = board.shifts.map((one, at) => ({
    value: one.name,
    label: `${one.name} ${one.from}–${(board.shifts[at + 1] ?? board.shifts[0]!).from}`,
  }))
  // Whoever presses twice means two days, also while the first is on its way.
  const day = state.day ?? board.day
  return (
    <section className="yy-card yy-care-filters yy-row yy-wrap yy-gap-8 yy-pad-8-16 yy-fixed">
      <span className="yy-row yy-gap-4">
        <Button
          icon={<ChevronLeft size={16} aria-hidden />}
          aria-label="前一天"
          onClick={() => onChange({ day: dayAfter(day, -1) })}
        />
        <span style={{ width: 132 }}>
          {date.input({ value: day, onChange: (chosen) => onChange({ day: chosen }), 'aria-label': '日期' })}
        </span>
        <Button
          icon={<ChevronRight size={16} aria-hidden />}
          aria-label="后一天"
          onClick={() => onChange({ day: dayAfter(day, 1) })}
        />
        {!today && <Button onClick={() => onChange({ day: null })}>回到今天</Button>}
        {board.leftYesterday > 0 && (
          <Button
            title="列在各位老人名下，标着“昨天”，不计入今天的数；点开看昨天的全部任务"
            onClick={() => onChange({ day: dayAfter(board.day, -1) })}
          >
            昨天还有 {board.leftYesterday} 项可做
          </Button>
        )}
      </span>
      <PlaceChoice board={board} onChange={(place) => onChange({ place })} />
      {shifts.length > 1 && (
        <Segmented
          aria-label="班次"
          value={state.shift ?? ALL}
          options={[{ value: ALL, label: '全天' }, ...shifts]}
          onChange={(next) => onChange({ shift: next === ALL ? null : next })}
        />
      )}
      <Segmented<Mode>
        aria-label="分组"
        value={state.mode}
        options={[
          { value: 'worker', label: '按护理员' },
          { value: 'room', label: '按老人' },
          { value: 'hour', label: '按时段' },
        ]}
        onChange={(mode) => onChange({ mode })}
      />
      <Input
        style={{ width: 200 }}
        prefix={<Search size={15} aria-hidden />}
        placeholder="姓名、拼音首字母、床号"
        aria-label="查找老人"
        allowClear
        value={state.typed}
        onChange={(event) => onChange({ typed: event.target.value })}
      />
      <Select
        style={{ width: 140 }}
        aria-label="护理项目"
        placeholder="全部项目"
        allowClear
        showSearch={{ optionFilterProp: 'label' }}
        value={state.projectId}
        options={board.projects.map((one) => ({ value: one.projectId, label: one.projectName }))}
        onChange={(next) => onChange({ projectId: next ?? null })}
      />
      <span className="yy-row yy-gap-8 yy-push">
        <LiveClock board={board} readAt={readAt} />
        <Button icon={<Tablet size={15} aria-hidden />} href={`/${BEDSIDE_PAGE}`} target="_blank">
          床旁平板
        </Button>
        <Button icon={<Printer size={15} aria-hidden />} onClick={onPrint}>
          打印
        </Button>
      </span>
    </section>
  )
}
