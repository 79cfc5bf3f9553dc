// What a hostile request to the dictionary and the stock needs to get past the first checks.
import { DAY_MS, dayText } from '#contract/kit/clock'
import { newId } from '#server/kit/ids'
import type { TestApp } from '#server/kit/test/app'
import type { Knowledge } from '#server/kit/test/attacker'
import { demoBatch, demoDrug, demoElder, demoRecall, demoWitness } from './keepDemoRows.ts'

const fresh = () => ({
  drugName: `试药${newId().slice(0, 12)}`,
  spec: '10mg×10片',
  minUnit: '1',
  packFactor: 10,
  form: '1',
  drugType: '1',
  manageClass: '1',
  allergies: ['1'],
  strength: 10,
  strengthUnit: 'mg',
  picture: null,
})
const inAYear = () => dayText(Date.now() + 365 * DAY_MS)
const plain = { photos: null, confirmed: null, reason: '试', person: '王强', relation: '儿子' }
const withWitness = async (product: TestApp) => ({ witnessId: await demoWitness(product) })
const linesOf = async (product: TestApp) => [{ stockId: (await demoBatch(product)).stockId, packs: null, quantity: 1 }]

export const recipes: Knowledge['recipes'] = {
  'drug.dict.add': fresh,
  'drug.dict.save': async (product) => ({ ...fresh(), drugId: await demoDrug(product), version: null }),
  'drug.keep.add': async (product) => ({
    ...plain,
    oldmanId: await demoElder(product),
    source: 'FAMILY',
    lines: [{ drugId: await demoDrug(product), batchNo: 'H1', expiry: inAYear(), packs: 1, quantity: 1 }],
  }),
  'drug.keep.remove': () => ({ person: '王强', relation: null, reason: null }),
  'drug.keep.removeDrug': () => ({ person: '王强', relation: null, reason: null }),
  'drug.keep.move': async (product) => ({
    ...plain,
    ...(await withWitness(product)),
    source: 'FAMILY',
    lines: await linesOf(product),
  }),
  'drug.keep.count': async (product) => {
    const { oldmanId, stockId } = await demoBatch(product)
    return {
      oldmanId,
      ...(await withWitness(product)),
      reason: '盘点',
      lines: [{ stockId, counted: 29, expected: 30 }],
    }
  },
  'drug.keep.opened': async (product) => ({ stockId: (await demoBatch(product)).stockId, openedOn: dayText() }),
  'drug.keep.trace': async (product) => {
    const { drugId, batchNo } = await demoBatch(product)
    return { drugId, batchNo }
  },
  'drug.keep.recall': async (product) => ({ drugId: await demoDrug(product), batchNo: newId().slice(0, 8) }),
  'drug.keep.release': () => ({ reason: '复检合格', version: null }),
  'drug.keep.saveSetting': () => ({
    shortDays: 3,
    lowDays: 7,
    expiryDays: 30,
    restDays: 30,
    oneAtNight: false,
    version: null,
  }),
}

const ofDrug = async (product: TestApp) => ({ drugId: await demoDrug(product) })
const ofBatch = async (product: TestApp) => {
  const { oldmanId, drugId } = await demoBatch(product)
  return { oldmanId, drugId }
}
const ofSlip = async (product: TestApp) => ({ slipId: (await demoBatch(product)).slipId })

export const places: Knowledge['places'] = {
  'drug.dict.get': ofDrug,
  'drug.dict.save': ofDrug,
  'drug.dict.remove': ofDrug,
  'drug.keep.remove': async (product) => ({ oldmanId: (await demoBatch(product)).oldmanId }),
  'drug.keep.one': ofBatch,
  // Of somebody else than those whose drugs are handed back altogether.
  'drug.keep.removeDrug': async (product) => {
    const { oldmanId, drugId } = await demoBatch(product, 1)
    return { oldmanId, drugId }
  },
  'drug.keep.move': () => ({ keepType: '3' }),
  'drug.keep.slip': ofSlip,
  'drug.keep.print': ofSlip,
  'drug.keep.release': demoRecall,
}
