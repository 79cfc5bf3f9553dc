// The toolbar: the primary act first, then 导入 导出 打印; acts on chosen rows after their count; 刷新 密度 列设置 right.

import { Button } from 'antd'
import { RotateCw, UnfoldVertical } from 'lucide-react'
import type { ReactNode } from 'react'
import { counted } from '#web/kit/count'
import { MenuButton } from '#web/kit/parts/menu'
import type { Density } from '#web/kit/preferences'
import type { BatchAction, ListHandle } from './acts.ts'
import { DENSITIES } from './listSettings.ts'
import { type Ticks, useTicked } from './ticks.tsx'

interface ToolbarProps<Row> {
  /** Primary act, import, export, print and what the page adds. */
  left: ReactNode
  summary?: ReactNode
  batch: readonly BatchAction<Row>[]
  ticks: Ticks<Row>
  unit: string
  /** Chooses everything found, where that is more than is chosen already. */
  all: { total: number; most: number; running: boolean; onClick(): void }
  list: ListHandle
  fetching: boolean
  density: Density
  onDensity(density: Density): void
  columns: ReactNode
}

/** How many rows are chosen and what can be done with them; nothing else is drawn again when one is ticked. */
function Chosen<Row>({
  ticks,
  unit,
  all,
  batch,
  list,
}: Pick<ToolbarProps<Row>, 'ticks' | 'unit' | 'all' | 'batch' | 'list'>) {
  const selected = [...useTicked(ticks).values()]
  if (selected.length === 0) return null
  const more = all.total > selected.length
  return (
    <span className="yy-list-chosen yy-inline yy-gap-12 yy-one-line">
      <span className="yy-second" aria-live="polite">
        已选 {selected.length} {unit}
      </span>
      {more && all.total <= all.most && (
        <button type="button" className="yy-link" disabled={all.running} onClick={all.onClick}>
          {all.running ? '正在选择…' : `选中查到的全部 ${counted(all.total)} ${unit}`}
        </button>
      )}
      {more && all.total > all.most && (
        <span>
          查到 {counted(all.total)} {unit}，一次最多选 {all.most} {unit}
        </span>
      )}
      {batch.map((action) => (
        <button
          key={action.title}
          type="button"
          className={action.danger ? 'yy-link yy-link-danger' : 'yy-link'}
          disabled={action.when ? !action.when(selected) : false}
          onClick={() => action.onClick(selected, list)}
        >
          {action.title}
          {action.danger && '…'}
        </button>
      ))}
      <button type="button" className="yy-link" onClick={list.clearSelection}>
        清除
      </button>
    </span>
  )
}

export function Toolbar<Row>(props: ToolbarProps<Row>) {
  const { left, summary, batch, ticks, unit, all, list, fetching, density, onDensity, columns } = props
  return (
    <div className="yy-list-tools yy-row yy-wrap yy-fixed" role="toolbar" aria-label="列表操作">
      {left}
      <Chosen ticks={ticks} unit={unit} all={all} batch={batch} list={list} />
      <span className="yy-inline yy-gap-4 yy-narrow yy-push yy-one-line">
        {summary && <span className="yy-list-summary">{summary}</span>}
        <Button
          type="text"
          icon={<RotateCw size={16} className={fetching ? 'yy-spin' : undefined} aria-hidden />}
          onClick={list.refresh}
        >
          刷新
        </Button>
        <MenuButton
          className="yy-text-button"
          menu={() => ({
            selectable: true,
            selectedKeys: [density],
            items: DENSITIES.map(({ key, label }) => ({ key, label })),
            onClick: ({ key }) => onDensity(key as Density),
          })}
        >
          <UnfoldVertical size={16} aria-hidden />
          密度
        </MenuButton>
        {columns}
      </span>
    </div>
  )
}
