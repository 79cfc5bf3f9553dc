// What a hostile request to the calls of the residence needs to get past the first checks.
import { DEMO_ORG } from '#server/areas/platform/seed/fixedRows'
import { newId } from '#server/kit/ids'
import type { TestApp } from '#server/kit/test/app'
import type { Knowledge } from '#server/kit/test/attacker'
import { ACCEPTED, dayOf } from './stayHouse.ts'
import { rowBed, rowResident } from './stayRows.ts'

const one = async (product: TestApp, text: string) =>
  (await product.app.pool.query<{ id: string }>(text, [DEMO_ORG])).rows[0]!.id

type Status = Parameters<typeof rowResident>[1]
/** Reading changes nobody: any resident of the demo will do. */
const someResident = async (product: TestApp) => ({
  oldmanId: await one(product, 'select oldman_id as id from oldman where org_id = $1 and status = 1 limit 1'),
})
/** Somebody of their own for each request that may move them. */
const ownResident = async (product: TestApp, status: Status = 1) => ({
  oldmanId: (await rowResident(product, status)).oldmanId,
})
const someLevel = (product: TestApp) =>
  one(product, 'select level_id as id from nursing_level where org_id = $1 order by sort limit 1')

const fee = async (product: TestApp) => ({
  projectChildId: await one(product, 'select project_child_id as id from fee_child where org_id = $1 limit 1'),
  priceFen: 100,
  quantity: 1,
})
const plain = { version: null, remark: '备注', saleId: null, wholeRoom: false }
const booked = async (product: TestApp, oldmanId: string) => ({
  ...plain,
  oldmanId,
  bedId: await rowBed(product),
  reserveDate: dayOf(0),
  expectCheckIn: dayOf(2),
  expireDate: dayOf(5),
  bookingFen: 0,
})
const reasoned = async (product: TestApp, status: Status) => ({
  ...(await ownResident(product, status)),
  reason: '原因',
  version: null,
})

export const recipes: Knowledge['recipes'] = {
  'live.residence.reserve': async (product) => booked(product, (await rowResident(product, 3)).oldmanId),
  'live.residence.changeReserve': async (product) => booked(product, (await rowResident(product, 5)).oldmanId),
  'live.residence.cancelReserve': async (product) => ({ ...(await reasoned(product, 5)), money: 'KEEP' }),
  'live.residence.settleBooking': async (product) => ({ ...(await reasoned(product, 6)), money: 'TRANSFER' }),
  'live.residence.waitAgain': (product) => reasoned(product, 6),
  'live.residence.trial': async (product) => ({
    ...plain,
    oldmanId: (await rowResident(product, 3)).oldmanId,
    bedId: await rowBed(product),
    levelId: await someLevel(product),
    trialStart: dayOf(0),
    trialEnd: dayOf(20),
    fees: [await fee(product)],
    payerId: null,
    emergencyId: null,
  }),
  'live.residence.extendTrial': async (product) => ({ ...(await reasoned(product, 4)), trialEnd: dayOf(60) }),
  'live.residence.checkIn': async (product) => {
    const { oldmanId, familyId } = await rowResident(product, 3)
    return {
      ...plain,
      oldmanId,
      bedId: await rowBed(product),
      levelId: await someLevel(product),
      checkInDate: dayOf(0),
      contractStart: dayOf(0),
      contractEnd: dayOf(300),
      payerId: familyId,
      emergencyId: familyId,
      guarantorId: null,
      guardianId: null,
      fees: [await fee(product)],
      accepted: ACCEPTED,
    }
  },
  'live.residence.adjustBed': async (product) => ({
    ...(await reasoned(product, 1)),
    bedId: await rowBed(product),
    effectiveDate: dayOf(0),
    wholeRoom: false,
    levelId: null,
    bedFee: null,
  }),
  'live.residence.exchangeBed': async (product) => ({
    ...(await reasoned(product, 1)),
    otherOldmanId: (await rowResident(product, 1)).oldmanId,
    effectiveDate: dayOf(0),
    bedFee: null,
    otherBedFee: null,
  }),
  'live.residence.changeLevel': async (product) => ({
    ...(await reasoned(product, 1)),
    levelId: await someLevel(product),
    effectiveDate: dayOf(0),
  }),
  'live.residence.checkOut': async (product) => ({
    ...(await ownResident(product)),
    checkOutDate: dayOf(0),
    checkoutReason: '3',
    closeOuting: true,
    version: null,
  }),
  'live.residence.undoCheckOut': (product) => reasoned(product, 2),
  'live.residence.readmit': (product) => reasoned(product, 2),
  'live.residence.changeStatus': async (product) => ({ ...(await reasoned(product, 5)), money: 'KEEP' }),
  'live.residence.editLive': async (product) => ({
    ...(await ownResident(product)),
    payerId: null,
    guarantorId: null,
    emergencyId: null,
    guardianId: null,
    contractStart: dayOf(0),
    contractEnd: dayOf(300),
    version: null,
  }),
  'nursing.assessment.bind': async (product) => ({
    ...(await someResident(product)),
    assessmentId: newId(),
    version: null,
  }),
  'nursing.assessment.unbind': async (product) => ({
    ...(await someResident(product)),
    assessmentId: newId(),
    version: null,
  }),
}

export const places: Knowledge['places'] = {
  'live.residence.detail': (product) => someResident(product),
  'live.residence.record': (product) => someResident(product),
  'live.residence.requirements': (product) => someResident(product),
  'live.residence.removeStay': (product) => ownResident(product),
  'live.residence.changeStatus': () => ({ oldmanStatusNew: '6' }),
  'expense.feeSet.ofResident': (product) => someResident(product),
  'nursing.assessment.ofResident': (product) => someResident(product),
  'nursing.assessment.bindable': (product) => someResident(product),
}
