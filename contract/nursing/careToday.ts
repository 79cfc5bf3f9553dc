// The care of today as other pages show it: the room map of everybody at once, the archive of one elder.
import { call, noun } from '#contract/kit/call'
import { int, list, nul, obj, type Static, str } from '#contract/kit/schema'
import { Frequency } from './frequency.ts'
import { BoardCounts, READ_CARE_TASKS } from './task.ts'
import { VitalLast } from './vital.ts'
import { VitalGrade } from './vitalKinds.ts'

/** Counted as the board counts: total is without who is out or in hospital. */
const Elder = obj({
  oldmanId: str(),
  total: int('应做'),
  done: int('已执行'),
  late: int('迟做'),
  missed: int('漏做'),
  /** An abnormal sign that nobody has answered; null also for who may not read signs. */
  alert: nul(VitalGrade.schema),
})
export type CareTodayData = Static<typeof Elder>

const Day = obj({
  day: str('日期'),
  total: int('应做'),
  done: int('已执行'),
  refused: int('拒绝'),
  missed: int('漏做'),
  away: int('外出、住院'),
})
export type CareDayData = Static<typeof Day>

const Plan = obj({
  nursingPlanId: str(),
  levelName: str('护理等级'),
  startDate: str('开始日期'),
  endDate: nul(str('结束日期')),
  items: list(
    obj({ projectName: str('护理项目'), categoryName: str('分类'), frequency: Frequency, remark: nul(str('要求')) }),
  ),
})

const Whole = obj({
  oldmanId: str(),
  levelName: nul(str('护理等级')),
  counts: BoardCounts,
  /** The next task that can still be done. */
  next: nul(obj({ time: str(), projectName: str() })),
  /** The enabled one. */
  plan: nul(Plan),
  /** Today and the six days before, the newest first. */
  days: list(Day),
  /** The last value of each sign; null: the reader may not read signs. */
  signs: nul(list(VitalLast)),
  alert: nul(obj({ grade: VitalGrade.schema, state: str(), reasons: str('异常') })),
})
export type CareOfElderData = Static<typeof Whole>

const BASE = '/pims/web-org/nursingPlan/today'

export const careToday = noun('nursing', 'careToday', {
  title: '今日护理',
  calls: {
    /** Whoever has tasks today or an abnormal sign that waits. */
    elders: call.get(BASE, { needs: READ_CARE_TASKS, act: '今日护理情况', data: list(Elder) }),
    elder: call.get(`${BASE}/{oldmanId}`, {
      needs: READ_CARE_TASKS,
      act: '老人护理情况',
      data: Whole,
      refuses: ['NOT_FOUND'],
    }),
  },
})
