// What stands in a cell of the month's sheet, on the page, on paper and in the workbook.
import type { MonthLineData } from './takeRows.ts'
import { TAKE_CODES } from './useWords.ts'

type Cell = MonthLineData['cells'][number]

/** √ZL · R · 10:25√ZL; what was recorded late bears 补. */
export const cellText = ({ state, initials, at, late }: Cell): string =>
  `${at ?? ''}${TAKE_CODES[state]}${initials}${late ? '补' : ''}`

export const MONTH_CODES = '√ 已服　R 拒服　V 呕吐　M 漏服　O 外出　H 住院　S 停药　X 暂停　补 事后补记'

export const monthKey = (people: readonly { initials: string; name: string }[]) =>
  `${MONTH_CODES}${people.length > 0 ? `　　签名：${people.map((one) => `${one.initials} ${one.name}`).join('　')}` : ''}`
