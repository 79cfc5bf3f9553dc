// Acts in the global search: with a resident in either order, by words, pinyin and initials, only what the reader may do.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { deskActs } from '#contract/live/deskActs'
import type { SearchHitData } from '#contract/platform/shell'
import { type ArchiveDesk, openArchives } from '#server/areas/live/test/archiveDesk'

let desk: ArchiveDesk
let cashier: string
let oldmanId: string
const name = '王秀兰'

beforeAll(async () => {
  desk = await openArchives()
  cashier = await desk.signIn('fangfang')
  oldmanId = (await desk.added({ oldmanName: name })).oldmanId
})
afterAll(() => desk.app.close())

async function acts(keyword: string, token = desk.tokens.clerk): Promise<SearchHitData[]> {
  const answer = await desk.app.ask<SearchHitData[]>('GET', '/passport/web-org/common/global-search', {
    token,
    query: { keyword, kind: 'act' },
  })
  expect(answer.status, answer.desc).toBe(200)
  return answer.data
}

describe('a resident and an act', () => {
  it.each([
    ['wxl 缴费'],
    ['缴费 wxl'],
    ['王秀兰 jf'],
    ['jiaofei wangxiulan'],
    ['王秀兰缴费'],
    ['缴费王秀兰'],
    ['wxl 收费'],
  ])('%s opens the payment of that resident', async (keyword) => {
    const hit = (await acts(keyword)).find((one) => one.route.includes(oldmanId))
    expect(hit).toMatchObject({
      kind: 'act',
      title: `${name} · 缴费`,
      route: `/expense/accountDetail?oldmanId=${oldmanId}&act=pay`,
    })
  })

  it('comes first when both are named exactly', async () => {
    expect((await acts('王秀兰 缴费'))[0]!.title).toBe('王秀兰 · 缴费')
    expect((await acts('王秀兰 押金')).map((hit) => hit.title)).toContain('王秀兰 · 收押金')
  })

  it('is offered only where the status of the resident allows it', async () => {
    const waiting = await desk.added({ oldmanName: '尉迟待住' })
    const titles = async (act: string) => (await acts(`尉迟待住 ${act}`)).map((hit) => hit.title)
    expect(await titles('退住')).toEqual([])
    expect(await titles('外出登记')).toEqual([])
    expect(await titles('入住')).toEqual(['尉迟待住 · 办理入住'])
    expect((await acts('尉迟待住 入住'))[0]!.route).toBe(`/live/live/list?act=checkIn&resident=${waiting.oldmanId}`)
  })

  it('is found in the departments of the reader alone', async () => {
    const foreign = await desk.one<{ name: string; id: string }>(
      `select o.oldman_name as name, o.oldman_id as id from oldman o
        join account a on a.org_id = o.org_id and a.user_name = 'lixiaomei'
        where o.org_id = $1 and o.status = 1 and o.dept_id is not null and o.dept_id not in (
          select d.dept_id from employee e join dept d on d.org_id = e.org_id and d.dept_id = e.dept_id
          where e.org_id = o.org_id and e.emp_id = a.user_id) limit 1`,
    )
    const hits = await acts(`${foreign.name} 外出登记`, desk.tokens.nurse)
    expect(hits.filter((hit) => hit.route.includes(foreign.id))).toEqual([])
  })
})

describe('an act alone', () => {
  it.each([
    ['缴费', '缴费', '/expense/account'],
    ['wcdj', '外出登记', '/live/Outing/register?act=register'],
    ['zixundengji', '咨询登记', '/live/consult/base?act=add'],
    ['换床', '换床', '/live/live/list?act=exchangeBed'],
  ])('%s is found', async (keyword, title, route) => {
    expect(await acts(keyword)).toEqual(expect.arrayContaining([expect.objectContaining({ title, route })]))
  })
})

describe('who may not', () => {
  it('is offered nothing: a nurse no payment, a cashier no check-in, the desk no refund', async () => {
    expect(await acts('wxl 缴费', desk.tokens.nurse)).toEqual([])
    expect(await acts('缴费', desk.tokens.nurse)).toEqual([])
    expect(await acts('退住', cashier)).toEqual([])
    expect((await acts('王秀兰 缴费', cashier))[0]!.title).toBe('王秀兰 · 缴费')
    expect((await acts('退款')).map((hit) => hit.title)).not.toContain('退款')
  })

  it('is asked for exactly what page and call ask for', async () => {
    const known = new Set(
      desk.app.app.nouns.flatMap((noun) => [
        ...Object.values(noun.pages).map((page) => page.needs),
        ...Object.values(noun.calls).map((call) => call.needs),
      ]),
    )
    const codes = (expression: string) => expression.split('|')
    const asked = deskActs.flatMap((act) => act.needs.flatMap(codes))
    const all = new Set([...known].flatMap((needs) => needs.split(/[|&]/)))
    expect(asked.filter((code) => !all.has(code))).toEqual([])
    // Every route leads to a page there is.
    const paths = new Set(desk.app.app.nouns.flatMap((noun) => Object.values(noun.pages)).map((page) => page.path))
    const routes = deskActs.flatMap((act) => [act.alone, act.of?.(':oldmanId')]).filter((route) => route !== undefined)
    expect(routes.map((route) => route.split('?')[0]!).filter((path) => !paths.has(path))).toEqual([])
  })
})
