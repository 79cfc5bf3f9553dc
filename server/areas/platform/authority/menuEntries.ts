// The menu and its buttons as the contract declares them: rail, group, page, and below a page every further
// permission code that calls and pages name.

import type { Noun } from '#contract/kit/call'
import type { PageDef, RailKey } from '#contract/kit/page'
import { codesOf, SIGNED_IN } from '#contract/kit/permission'
import { AuthorityKind } from '#contract/platform/authority'
import { railCode, rails } from '#contract/platform/rail'

export interface MenuEntry {
  code: string
  parentCode: string | null
  name: string
  level: number
  /** 1 menu, 2 button */
  type: 1 | 2
  menuType: 'MENU' | 'FUNC' | 'CUSTOM_FUNC'
  /** 1 opens a menu, 2 makes a call, 4 opens a page */
  actionType: 1 | 2 | 4
  ends: string[]
  pageUrl: string | null
  icon: string
  sort: number
  apis: string[]
}

/** Codes that consoles of the platform have used for long, in the words their users know. */
const knownNames: Readonly<Record<string, string>> = {
  saveUser: '添加用户',
  updateUser: '编辑用户',
  deleteUser: '删除用户',
  'user-sort': '用户排序',
  resetFrozen: '解除冻结',
  modifyPass: '修改密码',
  'user-import': '导入用户',
  'user-delete': '批量删除用户',
  saveRole: '添加角色',
  updateRole: '编辑角色',
  deleteRole: '删除角色',
  saveJob: '添加岗位',
  updateJob: '编辑岗位',
  deleteJob: '删除岗位',
  saveDept: '添加部门',
  updateDept: '编辑部门',
  deleteDept: '删除部门',
  regionType_add: '添加区域级别',
  delRegionType: '删除区域级别',
  qylxpx: '区域级别排序',
  regionConfig_add: '添加区域',
  regionConfig_mod: '编辑区域',
  regionConfig_del: '删除区域',
  roomsList_add: '添加房间',
  roomsList_mod: '编辑房间',
  roomsList_del: '删除房间',
  room_srot: '房间排序',
  relationRegion: '关联区域',
  bedList_pims_add: '添加床位',
  bedList_pims_mod: '编辑床位',
  bedsList_pims_del: '删除床位',
  bedList_pims_room: '床位关联房间',
  bedList_pims_more: '批量添加床位',
  bedList_pims_sort: '床位排序',
  menu_sort: '菜单排序',
  clearCache: '清除菜单缓存',
  czrzdc: '导出操作日志',
  dlrzdc: '导出登录日志',
  addZip: '添加安装包',
  updateZip: '编辑安装包',
  delZip: '删除安装包',
  pltjrl: '批量添加人脸',
  pltjqm: '批量添加签名',
  swsbckxq: '查看生物识别详情',
}

interface MenuPage {
  noun: Noun
  page: PageDef & { menu: NonNullable<PageDef['menu']> }
  entry: MenuEntry
}

/** Everyone who signed in may open such a page, wherever they entered. */
const endsOf = (page: MenuPage['page']): string[] => [
  ...(page.menu.ends ?? (page.needs === SIGNED_IN ? ['WEB', 'OPEX'] : ['WEB'])),
]

const groupCode = (rail: RailKey, group: string) => `group:${rail}:${group}`

function placedPages(nouns: readonly Noun[]): MenuPage[] {
  const placed = nouns
    .flatMap((noun) => Object.values(noun.pages).map((page) => ({ noun, page })))
    .filter((one): one is Omit<MenuPage, 'entry'> => one.page.menu !== undefined)
    .sort(
      (a, b) => rails[a.page.menu.rail].order - rails[b.page.menu.rail].order || a.page.menu.order - b.page.menu.order,
    )
  const taken = new Set<string>()
  return placed.map(({ noun, page }, i) => {
    const code = codesOf(page.needs).find((one) => !taken.has(one)) ?? `page:${page.path}`
    taken.add(code)
    const entry: MenuEntry = {
      code,
      parentCode: groupCode(page.menu.rail, page.menu.group),
      name: page.title,
      level: 3,
      type: AuthorityKind.is.entry,
      menuType: 'FUNC',
      actionType: 4,
      ends: endsOf(page),
      // A page for one of several things opens with all of them.
      pageUrl: page.path.replace(/:\w+/g, 'all'),
      icon: '',
      sort: i + 1,
      apis: [],
    }
    return { noun, page, entry }
  })
}

