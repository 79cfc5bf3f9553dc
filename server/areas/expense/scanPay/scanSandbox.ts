// A provider for demonstration: it remembers payments like a real one, signs what it tells, and its payer is a page on which
// one presses 支付. Codes of the payer end in 1111 when the account is empty and in 0000 when the payer must confirm.

import { TradeWay } from '#contract/expense/tradeWords'
import type { AppContext } from '#server/kit/context'
import { newId } from '#server/kit/ids'
import { orderCode, sameSign, scanKey, signed } from './scanCode.ts'
import type { NoticeBody, ProviderAnswer, ProviderNotice, ScanProvider } from './scanProvider.ts'

interface Row {
  state: 'WAITING' | 'ASKING' | 'PAID' | 'FAILED' | 'CLOSED'
  amountFen: number
  providerNo: string
  failure: string | null
}

const ROW = `state, amount_fen as "amountFen", provider_no as "providerNo", failure`

const answerOf = ({ state, amountFen, providerNo, failure }: Row): ProviderAnswer => ({
  state: state === 'ASKING' ? 'PAYING' : state,
  amountFen,
  providerNo,
  failure,
})

const ADD = `insert into sandbox_payment (org_id, pay_id, amount_fen, state, provider_no, failure, paid_at)
values ($1, $2, $3, $4, $5, $6, case when $4 = 'PAID' then now() end)
on conflict (org_id, pay_id) do update set state = sandbox_payment.state returning ${ROW}`

async function add(
  app: AppContext,
  { orgId, payId, amountFen }: { orgId: string; payId: string; amountFen: number },
  state: Row['state'],
  failure: string | null = null,
): Promise<Row> {
  const values = [orgId, payId, amountFen, state, `SB${newId()}`, failure]
  return (await app.pool.query<Row>({ name: 'sandbox_add', text: ADD, values })).rows[0]!
}

const NONE: ProviderAnswer = { state: 'CLOSED', amountFen: 0, providerNo: null, failure: '支付渠道没有这笔订单' }

const NOTICE = ['orgId', 'payId', 'providerNo', 'state', 'amountFen', 'paidAt', 'nonce'] as const
const noticeText = (body: NoticeBody) => NOTICE.map((name) => `${name}=${String(body[name] ?? '')}`).join('&')

/** What the sandbox would send to /yhpay/notify/sandbox. */
export async function signedNotice(app: AppContext, notice: Readonly<Record<string, unknown>>): Promise<NoticeBody> {
  const body = { ...notice, nonce: newId() }
  return { ...body, sign: signed(await scanKey(app.pool), noticeText(body)) }
}

const codeEnd = (code: string) => code.slice(-4)

export const sandbox: ScanProvider = {
  name: 'sandbox',
  sandbox: true,
  async create(app, order) {
    const row = await add(app, order, 'WAITING')
    return { codeUrl: await orderCode(app.pool, order.orgId, order.payId), providerNo: row.providerNo }
  },
  async charge(app, order, authCode) {
    // Wechat's codes begin with 10 to 15, Alipay's with 25 to 30.
    const begins = Number(authCode.slice(0, 2))
    const right = order.way === TradeWay.is.wechatPassive ? begins >= 10 && begins <= 15 : begins >= 25 && begins <= 30
    if (!right) return answerOf(await add(app, order, 'FAILED', '付款码与所选的支付方式不符，请确认是微信还是支付宝'))
    if (codeEnd(authCode) === '1111') return answerOf(await add(app, order, 'FAILED', '付款人账户余额不足'))
    return answerOf(await add(app, order, codeEnd(authCode) === '0000' ? 'ASKING' : 'PAID'))
  },
  async query(app, { orgId, payId }) {
    const found = await app.pool.query<Row>({
      name: 'sandbox_query',
      text: `select ${ROW} from sandbox_payment where org_id = $1 and pay_id = $2`,
      values: [orgId, payId],
    })
    return found.rows[0] ? answerOf(found.rows[0]) : NONE
  },
  async close(app, { orgId, payId }) {
    const closed = await app.pool.query<Row>({
      name: 'sandbox_close',
      text: `update sandbox_payment set state = case when state in ('WAITING', 'ASKING') then 'CLOSED' else state end
        where org_id = $1 and pay_id = $2 returning ${ROW}`,
      values: [orgId, payId],
    })
    return closed.rows[0] ? answerOf(closed.rows[0]) : NONE
  },
  async refund(app, { orgId, payId }, { amountFen, refundNo }) {
    const done = await app.pool.query({
      name: 'sandbox_refund',
      text: `update sandbox_payment p set refunds = p.refunds || jsonb_build_object($4::text, $3::bigint)
        where p.org_id = $1 and p.pay_id = $2 and p.state = 'PAID' and (p.refunds ? $4::text
          or (select coalesce(sum(value::bigint), 0) from jsonb_each_text(p.refunds)) + $3::bigint <= p.amount_fen)`,
      values: [orgId, payId, amountFen, refundNo],
    })
    if (done.rowCount === 0) throw new Error(`sandbox: nothing to refund on ${payId}`)
  },
  async verify(app, body) {
    const { orgId, payId, state, amountFen, providerNo, sign } = body
    if (typeof sign !== 'string' || typeof orgId !== 'string' || typeof payId !== 'string') return null
    if (!sameSign(sign, signed(await scanKey(app.pool), noticeText(body)))) return null
    return {
      orgId,
      payId,
      state: (state === 'PAID' ? 'PAID' : state === 'FAILED' ? 'FAILED' : 'PAYING') as ProviderNotice['state'],
      amountFen: Number(amountFen),
      providerNo: typeof providerNo === 'string' ? providerNo : null,
      failure: state === 'FAILED' ? '付款人取消了支付' : null,
    }
  },
}

const PAY = `update sandbox_payment set state = $3, paid_at = case when $3 = 'PAID' then now() end,
  failure = case when $3 = 'FAILED' then '付款人取消了支付' end
where org_id = $1 and pay_id = $2 and state in ('WAITING', 'ASKING') returning ${ROW}`

/** The payer pays or leaves it; answers the notification to deliver, null when it was too late. */
export async function payInSandbox(
  app: AppContext,
  orgId: string,
  payId: string,
  act: 'PAID' | 'FAILED',
): Promise<NoticeBody | null> {
  const paid = await app.pool.query<Row>({ name: 'sandbox_pay', text: PAY, values: [orgId, payId, act] })
  const row = paid.rows[0]
  if (!row) return null
  const { amountFen, providerNo } = row
  return signedNotice(app, { orgId, payId, providerNo, state: act, amountFen, paidAt: new Date().toISOString() })
}
