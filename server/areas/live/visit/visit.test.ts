// Visits: signed in and out, who is inside now, what the desk is told about a resident, and who may see it.

import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { timeText } from '#contract/kit/clock'
import type { PageInfo } from '#contract/kit/paging'
import { refusals } from '#contract/kit/refusal'
import type { VisitCountsData, VisitResidentData, VisitRowData } from '#contract/live/visit'
import { demoAccounts } from '#server/areas/platform/demo/demoAccounts'
import { DEMO_ORG } from '#server/areas/platform/seed/fixedRows'
import { type Ask, demoApp, type TestApp } from '#server/kit/test/app'

const BASE = '/pims/web-org/visit'
const INVALID = refusals.INVALID_INPUT[0]
const NOT_FOUND = refusals.NOT_FOUND[0]

let product: TestApp
let clerk: string
let resident: string

const signIn = (userName: string) =>
  product.signIn(userName, demoAccounts.find((account) => account.userName === userName)!.password)
const ask = <T = unknown>(method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, more: Ask = {}) =>
  product.ask<T>(method, `${BASE}${path}`, { token: clerk, ...more })
const moment = (minutes: number) => timeText(Date.now() + minutes * 60_000)

async function one<T>(text: string, values: unknown[] = [DEMO_ORG]): Promise<T> {
  return (await product.app.pool.query<{ v: T }>(text, values)).rows[0]!.v
}

beforeAll(async () => {
  product = await demoApp()
  clerk = await signIn('liumin')
  resident = await one(`select oldman_id as v from oldman o join dept d using (org_id, dept_id)
    where o.org_id = $1 and o.status = 1 and d.dept_name = '长青楼护理组' order by oldman_id limit 1`)
})
afterAll(() => product.close())

const come = (more: object = {}) =>
  ask<VisitRowData>('POST', '', {
    body: {
      oldmanId: resident,
      visitor: '解建军',
      phone: '13800010001',
      relation: '20',
      type: '1',
      manner: '1',
      ...more,
    },
  })
const counts = async () => (await ask<VisitCountsData>('GET', '/counts')).data
const total = async (query: Record<string, string>) =>
  (await ask<PageInfo<VisitRowData>>('GET', '', { query: { ...query, size: '1' } })).data.total

describe('coming and leaving', () => {
  test('inside until signed out, once', async () => {
    const before = await counts()
    const made = await come({ people: '3', temperature: '36.6', items: '水果' })
    expect(made.data).toMatchObject({
      stay: 'inside',
      people: 3,
      temperature: 36.6,
      outTime: null,
      relationName: '儿子',
    })
    expect(made.data.visitNo).toMatch(/^LF\d{12}$/)
    const now = await counts()
    expect(now).toMatchObject({ inside: before.inside + 1, people: before.people + 3, today: before.today + 1 })
    expect(await total({ stay: 'inside' })).toBe(now.inside)
    const { visitId } = made.data
    const left = await ask<VisitRowData>('PUT', '/out', { body: { visitId } })
    expect(left.data).toMatchObject({ stay: null, outTime: expect.any(String) })
    const again = await ask('PUT', '/out', { body: { visitId } })
    expect(again.status).toBe(refusals.STATE_NOT_ALLOWED[0])
    expect(again.desc).toMatch(/^当前状态为“已于 .* 签离”，不能再次签离$/)
    expect(await counts()).toMatchObject({ inside: before.inside })
  })

  test('a visit by telephone brings nobody into the house', async () => {
    const before = await counts()
    const made = await come({ manner: '3' })
    expect(made.data.stay).toBe(null)
    expect((await counts()).inside).toBe(before.inside)
  })

  test('refuses what cannot be', async () => {
    const gone = await one<string>('select oldman_id as v from oldman where org_id = $1 and status = 2 limit 1')
    const cases: [object, string | RegExp][] = [
      [{ oldmanId: null }, '探视请先选择要探访的老人'],
      [{ oldmanId: gone }, /当前“已退住”，不在院内居住，不能登记探访$/],
      [{ inTime: moment(60) }, '来访时间不能晚于现在；还没到的请填预约时间'],
      [{ inTime: moment(-60), outTime: moment(-90) }, '离开时间不能早于来访时间'],
      [{ inTime: moment(-60), outTime: moment(90) }, '离开时间不能晚于现在'],
      [{ type: '77' }, '来访类型不在可选范围内'],
      [{ people: 0 }, '来访人数不能小于 1'],
      [{ temperature: 50 }, '体温（℃）不能大于 43'],
      [{ phone: '12' }, '来访人电话应为 11 位手机号，或带区号的座机，如 021-55668800'],
    ]
    for (const [change, desc] of cases) {
      const answer = await come(change)
      expect(answer.status).toBe(INVALID)
      expect(answer.desc).toMatch(desc)
    }
    expect((await come({ oldmanId: 'none' })).status).toBe(NOT_FOUND)
  })

  test('the id of a change stands in the body or in the path; what is not sent stays', async () => {
    const { visitId } = (await come({ items: '点心', idCard: '11010519491231002X' })).data
    const inBody = await ask<VisitRowData>('PUT', '', { form: { visitId, visitor: '解建设', type: '1' } })
    expect(inBody.data).toMatchObject({ visitor: '解建设', items: '点心', version: 2 })
    const inPath = await ask<VisitRowData>('PUT', `/${visitId}`, { form: { visitor: '解建设', type: '2', items: '' } })
    expect(inPath.data).toMatchObject({ type: '2', typeName: '亲友探视', items: null, version: 3 })
    expect((await ask('PUT', '', { body: { visitor: '无', type: '1' } })).desc).toBe('请填写来访编号')
    const stale = await ask('PUT', '', { body: { visitId, visitor: '晚了', type: '1', version: 1 } })
    expect(stale.status).toBe(refusals.CHANGED_MEANWHILE[0])
    expect((await ask<VisitRowData>('GET', `/${visitId}`)).data.idCard).toBe('11010519491231002X')
    const listed = await ask<PageInfo<VisitRowData>>('GET', '', { query: { keyword: '解建设' } })
    expect(listed.data.list[0]!.idCard).toBe('110105********002X')
    // 解 is read xie as a surname.
    for (const keyword of ['xjs', 'xiejian', '13800010001']) {
      const found = await ask<PageInfo<VisitRowData>>('GET', '', { query: { keyword, size: '100' } })
      expect(found.data.list.map((row) => row.visitId)).toContain(visitId)
    }
  })

  test('deleting needs permission and a reason', async () => {
    const { visitId } = (await come()).data
    expect((await ask('DELETE', `/${visitId}`)).desc).toBe('请填写删除原因')
    const director = await signIn('wangjianguo')
    expect((await ask('DELETE', `/${visitId}?reason=x`, { token: director })).status).toBe(401)
    expect((await ask('DELETE', `/${visitId}`, { form: { reason: '登记错人' } })).status).toBe(200)
    expect((await ask('GET', `/${visitId}`)).status).toBe(NOT_FOUND)
    const logged = await one<string>(
      `select remark as v from operation_log where target_id = $1 order by created_at desc limit 1`,
      [visitId],
    )
    expect(logged).toContain('原因：登记错人')
  })
})

