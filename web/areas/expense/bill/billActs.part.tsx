// What is done with a bill, the same from the list, from the resident's bills and from the bill itself.

import { Radio } from 'antd'
import { type ReactNode, useState } from 'react'
import { type BillRowData, billing, OutsideTo } from '#contract/expense/bill'
import { usePayDrawer } from '#web/areas/expense/account/payDrawer.part'
import { moneyTouched } from '#web/areas/expense/money'
import { newRequestNo, send } from '#web/kit/call'
import { moneyText } from '#web/kit/fields/money'
import type { RowAction } from '#web/kit/list/acts'
import { confirmAct } from '#web/kit/parts/confirmAct'
import { toast } from '#web/kit/toast'
import { openBill, openBillsOf } from './billState.ts'
import { EditDrawer } from './editDrawer.part.tsx'

type Bill = Pick<
  BillRowData,
  'tradeMonthId' | 'billNo' | 'oldmanId' | 'oldmanName' | 'month' | 'paidFen' | 'receivableFen' | 'version' | 'can'
>

export interface BillActsHandle {
  edit(bill: Pick<Bill, 'tradeMonthId'>): void
  pay(bill: Bill): void
  issue(bills: readonly Bill[]): Promise<void>
  remove(bill: Bill): Promise<void>
  antiSettle(bill: Bill): Promise<void>
  print(billIds: readonly string[]): Promise<void>
  element: ReactNode
}

const changed = moneyTouched

async function issue(bills: readonly Bill[]): Promise<void> {
  const open = bills.filter((bill) => bill.can.includes('issue'))
  if (open.length === 0) return void toast.info('所选账单没有可以出账的草稿')
  const requestNo = newRequestNo()
  const total = open.reduce((sum, bill) => sum + (bill.receivableFen ?? 0), 0)
  const one = open.length === 1 ? open[0] : null
  const said = await confirmAct({
    title: one ? `账单 ${one.billNo} 出账？` : `${open.length} 张账单出账？`,
    effects: [
      one ? `${one.oldmanName} ${one.month}，应收 ${moneyText(total)} 元` : `应收合计 ${moneyText(total)} 元`,
      '出账后计入老人欠款，明细不能再修改',
      '出错时可作废（未缴费前）后重新生成',
    ],
    verb: '出账',
    safe: '不出账',
    run: (_, options) =>
      send(
        billing.calls.issue,
        { tradeMonthIds: open.map((bill) => bill.tradeMonthId), ...(one && { version: one.version }) },
        { ...options, requestNo },
      ),
  })
  if (said === null) return
  toast.success(one ? `账单 ${one.billNo} 已出账` : `${open.length} 张账单已出账`)
  changed()
}

async function remove(bill: Bill): Promise<void> {
  const requestNo = newRequestNo()
  const draft = bill.can.includes('remove')
  const done = await confirmAct({
    title: draft ? `删除草稿 ${bill.billNo}？` : `作废账单 ${bill.billNo}？`,
    effects: draft
      ? [
          `${bill.oldmanName} ${bill.month} 的账单草稿将被删除`,
          '其中的一次性费用等待下一张账单',
          '可以重新生成本月账单',
        ]
      : [
          `${bill.oldmanName} ${bill.month}，应收 ${moneyText(bill.receivableFen ?? 0)} 元将从欠款中减去`,
          '账单保留在列表中，状态为已作废，不能恢复',
          '作废后可以重新生成这个月的账单',
        ],
    verb: draft ? '删除草稿' : '作废账单',
    safe: draft ? '不删除' : '不作废',
    danger: true,
    ...(!draft && { reason: { label: '作废原因', placeholder: '如：床位费计算有误，重新出账' } }),
    run: (reason, options) =>
      send(
        billing.calls.remove,
        { tradeMonthId: bill.tradeMonthId, ...(reason && { reason }), version: bill.version },
        { ...options, requestNo },
      ),
  })
  if (done === null) return
  toast.success(draft ? `草稿 ${bill.billNo} 已删除` : `账单 ${bill.billNo} 已作废`)
  changed()
}

