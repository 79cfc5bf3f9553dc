// The month sheet as a workbook: what stands on the paper.

import { cellText, monthKey } from '#contract/drug/monthWords'
import type { drugTake } from '#contract/drug/take'
import type { MonthLineData } from '#contract/drug/takeRows'
import { DrugRoute } from '#contract/drug/useWords'
import type { InputOf } from '#contract/kit/call'
import type { Caller } from '#server/kit/caller'
import { writeSheet, XLSX_MIME } from '#server/kit/excel'
import type { FileAnswer } from '#server/kit/implement'
import { monthOf } from './takeMonth.ts'

export async function monthBook(who: Caller, query: InputOf<typeof drugTake.calls.monthExcel>): Promise<FileAnswer> {
  const { elder, month, days, orgName, lines, people } = await monthOf(who, query)
  const dayColumns = Array.from({ length: days }, (_, at) => ({
    title: String(at + 1),
    width: 6,
    value: (line: MonthLineData) =>
      line.cells
        .filter((cell) => cell.day === at + 1)
        .map(cellText)
        .join('\n'),
  }))
  const content = await writeSheet<MonthLineData>({
    title: '服药月单',
    above: [
      `${orgName} 服药月单 ${month}`,
      `${elder.oldmanName} ${elder.bedPath ?? ''}${elder.allergies.length > 0 ? `　过敏：${elder.allergies.join('、')}` : ''}`,
      monthKey(people),
    ],
    columns: [
      { title: '药品', value: (line) => `${line.drugName} ${line.spec}`, width: 28 },
      { title: '剂量', value: (line) => [line.doseText, line.doseWeight].filter(Boolean).join(' '), width: 12 },
      {
        title: '途径',
        value: (line) => [DrugRoute.label(line.route), line.giveHow].filter(Boolean).join('，'),
        width: 12,
      },
      { title: '时刻', value: (line) => line.clock ?? '必要时', width: 8 },
      ...dayColumns,
    ],
    rows: lines,
  })
  return { name: `服药月单-${elder.oldmanName}-${month}.xlsx`, mime: XLSX_MIME, content }
}
