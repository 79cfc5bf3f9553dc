// The page on the payer's telephone: what is to be paid, to whom, one button. Behind a real provider its own page stands
// here; this one plays the payer for demonstration and pays from printed bills.
import { useCallback, useEffect, useState } from 'react'
import { type PayableData, scanPay } from '#contract/expense/scanPay'
import { yuanText } from '#contract/kit/money'
import { send } from '#web/kit/call'
import { Button } from '#web/light/Button'
import { failureText } from '#web/light/failure'
import { Mark } from '#web/light/Mark'
import { Notice } from '#web/light/Notice'
import { usePreload } from '#web/light/preload'
import { Spinner } from '#web/light/Spinner'

/** o is an order, b a printed bill. */
const codeOfAddress = () => {
  const params = new URLSearchParams(window.location.search)
  return params.get('o') ?? params.get('b') ?? ''
}

const WECHAT = 10
const ALIPAY = 12
const ASK = 3_000

function Over({ one }: { one: PayableData }) {
  if (one.state === 'PAID' || one.state === 'REFUNDED') {
    return (
      <Notice kind="good">
        {one.bill
          ? '这张账单已经缴清，不用再付。'
          : one.state === 'PAID'
            ? '支付成功，机构已收到款项。'
            : '这笔款项已退回。'}
      </Notice>
    )
  }
  return <Notice kind="bad">{one.failure ?? '这个收款码已失效，请联系收费处重新出码。'}</Notice>
}

export function Payer() {
  const preload = usePreload('付款')
  const [code, setCode] = useState(codeOfAddress)
  const [one, setOne] = useState<PayableData | null>(null)
  const [failure, setFailure] = useState<string | null>(null)
  const [running, setRunning] = useState(false)
  const options = { silent: true, handles: () => true }
  const ask = useCallback(async () => {
    try {
      setOne(await send(scanPay.calls.payable, { code }, { silent: true, handles: () => true }))
      setFailure(null)
    } catch (error) {
      setFailure(failureText(error))
    }
  }, [code])
  const waiting = one !== null && (one.state === 'WAITING' || one.state === 'PAYING')
  useEffect(() => {
    if (code === '') return setFailure('缺少收款码，请重新扫描二维码。')
    void ask()
  }, [ask, code])
  useEffect(() => {
    if (!waiting || one?.bill) return
    const timer = setInterval(() => void ask(), ASK)
    return () => clearInterval(timer)
  }, [waiting, one?.bill, ask])
  const run = async (work: () => Promise<void>) => {
    setRunning(true)
    setFailure(null)
    try {
      await work()
    } catch (error) {
      setFailure(failureText(error))
    } finally {
      setRunning(false)
    }
  }
  const press = (act: 'PAY' | 'CANCEL') =>
    run(async () => setOne(await send(scanPay.calls.sandboxPay, { code, act }, options)))
  const choose = (way: typeof WECHAT | typeof ALIPAY) =>
    run(async () => {
      const { codeUrl } = await send(scanPay.calls.billPay, { code, way }, options)
      const next = new URL(codeUrl, window.location.origin)
      window.history.replaceState(null, '', next.pathname + next.search)
      setOne(null)
      setCode(next.searchParams.get('o') ?? '')
    })
  return (
    <div className="payer yy-phone">
      <nav className="yy-bar yy-row">
        <Mark size={30} picture={preload.loginIcon} />
        <strong>{one?.orgName ?? preload.loginIconName ?? preload.systemName}</strong>
      </nav>
      <main className="yy-stack yy-gap-12">
        {one?.sandbox && (
          <p className="payer-demo yy-text-16 yy-told yy-center-text yy-amber">演示支付：没有真实资金往来</p>
        )}
        {one && (
          <section className="payer-card yy-center-text yy-phone-card yy-grid yy-gap-12">
            <p>{one.title}</p>
            <p className="yy-second">老人 {one.resident}</p>
            <h1>
              <small>¥</small>
              {yuanText(one.amountFen)}
            </h1>
            {waiting ? (
              one.bill ? (
                <>
                  <Button wide kind="primary" busy={running} onClick={() => void choose(WECHAT)}>
                    微信支付
                  </Button>
                  <Button wide disabled={running} onClick={() => void choose(ALIPAY)}>
                    支付宝支付
                  </Button>
                </>
              ) : (
                <>
                  <Button wide kind="primary" busy={running} onClick={() => void press('PAY')}>
                    支付
                  </Button>
                  <Button wide disabled={running} onClick={() => void press('CANCEL')}>
                    不付了
                  </Button>
                </>
              )
            ) : (
              <Over one={one} />
            )}
          </section>
        )}
        {failure && <Notice kind="bad">{failure}</Notice>}
        {!one && !failure && <Spinner />}
      </main>
    </div>
  )
}
