import { describe, expect, it } from 'vitest'
import { call, type Noun, noun } from '#contract/kit/call'
import { nouns } from '#server/app'
import { type MenuEntry, menuEntries } from './menuEntries.ts'

const outing = noun('live', 'outing', {
  title: '外出',
  calls: {
    list: call.get('/t/outing', { needs: 'live:outing:list', act: '外出列表' }),
    detail: call.get('/t/outing/{id}', { needs: 'live:outing:list|live:outing:affirm', act: '外出详情' }),
    affirm: call.put('/t/outing/{id}', { needs: 'live:outing:affirm', act: '确认归来' }),
    audit: call.put('/t/outing/{id}/audit', { needs: 'live:outingAudit:pass&live:outing:list', act: '审核外出' }),
  },
  pages: {
    register: {
      path: '/live/register',
      title: '外出登记',
      tab: true,
      needs: 'live:outing:list',
      menu: { rail: 'live', group: '外出', order: 40 },
    },
    audit: {
      path: '/live/audit',
      title: '外出审核',
      tab: true,
      needs: 'live:outingAudit:list|live:outing:list',
      menu: { rail: 'live', group: '外出', order: 41 },
    },
    same: {
      path: '/live/same',
      title: '外出统计',
      tab: true,
      needs: 'live:outing:list',
      menu: { rail: 'live', group: '报表', order: 42 },
    },
    add: { path: '/live/add', title: '新增外出', tab: false, needs: 'live:outing:add' },
  },
}) as unknown as Noun
const meal = noun('nursing', 'meal', {
  title: '膳食',
  calls: { order: call.post('/t/meal', { needs: 'live:meal:order', act: '点餐' }) },
}) as unknown as Noun
const stray = noun('platform', 'stray', {
  title: '其他',
  calls: { set: call.put('/t/stray', { needs: 'platform:stray:set', act: '设置其他' }) },
}) as unknown as Noun

const entries = menuEntries([outing, meal, stray])
const find = (code: string) => entries.find((entry) => entry.code === code)

describe('menu entries', () => {
  it('stand on their rail, in their group, at their page', () => {
    expect(find('rail:live')).toMatchObject({
      name: '居住',
      level: 1,
      menuType: 'MENU',
      parentCode: null,
      icon: 'house',
    })
    expect(find('group:live:外出')).toMatchObject({ name: '外出', level: 2, parentCode: 'rail:live' })
    expect(find('live:outing:list')).toMatchObject({
      name: '外出登记',
      level: 3,
      type: 1,
      menuType: 'FUNC',
      pageUrl: '/live/register',
      parentCode: 'group:live:外出',
      ends: ['WEB'],
    })
  })

  it('give a page whose code is taken its next code, or one of its own', () => {
    expect(find('live:outingAudit:list')).toMatchObject({ name: '外出审核', pageUrl: '/live/audit' })
    expect(find('page:/live/same')).toMatchObject({ name: '外出统计', level: 3 })
  })

  it('hang every further code below the page it belongs to, in the words of its act', () => {
    expect(find('live:outing:affirm')).toMatchObject({
      name: '确认归来',
      level: 4,
      type: 2,
      menuType: 'CUSTOM_FUNC',
      parentCode: 'live:outing:list',
      apis: ['GET /t/outing/{id}', 'PUT /t/outing/{id}'],
    })
    // By its own prefix, although the first page of the noun is another.
    expect(find('live:outingAudit:pass')).toMatchObject({ name: '审核外出', parentCode: 'live:outingAudit:list' })
    expect(find('live:outing:add')).toMatchObject({ name: '新增外出', parentCode: 'live:outing:list' })
  })

  it('put a code without a page at the first page of its area, or at the settings', () => {
    expect(find('live:meal:order')).toMatchObject({ parentCode: 'live:outing:list' })
    expect(find('platform:stray:set')).toMatchObject({ parentCode: 'rail:setting', ends: ['WEB', 'OPEX'] })
  })

  it('are complete and consistent for the product itself', () => {
    const all = menuEntries(nouns)
    const byCode = new Map(all.map((entry) => [entry.code, entry]))
    expect(byCode.size).toBe(all.length)
    const needed = nouns
      .flatMap((one) => [...Object.values(one.calls), ...Object.values(one.pages)])
      .flatMap((one) => one.needs.split(/[|&]/))
      .filter((code) => code !== 'open' && code !== 'signedIn')
    for (const code of needed) expect(byCode.has(code), code).toBe(true)
    for (const entry of all) {
      expect(entry.name.length, entry.code).toBeGreaterThan(0)
      if (entry.parentCode !== null) expect(byCode.has(entry.parentCode), entry.code).toBe(true)
      // An entry can only be reached in a landing end where its parent stands too.
      const parent: MenuEntry | undefined = byCode.get(entry.parentCode ?? '')
      for (const end of entry.ends) if (parent) expect(parent.ends, `${entry.code} in ${end}`).toContain(end)
    }
    expect(byCode.get('czrzdc')).toMatchObject({ name: '导出操作日志', parentCode: 'systemSetting:logList:list' })
    expect(byCode.get('dlrzdc')).toMatchObject({ name: '导出登录日志', parentCode: 'platform:loginLog:list' })
    expect(byCode.get('page:/home')).toMatchObject({ ends: ['WEB', 'OPEX'], parentCode: 'group:bench:总览' })
  })
})
