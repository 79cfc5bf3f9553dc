// Taking what is still due after balance, gift and deposit.

import { Button, Input } from 'antd'
import { useEffect, useState } from 'react'
import { type SettleDetailData, settlement } from '#contract/expense/settlement'
import type { TradeWayValue } from '#contract/expense/tradeWords'
import { capitals, fen } from '#contract/kit/money'
import { PaymentRows } from '#web/areas/expense/account/paymentRows.part'
import { type PayRow, problemOf, rowOf, sumOf } from '#web/areas/expense/account/payRows'
import { useOutsideWays } from '#web/areas/expense/account/ways'
import { MONEY } from '#web/areas/expense/money'
import { printReceipts } from '#web/areas/expense/receipt/printReceipt.part'
import { moneyText } from '#web/kit/fields/money'
import { DrawerFoot, SideDrawer } from '#web/kit/parts/SideDrawer'
import { useAct } from '#web/kit/query'
import { toast } from '#web/kit/toast'

const NOTHING = { balanceFen: 0, giftFen: 0, depositFen: 0 }

interface CollectProps {
  one: SettleDetailData
  open: boolean
  onClose(): void
}

export function CollectDrawer({ one, open, onClose }: CollectProps) {
  const due = one.sheet.sums.outstandingFen
  const ways = useOutsideWays({ scans: false })
  const [rows, setRows] = useState<readonly PayRow[]>([])
  const [payer, setPayer] = useState(one.payer?.name ?? '')
  const [checked, setChecked] = useState(false)
  const act = useAct(settlement.calls.collect, { touches: MONEY })
  useEffect(() => {
    if (open && ways[0] !== undefined) {
      setRows([rowOf(ways[0], due)])
      setChecked(false)
    }
  }, [open, ways, due])
  const paid = sumOf(rows)
  const submit = async () => {
    setChecked(true)
    if (rows.length === 0 || rows.some((row) => problemOf(row, NOTHING) !== null)) return
    const before = new Set(one.receiptIds)
    const done = await act.run({
      oldmanId: one.oldmanId,
      payments: rows.map((row) => ({ way: row.face as TradeWayValue, amountFen: fen(row.amountFen ?? 0) })),
      payer: payer.trim() || null,
      version: one.version,
    })
    if (!done) return
    toast.success(`已收补缴 ${moneyText(paid)} 元`)
    void printReceipts(done.receiptIds.filter((id) => !before.has(id)))
    onClose()
  }
  return (
    <SideDrawer
      open={open}
      title={`收取补缴・${one.oldmanName}`}
      width={720}
      onClose={onClose}
      foot={
        <DrawerFoot
          note={
            <div>
              本次实收 <b className="yy-pay-sum">¥{moneyText(paid)}</b>
              <div className="yy-none">大写　{capitals(paid)}</div>
            </div>
          }
        >
          <Button onClick={onClose} disabled={act.running}>
            取消
          </Button>
          <Button type="primary" loading={act.running} onClick={() => void submit()}>
            确认收款
          </Button>
        </DrawerFoot>
      }
    >
      {act.error && (
        <div className="yy-form-refusal" role="alert">
          {act.error.message}
          <small>没有收款，账户没有变动。</small>
        </div>
      )}
      <p>
        应补缴 {moneyText(one.sheet.sums.supplementFen)} 元，已收 {moneyText(one.sheet.sums.collectedFen)} 元，还需补缴{' '}
        <b className="yy-owed">{moneyText(due)}</b> 元。
      </p>
      <PaymentRows
        title={<b>收款方式</b>}
        rows={rows}
        faces={ways}
        has={NOTHING}
        leftFen={due - paid}
        checked={checked}
        disabled={act.running}
        onChange={setRows}
      />
      <p>
        <label htmlFor="settle-payer">缴款人</label>
        <Input
          id="settle-payer"
          value={payer}
          maxLength={50}
          placeholder="选填，印在收据上"
          onChange={(event) => setPayer(event.target.value)}
        />
      </p>
    </SideDrawer>
  )
}
