// 交接班: the last shifts of every department, with and without their sheet; and the sheet itself.
import { Button } from 'antd'
import { useEffect } from 'react'
import {
  HANDOVER_NEEDS,
  type HandoverShiftData,
  HandoverState,
  handover,
  LATEST_OPEN_DAYS,
} from '#contract/nursing/handover'
import { HandoverShift } from '#contract/nursing/handoverShifts'
import { openPage, usePageParams, usePageState } from '#web/kit/open'
import { Empty } from '#web/kit/parts/Empty'
import { useLoaded } from '#web/kit/parts/Loaded'
import { PageCard } from '#web/kit/parts/PageCard'
import { StatusTag } from '#web/kit/parts/StatusTag'
import { useMay } from '#web/kit/permission'
import { invalidate, useAct } from '#web/kit/query'
import { useEvent } from '#web/kit/realtime'
import { HandoverSheet } from './sheet.part.tsx'
import './handover.css'

const ALL = { page: 1, size: 500 } as const

const minute = (at: string | null) => (at ? at.slice(5, 16) : '')

/** Where it stands, in a sentence. */
function wordsOf(row: HandoverShiftData): string {
  if (row.takenName) return `${row.givenName} 交，${row.takenName} ${minute(row.takenAt)} 接`
  if (row.givenName) return `${row.givenName} ${minute(row.givenAt)} 已交班，等接班签字`
  if (row.state) return `${row.openedName ?? ''} 正在填写`
  return row.ended ? '没有交班记录' : '还没有开始写'
}

interface CellProps {
  row: HandoverShiftData
  onOpen(sheetId: string): void
}

function ShiftCell({ row, onOpen }: CellProps) {
  const may = useMay()
  const open = useAct(handover.calls.open, { onDone: (sheet) => onOpen(sheet.sheetId) })
  const { sheetId, state } = row
  const verb = state === null ? '开始写交班' : state === HandoverState.is.DRAFT ? '继续填写' : '查看'
  const toTake = state === HandoverState.is.GIVEN && may(HANDOVER_NEEDS.sign)
  const press = () => {
    if (sheetId) onOpen(sheetId)
    else void open.run({ deptId: row.deptId, day: row.day, shift: row.shift })
  }
  return (
    <li className={row.missing ? 'yy-handover-cell is-missing' : 'yy-handover-cell'}>
      <span className="yy-row yy-gap-8 yy-wrap">
        <b>{row.deptName}</b>
        {state ? (
          <StatusTag option={HandoverState.find(state)!} />
        ) : (
          <StatusTag family={row.missing ? 'red' : 'grey'} hollow={!row.missing}>
            {row.missing ? '还没有交班' : '未写'}
          </StatusTag>
        )}
      </span>
      <span className="yy-second yy-small">{wordsOf(row)}</span>
      {(sheetId || may(HANDOVER_NEEDS.edit)) && (
        <Button
          type={toTake || row.missing ? 'primary' : 'default'}
          loading={open.running}
          aria-label={`${row.deptName} ${row.day} ${HandoverShift.label(row.shift)}：${toTake ? '去接班' : verb}`}
          onClick={press}
        >
          {toTake ? '去接班' : verb}
        </Button>
      )}
    </li>
  )
}

/** Rows that belong to one shift, in their order. */
function byShift(rows: readonly HandoverShiftData[]): (readonly HandoverShiftData[])[] {
  const groups = new Map<string, HandoverShiftData[]>()
  for (const row of rows) {
    const known = groups.get(row.fromAt)
    if (known) known.push(row)
    else groups.set(row.fromAt, [row])
  }
  return [...groups.values()]
}

interface ShiftsProps {
  missing: boolean
  onMissing(missing: boolean): void
  onOpen(sheetId: string): void
}

function Shifts({ missing, onMissing, onOpen }: ShiftsProps) {
  const input = missing ? { ...ALL, missing: 1 } : ALL
  const { data, state } = useLoaded(handover.calls.shifts, input, { what: '各班交接情况', refetchInterval: 60_000 })
  if (!data) return <section className="yy-card yy-pad-16">{state}</section>
  const groups = byShift(data.list)
  return (
    <>
      <div className="yy-row yy-gap-12 yy-wrap">
        <Button type={missing ? 'primary' : 'default'} aria-pressed={missing} onClick={() => onMissing(!missing)}>
          只看还没有交班的
        </Button>
        <span className="yy-second">交班后由接班护士床旁查看、签字；两人都签字后不能再改，只能补充。</span>
        <span className="yy-push">
          <Button onClick={() => openPage(handover.pages.records.path)}>查以前的交接班记录</Button>
        </span>
      </div>
      {groups.length === 0 && (
        <section className="yy-card">
          {missing ? (
            <Empty
              title="没有漏掉的交班"
              text="已结束的班都签过字了。"
              acts={<Button onClick={() => onMissing(false)}>看全部班次</Button>}
            />
          ) : (
            <Empty
              title="还没有要交接的部门"
              text={`有老人入住后，所在部门的每一班会出现在这里；可以补写最近 ${LATEST_OPEN_DAYS} 天的。`}
            />
          )}
        </section>
      )}
      {groups.map((rows) => {
        const [{ day, shift, fromAt, toAt, ended }] = rows as [HandoverShiftData]
        return (
          <PageCard
            key={fromAt}
            title={
              <span className="yy-inline-flex yy-gap-8">
                {day.slice(5)} {HandoverShift.label(shift)}
                {!ended && <StatusTag family="blue">进行中</StatusTag>}
              </span>
            }
            sub={`${minute(fromAt)} 至 ${minute(toAt)}`}
          >
            <ul className="yy-plain-list yy-handover-cells">
              {rows.map((row) => (
                <ShiftCell key={row.deptId} row={row} onOpen={onOpen} />
              ))}
            </ul>
          </PageCard>
        )
      })}
    </>
  )
}

export default function Handovers() {
  const { sheetId: asked, missing: askedMissing } = usePageParams<'sheetId' | 'missing'>()
  const [sheetId, setSheet] = usePageState<string | null>('sheet', asked ?? null)
  const [missing, setMissing] = usePageState<boolean>('missing', askedMissing === '1')
  useEvent(handover.events.changed, () => void invalidate(handover))
  // Records and the bench open it anew with what they mean.
  useEffect(() => {
    if (asked) setSheet(asked)
  }, [asked, setSheet])
  useEffect(() => {
    if (askedMissing !== '1') return
    setSheet(null)
    setMissing(true)
  }, [askedMissing, setSheet, setMissing])
  return (
    <div className="yy-handover yy-stack yy-gap-12">
      {sheetId ? (
        <HandoverSheet key={sheetId} sheetId={sheetId} onClose={() => setSheet(null)} />
      ) : (
        <Shifts missing={missing} onMissing={setMissing} onOpen={setSheet} />
      )}
    </div>
  )
}
