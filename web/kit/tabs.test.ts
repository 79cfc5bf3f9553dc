import { beforeEach, describe, expect, it } from 'vitest'
import { LIVE_FRAMES } from './constants.ts'
import { type Page, parseAddress, routeTable } from './routes.ts'
import { createTabs, type Frame, type Tabs } from './tabs.ts'

const page = (path: string, title: string, tab = true): Page => ({
  area: 'a',
  noun: 'n',
  key: path,
  path,
  title,
  tab,
  needs: 'signedIn',
  load: async () => ({ default: () => null }),
})
const routes = routeTable([
  page('/home', '工作台'),
  page('/list', '列表'),
  page('/other', '其他'),
  page('/n/:id', '编号'),
  page('/detail', '详情', false),
  page('/add', '新增', false),
])

let tabs: Tabs
let closed: Frame[]
let querySid: boolean

const make = () =>
  createTabs({
    resolve: (address) => {
      const { path, query } = parseAddress(address)
      return { match: routes.match(path), query, path }
    },
    hasQueryId: () => querySid,
    home: { path: '/home', title: '工作台' },
    onClosed: (frames) => closed.push(...frames),
  })

beforeEach(() => {
  closed = []
  querySid = false
  tabs = make()
})

const keys = () => tabs.store.getState().tabs.map((tab) => tab.key)
const active = () => tabs.store.getState().active
const front = () => tabs.topOf(active()!)!
const open = (address: string) => tabs.visit(address, { by: 'open' })
const move = (address: string) => tabs.visit(address, { by: 'move' })

