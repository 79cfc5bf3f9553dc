// Settings of an organisation that several areas read: which acts need a second person, and who that may be. Each
// section of the settings is merged on its own; another area adds a section here and fulfils it on the server.
import { call, noun } from '#contract/kit/call'
import { options } from '#contract/kit/options'
import { bool, id, int, list, nothing, nul, obj, opt, type Static, str } from '#contract/kit/schema'

export const ReviewAct = options('ReviewAct', '审核事项', [
  ['outing', '外出申请'],
  ['outingPostpone', '外出延期'],
  ['bedChange', '调床与换床'],
  ['checkOut', '退住申请'],
  ['regrade', '等级变更'],
  ['discount', '费用优惠与减免'],
  ['refund', '退费'],
  ['drugReturn', '药品退还家属'],
  ['purchase', '物资采购'],
])
export type ReviewActKey = (typeof ReviewAct.list)[number]['value']

export interface ReviewActFacts {
  /** Where the act belongs, as the menu calls it. */
  group: string
  about: string
  /** Until an administrator decides otherwise. */
  needed: boolean
}

export const reviewActs: Readonly<Record<ReviewActKey, ReviewActFacts>> = {
  outing: { group: '居住', about: '老人请假外出、就医或住院，批准后才能离院', needed: true },
  outingPostpone: { group: '居住', about: '外出期间推迟返回日期', needed: true },
  bedChange: { group: '居住', about: '换到另一张床，或两位老人互换床位', needed: false },
  checkOut: { group: '居住', about: '办理退住，批准后进入结算', needed: false },
  regrade: { group: '护理', about: '护理等级连同护理计划、任务和费用一次变更', needed: true },
  discount: { group: '费用', about: '账单上的优惠、减免和抹零', needed: true },
  refund: { group: '费用', about: '把余额、押金或多收的费用退给家属', needed: true },
  drugReturn: { group: '药品', about: '把代管的药品退还家属', needed: false },
  purchase: { group: '仓储', about: '采购物资，批准后才能入库', needed: false },
}

export const MOST_ROLES = 50
export const MOST_USERS = 100

const ReviewRule = obj({
  act: ReviewAct.schema,
  needed: bool('需要审核'),
  roleIds: list(str()),
  userIds: list(str()),
  roles: list(obj({ roleId: str(), name: str(), people: int() })),
  users: list(obj({ userId: str(), empName: str(), userName: str(), deptName: nul(str()), enabled: bool() })),
  /** How many accounts in use may review; 0 with `needed` says that nobody is left but the administrators. */
  reviewers: int(),
  /** 0 until somebody has decided. */
  version: int(),
  updateTime: nul(str()),
})
export type ReviewRuleData = Static<typeof ReviewRule>

const ReviewRuleBody = obj({
  act: ReviewAct.schema,
  needed: bool('需要审核'),
  roleIds: opt(list(id('角色', { of: 'role' }), MOST_ROLES)),
  userIds: opt(list(id('人员', { of: 'account' }), MOST_USERS)),
  version: opt(int()),
})
export type ReviewRuleBodyData = Static<typeof ReviewRuleBody>

const SAVE = 'systemSetting:checkConfig:save'
const LIST = 'systemSetting:checkConfig:list'

/** A section the caller may not see is null. */
const Settings = obj({ review: nul(list(ReviewRule)) })
export type SettingsData = Static<typeof Settings>

/** A section that is left out stays as it is; of a list, only the entries that are sent change. */
const SettingsBody = obj({ review: opt(list(ReviewRuleBody, 50)) })
export type SettingsBodyData = Static<typeof SettingsBody>

export const checkConfig = noun('systemSetting', 'checkConfig', {
  title: '审核配置',
  calls: {
    settings: call.get('/pims/web-org/setting', { needs: 'signedIn', act: '机构设置', data: Settings }),
    save: call.put('/pims/web-org/setting', {
      needs: SAVE,
      act: '修改机构设置',
      body: SettingsBody,
      data: nothing(),
      refuses: ['INVALID_INPUT', 'CHANGED_MEANWHILE', 'NO_PERMISSION'],
    }),
  },
  pages: {
    list: {
      path: '/systemSetting/checkConfig',
      alias: '/oldman/checkConfig',
      title: '审核配置',
      tab: true,
      ahead: 'settings',
      needs: `${LIST}|${SAVE}`,
      menu: { rail: 'setting', group: '基础资料', order: 52 },
    },
  },
})

/** What a reader of the review section needs. */
export const REVIEW_NEEDS = `${LIST}|${SAVE}`
