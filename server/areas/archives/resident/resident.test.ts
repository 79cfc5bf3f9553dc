// Archives of the residents: lists, scope, masking, search, trees, placeholders.

import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { ResidentDetailData, ResidentRowData } from '#contract/archives/resident'
import { idCardFacts } from '#contract/kit/formats'
import type { TreeNode } from '#contract/live/resident'
import { residentPlaceholders } from '#contract/live/residentPlaceholders'
import { DEMO_ORG } from '#server/areas/platform/seed/fixedRows'
import { placeholderValues } from '#server/areas/residents/public'
import { demoApp, type TestApp } from '#server/kit/test/app'

const PASSWORD = 'Yiyuan2026'
const RESIDENTS = '/pims/web-org/archives/elders'

let product: TestApp
let admin: string

beforeAll(async () => {
  product = await demoApp()
  admin = await product.signIn('zhengkai', PASSWORD)
})
afterAll(() => product.close())

interface Page {
  list: ResidentRowData[]
  total: number
}
const residents = async (query: Record<string, string>, token = admin) => {
  const answer = await product.ask<Page>('GET', RESIDENTS, { token, query })
  if (answer.status !== 200) throw new Error(`${answer.status} ${answer.desc}`)
  return answer.data
}

describe('lists', () => {
  test('the demo house: its people, cards that add up, one resident a bed', async () => {
    const all = await residents({ size: '999999', plain: '1', orderBy: '' })
    expect(all.total).toBe(263)
    for (const row of all.list) {
      expect(idCardFacts(row.idCard)).toEqual({ birthday: row.birthDate, male: row.sex === 0 })
      expect(row.age).toBeGreaterThanOrEqual(62)
      expect(row.age).toBeLessThanOrEqual(101)
    }
    expect(new Set(all.list.map((row) => row.age)).has(101)).toBe(true)
    const beds = all.list.flatMap((row) => (row.bedId ? [row.bedId] : []))
    expect(new Set(beds).size).toBe(beds.length)
    const used = await product.app.pool.query<{ count: number }>(
      `select count(*) as count from bed b where b.org_id = $1 and b.is_used = 1 and not exists (select 1 from occupancy o
         where o.org_id = b.org_id and o.bed_id = b.bed_id and o.kind = 'ROOM')`,
      [DEMO_ORG],
    )
    expect(used.rows[0]!.count).toBe(beds.length)
  })

  test('each list has its people', async () => {
    const house = await residents({ view: 'house', size: '500' })
    expect(house.total).toBe(210)
    expect(new Set(house.list.map((row) => row.status))).toEqual(new Set([1, 4]))
    const poor = await residents({ view: 'poor', size: '500' })
    expect(poor.total).toBeGreaterThanOrEqual(12)
    expect(poor.list.every((row) => row.categoryName?.startsWith('特困'))).toBe(true)
    const trial = await residents({ view: 'house', status: '4', size: '500' })
    expect(trial.list.every((row) => row.status === 4)).toBe(true)
  })

  test('filters', async () => {
    const one = (await residents({ view: 'house', size: '1', plain: '1' })).list[0]!
    const found = async (query: Record<string, string>) =>
      (await residents({ ...query, size: '500' })).list.map((row) => row.oldmanId)
    const names = await product.app.pool.query<{ initials: string; pinyin: string }>(
      'select initials, pinyin from oldman where org_id = $1 and oldman_id = $2',
      [DEMO_ORG, one.oldmanId],
    )
    const { initials, pinyin } = names.rows[0]!
    expect(await found({ keyword: one.oldmanName })).toContain(one.oldmanId)
    expect(await found({ keyword: initials.split(' ')[0]!.toUpperCase() })).toContain(one.oldmanId)
    expect(await found({ keyword: pinyin.split(' ')[0]!.slice(0, 4) })).toContain(one.oldmanId)
    expect(await found({ keyword: one.idCard })).toEqual([one.oldmanId])
    expect(await found({ idCard: one.idCard.slice(6, 14) })).toContain(one.oldmanId)
    const aged = await residents({ ageFrom: '90', ageTo: '94', size: '500' })
    expect(aged.total).toBeGreaterThan(0)
    expect(aged.list.every((row) => row.age >= 90 && row.age <= 94)).toBe(true)
    const demented = await residents({ attention: '1', size: '500' })
    expect(demented.total).toBeGreaterThan(10)
    expect(demented.list.every((row) => row.attention.includes(1))).toBe(true)
    const men = await residents({ sex: '0', size: '500' })
    expect(men.list.every((row) => row.sex === 0)).toBe(true)
    const oldest = await residents({ orderBy: 'age desc', size: '1' })
    expect(oldest.list[0]!.age).toBe(101)
    expect((await residents({ keyword: '%' })).total).toBe(0)
    if (one.bedPath) {
      const inBed = await residents({ bed: one.bedPath.replaceAll('>', ' › '), size: '500' })
      expect(inBed.list.map((row) => row.oldmanId)).toEqual([one.oldmanId])
    }
    const wrong = await product.ask('GET', RESIDENTS, { token: admin, query: { checkInFrom: '2026-02-31' } })
    expect(wrong.desc).toBe('日期应为 年-月-日')
  })

  test('numbers are masked unless asked for by someone who may', async () => {
    const plain = (await residents({ size: '1', plain: '1' })).list[0]!
    const hidden = (await residents({ size: '1' })).list[0]!
    expect(hidden.idCard).toBe(`${plain.idCard.slice(0, 6)}********${plain.idCard.slice(-4)}`)
    expect(hidden.contactPhone).toMatch(/^\d{3}\*{4}\d{4}$/)
  })
})

