// Care quality: what records of care look like when they were not made at the bed. Five signs over a period, each with the
// executions or tasks behind it. A sign is a reason to ask, never a proof: the page says how each is found.
import { call, noun } from '#contract/kit/call'
import { options } from '#contract/kit/options'
import { pageOf, pageQuery } from '#contract/kit/paging'
import { date, int, list, merge, named, nul, obj, opt, type Static, str } from '#contract/kit/schema'
import { ResidentMarks } from '#contract/live/resident'
import { CareTaskState } from './task.ts'

export const READ_CARE_QUALITY = 'nursing:quality:list'

export const QualityKind = options('QualityKind', '问题', [
  ['after', ['事后补记', 'amber']],
  ['together', ['一并录入', 'blue']],
  ['fast', ['快得不合理', 'red']],
  ['refused', ['反复拒绝', 'orange']],
  ['missed', ['漏做', 'red']],
])
export type QualityKindValue = Static<typeof QualityKind.schema>

/** Recorded so many minutes after it was done. */
export const AFTER_MINUTES = 30
/** Refused by the same elder in the same project so many times in the period. */
export const REFUSED_TIMES = 3
/**
 * Within so many minutes one caregiver recorded work that does not fit between the first and the last press: more than
 * `factor` times that span and at least `least` minutes more. The longest of the first press may have begun before and
 * does not count; neither does what was entered together or afterwards, which have lists of their own.
 */
export const FAST = { minutes: 15, factor: 2, least: 15 } as const
/** Longest period that is looked at, in days. */
export const MOST_QUALITY_DAYS = 62

export const qualityWords: Readonly<Record<QualityKindValue, string>> = {
  after: `做完超过 ${AFTER_MINUTES} 分钟才记录。离床边越久，记录越不准。`,
  together: '一次提交了多项。可能是一起做的，也可能是集中补录，请抽查。',
  fast: `同一护理员 ${FAST.minutes} 分钟内记录的工作，按项目用时相加，超过实际间隔的 ${FAST.factor} 倍，并且至少多出 ${FAST.least} 分钟。`,
  refused: `同一老人的同一项目，本期拒绝 ${REFUSED_TIMES} 次及以上。请了解原因，调整护理计划。`,
  missed: '过了时限没有记录，也没有补录。',
}

const period = {
  /** The last seven days unless told. */
  dayFrom: opt(date('日期从')),
  dayTo: opt(date('日期到')),
  /** Several with commas. */
  deptId: opt(named('dept', '部门')),
}

const counts = {
  after: int('事后补记'),
  together: int('一并录入'),
  fast: int('快得不合理'),
  refused: int('反复拒绝'),
  missed: int('漏做'),
}

const Summary = obj({
  dayFrom: str('日期从'),
  dayTo: str('日期到'),
  /** Recorded in the period, without what was taken back; tasks without those of elders who were away. */
  executions: int('执行记录'),
  tasks: int('应做任务'),
  counts: obj(counts),
  /** Every day of the period, by planned time. */
  days: list(obj({ day: str('日期'), ...counts })),
  /** Those with the most signs first; at most MOST_WORKERS. */
  workers: list(
    obj({
      workerId: str(),
      workerName: nul(str('护理员')),
      executions: int('执行记录'),
      after: counts.after,
      together: counts.together,
      fast: counts.fast,
    }),
  ),
  /** Only hours in which something was planned. */
  wards: list(
    obj({
      deptId: nul(str()),
      deptName: nul(str('部门')),
      hours: list(obj({ hour: int('时'), planned: int('应做'), missed: int('漏做') })),
    }),
  ),
})
export type QualitySummaryData = Static<typeof Summary>
export const MOST_WORKERS = 12

const Row = merge(
  ResidentMarks,
  obj({
    kind: QualityKind.schema,
    /** The execution, of missed ones the task. */
    findingId: str(),
    executionId: nul(str()),
    taskId: nul(str()),
    deptName: nul(str('部门')),
    bedPath: nul(str('床位')),
    projectName: str('护理项目'),
    planTime: str('计划时间'),
    doneAt: nul(str('执行时间')),
    recordedAt: nul(str('记录时间')),
    workerName: nul(str('护理员')),
    /** of missed ones: MISSED */
    state: nul(CareTaskState.schema),
    /** 晚 95 分钟记录；与另外 7 项一并录入；15 分钟内记录 62 分钟的工作；本期第 4 次拒绝 */
    why: str('发现'),
    reason: nul(str('填写的原因')),
  }),
)
export type QualityRowData = Static<typeof Row>

const BASE = '/pims/web-org/nursingQuality'

export const quality = noun('nursing', 'quality', {
  title: '护理质量',
  calls: {
    summary: call.get(BASE, {
      needs: READ_CARE_QUALITY,
      act: '护理质量概况',
      query: obj(period),
      data: Summary,
      refuses: ['INVALID_INPUT'],
    }),
    /** What is behind one of the counts, the newest first; `after` unless told. */
    list: call.get(`${BASE}/list`, {
      needs: READ_CARE_QUALITY,
      act: '护理质量明细',
      query: pageQuery({
        kind: opt(QualityKind.schema),
        ...period,
        workerId: opt(named('account', '护理员')),
        /** Planned in this hour of the day. */
        hour: opt(int('时', { min: 0, max: 23 })),
      }),
      data: pageOf(Row),
      refuses: ['INVALID_INPUT'],
    }),
  },
  pages: {
    list: {
      path: '/nursing/quality',
      title: '护理质量',
      tab: true,
      needs: READ_CARE_QUALITY,
      menu: { rail: 'nursing', group: '记录', order: 49 },
    },
  },
})
