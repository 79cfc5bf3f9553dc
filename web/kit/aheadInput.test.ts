import { beforeEach, expect, it, vi } from 'vitest'
import { dayText, monthText } from '#contract/kit/clock'
import { monthsAgo, monthsAgoByDay, THIS_MONTH, TODAY } from '#contract/kit/page'
import { aheadRequest } from './aheadInput.ts'
import type { Page, PageAhead } from './routes.ts'

const page = (ahead: Partial<PageAhead>) =>
  ({
    ahead: {
      key: 'a.b.c',
      path: '/x',
      needs: '',
      list: true,
      names: ['page', 'size', 'state', 'name'],
      numbers: ['state'],
      ...ahead,
    },
  }) as unknown as Page
const asked = (ahead: Partial<PageAhead>, query = {}, params = {}, own = false) =>
  aheadRequest({ page: page(ahead), query, params }, own)?.input

beforeEach(() => vi.stubGlobal('window', { screen: { width: 1280 } }))

it('a list is asked for its first page, with the address, the declared start and what is fixed', () => {
  expect(asked({})).toEqual({ page: 1, size: 10 })
  expect(asked({ start: { state: 2 }, fixed: { openToo: 1 } })).toEqual({ page: 1, size: 10, state: 2, openToo: 1 })
  expect(asked({ start: { state: 2 } }, { state: '3', name: '王', page: '9', other: 'x' })).toEqual({
    page: 1,
    size: 10,
    state: 3,
    name: '王',
  })
  expect(asked({ start: { month: THIS_MONTH } })).toMatchObject({ month: monthText(Date.now()) })
  const from = (back: string) => asked({ start: { from: back, to: TODAY } })
  expect(from(monthsAgoByDay(0))).toMatchObject({ from: `${monthText(Date.now())}-01`, to: dayText(Date.now()) })
  vi.useFakeTimers({ now: new Date('2026-02-10T04:00:00Z') })
  expect(from(monthsAgo(11))).toMatchObject({ from: '2025-03', to: '2026-02-10' })
  expect(from(monthsAgoByDay(2))).toMatchObject({ from: '2025-12-01' })
  vi.useRealTimers()
})

it('a user’s own start is not known here: nothing is asked, unless the address says what is wanted', () => {
  expect(asked({}, {}, {}, true)).toBeUndefined()
  expect(asked({}, { state: '1' }, {}, true)).toEqual({ page: 1, size: 10, state: 1 })
})

it('a record is asked for by what the address names, and not without it', () => {
  const detail = { list: false, path: '/x/{id}', names: ['id', 'part'], numbers: [] }
  expect(asked(detail, { part: 'y', z: '1' }, { id: '7' })).toEqual({ id: '7', part: 'y' })
  expect(asked(detail)).toBeUndefined()
  expect(asked({ ...detail, from: { id: 'billId' } }, { billId: '8' })).toEqual({ id: '8' })
})

it('a page that declares nothing asks for nothing', () => {
  expect(aheadRequest({ page: {} as Page, query: {}, params: {} }, false)).toBeNull()
})