describe('detail', () => {
  test('says everything in words and masks the card; looking at it whole is logged', async () => {
    const row = (await residents({ view: 'poor', size: '1', plain: '1' })).list[0]!
    const detail = await product.ask<ResidentDetailData>('GET', `${RESIDENTS}/${row.oldmanId}`, { token: admin })
    expect(detail.data).toMatchObject({ oldmanName: row.oldmanName, idCard: expect.stringContaining('********') })
    expect(detail.data.nation).toMatch(/族$/)
    expect(detail.data.family.length).toBeGreaterThan(0)
    const whole = await product.ask<{ idCard: string }>('GET', `${RESIDENTS}/${row.oldmanId}/idCard`, { token: admin })
    expect(whole.data.idCard).toBe(row.idCard)
    const logged = await product.app.pool.query<{ remark: string }>(
      `select remark from operation_log where org_id = $1 and target_id = $2`,
      [DEMO_ORG, row.oldmanId],
    )
    expect(logged.rows.map((one) => one.remark)).toEqual([`查看“${row.oldmanName}”的完整证件号码`])
  })
})

describe('who may see whom', () => {
  /** Gives 李晓梅, a nurse of one building, exactly these codes. */
  async function nurseWith(...codes: string[]): Promise<string> {
    await product.app.pool.query(
      `insert into role_authority (org_id, role_id, landing_end_id, authority_id)
       select c.org_id, ar.role_id, l.landing_end_id, a.authority_id from account c
         join account_role ar on ar.org_id = c.org_id and ar.user_id = c.user_id
         cross join authority a cross join landing_end l
        where c.org_id = $1 and c.user_name = 'lixiaomei' and l.landing_end_code = 'WEB' and a.authority_code = any($2)
       on conflict do nothing`,
      [DEMO_ORG, codes],
    )
    return product.signIn('lixiaomei', PASSWORD)
  }

  test('nothing without a code, then only the part a code names, in the own department', async () => {
    const before = await product.signIn('lixiaomei', PASSWORD)
    expect((await product.ask('GET', RESIDENTS, { token: before })).status).toBe(401)
    const nurse = await nurseWith('archives:poorElder:list')
    expect((await product.ask('GET', RESIDENTS, { token: nurse })).status).toBe(401)
    const poor = await residents({ view: 'poor', size: '500' }, nurse)
    const all = await residents({ size: '500', plain: '1' })
    const own = all.list.filter((row) => row.deptName === '松鹤楼护理组')
    expect(poor.list.every((row) => row.deptName === '松鹤楼护理组')).toBe(true)
    // Asking for whole numbers does not help who may not see them.
    const asked = await residents({ view: 'poor', size: '500', plain: '1' }, nurse)
    expect(asked.list.every((row) => row.idCard.includes('*'))).toBe(true)
    const rich = own.find((row) => !row.categoryName?.startsWith('特困'))!
    expect((await product.ask('GET', `${RESIDENTS}/${rich.oldmanId}`, { token: nurse })).status).toBe(40400)
    const elsewhere = all.list.find((row) => row.deptName === '长青楼护理组' && row.categoryName?.startsWith('特困'))
    if (elsewhere) {
      expect((await product.ask('GET', `${RESIDENTS}/${elsewhere.oldmanId}`, { token: nurse })).status).toBe(40400)
    }
    expect((await product.ask('GET', `${RESIDENTS}/${rich.oldmanId}/idCard`, { token: nurse })).status).toBe(401)
  })

  test('the picking tree holds the own department only; the nursing tree the whole house', async () => {
    const nurse = await product.signIn('lixiaomei', PASSWORD)
    const ask = async (token: string, query: Record<string, string> = {}) =>
      (await product.ask<TreeNode[]>('GET', '/pims/web-org/common/oldManTree', { token, query })).data
    const leaves = (nodes: readonly TreeNode[]): TreeNode[] =>
      nodes.flatMap((node) => (node.children ? leaves(node.children) : [node]))
    const all = await ask(admin)
    expect(leaves(all)).toHaveLength(210)
    expect(all.reduce((sum, node) => sum + node.count, 0)).toBe(210)
    const own = leaves(await ask(nurse))
    const expected = (await residents({ view: 'house', size: '500' })).list.filter(
      (row) => row.deptName === '松鹤楼护理组',
    )
    expect(own.map((node) => node.oldmanId).sort()).toEqual(expected.map((row) => row.oldmanId).sort())
    expect(Object.keys(all[0]!).at(-1)).toBe('children')
    expect(leaves(await ask(admin, { oldmanStatuses: '2' }))).toHaveLength(34)
    const bad = await product.ask('GET', '/pims/web-org/common/oldManTree', {
      token: admin,
      query: { oldmanStatuses: '9' },
    })
    expect(bad.status).toBe(42200)
    const nursing = await product.ask<TreeNode[]>('GET', '/pims/web-pi/nursing/tree', { token: nurse })
    const workers = leaves(nursing.data).map((node) => node.nursingName)
    expect(workers).toContain('张翠兰')
    expect(workers).not.toContain('赵强')
  })

  test('global search finds a resident by initials', async () => {
    const one = (await residents({ view: 'house', size: '1' })).list[0]!
    const hits = await product.ask<{ kind: string; id: string }[]>('GET', '/passport/web-org/common/global-search', {
      token: admin,
      query: { keyword: one.oldmanName, keyWord: one.oldmanName },
    })
    expect(hits.data.some((hit) => hit.kind === 'resident' && hit.id === one.oldmanId)).toBe(true)
  })
})

