// Drugs that run short or expire, for those who keep them.
import { drugKeep, READ_KEEP } from '#contract/drug/keep'
import { RemindType } from '#contract/kit/remindType'
import { WITH_RESIDENT } from '#server/areas/residents/public'
import type { ReminderSource } from '#server/kit/reminderSources'
import { heldSql, LIVES_HERE, WARNS, WITH_DRUG } from './heldSql.ts'

const HELD = `(${heldSql((row) => `${row}.org_id = $1`)}) t ${WITH_RESIDENT} ${WITH_DRUG}`
const route = (warn: keyof typeof WARNS) => () => `${drugKeep.pages.list.path}?warn=${warn}`
const EXPIRY_DAYS = `select z.expiry_days as days from drug_setting z where z.org_id = $1`
const USUAL_EXPIRY = 30

export const keepReminders: readonly ReminderSource[] = [
  {
    key: 'drugShort',
    type: RemindType.is.drugShort,
    title: '药品余量不足',
    what: '在院老人正在用的药将用完（天数按药品预警设置）',
    leads: [0],
    repeatDays: 2,
    needs: READ_KEEP,
    act: '联系家属送药',
    route: route('short'),
    gone: '药品已补足，或已停用',
    sql: `select t.held_id::text as record_id, $2::date as due_day, o.dept_id, o.oldman_id, null::varchar as owner_id,
      o.oldman_name || ' ' || g.drug_name || '余量不足' as title, null::text as content
    from ${HELD} where t.org_id = $1 and ${WARNS.short}`,
    reads: ['drug', 'drug_recall', 'drug_setting', 'drug_stock', 'drug_use', 'oldman'],
    standing: true,
    costly: true,
  },
  {
    key: 'drugExpiring',
    type: RemindType.is.drugExpiry,
    title: '药品效期',
    what: '存放的药品到效期之前，过期后继续提醒',
    leads: [USUAL_EXPIRY, 0],
    leadsOf: async (client, orgId) => {
      const found = await client.query<{ days: number }>(EXPIRY_DAYS, [orgId])
      return [found.rows[0]?.days ?? USUAL_EXPIRY, 0]
    },
    repeatDays: 7,
    needs: READ_KEEP,
    act: '更换或退还药品',
    route: route('expiry'),
    gone: '药品已用完、退还或更换',
    sql: `select t.held_id::text as record_id, t.until as due_day, o.dept_id, o.oldman_id, null::varchar as owner_id,
      o.oldman_name || ' ' || g.drug_name as title, null::text as content
    from ${HELD} where t.org_id = $1 and t.quantity > 0 and ${LIVES_HERE} and t.until <= $2::date + $3::int`,
    reads: ['drug', 'drug_recall', 'drug_stock', 'drug_use', 'oldman'],
    costly: true,
  },
]