/** Rails and groups exist where a page stands in them, for the landing ends of those pages. */
function branches(pages: readonly MenuPage[]): MenuEntry[] {
  const found = new Map<string, MenuEntry>()
  const branch = (code: string, ends: readonly string[], make: () => Partial<MenuEntry>) => {
    const known = found.get(code)
    if (known) {
      known.ends = [...new Set([...known.ends, ...ends])]
      return
    }
    found.set(code, {
      code,
      parentCode: null,
      name: '',
      level: 1,
      type: AuthorityKind.is.entry,
      menuType: 'MENU',
      actionType: 1,
      ends: [...ends],
      pageUrl: null,
      icon: '',
      sort: 0,
      apis: [],
      ...make(),
    })
  }
  for (const { page, entry } of pages) {
    const { rail, group } = page.menu
    const { title, icon, order } = rails[rail]
    branch(railCode(rail), entry.ends, () => ({ name: title, icon, sort: order }))
    branch(groupCode(rail, group), entry.ends, () => ({
      name: group,
      parentCode: railCode(rail),
      level: 2,
      sort: entry.sort,
    }))
  }
  return [...found.values()]
}

interface Named {
  noun: Noun
  /** Every noun that names it: one of them may have a page where the first has none. */
  nouns: Noun[]
  /** The best words for the code and how good they are: 0 the act needs just this code, 2 one of several. */
  name: string
  rank: number
  apis: string[]
  /** Landing ends of the calls that need just this code; null where one of them is not limited. */
  ends?: readonly string[] | null
}

/** Every code the contract names, in the order of declaration. */
function namedCodes(nouns: readonly Noun[]): Map<string, Named> {
  const found = new Map<string, Named>()
  const add = (code: string, noun: Noun, name: string, rank: number, api?: string) => {
    const known = found.get(code)
    if (!known) {
      found.set(code, { noun, nouns: [noun], name, rank, apis: api ? [api] : [] })
      return
    }
    if (!known.nouns.includes(noun)) known.nouns.push(noun)
    if (rank < known.rank) Object.assign(known, { noun, name, rank })
    if (api) known.apis.push(api)
  }
  const limit = (code: string, ends: readonly string[] | undefined) => {
    const known = found.get(code)!
    if (known.ends !== null) known.ends = ends ? [...new Set([...(known.ends ?? []), ...ends])] : null
  }
  for (const noun of nouns) {
    for (const call of Object.values(noun.calls)) {
      const codes = codesOf(call.needs)
      codes.forEach((code, i) => {
        const name = call.codeNames?.[code]
        const rank = name || codes.length === 1 ? 0 : i === 0 ? 1 : 2
        add(code, noun, name ?? call.act, rank, `${call.method} ${call.path}`)
        if (codes.length === 1) limit(code, call.ends)
      })
      for (const code of codesOf(call.exportNeeds ?? '')) add(code, noun, `导出${noun.title}`, 2)
    }
    for (const page of Object.values(noun.pages)) {
      for (const code of codesOf(page.needs)) add(code, noun, page.title, 3)
    }
  }
  return found
}

const prefixOf = (code: string) => /^([\w-]+:[\w-]+:)/.exec(code)?.[1]

/** Where a role's editor looks for a code: the page that names it, its own pages, else its area's first page. */
function pageOf(code: string, { noun, nouns }: Named, pages: readonly MenuPage[]): MenuPage | undefined {
  const own = pages.filter((one) => one.noun === noun)
  const others = pages.filter((one) => nouns.includes(one.noun))
  const prefix = prefixOf(code)
  const areas = [code.split(':')[0], noun.area].filter((area) => area !== 'platform')
  const business = pages.filter((one) => areas.includes(one.noun.area) && one.page.needs !== SIGNED_IN)
  return (
    own.find((one) => codesOf(one.page.needs).includes(code)) ??
    pages.find((one) => codesOf(one.page.needs).includes(code)) ??
    (prefix ? (own.find(startsWith(prefix)) ?? pages.find(startsWith(prefix))) : undefined) ??
    own[0] ??
    others[0] ??
    business.find((one) => one.entry.ends.includes('WEB')) ??
    business[0]
  )
}
const startsWith = (prefix: string) => (one: MenuPage) => one.entry.code.startsWith(prefix)

export function menuEntries(nouns: readonly Noun[]): MenuEntry[] {
  const pages = placedPages(nouns)
  const byCode = new Map(pages.map((one) => [one.entry.code, one]))
  const buttons: MenuEntry[] = []
  for (const [code, named] of namedCodes(nouns)) {
    const page = byCode.get(code)
    if (page) {
      page.entry.apis = named.apis
      continue
    }
    const home = pageOf(code, named, pages)
    buttons.push({
      code,
      parentCode: home?.entry.code ?? railCode('setting'),
      name: knownNames[code] ?? named.name,
      level: 4,
      type: AuthorityKind.is.button,
      menuType: 'CUSTOM_FUNC',
      actionType: 2,
      ends: named.ends ? [...named.ends] : home ? home.entry.ends : ['WEB', 'OPEX'],
      pageUrl: null,
      icon: '',
      sort: buttons.length + 1,
      apis: named.apis,
    })
  }
  return [...branches(pages), ...pages.map((one) => one.entry), ...buttons]
}
