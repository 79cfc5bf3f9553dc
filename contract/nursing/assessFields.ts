// What all calls of assessments share: permissions, option sets, the state machine, and the parts of an assessment.
import { fileAddress } from '#contract/kit/fileAddress'
import { machine } from '#contract/kit/machine'
import { options } from '#contract/kit/options'
import { toldAnything } from '#contract/kit/privacy'
import { anything, bool, id, int, list, nul, obj, opt, type Static, str, text } from '#contract/kit/schema'
import { ResidenceStatus, ResidentNote, ResidentSex } from '#contract/live/resident'
import { AssessmentState } from './assessment.ts'

export const ASSESS_NEEDS = {
  list: 'nursing:assessment:list',
  /** Together with the name on the authority list. */
  fill: 'nursing:assessment:fill',
  void: 'nursing:assessment:void',
  /** Whoever looks after an elder tells that something changed. */
  report: 'nursing:assessment:report',
  setting: 'nursing:assessment:setting',
  auth: 'nursing:assessAuth:edit',
} as const
export const READ_ASSESSMENTS = `${ASSESS_NEEDS.list}|${ASSESS_NEEDS.fill}`

export const AssessReason = options('AssessReason', '评估原因', [
  [1, 'first', '首次评估'],
  [2, 'regular', '常规评估'],
  [3, 'atOnce', '即时评估'],
  [4, 'doubt', '因对评估结果有疑问进行的复评'],
  [5, 'other', '其他'],
])

export const InformantRelation = options('InformantRelation', '与老年人的关系', [
  [1, 'self', '本人'],
  [2, 'spouse', '配偶'],
  [3, 'child', '子女'],
  [4, 'relative', '其他亲属'],
  [5, 'carer', '雇佣照顾者'],
  [6, 'committee', '村（居）民委员会工作人员'],
  [7, 'other', '其他'],
])

/** How an elder stands with the next assessment. */
export const AssessDue = options('AssessDue', '评估到期', [
  ['CHANGED', ['情况变化', 'red']],
  ['NEVER', ['未评估', 'orange']],
  ['OVERDUE', ['已逾期', 'red']],
  ['SOON', ['即将到期', 'amber']],
])
export type AssessDueValue = Static<typeof AssessDue.schema>
/** So many days before its date an assessment is about to be due. */
export const SOON_DAYS = 30

type State = Static<typeof AssessmentState.schema>
const { DRAFT, WAITING, DONE, VOID } = AssessmentState.is
export const assessMoves = machine<State>()({
  fill: { from: [DRAFT, WAITING], to: [DRAFT, WAITING], title: '填写', needs: ASSESS_NEEDS.fill },
  finish: { from: [WAITING, DRAFT], to: DONE, title: '交卷', needs: ASSESS_NEEDS.fill },
  remove: { from: [DRAFT, WAITING], to: DRAFT, title: '删除', needs: ASSESS_NEEDS.fill },
  familySign: { from: [DONE], to: DONE, title: '补家属签字', needs: ASSESS_NEEDS.fill },
  void: { from: [DONE], to: VOID, title: '作废（只有已完成的评估可以作废）', needs: ASSESS_NEEDS.void },
})
export type AssessMove = keyof typeof assessMoves.moves

/** Who is assessed: somebody with an archive, or somebody a consultation is about. */
export const Assessed = {
  oldmanId: nul(str()),
  consultationId: nul(str()),
  oldmanName: nul(str('老人')),
  sex: nul(ResidentSex.schema),
  age: nul(int('年龄')),
  head: nul(str('照片')),
  attention: list(ResidentNote.schema),
  /** Null for a consultation. */
  status: nul(ResidenceStatus.schema),
  bedPath: nul(str('床位')),
  deptName: nul(str('部门')),
  nursingLevelName: nul(str('护理等级')),
}

