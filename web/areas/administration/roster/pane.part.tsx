// Beside the grid: gaps with who could fill them, conflicts, and exchanges that wait.
import { Button, Segmented } from 'antd'
import { ArrowLeftRight, ArrowRight, CircleCheck, TriangleAlert } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import type { RosterMonthData } from '#contract/administration/roster'
import type { PersonFault } from '#contract/administration/rosterMonth'
import { ExchangeState } from '#contract/administration/rosterWords'
import {
  ExchangeAct,
  type ExchangeCellData,
  exchangeNeeds,
  type ShiftExchangeRow,
  shiftExchange,
} from '#contract/administration/shiftExchange'
import { classes } from '#web/kit/classes'
import { confirmCall } from '#web/kit/parts/confirmCall'
import { ErrorBlock } from '#web/kit/parts/ErrorBlock'
import { StatusTag } from '#web/kit/parts/StatusTag'
import { useMay } from '#web/kit/permission'
import { invalidate, useAct, useCall } from '#web/kit/query'
import { useEvent } from '#web/kit/realtime'
import { toast } from '#web/kit/toast'
import { dayWords, type Gap } from './rosterView.ts'

interface GapCardProps {
  month: RosterMonthData
  gaps: readonly Gap[]
  /** Later ones that are not listed. */
  more: number
  faults: readonly PersonFault[]
  editable: boolean
  /** 自动补班试算 */
  slot: ReactNode
  onPut(empId: string, gap: Gap): void
  onGo(empId: string, day: string): void
}

export function GapCard({ month, gaps, more, faults, editable, slot, onPut, onGo }: GapCardProps) {
  const names = new Map(month.people.map((one) => [one.empId, one.empName]))
  const several = new Set(month.needs.map((one) => one.deptId)).size > 1
  const worstFirst = faults.toSorted((a, b) => Number(b.forbids) - Number(a.forbids) || a.day.localeCompare(b.day))
  return (
    <section className="yy-card yy-pad-16 yy-ros-gaps" aria-label="缺口与冲突">
      <header className="yy-row yy-between yy-gap-8">
        <h3 className="yy-heading">缺口与冲突</h3>
        {slot}
      </header>
      {gaps.length + faults.length === 0 && (
        <p className="yy-good yy-row yy-gap-6 yy-no-margin yy-above-12">
          <CircleCheck size={16} aria-hidden />
          从今天起人手够，没有冲突
        </p>
      )}
      <ul className="yy-plain-list">
        {gaps.map((gap) => (
          <li key={`${gap.coverage.needId} ${gap.coverage.day}`}>
            <b className="yy-red">
              {dayWords(gap.coverage.day)}　{several && gap.deptName} {gap.shiftName}缺 {gap.coverage.missing}
            </b>
            <div className="yy-second yy-text-13">
              {gap.because && <span>{gap.because}　</span>}
              {gap.people.length === 0 ? '没有合适的人：换休或从别的组借人' : '可排：'}
              {gap.people.map((person, i) => (
                <span key={person.empId}>
                  {i > 0 && '、'}
                  {editable ? (
                    <button
                      type="button"
                      className="yy-bare yy-active yy-ring yy-round"
                      title={`把 ${dayWords(gap.coverage.day)} ${gap.shiftName}排给${person.empName}`}
                      onClick={() => onPut(person.empId, gap)}
                    >
                      {person.empName}
                    </button>
                  ) : (
                    person.empName
                  )}
                </span>
              ))}
            </div>
          </li>
        ))}
        {more > 0 && <li className="yy-second">后面还有 {more} 处缺口，在表格下方标红</li>}
        {worstFirst.map((fault) => (
          <li key={`${fault.empId} ${fault.code} ${fault.day}`}>
            <button
              type="button"
              className={classes('yy-bare yy-strong yy-ring yy-round', fault.forbids ? 'yy-red' : 'yy-warning')}
              onClick={() => onGo(fault.empId, fault.day)}
            >
              {dayWords(fault.day)}　{names.get(fault.empId)} {fault.forbids ? '冲突' : '提醒'}
            </button>
            <div className="yy-second yy-text-13">{fault.text}</div>
          </li>
        ))}
      </ul>
    </section>
  )
}

const faceTone = (cell: ExchangeCellData) =>
  cell.kind === 'SHIFT'
    ? (cell.tone ?? 'other')
    : cell.kind === 'LEAVE'
      ? 'leave'
      : cell.kind === 'TRAIN'
        ? 'train'
        : 'rest'
const faceSign = (cell: ExchangeCellData) =>
  cell.kind === 'SHIFT' ? (cell.shortName ?? '') : cell.kind === 'LEAVE' ? '假' : cell.kind === 'TRAIN' ? '训' : '休'
const Sign = ({ cell }: { cell: ExchangeCellData }) => (
  <b className={`yy-ros-chip is-${faceTone(cell)} is-still`}>{faceSign(cell)}</b>
)

const REFUSE = { label: '不同意的原因', placeholder: '如：当天人手不够' }

