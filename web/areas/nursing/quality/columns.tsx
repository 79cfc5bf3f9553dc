// Columns of what is behind a sign of quality; they also feed search, export and print.
import { type QualityRowData, quality } from '#contract/nursing/quality'
import { BedPath, bedPathText, ResidentCell } from '#web/areas/live/public'
import { datetime } from '#web/kit/fields/date'
import { department } from '#web/kit/fields/department'
import { lookupOf } from '#web/kit/fields/lookup'
import { longText, text } from '#web/kit/fields/text'
import { columns } from '#web/kit/list/columns'

const WARD = 2

export const qualityColumns = columns(quality.calls.list, {
  oldmanName: {
    title: '老人',
    width: 256,
    ownLink: true,
    cell: (_: string, row: QualityRowData) => <ResidentCell link row={row} />,
  },
  why: { title: '发现', as: text, width: 220 },
  projectName: { title: '护理项目', as: text, width: 130 },
  planTime: { title: '计划时间', as: datetime, search: { from: 'dayFrom', to: 'dayTo', title: '日期', order: 1 } },
  doneAt: { title: '执行时间', as: datetime },
  recordedAt: { title: '记录时间', as: datetime },
  workerName: {
    title: '护理员',
    as: text,
    width: 90,
    search: { field: 'workerId', as: lookupOf('staff'), width: 150, order: 3 },
  },
  reason: { title: '填写的原因', as: longText, width: 160 },
  bedPath: {
    title: '床位',
    width: 120,
    cell: (path) => <BedPath path={path?.split('>').slice(-WARD).join('>') ?? null} />,
    text: (path) => bedPathText(path),
  },
  deptName: { title: '部门', as: text, width: 120, search: { field: 'deptId', as: department, order: 2 } },
})
