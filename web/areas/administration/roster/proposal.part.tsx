// 自动补班: worked out in the background, looked at, taken by one press as drafts. Nothing is written before that.
import { Button } from 'antd'
import { Wand2 } from 'lucide-react'
import { useState } from 'react'
import { ShiftTone } from '#contract/administration/attendanceWords'
import { lastOfMonth } from '#contract/administration/rosterMonth'
import {
  type ProposalGapData,
  type ProposalLeftData,
  type ProposalPreviewData,
  rosterProposal,
} from '#contract/administration/rosterProposal'
import { dayNumber } from '#contract/administration/rosterRules'
import { classes } from '#web/kit/classes'
import { Empty } from '#web/kit/parts/Empty'
import { Loaded } from '#web/kit/parts/Loaded'
import { LongAct } from '#web/kit/parts/LongAct'
import { isOver, useRun } from '#web/kit/parts/runs'
import { DrawerFoot, SideDrawer } from '#web/kit/parts/SideDrawer'
import { StatusTag } from '#web/kit/parts/StatusTag'
import { useMay } from '#web/kit/permission'
import { useAct, useCall } from '#web/kit/query'
import { toast } from '#web/kit/toast'
import './proposal.css'

interface ProposalProps {
  /** The group whose month is shown; null: several are shown at once, and none can be filled. */
  group: string | null
  /** yyyy-MM */
  month: string
  onTaken(): void
}

const WEEKDAYS = '一二三四五六日'
const two = (value: number) => String(value).padStart(2, '0')
const hours = (minutes: number) => String(Math.round(minutes / 6) / 10)

function Bar({ before, after, most }: { before: number; after: number; most: number }) {
  const share = (value: number) => ({ width: `${most > 0 ? (value / most) * 100 : 0}%` })
  return (
    <div className="yy-proposal-bar" aria-hidden>
      <i className="is-after" style={share(after)} />
      <i className="is-before" style={share(before)} />
    </div>
  )
}

function Measure({
  before,
  after,
  most,
  text,
}: {
  before: number
  after: number
  most: number
  text(value: number): string
}) {
  return (
    <td>
      <div className="yy-flex yy-between yy-gap-4 yy-one-line yy-text-13">
        <span className="yy-second">{text(before)}</span>
        <span className={after > before ? 'yy-strong' : 'yy-second'}>
          {after > before ? `→ ${text(after)}` : '不变'}
        </span>
      </div>
      <Bar before={before} after={after} most={most} />
    </td>
  )
}

function People({ preview }: { preview: ProposalPreviewData }) {
  const days = Array.from({ length: Number(lastOfMonth(preview.month).slice(8)) }, (_, at) => at + 1)
  const most = (measure: 'minutes' | 'nights' | 'weekends') =>
    preview.people.reduce((top, one) => Math.max(top, one.after[measure]), 0)
  const [minutes, nights, weekends] = [most('minutes'), most('nights'), most('weekends')]
  const weekday = (day: number) => WEEKDAYS[(dayNumber(`${preview.month}-${two(day)}`) + 3) % 7]!
  return (
    <table className="yy-plain-table yy-lined yy-proposal-table" aria-label="补排后的班次与工时">
      <thead>
        <tr>
          <th>姓名</th>
          <th>
            <div className="yy-proposal-days">
              {days.map((day) => (
                <span key={day} className={'六日'.includes(weekday(day)) ? 'yy-warning' : undefined}>
                  {day}
                </span>
              ))}
            </div>
          </th>
          <th>工时（小时）</th>
          <th>夜班</th>
          <th>周末和节假日</th>
        </tr>
      </thead>
      <tbody>
        {preview.people.map((one) => {
          const set = new Map(one.cells.map((cell) => [cell.day, preview.shifts[cell.shift]!]))
          const words = one.cells.map((cell) => `${cell.day} 日${preview.shifts[cell.shift]!.shiftName}`).join('、')
          return (
            <tr key={one.empId}>
              <td className="yy-one-line">
                {one.empName}
                {one.team && <span className="yy-second yy-text-13"> {one.team}</span>}
              </td>
              <td>
                <span className="yy-heard">{words || '没有补排'}</span>
                <div className="yy-proposal-days" aria-hidden>
                  {days.map((day) => {
                    const shift = set.get(day)
                    const family = shift && ShiftTone.find(shift.tone)?.family
                    return (
                      <span
                        key={day}
                        className={classes(shift && 'is-set', family && `yy-family-${family}`)}
                        title={shift && `${day} 日 周${weekday(day)} ${shift.shiftName}`}
                      >
                        {shift?.shortName}
                      </span>
                    )
                  })}
                </div>
              </td>
              <Measure before={one.before.minutes} after={one.after.minutes} most={minutes} text={hours} />
              <Measure before={one.before.nights} after={one.after.nights} most={nights} text={String} />
              <Measure before={one.before.weekends} after={one.after.weekends} most={weekends} text={String} />
            </tr>
          )
        })}
      </tbody>
    </table>
  )
}

