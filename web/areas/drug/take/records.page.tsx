// 服药记录: what was taken, by day, elder and drug; what is refused, thrown up or missed and waits for somebody; one with
// everything that happened to it.
import { CalendarDays } from 'lucide-react'
import { useState } from 'react'
import { drugTake } from '#contract/drug/take'
import type { DrugTakeRowData } from '#contract/drug/takeRows'
import { DrugRoute, DrugTakeState } from '#contract/drug/useWords'
import { BedPath, bedPathText, ResidentCell, residentOf } from '#web/areas/live/public'
import { datetime } from '#web/kit/fields/date'
import { department } from '#web/kit/fields/department'
import { lookupOf } from '#web/kit/fields/lookup'
import { yesNo } from '#web/kit/fields/option'
import { keyword, longText, person, text } from '#web/kit/fields/text'
import { columns } from '#web/kit/list/columns'
import { ListPage } from '#web/kit/list/ListPage'
import { openPage } from '#web/kit/open'
import { NoteTag } from '#web/kit/parts/StatusTag'
import { TakeDrawer } from './detail.part.tsx'

const cols = columns(
  drugTake.calls.list,
  {
    oldmanName: {
      title: '老人',
      as: person,
      width: 150,
      ownLink: true,
      cell: (_, row) => <ResidentCell row={row} link notes={false} />,
      search: { field: 'keyword', as: keyword, title: '查找', placeholder: '姓名、拼音或药名', width: 190, order: 0 },
    },
    state: { title: '状态', as: DrugTakeState, width: 104, search: { field: 'state', order: 4 } },
    drugName: {
      title: '药品',
      as: text,
      sort: true,
      width: 262,
      cell: (name, row) => (
        <span className="yy-inline yy-gap-6">
          {name}
          {/* Before the spec: where there is no room, what must be watched is not what is cut. */}
          {row.highAlert && <NoteTag family="red">高警示</NoteTag>}
          {row.needed && <NoteTag family="amber">必要时</NoteTag>}
          {row.late && <NoteTag family="teal">补记</NoteTag>}
          <span className="yy-second">{row.spec}</span>
        </span>
      ),
      text: (name, row) => `${name} ${row.spec}`,
      search: { field: 'drugId', as: lookupOf('drug'), order: 2 },
    },
    doseText: { title: '剂量', as: text, width: 110 },
    route: { title: '途径', as: DrugRoute, width: 80 },
    planTime: {
      title: '计划时间',
      as: datetime,
      sort: true,
      width: 140,
      search: { from: 'dayFrom', to: 'dayTo', title: '日期', order: 1 },
    },
    doneAt: { title: '服药时间', as: datetime, sort: true, width: 140 },
    setOutName: { title: '摆药人', as: text, width: 80 },
    checkedName: { title: '核对人', as: text, width: 80 },
    doneName: { title: '发药人', as: text, width: 80 },
    reason: { title: '原因', as: longText, width: 130 },
    handling: { title: '处理', as: longText, width: 160, hidden: true },
    bedPath: {
      title: '床位',
      as: text,
      width: 190,
      cell: (path) => <BedPath path={path} />,
      text: (path) => bedPathText(path),
    },
    deptName: { title: '部门', width: 120, hidden: true, search: { field: 'deptId', as: department, order: 3 } },
    asked: { title: '请示医生', as: text, hidden: true },
    effect: { title: '用药效果', as: longText, hidden: true },
  },
  {
    told: { title: '待处理', as: yesNo, order: 5 },
    needed: { title: '必要时', as: yesNo, order: 6 },
    late: { title: '补记', as: yesNo, order: 7 },
    effectDue: { title: '待看效果', as: yesNo, order: 8 },
    oldmanId: { title: '老人', as: residentOf(), order: 9 },
  },
)

const refreshOn = [drugTake.events.changed]

export default function TakeRecords() {
  const [opened, setOpened] = useState<DrugTakeRowData | null>(null)
  return (
    <>
      <ListPage
        call={drugTake.calls.list}
        columns={cols}
        rowKey="takeId"
        title="服药记录"
        unit="次"
        refreshOn={refreshOn}
        empty={{ title: '这几天还没有服药记录', text: '不选日期时显示今天；选了老人显示最近 30 天。' }}
        tools={[
          { title: '服药月单', icon: <CalendarDays size={15} aria-hidden />, onClick: () => openPage('/drug/month') },
        ]}
        open={(row) => setOpened(row)}
        heading={(row) => `${row.oldmanName}・${row.drugName}`}
        actions={[
          { title: '查看经过', link: '经过', onClick: (row: DrugTakeRowData) => setOpened(row) },
          {
            title: '服药月单',
            onClick: (row: DrugTakeRowData) =>
              openPage('/drug/month', { oldmanId: row.oldmanId, month: row.planTime.slice(0, 7) }),
          },
        ]}
      />
      <TakeDrawer row={opened} onClose={() => setOpened(null)} />
    </>
  )
}
