// Assessments themselves: filling one, finishing it as two people, finding, reading and voiding it. The server computes every
// score from the answers; a score that a client sends is not read.
import { call, noun } from '#contract/kit/call'
import { event } from '#contract/kit/event'
import { fileAddress } from '#contract/kit/fileAddress'
import { pageOf, pageQuery } from '#contract/kit/paging'
import { cardNo } from '#contract/kit/privacy'
import { bool, date, id, int, list, merge, named, nul, obj, opt, type Static, str, text } from '#contract/kit/schema'
import {
  ASSESS_NEEDS,
  AssessDue,
  Assessed,
  AssessReason,
  Known,
  NewAnswer,
  NewField,
  NewInput,
  person,
  READ_ASSESSMENTS,
  Result,
  StoredAnswer,
  StoredField,
  StoredInput,
  Words,
} from './assessFields.ts'
import { AssessmentState, AssessmentType } from './assessment.ts'
import { RaiseTogether } from './assessSetting.ts'

/** A few KB; what is larger is none. */
const drawing = (title: string) => text(title, { max: 200_000 })
const kindKey = text('评估表', { max: 40, pattern: /^\w+$/, hint: '不是评估表' })

const head = {
  assessmentId: str(),
  assessNo: nul(str('评估编号')),
  type: AssessmentType.schema,
  /** Which questionnaire: easy, of2013, of2023, of2023Plus or one of the risk scales (contract/nursing/assess/kinds). */
  kind: str(),
  kindName: str('评估表'),
  state: AssessmentState.schema,
  reason: AssessReason.schema,
  assessDate: str('评估日期'),
  place: nul(str('评估地点')),
  assessor1: str(),
  assessor1Name: nul(str('评估员')),
  assessor2: nul(str()),
  assessor2Name: nul(str('第二评估员')),
  informant: nul(str('信息提供者')),
  informantRelation: nul(str('与老年人的关系')),
  answered: int('已评项目'),
  itemCount: int('项目数'),
  total: nul(int('总分')),
  preliminaryLevel: nul(int('初步等级')),
  preliminaryName: nul(str('初步等级')),
  finalLevel: nul(int('最终等级')),
  levelName: nul(str('评估等级')),
  levelReason: nul(str('等级变更原因')),
  suggestedLevelId: nul(str()),
  suggestedLevelName: nul(str('建议护理等级')),
  nextDate: nul(str('下次评估')),
  /** Overdue or about to be; null where it is no matter. */
  due: nul(AssessDue.schema),
  bound: bool('已关联档案'),
  voidReason: nul(str('作废原因')),
  voidedName: nul(str('作废人')),
  voidedAt: nul(str('作废时间')),
  signedAt: nul(str('完成时间')),
  createTime: str('创建时间'),
  updateTime: str('保存时间'),
  version: int(),
  /** Moves of assessMoves that the reader may make now. */
  can: list(str()),
}

const Row = obj({ ...Assessed, ...head, sectionScores: nul(str('一级指标得分')) })
export type AssessRow = Static<typeof Row>

/** The one before of the same kind, or of the same family: what this one is compared with. */
const Last = obj({
  assessmentId: str(),
  kind: str(),
  assessDate: str(),
  assessor1Name: nul(str()),
  assessor2Name: nul(str()),
  total: nul(int()),
  finalLevel: nul(int()),
  levelName: nul(str()),
  answers: list(obj({ itemId: str(), option: nul(str()), evidence: nul(str()) })),
  inputs: list(obj({ key: str(), value: nul(int()) })),
})
export type LastAssessment = Static<typeof Last>

const Signature = obj({ role: str(), name: nul(str('签字人')), picture: nul(str('签字')), at: nul(str('签字时间')) })

const Detail = obj({
  ...Assessed,
  ...head,
  idCard: nul(cardNo('公民身份号码')),
  birthDate: nul(str('出生日期')),
  /** Copied by the house from a kind: what it calls things. Frozen with the last submit. */
  copyId: nul(str()),
  words: list(Words),
  answers: list(StoredAnswer),
  inputs: list(StoredInput),
  fields: list(StoredField),
  result: Result,
  /** How raises add up: as when it was finished; of a draft as the house has it now. */
  stacking: RaiseTogether.schema,
  known: list(Known),
  images: list(str('照片')),
  remark: nul(str('备注')),
  /** Roles: assessor1, assessor2, informant, family. */
  signatures: list(Signature),
  /** Months until the next one, as the house has set it for this kind. */
  months: nul(int('复评间隔（月）')),
  last: nul(Last),
})
export type AssessDetail = Static<typeof Detail>

