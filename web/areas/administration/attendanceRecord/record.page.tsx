// 考勤统计: a month by person with its sums, the days behind it, who is here now, and the close for pay.
import { CalendarCheck, FileSpreadsheet, UserRoundCheck } from 'lucide-react'
import { useRef, useState } from 'react'
import { attendanceClose } from '#contract/administration/attendanceClose'
import { attendanceRecord, OnlyTrouble } from '#contract/administration/attendanceRecord'
import type { InputOf } from '#contract/kit/call'
import { monthText } from '#contract/kit/clock'
import { download } from '#web/kit/call'
import { month } from '#web/kit/fields/date'
import { department } from '#web/kit/fields/department'
import { keyword } from '#web/kit/fields/text'
import { columns } from '#web/kit/list/columns'
import { ListPage } from '#web/kit/list/ListPage'
import { useCall } from '#web/kit/query'
import { CloseDrawer } from './close.part.tsx'
import { DaysDrawer } from './days.part.tsx'
import { NowDrawer } from './now.part.tsx'
import './attendanceRecord.css'

const { calls } = attendanceRecord
const hours = (minutes: number) => String(Math.round(minutes / 6) / 10)
const number = (title: string) => ({ title, width: 88, sort: true }) as const

const cols = columns(
  calls.list,
  {
    empName: {
      title: '姓名',
      width: 96,
      sort: true,
      search: { field: 'keyword', as: keyword, title: '姓名', placeholder: '姓名或拼音', width: 140, order: 1 },
    },
    deptName: { title: '部门', width: 130, sort: true },
    jobName: { title: '岗位', width: 100 },
    due: number('应出勤天'),
    present: number('实出勤天'),
    rate: { ...number('出勤率'), text: (rate) => (rate === null ? '' : `${rate}%`) },
    late: number('迟到次'),
    lateMin: number('迟到分钟'),
    early: number('早退次'),
    earlyMin: number('早退分钟'),
    missing: number('缺卡'),
    absent: number('旷工天'),
    leaveMin: { ...number('请假小时'), cell: (minutes) => hours(minutes), text: (minutes) => hours(minutes) },
    overtimeMin: { ...number('加班小时'), cell: (minutes) => hours(minutes), text: (minutes) => hours(minutes) },
    nights: number('夜班数'),
    groupName: { title: '考勤组', width: 120, hidden: true },
  },
  {
    month: { title: '月份', as: month, order: 0 },
    deptId: { title: '部门', as: department, order: 2 },
    trouble: { title: '异常', as: OnlyTrouble, order: 3 },
  },
)

type Query = InputOf<typeof calls.sums>

function Sums({ query }: { query: Query }) {
  const { data } = useCall(calls.sums, query, { keepPrevious: true })
  if (!data) return null
  return (
    <section className="yy-card yy-row yy-gap-8 yy-wrap yy-pad-8-16 yy-below-12" aria-label="合计">
      <b>
        {data.month} 合计 {data.people} 人
      </b>
      <span>
        应出勤 {data.due} 天，实出勤 {data.present} 天{data.rate !== null && `，出勤率 ${data.rate}%`}
      </span>
      <span>
        迟到 {data.late} 次 {data.lateMin} 分钟，早退 {data.early} 次 {data.earlyMin} 分钟
      </span>
      <span>
        缺卡 {data.missing}，旷工 {data.absent} 天，请假 {hours(data.leaveMin)} 小时
      </span>
      <span>
        加班 {hours(data.overtimeMin)} 小时，夜班 {data.nights} 个
      </span>
      {data.closedAt && (
        <span className="yy-second">
          {data.closedName} {data.closedAt.slice(0, 16)} 已封账
        </span>
      )}
    </section>
  )
}

const ICON = 15

export default function AttendanceStatistics() {
  const [shown, setShown] = useState<string | null>(null)
  const [now, setNow] = useState(false)
  const [closing, setClosing] = useState(false)
  // The filter as the list stands, for what is opened and exported beside it.
  const filter = useRef<Query>({})
  const [asked, setAsked] = useState(monthText())
  return (
    <ListPage
      call={calls.list}
      columns={cols}
      rowKey="empId"
      title="考勤统计"
      unit="人"
      top={(list) => {
        filter.current = list.filter as Query
        return <Sums query={list.filter as Query} />
      }}
      tools={[
        { title: '今日在岗', icon: <UserRoundCheck size={ICON} aria-hidden />, onClick: () => setNow(true) },
        {
          title: '导出（含合计）',
          icon: <FileSpreadsheet size={ICON} aria-hidden />,
          onClick: () => void download(calls.excel, filter.current),
        },
        {
          title: '考勤封账',
          icon: <CalendarCheck size={ICON} aria-hidden />,
          needs: attendanceClose.calls.list.needs,
          onClick: () => setClosing(true),
        },
      ]}
      open={(row) => {
        setAsked(filter.current.month || monthText())
        setShown(row.empId)
      }}
      heading={(row) => row.empName}
      empty={{ title: '这个月没有考勤', text: '员工加入考勤组、有排班后，每天的结果自动计入。' }}
    >
      <DaysDrawer empId={shown} month={asked} onClose={() => setShown(null)} />
      <NowDrawer open={now} onClose={() => setNow(false)} />
      <CloseDrawer open={closing} onClose={() => setClosing(false)} />
    </ListPage>
  )
}
