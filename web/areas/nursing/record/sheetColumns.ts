// Columns of the matrix as a workbook: as many days as the month has.
import { dayKey, recordSheet } from '#contract/nursing/recordSheet'
import { columns } from '#web/kit/list/columns'

const SUMS = {
  planned: '应做',
  done: '已做',
  missed: '漏做',
  refused: '拒绝',
  away: '外出、住院',
  late: '补录',
  extra: '按需',
} as const

export const sheetColumns = (days: number) =>
  columns(recordSheet.calls.list, {
    projectName: { title: '护理项目' },
    categoryName: { title: '分类' },
    ...Object.fromEntries(Array.from({ length: days }, (_, at) => [dayKey(at + 1), { title: `${at + 1}日` }])),
    ...Object.fromEntries(Object.entries(SUMS).map(([key, title]) => [key, { title }])),
  }).list
