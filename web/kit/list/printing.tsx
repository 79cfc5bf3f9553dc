// 打印: the filtered list on A4, all of its pages up to a limit, with the filter in words above it.
import type { Call } from '#contract/kit/call'
import type { PageInfo } from '#contract/kit/paging'
import { type SendArgs, send } from '#web/kit/call'
import { confirmAct } from '#web/kit/parts/confirmAct'
import { printSheet } from '#web/kit/print/printSheet'
import { Sheet, type SheetColumn, SheetTable } from '#web/kit/print/Sheet'
import { useSession } from '#web/kit/session'
import type { Column, Filter } from './columns.ts'

/** More than this nobody reads on paper. */
export const PRINT_LIMIT = 2_000
const CHUNK = 500
/** More columns than this need smaller type, or every row becomes two lines. */
const WIDE = 12
const UNBROKEN = new Set(['int', 'number', 'money', 'date', 'datetime', 'month', 'phone'])

interface PrintListRequest<Row> {
  call: Call
  title: string
  query: Filter
  columns: readonly Column<Row>[]
  /** The filter in words. */
  words: string
  total: number
  unit: string
  /** The last line of a report, by column; $no is the number's. */
  totals?: ((key: string) => string) | undefined
  /** Below the table: whether it agrees with the ledger. */
  note?: string | undefined
}

async function allRows<Row>(call: Call, query: Filter): Promise<Row[]> {
  const rows: Row[] = []
  for (let page = 1; rows.length < PRINT_LIMIT; page++) {
    const input = { ...query, page, size: CHUNK }
    const answer = (await send(call, ...([input, { loading: true }] as unknown as SendArgs<Call>))) as PageInfo<Row>
    rows.push(...answer.list)
    if (answer.list.length < CHUNK || rows.length >= answer.total) break
  }
  return rows.slice(0, PRINT_LIMIT)
}

/** Names, short words, beds and numbers of documents: broken in two they are hard to read and make every row taller. */
const ONE_LINE = /^(.{0,5}|[\w-]{1,16}|(?=.*›).{1,26})$/u

/** The widths on screen, as shares of the paper. */
function sheetColumns<Row>(columns: readonly Column<Row>[], rows: readonly Row[]): SheetColumn<Row>[] {
  const printed = columns.filter((column) => !column.screenOnly)
  const whole = printed.reduce((sum, column) => sum + column.width, 0) / 95
  return [
    { key: '$no', title: '序', align: 'center', width: 5, text: (_row, index) => index + 1 },
    ...printed.map((column) => ({
      key: column.key,
      title: column.title,
      align: column.align,
      width: column.width / whole,
      whole: UNBROKEN.has(column.field.sheet) || rows.every((row) => ONE_LINE.test(column.text(row))),
      text: (row: Row) => column.text(row),
    })),
  ]
}

export async function printList<Row>(request: PrintListRequest<Row>): Promise<void> {
  const { title, unit, total } = request
  if (total > PRINT_LIMIT) {
    const go = await confirmAct({
      title: `只打印前 ${PRINT_LIMIT.toLocaleString('zh-CN')} ${unit}？`,
      effects: [
        `共 ${total.toLocaleString('zh-CN')} ${unit}，一次最多打印 ${PRINT_LIMIT.toLocaleString('zh-CN')} ${unit}`,
        '可以先缩小查询范围分次打印，或改用导出',
      ],
      verb: '打印前一部分',
      safe: '先不打印',
    })
    if (go === null) return
  }
  const rows = await allRows<Row>(request.call, request.query)
  const columns = sheetColumns(request.columns, rows)
  const org = useSession.getState().user?.orgInfo.orgName ?? ''
  const who = useSession.getState().user?.empInfo.empName ?? ''
  await printSheet({
    title,
    paper: columns.length > 7 ? 'A4-landscape' : 'A4',
    render: () => (
      <div className={columns.length > WIDE ? 'dense wide' : 'dense'}>
        <Sheet
          org={org}
          title={title}
          sub={
            <>
              {request.words && `${request.words}　`}共 {total.toLocaleString('zh-CN')} {unit}
              {rows.length < total && `，以下为前 ${rows.length.toLocaleString('zh-CN')} ${unit}`}
            </>
          }
          signatures={[{ label: '打印人', name: who }, { label: '审核' }]}
        >
          <SheetTable
            columns={columns}
            rows={rows}
            totals={
              request.totals && (
                <tr className="amount">
                  {columns.map((column) => (
                    <td key={column.key} className={column.align ?? 'left'}>
                      <b>{request.totals!(column.key)}</b>
                    </td>
                  ))}
                </tr>
              )
            }
          />
          {request.note && <p className="sub">{request.note}</p>}
        </Sheet>
      </div>
    ),
  })
}
