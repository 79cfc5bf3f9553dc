// What a hostile request to the price list, the rules, the settings and the charges needs to get past the first checks.
import { dayText } from '#contract/kit/clock'
import { newId } from '#server/kit/ids'
import type { Knowledge } from '#server/kit/test/attacker'
import { rowAccount, rowCharge, rowChild, rowProject, rowRule } from './itemRows.ts'

const name = () => newId().slice(-20)

const rules = { cycle: 'MONTH', leaveTiers: [], taxRate: 0, version: null }
const rule = {
  type: 1,
  scope: null,
  projectChildId: null,
  thresholdFen: 1_000,
  benefitFen: 10,
  capFen: null,
  validFrom: '2026-01-01',
  validTo: null,
}
const charge = {
  kind: 'SALOON',
  projectChildId: null,
  name: '理发',
  medicalKind: null,
  priceFen: 1_500,
  quantity: 1,
  insuredFen: null,
}
/** Demo days are counted from today, and so must these be. */
const today = () => dayText()
const later = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)

export const recipes: Knowledge['recipes'] = {
  'expense.project.check': () => ({ projectId: null }),
  'expense.project.add': () => ({ projectName: name(), category: '4' }),
  'expense.project.save': async (product) => ({
    ...(await rowProject(product)),
    projectName: name(),
    category: '4',
    version: null,
  }),
  'expense.project.sort': async (product) => ({ sorts: [{ ...(await rowProject(product)), sort: 1 }] }),
  'expense.projectChild.check': async (product) => ({ ...(await rowProject(product)), projectChildId: null }),
  'expense.projectChild.add': async (product) => ({
    ...rules,
    ...(await rowProject(product)),
    projectChildName: name(),
    priceFen: 100,
  }),
  'expense.projectChild.save': async (product) => {
    const { projectChildId, projectId } = await rowChild(product)
    return { ...rules, projectChildId, projectId, projectChildName: name() }
  },
  'expense.projectChild.enable': () => ({ version: null }),
  'expense.projectChild.sort': async (product) => ({
    sorts: [{ projectChildId: (await rowChild(product)).projectChildId, sort: 1 }],
  }),
  'expense.projectChild.priceEffect': () => ({ fromDate: later(20) }),
  'expense.projectChild.addPrice': () => ({ priceFen: 300, fromDate: later(20), version: null }),
  'expense.costSet.save': () => ({ billDay: 1, dueDays: 9, divisor: 'ACTUAL', signOffs: ['财务'], version: null }),
  'expense.tradeWay.save': () => ({ ways: [{ tradeWay: 2, normal: true, batch: true }] }),
  'expense.discountRule.add': () => ({ ...rule, discountRuleName: name() }),
  'expense.discountRule.save': async (product) => ({
    ...rule,
    ...(await rowRule(product)),
    discountRuleName: name(),
    version: null,
  }),
  'expense.charge.add': async (product) => ({ ...charge, oldmanId: await rowAccount(product), day: today() }),
  'expense.charge.addMany': async (product) => ({
    ...charge,
    oldmanIds: [await rowAccount(product)],
    day: today(),
  }),
  'expense.charge.pay': async (product) => ({
    ...charge,
    oldmanId: await rowAccount(product),
    day: today(),
    payments: [{ way: 2, amountFen: 1_500 }],
  }),
  'expense.charge.save': async (product) => ({
    ...charge,
    chargeId: (await rowCharge(product)).chargeId,
    day: today(),
    version: null,
  }),
  'expense.charge.void': () => ({ version: null }),
}

export const places: Knowledge['places'] = {
  'expense.project.get': (product) => rowProject(product),
  'expense.project.remove': (product) => rowProject(product),
  'expense.projectChild.get': (product) => rowChild(product),
  'expense.projectChild.remove': (product) => rowChild(product),
  'expense.projectChild.enable': (product) => rowChild(product),
  'expense.projectChild.priceEffect': (product) => rowChild(product),
  'expense.projectChild.addPrice': (product) => rowChild(product),
  'expense.projectChild.removePrice': (product) => rowChild(product),
  'expense.discountRule.get': (product) => rowRule(product),
  'expense.discountRule.remove': (product) => rowRule(product),
  'expense.charge.get': (product) => rowCharge(product),
  'expense.charge.void': (product) => rowCharge(product),
}

export const costly: Knowledge['costly'] = []
