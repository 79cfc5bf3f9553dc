// Messages to phones in the demo's outbox: what a home without an SMS gateway finds there, and what a gateway leaves.
import type { Tx } from '#server/kit/caller'
import type { DemoContext } from '#server/kit/demo'

interface DemoSms {
  to: 'organisation' | 'operator'
  days: number
  time: string
  phone: string
  purpose: string
  content: string
  state: 'outbox' | 'sent' | 'failed'
  failure?: string
}

const messages: readonly DemoSms[] = [
  {
    to: 'organisation',
    days: -1,
    time: '08:12',
    phone: '13900215586',
    purpose: '验证码',
    content: '您的验证码是 ******，5 分钟内有效，请勿告诉他人。',
    state: 'sent',
  },
  {
    to: 'organisation',
    days: -3,
    time: '17:40',
    phone: '13900215591',
    purpose: '验证码',
    content: '您的验证码是 ******，5 分钟内有效，请勿告诉他人。',
    state: 'sent',
  },
  {
    to: 'organisation',
    days: -3,
    time: '17:38',
    phone: '13900215591',
    purpose: '验证码',
    content: '您的验证码是 ******，5 分钟内有效，请勿告诉他人。',
    state: 'failed',
    failure: '短信网关没有应答（超时）',
  },
  {
    to: 'organisation',
    days: -5,
    time: '09:03',
    phone: '13900215578',
    purpose: '缴费提醒',
    content: '您好，本月费用账单已出，请于 20 日前到前台缴费。如已缴费，请忽略本短信。',
    state: 'outbox',
  },
  {
    to: 'operator',
    days: -1,
    time: '16:21',
    phone: '13900219917',
    purpose: '入驻申请',
    content: '“松江颐和护理院”的入驻申请已收到，审核结果将以短信告知。',
    state: 'outbox',
  },
]

export async function addSms(tx: Tx, demo: DemoContext): Promise<void> {
  for (const [i, one] of messages.entries()) {
    const at = demo.at(one.days, one.time)
    await tx.client.query(
      `insert into sms_message (org_id, message_id, phone, content, purpose, sealed, state, failure, created_at, sent_at)
       values ($1, $2, $3, $4, $5, $5 = '验证码', $6, $7, $8::timestamptz, case when $6 = 'sent' then $8::timestamptz end)`,
      [
        one.to === 'operator' ? demo.operatorOrgId : demo.orgId,
        demo.id(`sms:${i}`),
        one.phone,
        one.content,
        one.purpose,
        one.state,
        one.failure ?? null,
        at,
      ],
    )
  }
}
