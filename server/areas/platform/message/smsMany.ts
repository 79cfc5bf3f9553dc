// One act that sends many messages: one statement keeps them, one job hands them over. None of them carries a code.
import type { Tx } from '#server/kit/caller'
import type { AppContext } from '#server/kit/context'
import { fewAtOnce } from '#server/kit/fewAtOnce'
import { newId } from '#server/kit/ids'
import { defineJob } from '#server/kit/jobDefinition'
import { deliverSms, smsReachesPhones } from './sms.ts'

const JOB = 'platform.smsMany'
const AT_ONCE = 4

export interface PlainSms {
  phone: string
  content: string
}

const INSERT = `insert into sms_message (org_id, message_id, phone, content, purpose, sealed, state)
select $1, m.id, m.phone, m.content, $5, false, $6 from unnest($2::text[], $3::text[], $4::text[]) as m(id, phone, content)`

/** To the gateway, or into the outbox where there is none. */
export async function sendManySms(
  app: AppContext,
  tx: Tx,
  purpose: string,
  messages: readonly PlainSms[],
): Promise<void> {
  if (messages.length === 0) return
  const reaches = smsReachesPhones(app)
  const ids = messages.map(() => newId())
  await tx.client.query(INSERT, [
    tx.orgId,
    ids,
    messages.map((one) => one.phone),
    messages.map((one) => one.content),
    purpose,
    reaches ? 'waiting' : 'outbox',
  ])
  if (reaches) await tx.job(JOB, { orgId: tx.orgId, messageIds: ids })
}

/** One that the gateway does not take keeps none of the others back; those that were taken are not sent again. */
export const smsMany = defineJob<{ orgId: string; messageIds: string[] }>(JOB, async ({ orgId, messageIds }, app) => {
  const failed: unknown[] = []
  const turn = fewAtOnce(AT_ONCE)
  const deliver = (messageId: string) => deliverSms(app, { orgId, messageId }).catch((error) => void failed.push(error))
  await Promise.all(messageIds.map((messageId) => turn(() => deliver(messageId))))
  if (failed.length > 0) throw failed[0]
})
