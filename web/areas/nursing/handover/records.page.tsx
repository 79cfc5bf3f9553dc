// 交接班记录: all sheets, to be found, opened, exported and printed.
import { type HandoverRowData, HandoverState, handover } from '#contract/nursing/handover'
import { HandoverShift } from '#contract/nursing/handoverShifts'
import { date, datetime } from '#web/kit/fields/date'
import { department } from '#web/kit/fields/department'
import { int } from '#web/kit/fields/number'
import { optionField } from '#web/kit/fields/option'
import { keyword, person, text } from '#web/kit/fields/text'
import { columns } from '#web/kit/list/columns'
import { ListPage } from '#web/kit/list/ListPage'
import { openPage } from '#web/kit/open'

const cols = columns(handover.calls.list, {
  day: { title: '日期', as: date, sort: true, width: 120, search: { from: 'startDate', to: 'endDate', order: 3 } },
  shift: {
    title: '班次',
    as: HandoverShift,
    width: 90,
    search: { field: 'shift', as: optionField(HandoverShift), order: 2 },
  },
  deptName: { title: '部门', as: text, width: 150, search: { field: 'deptId', as: department, order: 1 } },
  state: { title: '状态', as: HandoverState, width: 100 },
  givenName: {
    title: '交班人',
    as: person,
    width: 100,
    search: { field: 'keyword', title: '签字人', as: keyword, placeholder: '交班人或接班人', width: 150, order: 0 },
  },
  givenAt: { title: '交班时间', as: datetime, sort: true },
  takenName: { title: '接班人', as: person, width: 100 },
  takenAt: { title: '接班时间', as: datetime, sort: true },
  should: { title: '应在', as: int, width: 70 },
  present: { title: '实在', as: int, width: 70 },
  noteCount: { title: '老人交班', as: int, width: 90 },
  factCount: { title: '系统记录', as: int, width: 90 },
  additions: { title: '补充', as: int, width: 70 },
  openedName: { title: '填写人', as: person, width: 100, hidden: true },
  createTime: { title: '创建时间', as: datetime, hidden: true },
})

const tabs = { field: 'state', set: HandoverState }
const refreshOn = [handover.events.changed]
const open = (row: HandoverRowData) => openPage(handover.pages.board.path, { sheetId: row.sheetId })

export default function HandoverRecords() {
  return (
    <ListPage
      call={handover.calls.list}
      columns={cols}
      rowKey="sheetId"
      title="交接班记录"
      unit="份"
      tabs={tabs}
      open={open}
      heading={(row) => `${row.deptName} ${row.day} ${HandoverShift.label(row.shift)}`}
      actions={[{ title: '打开这份交接班', link: '打开', onClick: open }]}
      tools={[{ title: '写交班', onClick: () => openPage(handover.pages.board.path) }]}
      refreshOn={refreshOn}
      empty={{ title: '没有交接班记录', text: '点“写交班”，选一班开始填写；签字后记录出现在这里。' }}
    />
  )
}
