// Executions: what was done for an elder, by whom and when. Planned, done and recorded time are kept apart for ever.
import { call, noun } from '#contract/kit/call'
import { fileAddress } from '#contract/kit/fileAddress'
import { options } from '#contract/kit/options'
import { pageOf, pageQuery } from '#contract/kit/paging'
import {
  bool,
  date,
  dateTime,
  id,
  int,
  list,
  merge,
  named,
  nul,
  num,
  obj,
  opt,
  type Static,
  str,
  text,
} from '#contract/kit/schema'
import { ResidentMarks } from '#contract/live/resident'
import { CareTaskRow } from './task.ts'

export const EXECUTION_NEEDS = {
  list: 'nursing:execution:list',
  add: 'nursing:execution:add',
  late: 'nursing:execution:late',
} as const
export const READ_EXECUTIONS = `${EXECUTION_NEEDS.list}|${EXECUTION_NEEDS.add}`

export const ExecutionResult = options('ExecutionResult', '结果', [
  ['done', ['已执行', 'green']],
  ['refused', ['拒绝', 'orange']],
  ['out', ['外出', 'purple']],
  ['hospital', ['住院', 'purple']],
])
export type ExecutionResultValue = Static<typeof ExecutionResult.schema>

export const ExecutionTerminal = options('ExecutionTerminal', '录入终端', [
  ['console', '管理后台'],
  ['bedside', '床旁'],
  ['device', '设备'],
])

/** So long after the press its maker may take it back. */
export const TAKE_BACK_MINUTES = 5
/** A clock of a tablet that is so far ahead is taken for now. */
export const CLOCK_AHEAD_MINUTES = 2

/** What a project may ask for (needsSigns); pressure is two values. */
export const ExecutionSigns = obj({
  systolic: opt(int('收缩压', { min: 40, max: 300 })),
  diastolic: opt(int('舒张压', { min: 20, max: 200 })),
  pulse: opt(int('脉搏', { min: 20, max: 250 })),
  temperature: opt(num('体温', { min: 30, max: 45 })),
  breathing: opt(int('呼吸', { min: 4, max: 80 })),
  oxygen: opt(int('血氧', { min: 40, max: 100 })),
  glucose: opt(num('血糖', { min: 0.6, max: 40 })),
  weight: opt(num('体重', { min: 15, max: 250 })),
  pain: opt(int('疼痛', { min: 0, max: 10 })),
  intake: opt(int('入量', { min: 0, max: 10_000 })),
  output: opt(int('出量', { min: 0, max: 10_000 })),
  stool: opt(int('排便次数', { min: 0, max: 30 })),
})
export type ExecutionSignsData = Static<typeof ExecutionSigns>

const Row = merge(
  ResidentMarks,
  obj({
    executionId: str(),
    /** Null: done as needed, without a task. */
    taskId: nul(str()),
    deptName: nul(str('部门')),
    bedPath: nul(str('床位')),
    projectId: str(),
    projectName: str('护理项目'),
    planTime: str('计划时间'),
    startAt: nul(str('开始时间')),
    doneAt: str('执行时间'),
    recordedAt: str('记录时间'),
    workerId: str(),
    workerName: nul(str('执行人')),
    terminal: ExecutionTerminal.schema,
    result: ExecutionResult.schema,
    late: bool('补录'),
    lateReason: nul(str('补录原因')),
    refuseReason: nul(str('未做原因')),
    /** The same for all that were entered in one press; null where it was one. */
    togetherNo: nul(str('一并录入')),
    evaluation: nul(int('评价')),
    remark: nul(str('备注')),
    photos: list(str()),
    scanned: nul(str('扫码')),
    signs: nul(ExecutionSigns),
    charged: bool('已计费'),
    takenBackAt: nul(str('撤回时间')),
    takenBackBy: nul(str('撤回人')),
    version: int(),
    /** takeBack, edit: what this reader may do now. */
    can: list(str()),
  }),
)
export type ExecutionData = Static<typeof Row>

const how = {
  remark: opt(text('备注', { max: 200 })),
  /** 1 bad … 5 good, where the project asks for it. */
  evaluation: opt(int('评价', { min: 1, max: 5 })),
  photos: opt(list(fileAddress('照片'), 9)),
}
const BASE = '/pims/web-org/executions'
const names = { executionId: 'careExecution' } as const
export const MOST_TOGETHER = 100

