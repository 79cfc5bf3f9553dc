// 收费: left what the account holds and how it got there, right which bills are paid by which ways, and how everything
// stands afterwards.

import { Button, Checkbox, Input } from 'antd'
import { CircleCheck, FileText } from 'lucide-react'
import { type KeyboardEvent, useCallback, useId, useMemo, useState } from 'react'
import type { AccountAct, AccountDetailData } from '#contract/expense/account'
import { pay } from '#contract/expense/pay'
import type { PayOrderData } from '#contract/expense/scanPay'
import type { TradeWayValue } from '#contract/expense/tradeWords'
import { capitals } from '#contract/kit/money'
import { IN_HOUSE } from '#contract/live/resident'
import { NextBill } from '#web/areas/expense/billPreview/nextBill.part'
import { MONEY, moneyTouched } from '#web/areas/expense/money'
import { PRINT_PREFERENCE, printReceipts } from '#web/areas/expense/receipt/printReceipt.part'
import { ScanPay } from '#web/areas/expense/scanPay/scanPay.part'
import { moneyText } from '#web/kit/fields/money'
import { Empty } from '#web/kit/parts/Empty'
import { SideDrawer } from '#web/kit/parts/SideDrawer'
import { usePreference } from '#web/kit/preferences'
import { useAct } from '#web/kit/query'
import { toast } from '#web/kit/toast'
import { openAccount, ResidentAbout, ResidentTitle } from './accountHead.part.tsx'
import { PayerPick, usualPayer } from './payers.part.tsx'
import { PaymentRows } from './paymentRows.part.tsx'
import { After, Balances, Bills } from './payParts.part.tsx'
import {
  afterPaying,
  filledRows,
  isScan,
  type PayFace,
  type PayRow,
  type Pockets,
  partsOf,
  pocketsAfter,
  problemOf,
  sumOf,
} from './payRows.ts'
import { StatementTable } from './statementTable.part.tsx'
import { useOutsideWays } from './ways.ts'

interface ScanCellProps {
  row: PayRow
  one: AccountDetailData
  billIds: readonly string[]
  payer: string
  remark: string
  onPaid(key: number, order: PayOrderData): void
  onWaiting(key: number, waiting: boolean): void
}

/** The money of a code is booked when it comes, beside what the other ways bring. */
function ScanCell({ row, one, billIds, payer, remark, onPaid, onWaiting }: ScanCellProps) {
  const { key } = row
  const paid = useCallback((order: PayOrderData) => onPaid(key, order), [key, onPaid])
  const waits = useCallback((waiting: boolean) => onWaiting(key, waiting), [key, onWaiting])
  return (
    <ScanPay
      oldmanId={one.oldmanId}
      way={row.face as TradeWayValue}
      amountFen={row.amountFen}
      kind="BILL"
      billIds={billIds}
      payer={payer.trim() || null}
      remark={remark.trim() || null}
      onPaid={paid}
      onWaiting={waits}
    />
  )
}

export interface PayDrawerProps {
  open: boolean
  one: AccountDetailData
  billIds?: readonly string[] | undefined
  onAct(act: AccountAct): void
  onClose(): void
}

const problemsOf = (rows: readonly PayRow[], has: Pockets) => rows.filter((row) => problemOf(row, has) !== null).length

