// Permissions explained: what a user sees, and who sees a record, each with its reason. Looks only.
import { Unsafe } from '@sinclair/typebox'
import { call, noun } from '#contract/kit/call'
import { anything, bool, id, int, list, nul, obj, opt, type Static, str, text } from '#contract/kit/schema'
import type { MenuItem } from '#contract/platform/session'

const Person = obj({
  userId: str(),
  userName: str(),
  empName: str(),
  deptName: nul(str()),
  roleNames: list(str()),
  isAdmin: bool(),
  /** 1 enabled, 2 disabled */
  userStatus: int(),
})
export type PersonData = Static<typeof Person>

/** Why somebody has a code: administrator, preset role, these roles, or because everyone has it. */
const By = obj({ kind: Unsafe<'admin' | 'preset' | 'role' | 'everyone'>(str()), roles: list(str()) })
export type ByData = Static<typeof By>

const Button = obj({
  authorityCode: str(),
  authorityName: str(),
  menuType: str(),
  /** 设置 › 组织与权限 › 角色管理 */
  place: str(),
  by: By,
})
export type ButtonData = Static<typeof Button>

const Count = obj({
  type: str(),
  /** Which call serves the list, and what its page sends along. */
  call: str(),
  query: Unsafe<Record<string, unknown>>(anything()),
  title: str(),
  unit: str(),
  /** Rows the list answers to the user; null when it refuses. */
  count: nul(int()),
  /** The status of the list's answer, and what it says when that is not 200. */
  status: int(),
  refusal: nul(str()),
  /** Whether the user can open the page of the list; otherwise its rows appear in forms only. */
  opens: bool(),
  /** Rows of the caller, to compare with; null where the caller lacks the permission. */
  mine: nul(int()),
})

const Reader = obj({
  person: Person,
  /** 管理员 / 角色「护士长」有「房间列表」 / 数据范围含「松鹤楼护理组」, in this order. */
  reasons: list(str()),
})
export type ReaderData = Static<typeof Reader>

const Readers = obj({ total: int(), list: list(Reader) })
const RecordHit = obj({ id: str(), title: str(), subtitle: str() })

const base = '/passport/web-rbac/insight'
const LOOK = 'platform:insight:view'

export const insight = noun('platform', 'insight', {
  title: '权限查询',
  calls: {
    user: call.get(`${base}/user/{userId}`, {
      needs: LOOK,
      act: '查看某用户的权限',
      query: obj({ landingEndId: opt(id('登录端', { of: 'landingEnd' })) }),
      data: obj({
        person: Person,
        /** Why the user cannot sign in at all, in words; null when nothing stands in the way. */
        obstacle: nul(str()),
        landingEnds: list(obj({ landingEndId: str(), landingEndName: str() })),
        /** The one that is shown. */
        landingEndId: nul(str()),
        menu: Unsafe<MenuItem[]>(anything()),
        buttons: list(Button),
        /** Administrators see every department. */
        allDepts: bool(),
        /** The landing end works with one department at a time. */
        oneDept: bool(),
        dataDepts: list(obj({ deptId: str(), deptName: str(), deptLevel: int(), parentId: str() })),
        counts: list(Count),
      }),
      refuses: ['NOT_FOUND'],
    }),
    record: call.get(`${base}/record`, {
      needs: LOOK,
      act: '查看谁能看到某条记录',
      query: obj({
        type: text('类型', { max: 40 }),
        id: id('记录', { of: ['account', 'dept', 'room', 'bed', 'resident'] }),
      }),
      data: obj({
        type: str(),
        kindTitle: str(),
        id: str(),
        title: str(),
        deptId: nul(str()),
        deptName: nul(str()),
        /** The pages or buttons of which one is needed; empty when every signed-in user may. */
        needs: list(str()),
        readers: Readers,
        /** Have the permission, but not the department. */
        lackDept: Readers,
        /** Have the department, but not the permission. */
        lackPermission: Readers,
      }),
      refuses: ['NOT_FOUND'],
    }),
    kinds: call.get(`${base}/kinds`, {
      needs: LOOK,
      act: '可查询的记录类型',
      data: list(obj({ type: str(), title: str() })),
    }),
    search: call.get(`${base}/search`, {
      needs: LOOK,
      act: '查找要查询的记录',
      query: obj({ type: text('类型', { max: 40 }), keyword: opt(str('关键字')) }),
      data: list(RecordHit),
    }),
  },
  pages: {
    view: {
      path: '/systemmanage/insight',
      title: '权限查询',
      tab: true,
      needs: LOOK,
      menu: { rail: 'setting', group: '组织与权限', order: 25, ends: ['WEB', 'OPEX'] },
    },
  },
})
