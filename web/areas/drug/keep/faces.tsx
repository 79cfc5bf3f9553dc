// How stock is shown: what lies there, how long it goes, until when it may be given.
import { DrugExpiryState, DrugReach, qtyText } from '#contract/drug/drugWords'
import type { KeepLineData } from '#contract/drug/keepRows'
import { packed } from '#web/areas/drug/drugFace.part'
import { StatusTag } from '#web/kit/parts/StatusTag'

type Line = Pick<
  KeepLineData,
  | 'quantity'
  | 'usable'
  | 'unitName'
  | 'packUnit'
  | 'packFactor'
  | 'perDay'
  | 'days'
  | 'reach'
  | 'until'
  | 'expiryState'
  | 'recalled'
  | 'running'
>

/** 还够 3 天, 无存药, 按需使用 */
export const reachWords = ({ reach, days, running }: Pick<Line, 'reach' | 'days' | 'running'>): string => {
  if (reach === DrugReach.is.NONE) return '无存药'
  if (!running) return '未设用药'
  return days === null ? '按需使用' : `还够 ${days} 天`
}

export function ReachTag({ row }: { row: Pick<Line, 'reach' | 'days' | 'running'> }) {
  const { family } = DrugReach.find(row.reach)!
  const calm = row.reach === DrugReach.is.ENOUGH || row.reach === DrugReach.is.UNUSED
  if (calm) return <span className="yy-second">{reachWords(row)}</span>
  return <StatusTag family={family!}>{reachWords(row)}</StatusTag>
}

export function StockText({ row }: { row: Line }) {
  const kept = row.quantity - row.usable
  return (
    <span className="yy-stack">
      <b>
        {qtyText(row.quantity)} {row.unitName}
      </b>
      {row.packFactor > 1 && row.quantity >= row.packFactor && (
        <span className="yy-second yy-small">{packed(row.quantity, row)}</span>
      )}
      {kept > 0 && (
        <span className="yy-red yy-small">
          其中 {qtyText(kept)} {row.unitName}不能发
        </span>
      )}
    </span>
  )
}

export function ExpiryText({ row }: { row: Pick<Line, 'until' | 'expiryState' | 'recalled'> }) {
  if (!row.until) return <span className="yy-none">—</span>
  const state = DrugExpiryState.find(row.expiryState)
  return (
    <span className="yy-row yy-gap-6 yy-wrap">
      {row.until}
      {state && row.expiryState !== DrugExpiryState.is.FINE && <StatusTag option={state} />}
      {row.recalled && <StatusTag family="red">召回</StatusTag>}
    </span>
  )
}
