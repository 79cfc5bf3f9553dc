// Messages to mobile phones. Without a gateway notices stay in the outbox that the administrator reads; the HTTP
// provider hands them over by a job, so that a message that was promised is not lost with a restart. A code or password
// in a message is nobody's to read but the phone's: what is kept and shown is the message without it.
import type { Tx } from '#server/kit/caller'
import type { AppContext } from '#server/kit/context'
import { newId } from '#server/kit/ids'

const GATEWAY_TIMEOUT_MS = 15_000
const HIDDEN = '******'

export const SMS_JOB = 'platform.sms'

export interface SmsMessage {
  orgId: string
  phone: string
  content: string
  /** In words, for the outbox page. */
  purpose: string
  /** The codes and passwords that stand in the content. A message with one is sealed. */
  secrets?: readonly string[]
  /** How long they are worth anything: not taken by the gateway until then, the words are forgotten. Five unless told. */
  secretMinutes?: number
  /** Goes through every statement of a sent one and leaves nothing: how long it takes tells nobody who exists. */
  dropped?: boolean
}

/** Whether messages reach phones at all, or wait in the outbox for somebody to pass them on. */
export const smsReachesPhones = (app: AppContext) => app.settings.sms.kind !== 'outbox'

const withoutSecrets = ({ content, secrets = [] }: SmsMessage) =>
  secrets.reduce((text, secret) => text.replaceAll(secret, HIDDEN), content)

const INSERT = `insert into sms_message (org_id, message_id, phone, content, purpose, sealed, secret, state,
  secret_until)
values ($1, $2, $3, $4, $5, $6, $7, $8, case when $7::text is not null then now() + $9 * interval '1 minute' end)`

export async function sendSms(app: AppContext, tx: Tx, message: SmsMessage): Promise<void> {
  const { orgId, phone, purpose, secrets = [], secretMinutes = 5 } = message
  const messageId = newId()
  const reaches = smsReachesPhones(app)
  const sealed = secrets.length > 0
  const secret = sealed && reaches ? message.content : null
  const state = reaches ? 'waiting' : 'outbox'
  const content = withoutSecrets(message)
  await tx.client.query(INSERT, [orgId, messageId, phone, content, purpose, sealed, secret, state, secretMinutes])
  if (reaches) await tx.job(SMS_JOB, { orgId, messageId }, { key: `sms:${messageId}` })
  if (sealed) {
    await tx.client.query('delete from sms_message where org_id = $1 and message_id = $2 and $3', [
      orgId,
      messageId,
      message.dropped === true,
    ])
    await tx.client.query(FORGET)
  }
}

// Across organisations: a word that is too late is nobody's any more.
const FORGET = `update sms_message set secret = null, secret_until = null where secret_until < now()`

const FORGET_FOR = `update sms_message set secret = null, secret_until = null
where org_id = $1 and phone = $2 and purpose = $3 and secret is not null`

/** What a message to this phone was for has happened: a gateway that still owes it need not bring it any more. */
export async function forgetSecretOf(tx: Tx, phone: string, purpose: string): Promise<void> {
  await tx.client.query(FORGET_FOR, [tx.orgId, phone, purpose])
}

/** Words of sealed messages that were never taken: dropped with the next one that is sent, and every night. */
export const forgetSecrets = (app: AppContext) => app.pool.query(FORGET)

const WAITING = `select phone, coalesce(secret, content) as content, sealed,
  sealed and (secret is null or secret_until < now()) as late
from sms_message where org_id = $1 and message_id = $2 and state <> 'sent'`

/** The job behind the HTTP provider. Throws when the gateway does not take the message, so that it is tried again. */
export async function deliverSms(app: AppContext, payload: { orgId: string; messageId: string }): Promise<void> {
  const { sms } = app.settings
  const key = [payload.orgId, payload.messageId]
  if (sms.kind === 'outbox') {
    await app.pool.query(
      `update sms_message set state = 'outbox', secret = null, secret_until = null where org_id = $1 and message_id = $2 and state <> 'sent'`,
      key,
    )
    return
  }
  const waiting = await app.pool.query<{ phone: string; content: string; late: boolean }>(WAITING, key)
  const message = waiting.rows[0]
  if (!message) return
  if (message.late) {
    await app.pool.query(
      `update sms_message set state = 'failed', failure = '验证码已过期，不再发送', secret = null, secret_until = null
        where org_id = $1 and message_id = $2`,
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
    `update sms_message set state = 'sent', sent_at = now(), failure = null, secret = null, secret_until = null
      where org_id = $1 and message_id = $2`,
    key,
  )
}

/** As the list shows them: a sealed message names nobody in full, and whatever looks like a code is hidden once more. */
export const SHOWN_PHONE = `case when t.sealed then regexp_replace(t.phone, '^(\\d{3})\\d{4}', '\\1****') else t.phone end`
export const SHOWN_CONTENT = `case when t.sealed
  then regexp_replace(t.content, '[0-9A-Za-z]{4}(-[0-9A-Za-z]{4})+|\\d{4,}', '${HIDDEN}', 'g') else t.content end`