describe('what the desk sees', () => {
  test('long and overnight stays are marked and counted', async () => {
    const { visitId } = (await come()).data
    const move = (interval: string) =>
      product.app.pool.query(`update visit set in_time = now() - $2::interval where visit_id = $1`, [visitId, interval])
    await move('30 hours')
    expect((await ask<VisitRowData>('GET', `/${visitId}`)).data.stay).toBe('overnight')
    const { overnight } = await counts()
    expect(overnight).toBeGreaterThanOrEqual(2)
    expect(await total({ stay: 'overnight' })).toBe(overnight)
    const first = await ask<PageInfo<VisitRowData>>('GET', '', { query: { stay: 'inside', size: '1' } })
    expect(first.data.list[0]!.visitId).toBe(visitId)
  })

  test('a resident with notes, family, who is there now and who came last; and that they are out', async () => {
    const { visitId } = (await come({ visitor: '在座的客人' })).data
    const seen = (await ask<VisitResidentData>('GET', `/elder/${resident}`)).data
    expect(seen).toMatchObject({ oldmanId: resident, inHouse: true, outing: null })
    expect(seen.family.length).toBeGreaterThan(0)
    expect(seen.inside.map((one) => one.visitId)).toContain(visitId)
    expect(seen.last[0]).toMatchObject({ visitor: '在座的客人' })
    expect(seen.last.length).toBeLessThanOrEqual(5)
    expect(seen.total).toBe(await total({ oldmanId: resident }))
  })

  test('a visit to look at the house belongs to its consultation and marks it as seen', async () => {
    const known = await product.app.pool.query<{ id: string; phone: string }>(
      `select consultation_id as id, consultant_phone as phone from consultation
        where org_id = $1 and status in (1, 2) and visited_at is null limit 1`,
      [DEMO_ORG],
    )
    const { id, phone } = known.rows[0]!
    const made = await come({ oldmanId: null, type: '4', relation: null, phone })
    expect(made.data).toMatchObject({ consultationId: id, oldmanName: null, attention: [] })
    expect(
      await one<string | null>('select visited_at as v from consultation where consultation_id = $1', [id]),
    ).not.toBe(null)
    await ask('PUT', '', { body: { visitId: made.data.visitId, visitor: '不是来看房的', type: '7' } })
    expect(await one<string | null>('select visited_at as v from consultation where consultation_id = $1', [id])).toBe(
      null,
    )
  })
})

describe('departments', () => {
  test('a nurse of another group neither sees nor reaches the visit; visitors of the house she sees', async () => {
    const token = await signIn('lixiaomei')
    const { visitId } = (await come()).data
    const house = (await come({ oldmanId: null, type: '6', visitor: '修水管的' })).data
    expect((await ask('GET', `/${visitId}`, { token })).status).toBe(NOT_FOUND)
    expect((await ask('PUT', '/out', { token, body: { visitId } })).status).toBe(NOT_FOUND)
    expect((await ask('PUT', `/${visitId}`, { token, body: { visitor: 'x', type: '1' } })).status).toBe(NOT_FOUND)
    expect((await ask('GET', `/elder/${resident}`, { token })).status).toBe(NOT_FOUND)
    expect((await ask('POST', '', { token, body: { oldmanId: resident, visitor: 'x', type: '1' } })).status).toBe(
      NOT_FOUND,
    )
    expect((await ask('GET', `/${house.visitId}`, { token })).status).toBe(200)
    const list = await ask<PageInfo<VisitRowData>>('GET', '', { token, query: { size: '999999' } })
    expect(list.data.list.some((row) => row.visitId === visitId)).toBe(false)
    const counted = (await ask<VisitCountsData>('GET', '/counts', { token })).data
    expect(counted.inside).toBe(list.data.list.filter((row) => row.stay !== null).length)
  })

  test('two desks sign the same visitor out at once: one of them does', async () => {
    const { visitId } = (await come()).data
    const answers = await Promise.all(Array.from({ length: 6 }, () => ask('PUT', '/out', { body: { visitId } })))
    expect(answers.filter((answer) => answer.status === 200)).toHaveLength(1)
  })
})
