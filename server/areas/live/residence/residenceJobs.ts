// What happens in the residence by itself: changes whose day has come, and reservations past their day where the house lets
// them lapse. That a trial or a reservation ends is told by the reminders (residenceReminders.ts).

import { yuanText } from '#contract/kit/money'
import { residence } from '#contract/live/residence'
import { UserStatus } from '#contract/platform/user'
import { notify, onceOf } from '#server/areas/platform/public'
import { residenceSettingOf } from '#server/areas/systemSetting/public'
import type { Tx } from '#server/kit/caller'
import type { AppContext } from '#server/kit/context'
import { defineCron, defineJob } from '#server/kit/jobDefinition'
import { systemTransaction } from '#server/kit/system'
import { lockResidents, reservationOf } from './residenceLock.ts'
import { carryOutDue } from './residencePlan.ts'
import { endReservation } from './residenceReserve.ts'

const LIST = residence.pages.list.path
const MODULE = '居住管理'

const ADMINS = `select user_id as id from account where org_id = $1 and is_admin and user_status = ${UserStatus.is.enabled}`

/** Whoever received the resident; where nobody did, the administrators. */
async function tell(
  tx: Tx,
  saleId: string | null,
  message: { title: string; content: string; due: string | null; once: string },
): Promise<void> {
  const found = await tx.client.query<{ id: string }>(
    `select user_id as id from account where org_id = $1 and user_id = $2 and user_status = ${UserStatus.is.enabled}`,
    [tx.orgId, saleId],
  )
  const receivers =
    found.rows.length > 0 ? found.rows : (await tx.client.query<{ id: string }>(ADMINS, [tx.orgId])).rows
  await notify(
    tx,
    receivers.map((row) => row.id),
    {
      kind: 'residence',
      title: message.title,
      content: message.content,
      route: message.due ? `${LIST}?due=${message.due}` : LIST,
      once: message.once,
    },
  )
}

const PAST = `select oldman_id as "oldmanId" from reservation
where org_id = $1 and state = 'ACTIVE' and expire_date < current_date order by oldman_id`

/** Past its day a reservation lapses where the organisation says so. */
async function lapse(app: AppContext, orgId: string): Promise<number> {
  const { autoExpire } = await residenceSettingOf(app.pool, orgId)
  if (!autoExpire) return 0
  const found = await app.pool.query<{ oldmanId: string }>(PAST, [orgId])
  if (found.rows.length === 0) return 0
  return systemTransaction(app, orgId, MODULE, '预订到期处理', async (tx) => {
    const residents = await lockResidents(
      tx,
      null,
      found.rows.map((row) => row.oldmanId),
    )
    let done = 0
    for (const resident of residents) {
      const active = await reservationOf(tx, resident)
      if (!active || active.expireDate >= resident.today) continue
      done++
      const reason = `保留至 ${active.expireDate}，已过期`
      await endReservation(tx, resident, active, { state: 'EXPIRED', reason, money: null })
      // The money stays where it is until a person decides: given back, kept or moved to the balance.
      const money = active.bookingFen > 0 ? `已收订金 ${yuanText(active.bookingFen)} 元，请与家属商定后处理。` : ''
      const content = `${resident.name}预订的床位保留至 ${active.expireDate}，现已自动释放。${money}`
      const due = money ? 'bookingLoose' : null
      const once = onceOf('reserve.freed', active.reserveId, active.expireDate)
      const title = `${resident.name}的预订已到期释放`
      await tell(tx, active.saleId ?? resident.saleId, { title, content, due, once })
    }
    if (done === 0) tx.log({ remark: `预订到期处理：没有过期的预订` })
    return done
  })
}

const ORGS_PAST = `select distinct org_id from reservation where state = 'ACTIVE' and expire_date < current_date`

export async function keepResidence(app: AppContext): Promise<void> {
  await carryOutDue(app)
  for (const { org_id: orgId } of (await app.pool.query<{ org_id: string }>(ORGS_PAST)).rows) await lapse(app, orgId)
}

export const residenceJob = defineJob('live.keepResidence', (_, app) => keepResidence(app))
export const residenceSchedule = defineCron(residenceJob, '*/5 * * * *', { makeUpHours: 0 })
