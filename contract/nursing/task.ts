// Care tasks: one item of a plan at one time for one elder. The night makes those of the next day; the board shows a day.
import { call, noun } from '#contract/kit/call'
import { event } from '#contract/kit/event'
import { options } from '#contract/kit/options'
import { bool, date, id, int, list, merge, named, nothing, nul, obj, opt, type Static, str } from '#contract/kit/schema'
import { ResidentMarks } from '#contract/live/resident'
import { SignPart } from './project.ts'
import { TabletHeard } from './tabletSilence.ts'

export const CARE_TASK_NEEDS = { list: 'nursing:task:list', assign: 'nursing:task:assign' } as const
export const READ_CARE_TASKS = 'nursing:task:list|nursing:execution:add|nursing:execution:list'

export const CareTaskState = options('CareTaskState', '任务状态', [
  ['WAITING', ['待执行', 'blue']],
  ['DONE', ['已执行', 'green']],
  ['REFUSED', ['拒绝', 'orange']],
  ['OUT', ['外出', 'purple']],
  ['HOSPITAL', ['住院', 'purple']],
  ['MISSED', ['漏做', 'red']],
])
export type CareTaskStateValue = Static<typeof CareTaskState.schema>

const { WAITING, DONE, REFUSED, OUT, HOSPITAL, MISSED } = CareTaskState.is
/** Elders who are not there: these tasks leave the total. */
export const TASK_AWAY: readonly CareTaskStateValue[] = [OUT, HOSPITAL]
/** What may still be recorded; missed ones only as a late entry. */
export const TASK_OPEN: readonly CareTaskStateValue[] = [WAITING, MISSED]
/** Somebody recorded it. */
export const TASK_RECORDED: readonly CareTaskStateValue[] = [DONE, REFUSED]

/** Every evening those of the next day are made; a plan or level that changes before makes its own at once. */
export const TASKS_MADE_AT = '20:30'

/** The value of the dictionary outingType that means a hospital. */
export const HOSPITAL_OUTING = '3'

/** Times are `yyyy-MM-dd HH:mm:ss`. */
const Task = obj({
  taskId: str(),
  oldmanId: str(),
  projectId: str(),
  planTime: str('计划时间'),
  /** May be done from … until …; after that it is missed. */
  openFrom: str('可做时间起'),
  dueUntil: str('时限'),
  minutes: int('用时（分钟）'),
  state: CareTaskState.schema,
  /** Who is to do it. */
  workerId: nul(str()),
  /** What was recorded, where something was. */
  executionId: nul(str()),
  doneAt: nul(str('执行时间')),
  recordedAt: nul(str('记录时间')),
  doneById: nul(str()),
  doneByName: nul(str('执行人')),
  late: bool('补录'),
  reason: nul(str('原因')),
  /** What the plan says about it. */
  remark: nul(str('要求')),
})
export type CareTaskData = Static<typeof Task>
export const CareTaskRow = Task

const Elder = merge(
  ResidentMarks,
  obj({
    deptId: nul(str()),
    deptName: nul(str('部门')),
    roomId: nul(str()),
    roomName: nul(str('房间')),
    bedId: nul(str()),
    bedName: nul(str('床位')),
    bedPath: nul(str('床位')),
    levelName: nul(str('护理等级')),
    allergies: list(str()),
    /** Not in the house now. */
    away: nul(obj({ kind: str(), since: str('离院时间'), until: nul(str('预计返回')) })),
  }),
)
export type BoardElderData = Static<typeof Elder>

const Project = obj({
  projectId: str(),
  projectName: str('护理项目'),
  categoryName: str('分类'),
  needsPhoto: bool('拍照'),
  needsScan: bool('扫码'),
  needsSigns: list(SignPart.schema),
  needsEvaluation: bool('评价'),
  charged: bool('收费'),
})
export type BoardProjectData = Static<typeof Project>

const Counts = obj({
  /** Without elders who are out or in hospital. */
  total: int('应做'),
  done: int('已执行'),
  /** By now. */
  due: int('到点应完成'),
  /** Past their planned time, not yet past the limit. */
  late: int('迟做'),
  missed: int('漏做'),
  refused: int('拒绝'),
  /** Tasks of elders who are out or in hospital, and those elders. */
  away: int('外出、住院'),
  awayElders: int('外出、住院老人'),
  nextHour: int('下一小时'),
  lateEntries: int('补录'),
})
export type BoardCountsData = Static<typeof Counts>
export const BoardCounts = Counts

