// The columns of the tree on the screen, and those of the flat list that is exported and printed.
import { DeptLevel, dept, WardSwitch } from '#contract/platform/dept'
import { datetime } from '#web/kit/fields/date'
import { None } from '#web/kit/fields/none'
import { columns } from '#web/kit/list/columns'
import { StatusTag } from '#web/kit/parts/StatusTag'
import { ipRanges } from './ipRanges.part.tsx'

/** 4 here, 12 with the departments below it. */
const people = (own: number, whole: number | null) =>
  whole === null || whole === own ? (
    own
  ) : (
    <>
      {own}
      <span className="yy-dept-below yy-second yy-small">含下级 {whole}</span>
    </>
  )

const ends = (list: readonly { landingEndName: string }[]) =>
  list.length > 0 ? list.map((end) => end.landingEndName).join('、') : '全部'

export const treeColumns = columns(dept.calls.list, {
  deptName: { title: '部门名称', width: 250, cell: (value) => <span className="yy-name">{value}</span> },
  deptKey: { title: '部门编号', width: 110 },
  level: { title: '级别', as: DeptLevel, width: 70 },
  empCount: {
    title: '员工',
    width: 130,
    align: 'left',
    cell: (value, row) => (value === null ? <None /> : people(value, row.empTotal)),
  },
  roomCount: { title: '房间', width: 70, cell: (value) => value || <None /> },
  ward: {
    title: '护理单元',
    as: WardSwitch,
    width: 90,
    cell: (value) => (value === 1 ? <StatusTag family="teal">是</StatusTag> : <None />),
  },
  landingEnds: { title: '可用登录端', width: 150, cell: ends, text: ends },
  ipNum: { title: '终端 IP 段', as: ipRanges, width: 230 },
  createTime: { title: '创建时间', as: datetime },
})

export const sheetColumns = columns(dept.calls.list, {
  deptPath: { title: '部门', width: 260 },
  deptKey: { title: '部门编号', width: 110 },
  level: { title: '级别', as: DeptLevel },
  empCount: { title: '员工' },
  empTotal: { title: '含下级员工' },
  roomCount: { title: '房间' },
  ward: { title: '护理单元', as: WardSwitch },
  createTime: { title: '创建时间', as: datetime },
})
