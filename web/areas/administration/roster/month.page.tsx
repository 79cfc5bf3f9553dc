// 排班: a group's month by person and day, drafted by several at once and published; gaps, conflicts and exchanges beside it.
import { Button } from 'antd'
import { useCallback, useMemo, useState, useSyncExternalStore } from 'react'
import { type RosterMonthData, roster, rosterNeeds } from '#contract/administration/roster'
import { type Content, coverageOf, daysOf, shiftsById, sumsOfPerson } from '#contract/administration/rosterMonth'
import { addDays } from '#contract/administration/rosterRules'
import { download } from '#web/kit/call'
import { useLost } from '#web/kit/line'
import { usePageParams, usePageState } from '#web/kit/open'
import { confirmCall } from '#web/kit/parts/confirmCall'
import { Empty } from '#web/kit/parts/Empty'
import { ErrorBlock } from '#web/kit/parts/ErrorBlock'
import { SideDrawer } from '#web/kit/parts/SideDrawer'
import { BlockBones } from '#web/kit/parts/Skeleton'
import { useMay } from '#web/kit/permission'
import { toast } from '#web/kit/toast'
import { RosterBar, type View } from './bar.part.tsx'
import { CopyWeek } from './copyWeek.part.tsx'
import { DayView } from './day.part.tsx'
import { Floating } from './floating.part.tsx'
import { Grid } from './grid.part.tsx'
import { HouseDrawer } from './house.part.tsx'
import { useKeys } from './keys.ts'
import { type Hand, type Place, usePaint } from './paint.ts'
import { ExchangePane, GapCard } from './pane.part.tsx'
import { printRoster } from './printRoster.tsx'
import RosterProposal from './proposal.part.tsx'
import { publishDrafts } from './publishing.ts'
import { RollDrawer } from './roll.part.tsx'
import {
  type Cells,
  dayWords,
  draftsOf,
  gapsOf,
  lockedBy,
  mondayOf,
  monthSpan,
  openGaps,
  REST,
  shiftContent,
  shownOfDay,
} from './rosterView.ts'
import { type Edit, type RosterInput, useFaults, useRoster } from './useRoster.ts'
import './roster.css'

const media = window.matchMedia('(min-width: 1600px)')
const useWide = () =>
  useSyncExternalStore(
    (changed) => {
      media.addEventListener('change', changed)
      return () => media.removeEventListener('change', changed)
    },
    () => media.matches,
  )

interface FilledProps {
  month: RosterMonthData
  cells: Cells
  tools: Pick<ReturnType<typeof useRoster>, 'apply' | 'undoLast' | 'settle' | 'reload'>
  onInput(part: RosterInput): void
}

