// A value of a night in a list, with the usual beside it and its verdict in colour and word.
import type { HealthRowData } from '#contract/monitor/healthRecord'
import { type MeasureKey, measureOf, measureText, verdictText } from '#contract/monitor/healthWords'
import { classes } from '#web/kit/classes'
import './measureCell.css'

type Measured = Pick<HealthRowData, 'judged' | 'away' | 'minutes'>

const judgedOf = (row: Measured, key: MeasureKey) => row.judged.find((one) => one.key === key)

/** 4 次 平时 2 次 偏多 */
export function measureWords(row: Measured, key: MeasureKey, value: number | null): string {
  const measure = measureOf(key)!
  if (row.away === 1) return '外出'
  const judged = judgedOf(row, key)
  const usual = judged?.median == null ? '' : `（平时 ${measureText(measure, judged.median)}）`
  const word = judged && judged.verdict !== 0 ? ` ${verdictText(measure, judged.verdict)}` : ''
  return `${measureText(measure, value)}${usual}${word}`
}

export function MeasureCell({ row, of, value }: { row: Measured; of: MeasureKey; value: number | null }) {
  const measure = measureOf(of)!
  if (row.away === 1 || value === null) return <span className="yy-none">—</span>
  const judged = judgedOf(row, of)
  const verdict = judged?.verdict ?? 0
  return (
    <span className={classes('yy-hm yy-right', verdict !== 0 && (Math.abs(verdict) === 2 ? 'is-red' : 'is-amber'))}>
      <b>{measureText(measure, value)}</b>
      {verdict !== 0 && <em className="yy-tiny yy-upright">{verdictText(measure, verdict)}</em>}
      <small className="yy-whole-line yy-second yy-tiny">
        {judged?.median == null ? '' : `平时 ${measureText(measure, judged.median)}`}
      </small>
    </span>
  )
}
