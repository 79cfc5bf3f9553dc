import { expect, test } from 'vitest'
import type { Page } from '#web/kit/routes'
import { recordAddress, recordNamed } from './recordAddress.ts'

const page = (path: string, more: Partial<Page> = {}): Page => ({
  area: 'live',
  noun: 'thing',
  key: path,
  path,
  title: path,
  tab: false,
  needs: 'signedIn',
  load: () => Promise.reject(new Error('not loaded')),
  ...more,
})
const asks = (path: string, from?: Record<string, string>, list = false) => ({
  ahead: { key: 'x', path, needs: 'signedIn', list, names: [], numbers: [], ...(from && { from }) },
})
const pages = [
  page('/live/archives/base', asks('/pims/web-pi/oldmans/proFile/list', undefined, true)),
  page('/live/of/:oldmanId/:visitId'),
  page('/expense/accountDetail', asks('/pims/account/{oldmanId}')),
  page('/live/archives/detail/:oldmanId', { needs: 'archives' }),
  page('/expense/bill/detail', asks('/pims/bill/{tradeMonthId}', { tradeMonthId: 'billId' })),
  page('/expense/bills', { tab: true, ...asks('/pims/of/{chargeId}') }),
]
const all = () => true

test('a record leads to the page whose address or first call takes its id', () => {
  expect(recordAddress(pages, 'resident', 'a1', all)).toBe('/live/archives/detail/a1')
  expect(recordAddress(pages, 'bill', 'b 1', all)).toBe('/expense/bill/detail?billId=b+1')
})

test('a page that is not for this user gives way to the next', () => {
  expect(recordAddress(pages, 'resident', 'a1', (needs) => needs !== 'archives')).toBe(
    '/expense/accountDetail?oldmanId=a1',
  )
  expect(recordAddress(pages, 'resident', 'a1', () => false)).toBeNull()
})

test('a page about several records, a list and a tab lead nowhere', () => {
  expect(recordAddress(pages, 'visit', 'a1', all)).toBeNull()
  expect(recordAddress(pages, 'charge', 'a1', all)).toBeNull()
})

test('an id is no part of the address but itself', () => {
  expect(recordAddress(pages, 'resident', 'a/../b?c', all)).toBe('/live/archives/detail/a%2F..%2Fb%3Fc')
})

test('what the log calls a record is a kind of record or nothing', () => {
  expect(['oldman', 'bill', 'constructor', 'monthClose'].map(recordNamed)).toEqual(['resident', 'bill', null, null])
})
