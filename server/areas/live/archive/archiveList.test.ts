// The list of the archives and the chooser: filters, counts, sums, masks, and who sees what.

import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { dayText } from '#contract/kit/clock'
import type { PageInfo } from '#contract/kit/paging'
import type { ArchiveRowData, ResidentChoiceData } from '#contract/live/archive'
import { ARCHIVES, type ArchiveDesk, OLDMANS, openArchives } from '#server/areas/live/test/archiveDesk'
import { DEMO_ORG } from '#server/areas/platform/seed/fixedRows'
import type { Caller } from '#server/kit/caller'
import { archiveTodos } from './archiveTodos.ts'

let desk: ArchiveDesk
let app: ArchiveDesk['app']
let clerk: string
let nurse: string
let admin: string

const FILES = `${OLDMANS}/files`

beforeAll(async () => {
  desk = await openArchives()
  app = desk.app
  ;({ clerk, nurse, admin } = desk.tokens)
})
afterAll(() => app.close())

const one: ArchiveDesk['one'] = (...args) => desk.one(...args)
const added: ArchiveDesk['added'] = (change) => desk.added(change)

const list = async (query: Record<string, string> = {}, token = clerk) =>
  (await app.ask<PageInfo<ArchiveRowData>>('GET', `${ARCHIVES}/list`, { token, query: { size: '100', ...query } })).data

describe('the list', () => {
  it('says of each resident what the table shows, with masked numbers', async () => {
    const { list: found, total } = await list({ status: '1', size: '20' }, admin)
    expect(total).toBeGreaterThan(100)
    expect(found).toHaveLength(20)
    for (const row of found) {
      expect(row.bedPath).toContain('>')
      expect(row.idCard).toMatch(/^\d{6}\*{8}\w{4}$/)
      expect(row.days).toBeGreaterThanOrEqual(0)
      expect(row.can).toContain('checkOut')
      expect(row.can).not.toContain('reserve')
    }
  })

  it('offers the moves that the residence list offers', async () => {
    type Moves = { oldmanId: string; can: string[] }
    const there = await app.ask<PageInfo<Moves>>('GET', `${OLDMANS}/live`, { token: admin, query: { size: '1000' } })
    const expected = new Map(there.data.list.map((row) => [row.oldmanId, row.can]))
    const here = (await list({ size: '1000' }, admin)).list.filter((row) => expected.has(row.oldmanId))
    expect(here.length).toBeGreaterThan(200)
    for (const row of here) expect(row.can, row.oldmanName).toEqual(expected.get(row.oldmanId))
  })

  it('counts what it lists, for every status and filter', async () => {
    const counts = async (query: Record<string, string> = {}) =>
      (await app.ask<{ status: number; count: number }[]>('GET', `${ARCHIVES}/counts`, { token: clerk, query })).data
    for (const query of [{}, { keyword: 'w' }, { attention: '4' }, { arrears: '1' }, { sex: '0', ageFrom: '80' }]) {
      const all = await counts(query as Record<string, string>)
      expect(all).toHaveLength(6)
      for (const { status, count } of all) {
        expect((await list({ ...(query as Record<string, string>), status: String(status), size: '1' })).total).toBe(
          count,
        )
      }
    }
  })

  it('filters in every way the page offers', async () => {
    const { oldmanId } = await added({
      oldmanName: '欧阳震华',
      phone: '13511112222',
      category: '4',
      family: [{ name: '欧阳小', relation: '20', phone: '13677778888' }],
    })
    const finds = async (query: Record<string, string>) =>
      (await list(query)).list.some((row) => row.oldmanId === oldmanId)
    for (const keyword of ['欧阳', 'oyzh', 'ouyangzhen', '1111222', '77778888', desk.lastCard().slice(6)]) {
      expect(await finds({ keyword }), keyword).toBe(true)
    }
    expect(await finds({ keyword: 'zh' })).toBe(false)
    expect(await finds({ keyword: '%' })).toBe(false)
    expect(await finds({ category: '4', sex: '1', status: '3,6' })).toBe(true)
    expect(await finds({ completeness: 'low' })).toBe(true)
    expect(await finds({ completeness: 'high' })).toBe(false)
    expect(await finds({ ids: `${oldmanId},x` })).toBe(true)
    expect(await finds({ arrears: '0', status: '3' })).toBe(true)
    expect(await finds({ checkInFrom: '2000-01-01' })).toBe(false)
    const today = dayText()
    expect(await finds({ createFrom: today, createTo: today })).toBe(true)
    expect(await finds({ createTo: '2020-01-01' })).toBe(false)
    expect((await app.ask('GET', `${ARCHIVES}/list`, { token: clerk, query: { createFrom: 'x' } })).status).toBe(42200)
    expect((await app.ask('GET', `${ARCHIVES}/list`, { token: clerk, query: { status: '1,9' } })).status).toBe(42200)
  })

  it('finds who lives below a place of the house', async () => {
    const place = await one<{ id: string; path: string }>(
      `select location_id as id, path from location where org_id = $1 and level = 1 order by place limit 1`,
    )
    const { list: found, total } = await list({ areaId: place.id, size: '500' }, admin)
    expect(total).toBeGreaterThan(10)
    for (const row of found) expect(row.bedPath?.startsWith(`${place.path}>`)).toBe(true)
    expect((await list({ bed: `${place.path} › `, status: '1,4', size: '1' }, admin)).total).toBe(
      (await list({ areaId: place.id, status: '1,4', size: '1' }, admin)).total,
    )
  })

  it('shows the whole numbers to who may, and writes it down', async () => {
    const [row] = (await list({ plain: '1', size: '1' }, admin)).list
    expect(row?.idCard).not.toContain('*')
    expect((await list({ plain: '1', size: '1' }, nurse)).list[0]?.idCard).toContain('*')
    const log = await one<{ remark: string }>(
      `select remark from operation_log where org_id = $1 and remark like '查看%完整证件号码%' limit 1`,
    )
    expect(log.remark).toContain('1 位老人')
  })

  it('stays inside the departments of the reader', async () => {
    const mine = await list({ size: '500' }, nurse)
    expect(mine.total).toBeGreaterThan(5)
    const depts = new Set(mine.list.map((row) => row.deptName))
    expect(depts.has('长青楼护理组')).toBe(false)
    const other = await one<{ id: string; name: string }>(
      `select oldman_id as id, oldman_name as name from oldman join dept using (org_id, dept_id)
        where org_id = $1 and dept_name = '长青楼护理组' limit 1`,
    )
    expect((await list({ ids: other.id }, nurse)).total).toBe(0)
    for (const [method, path] of [
      ['GET', `${FILES}/${other.id}`],
      ['GET', `${ARCHIVES}/completeness/${other.id}`],
    ] as const) {
      expect((await app.ask(method, path, { token: nurse })).status, path).toBe(40400)
    }
  })

  it('sorts by age and by days the way a person reads it', async () => {
    const ages = (await list({ orderBy: 'age desc', status: '1', size: '10' }, admin)).list.map((row) => row.age)
    expect(ages).toEqual([...ages].sort((a, b) => b - a))
    const days = (await list({ orderBy: 'days desc', status: '1', size: '10' }, admin)).list.map((row) => row.days!)
    expect(days).toEqual([...days].sort((a, b) => b - a))
  })

  it('is what the to-do counts', async () => {
    const [todo] = archiveTodos
    await app.app.pool.query(
      `update oldman set completeness = 30 where org_id = $1 and oldman_id in
        (select oldman_id from oldman where org_id = $1 and status = 1 limit 3)`,
      [DEMO_ORG],
    )
    const bench = await app.ask<{ key: string; count: number; route: string }[]>(
      'GET',
      '/pims/web-org/index/waitHandle',
      {
        token: admin,
      },
    )
    const counted = JSON.stringify(bench.data)
    expect(counted).toContain(todo!.title)
    const listed = await list({ due: 'gaps', size: '1' }, admin)
    expect(listed.total).toBeGreaterThanOrEqual(3)
    const caller = { orgId: DEMO_ORG, deptIds: null, app: app.app } as unknown as Caller
    expect((await todo!.count(caller)).count).toBe(listed.total)
  })
})

