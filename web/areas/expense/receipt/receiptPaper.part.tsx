// A receipt as it stands on continuous paper, 241 × 93 mm: items beside the ways of paying, the total also in capitals.

import type { ReceiptPrintData } from '#contract/expense/receipt'
import { moneyText } from '#web/kit/fields/money'
import { pathText } from '#web/kit/fields/place'
import { AmountRow, Receipt, SheetTable } from '#web/kit/print/Sheet'

export type PrintedReceipt = ReceiptPrintData['receipts'][number]
export type PaperHead = Pick<ReceiptPrintData, 'org' | 'title' | 'note'>

interface PaperRow {
  item: string
  month: string
  way: string
  fen: number | null
}

/** So many fit above the signatures. */
const ROWS = 7
/** Shorter receipts keep empty lines, so that nothing can be written in afterwards. */
const LEAST = 3

const dayText = (day: string) => {
  const [year, month, date] = day.slice(0, 10).split('-')
  return `${year} 年 ${Number(month)} 月 ${Number(date)} 日`
}

/** 2026-10, 2026-11 → 10、11 月 */
function monthsText(months: readonly (string | null)[]): string {
  const known = [...new Set(months.filter((month): month is string => month !== null))]
  if (known.length === 0) return ''
  if (known.length === 1) return known[0]!
  const sameYear = known.every((month) => month.slice(0, 4) === known[0]!.slice(0, 4))
  return sameYear ? `${known.map((month) => Number(month.slice(5))).join('、')} 月` : known.join('、')
}

/** Each line has its place; the ways stand beside them, several in the last one where there are more ways than lines. */
function rowsOf(one: PrintedReceipt): PaperRow[] {
  if (one.state === 'RED') {
    return [
      {
        item: `冲销 ${one.redOfNo ?? ''}`,
        month: monthsText(one.lines.map((line) => line.month)),
        way: `${one.ways.map((way) => way.name).join('、')} 冲回`,
        fen: one.amountFen,
      },
      ...(one.remark ? [{ item: `原因：${one.remark}`, month: '', way: '', fen: null }] : []),
    ]
  }
  const count = Math.max(one.lines.length, Math.min(one.ways.length, LEAST))
  const ways = one.ways.map((way) => `${way.name} ${moneyText(way.amountFen ?? 0)}`)
  return Array.from({ length: count }, (_, i) => {
    const line = one.lines[i]
    return {
      item: line?.item ?? '',
      month: line?.month ?? '',
      way: i === count - 1 ? ways.slice(i).join('　') : (ways[i] ?? ''),
      fen: line?.amountFen ?? null,
    }
  })
}

function chunksOf(rows: readonly PaperRow[]): PaperRow[][] {
  const chunks: PaperRow[][] = []
  for (let from = 0; from < rows.length; from += ROWS) chunks.push(rows.slice(from, from + ROWS))
  const last = chunks.at(-1) ?? []
  while (last.length < LEAST) last.push({ item: '', month: '', way: '', fen: null })
  return chunks.length > 0 ? chunks : [last]
}

/** One form, or several when there are many lines: the head repeats, the total stands on the last. */
export function ReceiptPaper({ one, head, reprint }: { one: PrintedReceipt; head: PaperHead; reprint: number }) {
  const chunks = chunksOf(rowsOf(one))
  return chunks.map((rows, page) => (
    <Receipt
      key={page}
      org={head.org}
      title={one.state === 'RED' ? `${head.title}（红字）` : head.title}
      number={one.receiptNo}
      reprint={reprint}
      facts={[
        { label: '日期', value: dayText(one.day) },
        { label: '老人', value: one.printedName },
        { label: '床位', value: pathText(one.bedPath) || '—' },
        { label: '缴款人', value: one.payer ?? one.printedName },
      ]}
      signatures={[
        { label: '收款单位（章）' },
        { label: '收款人', name: one.payee },
        { label: '复核', name: one.checker ?? '' },
        { label: '缴款人签字' },
      ]}
      copy={chunks.length > 1 ? `第一联　存根（${page + 1}/${chunks.length}）` : '第一联　存根'}
    >
      <SheetTable<PaperRow>
        rows={rows}
        columns={[
          { key: 'item', title: '项目', width: 34, text: (row) => row.item || '\u00a0' },
          { key: 'month', title: '账期', width: 16, text: (row) => row.month },
          { key: 'way', title: '收款方式', text: (row) => row.way },
          {
            key: 'fen',
            title: '金额（元）',
            align: 'right',
            width: 18,
            text: (row) => (row.fen === null ? '' : moneyText(row.fen)),
          },
        ]}
        totals={
          page === chunks.length - 1 ? <AmountRow label="合计人民币" fen={one.amountFen ?? 0} span={4} /> : undefined
        }
      />
      {page === chunks.length - 1 && one.state !== 'RED' && (one.remark || head.note) && (
        <p>{[one.remark && `备注：${one.remark}`, head.note].filter(Boolean).join('　')}</p>
      )}
    </Receipt>
  ))
}
