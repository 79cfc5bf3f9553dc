// A week of a roster copied to another one, as drafts.
import { Modal } from 'antd'
import { useState } from 'react'
import { type RosterMonthData, roster } from '#contract/administration/roster'
import { addDays } from '#contract/administration/rosterRules'
import { date } from '#web/kit/fields/date'
import { useAct } from '#web/kit/query'
import { toast } from '#web/kit/toast'
import { mondayOf } from './rosterView.ts'

export function CopyWeek({
  month,
  open,
  onClose,
  onDone,
}: {
  month: RosterMonthData
  open: boolean
  onClose(): void
  onDone(): void
}) {
  const first = mondayOf(month.today.startsWith(month.month) ? month.today : `${month.month}-07`)
  const [from, setFrom] = useState<string | null>(null)
  const [to, setTo] = useState<string | null>(null)
  const copy = useAct(roster.calls.copyWeek, {
    onDone: ({ written, kept }) => {
      toast.success(`已复制 ${written} 处${kept > 0 ? `，保留原有 ${kept} 处` : ''}，核对后发布`)
      onDone()
    },
  })
  const wanted = { from: mondayOf(from ?? first), to: mondayOf(to ?? addDays(first, 7)) }
  const week = (monday: string) => `${monday.slice(5)} 至 ${addDays(monday, 6).slice(5)}`
  return (
    <Modal
      open={open}
      title={`复制一周的排班（${month.title}）`}
      okText="复制成草稿"
      cancelText="不复制"
      confirmLoading={copy.running}
      onCancel={onClose}
      onOk={() => void copy.run({ attendanceGroupPkId: month.attendanceGroupPkId, ...wanted, replace: false })}
    >
      <div className="yy-stack yy-gap-12">
        <div className="yy-row yy-gap-8">
          从 {date.input({ value: from ?? first, onChange: setFrom, 'aria-label': '从这一周' })}
          <span className="yy-second">{week(wanted.from)}</span>
        </div>
        <div className="yy-row yy-gap-8">
          到 {date.input({ value: to ?? addDays(first, 7), onChange: setTo, 'aria-label': '复制到这一周' })}
          <span className="yy-second">{week(wanted.to)}</span>
        </div>
        <p className="yy-second yy-no-margin">已经排好的格子保留，请假和培训不复制。</p>
      </div>
    </Modal>
  )
}
