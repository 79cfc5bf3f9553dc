// Parts of the payment drawer: what the account holds, which bills are paid, how everything stands afterwards.
import { Checkbox } from 'antd'
import type { ReactNode } from 'react'
import type { AccountAct, AccountDetailData, UnpaidBillData } from '#contract/expense/account'
import { BillKind, BillStanding, type BillStandingValue } from '#contract/expense/billWords'
import { moneyText } from '#web/kit/fields/money'
import { StatusTag } from '#web/kit/parts/StatusTag'
import type { Pockets } from './payRows.ts'

interface BalancesProps {
  one: AccountDetailData
  onAct(act: AccountAct): void
}

export function Balances({ one, onAct }: BalancesProps) {
  const late = one.bills.filter((bill) => bill.standing === 'LATE')
  const link = (act: AccountAct, words: string) =>
    one.can.includes(act) && (
      <button type="button" className="yy-link" onClick={() => onAct(act)}>
        {words}
      </button>
    )
  const cells: { label: string; value: number | null; note: ReactNode; harm?: boolean }[] = [
    {
      label: '账户余额',
      value: one.balanceFen,
      note: (
        <>
          {link('prestore', '预存')}
          {link('refundBalance', '退款')}
          {link('toDeposit', '划转')}
        </>
      ),
    },
    { label: '赠送余额', value: one.giftFen, note: '不可退' },
    {
      label: '押金',
      value: one.depositFen,
      note: (
        <>
          {link('deposit', '收取')}
          {link('refundDeposit', '退还')}
        </>
      ),
    },
    {
      label: one.bills.length > 0 ? `未缴（${one.bills.length} 期）` : '未缴',
      value: one.unpaidFen,
      note:
        late.length > 0
          ? `最早已逾期 ${Math.max(...late.map((bill) => bill.daysLate))} 天`
          : one.bills[0]
            ? `${one.bills[0].dueDate.slice(5)} 到期`
            : '没有欠费',
      harm: late.length > 0,
    },
  ]
  return (
    <dl className="yy-pay-balances yy-grid yy-hidden yy-edge yy-round-card">
      {cells.map((cell) => (
        <div key={cell.label} className={cell.harm ? 'yy-pay-owes' : undefined}>
          <dt>{cell.label}</dt>
          <dd className="yy-no-margin yy-strong">{moneyText(cell.value ?? 0)}</dd>
          <span>{cell.note}</span>
        </div>
      ))}
    </dl>
  )
}

interface BillsProps {
  bills: readonly UnpaidBillData[]
  chosen: readonly string[]
  disabled: boolean
  askedFen: number
  onChange(chosen: string[]): void
}

const billName = (bill: UnpaidBillData) =>
  bill.kind === 'MONTH' ? bill.month : `${bill.month} ${BillKind.label(bill.kind)}`

export function Bills({ bills, chosen, disabled, askedFen, onChange }: BillsProps) {
  return (
    <section>
      <header className="yy-pay-step yy-row yy-between">
        <b>1　选择要缴的账单</b>
        <span className="yy-none">可只缴一部分，先缴最早一期</span>
      </header>
      <div className="yy-pay-bills yy-hidden yy-white yy-edge yy-round-card">
        {bills.map((bill) => (
          <Checkbox
            key={bill.billId}
            checked={chosen.includes(bill.billId)}
            disabled={disabled}
            onChange={(event) =>
              onChange(event.target.checked ? [...chosen, bill.billId] : chosen.filter((one) => one !== bill.billId))
            }
          >
            <b>{billName(bill)}</b>
            <StatusTag option={BillStanding.find(bill.standing)!} />
            <span className="yy-none">应收 {moneyText(bill.receivableFen ?? 0)}</span>
            <span className="yy-none">
              {(bill.paidFen ?? 0) > 0 ? `已缴 ${moneyText(bill.paidFen ?? 0)}` : `到期 ${bill.dueDate.slice(5)}`}
            </span>
            <b className="yy-push">{moneyText(bill.unpaidFen ?? 0)}</b>
          </Checkbox>
        ))}
        <footer className="yy-between yy-tint">
          <span>应缴合计</span>
          <b>{moneyText(askedFen)}</b>
        </footer>
      </div>
    </section>
  )
}

interface AfterProps {
  after: Pockets
  unpaidFen: number
  bills: readonly UnpaidBillData[]
  rest: readonly number[]
}

const standingAfter = (bill: UnpaidBillData, restFen: number): BillStandingValue =>
  restFen === 0 ? 'PAID' : restFen < (bill.unpaidFen ?? 0) && bill.standing === 'DUE' ? 'PART' : bill.standing

export function After({ after, unpaidFen, bills, rest }: AfterProps) {
  const cells: [string, number][] = [
    ['余额', after.balanceFen],
    ['赠送余额', after.giftFen],
    ['押金', after.depositFen],
    ['未缴', unpaidFen],
  ]
  return (
    <section className="yy-pay-after yy-white yy-edge yy-round-card" aria-label="收款后">
      <b>收款后</b>
      <dl>
        {cells.map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd className={value < 0 ? 'yy-acc-harm' : undefined}>{moneyText(value)}</dd>
          </div>
        ))}
      </dl>
      <p className="yy-flex yy-wrap">
        {bills.map((bill, i) => {
          const next = standingAfter(bill, rest[i]!)
          return (
            <span key={bill.billId}>
              {bill.month} <StatusTag option={BillStanding.find(bill.standing)!} /> →{' '}
              <StatusTag option={BillStanding.find(next)!} />
              {rest[i]! > 0 && <small className="yy-none">还差 {moneyText(rest[i]!)}</small>}
            </span>
          )
        })}
      </p>
    </section>
  )
}