function ExchangeCard({ row, first }: { row: ShiftExchangeRow; first: boolean }) {
  const move = useAct(shiftExchange.calls.move, {
    touches: [{ area: 'administration', name: 'roster' }],
    onDone: () => toast.success('已同意换班，两人的班表已对调'),
  })
  const { check } = row
  const decides = row.can.includes('agree') || row.can.includes('refuse')
  const refuse = () =>
    confirmCall(shiftExchange.calls.move, {
      input: (note) => ({ exchangeId: row.exchangeId, act: ExchangeAct.is.refuse, note, version: row.version }),
      title: `不同意${row.applicantName}与${row.partnerName}换班？`,
      effects: ['两人的班表不变', '原因会告诉两人'],
      verb: '不同意换班',
      safe: '返回',
      reason: REFUSE,
      done: '已告诉两人',
    })
  const sides = [
    { name: row.applicantName, from: row.applicantDay, gives: row.gives, to: row.partnerDay, takes: row.takes },
    { name: row.partnerName, from: row.partnerDay, gives: row.takes, to: row.applicantDay, takes: row.gives },
  ]
  return (
    <article className={classes('yy-ros-exchange', first && 'is-first')}>
      <header className="yy-row yy-between yy-gap-8">
        <b className="yy-ink yy-row yy-gap-8">
          {row.applicantName} <ArrowLeftRight size={14} aria-label="与" /> {row.partnerName}
        </b>
        <StatusTag option={ExchangeState.find(row.state)!} />
      </header>
      {sides.map((one) => (
        <p key={one.name} className="yy-row yy-gap-8 yy-no-margin">
          <i className="yy-ros-initial" title={one.name}>
            {one.name[0]}
          </i>
          {one.from.slice(5)} <Sign cell={one.gives} />
          <ArrowRight size={14} aria-label="换成" />
          {one.to.slice(5)} <Sign cell={one.takes} />
        </p>
      ))}
      <p className="yy-second yy-text-13 yy-no-margin">
        {row.reason}　{row.createTime.slice(5, 16)} 申请
        {row.partnerAt && `，${row.partnerName}已同意`}
      </p>
      {check && (
        <p className={classes('yy-row yy-start yy-gap-6 yy-no-margin yy-text-13', check.ok ? 'yy-good' : 'yy-red')}>
          {check.ok ? <CircleCheck size={15} aria-hidden /> : <TriangleAlert size={15} aria-hidden />}
          <span>{check.text}</span>
        </p>
      )}
      {decides && (
        <div className="yy-flex yy-gap-8">
          {row.can.includes('agree') && check?.ok !== false && (
            <Button
              type={first ? 'primary' : 'default'}
              className="yy-grow"
              loading={move.running}
              onClick={() =>
                void move.run({ exchangeId: row.exchangeId, act: ExchangeAct.is.agree, version: row.version })
              }
            >
              同意换班
            </Button>
          )}
          {row.can.includes('refuse') && (
            <Button className="yy-grow" onClick={() => void refuse()}>
              不同意…
            </Button>
          )}
        </div>
      )}
    </article>
  )
}

const SHOWN = 20

export function ExchangePane({ attendanceGroupPkId }: { attendanceGroupPkId: string | null }) {
  const may = useMay()
  const [state, setState] = useState<'WAIT_AUDIT' | 'WAIT_PARTNER'>('WAIT_AUDIT')
  const open = may(exchangeNeeds.list)
  const filters = { attendanceGroupPkId: attendanceGroupPkId ?? null }
  const rows = useCall(shiftExchange.calls.list, open ? { ...filters, state, page: 1, size: SHOWN } : null, {
    keepPrevious: true,
  })
  const counts = useCall(shiftExchange.calls.counts, open ? filters : null, { keepPrevious: true })
  useEvent(shiftExchange.events.changed, () => void invalidate(shiftExchange))
  if (!open) return null
  const count = (of: string) => counts.data?.find((one) => one.state === of)?.count ?? 0
  const due = rows.data?.list.findIndex((one) => one.can.includes('agree') && one.check?.ok !== false)
  return (
    <section className="yy-card yy-pad-16 yy-stack yy-gap-12" aria-label="换班申请">
      <header className="yy-row yy-between yy-gap-8">
        <h3 className="yy-heading">换班申请</h3>
        <Segmented
          aria-label="换班状态"
          value={state}
          options={[
            { value: 'WAIT_AUDIT', label: `待审批 ${count('WAIT_AUDIT')}` },
            { value: 'WAIT_PARTNER', label: `待对方 ${count('WAIT_PARTNER')}` },
          ]}
          onChange={(next) => setState(next as typeof state)}
        />
      </header>
      {rows.error && <ErrorBlock what="换班申请" error={rows.error} onRetry={() => void rows.refetch()} />}
      {rows.data?.list.length === 0 && (
        <p className="yy-second yy-no-margin">
          {state === 'WAIT_AUDIT' ? '没有要审批的换班' : '没有在等对方答复的换班'}
        </p>
      )}
      {rows.data?.list.map((row, i) => (
        <ExchangeCard key={row.exchangeId} row={row} first={i === due} />
      ))}
    </section>
  )
}