function Gaps({ gaps }: { gaps: readonly ProposalGapData[] }) {
  if (gaps.length === 0) return null
  return (
    <section>
      <h3 className="yy-heading yy-below-8">补不上的 {gaps.length} 处</h3>
      <table className="yy-plain-table yy-lined yy-proposal-table" aria-label="补不上的班次">
        <thead>
          <tr>
            <th>日期</th>
            <th>班次</th>
            <th>人数</th>
            <th>缺</th>
            <th>为什么没有人</th>
          </tr>
        </thead>
        <tbody>
          {gaps.map((one) => (
            <tr key={`${one.day} ${one.deptName} ${one.shiftName}`}>
              <td className="yy-one-line">{one.day}</td>
              <td className="yy-one-line">
                {one.deptName} {one.shiftName}
              </td>
              <td className="yy-one-line">
                {one.people} / {one.wanted}
                {one.certifiedWanted > 0 && (
                  <span className="yy-second">
                    {' '}
                    持证 {one.certified} / {one.certifiedWanted}
                  </span>
                )}
              </td>
              <td>
                <StatusTag family="red">缺 {one.missing}</StatusTag>
              </td>
              <td>{one.text}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

function LeftOut({ saved, left }: { saved: number; left: readonly ProposalLeftData[] }) {
  return (
    <section role="status">
      <p className="yy-no-margin yy-strong">
        已写入 {saved} 个草稿，{left.length} 处没有写入：
      </p>
      <table className="yy-plain-table yy-lined yy-proposal-table" aria-label="没有写入的班次">
        <thead>
          <tr>
            <th>姓名</th>
            <th>日期</th>
            <th>班次</th>
            <th>原因</th>
          </tr>
        </thead>
        <tbody>
          {left.map((one) => (
            <tr key={`${one.empName} ${one.day}`}>
              <td>{one.empName}</td>
              <td>{one.day}</td>
              <td>{one.shiftName}</td>
              <td>{one.reason}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

const headOf = ({ groupName, month }: ProposalPreviewData) =>
  `${groupName} · ${month.slice(0, 4)}年${Number(month.slice(5))}月`

function wordsOf(preview: ProposalPreviewData): string {
  const { lacked, cells, lacks, best } = preview
  if (lacked === 0) return '各班次人数已经够了'
  const open = lacks === 0 ? '缺口全部补上' : `还缺 ${lacks} 人次`
  return `原缺 ${lacked} 人次，补排 ${cells} 班，${open}${best ? '' : '（限时内找到的最好结果）'}`
}

/** The button, and the drawer in which it is tried and taken. */
export default function RosterProposal({ group, month, onTaken }: ProposalProps) {
  const may = useMay()
  const [open, setOpen] = useState(false)
  const [runId, setRunId] = useState<string | null>(null)
  const { run } = useRun(runId)
  const over = run !== undefined && isOver(run)
  const preview = useCall(rosterProposal.calls.preview, run?.state === 'done' && runId ? { runId } : null)
  const start = useAct(rosterProposal.calls.start, { onDone: (data) => setRunId(data.runId) })
  const [taken, setTaken] = useState<{ saved: number; left: ProposalLeftData[] } | null>(null)
  const take = useAct(rosterProposal.calls.take, {
    onDone: (data) => {
      onTaken()
      setTaken(data)
      if (data.left.length > 0) return
      toast.success(`已写入 ${data.saved} 个草稿，检查后请发布`)
      close()
    },
  })
  function close(): void {
    setOpen(false)
    setRunId(null)
    setTaken(null)
  }
  if (!may(rosterProposal.calls.start.needs)) return null
  const begin = () => {
    if (group === null) return
    setOpen(true)
    setTaken(null)
    setRunId(null)
    void start.run({ attendanceGroupPkId: group, month })
  }
  const data = preview.data
  return (
    <>
      <Button
        icon={<Wand2 size={16} />}
        disabled={group === null}
        title={group === null ? '请先选择一个考勤组' : undefined}
        onClick={begin}
      >
        自动补班
      </Button>
      <SideDrawer
        asks={false}
        open={open}
        width={1360}
        title="自动补班试算"
        about={<span className="yy-second">{data ? headOf(data) : '只补没有排过的日子，不动已发布和草稿'}</span>}
        onClose={close}
        foot={
          <DrawerFoot note={data && !taken ? wordsOf(data) : null}>
            <Button onClick={close}>{taken ? '关闭' : '不采用'}</Button>
            {!taken && (
              <Button
                type="primary"
                disabled={!data || data.cells === 0}
                loading={take.running}
                onClick={() => runId && void take.run({ runId })}
              >
                采用 {data?.cells ?? 0} 班为草稿
              </Button>
            )}
          </DrawerFoot>
        }
      >
        {taken && taken.left.length > 0 ? (
          <LeftOut saved={taken.saved} left={taken.left} />
        ) : start.error ? (
          <p className="yy-red" role="alert">
            {start.error.message}
          </p>
        ) : run?.state !== 'done' ? (
          run ? (
            <LongAct run={run} unit="步" />
          ) : (
            <p className="yy-second">正在开始…</p>
          )
        ) : (
          <Loaded of={preview} what="试算结果没有取到" lines={10} fresh>
            {(said) =>
              said.cells === 0 && said.gaps.length === 0 ? (
                <Empty title="各班次人数已经够了" text="这个月没有要补的班。" />
              ) : (
                <div className="yy-stack yy-gap-16">
                  <Gaps gaps={said.gaps} />
                  {said.cells > 0 && <People preview={said} />}
                </div>
              )
            }
          </Loaded>
        )}
        {over && run.state !== 'done' && (
          <Button className="yy-above-12" onClick={begin}>
            重新试算
          </Button>
        )}
      </SideDrawer>
    </>
  )
}
