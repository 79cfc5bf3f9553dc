// Roles of an organisation: which menu entries and buttons their holders have at each landing end.
import { Unsafe } from '@sinclair/typebox'
import { call, noun } from '#contract/kit/call'
import { options } from '#contract/kit/options'
import { pageOf, pageQuery } from '#contract/kit/paging'
import { id, int, list, nothing, nul, obj, opt, type Static, str, type TSchema, text } from '#contract/kit/schema'

export const RoleLevel = options('RoleLevel', '角色类型', [
  [0, 'preset', ['系统预设', 'slate']],
  [1, 'own', ['自定义', 'blue']],
])

const Role = obj({
  roleId: str(),
  name: str('角色名称'),
  roleDesc: nul(str('角色说明')),
  roleLevel: int('角色类型'),
  createTime: str(),
  /** Who holds it, and how many pages and buttons it opens. */
  userCount: int('用户数'),
  authorityCount: int('权限数'),
  /** Duties in it that do not belong in one hand (duties.ts). */
  risks: list(obj({ key: str(), title: str('权限组合'), why: str('风险') })),
  version: int(),
})
export type RoleData = Static<typeof Role>

/** One entry at one landing end; the names are those of existing clients. */
const Right = obj({ landEndId: id('登录端', { of: 'landingEnd' }), authId: id('权限', { of: 'authority' }) })
export type RightData = Static<typeof Right>

const SaveRole = obj({
  name: text('角色名称', { max: 10, pattern: /^[\u4e00-\u9fff]{1,10}$/, hint: '应为 1 至 10 个汉字' }),
  roleDesc: opt(text('角色说明', { max: 20 })),
  /** Entries including half-checked parents, for every landing end they belong to; used when no pairs are sent. */
  authorityIds: opt(list(id('权限', { of: 'authority' }), 20_000)),
  landingEndAuthIds: opt(list(Right, 20_000)),
  /** Needed where rights are put together that do not belong in one hand. */
  riskReason: opt(text('兼任原因', { max: 200 })),
  /** The version that was edited; older clients send none. */
  version: opt(int('版本', { min: 1 })),
})

/** A node of the tree a role's editor shows. Leaves carry null: older clients strip only that. */
export interface RightNode {
  authorityId: string
  authorityName: string
  authorityCode: string
  parentId: string | null
  level: number
  type: number
  menuType: string
  pageUrl: string | null
  icon: string
  sort: number
  child: RightNode[] | null
}

/** The menu is at most five levels deep. */
const rightNode = (depth: number): TSchema =>
  obj({
    authorityId: str(),
    authorityName: str(),
    authorityCode: str(),
    parentId: nul(str()),
    level: int(),
    type: int(),
    menuType: str(),
    pageUrl: nul(str()),
    icon: str(),
    sort: int(),
    child: nul(list(depth > 1 ? rightNode(depth - 1) : obj({ authorityId: str() }))),
  })
const RightTree = Unsafe<RightNode[]>(list(rightNode(5)))

const Member = obj({
  userId: str(),
  userName: str('账号'),
  empName: nul(str('姓名')),
  deptName: nul(str('部门')),
  userStatus: int('状态'),
  isAdmin: int(),
})

const base = '/passport/web-rbac/roles'
const READ = 'platform:role:list|saveRole|updateRole|deleteRole'
const MIB = 1024 * 1024

export const role = noun('platform', 'role', {
  title: '角色',
  calls: {
    /** Names of roles stand in the forms of many users. */
    list: call.get(base, {
      needs: 'signedIn',
      act: '角色列表',
      query: pageQuery({ name: opt(str('角色名称')) }),
      data: pageOf(Role),
    }),
    detail: call.get(`${base}/{roleId}`, {
      needs: READ,
      act: '角色详情',
      data: obj({ ...Role.properties, authorityIds: list(str()), landingEndAuthIds: list(Right) }),
      refuses: ['NOT_FOUND'],
    }),
    create: call.post(base, {
      needs: 'saveRole',
      act: '添加角色',
      body: SaveRole,
      data: str(),
      refuses: ['ALREADY_EXISTS', 'INVALID_INPUT'],
      bodyLimit: 4 * MIB,
    }),
    update: call.put(`${base}/{roleId}`, {
      needs: 'updateRole',
      act: '编辑角色',
      body: SaveRole,
      data: nothing(),
      refuses: ['NOT_FOUND', 'ALREADY_EXISTS', 'CHANGED_MEANWHILE', 'STATE_NOT_ALLOWED', 'INVALID_INPUT'],
      bodyLimit: 4 * MIB,
    }),
    remove: call.delete(base, {
      needs: 'deleteRole',
      act: '删除角色',
      /** Ids, joined by commas. */
      body: obj({ roleIds: text('角色', { max: 20_000, of: 'role' }) }),
      data: nothing(),
      refuses: ['NOT_FOUND', 'IN_USE', 'STATE_NOT_ALLOWED'],
    }),
    clearCache: call.delete(`${base}/cache`, { needs: 'clearCache', act: '清除菜单缓存', data: nothing() }),
    /** What can be granted in this organisation, per landing end. */
    trees: call.get(`${base}/landingEnd/authoritys`, {
      needs: READ,
      act: '各登录端的权限',
      data: list(obj({ landingEndId: str(), landingEndName: str(), landingEndCode: str(), authList: RightTree })),
    }),
    tree: call.get(`${base}/authoritys`, {
      needs: `${READ}|menu_sort`,
      act: '可授权的菜单',
      query: pageQuery({ tree: opt(str()), orgLevel: opt(str()), landingEndId: opt(id('编号', { of: 'landingEnd' })) }),
      data: RightTree,
    }),
    members: call.get(`${base}/{roleId}/users`, {
      needs: READ,
      act: '角色的用户',
      query: pageQuery({ keyword: opt(str('姓名或账号')) }),
      data: pageOf(Member),
      refuses: ['NOT_FOUND'],
    }),
  },
  pages: {
    list: {
      path: '/systemmanage/role',
      alias: '/role',
      title: '角色管理',
      tab: true,
      needs: READ,
      ahead: 'list',
      menu: { rail: 'setting', group: '组织与权限', order: 20, ends: ['WEB', 'OPEX'] },
    },
  },
})
