// Use settings: which drug an elder takes, how much, how and when. A setting is never changed: it ends and another begins in its
// place, so that what was given stays explained.
import { call, noun } from '#contract/kit/call'
import { event } from '#contract/kit/event'
import { fileAddress } from '#contract/kit/fileAddress'
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
  num,
  obj,
  opt,
  type Static,
  str,
  text,
} from '#contract/kit/schema'
import { ResidentMarks } from '#contract/live/resident'
import { clockText } from '#contract/nursing/frequency'
import {
  DrugFrequency,
  DrugOrderSource,
  DrugRoute,
  DrugTiming,
  DrugUseState,
  type DrugUseStateValue,
} from './useWords.ts'

export const DRUG_USE_NEEDS = { list: 'drug:use:list', edit: 'drug:use:edit' } as const
export const READ_DRUG_USES = `${DRUG_USE_NEEDS.list}|${DRUG_USE_NEEDS.edit}`

const { ON, PAUSED, ENDED } = DrugUseState.is
const needs = DRUG_USE_NEEDS.edit

export const drugUseMoves = machine<DrugUseStateValue>()({
  change: { from: [ON, PAUSED], to: ENDED, title: '修改', needs },
  pause: { from: [ON], to: PAUSED, title: '暂停', needs },
  resume: { from: [PAUSED], to: ON, title: '恢复', needs },
  end: { from: [ON, PAUSED], to: ENDED, title: '停用', needs },
  remove: { from: [ON, PAUSED], to: ENDED, title: '删除', needs },
})
export type DrugUseMove = keyof typeof drugUseMoves.moves

/** What may be done with several at once. */
export const ManyUses = options('ManyUses', '操作', [
  ['end', '停用'],
  ['pause', '暂停'],
  ['resume', '恢复'],
])
export const MOST_USES = 100

const fields = {
  drugId: id('药品', { of: 'drug' }),
  /** In smallest units of the drug, each time. */
  dose: num('每次剂量', { min: 0.001, max: 9999 }),
  route: DrugRoute.schema,
  frequency: DrugFrequency.schema,
  /** As many as the frequency asks for; those the house uses unless told. */
  clocks: opt(list(clockText('时刻'), 24)),
  /** 1 Monday … 7 Sunday, of what comes once or twice a week. */
  weekdays: opt(list(int('星期', { min: 1, max: 7 }), 7)),
  timing: opt(DrugTiming.schema),
  /** Today unless told. */
  startDate: opt(date('开始日期')),
  endDate: opt(date('结束日期')),
  giveHow: opt(text('给药要求', { max: 50 })),
  orderSource: DrugOrderSource.schema,
  doctor: opt(text('医生', { max: 50 })),
  sheets: opt(list(fileAddress('医嘱单照片'), 9)),
  remark: opt(text('备注', { max: 200 })),
  neededFor: opt(text('何时需要', { max: 100 })),
  leastHours: opt(num('最短间隔（小时）', { min: 0.5, max: 72 })),
  mostPerDay: opt(int('24 小时最多次数', { min: 1, max: 24 })),
  /** The sentence that was shown, where something is unusual. */
  confirmed: opt(text('确认', { max: 2000 })),
}

export const DrugFacts = obj({
  drugId: str(),
  drugName: str('药品'),
  tradeName: nul(str('商品名')),
  spec: str('规格'),
  /** The smallest unit in words: 片. */
  unit: str('单位'),
  picture: nul(str('图片')),
  /** The group in words. */
  highAlert: nul(str('高警示')),
  lookAlike: nul(str('易混淆')),
  noCrush: bool('不可掰开碾碎'),
})
export type DrugFactsData = Static<typeof DrugFacts>

const Row = merge(
  merge(ResidentMarks, DrugFacts),
  obj({
    useId: str(),
    deptName: nul(str('部门')),
    bedPath: nul(str('床位')),
    dose: num('每次剂量'),
    /** 半片 */
    doseText: str('剂量'),
    /** 25mg, where the dictionary knows the strength. */
    doseWeight: nul(str('含量')),
    route: DrugRoute.schema,
    frequency: DrugFrequency.schema,
    clocks: list(str()),
    weekdays: list(int()),
    timing: nul(DrugTiming.schema),
    /** 每日 2 次 08:00 17:00 */
    timesText: str('用法'),
    startDate: str('开始日期'),
    endDate: nul(str('结束日期')),
    giveHow: nul(str('给药要求')),
    orderSource: DrugOrderSource.schema,
    doctor: nul(str('医生')),
    sheets: list(str()),
    remark: nul(str('备注')),
    neededFor: nul(str('何时需要')),
    leastHours: nul(num('最短间隔')),
    mostPerDay: nul(int('24 小时最多')),
    state: DrugUseState.schema,
    pauseReason: nul(str('暂停原因')),
    endedAt: nul(str('停用时间')),
    endReason: nul(str('停用原因')),
    endedName: nul(str('停用人')),
    confirmed: nul(str('已确认')),
    insteadOf: nul(str()),
    /** What of it may be given now, and for how many days; null days: as needed. */
    stock: num('余量'),
    daysLeft: nul(num('可用天数')),
    createdName: nul(str('录入人')),
    createTime: str('录入时间'),
    version: int(),
    can: list(str()),
  }),
)
export type DrugUseData = Static<typeof Row>

