// A period that ends in a closed month: its figures are those of that day; what was corrected later stands here with the
// month it was booked into.
import { Lock } from 'lucide-react'
import { Fragment } from 'react'
import type { ReportClosedData } from '#contract/expense/reportKit'
import { moneyText } from '#web/kit/fields/money'
import { openPage, useTab } from '#web/kit/open'

export function ClosedLine({ closed, title }: { closed: ReportClosedData; title: string }) {
  const { address } = useTab()
  const month = closed.at.slice(0, 7)
  const show = (into: string) => openPage(address.split('?')[0]!, { from: into, to: into })
  return (
    <div className="yy-check yy-row yy-wrap yy-fixed yy-check-off" role="note" aria-label={`${title}结账说明`}>
      <Lock size={15} aria-hidden />
      {month} 已结账，本表按 {closed.at} 的情况显示，不再变动。
      {closed.corrections.length === 0
        ? '结账后没有更正。'
        : closed.corrections.map(({ month: into, fen }, i) => (
            <Fragment key={into}>
              {i > 0 && '；'}结账后更正 {moneyText(fen)} 元，记入{' '}
              <button type="button" className="yy-link" onClick={() => show(into)}>
                {into}
              </button>
            </Fragment>
          ))}
    </div>
  )
}
