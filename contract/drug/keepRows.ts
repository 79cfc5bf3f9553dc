// How what is kept is shown: cards per elder, rows per drug, batches, movements, papers, recalls.
import { phoneNo } from '#contract/kit/privacy'
import { bool, int, list, merge, nul, num, obj, type Static, str } from '#contract/kit/schema'
import { ResidentMarks } from '#contract/live/resident'
import { DrugShort } from './dict.ts'
import { DrugExpiryState, DrugKeepType, DrugReach, DrugSource } from './drugWords.ts'

const Place = { bedPath: nul(str('床位')), deptName: nul(str('部门')) }
const Elder = obj({ ...ResidentMarks.properties, ...Place })

/** What an elder has of one drug, and how far it goes. */
const line = {
  ...DrugShort.properties,
  /** All that lies there, and what of it may be given: neither expired nor recalled. */
  quantity: num('余量'),
  usable: num('可用'),
  /** Planned for a day, on the average; 0 where it is only given as needed. */
  perDay: num('日用量'),
  /** A setting uses it. */
  running: bool('使用中'),
  /** Whole days that the usable stock reaches; null where nothing is planned. */
  days: nul(int('可用天数')),
  reach: DrugReach.schema,
  batches: int('批数'),
  /** The first day after which something of it may no longer be given. */
  until: nul(str('最近效期')),
  expiryState: nul(DrugExpiryState.schema),
  recalled: bool('召回'),
}
const Line = obj(line)
export type KeepLineData = Static<typeof Line>

/** oldmanId of the elder stands in ResidentMarks. */
export const KeepElder = merge(Elder, obj({ lines: list(Line), drugs: int('药品数'), lastAt: nul(str('最近收发')) }))
export type KeepElderData = Static<typeof KeepElder>

export const KeepRow = merge(Elder, obj({ heldId: str(), ...line }))
export type KeepRowData = Static<typeof KeepRow>

const Batch = obj({
  stockId: str(),
  batchNo: str('批号'),
  expiry: str('有效期至'),
  openedOn: nul(str('开封日期')),
  /** Expiry, or the end of what is open. */
  until: str('可用至'),
  quantity: num('余量'),
  expiryState: DrugExpiryState.schema,
  recalled: bool('召回'),
})
export type KeepBatchData = Static<typeof Batch>

export const Move = merge(
  Elder,
  obj({
    moveId: str(),
    drugId: str(),
    drugName: str('药品'),
    spec: str('规格'),
    unitName: str('单位'),
    stockId: str(),
    batchNo: str('批号'),
    expiry: str('有效期至'),
    keepType: DrugKeepType.schema,
    delta: num('数量'),
    after: num('结余'),
    at: str('时间'),
    userName: nul(str('经办人')),
    slipId: nul(str()),
    slipNo: nul(str('单据号')),
    person: nul(str('送药人/领取人')),
    reason: nul(str('说明')),
    takeId: nul(str()),
  }),
)
export type MoveData = Static<typeof Move>

const Use = obj({ useId: str(), words: str('用法'), startDate: str('开始'), endDate: nul(str('结束')) })

export const KeepDrug = merge(
  KeepRow,
  obj({ openDays: nul(int()), stocks: list(Batch), uses: list(Use), moves: list(Move) }),
)
export type KeepDrugData = Static<typeof KeepDrug>

const SlipLine = obj({
  drugId: str(),
  drugName: str('药品'),
  tradeName: nul(str('商品名')),
  spec: str('规格'),
  maker: nul(str('生产厂家')),
  unitName: str('单位'),
  packUnit: str('包装'),
  packFactor: num('每包装数量'),
  highAlert: nul(str('高警示')),
  storage: int('贮藏'),
  stockId: str(),
  batchNo: str('批号'),
  expiry: str('有效期至'),
  delta: num('数量'),
  after: num('结余'),
})
export type SlipLineData = Static<typeof SlipLine>

export const Slip = merge(
  Elder,
  obj({
    slipId: str(),
    slipNo: str('单据号'),
    keepType: DrugKeepType.schema,
    source: nul(DrugSource.schema),
    person: nul(str('送药人/领取人')),
    relation: nul(str('与老人关系')),
    userName: str('经办人'),
    witnessName: nul(str('见证人')),
    reason: nul(str('说明')),
    photos: list(str()),
    at: str('时间'),
    prints: int('打印次数'),
    lines: list(SlipLine),
  }),
)
export type SlipData = Static<typeof Slip>

const RefillLine = obj({
  ...line,
  /** To bring, in smallest units and in whole packages. */
  lack: num('需补'),
  packs: int('需补包装'),
})
export const RefillElder = merge(
  Elder,
  obj({
    contact: nul(str('联系人')),
    contactRelation: nul(str('关系')),
    contactPhone: nul(phoneNo('电话')),
    lines: list(RefillLine),
  }),
)
export type RefillElderData = Static<typeof RefillElder>

const recall = {
  recallId: nul(str()),
  ...DrugShort.properties,
  batchNo: str('批号'),
  reason: nul(str('召回原因')),
  userName: nul(str('召回人')),
  createTime: nul(str('召回时间')),
  closedAt: nul(str('解除时间')),
  closedBy: nul(str('解除人')),
  closedWhy: nul(str('解除说明')),
  /** Elders of the caller's departments who have it, and who got it. */
  holders: int('持有老人'),
  held: num('在存数量'),
  takers: int('用过老人'),
  version: int(),
}
export const Recall = obj(recall)
export type RecallData = Static<typeof Recall>

export const RecallDetail = obj({
  ...recall,
  /** Null: no recall of it was ever begun. */
  elders: list(
    merge(
      Elder,
      obj({
        stockId: str(),
        expiry: str('有效期至'),
        quantity: num('在存'),
        taken: num('已用'),
        handedBack: num('已退还'),
        firstTake: nul(str('首次使用')),
        lastTake: nul(str('最近使用')),
        takes: int('使用次数'),
      }),
    ),
  ),
})
export type RecallDetailData = Static<typeof RecallDetail>

export const Setting = obj({
  shortDays: int('红色预警天数'),
  lowDays: int('黄色预警天数'),
  expiryDays: int('效期预警天数'),
  restDays: int('收药最短效期（天）'),
  oneAtNight: bool('夜间可一人核对'),
  version: int(),
})
export type DrugSettingData = Static<typeof Setting>