const Place = obj({ value: str(), label: str(), count: int('老人') })
export type BoardPlaceData = Static<typeof Place>

const Board = obj({
  day: str('日期'),
  /** What the answer is limited to, 松鹤楼 or 松鹤楼>2层; null: everything. */
  place: nul(str('楼栋或楼层')),
  /** All the caller sees, with their elders: buildings first, then the floors of each. */
  places: list(Place),
  /** Of the server, to count lateness from. */
  now: str(),
  shifts: list(obj({ name: str(), from: str() })),
  counts: Counts,
  /** Of today only: what yesterday left with these elders, waits and may still be done. */
  leftYesterday: int('昨天还可做'),
  /** By place; at most MOST_ELDERS. */
  elders: list(Elder),
  /** Elders left off because they were more. */
  leftOff: int(),
  projects: list(Project),
  /** With what their bedside device said last, where it spoke within half a day. */
  workers: list(obj({ workerId: str(), workerName: str('护理员'), heard: nul(TabletHeard) })),
  /** By time. */
  tasks: list(Task),
  /** Of today only: what yesterday left, waits and may still be done. In no figure but `leftYesterday`: it counts with its own day. */
  evening: list(Task),
})
export type CareBoardData = Static<typeof Board>
export const MOST_ELDERS = 300
/** A ward up to this size is shown whole. */
export const WHOLE_WARD = 90
export const EVERY_PLACE = '*'

const BASE = '/pims/web-org/nursingPlan/task'
const taskIds = list(id('护理任务', { of: 'careTask' }), 500)

export const careTask = noun('nursing', 'task', {
  title: '护理任务',
  calls: {
    /** A day of a ward in one answer: elders, their tasks, who does them, and the figures. */
    board: call.get(BASE, {
      needs: READ_CARE_TASKS,
      act: '今日护理',
      query: obj({
        /** Today unless told. */
        day: opt(date('日期')),
        /** Several with commas; all that the caller sees unless told. */
        deptId: opt(named('dept', '部门')),
        oldmanId: opt(named('resident')),
        workerId: opt(named('account')),
        projectId: opt(named('careProject')),
        /**
         * A building or a floor of `places`; * for everything. Unless told, a house that is too large for one screen is
         * limited to its first building.
         */
        place: opt(str('楼栋或楼层')),
        /** Only what the caller is to do. */
        mine: opt(bool('我的')),
        /** Of today: also what the evening left that could be done after midnight, and what tomorrow may be done now. */
        nights: opt(bool('连同跨夜的任务')),
      }),
      data: Board,
    }),
    /** Gives tasks that wait to somebody. Those already recorded are left out of the count. */
    assign: call.put(`${BASE}/assign`, {
      needs: CARE_TASK_NEEDS.assign,
      act: '分派护理任务',
      body: obj({ taskIds, workerId: id('护理员', { of: 'account' }) }),
      data: obj({ count: int('已分派') }),
      refuses: ['NOT_FOUND', 'INVALID_INPUT'],
    }),
    /** The caller does them. */
    take: call.put(`${BASE}/take`, {
      needs: 'nursing:execution:add',
      act: '接手护理任务',
      body: obj({ taskIds }),
      data: obj({ count: int('已接手') }),
      refuses: ['NOT_FOUND', 'INVALID_INPUT'],
    }),
    /** The bedside device of the caller speaks, every minute and whenever what waits on it changes. */
    heard: call.put(`${BASE}/heard`, {
      needs: READ_CARE_TASKS,
      act: '床旁设备在线',
      body: obj({ waiting: int('待上传', { min: 0, max: 100_000 }) }),
      data: nothing(),
      harmless: true,
    }),
  },
  pages: {
    board: {
      path: '/nursing/task',
      title: '护理任务',
      tab: true,
      needs: READ_CARE_TASKS,
      ahead: 'board',
      menu: { rail: 'nursing', group: '今日', order: 1 },
    },
  },
  events: {
    /** Tasks as they are now; for `oldmanIds`, or where both are empty for everybody, the page asks again. */
    changed: event('nursing.task.changed', {
      needs: READ_CARE_TASKS,
      payload: obj({ tasks: list(Task), oldmanIds: list(str()) }),
    }),
    /** A bedside device spoke; null: its caregiver signed out of it. */
    heard: event('nursing.task.heard', {
      needs: READ_CARE_TASKS,
      watched: true,
      payload: obj({ workerId: str(), heard: nul(TabletHeard) }),
    }),
  },
})