/** What a save answers: short, because it is sent after every answer. */
const Saved = obj({
  assessmentId: str(),
  assessNo: nul(str()),
  state: AssessmentState.schema,
  version: int(),
  savedAt: str('保存时间'),
  result: Result,
  /** What others changed since the version that was sent: the form takes it over and says so. */
  others: list(StoredAnswer),
  otherInputs: list(StoredInput),
  otherFields: list(StoredField),
  /** Head fields (assessor2, informant …) were changed by somebody else meanwhile: read the form again. */
  headChanged: bool(),
})
export type AssessSaved = Static<typeof Saved>

const Change = obj({
  oldmanId: str(),
  changeId: str(),
  content: str('变化情况'),
  happenedOn: str('发生日期'),
  byName: nul(str('报告人')),
  at: str('报告时间'),
})

const Due = obj({
  ...Assessed,
  /** The elder and the family: one elder can be due in several. */
  dueId: str(),
  /** ability, or the key of a risk scale. */
  family: str(),
  /** The kind the next one is made with. */
  kind: str(),
  kindName: str('评估表'),
  due: AssessDue.schema,
  lastId: nul(str()),
  lastDate: nul(str('上次评估')),
  levelName: nul(str('上次等级')),
  nextDate: nul(str('应评日期')),
  days: nul(int('逾期天数')),
  /** Begun already. */
  draftId: nul(str()),
  changeId: nul(str()),
  changeContent: nul(str('变化情况')),
})
export type AssessDueRow = Static<typeof Due>

const BASE = '/pims/web-pi/assessment'
const filters = {
  /** Name, pinyin, initials, number of the assessment. */
  keyword: opt(str('老人或编号')),
  deptId: opt(named('dept', '部门')),
  oldmanId: opt(named('resident', '老人')),
  consultationId: opt(named('consultation', '咨询')),
  assessorId: opt(named('account', '评估员')),
  kind: opt(str('评估表')),
  level: opt(int('评估等级', { min: 0, max: 20 })),
  /** One state, or several with commas between them. */
  state: opt(str('状态')),
  reason: opt(AssessReason.schema),
  /** OVERDUE or SOON: the newest of somebody who lives here. */
  due: opt(AssessDue.schema),
  /** 1 bound to the archive, 0 finished and not bound. */
  bound: opt(int('关联档案', { min: 0, max: 1 })),
  startDate: opt(str('评估日期从')),
  endDate: opt(str('评估日期到')),
}

const fill = {
  /** Absent: a draft is begun. */
  assessmentId: opt(id('评估', { of: 'assessment' })),
  /** One of both, when it is begun. */
  oldmanId: opt(id('老人', { of: 'resident' })),
  consultationId: opt(id('咨询', { of: 'consultation' })),
  /** A copy of the kind that the house has put in its own words. */
  copyId: opt(id('评估表', { of: 'assessCopy' })),
  reason: opt(AssessReason.schema),
  assessDate: opt(date('评估日期')),
  place: opt(text('评估地点', { max: 100 })),
  /** The caller, unless told. */
  assessor1: person('评估员'),
  assessor2: person('第二评估员'),
  informant: opt(text('信息提供者', { max: 50 })),
  informantRelation: opt(text('与老年人的关系', { max: 50 })),
  images: opt(list(fileAddress('照片'), 20)),
  remark: opt(text('备注', { max: 1_000 })),
  /** Only what is to change: one item, a section, or all. */
  answers: opt(list(NewAnswer, 200)),
  inputs: opt(list(NewInput, 100)),
  fields: opt(list(NewField, 200)),
  /** A section that is handed in: all of it must be answered. */
  section: opt(text('部分', { max: 40, pattern: /^[\w.-]+$/ })),
  /** All is handed in: everything must be answered. */
  whole: opt(bool('整份提交')),
  /** Of the form as it was read; what others changed since then comes back, the same item changed twice is refused. */
  version: opt(int()),
}
const Fill = obj(fill)
export type AssessFill = Static<typeof Fill>

