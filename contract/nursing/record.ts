// The monthly matrix: days across, projects down, for one elder or a ward.
import { call, noun } from '#contract/kit/call'
import { int, list, named, nul, obj, opt, type Static, str, text } from '#contract/kit/schema'
import { EXECUTION_NEEDS } from './execution.ts'

const Cell = obj({
  /** 1 … 31 */
  day: int(),
  /** Without those of days away. */
  planned: int('应做'),
  done: int('已做'),
  refused: int('拒绝'),
  missed: int('漏做'),
  away: int('外出、住院'),
  /** Of the done ones: entered afterwards. */
  late: int('补录'),
  /** Done as needed, without a task. */
  extra: int('按需'),
})
export type MatrixCellData = Static<typeof Cell>

const Matrix = obj({
  month: str('月份'),
  days: int('天数'),
  oldmanName: nul(str('老人')),
  deptName: nul(str('部门')),
  /** Elders the figures are about. */
  elders: int('老人数'),
  projects: list(
    obj({
      projectId: str(),
      projectName: str('护理项目'),
      categoryName: str('分类'),
      /** Only days on which something was planned or done. */
      cells: list(Cell),
    }),
  ),
})
export type CareMatrixData = Static<typeof Matrix>

export const careRecord = noun('nursing', 'record', {
  title: '护理记录',
  calls: {
    matrix: call.get('/pims/web-org/nursingPlan/record', {
      needs: EXECUTION_NEEDS.list,
      act: '护理月度矩阵',
      query: obj({
        month: text('月份', { pattern: /^20\d{2}-(?:0[1-9]|1[0-2])$/, hint: '应为 2026-11 这样的月份' }),
        oldmanId: opt(named('resident', '老人')),
        deptId: opt(named('dept', '部门')),
      }),
      data: Matrix,
      refuses: ['NOT_FOUND'],
    }),
  },
  pages: {
    list: {
      path: '/nursing/record',
      title: '护理记录',
      tab: true,
      needs: EXECUTION_NEEDS.list,
      menu: { rail: 'nursing', group: '今日', order: 13 },
    },
  },
})
