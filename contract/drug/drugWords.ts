// The words of drugs: what is noted of one in the dictionary, and how its stock moves.
import { options } from '#contract/kit/options'
import { num, type Static } from '#contract/kit/schema'

export const DrugStorage = options('DrugStorage', '贮藏', [
  [1, 'room', '常温（10–30 ℃）'],
  [2, 'cool', ['阴凉（不超过 20 ℃）', 'teal']],
  [3, 'fridge', ['冷藏（2–8 ℃）', 'blue']],
  [4, 'frozen', ['冷冻', 'purple']],
])
export type DrugStorageValue = Static<typeof DrugStorage.schema>

/** Groups that need a second person, and a look before they are given. */
export const HighAlert = options('HighAlert', '高警示类别', [
  ['INSULIN', ['胰岛素', 'red']],
  ['SUGAR', ['口服降糖药', 'red']],
  ['CLOT', ['抗凝药', 'red']],
  ['DIGOXIN', ['地高辛', 'red']],
  ['SEDATIVE', ['镇静安眠药', 'red']],
  ['OPIOID', ['阿片类', 'red']],
  ['PSYCHOTIC', ['抗精神病药', 'red']],
  ['EPILEPSY', ['抗癫痫药', 'red']],
  ['METHOTREXATE', ['甲氨蝶呤（每周一次）', 'red']],
  ['POTASSIUM', ['高浓度钾', 'red']],
  ['CONTROLLED', ['麻醉、一类精神药品', 'red']],
])
export type HighAlertValue = Static<typeof HighAlert.schema>

/** How stock moves. Up to 5 by hand, with a slip; from 6 on by the round, with the take it belongs to. */
export const DrugKeepType = options('DrugKeepType', '收发类型', [
  [1, 'deposit', ['存入', 'green']],
  [2, 'handBack', ['退还家属', 'slate']],
  [3, 'loss', ['报损', 'red']],
  [4, 'found', ['盘盈', 'teal']],
  [5, 'short', ['盘亏', 'amber']],
  [6, 'take', ['发药扣减', 'blue']],
  [7, 'takeBack', ['发药退回', 'olive']],
  [8, 'outing', ['外出带药', 'purple']],
  [9, 'outingBack', ['带药带回', 'purple']],
])
export type DrugKeepTypeValue = Static<typeof DrugKeepType.schema>

const { deposit, handBack, loss, found, short, take, takeBack, outing, outingBack } = DrugKeepType.is
/** What adds to the stock; every other takes from it. */
export const COMES_IN = [deposit, found, takeBack, outingBack] as const
export const GOES_OUT = [handBack, loss, short, take, outing] as const
/** What a person writes on a slip. */
export const BY_HAND = [deposit, handBack, loss, found, short] as const

export const DrugSource = options('DrugSource', '来源', [
  ['FAMILY', '家属送药'],
  ['HOUSE', '院内开药'],
  ['SELF', '老人自带'],
])
export type DrugSourceValue = Static<typeof DrugSource.schema>

/** A quarter of a tablet, half a millilitre: thousandths are enough for any. */
export const QTY_STEPS = 1000
export const MOST_QTY = 100_000
/** Thousandths as a number again: 0.1 + 0.2 is 0.3. */
export const exactQty = (value: number): number => Math.round(value * QTY_STEPS) / QTY_STEPS
/** Whether a typed number can be stored as it stands. */
export const isQty = (value: number): boolean => Math.abs(value * QTY_STEPS - Math.round(value * QTY_STEPS)) < 1e-6
/** 28 · 0.5 · 1,200 */
export const qtyText = (value: number): string => exactQty(value).toLocaleString('en-US', { maximumFractionDigits: 3 })

export const qty = (title: string, rule: { min?: number } = {}) => num(title, { min: rule.min ?? 0, max: MOST_QTY })

/** How far the stock of a drug reaches, as lists and cards say it. */
export const DrugReach = options('DrugReach', '余量', [
  ['NONE', ['无存药', 'red']],
  ['SHORT', ['即将用完', 'red']],
  ['LOW', ['余量偏少', 'amber']],
  ['ENOUGH', ['充足', 'green']],
  ['UNUSED', ['未设用药', 'grey']],
])
export type DrugReachValue = Static<typeof DrugReach.schema>

export const DrugExpiryState = options('DrugExpiryState', '效期', [
  ['EXPIRED', ['已过期', 'red']],
  ['SOON', ['临近效期', 'orange']],
  ['FINE', ['正常', 'green']],
])
export type DrugExpiryStateValue = Static<typeof DrugExpiryState.schema>

/** What of the stock waits for somebody; an elder may wait for several. */
export const KeepWarn = options('KeepWarn', '预警', [
  ['short', ['余量不足', 'red']],
  ['expiry', ['临近或超过效期', 'orange']],
  ['recall', ['召回未退', 'red']],
  ['left', ['已离院未退', 'amber']],
])
export type KeepWarnValue = Static<typeof KeepWarn.schema>
