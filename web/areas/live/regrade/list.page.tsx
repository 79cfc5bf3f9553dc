// 等级变更: proposals by their state, who waits for whom, and what was approved.
import { useState } from 'react'
import { type RegradeRow, regrade } from '#contract/live/regrade'
import { REGRADE_NEEDS, RegradeState } from '#contract/live/regradeWords'
import { residence } from '#contract/live/residence'
import { BedPath, bedPathText } from '#web/areas/live/marks.part'
import { ResidentCell } from '#web/areas/live/residentCell.part'
import { date, datetime } from '#web/kit/fields/date'
import { department } from '#web/kit/fields/department'
import { lookupOf } from '#web/kit/fields/lookup'
import { None } from '#web/kit/fields/none'
import { keyword, longText, person, text } from '#web/kit/fields/text'
import { columns } from '#web/kit/list/columns'
import { ListPage } from '#web/kit/list/ListPage'
import { useAskedAct, usePageParams } from '#web/kit/open'
import { type NamedRecord, RecordLogDrawer, recordLogAction } from '#web/kit/record/RecordLog'
import { openRegrade, ProposeDrawer } from './propose.part.tsx'
import './regrade.css'

const { calls, events } = regrade
const follows = [events.changed, residence.events.changed]

const cols = columns(calls.list, {
  oldmanName: {
    title: '老人',
    as: person,
    ownLink: true,
    width: 230,
    sort: true,
    cell: (_, row) => <ResidentCell row={row} link notes="short" />,
    search: { field: 'keyword', as: keyword, placeholder: '姓名或拼音首字母', width: 190, order: 0 },
  },
  state: { title: '状态', as: RegradeState, width: 90 },
  oldLevelName: { title: '现等级', width: 160, cell: (name) => name ?? <None /> },
  newLevelName: { title: '新等级', width: 160, search: { field: 'levelId', as: lookupOf('nursingLevel'), order: 2 } },
  effectiveDate: { title: '生效日期', as: date, sort: true, width: 110, search: { from: 'startDate', to: 'endDate' } },
  reason: { title: '变更原因', as: longText, width: 240 },
  bedPath: {
    title: '床位',
    as: text,
    width: 206,
    cell: (path) => <BedPath path={path} />,
    text: (path) => bedPathText(path),
  },
  deptName: { title: '部门', width: 130, hidden: true, search: { field: 'deptId', as: department, order: 1 } },
  askedBy: { title: '提出人', width: 80 },
  submittedAt: { title: '提交时间', as: datetime, sort: true, cell: (at) => at?.slice(0, 16) ?? <None /> },
  decidedBy: { title: '审批人', width: 80, cell: (name) => name ?? <None /> },
  decidedAt: { title: '审批时间', as: datetime, sort: true, cell: (at) => at?.slice(0, 16) ?? <None /> },
  opinion: { title: '审批意见', as: longText, width: 180, hidden: true },
  regradeNo: { title: '单号', width: 150, hidden: true },
  createTime: { title: '创建时间', as: datetime, sort: true, hidden: true },
})

const { waiting, returned, draft, approved, takenBack, discarded, lapsed } = RegradeState.is
const tabs = {
  field: 'state',
  set: RegradeState,
  values: [waiting, returned, draft, approved, takenBack, discarded, lapsed],
  counts: calls.counts,
}
const chips = { mine: () => '等我审批' }

interface Begun {
  oldmanId: string | null
  assessmentId: string | null
}

export default function Regrades() {
  const { assessmentId } = usePageParams<'assessmentId'>()
  const [begun, setBegun] = useState<Begun | null>(null)
  const [record, setRecord] = useState<NamedRecord | null>(null)
  useAskedAct(({ act, resident }) => {
    if (act === 'propose') setBegun({ oldmanId: resident, assessmentId: assessmentId ?? null })
  })
  const open = (row: RegradeRow) => openRegrade(row.regradeId)
  return (
    <ListPage
      call={calls.list}
      columns={cols}
      rowKey="regradeId"
      title="等级变更"
      unit="份"
      tabs={tabs}
      chips={chips}
      refreshOn={follows}
      create={{
        title: '提出等级变更',
        needs: REGRADE_NEEDS.propose,
        onClick: () => setBegun({ oldmanId: null, assessmentId: null }),
      }}
      open={open}
      heading={(row) => `${row.oldmanName}・${RegradeState.label(row.state)}`}
      actions={[
        { title: (row) => (row.mine ? '审批' : '查看'), onClick: open },
        recordLogAction(setRecord, (row: RegradeRow) => ({
          type: 'regrade',
          id: row.regradeId,
          title: `${row.oldmanName}的等级变更`,
        })),
      ]}
      empty={{
        title: '还没有等级变更',
        text: '评估完成后，在评估报告里点“等级变更”，或在这里为老人提出。一次审批同时改护理等级、计划、任务和费用。',
      }}
    >
      <ProposeDrawer
        open={begun !== null}
        oldmanId={begun?.oldmanId ?? null}
        assessmentId={begun?.assessmentId ?? null}
        onDone={(regradeId) => {
          setBegun(null)
          openRegrade(regradeId)
        }}
        onClose={() => setBegun(null)}
      />
      <RecordLogDrawer record={record} onClose={() => setRecord(null)} />
    </ListPage>
  )
}
