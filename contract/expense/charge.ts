// Charges outside the agreed fees: one-off, medical, spending in the house, damage, adjustments. They wait for the next bill
// or are paid at once.
import { call, noun } from '#contract/kit/call'
import { event } from '#contract/kit/event'
import { fenSchema } from '#contract/kit/money'
import { options } from '#contract/kit/options'
import { pageOf, pageQuery } from '#contract/kit/paging'
import {
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
import { ResidentName } from '#contract/live/resident'
import { TradeWay } from './tradeWords.ts'

export const CHARGE_NEEDS = {
  list: 'expense:charge:list',
  add: 'expense:charge:add',
  edit: 'expense:charge:edit',
  void: 'expense:charge:void',
} as const
const READ = Object.values(CHARGE_NEEDS).join('|')

export const ChargeKind = options('ChargeKind', '消费类型', [
  ['SALOON', ['院内消费', 'purple']],
  ['MEDICAL', ['医疗', 'teal']],
  ['ONCE', ['一次性', 'blue']],
  ['DAMAGE', ['赔偿', 'orange']],
  ['ADJUST', ['调整', 'slate']],
])
export type ChargeKindValue = Static<typeof ChargeKind.schema>

export const MedicalKind = options('MedicalKind', '医疗类别', [
  ['诊疗', '诊疗'],
  ['药品', '药品'],
  ['检查', '检查'],
  ['耗材', '耗材'],
])

export const ChargeState = options('ChargeState', '状态', [
  ['WAITING', ['待入账单', 'amber']],
  ['BILLED', ['已入账单', 'green']],
  ['VOID', ['已作废', 'grey']],
])

/** Price times quantity, half up, away from zero; the quantity has three decimals at most. */
export function chargeAmount(priceFen: number, quantity: number): number {
  const scaled = BigInt(priceFen) * BigInt(Math.round(quantity * 1000))
  const sign = scaled < 0n ? -1n : 1n
  return Number((scaled * 2n + sign * 1000n) / 2000n)
}

const Row = merge(
  ResidentName,
  obj({
    chargeId: str(),
    bedPath: nul(str('床位')),
    kind: ChargeKind.schema,
    projectChildId: nul(str()),
    category: str(),
    categoryName: str('费用分类'),
    name: str('项目'),
    medicalKind: nul(str('医疗类别')),
    unit: nul(str('单位')),
    /** Amounts are null where the reader may not see them. */
    priceFen: nul(fenSchema('单价')),
    quantity: num('数量'),
    amountFen: nul(fenSchema('金额')),
    insuredFen: nul(fenSchema('医保支付')),
    /** What the resident pays. */
    ownFen: nul(fenSchema('自付')),
    day: str('消费日期'),
    orderedBy: nul(str('开单人')),
    state: ChargeState.schema,
    billId: nul(str()),
    billNo: nul(str('账单')),
    billState: nul(str('账单状态')),
    remark: nul(str('备注')),
    userName: str('登记人'),
    createTime: str('登记时间'),
    version: int(),
  }),
)
export type ChargeRowData = Static<typeof Row>

const what = {
  kind: ChargeKind.schema,
  /** An item of the price list; its name, unit and price stand where nothing else is sent. */
  projectChildId: opt(id('费用项目', { of: 'feeChild' })),
  name: opt(text('项目名称', { max: 50 })),
  medicalKind: opt(MedicalKind.schema),
  unit: opt(text('单位', { max: 10 })),
  /** Negative only in an adjustment. */
  priceFen: fenSchema('单价', { min: -100_000_000, max: 100_000_000 }),
  quantity: opt(num('数量', { min: 0.001, max: 100_000 })),
  insuredFen: opt(fenSchema('医保支付', { min: 0, max: 100_000_000 })),
  day: date('消费日期'),
  orderedBy: opt(text('开单人', { max: 30 })),
  remark: opt(text('备注', { max: 200 })),
}
/** Also what a scanned payment keeps until the money has come. */
export const ChargeWhat = obj(what)
export type ChargeWhatData = Static<typeof ChargeWhat>
const fields = { oldmanId: id('老人', { of: 'resident' }), ...what }

const ChargePay = obj({
  /** 1 takes it from balance and gift, others are outside ways. */
  way: TradeWay.schema,
  amountFen: fenSchema('金额', { min: 1 }),
})
export type ChargePayData = Static<typeof ChargePay>

const filters = {
  keyword: opt(str('老人')),
  oldmanId: opt(named('resident')),
  kind: opt(ChargeKind.schema),
  state: opt(ChargeState.schema),
  medicalKind: opt(MedicalKind.schema),
  /** Any part of the item's name. */
  name: opt(str('项目')),
  dayFrom: opt(date('消费日期从')),
  dayTo: opt(date('消费日期到')),
  billId: opt(named('bill')),
}

const BASE = '/pims/web-pi/cost/charge'
const refuses = ['NOT_FOUND', 'INVALID_INPUT', 'STATE_NOT_ALLOWED', 'CHANGED_MEANWHILE'] as const
export const MOST_CHARGES = 500

export const charge = noun('expense', 'charge', {
  title: '消费登记',
  calls: {
    list: call.get(BASE, { needs: READ, act: '消费登记列表', query: pageQuery(filters), data: pageOf(Row) }),
    /** Of the whole list, with the same filters except the state. */
    counts: call.get(`${BASE}/counts`, {
      needs: READ,
      act: '消费登记数量',
      query: obj(filters),
      data: list(obj({ state: ChargeState.schema, count: int(), amountFen: nul(fenSchema()) })),
    }),
    get: call.get(`${BASE}/{chargeId}`, { needs: READ, act: '消费详情', data: Row, refuses: ['NOT_FOUND'] }),
    /** Waits for the next bill. */
    add: call.post(BASE, {
      needs: CHARGE_NEEDS.add,
      act: '记一笔消费',
      body: obj(fields),
      data: Row,
      refuses,
      repeatable: true,
    }),
    /** The same for many residents; all or none. */
    addMany: call.post(`${BASE}/batch`, {
      needs: CHARGE_NEEDS.add,
      act: '批量登记消费',
      body: obj({ oldmanIds: list(id('老人', { of: 'resident' }), MOST_CHARGES), ...what }),
      data: obj({ count: int(), amountFen: nul(fenSchema('合计')) }),
      refuses,
      repeatable: true,
    }),
    /** Charged and paid in one act: a bill of its own, paid in full, with a receipt where money came in. */
    pay: call.post(`${BASE}/pay`, {
      needs: `${CHARGE_NEEDS.add}&expense:account:pay`,
      act: '消费当场收款',
      body: obj({ ...fields, payments: list(ChargePay, 6), payer: opt(text('缴款人', { max: 60 })) }),
      data: merge(
        obj({ billId: str(), billNo: str('账单号'), receiptId: nul(str()), receiptNo: nul(str('收据号')) }),
        obj({ charge: Row }),
      ),
      refuses,
      repeatable: true,
    }),
    /** While it waits. Clients name the charge in the body or in the path. */
    save: call.put(BASE, {
      needs: CHARGE_NEEDS.edit,
      act: '修改消费',
      aliases: [`${BASE}/{chargeId}`],
      body: obj({ chargeId: opt(id('消费', { of: 'charge' })), ...what, version: opt(int()) }),
      data: Row,
      refuses,
    }),
    void: call.put(`${BASE}/void/{chargeId}`, {
      needs: CHARGE_NEEDS.void,
      act: '作废消费',
      body: obj({ reason: text('作废原因', { max: 100 }), version: opt(int()) }),
      data: nothing(),
      refuses,
    }),
  },
  events: {
    changed: event('expense.charge.changed', { needs: READ, payload: obj({ oldmanIds: list(str()) }) }),
  },
  pages: {
    list: {
      path: '/expense/charge',
      title: '消费登记',
      tab: true,
      needs: READ,
      ahead: 'list',
      menu: { rail: 'expense', group: '收费', order: 15 },
    },
  },
})