describe('tabs', () => {
  it('are one per path and sorted query, with the bench pinned first', () => {
    open('/list?b=2&a=1')
    open('/list')
    open('/list?a=1&b=2')
    expect(keys()).toEqual(['/home', '/list?a=1&b=2', '/list'])
    expect(active()).toBe('/list?a=1&b=2')
  })

  it('are re-used and refreshed when opened again, only brought to the front when moved to', () => {
    open('/list')
    const { id, refresh } = front()
    open('/other')
    move('/list')
    expect(front()).toMatchObject({ id, refresh })
    open('/list')
    expect(front()).toMatchObject({ id, refresh: refresh + 1 })
    expect(keys()).toEqual(['/home', '/list', '/other'])
  })

  it('may say more than the name of their page, which stays known also after a restart', () => {
    open('/list?due=x')
    tabs.setTitle(front().id, '列表・即将到期')
    expect(front()).toMatchObject({ named: '列表', title: '列表・即将到期' })
    const stored = tabs.snapshot()
    tabs = make()
    tabs.restore(stored)
    expect(tabs.store.getState().tabs[1]).toMatchObject({ title: '列表・即将到期' })
    expect(tabs.topOf('/list?due=x')).toMatchObject({ named: '列表' })
  })

  it('hold detail pages inside the tab of their opener, with the way back', () => {
    open('/list')
    open('/detail?id=7')
    expect(keys()).toEqual(['/home', '/list'])
    expect(front().address).toBe('/detail?id=7')
    expect(tabs.snapshot()[1]).toMatchObject({
      title: '列表',
      path: '/detail?id=7',
      actived: true,
      backList: [{ title: '列表', path: '/list' }],
    })
    open('/add')
    expect(tabs.back()).toBe('/detail?id=7')
    move('/list')
    expect(front().address).toBe('/list')
    expect(tabs.back()).toBeNull()
    expect(closed.map((frame) => frame.address)).toEqual(['/detail?id=7', '/add'])
  })

  it('leave a page for good when another is opened instead of it', () => {
    open('/list')
    open('/detail?id=7')
    tabs.visit('/add', { by: 'instead' })
    expect(front().address).toBe('/add')
    expect(tabs.back()).toBe('/list')
    expect(closed.map((frame) => frame.address)).toEqual(['/detail?id=7'])
  })

  it('show a detail page in the bench when nothing else is open', () => {
    move('/detail?id=1')
    expect(keys()).toEqual(['/home'])
    expect(tabs.back()).toBe('/home')
  })

  it('return to their list when it is opened again from the menu', () => {
    open('/list')
    open('/detail')
    open('/other')
    open('/list')
    expect(active()).toBe('/list')
    expect(front()).toMatchObject({ address: '/list', refresh: 1 })
  })

  it('forget the way back in crossing mode only when a query id is stored', () => {
    open('/list')
    open('/detail?crossMode=1&id=1')
    expect(tabs.back()).toBe('/list')
    expect(front().address).toBe('/detail?id=1')
    querySid = true
    open('/detail?crossMode=1&id=1')
    expect(tabs.back()).toBeNull()
  })

  it('close to the one used before, and never the bench', () => {
    open('/list')
    open('/other')
    open('/n/1')
    move('/list')
    move('/n/1')
    expect(tabs.close('/n/1')).toBe('/list')
    expect(active()).toBe('/list')
    expect(tabs.close('/other')).toBeNull()
    expect(tabs.close('/home')).toBeNull()
    expect(keys()).toEqual(['/home', '/list'])
  })

  it('close others, those to the right, and all', () => {
    for (const n of [1, 2, 3, 4]) open(`/n/${n}`)
    tabs.closeRight('/n/2')
    expect(keys()).toEqual(['/home', '/n/1', '/n/2'])
    expect(tabs.closeOthers('/n/1')).toBe('/n/1')
    expect(keys()).toEqual(['/home', '/n/1'])
    expect(tabs.closeAll()).toBe('/home')
    expect(keys()).toEqual(['/home'])
    expect(active()).toBe('/home')
  })

  it('keep the tab whose menu was used in front, also when it was asked from behind', () => {
    for (const n of [1, 2, 3]) open(`/n/${n}`)
    move('/home')
    expect(tabs.closeOthers('/n/2')).toBe('/n/2')
    for (const n of [3, 4]) open(`/n/${n}`)
    expect(tabs.closeRight('/n/2')).toBe('/n/2')
    expect(active()).toBe('/n/2')
    expect(keys()).toEqual(['/home', '/n/2'])
  })

  it('come back after a reload with their way back', () => {
    open('/list?x=1')
    open('/detail?id=7')
    open('/other')
    const stored = JSON.parse(JSON.stringify(tabs.snapshot()))
    tabs = make()
    tabs.restore(stored)
    expect(keys()).toEqual(['/home', '/list?x=1', '/other'])
    move('/detail?id=7')
    expect(active()).toBe('/list?x=1')
    expect(tabs.back()).toBe('/list?x=1')
  })

  it('drop what storage holds that is no page, and survive rubbish', () => {
    tabs.restore([{ path: '/gone' }, { path: 5 }, null, { path: '/list', backList: [{ path: '/gone' }, 3] }])
    expect(keys()).toEqual(['/home', '/list'])
    tabs.restore('rubbish')
    expect(keys()).toEqual(['/home'])
  })

  it('keep at most a dozen pages alive, the one in front among them, and what pages keep stays', () => {
    open('/n/0')
    front().kept.set('query', { page: 3 })
    for (let n = 1; n <= 40; n++) open(`/n/${n}`)
    const live = tabs.live()
    expect(live.size).toBe(LIVE_FRAMES)
    expect(live.has(front().id)).toBe(true)
    const parked = tabs.store.getState().tabs.find((tab) => tab.key === '/n/0')!
    expect(live.has(parked.frames[0]!.id)).toBe(false)
    move('/n/0')
    expect(tabs.live().has(front().id)).toBe(true)
    expect(front().kept.get('query')).toEqual({ page: 3 })
  })

  it('hold nothing after two hundred were opened and closed', () => {
    for (let n = 0; n < 200; n++) {
      open(`/n/${n}`)
      tabs.close(`/n/${n}`)
    }
    expect(keys()).toEqual(['/home'])
    expect(closed).toHaveLength(200)
    expect(tabs.live().size).toBeLessThanOrEqual(1)
  })

  it('show an unknown address as a page of its own', () => {
    open('/nowhere')
    expect(front()).toMatchObject({ page: null, title: '页面不存在' })
  })

  it('make a page anew on request', () => {
    open('/list')
    front().kept.set('query', 1)
    tabs.remake('/list')
    expect(front().version).toBe(1)
    expect(front().kept.size).toBe(0)
  })
})
