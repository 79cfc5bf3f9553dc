// What a hostile request to the calls of the outings, and to the audit of the residence, needs to get past the first checks.

import type { TestApp } from '#server/kit/test/app'
import type { Knowledge } from '#server/kit/test/attacker'
import { rowApply } from './applyRows.ts'
import { rowOuting, rowResident } from './outingRows.ts'

const at = (hours: number) =>
  new Date(Date.now() + (8 + hours) * 3_600_000).toISOString().slice(0, 19).replace('T', ' ')

const plan = () => ({
  outType: '1',
  reason: '回家',
  planOut: at(-1),
  planReturn: at(30),
  companion: '王强',
  companionPhone: '13800001111',
  companionRelation: '20',
  medicines: [{ name: '钙片', amount: '2 片', remark: null }],
})
const own = async (product: TestApp, state = 0, departed = false) => ({
  outId: (await rowOuting(product, { state, departed })).outId,
  version: null,
})
const some = async (product: TestApp) => ({ outId: (await rowOuting(product)).outId })

export const recipes: Knowledge['recipes'] = {
  'live.outing.register': async (product) => ({ ...plan(), oldmanId: await rowResident(product) }),
  'live.outing.backfill': async (product) => {
    const { planOut: _, ...rest } = plan()
    const times = { actualOut: at(-40), actualReturn: at(-30), planReturn: null, returnHealth: null }
    return { ...rest, ...times, backfillReason: '纸质登记', oldmanId: await rowResident(product) }
  },
  'live.outing.edit': async (product) => ({ ...plan(), ...(await own(product)) }),
  'live.outing.depart': async (product) => ({ ...(await own(product, 1)), actualOut: null }),
  'live.outing.affirm': async (product) => ({ ...(await own(product, 1, true)), actualReturn: null, actualOut: null }),
  'live.outing.postpone': async (product) => ({ ...(await own(product, 1, true)), newReturn: at(60) }),
  'live.outing.cancellation': (product) => own(product),
  'live.outing.pass': async (product) => ({ ...(await own(product)), outIds: null }),
  'live.outing.decline': (product) => own(product),
  'live.residenceAudit.pass': async (product) => ({
    ...(await rowApply(product)),
    version: null,
    residentVersion: null,
  }),
  'live.residenceAudit.decline': async (product) => ({ ...(await rowApply(product)), version: null }),
  'live.residenceAudit.withdraw': async (product) => ({ ...(await rowApply(product)), version: null }),
}

export const places: Knowledge['places'] = {
  'live.outing.detail': some,
  'live.outing.audit': some,
  'live.residenceAudit.detail': (product) => rowApply(product),
  'live.outing.resident': async (product) => ({ oldmanId: await rowResident(product) }),
}
