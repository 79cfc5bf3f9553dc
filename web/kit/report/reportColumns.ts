// Columns of a report, and the filters that every report may have: their words and controls are the same everywhere.

import { TradeWay } from '#contract/expense/tradeWords'
import type { Call } from '#contract/kit/call'
import { ResidenceStatus } from '#contract/live/resident'
import { date, month } from '#web/kit/fields/date'
import { department } from '#web/kit/fields/department'
import { fieldOf } from '#web/kit/fields/faces'
import type { Field } from '#web/kit/fields/field'
import { lookupOf } from '#web/kit/fields/lookup'
import { areaAny } from '#web/kit/fields/place'
import { keyword } from '#web/kit/fields/text'
import { type Columns, columns, type SearchItem } from '#web/kit/list/columns'

export type CommonFilter = 'keyword' | 'deptId' | 'areaId' | 'status' | 'userId' | 'way'

interface Common {
  title: string
  field: Field<unknown>
  width: number
  placeholder?: string
}

const COMMON: Readonly<Record<CommonFilter, Common>> = {
  keyword: { title: '老人', field: keyword as Field<unknown>, width: 150, placeholder: '姓名、拼音或档案号' },
  areaId: { title: '楼栋', field: areaAny as Field<unknown>, width: 150 },
  deptId: { title: '部门', field: department as Field<unknown>, width: 150 },
  status: { title: '状态', field: fieldOf(ResidenceStatus) as unknown as Field<unknown>, width: 120 },
  userId: { title: '经办人', field: lookupOf('cashiers') as Field<unknown>, width: 130 },
  way: { title: '方式', field: fieldOf(TradeWay) as unknown as Field<unknown>, width: 150 },
}

export interface ReportSearch {
  /** Days, months, or no period: a report about today. */
  period: 'day' | 'month' | null
  periodTitle?: string
  /** In this order behind the period. */
  common?: readonly CommonFilter[]
  /** Words of this report: 收款人 instead of 经办人. */
  titles?: Partial<Record<CommonFilter, string>>
}

type Specs<C extends Call> = Parameters<typeof columns<C>>[1]
type Filters<C extends Call> = NonNullable<Parameters<typeof columns<C>>[2]>

/** The report's own filters stand behind the common ones. */
export function reportColumns<C extends Call>(
  call: C,
  search: ReportSearch,
  specs: Specs<C>,
  own: Filters<C> = {},
): Columns<C> {
  const made = columns(call, specs, own)
  const common: SearchItem[] = []
  if (search.period) {
    common.push({
      key: 'period',
      title: search.periodTitle ?? (search.period === 'day' ? '日期' : '月份'),
      field: (search.period === 'day' ? date : month) as Field<unknown>,
      names: ['from', 'to'],
      placeholder: undefined,
      width: search.period === 'day' ? 250 : 210,
      order: 0,
    })
  }
  for (const name of search.common ?? []) {
    const { title, field, width, placeholder } = COMMON[name]
    common.push({
      key: name,
      title: search.titles?.[name] ?? title,
      field,
      names: [name],
      placeholder,
      width,
      order: 0,
    })
  }
  return { ...made, searches: [...common, ...made.searches] }
}
