// One approval that changes level, plan, tasks and fees of a resident from a day on. A proposal is made from a finished
// assessment or by hand; the rehearsal shows everything it would do, by doing it and taking it back; whoever approves sends
// along what was shown, and what is otherwise by then is refused.
import { PreviewRow } from '#contract/expense/billPreview'
import { call, noun } from '#contract/kit/call'
import { event } from '#contract/kit/event'
import { fenSchema } from '#contract/kit/money'
import { pageOf, pageQuery } from '#contract/kit/paging'
import {
  bool,
  date,
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
import { Frequency } from '#contract/nursing/frequency'
import { ItemChange, READ_REGRADES, REGRADE_NEEDS, RegradeState } from './regradeWords.ts'
import { ResidentMarks } from './resident.ts'
import { ReviewStanding } from './review.ts'

const Row = merge(
  ResidentMarks,
  obj({
    regradeId: str(),
    regradeNo: str('单号'),
    deptId: nul(str()),
    deptName: nul(str('部门')),
    bedPath: nul(str('床位')),
    owedFen: fenSchema('欠费'),
    oldLevelId: nul(str()),
    oldLevelName: nul(str('现护理等级')),
    newLevelId: str(),
    newLevelName: str('新护理等级'),
    effectiveDate: str('生效日期'),
    reason: str('变更原因'),
    assessmentId: nul(str()),
    state: RegradeState.schema,
    /** Approved, and its day has come. */
    inForce: bool('已生效'),
    askedBy: nul(str('提出人')),
    submittedAt: nul(str('提交时间')),
    decidedBy: nul(str('审批人')),
    decidedAt: nul(str('审批时间')),
    opinion: nul(str('审批意见')),
    createTime: str('创建时间'),
    version: int(),
    /** Proposed by this reader. */
    own: bool(),
    /** This reader may decide it now. */
    mine: bool(),
    /** Moves that this reader may make now. */
    can: list(str()),
  }),
)
export type RegradeRow = Static<typeof Row>

/** How one project of the package of the new level, or of the plan so far, is to be taken into the new plan. */
const Choice = obj({
  projectId: id('护理项目', { of: 'careProject' }),
  /** Left out of the new plan although level or old plan have it. */
  leave: opt(bool('不采用')),
  /** Otherwise than the level has it; needed for what neither level nor old plan have. */
  frequency: opt(Frequency),
  /** Why it is otherwise: 可自行翻身（3 分）. */
  ground: text('依据', { max: 100, pattern: /\S/, hint: '请说明依据' }),
})
export type RegradeChoice = Static<typeof Choice>

/** An assessment as far as the change of level needs it. */
const Assessed = obj({
  assessmentId: str(),
  type: int(),
  assessDate: str('评估日期'),
  levelName: nul(str('评估结论')),
  total: nul(int('总分')),
  finalLevel: nul(int()),
  levelReason: nul(str('等级调整原因')),
  assessors: nul(str('评估员')),
  /** Section → score. */
  sections: list(obj({ key: str(), score: int() })),
  /** What the house's mapping says of it. */
  mappedLevelId: nul(str()),
  mappedLevelName: nul(str('对应护理等级')),
})
export type RegradeAssessed = Static<typeof Assessed>

/** What happened to the proposal, the first on top. */
const Step = obj({ at: str(), who: str(), what: str(), opinion: nul(str()), tone: str() })

const Level = obj({ levelId: str(), levelName: str(), priceFen: nul(fenSchema('每月价格')) })

const ItemRow = obj({
  change: ItemChange.schema,
  projectId: str(),
  projectName: str('项目'),
  categoryName: str('分类'),
  minutes: int('用时（分钟）'),
  before: nul(Frequency),
  after: nul(Frequency),
  /** On an average day. */
  timesBefore: num('原次/日'),
  timesAfter: num('新次/日'),
  ground: str('依据'),
})
export type RegradeItem = Static<typeof ItemRow>

const PlanOf = obj({ nursingPlanId: str(), levelName: str(), startDate: str(), endDate: nul(str()), items: int() })

const Bill = obj({
  /** yyyy-MM */
  month: str('账期'),
  /** The next one that is made; the others follow it. */
  next: bool(),
  rows: list(PreviewRow),
  asIsFen: nul(fenSchema('现在')),
  assumedFen: nul(fenSchema('批准后')),
  differenceFen: nul(fenSchema('相差')),
})
export type RegradeBill = Static<typeof Bill>

/** What the rehearsal stands on, each part in words; what is otherwise at the approval is told by these. */
const Basis = obj({
  key: text('项目', { max: 40 }),
  title: text('名称', { max: 40 }),
  value: text('内容', { min: 0, max: 400 }),
  mark: text('标记', { max: 64 }),
})
export type RegradeBasis = Static<typeof Basis>

const Rehearsal = obj({
  regradeId: str(),
  today: str(),
  effectiveDate: str('生效日期'),
  level: obj({ before: nul(Level), after: Level }),
  plan: obj({
    /** As it stands afterwards: it ends the day before. */
    before: nul(PlanOf),
    /** Null: the level has no projects and the plan stays. */
    after: nul(PlanOf),
    items: list(ItemRow),
    minutesBefore: int('原每日分钟'),
    minutesAfter: int('新每日分钟'),
  }),
  tasks: obj({
    /** The first day of the new plan. */
    day: str(),
    before: int('原任务数'),
    after: int('新任务数'),
    minutesBefore: int(),
    minutesAfter: int(),
    /** 24 of them. */
    hours: list(obj({ hour: int(), before: int(), after: int() })),
    shifts: list(obj({ name: str(), from: str(), before: int(), after: int() })),
  }),
  workers: list(
    obj({
      workerId: str(),
      workerName: str('护理员'),
      elders: int('负责老人'),
      minutesBefore: int('原分钟'),
      minutesAfter: int('新分钟'),
      /** Above a day's work. */
      over: bool(),
    }),
  ),
  /** A day's work as the house had set it; null: of a rehearsal from before that. */
  workerDayMinutes: nul(int('每天工时上限')),
  /** Tasks of that day for which nobody is known. */
  unassigned: int(),
  bills: list(Bill),
  /** The care fee of the stay is agreed as one sum with everything: the change of level does not change it. */
  feeStays: bool('护理费不随等级变化'),
  balanceFen: nul(fenSchema('账户余额')),
  addendum: nul(obj({ title: str(), templateName: str(), html: nul(str()), missing: list(str()) })),
  /** What happens with the approval, a sentence each. */
  happens: list(str()),
  basis: list(Basis),
})
export type RegradeRehearsal = Static<typeof Rehearsal>

const Detail = merge(
  merge(Row, ReviewStanding),
  obj({
    stayId: str(),
    choices: list(Choice),
    templateId: nul(str()),
    templateName: nul(str('补充协议模板')),
    /** Who of the family was told, how and when, in words. */
    informed: nul(str('家属知情')),
    /** Why it is another level than the assessment says. */
    levelReason: nul(str('等级说明')),
    last: nul(Assessed),
    current: nul(Assessed),
    /** The document that the approval left, and whether this reader may open documents. */
    contractId: nul(str()),
    contractNo: nul(str()),
    contractTitle: nul(str()),
    steps: list(Step),
    /** What the approval was shown and did; null for one that is not approved. */
    shown: nul(Rehearsal),
    /** Why it cannot be taken back; null: it can, or there is nothing to take back. */
    whyNotBack: nul(str()),
    /** Others that wait for this reader, in the order of the list: 第 1 / 2 件. */
    place: nul(obj({ at: int(), of: int(), next: nul(str()) })),
  }),
)
export type RegradeData = Static<typeof Detail>

const Start = merge(
  ResidentMarks,
  obj({
    levelId: nul(str()),
    levelName: nul(str('现护理等级')),
    /** Finished ones of this resident, the newest first. */
    assessments: list(Assessed),
    levels: list(Level),
    templates: list(obj({ templateId: str(), templateName: str(), version: int() })),
    templateId: nul(str()),
    /** Presets of the day: tomorrow, the first of next month. */
    tomorrow: str(),
    nextMonth: str(),
    latest: str(),
    /** One that is not decided yet: it is to be opened instead. */
    openId: nul(str()),
    openNo: nul(str()),
  }),
)
export type RegradeStart = Static<typeof Start>

const written = {
  levelId: opt(id('新护理等级', { of: 'level' })),
  effectiveDate: opt(date('生效日期')),
  reason: text('变更原因', { max: 200, pattern: /\S/, hint: '请填写变更原因' }),
  /** Needed where the level is not the one that the assessment says. */
  levelReason: opt(text('等级说明', { max: 200 })),
  informed: opt(text('家属知情', { max: 100 })),
  choices: opt(list(Choice, 100)),
  /** Null: no addendum. Left out: the one of the house. */
  templateId: opt(id('补充协议模板', { of: 'documentTemplate' })),
}

const filters = {
  keyword: opt(str('姓名或拼音')),
  /** 1: only what waits for this reader. */
  mine: opt(int('等我审批', { min: 0, max: 1 })),
  state: opt(RegradeState.schema),
  oldmanId: opt(named('resident')),
  deptId: opt(named('dept', '部门')),
  levelId: opt(named('level', '新护理等级')),
  startDate: opt(date('生效日期从')),
  endDate: opt(date('生效日期到')),
}

const BASE = '/pims/web-org/nursingRegrade'
const names = { regradeId: 'regrade' } as const
const refuses = ['NOT_FOUND', 'INVALID_INPUT', 'STATE_NOT_ALLOWED', 'CHANGED_MEANWHILE', 'NO_PERMISSION'] as const
const of = { regradeId: id('等级变更', { of: 'regrade' }), version: opt(int()) }
const move = { data: Detail, refuses, repeatable: true } as const
const { list: LIST, propose: PROPOSE, decide: DECIDE } = REGRADE_NEEDS

export const regrade = noun('live', 'regrade', {
  title: '等级变更',
  calls: {
    list: call.get(BASE, {
      needs: READ_REGRADES,
      act: '等级变更列表',
      query: pageQuery(filters),
      data: pageOf(Row),
    }),
    /** Of every state how many there are with these filters; null: of all. */
    counts: call.get(`${BASE}/counts`, {
      needs: READ_REGRADES,
      act: '等级变更各状态数量',
      query: obj(filters),
      data: list(obj({ state: nul(RegradeState.schema), count: int() })),
    }),
    /** What a proposal for this resident begins with. */
    start: call.get(`${BASE}/start/{oldmanId}`, {
      needs: PROPOSE,
      act: '预填等级变更',
      data: Start,
      refuses: ['NOT_FOUND', 'STATE_NOT_ALLOWED'],
    }),
    detail: call.get(`${BASE}/{regradeId}`, {
      names,
      needs: READ_REGRADES,
      act: '等级变更详情',
      data: Detail,
      refuses: ['NOT_FOUND'],
    }),
    /** Everything it would do, by doing it and taking it back; stores nothing. */
    rehearsal: call.post(`${BASE}/rehearsal`, {
      needs: READ_REGRADES,
      act: '等级变更试算',
      harmless: true,
      body: obj({ regradeId: of.regradeId, effectiveDate: opt(date('生效日期')) }),
      data: Rehearsal,
      refuses: ['NOT_FOUND', 'INVALID_INPUT', 'STATE_NOT_ALLOWED'],
    }),
    propose: call.post(BASE, {
      needs: PROPOSE,
      act: '提出等级变更',
      body: obj({
        oldmanId: id('老人', { of: 'resident' }),
        /** Its level by the house's mapping, unless another is named. */
        assessmentId: opt(id('评估', { of: 'assessment' })),
        ...written,
      }),
      ...move,
    }),
    save: call.put(BASE, {
      needs: PROPOSE,
      act: '修改等级变更',
      body: obj({ ...of, ...written }),
      data: Detail,
      refuses,
    }),
    submit: call.put(`${BASE}/submit`, { needs: PROPOSE, act: '提交等级变更', body: obj(of), ...move }),
    withdraw: call.put(`${BASE}/withdraw`, {
      needs: PROPOSE,
      act: '撤回等级变更',
      body: obj({ ...of, reason: opt(text('撤回原因', { max: 200 })) }),
      ...move,
    }),
    discard: call.put(`${BASE}/discard`, {
      needs: PROPOSE,
      act: '作废等级变更',
      body: obj({ ...of, reason: opt(text('作废原因', { max: 200 })) }),
      ...move,
    }),
    /** Level, plan, tasks, fees, addendum and notices at once, or nothing. `seen`: the basis of the rehearsal that was shown. */
    approve: call.put(`${BASE}/approve`, {
      needs: DECIDE,
      act: '批准等级变更',
      codeNames: { [DECIDE]: '审批等级变更' },
      body: obj({
        ...of,
        effectiveDate: date('生效日期'),
        opinion: opt(text('审批意见', { max: 200 })),
        seen: { ...list(Basis, 40), title: '所见内容' } as ReturnType<typeof list<typeof Basis>>,
      }),
      data: Detail,
      refuses: [...refuses, 'GROUND_CHANGED'],
      repeatable: true,
    }),
    sendBack: call.put(`${BASE}/sendBack`, {
      needs: DECIDE,
      act: '退回等级变更',
      body: obj({ ...of, opinion: text('退回意见', { max: 200, pattern: /\S/, hint: '请填写退回意见' }) }),
      ...move,
    }),
    /** Everything as it was, while nothing was done or billed on it. */
    takeBack: call.put(`${BASE}/takeBack`, {
      needs: DECIDE,
      act: '撤销已批准的等级变更',
      body: obj({ ...of, reason: text('撤销原因', { max: 200, pattern: /\S/, hint: '请填写撤销原因' }) }),
      ...move,
    }),
  },
  events: {
    /** Proposed, submitted, decided, taken back. Carries no names. */
    changed: event('live.regrade.changed', {
      needs: READ_REGRADES,
      payload: obj({ regradeId: str(), oldmanId: str() }),
    }),
  },
  pages: {
    list: {
      path: '/nursing/regrade',
      title: '等级变更',
      tab: true,
      needs: READ_REGRADES,
      ahead: 'list',
      menu: { rail: 'nursing', group: '评估', order: 32 },
    },
    detail: {
      path: '/nursing/regrade/detail',
      title: '等级变更详情',
      tab: false,
      needs: `${LIST}|${PROPOSE}|${DECIDE}`,
    },
  },
})