describe('beds', () => {
  test('a bed somebody lies in is not taken away, and the resident is named', async () => {
    const one = (await residents({ view: 'house', status: '1', size: '1' })).list[0]!
    const answer = await product.ask('DELETE', `/ifms/web-org/beds/${one.bedId}`, { token: admin })
    expect(answer.status).not.toBe(200)
    expect(answer.desc).toContain(`${one.oldmanName}，入住中`)
  })

  test('residents go with their room to another department', async () => {
    const one = (await residents({ view: 'house', status: '1', size: '1' })).list[0]!
    const found = await product.app.pool.query<{ room_id: string; room_name: string; area: string }>(
      'select r.room_id, r.room_name, r.area from room r join bed b using (org_id, room_id) where b.org_id = $1 and b.bed_id = $2',
      [DEMO_ORG, one.bedId],
    )
    const room = found.rows[0]!
    const dept = await product.app.pool.query<{ dept_id: string }>(
      `select dept_id from dept where org_id = $1 and dept_name like '%护理组' and dept_id <> $2 limit 1`,
      [DEMO_ORG, one.deptId],
    )
    const { dept_id: deptId } = dept.rows[0]!
    const moved = await product.ask('PUT', '/ifms/web-org/rooms', {
      token: admin,
      body: { roomId: room.room_id, roomName: room.room_name, area: room.area, roomType: 1, deptId },
    })
    expect(moved.status).toBe(200)
    const after = await residents({ keyword: one.archiveNo })
    expect(after.list[0]!.deptId).toBe(deptId)
  })
})

describe('placeholders', () => {
  test('every one has a value or the empty text, in words', async () => {
    const one = (await residents({ view: 'house', size: '1', plain: '1' })).list[0]!
    const who = { orgId: DEMO_ORG, deptIds: null, empName: '刘敏' }
    const values = await placeholderValues(product.app.pool, who, one.oldmanId)
    expect(Object.keys(values)).toEqual(residentPlaceholders.map((placeholder) => placeholder.name))
    expect(values).toMatchObject({
      老人姓名: one.oldmanName,
      老人身份证号: one.idCard,
      机构名称: '松鹤康养中心',
      经办人: '刘敏',
    })
    expect(values.今天大写).toMatch(/^二〇\S+年\S+月\S+日$/)
    expect(values.紧急联系人姓名).toBe(one.contactName)
    await expect(placeholderValues(product.app.pool, { ...who, deptIds: ['nowhere'] }, one.oldmanId)).rejects.toThrow(
      '老人档案不存在',
    )
  })
})