const Finish = obj({
  assessmentId: id('评估', { of: 'assessment' }),
  finalLevel: opt(int('最终等级', { min: 0, max: 20 })),
  /** Required where the final level is not the proposed one. */
  levelReason: opt(text('等级变更原因', { max: 500, pattern: /\S/, hint: '不能为空' })),
  /** Drawn on the screen: pictures, as the signing pad makes them (data:image/png). */
  signature1: opt(drawing('评估员签字')),
  signature2: opt(drawing('第二评估员签字')),
  informantSignature: opt(drawing('信息提供者签字')),
  familySignature: opt(drawing('家属签字')),
  familyName: opt(text('家属', { max: 50 })),
  /** Counts as the resident's own at once. */
  bind: opt(bool('关联到档案')),
  version: opt(int()),
})
export type AssessFinish = Static<typeof Finish>

const refuses = ['NOT_FOUND', 'STATE_NOT_ALLOWED', 'INVALID_INPUT', 'CHANGED_MEANWHILE', 'NO_PERMISSION'] as const
const names = { changeId: 'assessChange' } as const

const listOf = <const P extends string>(path: P, act: string) =>
  call.get(path, { needs: READ_ASSESSMENTS, act, query: pageQuery(filters), data: pageOf(Row) })
const submitOf = <const P extends string>(path: P, act: string) =>
  call.post(path, { needs: ASSESS_NEEDS.fill, act, body: Fill, data: Saved, refuses, repeatable: true })
const finishOf = <const P extends string>(path: P, act: string) =>
  call.post(path, { needs: ASSESS_NEEDS.fill, act, body: Finish, data: Detail, refuses, repeatable: true })

