// Extra portions for visitors: charged to the elder's account in the transaction that books them, and taken back with it.
import type { InputOf } from '#contract/kit/call'
import { dayText } from '#contract/kit/clock'
import { invalid, notFound, Refusal } from '#contract/kit/refusal'
import { IN_HOUSE, ResidenceStatus } from '#contract/live/resident'
import type { MealGuestData, mealOrder } from '#contract/nursing/mealOrder'
import { SEE_MEAL_MONEY } from '#contract/nursing/mealStates'
import { MealTexture, MealTime } from '#contract/nursing/mealWords'
import { addCharge, voidCharge } from '#server/areas/expense/public'
import { wardOf } from '#server/areas/nursing/dishPlan/eaters'
import {
  BED_PATH,
  lockResident,
  PAPER_IN_SCOPE,
  RESIDENT_JOINS,
  residentScope,
  WITH_RESIDENT,
} from '#server/areas/residents/public'
import type { Caller, Tx } from '#server/kit/caller'
import { newId } from '#server/kit/ids'
import { pageOfRows } from '#server/kit/page'
import { mealClockOf, mealSettingOf } from './mealClock.ts'
import { lockOrders } from './mealInLine.ts'
import { mealName, refuseClosed, refuseStarted } from './mealPeople.ts'
import { tellMeals } from './mealTopUp.ts'

type Calls = (typeof mealOrder)['calls']

const ROW = `t.guest_id as "guestId", t.oldman_id as "oldmanId", o.oldman_name as "oldmanName", at.path as "bedPath", t.day, t.meal,
  t.texture, t.portions, t.price_fen as "priceFen", t.price_fen * t.portions as "amountFen", t.remark, t.by_name as "byName",
  t.created_at as "createTime", t.cancelled_at as "cancelledAt", t.cancelled_by as "cancelledBy"`

/** The caller's copy of a portion: amounts only for who may see them. */
const told = (who: Caller, row: MealGuestData): MealGuestData =>
  who.may(SEE_MEAL_MONEY) ? row : { ...row, priceFen: null, amountFen: null }

export async function listGuests(who: Caller, query: InputOf<Calls['guests']>) {
  const page = await pageOfRows<MealGuestData>(
    who.app.pool,
    {
      from: `meal_guest t ${WITH_RESIDENT}`,
      key: 'guest_id',
      select: ROW,
      join: RESIDENT_JOINS,
      filters: [
        ...residentScope(who),
        ['t.day = ?::date', query.day],
        ['t.meal = ?::int', query.meal],
        ['t.oldman_id = ?', query.oldmanId],
        ['o.dept_id = ?', query.deptId],
      ],
      sorts: { day: 't.day', createTime: 't.created_at' },
      defaultSort: 't.day desc',
    },
    query,
  )
  return { ...page, list: page.list.map((row) => told(who, row)) }
}

const ONE = `select ${ROW}, t.charge_id as "chargeId" from meal_guest t ${WITH_RESIDENT} ${RESIDENT_JOINS} where ${PAPER_IN_SCOPE} and t.guest_id = $3`

async function oneGuest(tx: Tx, who: Caller, guestId: string) {
  const found = await tx.client.query<MealGuestData & { chargeId: string | null }>(ONE, [
    tx.orgId,
    who.deptIds,
    guestId,
  ])
  const row = found.rows[0]
  if (!row) throw notFound('客餐')
  return row
}

const PLACE_OF = `select ${BED_PATH} as path from oldman t where t.org_id = $1 and t.oldman_id = $2`
const ADD = `insert into meal_guest (org_id, guest_id, oldman_id, day, meal, texture, portions, price_fen, charge_id, ward, remark, by_name)
values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)`
const LATE = `insert into meal_change (org_id, oldman_id, day, meal, kind, delta, guest, texture, note) values ($1, $2, $3, $4, 'ADDED', $5, true, $6, $7)`

