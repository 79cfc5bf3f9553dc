// Columns of the register; they also feed export and print.
import { OutingEntry, outing } from '#contract/live/outing'
import { BedPath, bedPathText } from '#web/areas/live/marks.part'
import { ResidentCell } from '#web/areas/live/residentCell.part'
import { datetime } from '#web/kit/fields/date'
import { department } from '#web/kit/fields/department'
import { dictionaryOf } from '#web/kit/fields/lookup'
import { None } from '#web/kit/fields/none'
import { optionField } from '#web/kit/fields/option'
import { keyword, longText, person, text } from '#web/kit/fields/text'
import { columns } from '#web/kit/list/columns'
import { away, Companion, companionText, PhaseTag, PlanReturn, phaseText } from './marks.part.tsx'
import { lengthText, shortMoment } from './times.ts'

const moment = (value: string | null) => (value ? shortMoment(value) : <None />)

export const outingColumns = columns(outing.calls.list, {
  oldmanName: {
    title: '老人',
    as: person,
    width: 220,
    sort: true,
    ownLink: true,
    cell: (_, row) => <ResidentCell row={row} link />,
    search: { field: 'oldmanName', as: keyword, placeholder: '姓名或首字母', width: 170 },
  },
  phase: { title: '状态', width: 170, cell: (_, row) => <PhaseTag row={row} />, text: (_, row) => phaseText(row) },
  outTypeName: {
    title: '外出类型',
    width: 96,
    search: { field: 'outType', as: dictionaryOf('outingType'), width: 130 },
  },
  planOut: {
    title: '计划外出',
    as: datetime,
    sort: true,
    width: 116,
    cell: moment,
    search: { from: 'startDate', to: 'endDate' },
  },
  planReturn: {
    title: '计划返回',
    as: datetime,
    sort: true,
    width: 216,
    cell: (_, row) => <PlanReturn row={row} />,
  },
  actualOut: { title: '离院时间', as: datetime, sort: true, width: 116, cell: moment },
  actualReturn: { title: '返回时间', as: datetime, sort: true, width: 116, cell: moment },
  outMinutes: {
    title: '外出时长',
    as: { ...text, align: undefined } as never,
    width: 116,
    cell: (_, row) => away(row) || <None />,
    text: (_, row) => away(row),
  },
  companion: {
    title: '陪同人',
    width: 220,
    cell: (_, row) => <Companion row={row} />,
    text: (_, row) => companionText(row),
    search: { field: 'companion', placeholder: '姓名或电话' },
  },
  destination: { title: '去向', as: longText, width: 150 },
  reason: { title: '事由', as: longText, width: 180 },
  bedPath: {
    title: '床位',
    as: text,
    width: 220,
    cell: (path) => <BedPath path={path} />,
    text: (path) => bedPathText(path),
  },
  lateMinutes: {
    title: '逾期',
    as: { ...text, align: undefined } as never,
    width: 110,
    hidden: true,
    cell: (minutes) =>
      minutes > 0 ? <span className="yy-outing-late yy-red yy-strong">{lengthText(minutes)}</span> : <None />,
    text: (minutes) => (minutes > 0 ? lengthText(minutes) : ''),
  },
  returnHealth: { title: '返回时状况', as: longText, width: 160 },
  applicantName: { title: '登记人', width: 80 },
  auditorName: { title: '审核人', width: 80 },
  createTime: { title: '登记时间', as: datetime, sort: true, width: 150, hidden: true },
  backfillReason: {
    title: '补录说明',
    as: longText,
    width: 160,
    hidden: true,
    search: { field: 'backfilled', title: '登记方式', as: optionField(OutingEntry) },
  },
  auditRemark: { title: '审核意见', as: longText, width: 160, hidden: true },
  cancelReason: { title: '取消原因', as: longText, width: 160, hidden: true },
  deptName: { title: '部门', width: 130, hidden: true, search: { field: 'deptId', as: department } },
  outNo: { title: '外出单号', width: 150, sort: true, hidden: true, search: true },
})
