// The menu: one tree for all organisations. The product seeds it from its pages and permissions; the operator adds,
// renames, orders and hides.
import { Unsafe } from '@sinclair/typebox'
import { call, noun } from '#contract/kit/call'
import { options } from '#contract/kit/options'
import {
  anything,
  bool,
  id,
  int,
  list,
  nothing,
  nul,
  obj,
  opt,
  type Static,
  str,
  type TSchema,
  text,
} from '#contract/kit/schema'

/** What older clients tell apart: entries of a menu, and buttons on a page. */
export const AuthorityKind = options('AuthorityKind', '类别', [
  [1, 'entry', '菜单'],
  [2, 'button', '按钮'],
])
/** The level of the entries of the rail; all others stand below one. */
export const RAIL_LEVEL = 1

export const MenuType = options('MenuType', '类型', [
  ['MENU', ['目录', 'slate']],
  ['FUNC', ['页面', 'blue']],
  ['CUSTOM_FUNC', ['按钮', 'teal']],
  ['IN_LINK', ['内嵌链接', 'purple']],
])
export type MenuTypeValue = (typeof MenuType.list)[number]['value']

/** 1 is shown here; elsewhere in the product 1 is "off". */
export const MenuStatus = options('MenuStatus', '显示', [
  [1, 'shown', ['显示', 'green']],
  [2, 'hidden', ['隐藏', 'grey']],
])

export interface AuthorityNode {
  authorityId: string
  authorityName: string
  authorityCode: string
  pageUrl: string | null
  menuLink: string | null
  remark: string | null
  createTime: string
  level: number
  parentId: string | null
  type: number
  menuType: MenuTypeValue
  actionType: number
  status: number
  /** JSON text of an object with keys type_1 … type_4. */
  scope: string | null
  ends: string[]
  apis: string[]
  icon: string
  sort: number
  system: boolean
  version: number
  /** How many roles of all organisations have it; null for those who only look. */
  roleCount: number | null
  child: AuthorityNode[] | null
}

const node = (depth: number): TSchema =>
  obj({
    authorityId: str(),
    authorityName: str('名称'),
    authorityCode: str('编码'),
    pageUrl: nul(str('页面地址')),
    menuLink: nul(str('链接地址')),
    remark: nul(str('备注')),
    createTime: str(),
    level: int('层级'),
    parentId: nul(str('上级')),
    type: int(),
    menuType: MenuType.schema,
    actionType: int(),
    status: MenuStatus.schema,
    scope: nul(str('适用机构')),
    ends: list(str()),
    apis: list(str()),
    icon: str('图标'),
    sort: int('排序'),
    system: bool(),
    version: int(),
    roleCount: nul(int()),
    child: nul(list(depth > 1 ? node(depth - 1) : obj({ authorityId: str() }))),
  })

/** A system, a module of it, or a call; what is declared, read only. */
export interface ApiNode {
  apiId: string
  apiName: string
  apiCode: string
  method: string | null
  url: string | null
  /** 1 system, 2 module, 4 call. */
  level: number
  parentId: string | null
  sort: number
  remark: string | null
  child: ApiNode[] | null
}

const apiNode = (depth: number): TSchema =>
  obj({
    apiId: str(),
    apiName: str('名称'),
    apiCode: str('编码'),
    method: nul(str('方法')),
    url: nul(str('地址')),
    level: int('层级'),
    parentId: nul(str('上级')),
    sort: int('排序'),
    remark: nul(str('备注')),
    child: nul(list(depth > 1 ? apiNode(depth - 1) : obj({ apiId: str() }))),
  })

const Chosen = obj({ authorityIds: text('菜单', { max: 40_000, of: 'authority' }) })

