// What a caregiver was to do in a month and did, in times and minutes.
import { call, noun } from '#contract/kit/call'
import { pageOf, pageQuery } from '#contract/kit/paging'
import { int, named, nul, obj, opt, type Static, str } from '#contract/kit/schema'
import { EXECUTION_NEEDS } from './execution.ts'
import { monthField } from './recordSheet.ts'

const Row = obj({
  /** Null: tasks that nobody was given. */
  workerId: nul(str()),
  workerName: str('护理员'),
  /** Given to them and due by now, without those of elders who were away. */
  planned: int('应做'),
  plannedMinutes: int('计划分钟'),
  /** Done by them, whoever was to do it. */
  done: int('已做'),
  doneMinutes: int('完成分钟'),
  extra: int('其中按需'),
  late: int('补录'),
  together: int('一并录入'),
  refused: int('老人拒绝'),
  missed: int('漏做'),
})
export type WorkerMinutesData = Static<typeof Row>

export const workerMinutes = noun('nursing', 'workerMinutes', {
  title: '护理员工时',
  calls: {
    /** The most planned minutes first. */
    list: call.get('/pims/web-org/nursingPlan/record/workers', {
      needs: EXECUTION_NEEDS.list,
      act: '护理员月度工时',
      query: pageQuery({ month: monthField(), deptId: opt(named('dept', '部门')) }),
      data: pageOf(Row),
    }),
  },
})
