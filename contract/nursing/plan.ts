// Care plans: what is done for one elder, how often and when. Made from the nursing level, changed for the one; the night makes
// the tasks of the next day from the plan that is enabled.
import { call, noun } from '#contract/kit/call'
import { machine } from '#contract/kit/machine'
import { options } from '#contract/kit/options'
import { pageOf, pageQuery } from '#contract/kit/paging'
import {
  bool,
  date,
  id,
  int,
  list,
  merge,
  named,
  nothing,
  nul,
  obj,
  opt,
  type Static,
  str,
  text,
} from '#contract/kit/schema'
import { ResidentMarks } from '#contract/live/resident'
import { Frequency } from './frequency.ts'

export const CARE_PLAN_NEEDS = { list: 'nursing:plan:list', edit: 'nursing:plan:edit' } as const
/** Whoever may change plans may read them. */
export const READ_CARE_PLANS = Object.values(CARE_PLAN_NEEDS).join('|')

export const CarePlanState = options('CarePlanState', '计划状态', [
  ['DRAFT', ['草稿', 'slate', 'hollow']],
  ['ON', ['启用', 'green']],
  ['OFF', ['停用', 'amber']],
  ['ENDED', ['已结束', 'grey']],
])
export type CarePlanStateValue = Static<typeof CarePlanState.schema>

const { DRAFT, ON, OFF, ENDED } = CarePlanState.is

export const carePlanMoves = machine<CarePlanStateValue>()({
  edit: { from: [DRAFT, ON, OFF], to: [DRAFT, ON, OFF], title: '修改', needs: CARE_PLAN_NEEDS.edit },
  enable: { from: [DRAFT, OFF], to: ON, title: '启用', needs: CARE_PLAN_NEEDS.edit },
  stop: { from: [ON], to: OFF, title: '停用', needs: CARE_PLAN_NEEDS.edit },
  end: { from: [ON, OFF], to: ENDED, title: '结束', needs: CARE_PLAN_NEEDS.edit },
  remove: { from: [DRAFT], to: DRAFT, title: '删除（只有草稿可以删除）', needs: CARE_PLAN_NEEDS.edit },
})
export type CarePlanMove = keyof typeof carePlanMoves.moves

const Place = {
  deptId: nul(str()),
  deptName: nul(str('部门')),
  bedPath: nul(str('床位')),
}

const Row = merge(
  ResidentMarks,
  obj({
    nursingPlanId: str(),
    ...Place,
    levelId: str(),
    levelName: str('护理等级'),
    /** The elder has another level now than the plan was made from. */
    otherLevel: bool('等级已变'),
    startDate: str('开始日期'),
    endDate: nul(str('结束日期')),
    state: CarePlanState.schema,
    itemCount: int('项目数'),
    /** On an average day of the month. */
    minutes: int('每日分钟'),
    remark: nul(str('备注')),
    createTime: str('创建时间'),
    version: int(),
    /** Moves that this reader may make now. */
    can: list(str()),
  }),
)
export type CarePlanRowData = Static<typeof Row>

const Item = obj({
  itemId: str(),
  projectId: str(),
  projectName: str('护理项目'),
  categoryName: str('分类'),
  minutes: int('用时（分钟）'),
  /** A project that was switched off makes no tasks. */
  projectEnabled: bool('项目启用'),
  frequency: Frequency,
  workerId: nul(str()),
  workerName: nul(str('固定护理员')),
  remark: nul(str('要求')),
})
export type CarePlanItemData = Static<typeof Item>

const Detail = merge(Row, obj({ items: list(Item) }))
export type CarePlanData = Static<typeof Detail>

const Lacking = merge(
  ResidentMarks,
  obj({
    ...Place,
    levelId: nul(str()),
    levelName: nul(str('护理等级')),
    checkInDate: nul(str('入住日期')),
    /** What the level has; 0: a plan cannot be made from it. */
    levelItems: int('等级项目数'),
    /** A plan that is not enabled, to go on with. */
    draftId: nul(str()),
    draftState: nul(CarePlanState.schema),
  }),
)
export type LackingPlanData = Static<typeof Lacking>

const NewItem = obj({
  projectId: id('护理项目', { of: 'careProject' }),
  frequency: Frequency,
  /** Who always does it; otherwise the roster says. */
  workerId: opt(id('护理员', { of: 'account' })),
  remark: opt(text('要求', { max: 200 })),
})
export type NewCarePlanItem = Static<typeof NewItem>
const items = list(NewItem, 100)

const Change = obj({ projectName: str('护理项目'), clock: str('时刻') })
/** Whoever does it; null: nobody is known yet. */
const Handed = obj({ projectName: str('护理项目'), from: nul(str('原护理员')), to: nul(str('新护理员')) })
const Moved = obj({ projectName: str('护理项目'), from: str('原时刻'), to: str('新时刻') })
export const CarePlanPreview = obj({
  /** Tomorrow, or the first day of the plan where that is later. */
  day: str('日期'),
  added: list(Change),
  removed: list(Change),
  moved: list(Moved),
  /** Projects of that day that others do than now. */
  handed: list(Handed),
  tasksBefore: int('原任务数'),
  tasksAfter: int('新任务数'),
  minutesBefore: int('原每日分钟'),
  minutesAfter: int('新每日分钟'),
})
export type CarePlanPreviewData = Static<typeof CarePlanPreview>

