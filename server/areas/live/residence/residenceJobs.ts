// What happens in the residence by itself: changes whose day has come, reservations past their day, trials that end.

import { yuanText } from '#contract/kit/money'
import { residence } from '#contract/live/residence'
import { UserStatus } from '#contract/platform/user'
import { notify } from '#server/areas/platform/public'
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
  message: { title: string; content: string; due: string | null },
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
    },
  )
}

const PAST = `select oldman_id as "oldmanId" from reservation
where org_id = $1 and state = 'ACTIVE' and expire_date < current_date and (not reminded or $2) order by oldman_id`

/** Past its day a reservation lapses where the organisation says so; elsewhere the salesman is told, once. */
async function lapse(app: AppContext, orgId: string): Promise<number> {
  const { autoExpire } = await residenceSettingOf(app.pool, orgId)
  const found = await app.pool.query<{ oldmanId: string }>(PAST, [orgId, autoExpire])
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
      const saleId = active.saleId ?? resident.saleId
      if (autoExpire) {
        const reason = `保留至 ${active.expireDate}，已过期`
        await endReservation(tx, resident, active, { state: 'EXPIRED', reason, money: null })
        // The money stays where it is until a person decides: given back, kept or moved to the balance.
        const money = active.bookingFen > 0 ? `已收订金 ${yuanText(active.bookingFen)} 元，请与家属商定后处理。` : ''
        const content = `${resident.name}预订的床位保留至 ${active.expireDate}，现已自动释放。${money}`
        const due = money ? 'bookingLoose' : null
        await tell(tx, saleId, { title: `${resident.name}的预订已到期释放`, content, due })
      } else {
        const marked = await tx.client.query(
          `update reservation set reminded = true where org_id = $1 and reserve_id = $2 and not reminded`,
          [tx.orgId, active.reserveId],
        )
        if (marked.rowCount === 0) continue
        const content = `${resident.name}预订的床位保留至 ${active.expireDate}，请联系家属后办理入住、延长或取消预订。`
        await tell(tx, saleId, { title: `${resident.name}的预订已过保留期`, content, due: 'reserveExpired' })
      }
    }
    if (!autoExpire || done === 0) tx.log({ remark: `预订到期处理：${done} 个预订已过保留期` })
    return done
  })
}

const TRIALS = `select s.stay_id as "stayId", t.oldman_name as name, s.trial_end as "trialEnd",
  coalesce(s.sale_id, t.sale_id) as "saleId", s.trial_end - current_date as left
from stay s join oldman t on t.org_id = s.org_id and t.oldman_id = s.oldman_id
where s.org_id = $1 and s.end_date is null and s.kind = 'TRIAL' and s.trial_end <= current_date + $2::int
  and s.trial_reminded is distinct from s.trial_end order by s.trial_end, s.stay_id for update of s`

interface Ending {
  stayId: string
  name: string
  trialEnd: string
  saleId: string | null
  left: number
}

const leftWords = (left: number) => (left < 0 ? `已过期 ${-left} 天` : left === 0 ? '今天到期' : `还有 ${left} 天到期`)

/** Once for each end of a trial; an extension makes a new end. */
async function remindTrials(app: AppContext, orgId: string): Promise<number> {
  const { trialRemindDays } = await residenceSettingOf(app.pool, orgId)
  return systemTransaction(app, orgId, MODULE, '试住到期提醒', async (tx) => {
    const found = await tx.client.query<Ending>(TRIALS, [orgId, trialRemindDays])
    for (const row of found.rows) {
      const content = `${row.name}的试住${leftWords(row.left)}（${row.trialEnd}），请与家属确认：转为正式入住、延长试住，或办理退住。`
      await tell(tx, row.saleId, { title: `${row.name}试住${leftWords(row.left)}`, content, due: 'trialEnding' })
    }
    await tx.client.query(`update stay set trial_reminded = trial_end where org_id = $1 and stay_id = any($2)`, [
      orgId,
      found.rows.map((row) => row.stayId),
    ])
    tx.log({ remark: `试住到期提醒：${found.rows.map((row) => row.name).join('、') || '没有'}` })
    return found.rows.length
  })
}

const ORGS_PAST = `select distinct org_id from reservation where state = 'ACTIVE' and expire_date < current_date`
// Settings never look further ahead than thirty days.
const ORGS_TRIAL = `select distinct org_id from stay where end_date is null and kind = 'TRIAL'
  and trial_end <= current_date + 30 and trial_reminded is distinct from trial_end`

/** Asked again in a few minutes, so nothing is done where nothing is due. */
const DUE_TRIALS = `select 1 from stay where org_id = $1 and end_date is null and kind = 'TRIAL'
  and trial_end <= current_date + $2::int and trial_reminded is distinct from trial_end limit 1`

export async function keepResidence(app: AppContext): Promise<void> {
  await carryOutDue(app)
  for (const { org_id: orgId } of (await app.pool.query<{ org_id: string }>(ORGS_PAST)).rows) await lapse(app, orgId)
  for (const { org_id: orgId } of (await app.pool.query<{ org_id: string }>(ORGS_TRIAL)).rows) {
    const { trialRemindDays } = await residenceSettingOf(app.pool, orgId)
    const due = await app.pool.query(DUE_TRIALS, [orgId, trialRemindDays])
    if (due.rows.length > 0) await remindTrials(app, orgId)
  }
}

export const residenceJob = defineJob('live.keepResidence', (_, app) => keepResidence(app))
export const residenceSchedule = defineCron(residenceJob, '*/5 * * * *', { makeUpHours: 0 })
