// Handlers of the payment reminders.

import {
  payRemind,
  type RemindBillData,
  type RemindDetailData,
  type RemindLetterData,
  type RemindLogData,
  type RemindRowData,
} from '#contract/expense/payRemind'
import type { DataOf } from '#contract/kit/call'
import { notFound } from '#contract/kit/refusal'
import { amountsHidden, refuseHidden } from '#server/areas/expense/account/amountsHidden'
import { hideAllMoney } from '#server/areas/expense/account/hideMoney'
import { feeSettingsOf } from '#server/areas/expense/fee/feeSettings'
import type { Caller } from '#server/kit/caller'
import { implement } from '#server/kit/implement'
import { conditionsOf, pageOfRows } from '#server/kit/page'
import { inDepts } from '#server/kit/tenant'
import { sendReminders } from './payRemindSend.ts'
import { columns, FROM, filtersOf, joins, type RemindQuery, scopes } from './payRemindSql.ts'

const BILLS = `select b.oldman_id as "oldmanId", b.bill_id as "billId", b.bill_no as "billNo", b.month,
  b.receivable_fen as "receivableFen", b.paid_fen as "paidFen", b.receivable_fen - b.paid_fen as "unpaidFen",
  b.due_date as "dueDate", greatest(0, current_date - b.due_date) as "daysLate",
  case when b.due_date < current_date then 'LATE' else b.state end as standing
from bill b where b.org_id = $1 and b.oldman_id = any($2) and b.state in ('DUE', 'PART') order by b.due_date, b.month, b.bill_no`

const LOGS = `select remind_id as "remindId", created_at as "createTime", channel, result, failure, payer, phone, owed_fen as "owedFen",
  months, days_late as "daysLate", content, user_name as "userName"
from remind_log where org_id = $1 and oldman_id = $2 order by created_at desc, remind_id desc limit 200`

const ones = () => `select ${columns()} from ${FROM} ${joins()}
where t.org_id = $1 and ${inDepts('t', '$2')} and t.oldman_id = any($3)
order by t.readings, t.oldman_id`

async function lettersOf(who: Caller, oldmanIds: readonly string[]): Promise<RemindLetterData[]> {
  const { pool } = who.app
  const found = await pool.query<Omit<RemindLetterData, 'bills'>>({
    name: 'remind_elders',
    text: ones(),
    values: [who.orgId, who.deptIds, oldmanIds],
  })
  const bills = await pool.query<RemindBillData & { oldmanId: string }>({
    name: 'remind_bills',
    text: BILLS,
    values: [who.orgId, found.rows.map((row) => row.oldmanId)],
  })
  return found.rows.map((row) => ({ ...row, bills: bills.rows.filter((bill) => bill.oldmanId === row.oldmanId) }))
}

async function detailOf(who: Caller, oldmanId: string): Promise<RemindDetailData> {
  const [letter] = await lettersOf(who, [oldmanId])
  if (!letter) throw notFound('老人账户')
  const logs = await who.app.pool.query<RemindLogData>({
    name: 'remind_logs',
    text: LOGS,
    values: [who.orgId, oldmanId],
  })
  const detail = { ...letter, logs: logs.rows }
  if (!(await amountsHidden(who.app.pool, who.orgId, who))) return detail
  const hidden: RemindDetailData = hideAllMoney(detail)
  return { ...hidden, logs: hidden.logs.map((log) => ({ ...log, content: null })) }
}

async function countsOf(who: Caller, query: RemindQuery): Promise<DataOf<typeof payRemind.calls.counts>> {
  const { remindDays } = await feeSettingsOf(who.app.pool, who.orgId)
  const { where, values } = conditionsOf(filtersOf(who, query))
  const days = `$${values.push(remindDays)}`
  const of = (scope: keyof typeof scopes) => scopes[scope].replaceAll('?', days)
  const only = query.scope ? ` filter (where ${of(query.scope)})` : ''
  const late = `(select coalesce(sum(b.receivable_fen - b.paid_fen), 0) from bill b where b.org_id = t.org_id
    and b.oldman_id = t.oldman_id and b.state in ('DUE', 'PART') and b.due_date < current_date)`
  const found = await who.app.pool.query<Omit<DataOf<typeof payRemind.calls.counts>, 'smsReady'>>(
    `select count(*) as all, count(*) filter (where ${of('LATE')}) as late, count(*) filter (where ${of('DUE')}) as due,
       count(*) filter (where ${of('COMING')}) as coming, coalesce(sum(a.owed_fen)${only}, 0)::bigint as "owedFen",
       coalesce(sum(${late})${only}, 0)::bigint as "lateFen"
     from ${FROM} where ${where}`,
    values,
  )
  const counts = { ...found.rows[0]!, smsReady: who.app.settings.sms.kind !== 'outbox' }
  return (await amountsHidden(who.app.pool, who.orgId, who)) ? hideAllMoney(counts) : counts
}

export default implement(payRemind, {
  list: async (query, who) => {
    const hidden = await amountsHidden(who.app.pool, who.orgId, who)
    const { remindDays } = await feeSettingsOf(who.app.pool, who.orgId)
    const page = await pageOfRows<RemindRowData>(
      who.app.pool,
      {
        from: FROM,
        key: 'oldman_id',
        select: columns(),
        join: joins(),
        filters: [...filtersOf(who, query), ...(query.scope ? ([[scopes[query.scope], remindDays]] as const) : [])],
        // An order by amounts would tell what is hidden.
        sorts: {
          ...(!hidden && { owedFen: 'a.owed_fen' }),
          daysLate: 'current_date - a.owed_since',
          firstDue: 'a.owed_since',
        },
        defaultSort: 'a.owed_since asc',
      },
      query,
    )
    return hidden ? { ...page, list: page.list.map(hideAllMoney) } : page
  },
  counts: (query, who) => countsOf(who, query),
  detail: ({ oldmanId }, who) => detailOf(who, oldmanId),
  letters: async ({ oldmanIds }, who) => {
    await refuseHidden(who.app.pool, who.orgId, who)
    return lettersOf(
      who,
      oldmanIds
        .split(',')
        .filter((one) => one !== '')
        .slice(0, 200),
    )
  },
  send: async (input, who) => {
    await refuseHidden(who.app.pool, who.orgId, who)
    return who.tx((tx) => sendReminders(tx, who, input))
  },
})