/** What became of each elder for whom a plan was to be made: the result of the run. */
export interface MadePlan {
  oldmanId: string
  oldmanName: string
  /** The level it was made from; null: none was made, `reason` says why. */
  levelName: string | null
  itemCount: number
  reason: string | null
}
export interface MadePlansData {
  made: number
  left: number
  elders: MadePlan[]
}

const BASE = '/pims/web-org/nursingPlan'
const names = { nursingPlanId: 'carePlan' } as const
const refuses = ['NOT_FOUND', 'INVALID_INPUT', 'STATE_NOT_ALLOWED', 'CHANGED_MEANWHILE', 'NEEDS_CONFIRM'] as const
const EDIT = CARE_PLAN_NEEDS.edit
export const MOST_PLANS = 500

export const carePlan = noun('nursing', 'plan', {
  title: '护理计划',
  calls: {
    list: call.get(BASE, {
      needs: READ_CARE_PLANS,
      act: '护理计划列表',
      query: pageQuery({
        keyword: opt(str('姓名或拼音')),
        oldmanId: opt(named('resident')),
        deptId: opt(named('dept', '部门')),
        levelId: opt(named('level', '护理等级')),
        state: opt(CarePlanState.schema),
      }),
      data: pageOf(Row),
    }),
    /** Elders who live here and for whom no plan is enabled today or later. */
    lacking: call.get(`${BASE}/lacking`, {
      needs: READ_CARE_PLANS,
      act: '缺护理计划的老人',
      query: pageQuery({
        keyword: opt(str('姓名或拼音')),
        deptId: opt(named('dept', '部门')),
        levelId: opt(named('level', '护理等级')),
      }),
      data: pageOf(Lacking),
    }),
    get: call.get(`${BASE}/{nursingPlanId}`, {
      names,
      needs: READ_CARE_PLANS,
      act: '护理计划详情',
      data: Detail,
      refuses: ['NOT_FOUND'],
    }),
    /** A draft; without items it has those of the level, without a level that of the elder. */
    add: call.post(BASE, {
      needs: EDIT,
      act: '新建护理计划',
      body: obj({
        oldmanId: id('老人', { of: 'resident' }),
        levelId: opt(id('护理等级', { of: 'level' })),
        startDate: opt(date('开始日期')),
        endDate: opt(date('结束日期')),
        remark: opt(text('备注', { max: 200 })),
        items: opt(items),
      }),
      data: Detail,
      refuses,
      repeatable: true,
    }),
    /** From the level of each and enabled at once, for elders who lack one; the run's result says of each what came (MadePlansData). */
    addMany: call.post(`${BASE}/batch`, {
      needs: EDIT,
      act: '批量生成护理计划',
      body: obj({
        oldmanIds: list(id('老人', { of: 'resident' }), MOST_PLANS),
        startDate: opt(date('开始日期')),
      }),
      data: obj({ runId: str() }),
      refuses,
      repeatable: true,
    }),
    /** Dates and items; what was done stays, tasks to come follow. Clients name the plan in the body or in the path. */
    save: call.put(BASE, {
      needs: EDIT,
      act: '修改护理计划',
      aliases: [`${BASE}/{nursingPlanId}`],
      names,
      body: obj({
        nursingPlanId: opt(id('护理计划', { of: 'carePlan' })),
        startDate: date('开始日期'),
        endDate: opt(date('结束日期')),
        remark: opt(text('备注', { max: 200 })),
        items,
        version: opt(int()),
      }),
      data: Detail,
      refuses,
    }),
    /** What changes for tomorrow if the plan were saved so; writes nothing. */
    preview: call.post(`${BASE}/preview`, {
      needs: READ_CARE_PLANS,
      act: '护理计划变更预览',
      harmless: true,
      body: obj({
        nursingPlanId: id('护理计划', { of: 'carePlan' }),
        startDate: opt(date('开始日期')),
        endDate: opt(date('结束日期')),
        items,
      }),
      data: CarePlanPreview,
      refuses: ['NOT_FOUND', 'INVALID_INPUT'],
    }),
    /**
     * To ON, OFF or ENDED. Where another plan of the elder is enabled it ends the day before this one begins; if this one
     * begins no later than that, a confirmation is asked for first.
     */
    status: call.put(`${BASE}/status`, {
      needs: EDIT,
      act: '护理计划状态变更',
      body: obj({
        nursingPlanId: id('护理计划', { of: 'carePlan' }),
        state: CarePlanState.schema,
        confirmed: opt(text('确认', { max: 300 })),
        version: opt(int()),
      }),
      data: Detail,
      refuses,
    }),
    /** Drafts only. */
    remove: call.delete(`${BASE}/{nursingPlanId}`, {
      names,
      needs: EDIT,
      act: '删除护理计划',
      data: nothing(),
      refuses: ['NOT_FOUND', 'STATE_NOT_ALLOWED'],
    }),
  },
  pages: {
    list: {
      path: '/nursing/plan',
      title: '护理计划',
      tab: true,
      needs: READ_CARE_PLANS,
      ahead: { call: 'list', start: { state: CarePlanState.is.ON } },
      menu: { rail: 'nursing', group: '计划', order: 21 },
    },
  },
})
