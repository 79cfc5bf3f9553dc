// Money of the resident: the account, and what was agreed for each stay.

import { feeSet, type StayFeesData } from '#contract/expense/feeSet'
import type { ArchiveWholeData } from '#contract/live/archiveSection'
import { amountText } from '#web/kit/fields/amount'
import { Empty } from '#web/kit/parts/Empty'
import { Loaded } from '#web/kit/parts/Loaded'
import { KeyFigures } from '#web/kit/parts/PageCard'
import { useCall } from '#web/kit/query'
import { FactTable, Section } from './facts.part.tsx'

function StayFees({ stay }: { stay: StayFeesData }) {
  return (
    <Section
      title={`${stay.startDate} 至 ${stay.endDate ?? '今'}`}
      act={stay.endDate === null && <span className="yy-none">按月项目合计 {amountText(stay.monthFen)} 元</span>}
    >
      <FactTable>
        <thead>
          <tr>
            <th>费用项目</th>
            <th>大类</th>
            <th>周期</th>
            <th className="yy-arc-number">单价（元）</th>
            <th className="yy-arc-number">数量</th>
            <th>从</th>
            <th>到</th>
          </tr>
        </thead>
        <tbody>
          {stay.fees.map((fee) => (
            <tr key={fee.feeSetId} className={fee.running ? undefined : 'yy-arc-past'}>
              <td>{fee.name}</td>
              <td>{fee.projectName}</td>
              <td>{fee.cycleName}</td>
              <td className="yy-arc-number">{amountText(fee.priceFen)}</td>
              <td className="yy-arc-number">{fee.quantity}</td>
              <td className="yy-one-line">{fee.fromDate}</td>
              <td className="yy-one-line">{fee.toDate ?? '至今'}</td>
            </tr>
          ))}
        </tbody>
      </FactTable>
    </Section>
  )
}

export function Fees({ one }: { one: ArchiveWholeData }) {
  const { data, error, refetch } = useCall(feeSet.calls.ofResident, { oldmanId: one.oldmanId })
  const { account } = one
  return (
    <>
      <Section title="账户">
        <KeyFigures
          figures={[
            { label: '账户余额', value: amountText(account.balanceFen) },
            {
              label: account.overdue ? '欠费' : '未缴',
              value: amountText(account.owedFen),
              ...(account.overdue && {
                tone: 'red' as const,
                note: account.owedSince && `自 ${account.owedSince}`,
              }),
            },
            { label: '赠送余额', value: amountText(account.giftFen) },
            { label: '押金', value: amountText(account.depositFen) },
            ...(account.bookingFen ? [{ label: '订金', value: amountText(account.bookingFen) }] : []),
          ]}
        />
      </Section>
      {!data ? (
        <Loaded of={{ data, error, refetch }} what="费用项目" lines={5} />
      ) : data.length === 0 ? (
        <Empty title="还没有约定费用" text="办理试住或入住时约定床位费、护理费和餐费。" />
      ) : (
        data.map((stay) => <StayFees key={stay.stayId} stay={stay} />)
      )}
    </>
  )
}
