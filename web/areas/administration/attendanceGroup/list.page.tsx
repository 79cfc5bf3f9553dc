// 考勤组: who works by which shifts and clocks where.
import { useState } from 'react'
import { attendanceGroup, type GroupRowData } from '#contract/administration/attendanceGroup'
import { ClockPlaceKind, GroupMode } from '#contract/administration/attendanceWords'
import { minutesWords } from '#contract/administration/shiftTime'
import { ShiftChip } from '#web/areas/administration/attendanceShift/dayBar.part'
import { date } from '#web/kit/fields/date'
import { department } from '#web/kit/fields/department'
import { int } from '#web/kit/fields/number'
import { keyword, text } from '#web/kit/fields/text'
import { columns } from '#web/kit/list/columns'
import { ListPage } from '#web/kit/list/ListPage'
import { openPage } from '#web/kit/open'
import { type NamedRecord, RecordLogDrawer, recordLogAction } from '#web/kit/record/RecordLog'
import { removeGroup } from './acts.ts'

const hours = (row: GroupRowData) =>
  row.mode === GroupMode.is.FREE ? `每天 ${minutesWords(row.dayMinutes ?? 0)}` : null
const placeWords = (row: GroupRowData) =>
  row.placeCount === 0 ? '不限地点' : row.placeKinds.map((kind) => ClockPlaceKind.label(kind)).join('、')

const cols = columns(
  attendanceGroup.calls.list,
  {
    name: {
      title: '考勤组',
      width: 190,
      sort: true,
      search: { field: 'name', as: keyword, placeholder: '考勤组名称' },
    },
    mode: { title: '考勤方式', as: GroupMode, width: 110, search: true },
    deptName: {
      title: '所属部门',
      width: 150,
      cell: (value) => value ?? '全院',
      text: (value) => value ?? '全院',
    },
    memberCount: { title: '人数', as: int, width: 80, sum: true },
    shifts: {
      title: '班次',
      as: text as never,
      cell: (value, row) =>
        hours(row) ?? (
          <span className="yy-inline yy-gap-4">
            {value.map((one) => (
              <span key={one.shiftPkId} title={one.shiftName}>
                <ShiftChip shortName={one.shortName} tone={one.tone} />
              </span>
            ))}
          </span>
        ),
      text: (value, row) => hours(row) ?? value.map((one) => one.shiftName).join('、'),
    },
    placeKinds: {
      title: '打卡方式',
      width: 210,
      as: text as never,
      cell: (_, row) => placeWords(row),
      text: (_, row) => placeWords(row),
    },
    effectiveDate: { title: '生效日期', as: date, width: 120, sort: true },
  },
  {
    deptId: { title: '部门', as: department },
    empName: { title: '员工', as: keyword, placeholder: '姓名，找他在哪个组' },
  },
)

const open = (row: GroupRowData) =>
  openPage(attendanceGroup.pages.detail.path, { attendanceGroupPkId: row.attendanceGroupPkId })

export default function GroupList() {
  const [record, setRecord] = useState<NamedRecord | null>(null)
  return (
    <ListPage
      call={attendanceGroup.calls.list}
      columns={cols}
      rowKey="attendanceGroupPkId"
      title="考勤组"
      unit="个"
      create={{
        title: '新增考勤组',
        needs: attendanceGroup.calls.add.needs,
        onClick: () => openPage(attendanceGroup.pages.add.path),
      }}
      open={open}
      actions={[
        { title: '详情', onClick: open },
        {
          title: '编辑',
          needs: attendanceGroup.calls.save.needs,
          onClick: (row: GroupRowData) =>
            openPage(attendanceGroup.pages.edit.path, { attendanceGroupPkId: row.attendanceGroupPkId }),
        },
        recordLogAction(setRecord, (row: GroupRowData) => ({
          type: 'attendanceGroup',
          id: row.attendanceGroupPkId,
          title: row.name,
        })),
        {
          title: '删除',
          needs: attendanceGroup.calls.remove.needs,
          danger: true,
          onClick: (row: GroupRowData) => void removeGroup(row),
        },
      ]}
      empty={{ title: '还没有考勤组', text: '先在“班次管理”里新增班次，再新增考勤组并加入人员。' }}
    >
      <RecordLogDrawer record={record} onClose={() => setRecord(null)} />
    </ListPage>
  )
}
