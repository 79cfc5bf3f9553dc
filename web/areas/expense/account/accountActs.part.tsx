// Everything that can be done with an account, for the list, the detail, the archive and the bills alike:
// const acts = useAccountActs(); acts.open('prestore', oldmanId); {acts.element}

import { lazy, type ReactNode, Suspense, useState } from 'react'
import { type AccountAct, account } from '#contract/expense/account'
import { useMoneyMoved } from '#web/areas/expense/money'
import { ErrorBlock } from '#web/kit/parts/ErrorBlock'
import { SideDrawer } from '#web/kit/parts/SideDrawer'
import { BlockBones } from '#web/kit/parts/Skeleton'
import { useCall } from '#web/kit/query'

// Drawers come when they are wanted: pages that only offer the button stay light.
const PayDrawer = lazy(() => import('./pay.part.tsx'))
const TakeMoneyDrawer = lazy(async () => ({ default: (await import('./takeMoney.part.tsx')).TakeMoneyDrawer }))
const GiveBackDrawer = lazy(async () => ({ default: (await import('./giveBack.part.tsx')).GiveBackDrawer }))

export const ACT_TITLES: Readonly<Record<AccountAct, string>> = {
  prestore: '预存',
  deposit: '收押金',
  pay: '收费',
  refundBalance: '余额退款',
  refundDeposit: '退押金',
  toDeposit: '余额转押金',
  toBalance: '押金转余额',
  remit: '余额转给他人',
  booking: '处理预订金',
  offset: '押金抵扣欠费',
  seal: '封存账户',
  unseal: '解封账户',
}

interface Requested {
  act: AccountAct
  oldmanId: string
  billIds?: readonly string[] | undefined
  /** The payment that this came from: it opens again afterwards. */
  back?: Requested
}

interface Shown {
  request: Requested
  open: boolean
  round: number
  at: number
}

export interface AccountActsHandle {
  open(act: AccountAct, oldmanId: string, options?: { billIds?: readonly string[] }): void
  element: ReactNode
}

function ActDrawer({ shown, onClose, onSwitch }: { shown: Shown; onClose(): void; onSwitch(act: AccountAct): void }) {
  const { request, open, at } = shown
  const { oldmanId, act } = request
  const { data, dataUpdatedAt, error, refetch } = useCall(account.calls.detail, { oldmanId }, { staleTime: 0 })
  useMoneyMoved(oldmanId)
  // Money is shown as it is now, not as some list had it a while ago.
  const one = data && dataUpdatedAt >= at ? data : undefined
  if (!one) {
    return (
      <SideDrawer open={open} title={ACT_TITLES[act]} width={act === 'pay' ? 1360 : 720} onClose={onClose}>
        {error ? <ErrorBlock what="账户" error={error} onRetry={() => void refetch()} /> : <BlockBones lines={10} />}
      </SideDrawer>
    )
  }
  if (act === 'pay') {
    return <PayDrawer open={open} one={one} billIds={request.billIds} onAct={onSwitch} onClose={onClose} />
  }
  return act === 'prestore' || act === 'deposit' ? (
    <TakeMoneyDrawer open={open} kind={act === 'prestore' ? 'PRESTORE' : 'DEPOSIT'} one={one} onClose={onClose} />
  ) : (
    <GiveBackDrawer open={open} act={act} one={one} onClose={onClose} />
  )
}

export function useAccountActs(): AccountActsHandle {
  const [shown, setShown] = useState<Shown | null>(null)
  const show = (request: Requested) =>
    setShown((now) => ({ request, open: true, round: (now?.round ?? 0) + 1, at: Date.now() }))
  const close = () => {
    if (!shown) return
    if (shown.request.back) show(shown.request.back)
    else setShown({ ...shown, open: false })
  }
  const switchTo = (act: AccountAct) => {
    if (!shown) return
    const { oldmanId } = shown.request
    show({ act, oldmanId, ...(shown.request.act === 'pay' && { back: shown.request }) })
  }
  return {
    open: (act, oldmanId, options = {}) => show({ act, oldmanId, billIds: options.billIds }),
    element: shown && (
      <Suspense fallback={null}>
        <ActDrawer key={shown.round} shown={shown} onClose={close} onSwitch={switchTo} />
      </Suspense>
    ),
  }
}
