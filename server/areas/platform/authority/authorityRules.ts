// Rules of a menu entry that need no database: its kind, its place, its fields.
import { invalid } from '#contract/kit/refusal'
import { AuthorityKind, type MenuFields, MenuType, type MenuTypeValue } from '#contract/platform/authority'

/** Prefixes the product gives meaning to; `page:` would open an entry to everyone. */
const RESERVED = /^(rail|group|page):/

export interface Entry {
  authorityId: string
  parentId: string | null
  authorityCode: string
  authorityName: string
  level: number
  menuType: MenuTypeValue
  actionType: number
  status: number
  ends: string[]
  apis: string[]
  pageUrl: string | null
  menuLink: string | null
  icon: string
  sort: number
  remark: string | null
  system: boolean
  version: number
}

/** What older clients leave unsaid: 1 menu or 2 button, and whether a click opens a page. */
export function typeOf(body: MenuFields): MenuTypeValue {
  if (body.menuType) return body.menuType
  if (body.type === AuthorityKind.is.button) return 'CUSTOM_FUNC'
  if (body.menuLink) return 'IN_LINK'
  return body.pageUrl || (body.actionType ?? 1) >= 3 ? 'FUNC' : 'MENU'
}

export const actionOf = (type: MenuTypeValue, asked: number | null | undefined) =>
  type === 'MENU' ? 1 : type === 'CUSTOM_FUNC' ? 2 : asked === 3 ? 3 : 4

/** Where an entry may stand: a rail at the top, groups below it, pages and links in either, buttons below a page. */
export function levelBelow(type: MenuTypeValue, parent: Entry | null): number {
  const label = MenuType.label(type)
  const no = (where: string) => invalid(`${label}应放在${where}`, 'parentId')
  if (type === 'MENU') {
    if (!parent) return 1
    if (parent.menuType !== 'MENU' || parent.level > 1) throw no('顶层，或一级目录之下')
    return 2
  }
  if (type === 'CUSTOM_FUNC') {
    if (parent?.menuType !== 'MENU' && parent?.menuType !== 'FUNC') throw no('页面或目录之下')
    return parent.level + 1
  }
  if (parent?.menuType !== 'MENU') throw no('目录之下')
  return parent.level + 1
}

export function checkFields(
  entry: Pick<Entry, 'menuType' | 'authorityCode' | 'pageUrl' | 'menuLink' | 'system'>,
): void {
  if (!entry.system && RESERVED.test(entry.authorityCode)) {
    throw invalid('编码不能以 rail:、group: 或 page: 开头，这些由系统使用', 'authorityCode')
  }
  if (entry.menuType === 'FUNC' && !entry.pageUrl) throw invalid('请填写页面地址', 'pageUrl')
  if (entry.menuType === 'IN_LINK' && !entry.menuLink) throw invalid('请填写链接地址', 'menuLink')
}

export const textsOf = (value: unknown): string[] =>
  Array.isArray(value) ? value.filter((one): one is string => typeof one === 'string').slice(0, 200) : []

const ROOTS = new Set(['', '0'])
export const parentIdOf = (sent: string | null | undefined) => (!sent || ROOTS.has(sent) ? null : sent)
