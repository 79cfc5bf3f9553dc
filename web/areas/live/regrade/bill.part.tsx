// The bills to come, line by line, as they are and as they will be.
import { Segmented } from 'antd'
import { useState } from 'react'
import type { RegradeBill, RegradeRehearsal } from '#contract/live/regrade'
import { NumberedCard } from './card.part.tsx'
import { difference, money, monthDay } from './words.ts'

function Lines({ bill }: { bill: RegradeBill }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: where it is wider than the page it is moved with the arrow keys
    <section className="yy-scroll" aria-label="账单明细" tabIndex={0}>
      <table className="yy-plain-table yy-lined yy-regrade-bill" aria-label={`${bill.month} 账单`}>
        <thead>
          <tr>
            <th>费用项目</th>
            <th className="yy-right">现在</th>
            <th className="yy-right">批准后</th>
            <th className="yy-right">相差</th>
          </tr>
        </thead>
        <tbody>
          {bill.rows.map((row) => (
            <tr key={row.key} className={row.changed ? 'yy-regrade-changed' : ''}>
              <th scope="row">
                {row.name}
                {(row.spec || row.basis) && (
                  <small>{row.basisBefore ? `${row.basisBefore} → ${row.basis}` : (row.basis ?? row.spec)}</small>
                )}
              </th>
              <td className="yy-right">{money(row.asIsFen)}</td>
              <td className={row.changed ? 'yy-right yy-strong' : 'yy-right'}>{money(row.assumedFen)}</td>
              <td className={row.changed ? 'yy-right yy-strong' : 'yy-right'}>{difference(row.differenceFen)}</td>
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row">应收合计</th>
            <td className="yy-right">{money(bill.asIsFen)}</td>
            <td className="yy-right yy-strong">{money(bill.assumedFen)}</td>
            <td className="yy-right yy-strong yy-amber">{difference(bill.differenceFen)}</td>
          </tr>
        </tfoot>
      </table>
    </section>
  )
}

export function BillCard({ seen }: { seen: RegradeRehearsal }) {
  const { bills, balanceFen, effectiveDate } = seen
  const [chosen, setChosen] = useState<string | null>(null)
  const bill = bills.find((one) => one.month === chosen) ?? bills[0]
  if (!bill) return null
  const hidden = bill.assumedFen === null
  const lacking = hidden || balanceFen === null ? 0 : Math.max(0, bill.assumedFen! - balanceFen)
  const part = effectiveDate.slice(0, 7) === bill.month && !effectiveDate.endsWith('-01')
  const earlier = effectiveDate.slice(0, 7) < bill.month && bill.next && bills.length === 1
  return (
    <NumberedCard
      number={5}
      title={`${bill.month} 账单`}
      sub={`逐项，生效日 ${monthDay(effectiveDate)}`}
      extra={
        bills.length > 1 && (
          <Segmented
            size="small"
            aria-label="账期"
            value={bill.month}
            options={bills.map((one) => ({
              value: one.month,
              label: one.next ? `${one.month} 下期` : `${one.month} 整月`,
            }))}
            onChange={setChosen}
          />
        )
      }
    >
      {hidden ? (
        <p className="yy-second yy-no-margin">金额由收费人员查看。账单会从生效日起按新等级出具。</p>
      ) : (
        <>
          <Lines bill={bill} />
          <p className="yy-soft-ink yy-small yy-no-margin yy-above-8">
            {seen.feeStays && '这位老人按综合价格收费，护理费不随等级变化。'}
            {part && '本月按天折算，之前的日子按原等级。'}
            {earlier && `${effectiveDate.slice(0, 7)} 的账单已出，差额补在这一期。`}
            {balanceFen !== null && `账户余额 ${money(balanceFen)}，`}
            {balanceFen !== null && (lacking > 0 ? `这一期还需缴 ${money(lacking)}。` : '够付这一期。')}
          </p>
        </>
      )}
    </NumberedCard>
  )
}
