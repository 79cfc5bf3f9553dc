import { describe, expect, it } from 'vitest'
import { call, noun } from '#contract/kit/call'
import { fenSchema } from '#contract/kit/money'
import { options } from '#contract/kit/options'
import { pageOf, pageQuery } from '#contract/kit/paging'
import { dateTime, int, nul, obj, opt, str } from '#contract/kit/schema'
import { datetime } from '#web/kit/fields/date'
import { person } from '#web/kit/fields/text'
import { columns, factsOf, filterOfParams, filterWords } from './columns.ts'

const State = options('ColumnsTestState', '状态', [
  [0, 'waiting', ['待审', 'amber']],
  [1, 'passed', ['通过', 'green']],
])
const things = noun('test', 'thing', {
  title: '东西',
  calls: {
    list: call.get('/things', {
      needs: 'signedIn',
      act: '东西列表',
      query: pageQuery({
        name: opt(str()),
        keyword: opt(str('关键字')),
        state: opt(State.schema),
        count: opt(int()),
        startDate: opt(dateTime()),
        endDate: opt(dateTime()),
      }),
      data: pageOf(
        obj({
          id: str(),
          name: nul(str()),
          state: State.schema,
          fee: fenSchema(),
          at: dateTime(),
        }),
      ),
    }),
  },
})
const cols = columns(
  things.calls.list,
  {
    name: { title: '姓名', as: person, search: true },
    state: { title: '状态', as: State, search: true },
    fee: { title: '费用', sum: true },
    at: { title: '时间', as: datetime, search: 'range', sort: true },
    id: { title: '编号', hidden: true, text: (value) => `#${value}` },
  },
  { keyword: { title: '关键字', order: 0 } },
)
const row = { id: 'a1', name: '王', state: 1 as const, fee: 871_140 as never, at: '2026-11-12 09:30:05' }

describe('columns', () => {
  it('takes the field from the schema where none is given, and fixes the first column', () => {
    expect(cols.list.map((column) => [column.key, column.field.sheet, column.align, column.fixed])).toEqual([
      ['name', 'text', 'left', true],
      ['state', 'ColumnsTestState', 'left', false],
      ['fee', 'money', 'right', false],
      ['at', 'datetime', 'left', false],
      ['id', 'text', 'left', false],
    ])
  })

  it('gives the text of every kind, as export and print show it', () => {
    expect(cols.list.map((column) => column.text(row))).toEqual(['王', '通过', '8,711.40', '2026-11-12 09:30', '#a1'])
  })

  it('puts searches in the order of their columns unless told, a period over two query fields', () => {
    expect(cols.searches.map((item) => [item.title, item.names])).toEqual([
      ['关键字', ['keyword']],
      ['姓名', ['name']],
      ['状态', ['state']],
      ['时间', ['startDate', 'endDate']],
    ])
  })

  it('refuses a search that the call does not know', () => {
    const wrong = { title: '费用', search: { field: 'fee' } } as never
    expect(() => columns(things.calls.list, { fee: wrong })).toThrow('test.thing.list has no query field fee')
  })

  it('shows a row as facts', () => {
    expect(factsOf(cols, row, ['at']).map((fact) => [fact.label, fact.value])).toEqual([['时间', '2026-11-12 09:30']])
  })
})

describe('filterWords', () => {
  it('says the filter as a person would', () => {
    const words = (filter: Record<string, unknown>) => filterWords(cols.searches, filter)
    expect(words({})).toBe('')
    expect(words({ name: '王', state: 0, keyword: '' })).toBe('姓名：王、状态：待审')
    expect(words({ startDate: '2026-11-01 00:00:00', endDate: null })).toBe('时间：2026-11-01 00:00 至 现在')
    expect(words({ endDate: '2026-11-12 23:59:59' })).toBe('时间：最早 至 2026-11-12 23:59')
  })
})

describe('filterOfParams', () => {
  it('takes the declared filters of an address, numbers as numbers, and nothing else', () => {
    const params = { state: '1', name: '王', page: '3', stray: 'x', count: 'many' }
    expect(filterOfParams(things.calls.list, params)).toEqual({ state: 1, name: '王', count: 'many' })
  })
})