export async function addGuest(tx: Tx, who: Caller, body: InputOf<Calls['addGuest']>): Promise<MealGuestData> {
  const { day, meal, portions } = body
  const elder = await lockResident(tx, who, body.oldmanId)
  if (!IN_HOUSE.includes(elder.status)) {
    throw new Refusal(
      'STATE_NOT_ALLOWED',
      { state: `${elder.name}${ResidenceStatus.label(elder.status)}`, act: '登记客餐' },
      'oldmanId',
    )
  }
  const clock = await mealClockOf(tx.client, tx.orgId)
  if (day < dayText()) throw invalid('这一天已经过去，不能再登记客餐', 'day')
  const at = clock.at(day, meal)
  refuseStarted(at, '登记客餐')
  const setting = await mealSettingOf(tx.client, tx.orgId)
  const priceFen = setting.prices.find((one) => one.meal === meal)?.priceFen ?? 0
  const texture = body.texture ?? MealTexture.is.normal
  const remark = body.remark?.trim() || null
  const charge =
    priceFen > 0
      ? await addCharge(tx, who, elder.oldmanId, {
          kind: 'ONCE',
          name: `客餐（${mealName(day, meal)}）`,
          priceFen,
          quantity: portions,
          unit: '份',
          day: dayText(),
          orderedBy: tx.by.name,
          remark,
        })
      : null
  const place = await tx.client.query<{ path: string | null }>(PLACE_OF, [tx.orgId, elder.oldmanId])
  const guestId = newId()
  await lockOrders(tx.client, tx.orgId)
  await tx.client.query(ADD, [
    tx.orgId,
    guestId,
    elder.oldmanId,
    day,
    meal,
    texture,
    portions,
    priceFen,
    charge?.chargeId ?? null,
    wardOf(place.rows[0]!.path),
    remark,
    tx.by.name,
  ])
  if (at.closed) await tx.client.query(LATE, [tx.orgId, elder.oldmanId, day, meal, portions, texture, remark ?? '客餐'])
  tx.log({
    remark: `为“${elder.name}”登记${mealName(day, meal)}客餐 ${portions} 份`,
    targetType: 'mealGuest',
    targetId: guestId,
  })
  tellMeals(tx, [day], [elder.oldmanId])
  return told(who, await oneGuest(tx, who, guestId))
}

const HOLD =
  'select cancelled_at as "cancelledAt" from meal_guest where org_id = $1 and guest_id = $2 for no key update'
const CANCEL = 'update meal_guest set cancelled_at = now(), cancelled_by = $3 where org_id = $1 and guest_id = $2'

/** The charge goes with it, unless it stands on a bill already, which says so. */
export async function cancelGuest(tx: Tx, who: Caller, guestId: string): Promise<MealGuestData> {
  const shown = await oneGuest(tx, who, guestId)
  await lockResident(tx, who, shown.oldmanId)
  const held = await tx.client.query<{ cancelledAt: string | null }>(HOLD, [tx.orgId, guestId])
  const cancelledAt = held.rows[0]?.cancelledAt ?? null
  if (cancelledAt !== null) {
    throw new Refusal('STATE_NOT_ALLOWED', { state: `${cancelledAt.slice(5, 16)} 已取消`, act: '再次取消' })
  }
  const clock = await mealClockOf(tx.client, tx.orgId)
  refuseClosed(clock.at(shown.day, shown.meal), '取消客餐，厨房已备餐')
  if (shown.chargeId) await voidCharge(tx, who, shown.chargeId, { reason: '客餐取消' })
  await lockOrders(tx.client, tx.orgId)
  await tx.client.query(CANCEL, [tx.orgId, guestId, tx.by.name])
  tx.log({
    remark: `取消“${shown.oldmanName}”${shown.day.slice(5)} ${MealTime.label(shown.meal)}客餐 ${shown.portions} 份`,
    targetType: 'mealGuest',
    targetId: guestId,
  })
  tellMeals(tx, [shown.day], [shown.oldmanId])
  return told(who, await oneGuest(tx, who, guestId))
}