/** A drug that an elder keeps here, to be chosen. */
const Kept = merge(
  DrugFacts,
  obj({
    stock: num('余量'),
    expiry: nul(str('最早效期')),
    /** A setting of it that holds already. */
    inUse: bool('已设用药'),
    /** Of the usual daily times a form begins with. */
    route: DrugRoute.schema,
  }),
)
export type KeptDrugData = Static<typeof Kept>

const BASE = '/pims/web-org/drug/use'
const names = { useId: 'drugUse' } as const
const refuses = ['NOT_FOUND', 'INVALID_INPUT', 'STATE_NOT_ALLOWED', 'NEEDS_CONFIRM', 'CHANGED_MEANWHILE'] as const

export const drugUse = noun('drug', 'use', {
  title: '用药设置',
  calls: {
    list: call.get(BASE, {
      needs: READ_DRUG_USES,
      act: '用药设置列表',
      query: pageQuery({
        keyword: opt(str('姓名、拼音或药名')),
        oldmanId: opt(named('resident')),
        drugId: opt(named('drug')),
        deptId: opt(named('dept', '部门')),
        /** Those that hold unless told. */
        state: opt(DrugUseState.schema),
        /** Also those that ended. */
        all: opt(bool('全部')),
        needed: opt(bool('必要时')),
        highAlert: opt(bool('高警示')),
      }),
      data: pageOf(Row),
    }),
    /** What an elder keeps here, for a new setting; drugs of the dictionary that match where a keyword is typed. */
    keep: call.get(`${BASE}/keep`, {
      needs: READ_DRUG_USES,
      act: '可设置的药品',
      query: obj({ oldmanId: id('老人', { of: 'resident' }), keyword: opt(str('药名或拼音')) }),
      data: list(Kept),
      refuses: ['NOT_FOUND'],
    }),
    get: call.get(`${BASE}/{useId}`, {
      names,
      needs: READ_DRUG_USES,
      act: '用药设置详情',
      data: Row,
      refuses: ['NOT_FOUND'],
    }),
    add: call.post(BASE, {
      needs,
      act: '新增用药设置',
      codeNames: { [needs]: '新增、修改、停用用药' },
      body: obj({ oldmanId: id('老人', { of: 'resident' }), ...fields }),
      data: Row,
      refuses,
      repeatable: true,
    }),
    /** Ends the setting and begins another in its place, from now on or from a day to come. */
    save: call.put(BASE, {
      needs,
      act: '修改用药设置',
      names,
      body: obj({
        useId: id('用药设置', { of: 'drugUse' }),
        ...fields,
        /** Why it is changed. */
        reason: text('修改原因', { max: 100, pattern: /\S/, hint: '不能为空' }),
        version: opt(int()),
      }),
      data: Row,
      refuses,
      repeatable: true,
    }),
    /** Written by mistake: nothing was set out of it yet. */
    remove: call.delete(`${BASE}/{useId}`, {
      names,
      needs,
      act: '删除用药设置',
      data: nothing(),
      refuses: ['NOT_FOUND', 'STATE_NOT_ALLOWED'],
    }),
    /** Ends, pauses or resumes several, of one elder or of many: a drug that is not given any more. */
    many: call.post(`${BASE}/useIds`, {
      needs,
      act: '批量处理用药设置',
      body: obj({
        useIds: list(id('用药设置', { of: 'drugUse' }), MOST_USES),
        act: ManyUses.schema,
        /** Asked for where they end or pause. */
        reason: opt(text('原因', { max: 100 })),
      }),
      data: obj({ count: int('已处理') }),
      refuses: ['NOT_FOUND', 'INVALID_INPUT', 'STATE_NOT_ALLOWED'],
      repeatable: true,
    }),
  },
  pages: {
    set: {
      path: '/drug/set',
      title: '用药设置',
      tab: true,
      needs: READ_DRUG_USES,
      ahead: 'list',
      menu: { rail: 'drug', group: '设置', order: 31 },
    },
  },
  events: {
    changed: event('drug.use.changed', { needs: READ_DRUG_USES, payload: obj({ oldmanIds: list(str()) }) }),
  },
})
