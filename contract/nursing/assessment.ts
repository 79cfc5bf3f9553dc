// Assessments as the archive knows them: which a resident has, which of them count as the resident's own (bound), and taking
// away what was begun and never finished. Making them is the care's own work.
import { call, noun } from '#contract/kit/call'
import { options } from '#contract/kit/options'
import { bool, id, int, list, nothing, nul, obj, opt, type Static, str } from '#contract/kit/schema'
import { ResidentMarks } from '#contract/live/resident'

export const AssessmentType = options('AssessmentType', '评估类型', [
  [0, 'simple', '简易评估'],
  [1, 'of2013', '2013 标准'],
  [2, 'of2023', '2023 标准'],
  [3, 'of2023Plus', '2023 标准增强版'],
  /** A scale of risks; which one says the kind. */
  [4, 'risk', '风险评估'],
])

export const AssessmentState = options('AssessmentState', '评估状态', [
  ['DRAFT', ['草稿', 'slate', 'hollow']],
  ['WAITING', ['待确认', 'amber']],
  ['DONE', ['已完成', 'green']],
  ['VOID', ['已作废', 'grey']],
])

const Assessment = obj({
  assessmentId: str(),
  type: AssessmentType.schema,
  oldmanId: nul(str()),
  assessDate: str('评估日期'),
  assessor1Name: nul(str('评估员')),
  assessor2Name: nul(str('第二评估员')),
  informant: nul(str('信息提供者')),
  total: nul(int('总分')),
  preliminaryLevel: nul(int('初步等级')),
  finalLevel: nul(int('最终等级')),
  /** The level in words of its standard. */
  levelName: nul(str('评估等级')),
  levelReason: nul(str('等级变更原因')),
  suggestedLevelId: nul(str()),
  suggestedLevelName: nul(str('建议护理等级')),
  state: AssessmentState.schema,
  nextDate: nul(str('下次评估')),
  /** Counts as the resident's own. */
  bound: bool('已关联档案'),
  /** The newest bound one of its type: the one that holds. */
  current: bool('现行'),
  version: int(),
})
export type AssessmentData = Static<typeof Assessment>

const Waiting = obj({
  ...ResidentMarks.properties,
  /** Finished assessments that are not bound yet. */
  count: int('可关联评估'),
  lastDate: str('最近评估日期'),
})
export type WaitingAssessmentData = Static<typeof Waiting>

const READ = 'live:archive:list|live:residence:list'
const BIND = 'live:assessment:bind'
const refuses = ['NOT_FOUND', 'STATE_NOT_ALLOWED', 'INVALID_INPUT', 'CHANGED_MEANWHILE'] as const
const Binding = obj({
  assessmentId: id('评估', { of: 'assessment' }),
  oldmanId: id('老人', { of: 'resident' }),
  version: opt(int()),
})
const BASE = '/pims/web-pi/oldmans/assessments'
const WAIT = '/pims/web-org/oldmans/wait/enableAssessments'

export const assessment = noun('nursing', 'assessment', {
  title: '评估',
  calls: {
    ofResident: call.get(`${BASE}/{oldmanId}`, {
      needs: READ,
      act: '老人评估记录',
      data: list(Assessment),
      refuses: ['NOT_FOUND'],
    }),
    bind: call.put(`${BASE}/bind`, { needs: BIND, act: '关联评估到档案', body: Binding, data: Assessment, refuses }),
    unbind: call.put(`${BASE}/unbind`, { needs: BIND, act: '取消评估关联', body: Binding, data: Assessment, refuses }),
    /** Drafts and those that wait; a finished one never goes. */
    remove: call.delete(`${BASE}/{assessmentId}`, {
      needs: 'live:assessment:remove',
      act: '删除评估',
      data: nothing(),
      refuses,
    }),
    /** Residents not yet in the house who have a finished assessment that is not bound. */
    waiting: call.get(WAIT, { needs: READ, act: '待入住老人可关联的评估', data: list(Waiting) }),
    /** The finished assessments that could be bound to this resident. */
    bindable: call.get(`${WAIT}/{oldmanId}/4`, {
      needs: READ,
      act: '可关联的评估',
      data: list(Assessment),
      refuses: ['NOT_FOUND'],
    }),
  },
})
