// 护理计划差异: every project with what it was and what it will be, the ones that change on top.
import { ArrowRight } from 'lucide-react'
import type { RegradeItem, RegradeRehearsal } from '#contract/live/regrade'
import { ItemChange } from '#contract/live/regradeWords'
import { frequencyWords } from '#contract/nursing/frequency'
import { StatusTag } from '#web/kit/parts/StatusTag'
import { NumberedCard } from './card.part.tsx'
import { dayBefore, monthDay, times } from './words.ts'

const COUNTED = [ItemChange.is.added, ItemChange.is.changed, ItemChange.is.gone, ItemChange.is.same] as const
const { same, left, gone } = ItemChange.is

interface LineProps {
  row: RegradeItem
  onEdit?: ((row: RegradeItem) => void) | undefined
}

function Line({ row, onEdit }: LineProps) {
  const before = row.before && frequencyWords(row.before)
  const after = row.after && frequencyWords(row.after)
  const notTaken = row.change === left
  return (
    <tr className={`yy-regrade-${row.change}`}>
      <td>
        <StatusTag option={ItemChange.find(row.change)!} />
      </td>
      <th scope="row">{row.projectName}</th>
      <td>{row.change === gone ? <del>{before}</del> : (before ?? '—')}</td>
      <td className="yy-regrade-arrow">
        <ArrowRight size={14} aria-hidden />
      </td>
      <td className={notTaken ? '' : 'yy-strong'}>{notTaken ? `套餐${after}，不采用` : (after ?? '—')}</td>
      <td className="yy-right yy-one-line">
        {times(row.timesBefore)} <span className="yy-second">→</span> <b>{times(row.timesAfter)}</b>
      </td>
      <td className="yy-second">{row.ground}</td>
      {onEdit && (
        <td className="yy-right">
          <button type="button" className="yy-link" aria-label={`调整${row.projectName}`} onClick={() => onEdit(row)}>
            调整
          </button>
        </td>
      )}
    </tr>
  )
}

interface ItemsProps {
  seen: RegradeRehearsal
  onEdit?: ((row: RegradeItem) => void) | undefined
  onAdd?: (() => void) | undefined
}

export function ItemsCard({ seen, onEdit, onAdd }: ItemsProps) {
  const { plan, effectiveDate } = seen
  const changing = plan.items.filter((row) => row.change !== same)
  const steady = plan.items.filter((row) => row.change === same)
  const sub = plan.after
    ? `${plan.before ? `启用后旧计划止于 ${monthDay(dayBefore(effectiveDate))}；` : ''}已做任务不动`
    : '新等级没有护理项目，护理计划不变'
  return (
    <NumberedCard
      number={3}
      title="护理计划差异"
      sub={sub}
      className="yy-regrade-plan"
      extra={
        <span className="yy-inline-flex yy-gap-4 yy-wrap">
          {COUNTED.map((change) => {
            const option = ItemChange.find(change)!
            const count = plan.items.filter((row) => row.change === change).length
            return (
              <StatusTag key={change} family={option.family!}>
                {option.label} {count}
              </StatusTag>
            )
          })}
        </span>
      }
    >
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: where it is wider than the page it is moved with the arrow keys */}
      <section className="yy-scroll" aria-label="计划差异" tabIndex={0}>
        <table className="yy-plain-table yy-lined yy-regrade-items" aria-label="护理计划差异">
          <thead>
            <tr>
              <th>变化</th>
              <th>项目</th>
              <th>现计划</th>
              <th aria-label="变为" />
              <th>新计划</th>
              <th className="yy-right">次 / 日</th>
              <th>依据</th>
              {onEdit && <th aria-label="操作" />}
            </tr>
          </thead>
          <tbody>
            {changing.map((row) => (
              <Line key={row.projectId} row={row} onEdit={onEdit} />
            ))}
            {onEdit && steady.map((row) => <Line key={row.projectId} row={row} onEdit={onEdit} />)}
          </tbody>
        </table>
      </section>
      {changing.length === 0 && <p className="yy-second yy-above-8">项目都不变。</p>}
      {!onEdit && steady.length > 0 && (
        <p className="yy-soft-ink yy-above-8 yy-no-margin">
          不变：{steady.map((row) => `${row.projectName} ${row.after ? frequencyWords(row.after) : ''}`).join('、')}
        </p>
      )}
      {onAdd && (
        <button type="button" className="yy-link yy-above-8" onClick={onAdd}>
          ＋ 另加一个项目
        </button>
      )}
    </NumberedCard>
  )
}
