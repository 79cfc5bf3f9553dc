// Care projects: what is done for residents, how long it takes, what a record of it must bring, and what it costs.
import { call, noun } from '#contract/kit/call'
import { fenSchema } from '#contract/kit/money'
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

export const CARE_ITEM_NEEDS = {
  list: 'nursing:project:list',
  edit: 'nursing:project:edit',
  price: 'nursing:project:price',
} as const
/** Whoever may change the projects may read them. */
export const READ_CARE_ITEMS = Object.values(CARE_ITEM_NEEDS).join('|')

/** How exactly a time is meant. */
export const CareWindow = options('CareWindow', '时限', [
  [1, 'exact', '准点（前后 30 分钟）'],
  [2, 'routine', '常规（前 30 后 60 分钟）'],
  [3, 'turning', '翻身（前 15 后 30 分钟）'],
  [4, 'half', '半天内'],
  [5, 'shift', '本班内'],
  [6, 'day', '当天内'],
])
export type CareWindowValue = Static<typeof CareWindow.schema>

/** Minutes before and after the planned time; what is done within a stretch of the day has its end from that stretch. */
export const windowMinutes: Readonly<Record<CareWindowValue, readonly [before: number, after: number]>> = {
  [CareWindow.is.exact]: [30, 30],
  [CareWindow.is.routine]: [30, 60],
  [CareWindow.is.turning]: [15, 30],
  [CareWindow.is.half]: [180, 240],
  [CareWindow.is.shift]: [240, 480],
  [CareWindow.is.day]: [720, 720],
}

/** Values that a record of the project brings along. */
export const SignPart = options('SignPart', '体征', [
  ['pressure', '血压'],
  ['pulse', '脉搏'],
  ['temperature', '体温'],
  ['breathing', '呼吸'],
  ['oxygen', '血氧'],
  ['glucose', '血糖'],
  ['weight', '体重'],
  ['pain', '疼痛'],
  ['intake', '入量'],
  ['output', '出量'],
  ['stool', '排便'],
])

export type SignPartValue = Static<typeof SignPart.schema>

const Price = obj({
  fromDate: str('生效日期'),
  priceFen: fenSchema('单价'),
  userName: str('设置人'),
  createTime: str('设置时间'),
  /** now: holds today; future: not yet; past */
  when: str('状态'),
})
export type CarePriceData = Static<typeof Price>

const Project = obj({
  projectId: str(),
  projectName: str('项目名称'),
  categoryId: str(),
  categoryName: str('分类'),
  minutes: int('用时（分钟）'),
  window: CareWindow.schema,
  needsPhoto: bool('拍照'),
  needsScan: bool('扫码'),
  needsSigns: list(SignPart.schema),
  needsEvaluation: bool('评价'),
  charged: bool('收费'),
  /** Of today; null where it is free, where its first price is still to come, or the caller sees no prices. */
  priceFen: nul(fenSchema('单价')),
  nextPriceFen: nul(fenSchema('新价')),
  nextPriceFrom: nul(str('新价生效')),
  remark: nul(str('说明')),
  enabled: bool('启用'),
  sort: int('排序'),
  /** Levels that have it. */
  levelCount: int('护理等级'),
  createTime: str('创建时间'),
  version: int(),
})
export type CareProjectData = Static<typeof Project>

/** Who uses it, in words: 护理等级：特护、全护理. Nobody: it may be deleted. */
const Detail = merge(Project, obj({ prices: list(Price), usedBy: list(str()) }))
export type CareProjectDetailData = Static<typeof Detail>

