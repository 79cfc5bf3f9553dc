// 自动补班试算: what could stand in the open days of a group and month so that its needs are met. It is worked out in the
// background, shown before anything is written, and taken by one press as drafts of whoever asked for it.
import { call, noun } from '#contract/kit/call'
import { bool, id, int, list, nul, obj, type Static, str, text } from '#contract/kit/schema'
import { ShiftTone } from './attendanceWords.ts'

const Sums = obj({ minutes: int('工时（分钟）'), nights: int('夜班'), weekends: int('周末和节假日') })

const Gap = obj({
  day: str('日期'),
  deptName: str('部门'),
  shiftName: str('班次'),
  wanted: int('需要人数'),
  people: int('已排人数'),
  certifiedWanted: int(),
  certified: int(),
  missing: int('还缺'),
  /** 请假 2、夜班后休息不足 3 */
  text: str('原因'),
})
export type ProposalGapData = Static<typeof Gap>

const Preview = obj({
  runId: str(),
  month: str('月份'),
  groupName: str('考勤组'),
  shifts: list(obj({ shiftPkId: str(), shiftName: str(), shortName: str(), tone: ShiftTone.schema })),
  people: list(
    obj({
      empId: str(),
      empName: str('姓名'),
      team: nul(str('班组')),
      before: Sums,
      after: Sums,
      /** What would be set: the day of the month, and which of the shifts. */
      cells: list(obj({ day: int(), shift: int() })),
    }),
  ),
  gaps: list(Gap),
  cells: int('补排'),
  lacked: int('原缺'),
  lacks: int('还缺'),
  /** The best there is; false: the best found in the time given. */
  best: bool(),
})
export type ProposalPreviewData = Static<typeof Preview>

const Left = obj({ empName: str('姓名'), day: str('日期'), shiftName: str('班次'), reason: str('原因') })
export type ProposalLeftData = Static<typeof Left>

const BASE = '/pims/web-org/roster/proposal'
const NEEDS = 'administration:roster:edit'
const runId = id('试算', { of: 'jobRun' })

export const rosterProposal = noun('administration', 'rosterProposal', {
  title: '自动补班试算',
  calls: {
    start: call.post(BASE, {
      needs: NEEDS,
      act: '自动补班试算',
      body: obj({
        attendanceGroupPkId: id('考勤组', { of: 'attendanceGroup' }),
        month: text('月份', { pattern: /^20\d\d-(0[1-9]|1[0-2])$/, hint: '应为年-月，如 2026-11' }),
      }),
      data: obj({ runId: str() }),
      refuses: ['NOT_FOUND', 'INVALID_INPUT'],
      repeatable: true,
    }),
    /** Of whoever asked for it, once it is done. */
    preview: call.get(`${BASE}/{runId}`, {
      needs: NEEDS,
      act: '查看补班试算',
      data: Preview,
      refuses: ['NOT_FOUND', 'INVALID_INPUT', 'STATE_NOT_ALLOWED'],
    }),
    /** Writes the drafts. What was planned otherwise since is left, and told. */
    take: call.post(`${BASE}/take`, {
      needs: NEEDS,
      act: '采用补班试算',
      body: obj({ runId }),
      data: obj({ saved: int('已写入草稿'), left: list(Left) }),
      refuses: ['NOT_FOUND', 'INVALID_INPUT', 'STATE_NOT_ALLOWED'],
      repeatable: true,
    }),
  },
})
