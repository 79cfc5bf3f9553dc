// Messages to mobile phones. The default provider leaves them in the outbox that the administrator reads; the HTTP
// provider hands them to a gateway by a job, so that a message that was promised is not lost with a restart.
import { randomInt } from 'node:crypto'
import type pg from 'pg'
import { invalid, Refusal } from '#contract/kit/refusal'
import type { Tx, Visitor } from '#server/kit/caller'
import type { AppContext } from '#server/kit/context'
import { newId, sha256 } from '#server/kit/ids'
import { addressOf, checkRate, takeRate } from '#server/kit/rateLimit'
import { findAccount } from './accountLogin.ts'
import { operatorOrganisation } from './orgSettings.ts'

const PHONE = /^1\d{10}$/
const TRIES = 5
const PER_MINUTE = { most: 1, seconds: 60 }
const PER_DAY = { most: 10, seconds: 86_400 }
/** A house signs in by SMS at the change of shifts, all from one address. */
const PER_ADDRESS = { most: 100, seconds: 3_600 }
const GATEWAY_TIMEOUT_MS = 15_000

export const SMS_JOB = 'platform.sms'
const CODE_PURPOSE = '验证码'

export interface SmsMessage {
  orgId: string
  phone: string
  content: string
  /** In words, for the outbox page. */
  purpose: string
}

export const maskPhone = (phone: string) => phone.replace(/^(\d{3})\d{4}/, '$1****')

export async function sendSms(app: AppContext, tx: Tx, message: SmsMessage): Promise<void> {
  const messageId = newId()
  const outbox = app.settings.sms.kind === 'outbox'
  await tx.client.query(
    `insert into sms_message (org_id, message_id, phone, content, purpose, state) values ($1, $2, $3, $4, $5, $6)`,
    [message.orgId, messageId, message.phone, message.content, message.purpose, outbox ? 'outbox' : 'waiting'],
  )
  if (!outbox) await tx.job(SMS_JOB, { orgId: message.orgId, messageId }, { key: `sms:${messageId}` })
}

/** The job behind the HTTP provider. Throws when the gateway does not take the message, so that it is tried again. */
export async function deliverSms(app: AppContext, payload: { orgId: string; messageId: string }): Promise<void> {
  const { sms } = app.settings
  const key = [payload.orgId, payload.messageId]
  if (sms.kind === 'outbox') {
    await app.pool.query(
      `update sms_message set state = 'outbox' where org_id = $1 and message_id = $2 and state <> 'sent'`,
      key,
    )
    return
  }
  const waiting = await app.pool.query<{ phone: string; content: string; late: boolean }>(
    `select phone, content, purpose = $3 and created_at < now() - interval '5 minutes' as late
       from sms_message where org_id = $1 and message_id = $2 and state <> 'sent'`,
    [...key, CODE_PURPOSE],
  )
  const message = waiting.rows[0]
  if (!message) return
  if (message.late) {
    await app.pool.query(
      `update sms_message set state = 'failed', failure = '验证码已过期，不再发送' where org_id = $1 and message_id = $2`,
      key,
    )
    return
  }
  try {
    const answer = await fetch(sms.url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${sms.token}` },
      body: JSON.stringify({ phone: message.phone, content: message.content }),
      signal: AbortSignal.timeout(GATEWAY_TIMEOUT_MS),
    })
    await answer.body?.cancel()
    if (!answer.ok) throw new Error(`短信网关返回 ${answer.status}`)
  } catch (error) {
    const failure = (error instanceof Error ? error.message : String(error)).slice(0, 200)
    await app.pool.query(
      `update sms_message set state = 'failed', failure = $3 where org_id = $1 and message_id = $2`,
      [...key, failure],
    )
    throw error
  }
  // A code that has reached the phone has no business in the database any longer.
  await app.pool.query(
    `update sms_message set state = 'sent', sent_at = now(), failure = null,
       content = case when purpose = $3 then regexp_replace(content, '\\d{6}', '******') else content end
      where org_id = $1 and message_id = $2`,
    [...key, CODE_PURPOSE],
  )
}

const hashOf = (codeId: string, code: string) => sha256(`${codeId}:${code}`)

/** Sends a code to a phone, known or not: registering needs it too. */
export async function sendCode(who: Visitor, phone: string): Promise<void> {
  if (!PHONE.test(phone)) throw invalid('手机号应为 11 位数字，以 1 开头', 'userTelephone')
  const { pool } = who.app
  const address = `sms-address:${addressOf(who.origin.ip)}`
  // An address that has spent its share must not use up the turns of other people's phones.
  await checkRate(pool, address, PER_ADDRESS)
  await takeRate(pool, `sms-minute:${phone}`, PER_MINUTE)
  await takeRate(pool, address, PER_ADDRESS)
  await takeRate(pool, `sms-day:${phone}`, PER_DAY)
  const owner = await findAccount(pool, phone, 'phone')
  // A phone nobody has belongs to somebody who wants to join: that is the operator's business.
  const orgId = owner?.orgId ?? (await operatorOrganisation(pool))
  const code = String(randomInt(1_000_000)).padStart(6, '0')
  const codeId = newId()
  await who.tx(orgId, async (tx) => {
    await tx.client.query(
      `insert into sms_code (code_id, phone, code_hash, expires_at) values ($1, $2, $3, now() + interval '5 minutes')`,
      [codeId, phone, hashOf(codeId, code)],
    )
    const content = `验证码 ${code}，5 分钟内有效。如非本人操作，请忽略本短信。`
    await sendSms(who.app, tx, { orgId, phone, content, purpose: CODE_PURPOSE })
    tx.log({ remark: `向 ${maskPhone(phone)} 发送短信验证码` })
  })
}

// Only the newest code of a phone counts. A wrong answer costs a try in the statement that checks it; a right one costs
// none, so a form that is refused for another reason can be sent again.
const TRY = `update sms_code set tries = tries + case when code_hash = encode(sha256(convert_to(code_id || ':' || $3, 'UTF8')), 'hex') then 0 else 1 end
where code_id = (select code_id from sms_code where phone = $1 order by created_at desc, code_id desc limit 1)
  and used_at is null and expires_at > now() and tries < $2
returning code_id, code_hash`

/** Checks a code and gives its id; the transaction that relies on it spends it with `spendCode`. */
export async function proveCode(pool: pg.Pool, phone: string, code: string): Promise<string> {
  const tried = await pool.query<{ code_id: string; code_hash: string }>({
    name: 'sms_code_try',
    text: TRY,
    values: [phone, TRIES, code.trim()],
  })
  const row = tried.rows[0]
  if (!row || row.code_hash !== hashOf(row.code_id, code.trim())) throw new Refusal('WRONG_SMS_CODE', {}, 'smsCode')
  return row.code_id
}

/** Two calls with the same code: one of them finds it spent. */
export async function spendCode(tx: Tx, codeId: string): Promise<void> {
  const spent = await tx.client.query('update sms_code set used_at = now() where code_id = $1 and used_at is null', [
    codeId,
  ])
  if (spent.rowCount !== 1) throw new Refusal('WRONG_SMS_CODE', {}, 'smsCode')
}
