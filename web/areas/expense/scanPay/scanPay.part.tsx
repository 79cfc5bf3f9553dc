// A scanned payment beside its amount: a code that the payer scans, or a field for the payer's own code. The money is booked
// by the server when it comes, also when this page is gone; opened again, it finds the code that still waits.

import { Button, Input, QRCode, Spin } from 'antd'
import { CircleCheck, CircleX, ScanLine } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import type { ChargeWhatData } from '#contract/expense/charge'
import { type PayOrderData, type ScanKindValue, scanPay } from '#contract/expense/scanPay'
import { ACTIVE_WAYS, type TradeWayValue } from '#contract/expense/tradeWords'
import { fen } from '#contract/kit/money'
import { moneyTouched } from '#web/areas/expense/money'
import { send } from '#web/kit/call'
import { moneyText } from '#web/kit/fields/money'
import { useAct, useCall } from '#web/kit/query'
import './scanPay.css'

export interface ScanPayProps {
  oldmanId: string
  /** 10 and 12: the payer scans our code; 11 and 13: we scan theirs. */
  way: TradeWayValue
  amountFen: number | null
  kind: ScanKindValue
  /** For BILL: paid from the earliest on. */
  billIds?: readonly string[]
  ruleId?: string | null
  /** For CHARGE: what is charged. */
  charge?: ChargeWhatData | null
  payer?: string | null
  remark?: string | null
  disabled?: boolean
  /** Once, when the money has come and is booked. */
  onPaid?(order: PayOrderData): void
  /** An order is under way (its amount must not be changed), or not any more. */
  onWaiting?(waiting: boolean): void
}

const POLL = 2_000
const open = (order: PayOrderData | null | undefined) => order?.state === 'WAITING' || order?.state === 'PAYING'
const clock = (seconds: number) =>
  `${String(Math.floor(seconds / 60)).padStart(2, '0')}:${String(seconds % 60).padStart(2, '0')}`

/** Seconds until the code closes, counted here between two answers. */
function useCountdown(order: PayOrderData | null): number {
  const [left, setLeft] = useState(0)
  useEffect(() => {
    if (!open(order)) return setLeft(0)
    const end = Date.now() + order!.secondsLeft * 1000
    const tick = () => setLeft(Math.max(0, Math.round((end - Date.now()) / 1000)))
    tick()
    const timer = setInterval(tick, 1000)
    return () => clearInterval(timer)
  }, [order])
  return left
}

/** Follows one order to its end. */
function useOrder(first: PayOrderData | null): PayOrderData | null {
  const asked = useCall(scanPay.calls.payorder, first && open(first) ? { payId: first.payId } : null, {
    refetchInterval: POLL,
    staleTime: 0,
    silent: true,
  })
  const now = asked.data && asked.data.payId === first?.payId ? asked.data : first
  return now
}