export default function PayDrawer({ open, one, billIds, onAct, onClose }: PayDrawerProps) {
  const ways = useOutsideWays()
  const ids = useId()
  const has = useMemo<Pockets>(
    () => ({ balanceFen: one.balanceFen ?? 0, giftFen: one.giftFen ?? 0, depositFen: one.depositFen ?? 0 }),
    [one.balanceFen, one.giftFen, one.depositFen],
  )
  const [chosen, setChosen] = useState<readonly string[]>(
    () => billIds?.filter((id) => one.bills.some((bill) => bill.billId === id)) ?? one.bills.map((bill) => bill.billId),
  )
  const [typedRows, setTypedRows] = useState<readonly PayRow[] | null>(null)
  const [checked, setChecked] = useState(false)
  const [overToBalance, setOverToBalance] = useState(false)
  const [payer, setPayer] = useState(() => usualPayer(one.payers))
  const [remark, setRemark] = useState('')
  const [reason, setReason] = useState('')
  const [print, setPrint] = usePreference(PRINT_PREFERENCE, true)
  const act = useAct(pay.calls.pay, { touches: MONEY })
  const [waiting, setWaiting] = useState<readonly number[]>([])
  const onWaiting = useCallback(
    (key: number, waits: boolean) =>
      setWaiting((now) =>
        waits === now.includes(key) ? now : waits ? [...now, key] : now.filter((one) => one !== key),
      ),
    [],
  )
  const onScanned = useCallback(
    (key: number, order: PayOrderData) => {
      setTypedRows((now) => now?.filter((row) => row.key !== key) ?? null)
      toast.success(`扫码到账 ${moneyText(order.amountFen)} 元，收据 ${order.receiptNo}`)
      moneyTouched()
      if (print && order.receiptId) void printReceipts([order.receiptId])
    },
    [print],
  )

  const bills = one.bills.filter((bill) => chosen.includes(bill.billId))
  const askedFen = bills.reduce((sum, bill) => sum + (bill.unpaidFen ?? 0), 0)
  // Until somebody types, the rows follow the bills that are ticked.
  const filled = useMemo(() => filledRows(askedFen, has, ways, one.giftFirst), [askedFen, has, ways, one.giftFirst])
  const rows = typedRows ?? filled
  const paidFen = sumOf(rows)
  const leftFen = askedFen - paidFen
  const overFen = Math.max(0, -leftFen)
  const desk = rows.filter((row) => !isScan(row.face))
  const scanFen = sumOf(rows) - sumOf(desk)
  const usesDeposit = rows.some((row) => row.face === 'DEPOSIT')
  const faces: PayFace[] = [
    ...(has.balanceFen > 0 ? (['BALANCE'] as const) : []),
    ...(has.giftFen > 0 ? (['GIFT'] as const) : []),
    ...ways,
    ...(one.can.includes('offset') ? (['DEPOSIT'] as const) : []),
  ]
  // What was refused was said about other figures.
  const figures = JSON.stringify([chosen, partsOf(rows)])
  const [said, setSaid] = useState(figures)
  const rest = afterPaying(
    bills.map((bill) => ({ unpaidFen: bill.unpaidFen ?? 0 })),
    paidFen,
  )
  const refused = act.error && said === figures ? act.error : null

  const wrong = (): string | null => {
    if (bills.length === 0) return '请选择要缴的账单'
    if (rows.length === 0) return '请选择收款方式'
    if (desk.length === 0) return '扫码到账后自动入账，不用再确认'
    if (problemsOf(rows, has) > 0) return '请核对标出的金额'
    if (overFen > 0 && !overToBalance) return `多收了 ${moneyText(overFen)} 元：请减少金额，或勾选“存入余额”`
    return usesDeposit && reason.trim() === '' ? '用押金抵扣，请填写抵扣原因' : null
  }
  const problem = checked ? wrong() : null

  const submit = async () => {
    setChecked(true)
    if (wrong() !== null || act.running) return
    setSaid(figures)
    const done = await act.run({
      kind: 'BILL',
      oldmanId: one.oldmanId,
      billIds: bills.map((bill) => bill.billId),
      payments: partsOf(desk),
      ...(overFen > 0 && { overToBalance: true }),
      payer: payer.trim() || null,
      remark: remark.trim() || null,
      ...(usesDeposit && { reason: reason.trim() }),
    })
    if (!done) return
    toast.success(`已收 ${moneyText(done.amountFen)} 元，收据 ${done.receiptNo}`)
    if (print) void printReceipts([done.receiptId])
    onClose()
  }

  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return
    event.preventDefault()
    void submit()
  }

  const right =
    one.bills.length === 0 ? (
      <Empty
        title="没有未缴的账单"
        text={one.nextBillDate ? `下次出账 ${one.nextBillDate}，可以先预存。` : '这位老人现在没有要缴的账单。'}
        acts={
          one.can.includes('prestore') && (
            <Button type="primary" onClick={() => onAct('prestore')}>
              去预存
            </Button>
          )
        }
      />
    ) : (
      <>
        <Bills
          bills={one.bills}
          chosen={chosen}
          disabled={act.running}
          askedFen={askedFen}
          onChange={(next) => setChosen(next)}
        />
        <PaymentRows
          title={<b>2　收款方式</b>}
          rows={rows}
          faces={faces}
          has={has}
          leftFen={leftFen}
          checked={checked}
          disabled={act.running}
          locked={waiting}
          onChange={setTypedRows}
          scan={(row) => (
            <ScanCell
              row={row}
              one={one}
              billIds={chosen}
              payer={payer}
              remark={remark}
              onPaid={onScanned}
              onWaiting={onWaiting}
            />
          )}
        />
        <dl className="yy-pay-check yy-grid yy-gap-4 yy-no-margin yy-white yy-edge yy-round-card">
          <div className="yy-row yy-between">
            <dt className="yy-second">应缴</dt>
            <dd>{moneyText(askedFen)}</dd>
          </div>
          <div className="yy-row yy-between">
            <dt className="yy-second">已分配</dt>
            <dd className={leftFen === 0 && askedFen > 0 ? 'yy-green' : undefined}>
              {leftFen === 0 && askedFen > 0 && (
                <CircleCheck size={15} color="#fff" fill="var(--success)" aria-hidden />
              )}
              {moneyText(paidFen)}
            </dd>
          </div>
          {overFen > 0 ? (
            <div className="yy-row yy-between">
              <dt className="yy-second">多收</dt>
              <dd className="yy-acc-harm">
                <Checkbox checked={overToBalance} onChange={(event) => setOverToBalance(event.target.checked)}>
                  存入余额
                </Checkbox>
                {moneyText(overFen)}
              </dd>
            </div>
          ) : (
            <div className="yy-row yy-between">
              <dt className="yy-second">还差</dt>
              <dd className={leftFen > 0 ? 'yy-amber' : undefined}>
                {leftFen > 0 && <small>余下的以后再缴　</small>}
                {moneyText(leftFen)}
              </dd>
            </div>
          )}
        </dl>
        <section className="yy-pay-fields yy-grid yy-center">
          <label htmlFor={`${ids}payer`}>缴款人</label>
          <PayerPick id={`${ids}payer`} payers={one.payers} value={payer} onChange={setPayer} disabled={act.running} />
          <span>收据</span>
          <Checkbox checked={print} onChange={(event) => setPrint(event.target.checked)}>
            收款后打印
          </Checkbox>
          {usesDeposit && (
            <>
              <label htmlFor={`${ids}reason`}>抵扣原因</label>
              <Input
                id={`${ids}reason`}
                value={reason}
                maxLength={200}
                status={checked && reason.trim() === '' ? 'error' : ''}
                placeholder="必填，如：逾期 60 天，已书面通知家属"
                onChange={(event) => setReason(event.target.value)}
              />
            </>
          )}
          <label htmlFor={`${ids}remark`}>备注</label>
          <Input
            id={`${ids}remark`}
            value={remark}
            maxLength={200}
            disabled={act.running}
            placeholder="选填，印在收据上"
            onChange={(event) => setRemark(event.target.value)}
          />
        </section>
        {(problem || refused) && (
          <div className="yy-form-refusal" role="alert">
            {refused?.message ?? problem}
            {refused && <small>没有收款，账户没有变动。</small>}
          </div>
        )}
        <After
          after={pocketsAfter(has, rows, overToBalance ? overFen : 0)}
          unpaidFen={(one.unpaidFen ?? 0) - Math.min(paidFen, askedFen)}
          bills={bills}
          rest={rest}
        />
      </>
    )

  return (
    <SideDrawer
      open={open}
      title={<ResidentTitle act="收费" one={one} />}
      about={<ResidentAbout one={one} />}
      extra={
        <button type="button" className="yy-link yy-inline yy-gap-4" onClick={() => openAccount(one.oldmanId)}>
          <FileText size={15} aria-hidden /> 账户详情
        </button>
      }
      width={1360}
      onClose={onClose}
      onKeyDown={onKeyDown}
      foot={
        <div className="yy-drawer-foot">
          <div>
            本次实收（含余额） <b className="yy-pay-sum">¥{moneyText(paidFen)}</b>
            <div className="yy-small">
              <span className="yy-none">大写</span>　{capitals(paidFen)}
            </div>
          </div>
          {scanFen > 0 && <span className="yy-none">扫码的 {moneyText(scanFen)} 元到账后自动入账，也可先离开此页</span>}
          <span className="yy-drawer-foot-acts">
            <Button onClick={onClose} disabled={act.running}>
              取消
            </Button>
            <Button
              type="primary"
              loading={act.running}
              disabled={one.bills.length === 0 || !one.can.includes('pay')}
              onClick={() => void submit()}
            >
              确认收款<span className="yy-key">Ctrl+Enter</span>
            </Button>
          </span>
        </div>
      }
    >
      <div className="yy-pay yy-grid yy-tall">
        <div className="yy-pay-left yy-low yy-scroll">
          <Balances one={one} onAct={onAct} />
          {one.sealed && (
            <p className="yy-acc-warn" role="note">
              账户已封存（{one.sealedReason}）。
            </p>
          )}
          <StatementTable oldmanId={one.oldmanId} />
          {IN_HOUSE.includes(one.status) && <NextBill oldmanId={one.oldmanId} tryLevel />}
        </div>
        <div className="yy-pay-right yy-low yy-scroll yy-stack yy-gap-16 yy-tint">{right}</div>
      </div>
    </SideDrawer>
  )
}
