// The drug dictionary of the house: what a drug is, how it is packed and kept, and what must be watched.
import { call, noun } from '#contract/kit/call'
import { fileAddress } from '#contract/kit/fileAddress'
import { pageOf, pageQuery } from '#contract/kit/paging'
import {
  bool,
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
import { importCalls } from '#contract/kit/sheet'
import { DrugStorage, HighAlert, qty } from './drugWords.ts'

export const DICT_NEEDS = { list: 'drug:dict:list', edit: 'drug:dict:edit' } as const
/** Whoever may change it may read it. */
export const READ_DICT = Object.values(DICT_NEEDS).join('|')

/** What follows a drug wherever it is shown. */
const short = {
  drugId: str(),
  drugName: str('药品名称'),
  tradeName: nul(str('商品名')),
  spec: str('规格'),
  minUnit: str('最小单位'),
  unitName: str('单位'),
  packUnit: str('包装单位'),
  packFactor: num('每包装数量'),
  strength: nul(num('单位含量')),
  strengthUnit: nul(str('含量单位')),
  storage: DrugStorage.schema,
  highAlert: nul(HighAlert.schema),
  lookAlike: nul(str('易混淆')),
  noCrush: bool('不可掰开、碾碎'),
  picture: nul(str('图片')),
}
export const DrugShort = obj(short)
export type DrugShortData = Static<typeof DrugShort>

const Drug = obj({
  ...short,
  substance: nul(str('有效成分')),
  form: nul(str('剂型')),
  formName: nul(str('剂型')),
  drugType: nul(str('药品类型')),
  drugTypeName: nul(str('药品类型')),
  manageClass: nul(str('管理类别')),
  manageClassName: nul(str('管理类别')),
  maker: nul(str('生产厂家')),
  approvalNo: nul(str('批准文号')),
  lightProof: bool('避光'),
  openDays: nul(int('开封后可用天数')),
  allergies: list(str()),
  allergyNames: list(str()),
  remark: nul(str('说明')),
  enabled: bool('启用'),
  /** Elders whose stock it is in, and for whom it is set. */
  holders: int('寄存老人'),
  users: int('用药老人'),
  createTime: str('创建时间'),
  version: int(),
})
export type DrugData = Static<typeof Drug>

/** Where it is used, in words. Nobody: it may be deleted. */
const Detail = merge(Drug, obj({ usedBy: list(str()) }))
export type DrugDetailData = Static<typeof Detail>

const fields = {
  drugName: text('药品名称', { max: 100, pattern: /\S/, hint: '不能为空' }),
  tradeName: opt(text('商品名', { max: 100 })),
  substance: opt(text('有效成分', { max: 100 })),
  form: opt(text('剂型', { max: 40 })),
  drugType: opt(text('药品类型', { max: 40 })),
  manageClass: opt(text('管理类别', { max: 40 })),
  spec: text('规格', { max: 50, pattern: /\S/, hint: '不能为空，例如 5mg×28片' }),
  minUnit: text('最小单位', { max: 40 }),
  packUnit: opt(text('包装单位', { max: 10 })),
  packFactor: qty('每包装数量', { min: 0.001 }),
  strength: opt(num('单位含量', { min: 0, max: 10_000_000 })),
  strengthUnit: opt(text('含量单位', { max: 10 })),
  maker: opt(text('生产厂家', { max: 100 })),
  approvalNo: opt(text('批准文号', { max: 50 })),
  storage: opt(DrugStorage.schema),
  lightProof: opt(bool('避光')),
  highAlert: opt(HighAlert.schema),
  lookAlike: opt(text('易混淆药品', { max: 100 })),
  noCrush: opt(bool('不可掰开、碾碎')),
  openDays: opt(int('开封后可用天数', { min: 1, max: 730 })),
  allergies: opt(list(text('禁用过敏史', { max: 40 }), 20)),
  picture: opt(fileAddress('图片')),
  remark: opt(text('说明', { max: 500 })),
  enabled: opt(bool('启用')),
}
export const DrugBody = obj(fields)
export type DrugBodyData = Static<typeof DrugBody>

const BASE = '/pims/web-org/drug/dict'

export const drugDict = noun('drug', 'dict', {
  title: '药品字典',
  calls: {
    list: call.get(BASE, {
      needs: READ_DICT,
      act: '药品字典列表',
      query: pageQuery({
        /** Name, trade name, pinyin or initials. */
        drugName: opt(str('药品名称')),
        maker: opt(str('生产厂家')),
        form: opt(str('剂型')),
        drugType: opt(str('药品类型')),
        storage: opt(DrugStorage.schema),
        highAlert: opt(HighAlert.schema),
        /** 1: only those with a mark. */
        marked: opt(int('高警示或易混淆', { min: 0, max: 1 })),
        enabled: opt(bool('启用')),
        drugId: opt(named('drug', '药品')),
      }),
      data: pageOf(Drug),
    }),
    ...importCalls(`${BASE}/import`, { needs: DICT_NEEDS.edit, title: '药品' }),
    get: call.get(`${BASE}/{drugId}`, { needs: READ_DICT, act: '药品详情', data: Detail, refuses: ['NOT_FOUND'] }),
    add: call.post(BASE, {
      needs: DICT_NEEDS.edit,
      act: '新增药品',
      body: DrugBody,
      data: Detail,
      refuses: ['ALREADY_EXISTS', 'INVALID_INPUT'],
      repeatable: true,
    }),
    /** Clients name the drug in the body or in the path. What is kept or used keeps its smallest unit. */
    save: call.put(BASE, {
      needs: DICT_NEEDS.edit,
      act: '修改药品',
      aliases: [`${BASE}/{drugId}`],
      body: obj({ drugId: opt(id('药品', { of: 'drug' })), ...fields, version: opt(int()) }),
      data: Detail,
      refuses: ['NOT_FOUND', 'ALREADY_EXISTS', 'INVALID_INPUT', 'CHANGED_MEANWHILE'],
    }),
    remove: call.delete(`${BASE}/{drugId}`, {
      needs: DICT_NEEDS.edit,
      act: '删除药品',
      data: nothing(),
      refuses: ['NOT_FOUND', 'IN_USE'],
    }),
  },
  pages: {
    list: {
      path: '/drug/drugList',
      title: '药品字典',
      tab: true,
      needs: READ_DICT,
      ahead: 'list',
      menu: { rail: 'drug', group: '药品', order: 50 },
    },
  },
})
