// 学时统计: the hours of everybody in a year against what is due.
import { Progress } from 'antd'
import { Settings2 } from 'lucide-react'
import { useState } from 'react'
import { HoursState, type TrainingHoursData, training } from '#contract/administration/training'
import { StaffType } from '#contract/platform/user'
import { department } from '#web/kit/fields/department'
import { int, number } from '#web/kit/fields/number'
import { optionField } from '#web/kit/fields/option'
import { keyword, person, text } from '#web/kit/fields/text'
import { columns } from '#web/kit/list/columns'
import { ListPage } from '#web/kit/list/ListPage'
import { openPage } from '#web/kit/open'
import { useMay } from '#web/kit/permission'
import { DueDrawer } from './due.part.tsx'
import { HoursDrawer } from './hours.part.tsx'
import './training.css'

const cols = columns(
  training.calls.hours,
  {
    empName: {
      title: '姓名',
      as: person,
      width: 110,
      sort: true,
      search: { field: 'keyword', as: keyword, placeholder: '姓名或拼音首字母', width: 160, order: 1 },
    },
    deptName: { title: '部门', as: text, width: 125, search: { field: 'deptId', as: department, order: 2 } },
    jobName: { title: '岗位', as: text, width: 95 },
    empType: {
      title: '人员类别',
      as: StaffType,
      width: 90,
      search: { field: 'empType', as: optionField(StaffType), order: 3 },
    },
    hours: { title: '已修学时', as: number, width: 100, sort: true, sum: true },
    dueHours: { title: '应修学时', as: number, width: 100, sort: true },
    missing: { title: '还差学时', as: number, width: 100, sort: true },
    standing: {
      title: '达标情况',
      width: 200,
      cell: (standing, row) => <Standing standing={standing} row={row} />,
      text: (standing) => HoursState.label(standing),
    },
    times: { title: '参加次数', as: int, width: 100, sort: true },
  },
  { year: { title: '年份', as: int, width: 90, order: 4, placeholder: '今年' } },
)

function Standing({ standing, row }: { standing: TrainingHoursData['standing']; row: TrainingHoursData }) {
  if (!row.dueHours) return <span className="yy-none">{HoursState.label(standing)}</span>
  const percent = Math.min(100, Math.floor((row.hours / row.dueHours) * 100))
  return (
    <span className="yy-row yy-gap-8">
      <span style={{ width: 110 }}>
        <Progress
          percent={percent}
          showInfo={false}
          size="small"
          status={standing === HoursState.is.REACHED ? 'success' : 'normal'}
          aria-label={`${row.empName} ${percent}%`}
        />
      </span>
      <span className={standing === HoursState.is.REACHED ? 'yy-green' : 'yy-amber'}>{HoursState.label(standing)}</span>
    </span>
  )
}

const tabs = { field: 'standing', set: HoursState }
const refreshOn = [training.events.changed]

export default function TrainingHours() {
  const may = useMay()
  const [opened, setOpened] = useState<string | null>(null)
  const [year, setYear] = useState<number | null>(null)
  const [due, setDue] = useState(false)
  const open = (row: TrainingHoursData) => setOpened(row.empId)
  return (
    <ListPage
      call={training.calls.hours}
      columns={cols}
      rowKey="empId"
      title="学时统计"
      unit="人"
      tabs={tabs}
      open={open}
      heading={(row) => row.empName}
      actions={[
        {
          title: '看明细',
          link: '明细',
          onClick: (row, list) => {
            setYear((list.filter.year as number | null | undefined) ?? null)
            open(row)
          },
        },
      ]}
      tools={[
        {
          title: may(training.calls.saveDue.needs) ? '应修学时设置' : '应修学时',
          icon: <Settings2 size={15} aria-hidden />,
          onClick: () => setDue(true),
        },
        { title: '培训记录', onClick: () => openPage(training.pages.records.path) },
      ]}
      refreshOn={refreshOn}
      empty={{ title: '没有在职人员', text: '员工列表里的在职人员都会出现在这里。' }}
    >
      <HoursDrawer empId={opened} year={year} onClose={() => setOpened(null)} />
      <DueDrawer open={due} onClose={() => setDue(false)} />
    </ListPage>
  )
}
