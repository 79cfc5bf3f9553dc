// What is unpaid by how long it has been due; each part filters the report.
import { Ageing, type AgeingChartData } from '#contract/expense/reportBills'
import { moneyText } from '#web/kit/fields/money'
import { PageCard } from '#web/kit/parts/PageCard'

const COLORS = ['#6d87a6', '#e59a0b', '#ea6a1e', '#e0322a', '#9b1c16'] as const

interface AgeingCardProps {
  chart: AgeingChartData
  chosen: string | null
  onChoose(ageing: string | null): void
}

export function AgeingCard({ chart, chosen, onChoose }: AgeingCardProps) {
  const whole = chart.ageing.reduce((sum, one) => sum + one.unpaidFen, 0)
  return (
    <PageCard title="未收按账龄" sub={`未收合计 ${moneyText(whole)} 元，点击一段只看这一段`}>
      <div className="yy-ageing-bar yy-flex yy-hidden" aria-hidden>
        {chart.ageing.map((one, i) => (
          <i
            key={one.ageing}
            style={{ width: whole > 0 ? `${(one.unpaidFen / whole) * 100}%` : 0, background: COLORS[i] }}
          />
        ))}
      </div>
      <div className="yy-ageing yy-grid yy-gap-12">
        {chart.ageing.map((one) => (
          <button
            className="yy-second yy-left yy-white yy-edge yy-round yy-press"
            key={one.ageing}
            type="button"
            aria-pressed={chosen === one.ageing}
            onClick={() => onChoose(chosen === one.ageing ? null : one.ageing)}
          >
            {Ageing.label(one.ageing)}・{one.bills.toLocaleString('zh-CN')} 张
            <b className={one.ageing === 'NOT_DUE' || one.unpaidFen === 0 ? undefined : 'yy-ageing-late'}>
              {moneyText(one.unpaidFen)}
            </b>
          </button>
        ))}
      </div>
    </PageCard>
  )
}
