// Columns of the executions; they also feed search, export and print.
import { type ExecutionData, ExecutionResult, ExecutionTerminal, execution } from '#contract/nursing/execution'
import { BedPath, bedPathText, ResidentCell, residentOf } from '#web/areas/live/public'
import { datetime } from '#web/kit/fields/date'
import { department } from '#web/kit/fields/department'
import { lookupOf } from '#web/kit/fields/lookup'
import { None } from '#web/kit/fields/none'
import { yesNo } from '#web/kit/fields/option'
import { keyword, longText, text } from '#web/kit/fields/text'
import { columns } from '#web/kit/list/columns'
import { clockBeside, ExecutionMarks } from './marks.part.tsx'
import { marksOf, signsText } from './words.ts'

const WARD = 2

const Clock = ({ time, row }: { time: string; row: ExecutionData }) => clockBeside(time, row.planTime)

const planTime = {
  title: '计划时间',
  as: datetime,
  search: { from: 'dayFrom', to: 'dayTo', title: '日期', order: 2 },
} as const
const projectName = {
  title: '护理项目',
  as: text,
  width: 130,
  search: { field: 'projectId', as: lookupOf('careProject'), order: 4 },
} as const
const result = {
  title: '结果',
  width: 190,
  search: { field: 'result', as: ExecutionResult, order: 5 },
  cell: (_: unknown, row: ExecutionData) => <ExecutionMarks row={row} />,
  text: (_: unknown, row: ExecutionData) => [ExecutionResult.label(row.result), ...marksOf(row)].join('、'),
} as const
const times = {
  doneAt: {
    title: '执行时间',
    as: datetime,
    width: 104,
    cell: (time: string, row: ExecutionData) => <Clock time={time} row={row} />,
  },
  recordedAt: {
    title: '记录时间',
    as: datetime,
    width: 104,
    cell: (time: string, row: ExecutionData) => <Clock time={time} row={row} />,
  },
} as const
const rest = {
  reason: (row: ExecutionData) => row.lateReason ?? row.refuseReason,
} as const

const about = {
  workerName: {
    title: '执行人',
    as: text,
    width: 90,
    search: { field: 'workerId', as: lookupOf('staff'), width: 150, order: 6 },
  },
  refuseReason: {
    title: '原因',
    width: 160,
    cell: (_: unknown, row: ExecutionData) => rest.reason(row) ?? <None />,
    text: (_: unknown, row: ExecutionData) => rest.reason(row) ?? '',
  },
  signs: {
    title: '体征',
    width: 200,
    screenOnly: true,
    cell: (_: unknown, row: ExecutionData) => signsText(row.signs) || <None />,
    text: (_: unknown, row: ExecutionData) => signsText(row.signs),
  },
  photos: {
    title: '照片',
    width: 70,
    screenOnly: true,
    cell: (_: unknown, row: ExecutionData) => (row.photos.length > 0 ? `${row.photos.length} 张` : <None />),
    text: (_: unknown, row: ExecutionData) => (row.photos.length > 0 ? `${row.photos.length} 张` : ''),
  },
  evaluation: { title: '评价（5 分满分）', width: 110, hidden: true },
  remark: { title: '备注', as: longText, width: 150 },
  terminal: { title: '录入终端', as: ExecutionTerminal, width: 100, hidden: true },
  lateReason: { title: '补录原因', as: longText, width: 150, hidden: true },
} as const

export const executionColumns = columns(
  execution.calls.list,
  {
    oldmanName: {
      title: '老人',
      width: 170,
      search: { field: 'keyword', title: '老人', as: keyword, placeholder: '姓名或拼音', width: 140, order: 1 },
      cell: (_, row) => <ResidentCell link row={row} notes={false} />,
      ownLink: true,
    },
    projectName,
    planTime,
    ...times,
    result,
    bedPath: {
      title: '床位',
      width: 120,
      cell: (path) => <BedPath path={path?.split('>').slice(-WARD).join('>') ?? null} />,
      text: (path) => bedPathText(path),
    },
    ...about,
    deptName: {
      title: '部门',
      as: text,
      width: 120,
      hidden: true,
      search: { field: 'deptId', as: department, order: 3 },
    },
    takenBackAt: { title: '撤回时间', as: datetime, hidden: true },
    takenBackBy: { title: '撤回人', as: text, width: 90, hidden: true },
  },
  {
    late: { title: '补录', as: yesNo, width: 100 },
    together: { title: '一并录入', as: yesNo, width: 100 },
    takenBack: { title: '已撤回', as: yesNo, width: 100 },
    oldmanId: { title: '指定老人', as: residentOf() },
  },
)

/** The same of one elder, who stands above the list. */
export const historyColumns = columns(execution.calls.list, {
  planTime: { ...planTime, search: { ...planTime.search, order: 1 } },
  projectName: { ...projectName, search: { ...projectName.search, order: 2 } },
  ...times,
  result: { ...result, search: { ...result.search, order: 3 } },
  ...about,
})
