// The sheet of a settlement as it is read from top to bottom: what is owed, what the account pays, what is left.
import type { ReactNode } from 'react'
import { billing } from '#contract/expense/bill'
import { BillKind, LineSource } from '#contract/expense/billWords'
import type { SettleLineData, SettleSheetData } from '#contract/expense/settlement'
import { capitals } from '#contract/kit/money'
import { specText } from '#web/areas/expense/specText'
import { moneyText } from '#web/kit/fields/money'
import { openPage } from '#web/kit/open'
import './settlement.css'

const days = (line: SettleLineData) => {
  if (!line.dateFrom) return ''
  if (!line.dateTo || line.dateTo === line.dateFrom) return line.dateFrom
  return `${line.dateFrom.slice(5)} 至 ${line.dateTo.slice(5)}`
}

function Block({ title, sum, children }: { title: string; sum?: number; children: ReactNode }) {
  return (
    <section className="yy-settle-block">
      <header>
        <h4>{title}</h4>
        {sum !== undefined && <b>{moneyText(sum)}</b>}
      </header>
      {children}
    </section>
  )
}

function UnpaidBills({ sheet }: { sheet: SettleSheetData }) {
  if (sheet.unpaid.length === 0) return <p className="yy-none">没有未缴的账单</p>
  return (
    <table className="yy-settle-table yy-lined yy-plain-table">
      <thead>
        <tr>
          <th>账期</th>
          <th>账单</th>
          <th className="yy-right">应收</th>
          <th className="yy-right">已缴</th>
          <th className="yy-right">未缴</th>
        </tr>
      </thead>
      <tbody>
        {sheet.unpaid.map((bill) => (
          <tr key={bill.billId}>
            <td>{bill.month}</td>
            <td>
              <button
                type="button"
                className="yy-link"
                onClick={() => openPage(billing.pages.detail.path, { tradeMonthId: bill.billId })}
              >
                {bill.billNo}
              </button>{' '}
              <span className="yy-none">{BillKind.label(bill.kind)}</span>
            </td>
            <td className="yy-right">{moneyText(bill.receivableFen)}</td>
            <td className="yy-right">{moneyText(bill.paidFen)}</td>
            <td className="yy-right">{moneyText(bill.unpaidFen)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function FinalLines({ sheet }: { sheet: SettleSheetData }) {
  if (sheet.lines.length === 0) return <p className="yy-none">没有需要再出账的费用</p>
  return (
    <table className="yy-settle-table yy-lined yy-plain-table">
      <thead>
        <tr>
          <th>费用项目</th>
          <th>期间</th>
          <th>依据</th>
          <th className="yy-right">金额</th>
        </tr>
      </thead>
      <tbody>
        {sheet.lines.map((line, index) => (
          <tr key={index}>
            <td>
              {line.name}
              {line.spec && <span className="yy-none"> {specText(line.spec)}</span>}
              {line.source !== 'CYCLE' && (
                <small className="yy-settle-source yy-second yy-edge">{LineSource.label(line.source)}</small>
              )}
            </td>
            <td className="yy-one-line">{days(line)}</td>
            <td className="yy-none">
              {[
                line.basis,
                line.discountFen > 0 && `优惠 −${moneyText(line.discountFen)}`,
                line.subsidyFen > 0 && `补贴 −${moneyText(line.subsidyFen)}`,
              ]
                .filter(Boolean)
                .join('，')}
            </td>
            <td className="yy-right">{moneyText(line.amountFen - line.discountFen - line.subsidyFen)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

interface SumLine {
  label: string
  value: number
  note?: string
  minus?: boolean
  strong?: boolean
  harm?: boolean
}

function SumRows({ rows }: { rows: readonly SumLine[] }) {
  return (
    <dl className="yy-settle-sums yy-no-margin">
      {rows.map((row) => (
        <div key={row.label} className={row.strong ? 'yy-strong' : undefined}>
          <dt>
            {row.label}
            {row.note && <small>{row.note}</small>}
          </dt>
          <dd className={row.harm ? 'yy-owed' : undefined}>
            {row.minus && row.value > 0 ? '−' : ''}
            {moneyText(row.value)}
          </dd>
        </div>
      ))}
    </dl>
  )
}

const left = (has: number, used: number) => `账户有 ${moneyText(has)}，余 ${moneyText(has - used)}`

export function Sums({ sheet }: { sheet: SettleSheetData }) {
  const { sums } = sheet
  const due: SumLine[] = [
    { label: '未缴账单', value: sums.unpaidFen },
    { label: '退住账单（按实际居住）', value: sums.finalFen },
    { label: '医疗费', value: sums.medicalFen },
    { label: '损坏赔偿', value: sums.damageFen },
    { label: '减免', value: sums.discountFen, minus: true },
    { label: '应收合计', value: sums.receivableFen, strong: true },
  ]
  const paid: SumLine[] = [
    { label: '余额抵扣', value: sums.useBalanceFen, minus: true, note: left(sums.balanceFen, sums.useBalanceFen) },
    { label: '赠送余额抵扣', value: sums.useGiftFen, minus: true, note: left(sums.giftFen, sums.useGiftFen) },
    { label: '押金抵扣', value: sums.useDepositFen, minus: true, note: left(sums.depositFen, sums.useDepositFen) },
  ]
  const shown = due.filter((row) => row.strong || row.value !== 0)
  const end: SumLine[] = [
    ...(sums.supplementFen > 0
      ? [
          { label: '应补缴', value: sums.supplementFen, strong: true, harm: true },
          { label: '已补缴', value: sums.collectedFen, minus: true },
          { label: '还需补缴', value: sums.outstandingFen, strong: true, harm: sums.outstandingFen > 0 },
        ]
      : []),
    ...((sums.keptFen ?? 0) > 0
      ? [{ label: '扣下已用的满赠', value: sums.keptFen, minus: true, note: '预存款退出，按比例收回' }]
      : []),
    ...(sums.lapseFen > 0 ? [{ label: '赠送余额收回', value: sums.lapseFen, note: '赠送的钱不退，退住后失效' }] : []),
  ]
  return (
    <div className="yy-edge yy-round-card">
      <SumRows rows={shown} />
      <SumRows rows={paid} />
      {end.length > 0 && <SumRows rows={end} />}
      <div className="yy-settle-refund yy-over yy-flex yy-wrap yy-baseline yy-tint">
        <span>应退款（余额 + 押金余下）</span>
        <b>¥{moneyText(sums.refundFen)}</b>
        <small className="yy-second yy-right">{capitals(sums.refundFen)}</small>
      </div>
    </div>
  )
}

export function SheetView({ sheet }: { sheet: SettleSheetData }) {
  const { sums } = sheet
  return (
    <>
      <Block title="未缴账单" sum={sums.unpaidFen}>
        <UnpaidBills sheet={sheet} />
      </Block>
      <Block title="退住账单" sum={sums.finalFen + sums.medicalFen + sums.damageFen}>
        {sheet.replaced.map((bill) => (
          <p className="yy-settle-note yy-pad-8-12 yy-round" key={bill.billId}>
            {bill.month} 月账单 {bill.billNo}（应收 {moneyText(bill.receivableFen)}
            ）包含退住之后的日子，确认时由退住账单代替
            {bill.backFen > 0 ? `，已缴的 ${moneyText(bill.backFen)} 元先转回账户。` : '。'}
          </p>
        ))}
        <FinalLines sheet={sheet} />
      </Block>
      <Block title="结算">
        <Sums sheet={sheet} />
      </Block>
    </>
  )
}