/** The option of an item by its code (A, B …); null: not answered. Scores are never sent. */
const SHEET = { none: 'a place of the questionnaire, the same in every house' }
const itemId = text('项目', { max: 40, pattern: /^[\w.-]+$/, hint: '不是评估项目', of: SHEET })
const optionCode = text('选项', { max: 10, pattern: /^\w+$/, hint: '不是选项' })
export const NewAnswer = obj({
  itemId,
  option: opt(optionCode),
  /** Absent: stays. */
  evidence: opt(text('依据', { max: 500 })),
  photos: opt(list(fileAddress('照片'), 9)),
})
export type NewAnswerData = Static<typeof NewAnswer>

/** A fact beside the items that can raise a level (coma, dementia, falls of 30 days), one of the values of its input. */
const inputKey = text('情况', { max: 60, pattern: /^[\w.-]+$/, hint: '不是评估情况' })
/** Null: not stated any more. */
export const NewInput = obj({ key: inputKey, value: opt(int('情况', { min: 0, max: 1_000 })) })
export type NewInputData = Static<typeof NewInput>

/** A field of the forms of a kind (diagnoses, medicines …): text, number, numbers of a choice, or rows of a table. */
const fieldKey = text('栏目', { max: 60, pattern: /^[\w.-]+$/, hint: '不是评估栏目' })
export const NewField = obj({ key: fieldKey, value: anything() })
export type NewFieldData = Static<typeof NewField>

const changedBy = { byName: nul(str('填写人')), at: nul(str('填写时间')) }
export const StoredAnswer = obj({
  itemId: str(),
  option: nul(str()),
  evidence: nul(str('依据')),
  photos: list(str()),
  ...changedBy,
  /** Version of the form in which it was last changed. */
  version: int(),
})
export type StoredAnswerData = Static<typeof StoredAnswer>
export const StoredInput = obj({ key: str(), value: nul(int()), ...changedBy, version: int() })
export type StoredInputData = Static<typeof StoredInput>
export const StoredField = obj({ key: str(), value: toldAnything(), ...changedBy, version: int() })
export type StoredFieldData = Static<typeof StoredField>

const SectionResult = obj({
  sectionId: str(),
  name: str('一级指标'),
  /** Of what is answered, and what it can still become. */
  score: int('得分'),
  lowest: int(),
  highest: int(),
  answered: int('已评'),
  count: int('项目数'),
  /** Level of the section, where the standard has one and it can be no other any more. */
  level: nul(int('分级')),
  levelName: nul(str('分级')),
})
/** What the engine says of the answers (contract/nursing/assess/engine.ts); pages run it themselves. */
export const Result = obj({
  answered: int('已评项目'),
  itemCount: int('项目数'),
  /** Items, inputs and required fields that still have to be filled. */
  open: list(str()),
  openInputs: list(str()),
  openFields: list(str()),
  sections: list(SectionResult),
  /** Null for kinds that add nothing up across sections (2013). */
  total: nul(int('总分')),
  lowest: nul(int()),
  highest: nul(int()),
  /** Null until it can be no other. */
  preliminaryLevel: nul(int('初步等级')),
  preliminaryName: nul(str('初步等级')),
  /** After the rules. */
  proposedLevel: nul(int('建议等级')),
  proposedName: nul(str('建议等级')),
  /** Rules that changed the level, by key and in words. */
  fired: list(obj({ ruleId: str(), words: str() })),
  /** What the house gives to this level. */
  suggestedLevelId: nul(str()),
  suggestedLevelName: nul(str('建议护理等级')),
})
export type AssessResult = Static<typeof Result>

/** What the archive knows that the form asks for: shown beside the field, taken over by a person. */
/** `of`: input, field, or event (a change that was reported, in words). */
export const Known = obj({ of: str(), key: str(), value: toldAnything(), why: str('来源') })
export type KnownData = Static<typeof Known>

export const person = (title: string) => opt(id(title, { of: 'account' }))
/** Places as contract/nursing/assess/words.ts names them: item:B.1.1, option:B.1.1.A. */
export const Words = obj({
  key: text('位置', { max: 60, pattern: /^[\w.:-]+$/, hint: '没有这处文字' }),
  text: text('文字', { min: 0, max: 400 }),
})
export type WordsData = Static<typeof Words>

export const AssessRight = obj({
  /** On the authority list, and with the permission: sees the button. */
  granted: bool('可以评估'),
  userId: str(),
  empName: nul(str()),
})