describe('the chooser', () => {
  const choose = async (query: Record<string, string>, token = clerk) =>
    (await app.ask<PageInfo<ResidentChoiceData>>('GET', OLDMANS, { token, query })).data

  it('answers existing clients: statuses joined, paging off, huge sizes', async () => {
    const page = await choose({ oldmanStatuses: '1,4', orderBy: '', page: '1', size: '999999' }, admin)
    expect(page.total).toBe(page.list.length)
    expect(page.list.every((row) => row.status === 1 || row.status === 4)).toBe(true)
    const all = await app.ask<ResidentChoiceData[]>('GET', OLDMANS, {
      token: admin,
      query: { oldmanStatuses: '1,4', pageHelper: '0', size: '999999' },
    })
    expect(Array.isArray(all.data)).toBe(true)
    expect(all.data).toHaveLength(page.total)
    expect(Object.keys(page.list[0]!)).not.toContain('idCard')
    expect((await app.ask('GET', OLDMANS, { token: admin, query: { oldmanStatuses: 'x' } })).status).toBe(42200)
  })

  it('finds by pinyin for everybody, by number only for readers of archives', async () => {
    const { oldmanId } = await added({ oldmanName: '诸葛青' })
    const card = desk.lastCard()
    expect((await choose({ keyword: 'zgq' })).list.map((row) => row.oldmanId)).toContain(oldmanId)
    expect((await choose({ keyword: card })).list.map((row) => row.oldmanId)).toEqual([oldmanId])
    const store = await desk.signIn('zhaoqiang')
    expect((await choose({ keyword: card }, store)).total).toBe(0)
    expect((await choose({ ids: oldmanId })).list).toHaveLength(1)
  })
})