export const assessForm = noun('nursing', 'assessForm', {
  title: '能力评估',
  calls: {
    list: call.get(BASE, {
      needs: READ_ASSESSMENTS,
      act: '评估列表',
      codeNames: {
        [ASSESS_NEEDS.list]: '查看评估',
        [ASSESS_NEEDS.fill]: '评估（另需在评估权限名单上）',
      },
      query: pageQuery({ ...filters, type: opt(str('类型')) }),
      data: pageOf(Row),
    }),
    easy: listOf(`${BASE}/easy`, '简易评估列表'),
    normal: listOf(`${BASE}/normal`, '2013 标准评估列表'),
    normal2023: listOf(`${BASE}/normal-2023`, '2023 标准评估列表'),
    normal2023Plus: listOf(`${BASE}/normal-2023-plus`, '2023 标准增强版评估列表'),
    risk: listOf(`${BASE}/risk`, '风险评估列表'),
    easySubmit: submitOf(`${BASE}/easy/submit`, '填写简易评估'),
    normalSubmit: submitOf(`${BASE}/normal/submit`, '填写 2013 标准评估'),
    normal2023Submit: submitOf(`${BASE}/normal-2023/submit`, '填写 2023 标准评估'),
    normal2023PlusSubmit: submitOf(`${BASE}/normal-2023-plus/submit`, '填写 2023 标准增强版评估'),
    riskSubmit: call.post(`${BASE}/risk/submit`, {
      needs: ASSESS_NEEDS.fill,
      act: '填写风险评估',
      body: merge(Fill, obj({ kind: opt(kindKey) })),
      data: Saved,
      refuses,
      repeatable: true,
    }),
    easyFinish: finishOf(`${BASE}/easy/finalSubmit`, '完成简易评估'),
    normalFinish: finishOf(`${BASE}/normal/finalSubmit`, '完成 2013 标准评估'),
    normal2023Finish: finishOf(`${BASE}/normal-2023/finalSubmit`, '完成 2023 标准评估'),
    normal2023PlusFinish: finishOf(`${BASE}/normal-2023-plus/finalSubmit`, '完成 2023 标准增强版评估'),
    riskFinish: finishOf(`${BASE}/risk/finalSubmit`, '完成风险评估'),
    detail: call.get(`${BASE}/detail/{assessmentId}`, {
      needs: READ_ASSESSMENTS,
      act: '评估详情',
      data: Detail,
      refuses: ['NOT_FOUND'],
    }),
    /** Several at once, for print; ids with commas between them, 50 at most. */
    reports: call.get(`${BASE}/reports`, {
      needs: READ_ASSESSMENTS,
      act: '评估报告',
      query: obj({ assessmentIds: text('评估', { max: 4_000, of: 'assessment' }) }),
      data: list(Detail),
      refuses: ['NOT_FOUND', 'INVALID_INPUT'],
    }),
    /** Of a stored form, or of answers that are given: `B.1.1:A,B.1.2:C`. */
    finalGrade: call.get(`${BASE}/getIssueValue/finalGrade`, {
      needs: READ_ASSESSMENTS,
      act: '评估得分',
      query: obj({
        assessmentId: opt(id('评估', { of: 'assessment' })),
        kind: opt(kindKey),
        type: opt(AssessmentType.schema),
        answers: opt(text('答案', { max: 4_000 })),
        inputs: opt(text('情况', { max: 4_000 })),
      }),
      data: Result,
      refuses: ['NOT_FOUND', 'INVALID_INPUT'],
    }),
    /** Why it came to this level, in sentences; without an assessment the reasons for which one is made. */
    causes: call.get(`${BASE}/assessmentCausle`, {
      needs: READ_ASSESSMENTS,
      act: '评估原因',
      query: obj({ assessmentId: opt(id('评估', { of: 'assessment' })) }),
      data: obj({
        reasons: list(obj({ value: int(), label: str() })),
        why: list(str()),
        compared: list(str()),
      }),
      refuses: ['NOT_FOUND'],
    }),
    familySign: call.put(`${BASE}/familySign`, {
      needs: ASSESS_NEEDS.fill,
      act: '补家属签字',
      body: obj({
        assessmentId: id('评估', { of: 'assessment' }),
        familyName: text('家属', { max: 50, pattern: /\S/, hint: '不能为空' }),
        familySignature: drawing('家属签字'),
      }),
      data: Detail,
      refuses,
      repeatable: true,
    }),
    void: call.put(`${BASE}/void`, {
      needs: ASSESS_NEEDS.void,
      act: '作废评估',
      codeNames: { [ASSESS_NEEDS.void]: '作废评估' },
      body: obj({
        assessmentId: id('评估', { of: 'assessment' }),
        reason: text('作废原因', { max: 500, pattern: /\S/, hint: '不能为空' }),
        version: opt(int()),
      }),
      data: Detail,
      refuses,
      repeatable: true,
    }),
    /** Who has to be assessed: after a change, never assessed, overdue, or within thirty days. */
    due: call.get(`${BASE}/due`, {
      needs: READ_ASSESSMENTS,
      act: '评估到期名单',
      query: pageQuery({
        due: opt(AssessDue.schema),
        family: opt(str('评估类别')),
        keyword: opt(str('老人')),
        deptId: opt(named('dept', '部门')),
      }),
      data: pageOf(Due),
    }),
    /** Something changed with an elder: an assessment is due at once. */
    reportChange: call.post(`${BASE}/change`, {
      needs: `${ASSESS_NEEDS.report}|${ASSESS_NEEDS.fill}`,
      act: '报告老人情况变化',
      codeNames: { [ASSESS_NEEDS.report]: '报告老人情况变化' },
      body: obj({
        oldmanId: id('老人', { of: 'resident' }),
        /** ability and risk scales; ability unless told. */
        families: opt(list(kindKey, 10)),
        content: text('变化情况', { max: 500, pattern: /\S/, hint: '不能为空' }),
        happenedOn: opt(date('发生日期')),
      }),
      data: list(Change),
      refuses,
      repeatable: true,
    }),
    /** It turned out to be none. */
    withdrawChange: call.delete(`${BASE}/change/{changeId}`, {
      names,
      needs: `${ASSESS_NEEDS.report}|${ASSESS_NEEDS.fill}`,
      act: '撤回情况变化',
      query: obj({ reason: text('撤回原因', { max: 200, pattern: /\S/, hint: '不能为空' }) }),
      data: list(Change),
      refuses,
    }),
  },
  events: {
    /** An answer was stored: for whoever has the same form open. */
    saved: event('nursing.assessForm.saved', {
      needs: READ_ASSESSMENTS,
      payload: obj({ assessmentId: str(), version: int() }),
      watched: true,
    }),
    /** Begun, finished, voided or due because of a change. Carries no names. */
    changed: event('nursing.assessForm.changed', {
      needs: READ_ASSESSMENTS,
      payload: obj({ assessmentId: nul(str()), oldmanId: nul(str()), state: nul(str()) }),
    }),
  },
  pages: {
    list: {
      path: '/nursing/assessment',
      title: '能力评估',
      tab: true,
      needs: READ_ASSESSMENTS,
      ahead: 'list',
      menu: { rail: 'nursing', group: '评估', order: 31 },
    },
    /** Who has to be assessed. */
    due: {
      path: '/nursing/assessment/due',
      title: '待评名单',
      tab: true,
      needs: READ_ASSESSMENTS,
      ahead: 'due',
    },
    form: { path: '/nursing/assessment/form', title: '评估填写', tab: false, needs: ASSESS_NEEDS.fill },
    report: { path: '/nursing/assessment/report', title: '评估报告', tab: false, needs: READ_ASSESSMENTS },
  },
})
