// Columns of leave and corrections; they also feed search, export and print.
import { AskKind, type AskRow, attendanceAsk } from '#contract/administration/attendanceAsk'
import { AskState, LeaveKind } from '#contract/administration/attendanceWords'
import { date, datetime } from '#web/kit/fields/date'
import { keyword, text } from '#web/kit/fields/text'
import { columns } from '#web/kit/list/columns'
import { askWords } from './acts.ts'

export const whenWords = (row: AskRow) =>
  row.kind === 'LEAVE'
    ? `${row.fromAt!.slice(0, 16)} 至 ${row.toAt!.slice(row.fromAt!.slice(0, 4) === row.toAt!.slice(0, 4) ? 5 : 0, 16)}`
    : `实际 ${row.at!.slice(0, 16)}`

export const askColumns = columns(attendanceAsk.calls.list, {
  empName: {
    title: '姓名',
    as: text,
    width: 100,
    search: { field: 'keyword', title: '姓名', as: keyword, placeholder: '姓名或拼音首字母', width: 160, order: 1 },
    cell: (name) => <b className="yy-name yy-strong">{name}</b>,
  },
  kind: { title: '类型', as: AskKind, width: 80 },
  leaveKind: {
    title: '请什么假、补哪次卡',
    width: 190,
    search: { field: 'leaveKind', title: '请假类型', as: LeaveKind, order: 3 },
    cell: (_, row) => askWords(row),
    text: (_, row) => askWords(row),
  },
  fromAt: {
    title: '时间',
    as: date,
    width: 250,
    sort: true,
    search: { from: 'dayFrom', to: 'dayTo', order: 4 },
    cell: (_, row) => whenWords(row),
    text: (_, row) => whenWords(row),
  },
  reason: { title: '事由', as: text, width: 200 },
  state: { title: '状态', as: AskState, width: 96, search: true },
  deptName: { title: '部门', as: text, width: 130 },
  askedName: { title: '申请人', as: text, width: 90 },
  createTime: { title: '申请时间', as: datetime, width: 150, sort: true },
  decidedName: { title: '审批人', as: text, width: 90 },
})