export const execution = noun('nursing', 'execution', {
  title: '护理执行',
  calls: {
    /** The newest plan time first. Without days: the last 30 of one elder, else the last 7. Those taken back only when asked for. */
    list: call.get(BASE, {
      needs: READ_EXECUTIONS,
      act: '护理执行列表',
      query: pageQuery({
        keyword: opt(str('姓名或拼音')),
        oldmanId: opt(named('resident')),
        workerId: opt(named('account', '执行人')),
        projectId: opt(named('careProject', '护理项目')),
        deptId: opt(named('dept', '部门')),
        dayFrom: opt(date('日期从')),
        dayTo: opt(date('日期到')),
        result: opt(ExecutionResult.schema),
        late: opt(bool('补录')),
        together: opt(bool('一并录入')),
        takenBack: opt(bool('已撤回')),
      }),
      data: pageOf(Row),
    }),
    get: call.get(`${BASE}/{executionId}`, {
      names,
      needs: READ_EXECUTIONS,
      act: '护理执行详情',
      data: Row,
      refuses: ['NOT_FOUND'],
    }),
    /**
     * One press. `taskIds`: one task, or several entered together; or `oldmanId` and `projectId` for what was done as needed.
     * What the project asks for must be there, and whatever is wrong names its field. A missed task is refused (`late`),
     * unless a bedside tablet was without network and its press (`doneAt`) lies within the time of the task.
     */
    add: call.post(BASE, {
      needs: EXECUTION_NEEDS.add,
      act: '记录护理执行',
      codeNames: { [EXECUTION_NEEDS.add]: '记录执行' },
      body: obj({
        taskIds: opt(list(id('护理任务', { of: 'careTask' }), MOST_TOGETHER)),
        oldmanId: opt(id('老人', { of: 'resident' })),
        projectId: opt(id('护理项目', { of: 'careProject' })),
        /** done unless told. */
        result: opt(ExecutionResult.schema),
        /** Now unless told; a device says when it was pressed. */
        doneAt: opt(dateTime('执行时间')),
        startAt: opt(dateTime('开始时间')),
        /** Why it was refused. */
        refuseReason: opt(text('拒绝原因', { max: 100, pattern: /\S/, hint: '不能为空' })),
        terminal: opt(ExecutionTerminal.schema),
        scanned: opt(text('扫码', { max: 100 })),
        signs: opt(ExecutionSigns),
        ...how,
      }),
      data: obj({ executionIds: list(str()), tasks: list(CareTaskRow) }),
      refuses: ['NOT_FOUND', 'INVALID_INPUT', 'STATE_NOT_ALLOWED'],
      repeatable: true,
    }),
    /** A missed task afterwards, marked for good: not after now, not before the task was open. */
    late: call.post(`${BASE}/late`, {
      needs: EXECUTION_NEEDS.late,
      act: '补录护理执行',
      body: obj({
        taskId: id('护理任务', { of: 'careTask' }),
        doneAt: dateTime('实际做的时间'),
        lateReason: text('补录原因', { max: 100, pattern: /\S/, hint: '不能为空' }),
        terminal: opt(ExecutionTerminal.schema),
        scanned: opt(text('扫码', { max: 100 })),
        signs: opt(ExecutionSigns),
        ...how,
      }),
      data: obj({ executionIds: list(str()), tasks: list(CareTaskRow) }),
      refuses: ['NOT_FOUND', 'INVALID_INPUT', 'STATE_NOT_ALLOWED'],
      repeatable: true,
    }),
    /** Words and pictures to what one recorded oneself today; times and result stay. */
    save: call.put(BASE, {
      needs: EXECUTION_NEEDS.add,
      act: '补充护理执行',
      aliases: [`${BASE}/{executionId}`],
      names,
      body: obj({ executionId: opt(id('护理执行', { of: 'careExecution' })), ...how, version: opt(int()) }),
      data: Row,
      refuses: ['NOT_FOUND', 'INVALID_INPUT', 'STATE_NOT_ALLOWED', 'CHANGED_MEANWHILE'],
    }),
    /** Taken back within five minutes by who pressed; the trace stays, the task waits again or is missed by the clock. */
    remove: call.delete(`${BASE}/{executionId}`, {
      names,
      needs: EXECUTION_NEEDS.add,
      act: '撤回护理执行',
      data: obj({ tasks: list(CareTaskRow) }),
      refuses: ['NOT_FOUND', 'STATE_NOT_ALLOWED', 'INVALID_INPUT'],
    }),
  },
  pages: {
    list: {
      path: '/nursing/execution',
      title: '护理执行',
      tab: true,
      needs: READ_EXECUTIONS,
      ahead: 'list',
      menu: { rail: 'nursing', group: '今日', order: 12 },
    },
  },
})