/** The choice stands inside the question; it is read when the act is sent. */
function OutsideChoice({ onChange }: { onChange(value: 'BALANCE' | 'REFUND'): void }) {
  const [value, setValue] = useState<'BALANCE' | 'REFUND'>('BALANCE')
  return (
    <div className="yy-grid yy-gap-4">
      现金、扫码、转账等外部收款：
      <Radio.Group
        value={value}
        options={OutsideTo.list.map((one) => ({ value: one.value, label: one.label }))}
        onChange={(event) => {
          setValue(event.target.value)
          onChange(event.target.value)
        }}
      />
    </div>
  )
}

async function antiSettle(bill: Bill): Promise<void> {
  const requestNo = newRequestNo()
  let outside: 'BALANCE' | 'REFUND' = 'BALANCE'
  let words = ''
  const done = await confirmAct({
    title: `反结算账单 ${bill.billNo}？`,
    effects: [
      `${bill.oldmanName} ${bill.month}，已缴 ${moneyText(bill.paidFen ?? 0)} 元全部冲回，账单变为待缴`,
      '余额、赠送、押金付的部分退回原处',
      <OutsideChoice key="outside" onChange={(value) => (outside = value)} />,
      '相关收据开红字收据；收据还包含其他账单的，余下部分重开一张',
    ],
    verb: '反结算',
    safe: '不反结算',
    danger: true,
    reason: { label: '反结算原因', placeholder: '如：缴错账期、金额录错' },
    run: async (reason, options) => {
      const sent = { tradeMonthId: bill.tradeMonthId, reason, outside, version: bill.version }
      const answer = await send(billing.calls.antiSettle, sent, { ...options, requestNo })
      words = [
        answer.backFen > 0 && `退回账户 ${moneyText(answer.backFen)} 元`,
        answer.refundFen > 0 && `退回缴款人 ${moneyText(answer.refundFen)} 元`,
        answer.redNos.length > 0 && `红字收据 ${answer.redNos.join('、')}`,
      ]
        .filter(Boolean)
        .join('，')
    },
  })
  if (done === null) return
  toast.success(`账单 ${bill.billNo} 已反结算：${words}`)
  changed()
}

async function print(billIds: readonly string[]): Promise<void> {
  const { printBills } = await import('./printBill.tsx')
  await printBills(billIds)
}

export function useBillActs(): BillActsHandle {
  const pays = usePayDrawer()
  const [editing, setEditing] = useState<string | null>(null)
  return {
    edit: (bill) => setEditing(bill.tradeMonthId),
    pay: (bill) => pays.open(bill.oldmanId, { billIds: [bill.tradeMonthId] }),
    issue,
    remove,
    antiSettle,
    print,
    element: (
      <>
        {pays.drawer}
        <EditDrawer tradeMonthId={editing} onClose={() => setEditing(null)} onSaved={changed} />
      </>
    ),
  }
}

/** As a list offers them. */
export const billActions = (acts: BillActsHandle, { ofResident = false } = {}): RowAction<BillRowData>[] => [
  { title: '账单详情', link: '详情', onClick: (row) => openBill(row.tradeMonthId) },
  { title: '缴费', move: 'pay', onClick: (row) => acts.pay(row) },
  { title: '修改账单', link: '修改', move: 'edit', onClick: (row) => acts.edit(row) },
  { title: '出账', move: 'issue', onClick: (row) => void acts.issue([row]) },
  {
    title: (row) => (row.printedTimes > 0 ? '补打账单' : '打印账单'),
    link: '打印',
    when: (row) => row.state !== 'VOID',
    onClick: (row) => void acts.print([row.tradeMonthId]),
  },
  ...(ofResident
    ? []
    : [
        {
          title: '该老人全部账单',
          onClick: (row: BillRowData) => openBillsOf(row.oldmanId),
        } satisfies RowAction<BillRowData>,
      ]),
  { title: '反结算', move: 'antiSettle', danger: true, onClick: (row) => void acts.antiSettle(row) },
  { title: '作废账单', move: 'void', danger: true, onClick: (row) => void acts.remove(row) },
  { title: '删除草稿', move: 'remove', danger: true, onClick: (row) => void acts.remove(row) },
]