/** 100,000 yuan */
const PRICE = fenSchema('单价', { min: 0, max: 10_000_000 })
const fields = {
  projectName: text('项目名称', { max: 30, pattern: /\S/, hint: '不能为空' }),
  categoryId: id('分类', { of: 'careCategory' }),
  minutes: int('用时（分钟）', { min: 1, max: 480 }),
  window: CareWindow.schema,
  needsPhoto: opt(bool('要拍照')),
  needsScan: opt(bool('要扫码')),
  needsSigns: opt(list(SignPart.schema, 11)),
  needsEvaluation: opt(bool('要评价')),
  charged: opt(bool('收费')),
  remark: opt(text('说明', { max: 200 })),
  enabled: opt(bool('启用')),
}
const BASE = '/pims/web-org/projects'
const names = { projectId: 'careProject' } as const

export const careProject = noun('nursing', 'project', {
  title: '护理项目',
  calls: {
    list: call.get(BASE, {
      needs: 'signedIn',
      act: '护理项目列表',
      query: pageQuery({
        projectName: opt(str('项目名称')),
        categoryId: opt(named('careCategory', '分类')),
        charged: opt(bool('收费')),
        enabled: opt(bool('启用')),
      }),
      data: pageOf(Project),
    }),
    get: call.get(`${BASE}/{projectId}`, {
      names,
      needs: READ_CARE_ITEMS,
      act: '护理项目详情',
      data: Detail,
      refuses: ['NOT_FOUND'],
    }),
    add: call.post(BASE, {
      needs: CARE_ITEM_NEEDS.edit,
      act: '新增护理项目',
      body: obj({ ...fields, priceFen: opt(PRICE) }),
      data: Detail,
      refuses: ['NOT_FOUND', 'ALREADY_EXISTS', 'INVALID_INPUT', 'NO_PERMISSION'],
      repeatable: true,
    }),
    /** Everything but the price, which has a day (addPrice); without `charged` that stays as it is. Clients name the project in the body or in the path. */
    save: call.put(BASE, {
      needs: CARE_ITEM_NEEDS.edit,
      act: '修改护理项目',
      aliases: [`${BASE}/{projectId}`],
      body: obj({ projectId: opt(id('护理项目', { of: 'careProject' })), ...fields, version: opt(int()) }),
      data: Detail,
      refuses: ['NOT_FOUND', 'ALREADY_EXISTS', 'INVALID_INPUT', 'CHANGED_MEANWHILE', 'NO_PERMISSION'],
    }),
    /** From that day on it is charged. */
    addPrice: call.post(`${BASE}/{projectId}/price`, {
      names,
      needs: CARE_ITEM_NEEDS.price,
      act: '护理项目调价',
      body: obj({ priceFen: PRICE, fromDate: date('生效日期'), version: opt(int()) }),
      data: Detail,
      refuses: ['NOT_FOUND', 'INVALID_INPUT', 'CHANGED_MEANWHILE'],
      repeatable: true,
    }),
    /** Of a day to come. */
    removePrice: call.delete(`${BASE}/{projectId}/price/{fromDate}`, {
      names,
      needs: CARE_ITEM_NEEDS.price,
      act: '撤回护理项目调价',
      data: Detail,
      refuses: ['NOT_FOUND', 'INVALID_INPUT'],
    }),
    sort: call.put(`${BASE}/sort`, {
      needs: CARE_ITEM_NEEDS.edit,
      act: '护理项目排序',
      body: obj({
        sorts: list(
          obj({ projectId: id('护理项目', { of: 'careProject' }), sort: int('顺序', { min: 1, max: 100_000 }) }),
          500,
        ),
      }),
      data: nothing(),
      refuses: ['NOT_FOUND'],
    }),
    remove: call.delete(`${BASE}/{projectId}`, {
      names,
      needs: CARE_ITEM_NEEDS.edit,
      act: '删除护理项目',
      data: nothing(),
      refuses: ['NOT_FOUND', 'IN_USE'],
    }),
  },
  pages: {
    list: {
      path: '/nursing/project',
      title: '护理项目',
      tab: true,
      needs: READ_CARE_ITEMS,
      ahead: 'list',
      menu: { rail: 'nursing', group: '计划', order: 23 },
    },
  },
})
