// A refund as it stands on continuous paper, 241 × 93 mm, like a receipt: what goes back and by which way, why, who signs.

import type { RefundPrintData } from '#contract/expense/refundNote'
import { moneyText } from '#web/kit/fields/money'
import { pathText } from '#web/kit/fields/place'
import { AmountRow, Receipt, SheetTable } from '#web/kit/print/Sheet'

type PrintedNote = RefundPrintData['notes'][number]

interface PaperRow {
  item: string
  month: string
  way: string
  fen: number | null
}

/** Shorter notes keep empty lines, so that nothing can be written in afterwards. */
const LEAST = 3

const dayText = (day: string) => {
  const [year, month, date] = day.slice(0, 10).split('-')
  return `${year} 年 ${Number(month)} 月 ${Number(date)} 日`
}

function rowsOf(one: PrintedNote): PaperRow[] {
  const count = Math.max(one.lines.length, one.ways.length, LEAST)
  return Array.from({ length: count }, (_, i) => {
    const line = one.lines[i]
    const way = one.ways[i]
    return {
      item: line?.item ?? '',
      month: line?.month ?? '',
      way: way ? `${way.name} ${moneyText(way.amountFen ?? 0)}` : '',
      fen: line?.amountFen ?? null,
    }
  })
}

export function RefundPaper({ one, org }: { one: PrintedNote; org: string }) {
  return (
    <Receipt
      org={org}
      title={one.state === 'VOID' ? '退款单（已作废）' : '退款单'}
      number={one.refundNo}
      reprint={one.printedBefore}
      facts={[
        { label: '日期', value: dayText(one.day) },
        { label: '老人', value: one.printedName },
        { label: '床位', value: pathText(one.bedPath) || '—' },
        { label: '领款人', value: one.payee ?? one.printedName },
      ]}
      signatures={[
        { label: '退款单位（章）' },
        { label: '经办人', name: one.userName },
        { label: '审核' },
        { label: '领款人签字' },
      ]}
      copy="第一联　存根"
    >
      <SheetTable<PaperRow>
        rows={rowsOf(one)}
        columns={[
          { key: 'item', title: '退款项目', width: 34, text: (row) => row.item || '\u00a0' },
          { key: 'month', title: '账期', width: 16, text: (row) => row.month },
          { key: 'way', title: '退款方式', text: (row) => row.way },
          {
            key: 'fen',
            title: '金额（元）',
            align: 'right',
            width: 18,
            text: (row) => (row.fen === null ? '' : moneyText(row.fen)),
          },
        ]}
        totals={<AmountRow label="实退人民币" fen={one.amountFen ?? 0} span={4} />}
      />
      <p>
        退款原因：{one.reason}
        {(one.giftFen ?? 0) > 0 && `　同时收回赠送余额 ${moneyText(one.giftFen ?? 0)} 元`}
      </p>
    </Receipt>
  )
}
