// Every morning the reminders of every organisation are brought in line with what the areas know, and people are told; every
// few minutes those that people set for themselves. Any number of runs, at once or after days without one, come to the same.
import { remind } from '#contract/administration/remind'
import { DAY_MS, dayText, momentOf } from '#contract/kit/clock'
import { OrgStatus } from '#contract/platform/session'
import type { AppContext } from '#server/kit/context'
import { areas } from '#server/kit/contributions'
import { defineCron, defineJob } from '#server/kit/jobDefinition'
import type { ReminderSource } from '#server/kit/reminderSources'
import { systemTransaction } from '#server/kit/system'
import { type Made, madeWords, makeReminders, moved } from './remindMake.ts'
import { turnOwn } from './remindOwnTurn.ts'
import { type Rule, rulesOf } from './remindRules.ts'
import { ANY_TO_TELL, tellReminders, tells } from './remindTell.ts'

/** Birthdays of longer ago are nobody's business any more. */
const MAKE_UP_DAYS = 31

interface Asked {
  source: ReminderSource
  rule: Rule
  day: string
  from: string
}

export interface Ran extends Made {
  told: number
}

const NOTHING: Ran = { made: 0, closed: 0, changed: 0, told: 0 }

async function runSource(app: AppContext, orgId: string, asked: Asked): Promise<Ran> {
  const { source, rule, day } = asked
  const telling = tells(source, rule)
  const idle =
    !(await moved(app.pool, orgId, asked)) &&
    !(
      telling &&
      (await app.pool.query<{ any: boolean }>(ANY_TO_TELL, [orgId, source.key, day, rule.leads, rule.repeatDays]))
        .rows[0]!.any
    )
  if (idle) return NOTHING
  return systemTransaction(app, orgId, remind.title, '每日提醒', async (tx) => {
    const made = await makeReminders(tx, asked)
    const told = telling ? await tellReminders(app, tx, asked) : 0
    tx.log({ remark: `${source.title}：${madeWords(made)}，通知 ${told} 人` })
    return { ...made, told }
  })
}

const LAST = 'select day from remind_run where org_id = $1'
const RAN = `insert into remind_run as t (org_id, day) values ($1, $2)
on conflict (org_id) do update set day = greatest(t.day, excluded.day), ran_at = now()`

const later = (a: string, b: string) => (a > b ? a : b)

/** One organisation on one day; a day before the last one that was run is that one. */
export async function runOrganisation(
  app: AppContext,
  orgId: string,
  today: string = dayText(),
  sources: readonly ReminderSource[] = areas().reminders,
): Promise<Ran> {
  const last = (await app.pool.query<{ day: string }>(LAST, [orgId])).rows[0]?.day
  const day = last ? later(last, today) : today
  const oldest = dayText(momentOf(day) - MAKE_UP_DAYS * DAY_MS)
  const from = last ? later(last, oldest) : day
  const rules = await rulesOf(app.pool, orgId)
  const sum = { ...NOTHING }
  const failed: unknown[] = []
  for (const source of sources) {
    // What one kind cannot do keeps no other from being reminded of.
    try {
      const ran = await runSource(app, orgId, { source, rule: rules.get(source.key)!, day, from })
      for (const key of ['made', 'closed', 'changed', 'told'] as const) sum[key] += ran[key]
    } catch (error) {
      app.log.error({ err: error, orgId, source: source.key }, 'reminders failed')
      failed.push(error)
    }
  }
  if (failed.length > 0) throw failed[0]
  await systemTransaction(app, orgId, remind.title, '每日提醒', async (tx) => {
    await tx.client.query(RAN, [orgId, day])
    tx.log({ remark: `每日提醒完成：${madeWords(sum)}，通知 ${sum.told} 人次` })
  })
  return sum
}

const ORGS = `select o.org_id as "orgId" from organization o where o.org_status = ${OrgStatus.is.normal} order by o.org_id`

export async function runReminders(app: AppContext): Promise<void> {
  const { rows } = await app.pool.query<{ orgId: string }>(ORGS)
  const failed: unknown[] = []
  for (const { orgId } of rows) {
    await runOrganisation(app, orgId).catch((error: unknown) => void failed.push(error))
  }
  if (failed.length > 0) throw failed[0]
}

export const remindersJob = defineJob('administration.reminders', (_, app) => runReminders(app))
export const remindersDaily = defineCron(remindersJob, '40 7 * * *')

export const ownJob = defineJob('administration.ownReminders', (_, app) => turnOwn(app))
// The next round makes up for a missed one by itself.
export const ownSchedule = defineCron(ownJob, '*/2 * * * *', { makeUpHours: 0 })
