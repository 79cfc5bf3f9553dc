// Landing ends: where people enter (console, operator's console, screens). Shared by all organisations.
import { call, noun } from '#contract/kit/call'
import { options } from '#contract/kit/options'
import { pageOf, pageQuery } from '#contract/kit/paging'
import { bool, int, list, nothing, nul, obj, opt, type Static, str, text } from '#contract/kit/schema'

export const LandingDataDept = options('LandingDataDept', '数据范围', [
  [0, 'all', ['全部部门', 'blue']],
  [1, 'one', ['单个部门', 'teal']],
])

const LandingEnd = obj({
  landingEndId: str(),
  landingEndName: str('名称'),
  landingEndCode: str('编码'),
  /** JSON text of an array, as existing clients read it. */
  deviceType: str(),
  deviceTypeList: list(str()),
  dataDept: LandingDataDept.schema,
  remark: nul(str('备注')),
  createTime: str(),
  /** Part of the product: keeps its code and cannot be deleted. */
  system: bool(),
  /** Menu entries that belong to it, and roles of the caller's organisation (of all, for the operator) that have it. */
  menuCount: int('菜单数'),
  roleCount: int('角色数'),
  version: int(),
})
export type LandingEndData = Static<typeof LandingEnd>

const SaveLandingEnd = obj({
  landingEndName: text('名称', { max: 10 }),
  landingEndCode: text('编码', {
    max: 20,
    pattern: /^[A-Za-z][A-Za-z0-9_]*$/,
    hint: '应以字母开头，只含字母、数字和下划线',
  }),
  deviceTypeList: opt(list(text('终端类型', { max: 40 }), 30)),
  dataDept: opt(LandingDataDept.schema),
  remark: opt(text('备注', { max: 200 })),
  version: opt(int('版本', { min: 1 })),
})

const base = '/devops/web-devops/landingEnd'
const OPERATOR = ['OPEX'] as const

export const landingEnd = noun('platform', 'landingEnd', {
  title: '登录端',
  calls: {
    list: call.get(base, {
      needs: 'platform:landingEnd:list',
      act: '登录端列表',
      query: pageQuery({ landingEndName: opt(str('名称')), landingEndCode: opt(str('编码')) }),
      data: pageOf(LandingEnd),
    }),
    detail: call.get(`${base}/{id}`, {
      names: { id: 'landingEnd' },
      needs: 'platform:landingEnd:list',
      act: '登录端详情',
      data: LandingEnd,
      refuses: ['NOT_FOUND'],
    }),
    create: call.post(base, {
      needs: 'platform:landingEnd:save',
      ends: OPERATOR,
      act: '添加登录端',
      body: SaveLandingEnd,
      data: str(),
      refuses: ['ALREADY_EXISTS'],
    }),
    update: call.put(`${base}/{id}`, {
      names: { id: 'landingEnd' },
      needs: 'platform:landingEnd:update',
      ends: OPERATOR,
      act: '编辑登录端',
      body: SaveLandingEnd,
      data: nothing(),
      refuses: ['NOT_FOUND', 'ALREADY_EXISTS', 'CHANGED_MEANWHILE', 'INVALID_INPUT'],
    }),
    remove: call.delete(`${base}/{id}`, {
      names: { id: 'landingEnd' },
      needs: 'platform:landingEnd:delete',
      ends: OPERATOR,
      act: '删除登录端',
      data: nothing(),
      refuses: ['NOT_FOUND', 'IN_USE', 'INVALID_INPUT'],
    }),
    /** Names for selects: those the caller's kind of organisation can use. */
    names: call.get('/omms/web-rbac/authoritys/landingEnd/list', {
      needs: 'signedIn',
      act: '可用登录端',
      data: list(obj({ landingEndId: str(), landingEndName: str(), landingEndCode: str() })),
    }),
  },
  pages: {
    list: {
      path: '/systemmanage/landingEnd',
      alias: '/deviceManage',
      title: '登录端',
      tab: true,
      needs: 'platform:landingEnd:list',
      ahead: 'list',
      menu: { rail: 'setting', group: '组织与权限', order: 90, ends: ['WEB', 'OPEX'] },
    },
  },
})
