// Sums by column of ways: the foot of a report and the shares beside its curve.
import type { WaySumsData } from '#contract/expense/reportWords'
import { WAY_COLUMN } from '#contract/expense/tradeWords'
import { moneyText } from '#web/kit/fields/money'
import type { SharePart } from '#web/kit/report/charts'

const columns = Object.entries(WAY_COLUMN).map(([key, { title, ways }]) => ({
  key: `${key}Fen` as keyof WaySumsData,
  title,
  ways: ways.join(','),
}))

export function WayFoot({ sums }: { sums: WaySumsData }) {
  return (
    <div className="yy-report-ways yy-flex yy-wrap yy-fixed yy-second yy-under">
      按方式合计
      {columns.map(({ key, title }) => (
        <span key={key}>
          {title}
          <b>{moneyText(sums[key])}</b>
        </span>
      ))}
    </div>
  )
}

/** Ways by which money moved, the largest first. */
export const wayParts = (sums: WaySumsData, open?: (ways: string, title: string, fen: number) => void): SharePart[] =>
  columns
    .map(({ key, title, ways }) => ({
      name: title,
      fen: sums[key],
      ...(open && { onOpen: () => open(ways, title, sums[key]) }),
    }))
    .filter((part) => part.fen !== 0)
    .sort((a, b) => b.fen - a.fen)
