// At the right of an archive: what happened to the resident and what was changed in the papers, newest first.
import { Select } from 'antd'
import { useMemo, useState } from 'react'
import { archiveSection, type ChangeRowData } from '#contract/live/archiveSection'
import { residence, type StayEventData } from '#contract/live/residence'
import { StayEventKind } from '#contract/live/residenceWords'
import { Empty } from '#web/kit/parts/Empty'
import { ErrorBlock } from '#web/kit/parts/ErrorBlock'
import { BlockBones } from '#web/kit/parts/Skeleton'
import { Change, Timeline, type TimelineEntry } from '#web/kit/parts/Timeline'
import { useCall } from '#web/kit/query'
import './archiveSection.css'

const CHANGES = 'changes'
/** Rows of the record that are asked for; the whole of it is a list of its own. */
const NEWEST = 100
const FIRST = 20
const LINES = 3

interface Entry extends TimelineEntry {
  /** Sorts: the moment it was written. */
  at: string
  of: string
}

/** 11-12 09:20; earlier years in full. */
const timeText = (at: string, thisYear: string) =>
  at.startsWith(thisYear) ? at.slice(5, 16) : at.slice(0, at.length > 10 ? 16 : 10)

function stayEntry(row: StayEventData, year: string): Entry {
  const kind = StayEventKind.find(row.kind)
  const late = row.day !== row.createTime.slice(0, 10)
  return {
    key: row.eventId,
    family: kind?.family ?? 'grey',
    kind: kind?.label ?? row.kind,
    time: timeText(late ? row.day : row.createTime, year),
    who: row.userName,
    text: (
      <>
        {row.content}
        {row.reason && `，原因：${row.reason}`}
      </>
    ),
    // What was entered later stands where it belongs, not where it was typed.
    at: late ? `${row.day} 00:00:00` : row.createTime,
    of: row.kind,
  }
}

function changeEntry(rows: readonly ChangeRowData[], year: string, onMore: () => void): Entry {
  const [first] = rows as [ChangeRowData, ...ChangeRowData[]]
  return {
    key: first.logId,
    family: 'slate',
    kind: first.method.replace(/^修改|^新增|^删除/, '') || '资料',
    time: timeText(first.createTime, year),
    who: first.userName,
    text: (
      <>
        {rows.slice(0, LINES).map((row) => (
          <span key={row.field} className="yy-breaks yy-block">
            {row.title}：{row.before === null ? (row.after ?? '') : <Change from={row.before} to={row.after ?? '空'} />}
          </span>
        ))}
        {rows.length > LINES && (
          <button type="button" className="yy-link" onClick={onMore}>
            另有 {rows.length - LINES} 项
          </button>
        )}
      </>
    ),
    at: first.createTime,
    of: CHANGES,
  }
}

function grouped(rows: readonly ChangeRowData[]): ChangeRowData[][] {
  const byLog = new Map<string, ChangeRowData[]>()
  for (const row of rows) byLog.set(row.logId, [...(byLog.get(row.logId) ?? []), row])
  return [...byLog.values()]
}

interface ArchiveTimelineProps {
  oldmanId: string
  /** Opens the whole record of changes. */
  onChanges(): void
}

export function ArchiveTimeline({ oldmanId, onChanges }: ArchiveTimelineProps) {
  const stays = useCall(residence.calls.record, { oldmanId })
  const changes = useCall(archiveSection.calls.modifyRecord, { oldmanId, page: 1, size: NEWEST })
  const [kind, setKind] = useState<string | null>(null)
  const [all, setAll] = useState(false)
  const entries = useMemo(() => {
    const year = String(new Date().getFullYear())
    return [
      ...(stays.data ?? []).map((row) => stayEntry(row, year)),
      // A move stands there in its own words already.
      ...grouped((changes.data?.list ?? []).filter((row) => !row.moved)).map((rows) =>
        changeEntry(rows, year, onChanges),
      ),
    ].sort((a, b) => (a.at < b.at ? 1 : a.at > b.at ? -1 : 0))
  }, [stays.data, changes.data, onChanges])
  const kinds = [
    { value: CHANGES, label: '资料修改' },
    ...StayEventKind.list.map(({ value, label }) => ({ value: value as string, label })),
  ].filter(({ value }) => entries.some((entry) => entry.of === value))
  const found = kind === null ? entries : entries.filter((entry) => entry.of === kind)
  const shown = all ? found : found.slice(0, FIRST)
  const failure = stays.error ?? changes.error
  return (
    <aside className="yy-card yy-arc-timeline" aria-label="变更记录">
      <header className="yy-row yy-gap-8 yy-one-line">
        <h3 className="yy-heading">变更记录</h3>
        <span className="yy-none">{found.length} 条</span>
        <span className="yy-arc-timeline-tools yy-inline yy-gap-8 yy-push">
          {kinds.length > 1 && (
            <Select<string>
              aria-label="类型"
              variant="borderless"
              size="small"
              popupMatchSelectWidth={120}
              value={kind ?? ''}
              options={[{ value: '', label: '全部类型' }, ...kinds]}
              onChange={(next) => setKind(next || null)}
            />
          )}
          <button type="button" className="yy-link" onClick={onChanges}>
            资料明细
          </button>
        </span>
      </header>
      <div className="yy-arc-timeline-body">
        {failure && entries.length === 0 ? (
          <ErrorBlock
            what="变更记录"
            error={failure}
            onRetry={() => {
              void stays.refetch()
              void changes.refetch()
            }}
          />
        ) : stays.isPending && changes.isPending ? (
          <BlockBones lines={8} />
        ) : shown.length === 0 ? (
          <Empty title="还没有变更记录" text="入住、调床、外出和资料修改都会记在这里。" />
        ) : (
          <Timeline entries={shown} />
        )}
        {shown.length < found.length && (
          <button type="button" className="yy-link" onClick={() => setAll(true)}>
            再看 {found.length - shown.length} 条
          </button>
        )}
      </div>
    </aside>
  )
}
