// Residents: the words everything about them is said in, and the trees that pick them. What documents can say about a
// resident stands in residentPlaceholders.ts. Values that an organisation may change (category, relation, education …)
// are dictionaries; the sets here are fixed.
import { call, noun } from '#contract/kit/call'
import { options } from '#contract/kit/options'
import { anything, int, list, merge, named, nul, obj, opt, type Static, str } from '#contract/kit/schema'

/** Residents: 0 male, 1 female. Staff use another set. */
export const ResidentSex = options('ResidentSex', '性别', [
  [0, 'male', '男'],
  [1, 'female', '女'],
])

export const ResidenceStatus = options('ResidenceStatus', '入住状态', [
  [1, 'living', ['入住中', 'blue']],
  [4, 'trial', ['试住', 'teal']],
  [5, 'reserved', ['已预订', 'amber']],
  [3, 'waiting', ['待入住', 'slate', 'hollow']],
  [2, 'left', ['已退住', 'grey']],
  [6, 'cancelled', ['取消预订', 'grey', 'hollow']],
])
export type ResidenceStatusValue = Static<typeof ResidenceStatus.schema>

/** In the house: in residence or in trial. */
export const IN_HOUSE: readonly ResidenceStatusValue[] = [ResidenceStatus.is.living, ResidenceStatus.is.trial]
/** Known to the house, and not yet in it. */
export const NOT_YET_IN: readonly ResidenceStatusValue[] = [
  ResidenceStatus.is.waiting,
  ResidenceStatus.is.reserved,
  ResidenceStatus.is.cancelled,
]
/** With a stay, whether it goes on or is over. */
export const WITH_STAY: readonly ResidenceStatusValue[] = [
  ResidenceStatus.is.living,
  ResidenceStatus.is.left,
  ResidenceStatus.is.trial,
]

/** Set by hand; they follow the name on every page. */
export const AttentionNote = options('AttentionNote', '关注事项', [
  [1, 'dementia', ['失智', 'purple']],
  [2, 'violence', ['暴力倾向', 'red']],
  [3, 'suicide', ['自杀倾向', 'red']],
  [4, 'careInsurance', ['长护险', 'teal']],
  [5, 'endOfLife', ['临终关怀', 'slate']],
])

/**
 * All that follows the name: the notes set by hand, and the marks that finished risk sheets set (contract/nursing/assess/risk.ts).
 * Of each harm one says that it has to be prevented, and one that the risk is high.
 */
export const ResidentNote = options('ResidentNote', '关注事项与风险', [
  [1, 'dementia', ['失智', 'purple']],
  [2, 'violence', ['暴力倾向', 'red']],
  [3, 'suicide', ['自杀倾向', 'red']],
  [4, 'careInsurance', ['长护险', 'teal']],
  [5, 'endOfLife', ['临终关怀', 'slate']],
  [11, 'choking', ['防噎食', 'amber']],
  [12, 'misIngestion', ['防误食', 'amber']],
  [13, 'pressureUlcer', ['防压疮', 'amber']],
  [14, 'scald', ['防烫伤', 'amber']],
  [15, 'bedFall', ['防坠床', 'amber']],
  [16, 'fall', ['防跌倒', 'amber']],
  [17, 'harm', ['防自伤他伤', 'amber']],
  [18, 'wander', ['防走失', 'amber']],
  [19, 'activityAccident', ['活动关注', 'amber']],
  [21, 'highChoking', ['防噎食·高', 'red']],
  [22, 'highMisIngestion', ['防误食·高', 'red']],
  [23, 'highPressureUlcer', ['防压疮·高', 'red']],
  [24, 'highScald', ['防烫伤·高', 'red']],
  [25, 'highBedFall', ['防坠床·高', 'red']],
  [26, 'highFall', ['防跌倒·高', 'red']],
  [27, 'highHarm', ['防自伤他伤·高', 'red']],
  [28, 'highWander', ['防走失·高', 'red']],
  [29, 'highActivityAccident', ['活动关注·高', 'red']],
])
export type ResidentNoteValue = Static<typeof ResidentNote.schema>

