// Departments: a tree of three levels. Existing clients rewrite the tree as text (deptId becomes id, deptName becomes
// label, empty children are cut out with the comma before them): no node has a key id or label, and children come last.
import { call, noun } from '#contract/kit/call'
import { options } from '#contract/kit/options'
import { pageOf, pageQuery } from '#contract/kit/paging'
import { anything, id, int, list, named, nothing, nul, obj, opt, type Static, str, text } from '#contract/kit/schema'

export const DEPT_LEVELS = 3
/** What stands for "no department above" on the wire. */
export const ROOT_PARENT = '0'

/** A department whose rooms and beds hold residents. */
export const WardSwitch = options('WardSwitch', '护理单元', [
  [0, 'no', '否'],
  [1, 'yes', '是'],
])

export const DeptLevel = options('DeptLevel', '级别', [
  [1, 'first', '一级'],
  [2, 'second', '二级'],
  [3, 'third', '三级'],
])

const fields = {
  deptId: str(),
  deptName: str('部门名称'),
  deptKey: str('部门编号'),
  level: int('级别'),
  parentId: str(),
  orgId: str(),
  deptLevel: int(),
  /** JSON text: [{"startIp":"…","endIp":"…"}] */
  ipNum: nul(str('终端 IP 段')),
  deptType: nul(str('部门类型')),
  ward: int('护理单元'),
  inpatient: int(),
  outpatient: int(),
  sort: int('排序'),
  createTime: str('创建时间'),
  version: int(),
  /** 护理部 › 松鹤楼护理组 */
  deptPath: str('所在位置'),
  /** The landing ends the department is limited to; none means all. */
  landingEnds: list(obj({ landingEndId: str(), landingEndName: str() })),
  /** How many people belong to it, without and with the departments below; null for whoever may not see it. */
  empCount: nul(int('员工数')),
  empTotal: nul(int('含下级员工')),
  roomCount: nul(int('房间数')),
}

const leaf = obj({ ...fields, children: nul(list(anything())) })
const middle = obj({ ...fields, children: nul(list(leaf)) })
const Node = obj({ ...fields, children: nul(list(middle)) })
const Flat = obj(fields)
export type DeptFlat = Static<typeof Flat>
export type DeptNode = DeptFlat & { children: DeptNode[] | null }

const NAME = text('部门名称', { max: 10, pattern: /\S/, hint: '不能为空' })
const KEY = text('部门编号', { max: 20, pattern: /^[A-Za-z0-9_-]+$/, hint: '只能用字母、数字、横线和下划线' })
const IP_NUM = text('终端 IP 段', { min: 0, max: 4000 })

/** Fields that only this console sends; older clients leave them out and nothing of them changes. */
const own = {
  /** Moves the department; '0' makes it a root. */
  parentId: opt(text('上级部门', { max: 64, of: 'dept' })),
  ward: opt(WardSwitch.schema),
  landingEndIds: opt(list(id('可用登录端', { of: 'landingEnd' }), 20)),
}

/** Whoever may manage departments sees all of them, everyone else those of their own data scope. */
export const MANAGES_DEPTS = 'platform:dept:list|saveDept|updateDept|deleteDept'

const base = '/ifms/web-org/depts'

export const dept = noun('platform', 'dept', {
  title: '部门',
  calls: {
    list: call.get(base, {
      needs: 'signedIn',
      act: '部门列表',
      query: pageQuery({
        /** Name, number, pinyin or initials; what is found keeps the departments above and below it. */
        deptName: opt(str('部门')),
        /** 1: one row per department, paged, for export and print. */
        flat: opt(int('平铺')),
        orgId: opt(named('organisation')),
      }),
      data: pageOf(Node),
      refuses: ['NOT_FOUND'],
      aliases: ['/ifms/app-org/depts'],
    }),
    get: call.get(`${base}/{deptId}`, {
      needs: 'signedIn',
      act: '部门详情',
      data: Flat,
      refuses: ['NOT_FOUND'],
    }),
    /** A bare flat array. */
    ofOrg: call.get(`${base}/{orgId}/list`, {
      needs: 'signedIn',
      act: '机构部门列表',
      data: list(Flat),
      refuses: ['NOT_FOUND'],
    }),
    proposeKey: call.get(`${base}/createDeptKey`, {
      needs: 'saveDept',
      act: '建议部门编号',
      query: obj({ parentId: opt(named('dept')) }),
      data: str(),
    }),
    create: call.post(base, {
      needs: 'saveDept',
      act: '新增部门',
      body: obj({
        deptName: NAME,
        deptKey: KEY,
        ...own,
        ipNum: opt(IP_NUM),
        orgId: opt(named('organisation')),
      }),
      data: obj({ deptId: str() }),
      refuses: ['ALREADY_EXISTS', 'NOT_FOUND'],
    }),
    update: call.put(base, {
      needs: 'updateDept',
      act: '修改部门',
      body: obj({
        deptId: id('部门', { of: 'dept' }),
        deptName: NAME,
        deptKey: KEY,
        ...own,
        ipNum: opt(IP_NUM),
        orgId: opt(named('organisation')),
        version: opt(int()),
      }),
      data: nothing(),
      refuses: ['ALREADY_EXISTS', 'NOT_FOUND', 'CHANGED_MEANWHILE'],
    }),
    /** The order of departments that share a parent. */
    sort: call.put(`${base}/sort`, {
      needs: 'updateDept',
      act: '部门排序',
      body: obj({
        sorts: list(obj({ deptId: id('部门', { of: 'dept' }), sort: int('顺序', { min: 1, max: 100_000 }) }), 2000),
      }),
      data: nothing(),
      refuses: ['NOT_FOUND'],
    }),
    remove: call.delete(`${base}/{deptId}`, {
      needs: 'deleteDept',
      act: '删除部门',
      data: nothing(),
      refuses: ['NOT_FOUND', 'IN_USE'],
    }),
  },
  pages: {
    list: {
      path: '/systemmanage/dept',
      alias: '/departConfig',
      title: '部门配置',
      tab: true,
      needs: MANAGES_DEPTS,
      menu: { rail: 'setting', group: '组织与权限', order: 12, ends: ['WEB', 'OPEX'] },
    },
  },
})
