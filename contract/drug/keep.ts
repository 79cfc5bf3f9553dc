// Drugs the house keeps for its elders: what lies there, how long it reaches, every movement of it, and batches that are recalled.
import { call, noun } from '#contract/kit/call'
import { event } from '#contract/kit/event'
import { fileAddress } from '#contract/kit/fileAddress'
import { pageOf, pageQuery } from '#contract/kit/paging'
import { bool, date, id, int, list, named, obj, opt, str, text } from '#contract/kit/schema'
import { DrugShort } from './dict.ts'
import { DrugExpiryState, DrugKeepType, DrugReach, DrugSource, KeepWarn, qty } from './drugWords.ts'
import { KeepDrug, KeepElder, KeepRow, Move, Recall, RecallDetail, RefillElder, Setting, Slip } from './keepRows.ts'

export const KEEP_NEEDS = {
  list: 'drug:keep:list',
  edit: 'drug:keep:edit',
  count: 'drug:keep:count',
  recall: 'drug:keep:recall',
  setting: 'drug:keep:setting',
} as const
/** Whoever moves stock may read it. */
export const READ_KEEP = Object.values(KEEP_NEEDS).join('|')

const NEAR = obj({
  oldmanName: opt(str('老人')),
  oldmanId: opt(named('resident', '老人')),
  deptId: opt(named('dept', '部门')),
  areaId: opt(named('location', '楼层')),
  drugName: opt(str('药品')),
}).properties

/** Lines of a slip: whole packages, single units, or both. */
const amount = { packs: opt(qty('包装数')), quantity: opt(qty('零散数量')) }
const REASON = { max: 200 }
const photos = opt(list(fileAddress('照片'), 9))
const person = opt(text('送药人或领取人', { max: 50 }))
const relation = opt(text('与老人关系', { max: 20 }))
const confirmed = opt(text('已确认的情况', { max: 1000 }))
const witnessId = opt(id('见证人', { of: 'account' }))

const DepositLine = obj({
  drugId: id('药品', { of: 'drug' }),
  batchNo: opt(text('批号', { max: 50 })),
  expiry: date('有效期至'),
  ...amount,
})

const refuses = ['NOT_FOUND', 'INVALID_INPUT', 'STATE_NOT_ALLOWED', 'NEEDS_CONFIRM'] as const
const BASE = '/pims/web-org/drug/keep'
const names = { slipId: 'drugSlip', recallId: 'drugRecall' } as const
const ownType = { keepType: { none: 'a kind of movement, not a record' } } as const
/** Clients put what they send with a deletion into the address or into a form body. */
const handedTo = { person, relation, reason: opt(text('原因', REASON)) }

