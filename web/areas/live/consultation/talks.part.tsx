// The talks of a consultation as a timeline, the newest first, with the visits of the house among them.
import { Button } from 'antd'
import { Plus } from 'lucide-react'
import { consultation } from '#contract/live/consultation'
import { InterviewManner } from '#contract/live/consultationFields'
import type { ConsultationDetailData, InterviewData } from '#contract/live/consultationRows'
import { send } from '#web/kit/call'
import type { FormRequest } from '#web/kit/form/formOf'
import { confirmAct } from '#web/kit/parts/confirmAct'
import { PageCard } from '#web/kit/parts/PageCard'
import { Timeline, type TimelineEntry } from '#web/kit/parts/Timeline'
import { invalidate } from '#web/kit/query'
import { toast } from '#web/kit/toast'
import { addTalk, editTalk } from './forms.ts'

async function removeTalk(talk: InterviewData): Promise<void> {
  const done = await confirmAct({
    title: `删除 ${talk.visitAt.slice(0, 16)} 的跟进记录？`,
    effects: ['下次跟进时间按余下的最新一次跟进重新确定', '删除后不能恢复，操作日志中保留内容'],
    verb: '删除记录',
    safe: '不删除',
    danger: true,
    run: (_, options) => send(consultation.calls.removeInterview, { id: talk.interviewId }, options),
  })
  if (done === null) return
  toast.success('已删除跟进记录')
  void invalidate(consultation)
}

const entryOf = (talk: InterviewData, changes: boolean, open: (form: FormRequest) => void): TimelineEntry => ({
  key: talk.interviewId,
  family: InterviewManner.find(talk.manner)?.family ?? 'slate',
  kind: InterviewManner.label(talk.manner),
  time: talk.visitAt.slice(0, 16),
  who: talk.staffName,
  text: (
    <span className="yy-consult-talk yy-breaks yy-gap-2 yy-stack">
      {talk.content}
      {talk.result && <span className="yy-second">结果：{talk.result}</span>}
      {talk.nextFollowAt && <span className="yy-second">约定 {talk.nextFollowAt.slice(0, 16)} 再联系</span>}
      {changes && (
        <span className="yy-second">
          <button type="button" className="yy-link" onClick={() => open(editTalk(talk))}>
            编辑
          </button>
          <button type="button" className="yy-link" onClick={() => void removeTalk(talk)}>
            删除
          </button>
        </span>
      )}
    </span>
  ),
})

export function Talks({ row, open }: { row: ConsultationDetailData; open(form: FormRequest): void }) {
  const changes = row.can.includes('interview')
  const entries: TimelineEntry[] = [
    ...row.interviewList.map((talk) => entryOf(talk, changes, open)),
    ...row.visits.map(
      (visit): TimelineEntry => ({
        key: visit.visitId,
        family: 'teal',
        kind: '来访',
        time: visit.inTime.slice(0, 16),
        who: visit.visitor,
        text: `来访登记 ${visit.visitNo}${visit.outTime ? `，${visit.outTime.slice(11, 16)} 离开` : '，现在院内'}`,
      }),
    ),
    {
      key: 'registered',
      family: 'slate' as const,
      kind: '登记',
      time: row.createTime.slice(0, 16),
      who: row.saleName,
      text: `${row.channelName}，${row.consultantName}（${row.relationName}）咨询`,
    },
  ].sort((a, b) => (a.time < b.time ? 1 : a.time > b.time ? -1 : 0))
  return (
    <PageCard
      className="yy-consult-talks"
      title="跟进记录"
      sub={`${row.interviewList.length} 次`}
      style={{ marginTop: 12 }}
      extra={
        changes && (
          <Button size="small" icon={<Plus size={14} aria-hidden />} onClick={() => open(addTalk(row))}>
            登记跟进
          </Button>
        )
      }
    >
      <Timeline entries={entries} />
    </PageCard>
  )
}