/** Marks of risk begin here; below are the notes set by hand. */
const FIRST_MARK = 11
/** From here on the risk is high. */
const FIRST_HIGH = 21
export const isRiskMark = (note: number) => note >= FIRST_MARK
export const isHighRisk = (note: number) => note >= FIRST_HIGH

/** What lists are filtered by: a harm, however grave. */
export const NoteFilter = options('NoteFilter', '关注事项与风险', [
  [1, 'dementia', '失智'],
  [2, 'violence', '暴力倾向'],
  [3, 'suicide', '自杀倾向'],
  [4, 'careInsurance', '长护险'],
  [5, 'endOfLife', '临终关怀'],
  [11, 'choking', '防噎食'],
  [12, 'misIngestion', '防误食'],
  [13, 'pressureUlcer', '防压疮'],
  [14, 'scald', '防烫伤'],
  [15, 'bedFall', '防坠床'],
  [16, 'fall', '防跌倒'],
  [17, 'harm', '防自伤他伤'],
  [18, 'wander', '防走失'],
  [19, 'activityAccident', '活动关注'],
])
/** The notes that a filter means: a mark in both its gravities. */
export const notesMeant = (asked: number | null | undefined): number[] | null =>
  asked === null || asked === undefined
    ? null
    : isRiskMark(asked) && !isHighRisk(asked)
      ? [asked, asked + FIRST_HIGH - FIRST_MARK]
      : [asked]

export const SelfCare = options('SelfCare', '自理能力', [
  [1, 'able', '自理'],
  [2, 'partly', '半自理'],
  [3, 'unable', '不能自理'],
])

/** Codes of the dictionary elderCategory that mean 特困人员; an organisation may add further ones named so. */
export const EXTREMELY_POOR: readonly string[] = ['2', '3']

/** What a family member is to the contract; marks, not relations. */
export const familyParts = [
  ['guardian', '监护人'],
  ['emergency', '紧急联系人'],
  ['payer', '付费人'],
  ['guarantor', '担保人'],
] as const

/** A node of either tree. `children` stands last and is null on a leaf. */
export interface TreeNode {
  id: string
  name: string
  type: 'dept' | 'room' | 'oldman' | 'nursing'
  /** People below, without the node itself. */
  count: number
  parentId: string | null
  deptId: string | null
  oldmanId?: string
  oldmanName?: string
  sex?: number
  age?: number
  oldmanStatus?: number
  attention?: number[]
  bedId?: string | null
  bedName?: string | null
  nursingId?: string
  nursingName?: string
  phoneNum?: string | null
  jobName?: string | null
  children: TreeNode[] | null
}

const statuses = opt(str('入住状态'))

export const resident = noun('live', 'resident', {
  title: '老人',
  calls: {
    /** Departments → rooms → residents, as far as the caller's departments reach. */
    tree: call.get('/pims/web-org/common/oldManTree', {
      needs: 'signedIn',
      act: '老人选择树',
      query: obj({
        /** Comma-joined; in residence and trial unless told. */
        oldmanStatuses: statuses,
        oldmanName: opt(str('老人')),
        deptId: opt(named('dept', '部门')),
      }),
      data: anything(),
    }),
    /** Departments → nursing workers. */
    nursingTree: call.get('/pims/web-pi/nursing/tree', {
      needs: 'signedIn',
      act: '护理人员选择树',
      query: obj({ nursingName: opt(str('护理人员')), deptId: opt(named('dept', '部门')) }),
      data: anything(),
    }),
  },
})

/** Who it is. The cash desk knows no more: what care must mind is no matter of money. */
export const ResidentName = obj({
  oldmanId: str(),
  oldmanName: str('姓名'),
  sex: ResidentSex.schema,
  age: int('年龄'),
  head: nul(str('照片')),
  status: ResidenceStatus.schema,
})

/** What every list of the house that names a resident says about them. */
export const ResidentMarks = merge(ResidentName, obj({ attention: list(ResidentNote.schema) }))
export type ResidentMarksData = Static<typeof ResidentMarks>