const Fields = {
  authorityName: text('名称', { max: 30 }),
  authorityCode: opt(
    text('编码', { max: 60, pattern: /^[A-Za-z][\w:.-]*$/, hint: '应以字母开头，只含字母、数字和 : . _ -' }),
  ),
  /** Empty: at the top. */
  parentId: opt(id('上级', { of: 'authority' })),
  menuType: opt(MenuType.schema),
  /** What older clients say instead of menuType: 1 menu, 2 button. */
  type: opt(int('类别', { min: 1, max: 2 })),
  actionType: opt(int('点击动作', { min: 1, max: 4 })),
  pageUrl: opt(text('页面地址', { max: 200, pattern: /^\/[^\s]*$/, hint: '应以 / 开头，不含空格' })),
  menuLink: opt(
    text('链接地址', { max: 500, pattern: /^(https?:\/\/|\/)[^\s]+$/, hint: '应以 http:// 、https:// 或 / 开头' }),
  ),
  /** The name of a drawn icon; older clients send the address of an uploaded one. */
  icon: opt(
    text('图标', {
      max: 200,
      pattern: /^(?!.*files\/.*files\/)([a-z0-9-]+|(\/|https?:\/\/)[^\s"'<>]+)$/,
      hint: '请从图标中选择',
    }),
  ),
  status: opt(MenuStatus.schema),
  /** Codes of the landing ends it belongs to; those of its parent unless told. */
  ends: opt(list(text('登录端', { max: 20 }), 20)),
  scope: opt(anything()),
  apis: opt(anything()),
  sort: opt(int('排序', { min: 0, max: 1_000_000 })),
  remark: opt(text('备注', { max: 200 })),
  version: opt(int('版本', { min: 1 })),
}
export const CreateMenu = obj(Fields)
export const UpdateMenu = obj({ authorityId: id('菜单', { of: 'authority' }), ...Fields })
export type MenuFields = Static<typeof CreateMenu>

const base = '/passport/web-rbac/authoritys'
const READ = 'platform:menu:list|menu_sort'
/** The tree is everybody's, so only the operator's people change it. */
const OPERATOR = ['OPEX'] as const

export const authority = noun('platform', 'authority', {
  title: '菜单',
  calls: {
    list: call.get(base, {
      needs: READ,
      act: '菜单与权限',
      /** 1: nested; otherwise one flat list. */
      query: obj({ tree: opt(str()) }),
      data: Unsafe<AuthorityNode[]>(list(node(5))),
    }),
    create: call.post(base, {
      needs: 'platform:menu:save',
      ends: OPERATOR,
      act: '添加菜单',
      body: CreateMenu,
      data: str(),
      refuses: ['ALREADY_EXISTS', 'NOT_FOUND', 'INVALID_INPUT'],
    }),
    update: call.put(base, {
      needs: 'platform:menu:update',
      ends: OPERATOR,
      act: '编辑菜单',
      body: UpdateMenu,
      data: nothing(),
      refuses: ['NOT_FOUND', 'ALREADY_EXISTS', 'CHANGED_MEANWHILE', 'INVALID_INPUT'],
    }),
    remove: call.delete(`${base}/{authorityId}`, {
      needs: 'platform:menu:delete',
      ends: OPERATOR,
      act: '删除菜单',
      data: nothing(),
      refuses: ['NOT_FOUND', 'IN_USE', 'INVALID_INPUT'],
    }),
    sort: call.put(`${base}/sort`, {
      needs: 'menu_sort',
      ends: OPERATOR,
      act: '菜单排序',
      /** Entries of one parent. */
      body: obj({
        sorts: list(
          obj({ authorityId: id('菜单', { of: 'authority' }), sort: int('排序', { min: 0, max: 1_000_000 }) }),
          500,
        ),
      }),
      data: nothing(),
      refuses: ['NOT_FOUND', 'INVALID_INPUT'],
    }),
    /** Every call of the product by system and module, as the menu editors of existing clients choose from. */
    systems: call.get('/passport/web-rbac/systems', {
      needs: READ,
      act: '接口目录',
      /** 1: nested; otherwise one flat list. */
      query: obj({ tree: opt(str()) }),
      data: Unsafe<ApiNode[]>(list(apiNode(3))),
    }),
    /** Entries with all that is below them, as a text file. `authorityIds`: separated by commas. */
    export: call.post(`${base}/export`, {
      needs: READ,
      act: '导出菜单',
      transfer: 'download',
      body: Chosen,
      refuses: ['NOT_FOUND'],
    }),
    /** The calls these entries open, one a line. */
    exportApis: call.post(`${base}/export/apis`, {
      needs: READ,
      act: '导出菜单的接口',
      transfer: 'download',
      body: Chosen,
      refuses: ['NOT_FOUND'],
    }),
  },
  pages: {
    list: {
      path: '/systemmanage/menu',
      alias: '/menu',
      title: '菜单管理',
      tab: true,
      ahead: { call: 'list', fixed: { tree: '1' } },
      needs: READ,
      menu: { rail: 'setting', group: '组织与权限', order: 30, ends: ['WEB', 'OPEX'] },
    },
  },
})