function FilledRoster({ month, cells, tools, onInput }: FilledProps) {
  const { apply, undoLast, settle, reload } = tools
  const wide = useWide()
  const lost = useLost()
  const may = useMay()
  const editable = may(rosterNeeds.edit) && month.people.length > 0
  const span = monthSpan(month.month)
  const [view, setView] = usePageState<View>('view', 'month')
  const [at, setAt] = usePageState<string | null>('day', null)
  const [brush, setBrush] = useState<Content | null>(null)
  const [drawer, setDrawer] = useState<'faults' | 'roll' | 'house' | 'week' | null>(null)
  const [publishing, setPublishing] = useState(false)

  const day = at?.startsWith(month.month) ? at : month.today.startsWith(month.month) ? month.today : span.from
  const days = useMemo(
    () =>
      view === 'month'
        ? daysOf(span.from, span.to)
        : view === 'week'
          ? daysOf(mondayOf(day), addDays(mondayOf(day), 6)).filter((one) => one >= span.from && one <= span.to)
          : [day],
    [view, day, span.from, span.to],
  )
  const faults = useFaults(month, cells)
  const coverage = useMemo(
    () => coverageOf(month, cells, daysOf(span.from, span.to)),
    [month, cells, span.from, span.to],
  )
  const sums = useMemo(() => {
    const shifts = shiftsById(month.shifts)
    return new Map(month.people.map((one) => [one.empId, sumsOfPerson(month, cells.get(one.empId)!, shifts)]))
  }, [month, cells])
  const gaps = useMemo(() => gapsOf(month, cells, coverage), [month, cells, coverage])
  const open = useMemo(
    () => [...faults.values()].flat().filter((one) => one.days.some((on) => on >= month.today)),
    [faults, month.today],
  )
  const conflicts = open.filter((one) => one.forbids)
  const drafts = draftsOf(month, cells)
  const people = useMemo(
    () => new Map(month.people.map((one, row) => [one.empId, { person: one, row }])),
    [month.people],
  )

  const put = useCallback(
    (edits: readonly Edit[]) => {
      const locked = edits.map(({ empId, day: on }) => lockedBy(month, people.get(empId)!.person, on))
      const allowed = edits.filter((_, i) => locked[i] === null)
      if (allowed.length === 0 && edits.length > 0) toast.info(locked[0] ?? '这里不能改')
      apply(allowed)
    },
    [apply, month, people],
  )
  const { range, setRange, lifted, onKeyDown } = useKeys({ month, days, cells, editable, put, undo: undoLast })
  const markOf = (place: Place) => ({ row: people.get(place.empId)?.row ?? 0, column: days.indexOf(place.day) })
  const { hand, onCellDown, onChipDown } = usePaint({
    brush,
    editable,
    contentAt: ({ empId, day: on }) => shownOfDay(cells, empId, on),
    locked: ({ empId, day: on }) => lockedBy(month, people.get(empId)!.person, on) !== null,
    onDrop: ({ content, from, over }, copy) => {
      if (!over || (from?.empId === over.empId && from.day === over.day)) return
      const known = people.get(over.empId)
      const locked = known && lockedBy(month, known.person, over.day)
      if (locked) return void toast.info(locked)
      put([...(from && !copy ? [{ ...from, content: REST }] : []), { ...over, content }])
    },
    onPaint: (places) => brush && put(places.map((one) => ({ ...one, content: brush }))),
    onPress: (place, extend) => {
      document.querySelector<HTMLElement>('.yy-ros-grid')?.focus({ preventScroll: true })
      const to = markOf(place)
      setRange((before) => (extend && before ? { at: before.at, to } : { at: to, to }))
    },
    onExtend: (place) => setRange((before) => (before ? { at: before.at, to: markOf(place) } : before)),
  })
  const lift: Hand | null = useMemo(() => {
    const person = lifted && range ? month.people[range.at.row] : undefined
    if (!lifted || !range || !person) return null
    const cell = document.getElementById(`ros-${range.at.row}-${range.at.column}`)?.getBoundingClientRect()
    return {
      content: lifted.content,
      from: lifted,
      over: { empId: person.empId, day: days[range.at.column]! },
      x: cell?.right ?? 0,
      y: cell?.bottom ?? 0,
    }
  }, [lifted, range, month.people, days])
  const floating = hand ?? lift

  const goTo = (empId: string, on: string) => {
    if (view === 'day') setView('month')
    if (view === 'week') setAt(on)
    const known = people.get(empId)
    const column = (view === 'month' ? days : daysOf(span.from, span.to)).indexOf(on)
    if (!known || column < 0) return
    const mark = { row: known.row, column }
    setRange({ at: mark, to: mark })
    setDrawer(null)
    document.getElementById(`ros-${mark.row}-${mark.column}`)?.scrollIntoView({ block: 'center' })
    document.querySelector<HTMLElement>('.yy-ros-grid')?.focus({ preventScroll: true })
  }
  const publish = async () => {
    setPublishing(true)
    try {
      await settle()
      if (await publishDrafts(month)) await reload()
    } finally {
      setPublishing(false)
    }
  }
  const discard = async () => {
    await settle()
    const done = await confirmCall(roster.calls.discard, {
      input: { attendanceGroupPkId: month.attendanceGroupPkId, month: month.month },
      title: `放弃 ${month.title} ${month.month} 的草稿 ${drafts.length} 处？`,
      effects: ['其他人画的草稿也一起放弃', '回到已发布的排班，不能撤销'],
      verb: '放弃草稿',
      safe: '留着草稿',
      danger: true,
      done: '草稿已放弃',
    })
    if (done) await reload()
  }
  const changeMonth = (next: string) => void settle().then(() => onInput({ month: next }))
  const slot = month.attendanceGroupPkId && editable && (
    <RosterProposal
      group={month.attendanceGroupPkId}
      month={month.month}
      onTaken={() => {
        void reload()
      }}
    />
  )
  const pane = (
    <>
      <GapCard
        month={month}
        gaps={gaps}
        more={openGaps(month, coverage).length - gaps.length}
        faults={open}
        editable={editable}
        slot={slot}
        onPut={(empId, gap) => {
          put([{ empId, day: gap.coverage.day, content: shiftContent(gap.coverage.shiftPkId) }])
          toast.success(
            `${people.get(empId)!.person.empName} ${dayWords(gap.coverage.day)} ${gap.shiftName}，已放进草稿`,
          )
        }}
        onGo={goTo}
      />
      <ExchangePane attendanceGroupPkId={month.attendanceGroupPkId} />
    </>
  )
  const step = (count: number) => setAt(addDays(day, count))
  return (
    <>
      <RosterBar
        month={month}
        view={view}
        brush={brush}
        gaps={openGaps(month, coverage).length}
        conflicts={conflicts.length}
        drafts={drafts.length}
        publishing={publishing}
        editable={editable}
        onMonth={changeMonth}
        onGroup={(attendanceGroupPkId) => void settle().then(() => onInput({ attendanceGroupPkId }))}
        onView={(next) => {
          setRange(null)
          setView(next)
        }}
        onBrush={setBrush}
        onChipDown={onChipDown}
        onFaults={() => (wide ? gaps[0] && setRange(null) : setDrawer('faults'))}
        onRoll={() => void settle().then(() => setDrawer('roll'))}
        onPrint={(paper) => void printRoster(month, cells, { coverage, sums, paper })}
        onPublish={() => void publish()}
        onDiscard={() => void discard()}
        onCopyWeek={() => void settle().then(() => setDrawer('week'))}
        onExport={() =>
          void settle().then(() =>
            download(roster.calls.sheet, { attendanceGroupPkId: month.attendanceGroupPkId, month: month.month }),
          )
        }
        onHouse={() => setDrawer('house')}
      />
      {month.people.length === 0 ? (
        <section className="yy-card yy-grow">
          <Empty
            title={month.groups.length === 0 ? '还没有按排班考勤的考勤组' : '这个考勤组这个月没有人'}
            text="请在“考勤组”里建一个“排班”方式的组，选好班次和成员，再回到这里排班。"
          />
        </section>
      ) : (
        <div className="yy-flex yy-gap-12 yy-low yy-flex-1">
          <div className={lost ? 'yy-stack yy-gap-8 yy-grow yy-low is-old' : 'yy-stack yy-gap-8 yy-grow yy-low'}>
            {view !== 'month' && (
              <div className="yy-row yy-gap-8">
                <Button onClick={() => step(view === 'week' ? -7 : -1)}>{view === 'week' ? '上一周' : '前一天'}</Button>
                <b>{view === 'week' ? `${days[0]} 至 ${days.at(-1)}` : dayWords(day)}</b>
                <Button onClick={() => step(view === 'week' ? 7 : 1)}>{view === 'week' ? '下一周' : '后一天'}</Button>
              </div>
            )}
            {view === 'day' ? (
              <DayView month={month} day={day} cells={cells} coverage={coverage} />
            ) : (
              <Grid
                month={month}
                days={days}
                cells={cells}
                people={month.people}
                faults={faults}
                sums={sums}
                coverage={coverage}
                range={range}
                lifted={lifted ?? hand?.from ?? null}
                wide={view === 'week'}
                onPointerDown={onCellDown}
                onKeyDown={onKeyDown}
                onGap={(one) => {
                  const gap = gaps.find((row) => row.coverage.needId === one.needId && row.coverage.day === one.day)
                  if (gap?.people[0]) goTo(gap.people[0].empId, one.day)
                  if (!wide) setDrawer('faults')
                }}
                foot={
                  <footer className="yy-ros-foot yy-second yy-row yy-gap-16 yy-wrap">
                    <span className="yy-row yy-gap-6">
                      <b className="yy-ros-chip is-day is-past is-still">白</b>已过，不可改
                    </span>
                    <span className="yy-row yy-gap-6">
                      <b className="yy-ros-chip is-bad is-still">白</b>冲突
                    </span>
                    <span className="yy-row yy-gap-6">
                      <b className="yy-ros-chip is-day is-draft is-still">白</b>未发布
                    </span>
                    <span className="yy-row yy-gap-6">
                      <b className="yy-ros-chip is-night is-still">夜</b>跨零点，算在开始那天
                    </span>
                    {editable && (
                      <span className="yy-push">
                        方向键移动，键 1 2 3 排班，0 休，L 假，T 训，空格拿起放下，Ctrl+Z 撤销
                      </span>
                    )}
                  </footer>
                }
              />
            )}
          </div>
          {wide && <aside className="yy-ros-aside yy-stack yy-gap-12 yy-fixed yy-low yy-scroll">{pane}</aside>}
        </div>
      )}
      {floating && <Floating month={month} cells={cells} coverage={coverage} hand={floating} />}
      {!wide && (
        <SideDrawer open={drawer === 'faults'} title="缺口、冲突与换班" asks={false} onClose={() => setDrawer(null)}>
          <div className="yy-stack yy-gap-12">{pane}</div>
        </SideDrawer>
      )}
      <RollDrawer
        month={month}
        open={drawer === 'roll'}
        onClose={() => setDrawer(null)}
        onDone={() => {
          setDrawer(null)
          void reload()
        }}
      />
      <HouseDrawer
        month={month}
        open={drawer === 'house'}
        onClose={() => {
          setDrawer(null)
          void reload()
        }}
      />
      <CopyWeek
        month={month}
        open={drawer === 'week'}
        onClose={() => setDrawer(null)}
        onDone={() => {
          setDrawer(null)
          void reload()
        }}
      />
    </>
  )
}

export default function Roster() {
  const params = usePageParams<'attendanceGroupPkId' | 'month'>()
  const [input, setInput] = usePageState<RosterInput>('roster', () => ({
    ...(params.attendanceGroupPkId && { attendanceGroupPkId: params.attendanceGroupPkId }),
    ...(params.month && { month: params.month }),
  }))
  const found = useRoster(input)
  const { month, cells, error, refetch } = found
  return (
    <div className="yy-stack yy-gap-12 yy-low yy-tall yy-ros">
      {error && !month && <ErrorBlock what="排班" error={error} onRetry={() => void refetch()} />}
      {!month && !error && <BlockBones lines={14} />}
      {month && (
        <FilledRoster
          month={month}
          cells={cells}
          tools={found}
          onInput={(part) =>
            setInput({
              ...input,
              ...(month.attendanceGroupPkId && { attendanceGroupPkId: month.attendanceGroupPkId }),
              ...part,
            })
          }
        />
      )}
    </div>
  )
}
