// 记一笔消费, for the list and for an account: const charges = useChargeDrawer(); charges.open(oldmanId); {charges.drawer}

import { Radio } from 'antd'
import { type ReactNode, useState } from 'react'
import { account } from '#contract/expense/account'
import { type ChargePayData, charge } from '#contract/expense/charge'
import type { PayOrderData } from '#contract/expense/scanPay'
import { TradeWay } from '#contract/expense/tradeWords'
import { fen } from '#contract/kit/money'
import { IN_HOUSE } from '#contract/live/resident'
import { MONEY, moneyTouched } from '#web/areas/expense/money'
import { printReceipts } from '#web/areas/expense/receipt/printReceipt.part'
import { ScanPay } from '#web/areas/expense/scanPay/scanPay.part'
import { ResidentCell, residentOf, useResident } from '#web/areas/live/public'
import { moneyText } from '#web/kit/fields/money'
import { FormDrawer } from '#web/kit/form/FormDrawer'
import type { Values } from '#web/kit/form/SchemaForm'
import { useMay } from '#web/kit/permission'
import { useCall } from '#web/kit/query'
import { toast } from '#web/kit/toast'
import { ChargeSum, chargeOf, checkPayments, follow, ownOf, scannedOf, today, whatFields } from './chargeForm.tsx'
import { chargePayments } from './payments.part.tsx'
import './charge.css'

function How({ now, mayPay, onChange }: { now: boolean; mayPay: boolean; onChange(now: boolean): void }) {
  return (
    <div className="yy-charge-how yy-below-16 yy-row yy-gap-16 yy-tint yy-edge yy-round">
      <Radio.Group value={now} onChange={(event) => onChange(event.target.value === true)}>
        <Radio value={false}>随下次账单收</Radio>
        <Radio value={true} disabled={!mayPay}>
          当场收款
        </Radio>
      </Radio.Group>
      <span className="yy-none">
        {now ? '生成一张单次账单并缴清，收到钱时开收据' : '记在老人名下，出下期账单时一起收'}
      </span>
    </div>
  )
}

/** What is on the account, for who pays from it. */
function Holdings({ oldmanId }: { oldmanId: string }) {
  const one = useCall(account.calls.detail, { oldmanId }, { silent: true })
  if (!one.data || one.data.balanceFen === null) return null
  return (
    <span>
      账户余额 {moneyText(one.data.balanceFen)}
      {one.data.giftFen ? `，赠送 ${moneyText(one.data.giftFen)}` : ''}
    </span>
  )
}

function ResidentHead({ oldmanId }: { oldmanId: string }) {
  const resident = useResident(oldmanId)
  return resident ? <ResidentCell notes={false} row={resident} /> : null
}

interface ScannedProps {
  oldmanId: string | null
  values: Values
  onPaid(order: PayOrderData): void
}

/** The code beside the form, where the payer scans: the money writes the charge when it comes. */
function Scanned({ oldmanId, values, onPaid }: ScannedProps) {
  const way = scannedOf(values)?.way
  if (way === undefined) return null
  const what = chargeOf(values)
  if (!oldmanId || !what) {
    return (
      <p className="yy-none" role="note">
        扫码收款：先选老人并填好项目和金额，再出示收款码。
      </p>
    )
  }
  return (
    <>
      <ScanPay
        key={way}
        oldmanId={oldmanId}
        way={way}
        amountFen={ownOf(values)}
        kind="CHARGE"
        charge={what}
        payer={(values.payer as string | null | undefined) ?? null}
        disabled={(values.payments as ChargePayData[]).length > 1}
        onPaid={onPaid}
      />
      <p className="yy-none">到账后自动记下这笔消费并开收据，不用再点确认。</p>
    </>
  )
}

export interface ChargeDrawerHandle {
  /** For this resident, or for one that is chosen in the form. */
  open(oldmanId?: string | null): void
  drawer: ReactNode
}

const { remark, ...rest } = whatFields

export function useChargeDrawer(): ChargeDrawerHandle {
  const mayPay = useMay()(charge.calls.pay.needs)
  const [request, setRequest] = useState<{ oldmanId: string | null } | null>(null)
  const [shown, setShown] = useState<{ oldmanId: string | null }>({ oldmanId: null })
  const [now, setNow] = useState(false)
  if (request && request !== shown) setShown(request)
  const { oldmanId } = shown
  const resident = oldmanId ? {} : { oldmanId: { as: residentOf({ statuses: now ? [] : IN_HOUSE }), wide: true } }
  const about = oldmanId ? <ResidentHead oldmanId={oldmanId} /> : undefined
  const sum = (values: Values) => {
    const own = ownOf(values)
    return own === null ? null : (
      <>
        {now ? '应收' : '记账'} <b>¥{moneyText(own)}</b>
      </>
    )
  }
  const receipted = (paper: { receiptId: string | null; receiptNo: string | null }) => {
    if (!paper.receiptId) return
    toast.success(`收据 ${paper.receiptNo}`)
    void printReceipts([paper.receiptId])
  }
  const paid = (order: PayOrderData) => {
    toast.success(order.note ?? `已到账 ${moneyText(order.amountFen)} 元`)
    moneyTouched()
    receipted(order)
    setRequest(null)
  }
  const common = {
    open: request !== null,
    title: '记一笔消费',
    width: 720 as const,
    draft: false as const,
    about,
    head: <How now={now} mayPay={mayPay} onChange={setNow} />,
    follow,
    result: sum,
    touches: MONEY,
    onClose: () => setRequest(null),
  }
  const initial = {
    kind: 'SALOON' as const,
    quantity: 1,
    day: today(),
    payments: [{ way: TradeWay.is.balance, amountFen: fen(0) }],
  }
  const below = (values: Values) => {
    const id = oldmanId ?? (typeof values.oldmanId === 'string' ? values.oldmanId : null)
    return (
      <>
        <ChargeSum values={values} />
        {now && id && (
          <div className="yy-charge-sum yy-flex yy-wrap yy-tint yy-edge yy-round">
            <Holdings oldmanId={id} />
          </div>
        )}
        {now && <Scanned oldmanId={id} values={values} onPaid={paid} />}
      </>
    )
  }
  const also = oldmanId ? { oldmanId } : {}
  const drawer = now ? (
    <FormDrawer
      key="charge"
      {...common}
      call={charge.calls.pay}
      verb="确认收款"
      initial={initial}
      also={also}
      fields={{
        ...resident,
        ...rest,
        payments: { as: chargePayments, title: '收款', wide: true, check: checkPayments },
        payer: { title: '缴款人' },
        remark,
      }}
      below={below}
      done="已收款"
      onDone={(data) => receipted(data)}
    />
  ) : (
    <FormDrawer
      key="charge"
      {...common}
      call={charge.calls.add}
      verb="记一笔"
      initial={initial}
      also={also}
      fields={{ ...resident, ...whatFields }}
      below={below}
      done="已记下，随下次账单收"
    />
  )
  return {
    open: (id) => {
      setNow(false)
      setRequest({ oldmanId: id ?? null })
    },
    drawer,
  }
}
