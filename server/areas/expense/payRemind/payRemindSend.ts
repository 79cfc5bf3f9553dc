// Reminding: a message for every resident, and a row about each, also about those that could not be reached.

import { type payRemind, REMIND_TEXT, RemindChannel, type RemindLetterData } from '#contract/expense/payRemind'
import type { DataOf, InputOf } from '#contract/kit/call'
import { yuanText } from '#contract/kit/money'
import { maskedPhone } from '#contract/kit/privacy'
import { invalid, notFound } from '#contract/kit/refusal'
import { sendSms } from '#server/areas/platform/public'
import type { Caller, Tx } from '#server/kit/caller'
import { newId } from '#server/kit/ids'
import { inDepts } from '#server/kit/tenant'
import { columns, FROM, joins } from './payRemindSql.ts'

/** Whoever sends sees the amounts. */
type Told = Omit<RemindLetterData, 'bills'>
type Input = InputOf<typeof payRemind.calls.send>
type Answer = DataOf<typeof payRemind.calls.send>

const MOBILE = /^1\d{10}$/
const PURPOSE = '缴费提醒'

/** Locked by their accounts: nobody pays between the look and the message, and two desks do not send the same one. */
const residents =
  () => `select ${columns()}, exists (select 1 from remind_log g where g.org_id = t.org_id and g.oldman_id = t.oldman_id
    and g.channel = 'SMS' and g.result = 'SENT' and g.created_at >= current_date) as "sentToday"
from ${FROM} ${joins()}
where t.org_id = $1 and ${inDepts('t', '$2')} and t.oldman_id = any($3)
order by t.oldman_id`
const LOCK = `select from elder_account where org_id = $1 and oldman_id = any($2) order by oldman_id for no key update`

const LOG = `insert into remind_log (org_id, remind_id, oldman_id, owed_fen, months, days_late, payer, phone, channel, content,
  result, failure, user_id, user_name)
select $1, x.remind_id, x.oldman_id, x.owed, x.months, x.days, x.payer, x.phone, $3, x.content, x.result, x.failure, $4, $5
from jsonb_to_recordset($2::jsonb) as x(remind_id text, oldman_id text, owed bigint, months text, days int, payer text,
  phone text, content text, result text, failure text)`

const filled = (template: string, orgName: string, row: Told): string =>
  template
    .replaceAll('{机构}', orgName)
    .replaceAll('{老人}', row.oldmanName)
    .replaceAll('{账期}', row.months.join('、'))
    .replaceAll('{金额}', yuanText(row.owedFen))
    .replaceAll('{逾期天数}', String(row.daysLate))
    .replaceAll('{付费人}', row.payerName ?? '家属')

function failureOf(channel: Input['channel'], row: Told & { sentToday: boolean }): string | null {
  if (channel !== 'SMS') return null
  if (!row.payerPhone) return '没有登记付费人的电话'
  if (!MOBILE.test(row.payerPhone)) return `付费人登记的是座机 ${row.payerPhone}`
  return row.sentToday ? '今天已经发过短信' : null
}

export async function sendReminders(tx: Tx, who: Caller, input: Input): Promise<Answer> {
  const ids = [...new Set(input.oldmanIds)]
  if (ids.length === 0) throw invalid('请选择要提醒的老人', 'oldmanIds')
  await tx.client.query(LOCK, [tx.orgId, ids])
  const found = await tx.client.query<Told & { sentToday: boolean }>(residents(), [tx.orgId, who.deptIds, ids])
  if (found.rows.length < ids.length) throw notFound('老人账户')
  const template = input.content?.trim() || REMIND_TEXT
  const owing = found.rows.filter((row) => row.owedFen > 0)
  const told = owing.map((row) => ({
    row,
    content: filled(template, who.orgName, row),
    failure: failureOf(input.channel, row),
  }))
  for (const { row, content, failure } of told) {
    if (input.channel !== 'SMS' || failure) continue
    await sendSms(who.app, tx, { orgId: tx.orgId, phone: row.payerPhone!, content, purpose: PURPOSE })
  }
  const rows = told.map(({ row, content, failure }) => ({
    remind_id: newId(),
    oldman_id: row.oldmanId,
    owed: row.owedFen,
    months: row.months.join('、'),
    days: row.daysLate,
    payer: row.payerName,
    phone: row.payerPhone,
    content,
    result: failure ? 'FAILED' : 'SENT',
    failure,
  }))
  await tx.client.query(LOG, [tx.orgId, JSON.stringify(rows), input.channel, who.userId, tx.by.name])
  const results = found.rows.map(({ oldmanId, oldmanName, owedFen }) => {
    const failure = told.find((one) => one.row.oldmanId === oldmanId)?.failure ?? null
    const reason = owedFen > 0 ? failure : '已没有欠费，不需要提醒'
    return { oldmanId, oldmanName, ok: reason === null, reason }
  })
  const sent = results.filter((one) => one.ok).length
  const names = told
    .filter((one) => !one.failure)
    .map(({ row }) => `${row.oldmanName}${row.payerPhone ? `（${maskedPhone(row.payerPhone)}）` : ''}`)
  tx.log({
    remark: `${RemindChannel.label(input.channel)}提醒缴费 ${sent} 人${names.length > 0 ? `：${names.slice(0, 10).join('、')}${names.length > 10 ? ' 等' : ''}` : ''}${sent < results.length ? `，${results.length - sent} 人未成功` : ''}`,
    targetType: 'payRemind',
  })
  return { sent, failed: results.length - sent, results }
}
