// One month of the income report on paper, with its sums.
import { type IncomeRowData, reportIncome } from '#contract/expense/reportIncome'
import { send } from '#web/kit/call'
import { moneyText } from '#web/kit/fields/money'
import type { Column, Filter } from '#web/kit/list/columns'
import { printList } from '#web/kit/list/printing'

const { income } = reportIncome.calls

export async function printMonth(
  columns: readonly Column<IncomeRowData>[],
  month: string,
  filter: Filter,
): Promise<void> {
  const query = { ...filter, from: month, to: month, part: 'page' as const }
  const { total, sums } = await send(income, { ...query, page: 1, size: 1 })
  const sum = (key: string): string => {
    if (key === '$no') return '合计'
    const value = (sums as Record<string, number | null> | null)?.[key]
    if (value === null || value === undefined) return ''
    return key.endsWith('Fen') ? moneyText(value) : `${value.toFixed(1)}%`
  }
  await printList<IncomeRowData>({
    call: income,
    title: `收入统计 ${month}`,
    query,
    columns,
    words: '',
    total,
    unit: '行',
    totals: sum,
  })
}