export function ScanPay(props: ScanPayProps) {
  const {
    oldmanId,
    way,
    amountFen,
    kind,
    billIds,
    ruleId,
    charge: charged,
    payer,
    remark,
    disabled,
    onPaid,
    onWaiting,
  } = props
  const active = ACTIVE_WAYS.includes(way)
  const [first, setFirst] = useState<PayOrderData | null>(null)
  const [ended, setEnded] = useState<PayOrderData | null>(null)
  const order = useOrder(first)
  const shown = order && open(order) ? order : (ended ?? order)
  const left = useCountdown(open(order) ? order : null)
  const waiting = open(shown)
  // A code that was shown before this page was left. One for a charge may have been for another one.
  const earlier = useCall(
    scanPay.calls.payorders,
    active && !first && kind !== 'CHARGE' ? { oldmanId, open: 1 } : null,
    {
      silent: true,
      staleTime: 0,
    },
  )
  useEffect(() => {
    const same = earlier.data?.find((one) => one.way === way && one.amountFen === amountFen && one.kind === kind)
    if (same && !first) setFirst(same)
  }, [earlier.data, way, amountFen, kind, first])

  const told = useRef<string | null>(null)
  useEffect(() => {
    if (!order || open(order)) return
    setEnded(order)
    if (order.state !== 'PAID' || told.current === order.payId) return
    told.current = order.payId
    moneyTouched()
    onPaid?.(order)
  }, [order, onPaid])
  useEffect(() => onWaiting?.(waiting), [waiting, onWaiting])
  // The page may learn of the money by a push and take this part away before it has asked: it asks once more.
  const latest = useRef({ order, onPaid })
  latest.current = { order, onPaid }
  useEffect(
    () => () => {
      const last = latest.current.order
      if (!last || !open(last) || told.current === last.payId) return
      void send(scanPay.calls.payorder, { payId: last.payId }, { silent: true, handles: () => true })
        .then((now) => {
          if (now.state !== 'PAID' || told.current === now.payId) return
          told.current = now.payId
          moneyTouched()
          latest.current.onPaid?.(now)
        })
        .catch(() => undefined)
    },
    [],
  )

  const request = {
    kind,
    oldmanId,
    way,
    amountFen: fen(amountFen ?? 0),
    ...(billIds && { billIds: [...billIds] }),
    ruleId: ruleId ?? null,
    ...(charged && { charge: charged }),
    payer: payer ?? null,
    remark: remark ?? null,
  }
  const begun = (data: PayOrderData) => {
    setEnded(null)
    setFirst(data)
  }
  const create = useAct(scanPay.calls.createPay, { onDone: begun, handles: () => true })
  const charge = useAct(scanPay.calls.microPay, { onDone: begun, handles: () => true })
  const close = useAct(scanPay.calls.closePay, { onDone: begun })
  const [code, setCode] = useState('')
  const problem = create.error?.message ?? charge.error?.message ?? null
  const ready = !disabled && amountFen !== null && amountFen > 0
  const again = async () => {
    if (order && open(order)) {
      const closed = await close.run({ payId: order.payId })
      if (!closed || closed.state === 'PAID') return
    }
    await create.run(request)
  }
  const scan = async () => {
    const typed = code.trim()
    if (typed === '') return
    setCode('')
    await charge.run({ ...request, authCode: typed })
  }
  const running = create.running || charge.running || close.running

  if (shown?.state === 'PAID') {
    return (
      <div className="yy-flex yy-upper yy-gap-12 yy-narrow">
        <div className="yy-scan-about yy-grid yy-gap-2 yy-narrow yy-second yy-scan-paid" role="status">
          <b className="yy-row yy-gap-6 yy-green">
            <CircleCheck size={16} aria-hidden /> 已到账 {moneyText(shown.amountFen)} 元
          </b>
          {shown.receiptNo && <span>收据 {shown.receiptNo}，已自动入账</span>}
          {shown.note && <span>{shown.note}</span>}
        </div>
      </div>
    )
  }
  if (shown && waiting) {
    const url = shown.codeUrl ? new URL(shown.codeUrl, window.location.origin).href : null
    const changed = amountFen !== null && amountFen !== shown.amountFen
    return (
      <div className="yy-flex yy-upper yy-gap-12 yy-narrow">
        {url && (
          <div className="yy-scan-code yy-fixed yy-white yy-edge">
            <QRCode
              value={url}
              type="svg"
              size={104}
              bordered={false}
              aria-label={`收款码 ${moneyText(shown.amountFen)} 元`}
            />
          </div>
        )}
        <div className="yy-scan-about yy-grid yy-gap-2 yy-narrow yy-second yy-scan-waiting" role="status">
          <b className="yy-row yy-gap-6">
            <Spin size="small" /> {shown.state === 'PAYING' ? '付款人正在支付' : '等待付款'}
          </b>
          <span>
            {moneyText(shown.amountFen)} 元　{clock(left)} 后失效
          </span>
          {changed && <span className="yy-field-problem">金额已改变，请重新出码</span>}
          <span className="yy-scan-links yy-flex yy-wrap">
            {active && (
              <button type="button" className="yy-link" disabled={running || !ready} onClick={() => void again()}>
                重新出码
              </button>
            )}
            <button
              type="button"
              className="yy-link"
              disabled={running}
              onClick={() => void close.run({ payId: shown.payId })}
            >
              取消
            </button>
            {shown.sandbox && url && (
              <a href={url} target="_blank" rel="noreferrer">
                模拟付款
              </a>
            )}
          </span>
          {shown.sandbox && <span className="yy-scan-demo yy-amber yy-tiny">演示支付，没有真实资金</span>}
        </div>
      </div>
    )
  }
  const over = shown && (
    <span className="yy-scan-about yy-grid yy-gap-2 yy-narrow yy-second yy-scan-failed" role="alert">
      <b className="yy-row yy-gap-6 yy-red">
        <CircleX size={16} aria-hidden /> {shown.state === 'CLOSED' ? '收款码已关闭' : '没有收到款'}
      </b>
      {shown.failure && <span>{shown.failure}</span>}
    </span>
  )
  return (
    <div className="yy-scan-input yy-grid yy-gap-4 yy-wide">
      {over}
      {active ? (
        <Button
          icon={<ScanLine size={15} aria-hidden />}
          disabled={!ready}
          loading={running}
          onClick={() => void again()}
        >
          {shown ? '重新出码' : '出示收款码'}
        </Button>
      ) : (
        <Input
          aria-label="付款码"
          placeholder="用扫码枪扫付款人的付款码，或手工输入后回车"
          prefix={<ScanLine size={15} aria-hidden />}
          inputMode="numeric"
          maxLength={24}
          value={code}
          disabled={!ready || running}
          onChange={(event) => setCode(event.target.value.replace(/\D/g, ''))}
          onPressEnter={(event) => {
            // The Enter of the scanner must not send the form around it.
            event.preventDefault()
            event.stopPropagation()
            void scan()
          }}
        />
      )}
      {!ready && !disabled && <span className="yy-scan-about yy-grid yy-gap-2 yy-narrow yy-second">先填写金额</span>}
      {problem && (
        <div className="yy-field-problem" role="alert">
          {problem}
        </div>
      )}
    </div>
  )
}
