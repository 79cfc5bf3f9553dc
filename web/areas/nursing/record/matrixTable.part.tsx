// The matrix: days across, projects down, sums on the right and below. Head, project and sums stay in sight.
import { memo, useEffect, useRef } from 'react'
import {
  type CellSum,
  cellWords,
  faceOf,
  type MatrixDay,
  type MatrixLayout,
  rateOf,
} from '#contract/nursing/matrixCells'
import { classes } from '#web/kit/classes'
import './matrix.css'

export interface PickedCell {
  projectId: string
  projectName: string
  day: MatrixDay
  cell: CellSum
}

interface CellProps {
  cell: CellSum | undefined
  day: MatrixDay
  today: boolean
  /** What the cell is about, for those who cannot see the table. */
  label: string
  onPick?: (() => void) | undefined
}

function Inside({ cell }: { cell: CellSum }) {
  const face = faceOf(cell)
  if (!face) return null
  return (
    <>
      <b>
        {face.tone === 'done' && <i aria-hidden>✓</i>}
        {face.main}
      </b>
      {face.marks.length > 0 && <small>{face.marks.join(' ')}</small>}
    </>
  )
}

function Cell({ cell, day, today, label, onPick }: CellProps) {
  const face = cell && faceOf(cell)
  const words = cell ? `${label}：${cellWords(cell)}` : ''
  return (
    <td
      className={classes('yy-matrix-cell', day.weekend && 'is-weekend', today && 'is-today', face && `is-${face.tone}`)}
    >
      {cell &&
        face &&
        (onPick ? (
          <button type="button" className="yy-bare yy-wide" title={words} onClick={onPick}>
            <span className="yy-heard">{words}</span>
            <span className="yy-block" aria-hidden>
              <Inside cell={cell} />
            </span>
          </button>
        ) : (
          <span title={words}>
            <Inside cell={cell} />
          </span>
        ))}
    </td>
  )
}

const Rate = ({ sum }: { sum: CellSum }) => {
  const rate = rateOf(sum)
  return (
    <>
      <td className="yy-matrix-sum yy-right">
        {sum.done}
        <span className="yy-second"> / {sum.planned}</span>
      </td>
      <td className={classes('yy-matrix-rate yy-right', rate !== null && rate < 90 && 'yy-red')}>
        {rate === null ? <span className="yy-second">—</span> : `${rate}%`}
      </td>
    </>
  )
}

interface MatrixTableProps {
  label: string
  layout: MatrixLayout
  /** yyyy-MM-dd */
  today: string
  /** Figures of a ward are longer. */
  ward: boolean
  onPick(cell: PickedCell): void
}

export const MatrixTable = memo(function MatrixTable({ label, layout, today, ward, onPick }: MatrixTableProps) {
  const box = useRef<HTMLDivElement>(null)
  const { days, groups, daySums, sum } = layout
  // The running month begins with today in sight.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for a month
  useEffect(() => {
    const at = box.current?.querySelector<HTMLElement>('th.is-today')
    if (at && box.current) box.current.scrollLeft = Math.max(0, at.offsetLeft - box.current.clientWidth / 2)
  }, [days[0]?.date])
  return (
    <div className="yy-matrix-box yy-scroll yy-flex-1 yy-low" ref={box}>
      <table className={classes('yy-matrix', ward && 'is-ward')} aria-label={label}>
        <thead>
          <tr>
            <th className="yy-matrix-name yy-left">护理项目</th>
            {days.map((day) => (
              <th
                key={day.day}
                className={classes(day.weekend && 'is-weekend', day.date === today && 'is-today')}
                aria-label={`${day.day} 日，周${day.weekday}${day.date === today ? '，今天' : ''}`}
              >
                {day.day}
                <small>{day.date === today ? '今' : day.weekday}</small>
              </th>
            ))}
            <th className="yy-matrix-sum yy-right">已做 / 应做</th>
            <th className="yy-matrix-rate yy-right">完成率</th>
          </tr>
        </thead>
        {groups.map((group) => (
          <tbody key={group.categoryName}>
            <tr className="yy-matrix-group">
              <th colSpan={days.length + 3} className="yy-left" scope="rowgroup">
                <span>{group.categoryName}</span>
              </th>
            </tr>
            {group.rows.map((row) => (
              <tr key={row.projectId}>
                <th className="yy-matrix-name yy-left yy-ellipsis" scope="row" title={row.projectName}>
                  {row.projectName}
                </th>
                {days.map((day) => {
                  const cell = row.byDay.get(day.day)
                  return (
                    <Cell
                      key={day.day}
                      cell={cell}
                      day={day}
                      today={day.date === today}
                      label={`${row.projectName} ${day.day} 日`}
                      onPick={
                        cell && (() => onPick({ projectId: row.projectId, projectName: row.projectName, day, cell }))
                      }
                    />
                  )
                })}
                <Rate sum={row.sum} />
              </tr>
            ))}
          </tbody>
        ))}
        <tfoot>
          <tr>
            <th className="yy-matrix-name yy-left" scope="row">
              每日合计
            </th>
            {days.map((day) => (
              <Cell
                key={day.day}
                cell={daySums.get(day.day)}
                day={day}
                today={day.date === today}
                label={`${day.day} 日合计`}
              />
            ))}
            <Rate sum={sum} />
          </tr>
        </tfoot>
      </table>
    </div>
  )
})

const LEGEND = [
  ['done', '✓2/2', '全部做了'],
  ['open', '1/2', '还没做完'],
  ['missed', '漏1', '漏做'],
  ['refused', '拒1', '老人拒绝'],
  ['away', '不在', '外出或住院'],
  ['extra', '+1', '按需另做'],
] as const

export const MatrixLegend = () => (
  <ul className="yy-matrix-legend yy-plain-list yy-row yy-wrap yy-gap-8-16 yy-small yy-second">
    {LEGEND.map(([tone, sample, words]) => (
      <li key={tone} className="yy-row yy-gap-4">
        <span className={`yy-matrix-sample is-${tone}`}>{sample}</span>
        {words}
      </li>
    ))}
    <li className="yy-row yy-gap-4">
      <span className="yy-matrix-sample">补1</span>事后补录
    </li>
  </ul>
)
