import { Pagination } from 'antd'
import { memo } from 'react'
import { counted } from '#web/kit/count'
import { moneyText } from '#web/kit/fields/money'
import type { Column } from './columns.ts'
import { PAGE_SIZES } from './listQuery.ts'

interface ListFootProps<Row> {
  /** false while no answer has told the total. */
  known: boolean
  total: number
  page: number
  size: number
  rows: readonly Row[]
  columns: readonly Column<Row>[]
  unit: string
  onPage(page: number): void
  onSize(size: number): void
}

/** 欠费合计 ¥86,420.00 of the rows on this page. */
function Sums<Row>({ rows, columns }: Pick<ListFootProps<Row>, 'rows' | 'columns'>) {
  return columns
    .filter((column) => column.sum)
    .map((column) => {
      const sum = rows.reduce((all, row) => all + Number(column.value(row) ?? 0), 0)
      const shown = column.field.sheet === 'money' ? `¥${moneyText(sum)}` : column.field.text(sum)
      return (
        <span key={column.key} className="yy-list-sum yy-second">
          本页{column.title.replace(/[（(].*$/, '')}合计 {shown}
        </span>
      )
    })
}

function Foot<Row>({ known, total, page, size, rows, columns, unit, onPage, onSize }: ListFootProps<Row>) {
  const first = (page - 1) * size + 1
  return (
    <footer className="yy-list-foot yy-over yy-row yy-wrap yy-fixed yy-one-line">
      <span aria-live="polite">
        {known ? `共 ${counted(total)} ${unit}` : `共 — ${unit}`}
        {rows.length > 0 && `，第 ${counted(first)}–${counted(first + rows.length - 1)} ${unit}`}
      </span>
      <Sums rows={rows} columns={columns} />
      <Pagination
        className="yy-list-pages"
        current={page}
        pageSize={size}
        total={total}
        showQuickJumper
        showSizeChanger
        pageSizeOptions={[...PAGE_SIZES]}
        onChange={(nextPage, nextSize) => (nextSize === size ? onPage(nextPage) : onSize(nextSize))}
      />
    </footer>
  )
}

/** Not drawn again with the page around it. */
export const ListFoot = memo(Foot) as unknown as typeof Foot