export const drugKeep = noun('drug', 'keep', {
  title: '寄存药品',
  calls: {
    /** One row per elder with all that is kept for them or given to them. */
    list: call.get(BASE, {
      needs: READ_KEEP,
      act: '寄存药品列表',
      query: pageQuery({
        ...NEAR,
        warn: opt(KeepWarn.schema),
      }),
      data: pageOf(KeepElder),
    }),
    add: call.post(BASE, {
      needs: KEEP_NEEDS.edit,
      act: '药品存入',
      body: obj({
        oldmanId: id('老人', { of: 'resident' }),
        source: DrugSource.schema,
        person: text('送药人', { max: 50, pattern: /\S/, hint: '不能为空' }),
        relation,
        reason: opt(text('备注', REASON)),
        photos,
        lines: list(DepositLine, 50),
        confirmed,
      }),
      data: Slip,
      refuses,
      repeatable: true,
    }),
    /** Everything back to the family. */
    remove: call.delete(`${BASE}/{oldmanId}`, {
      needs: KEEP_NEEDS.edit,
      act: '退还老人全部存药',
      query: obj(handedTo),
      body: obj(handedTo),
      data: Slip,
      refuses,
    }),
    /** One row per elder and drug. */
    stock: call.get(`${BASE}/stock`, {
      needs: READ_KEEP,
      act: '药品余量列表',
      query: pageQuery({
        ...NEAR,
        drugId: opt(named('drug', '药品')),
        batchNo: opt(str('批号')),
        reach: opt(DrugReach.schema),
        expiryState: opt(DrugExpiryState.schema),
        warn: opt(KeepWarn.schema),
      }),
      data: pageOf(KeepRow),
    }),
    one: call.get(`${BASE}/stock/{oldmanId}/{drugId}`, {
      needs: READ_KEEP,
      act: '老人药品余量',
      data: KeepDrug,
      refuses: ['NOT_FOUND'],
    }),
    removeDrug: call.delete(`${BASE}/stock/{oldmanId}/{drugId}`, {
      needs: KEEP_NEEDS.edit,
      act: '退还老人一种存药',
      query: obj(handedTo),
      body: obj(handedTo),
      data: Slip,
      refuses,
    }),
    /** 1 added to a batch, 2 handed back, 3 written off, 4 found, 5 short; what the round takes is written by the round. */
    move: call.post(`${BASE}/stock/{keepType}`, {
      names: ownType,
      needs: `${KEEP_NEEDS.edit}|${KEEP_NEEDS.count}`,
      act: '药品收发',
      body: obj({
        lines: list(obj({ stockId: id('批号', { of: 'drugStock' }), ...amount }), 50),
        source: opt(DrugSource.schema),
        person,
        relation,
        reason: opt(text('原因', REASON)),
        witnessId,
        photos,
      }),
      data: Slip,
      refuses,
      repeatable: true,
    }),
    /** What was counted, beside what the page showed; differences become movements. */
    count: call.post(`${BASE}/count`, {
      needs: KEEP_NEEDS.count,
      act: '药品盘点',
      body: obj({
        oldmanId: id('老人', { of: 'resident' }),
        lines: list(
          obj({ stockId: id('批号', { of: 'drugStock' }), counted: qty('实点数量'), expected: qty('账面数量') }),
          200,
        ),
        reason: opt(text('原因', REASON)),
        witnessId,
      }),
      data: obj({ slips: list(Slip), same: int('相符') }),
      refuses,
      repeatable: true,
    }),
    opened: call.put(`${BASE}/opened`, {
      needs: KEEP_NEEDS.edit,
      act: '药品开封登记',
      body: obj({ stockId: id('批号', { of: 'drugStock' }), openedOn: opt(date('开封日期')) }),
      data: KeepDrug,
      refuses,
    }),
    record: call.get(`${BASE}/stock/record`, {
      needs: READ_KEEP,
      act: '药品收发记录',
      query: pageQuery({
        ...NEAR,
        drugId: opt(named('drug', '药品')),
        batchNo: opt(str('批号')),
        keepType: opt(DrugKeepType.schema),
        userName: opt(str('经办人')),
        startDate: opt(str('时间从')),
        endDate: opt(str('时间到')),
      }),
      data: pageOf(Move),
    }),
    /** Drugs to choose from: of an elder, or of the house. */
    dict: call.get(`${BASE}/dict`, {
      needs: READ_KEEP,
      act: '可寄存药品',
      query: obj({ oldmanId: opt(named('resident', '老人')), drugName: opt(str('药品')) }),
      data: list(DrugShort),
    }),
    slip: call.get(`${BASE}/slip/{slipId}`, {
      names: { slipId: names.slipId },
      needs: READ_KEEP,
      act: '药品单据详情',
      data: Slip,
      refuses: ['NOT_FOUND'],
    }),
    print: call.put(`${BASE}/slip/{slipId}/print`, {
      names: { slipId: names.slipId },
      needs: READ_KEEP,
      act: '打印药品单据',
      data: Slip,
      refuses: ['NOT_FOUND'],
    }),
    /** Who needs something brought so that it lasts for so many days. */
    refill: call.get(`${BASE}/refill`, {
      needs: READ_KEEP,
      act: '补药清单',
      query: obj({
        deptId: opt(named('dept', '部门')),
        areaId: opt(named('location', '楼层')),
        oldmanId: opt(named('resident', '老人')),
        /** How long it shall last. */
        days: opt(int('备足天数', { min: 1, max: 180 })),
      }),
      data: list(RefillElder),
    }),
    recalls: call.get(`${BASE}/recall`, {
      needs: READ_KEEP,
      act: '药品召回列表',
      query: pageQuery({ drugName: opt(str('药品')), batchNo: opt(str('批号')), open: opt(bool('召回中')) }),
      data: pageOf(Recall),
    }),
    /** Who holds a batch, and who got it. */
    trace: call.get(`${BASE}/trace`, {
      needs: READ_KEEP,
      act: '批号追踪',
      query: obj({ drugId: named('drug', '药品'), batchNo: str('批号') }),
      data: RecallDetail,
      refuses: ['NOT_FOUND', 'INVALID_INPUT'],
    }),
    recall: call.post(`${BASE}/recall`, {
      needs: KEEP_NEEDS.recall,
      act: '召回批号',
      body: obj({
        drugId: id('药品', { of: 'drug' }),
        batchNo: text('批号', { max: 50, pattern: /\S/, hint: '不能为空' }),
        reason: text('召回原因', { max: 200, pattern: /\S/, hint: '不能为空' }),
      }),
      data: RecallDetail,
      refuses: ['NOT_FOUND', 'ALREADY_EXISTS', 'INVALID_INPUT'],
      repeatable: true,
    }),
    release: call.put(`${BASE}/recall/{recallId}`, {
      names: { recallId: names.recallId },
      needs: KEEP_NEEDS.recall,
      act: '解除召回',
      body: obj({ reason: text('解除说明', { max: 200, pattern: /\S/, hint: '不能为空' }), version: opt(int()) }),
      data: RecallDetail,
      refuses: ['NOT_FOUND', 'STATE_NOT_ALLOWED', 'CHANGED_MEANWHILE'],
    }),
    setting: call.get(`${BASE}/setting`, { needs: READ_KEEP, act: '药品预警设置', data: Setting }),
    saveSetting: call.put(`${BASE}/setting`, {
      needs: KEEP_NEEDS.setting,
      act: '修改药品预警设置',
      body: obj({
        shortDays: int('红色预警天数', { min: 1, max: 60 }),
        lowDays: int('黄色预警天数', { min: 1, max: 90 }),
        expiryDays: int('效期预警天数', { min: 1, max: 365 }),
        restDays: int('收药最短效期（天）', { min: 0, max: 365 }),
        oneAtNight: bool('夜间可一人核对'),
        version: opt(int()),
      }),
      data: Setting,
      refuses: ['INVALID_INPUT', 'CHANGED_MEANWHILE'],
    }),
  },
  events: {
    /** The stock of an elder moved by hand, or a batch was recalled or released (no elder). */
    changed: event('drug.keep.changed', { needs: READ_KEEP, payload: obj({ oldmanId: opt(str()) }) }),
  },
  pages: {
    list: {
      path: '/drug/depositedList',
      title: '寄存药品',
      tab: true,
      needs: READ_KEEP,
      ahead: 'list',
      menu: { rail: 'drug', group: '药品', order: 20 },
    },
  },
})
