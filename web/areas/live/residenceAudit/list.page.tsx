// 居住审核: changes of bed and check-outs that wait for this reviewer, for others, one's own, and what was decided.
import { useState } from 'react'
import { residence } from '#contract/live/residence'
import { ApplyKind, ApplyMove, type ApplyRowData } from '#contract/live/residenceApply'
import { residenceAudit } from '#contract/live/residenceAudit'
import { ReviewResult } from '#contract/live/review'
import { BedPath, bedPathText } from '#web/areas/live/marks.part'
import { ResidentCell } from '#web/areas/live/residentCell.part'
import { contentText, withdraw } from '#web/areas/live/review/applications.part'
import { reviewTabs } from '#web/areas/live/review/tabs'
import { date, datetime } from '#web/kit/fields/date'
import { department } from '#web/kit/fields/department'
import { None } from '#web/kit/fields/none'
import { keyword, longText, person, text } from '#web/kit/fields/text'
import { columns } from '#web/kit/list/columns'
import { ListPage } from '#web/kit/list/ListPage'
import { usePageParams } from '#web/kit/open'
import { ApplyDrawer } from './applyDrawer.part.tsx'

const { calls } = residenceAudit
const follows = [residence.events.changed]

const cols = columns(calls.list, {
  oldmanName: {
    title: '老人',
    as: person,
    ownLink: true,
    width: 210,
    sort: true,
    cell: (_, row) => <ResidentCell row={row} link notes="short" />,
    search: { field: 'oldmanName', as: keyword, placeholder: '姓名或首字母', width: 170 },
  },
  move: { title: '事项', as: ApplyMove, width: 84 },
  result: { title: '结果', as: ReviewResult, width: 90, search: true },
  content: {
    title: '申请内容',
    as: longText,
    width: 400,
    cell: (content) => contentText(content),
    text: (content) => contentText(content),
  },
  day: { title: '日期', as: date, sort: true, width: 110 },
  askedReason: { title: '申请原因', as: longText, width: 180 },
  bedPath: {
    title: '现在的床位',
    as: text,
    width: 220,
    hidden: true,
    cell: (path) => <BedPath path={path} />,
    text: (path) => bedPathText(path),
  },
  askedBy: { title: '申请人', width: 80 },
  askedAt: { title: '申请时间', as: datetime, sort: true, search: { from: 'startDate', to: 'endDate' } },
  decidedBy: { title: '审核人', width: 80 },
  decidedAt: { title: '办结时间', as: datetime, sort: true, cell: (value) => value?.slice(0, 16) ?? <None /> },
  decidedRemark: { title: '审核意见', as: longText, width: 160 },
  kind: { title: '申请事项', as: ApplyKind, width: 110, hidden: true, search: true },
  deptName: { title: '部门', width: 130, hidden: true, search: { field: 'deptId', as: department } },
  applyNo: { title: '申请单号', width: 150, hidden: true },
})

export default function ResidenceAudits() {
  const { applyId } = usePageParams<'applyId'>()
  const [opened, setOpened] = useState<string | null>(applyId ?? null)
  const [asked, setAsked] = useState(applyId)
  // Opened again from a message or a resident's page while the tab stands.
  if (applyId !== asked) {
    setAsked(applyId)
    if (applyId) setOpened(applyId)
  }
  const open = (row: ApplyRowData) => setOpened(row.applyId)
  return (
    <ListPage
      call={calls.list}
      columns={cols}
      rowKey="auditId"
      title="居住审核"
      unit="项"
      tabs={reviewTabs}
      refreshOn={follows}
      open={open}
      heading={(row) => `${row.oldmanName}・${ApplyMove.label(row.move)}`}
      actions={[
        { title: (row) => (row.mine ? '审核' : '详情'), onClick: open },
        {
          title: '撤回',
          when: (row) => row.own && row.result === ReviewResult.is.waiting,
          onClick: (row) => void withdraw(row),
        },
      ]}
      empty={{ title: '没有等待审核的申请', text: '需要审核的调床、换床和退住提交后，会出现在这里。' }}
    >
      <ApplyDrawer applyId={opened} onClose={() => setOpened(null)} />
    </ListPage>
  )
}
