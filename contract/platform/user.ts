// Accounts and the people behind them. One call saves the account, the employee, roles, jobs and data departments
// together; older clients send the same object twice, to users and to emp, and end with the same rows.

import { call, noun } from '#contract/kit/call'
import { fileAddress } from '#contract/kit/fileAddress'
import { options } from '#contract/kit/options'
import { pageOf, pageQuery } from '#contract/kit/paging'
import {
  bool,
  id,
  int,
  list,
  merge,
  named,
  nothing,
  nul,
  obj,
  opt,
  phone,
  type Static,
  str,
  text,
} from '#contract/kit/schema'
import { importCalls } from '#contract/kit/sheet'
import { StaffSex } from './session.ts'

export const UserStatus = options('UserStatus', '账号状态', [
  [1, 'enabled', ['启用', 'green']],
  [2, 'disabled', ['禁用', 'grey']],
])
/** Frozen after wrong passwords; thaws by itself or by hand. */
export const FrozenState = options('FrozenState', '登录状态', [
  [0, 'normal', ['正常', 'green']],
  [1, 'frozen', ['已冻结', 'red']],
])
/** What a person works as, for the lists of caregivers and sales people. */
export const StaffType = options('StaffType', '人员类别', [
  ['nursing', '护理人员'],
  ['medical', '医护人员'],
  ['sale', '销售顾问'],
  ['office', '行政人员'],
  ['logistics', '后勤人员'],
])

const PATTERN = /^[A-Za-z0-9]{6,20}$/
/** New names in elderly care; older accounts and hospitals have others, which stay valid. */
export const isPlainName = (name: string) => PATTERN.test(name)
export const PLAIN_NAME_HINT = '应为 6 至 20 位字母或数字'

/** The initial password that existing clients send and expect after a reset; the first sign-in must change it. */
export const SHARED_FIRST_PASSWORD = '123456'

const picture = () => fileAddress('照片')

/** What every client may send; absent means "as it is", null or '' empties what may be empty. */
const patch = {
  userName: opt(text('账号', { min: 2, max: 20, pattern: /^\S+$/, hint: '不能含空格' })),
  roleIds: opt(list(id('角色', { of: 'role' }), 50)),
  userStatus: opt(UserStatus.schema),
  empKey: opt(text('工号', { max: 50 })),
  empName: opt(text('姓名', { max: 20 })),
  sex: opt(StaffSex.schema),
  phoneNum: opt(phone()),
  /** A copy of phoneNum in older clients. */
  userTelephone: opt(phone()),
  cordNum: opt(text('卡号', { max: 40 })),
  deptId: opt(id('部门', { of: 'dept' })),
  dataDeptIds: opt(list(id('数据范围', { of: 'dept' }), 1000)),
  jobIds: opt(list(id('岗位', { of: 'staffPost' }), 20)),
  empTitle: opt(text('职称', { max: 20 })),
  intro: opt(text('简介', { max: 2000 })),
  workingPicture: opt(picture()),
  empType: opt(StaffType.schema),
  nursingLevel: opt(text('护理员等级', { max: 20 })),
  /** Administrator of the organisation; only another one may change it. */
  isAdmin: opt(bool('机构管理员')),
  /** Needed where roles together open what does not belong in one hand (duties.ts). */
  riskReason: opt(text('兼任原因', { max: 200 })),
}

/** The record the form was made from; a changed one is refused. Older clients send back `version`, which is ignored. */
const baseVersion = opt(int('版本'))

export const UserPatch = obj({ ...patch, baseVersion, ownPassword: opt(text('登录密码', { max: 64 })) })
export type UserPatchData = Static<typeof UserPatch>

export const EmployeePatch = obj({ ...patch, empId: opt(id('员工', { of: 'account' })) })

const NewUser = obj({
  ...patch,
  userName: text('账号', { min: 2, max: 20, pattern: /^\S+$/, hint: '不能含空格' }),
  userPassword: opt(text('初始密码', { max: 20 })),
  empName: text('姓名', { max: 20 }),
})
export type NewUserData = Static<typeof NewUser>

/** The same as this console's form has it: what must be filled carries its mark. */
export const UserForm = merge(
  obj({ ...patch, baseVersion }),
  obj({
    userName: text('账号', { min: 2, max: 20, pattern: /^\S+$/, hint: '不能含空格' }),
    userStatus: UserStatus.schema,
    empName: text('姓名', { max: 20 }),
    sex: StaffSex.schema,
    phoneNum: phone(),
    deptId: id('部门', { of: 'dept' }),
    dataDeptIds: list(id('数据范围', { of: 'dept' }), 1000),
    roleIds: list(id('角色', { of: 'role' }), 50),
    userPassword: text('初始密码', { max: 20 }),
  }),
)

/** What a person may change about themselves. */
export const OwnProfile = obj({
  phoneNum: phone(),
  ownPassword: opt(text('登录密码', { max: 64 })),
  workingPicture: opt(picture()),
  intro: opt(text('简介', { max: 2000 })),
})

const UserRow = obj({
  userId: str(),
  userName: str('账号'),
  roleNames: nul(str('角色')),
  userStatus: UserStatus.schema,
  isAdmin: bool('机构管理员'),
  empName: nul(str('姓名')),
  sex: nul(StaffSex.schema),
  userTelephone: nul(str('手机号')),
  deptId: nul(str()),
  deptName: nul(str('部门')),
  jobName: nul(str('岗位')),
  isFrozen: FrozenState.schema,
  userLastLoginTime: nul(str('最近登录')),
  createTime: str('创建时间'),
  empKey: nul(str('工号')),
  empTitle: nul(str('职称')),
  empType: nul(StaffType.schema),
  workingPicture: nul(str()),
  /** Has not changed the first password yet. */
  resetPassword: bool('未改初始密码'),
  sort: int(),
})
export type UserRowData = Static<typeof UserRow>

const UserDetail = obj({
  ...UserRow.properties,
  roleIds: list(str()),
  empId: str(),
  phoneNum: nul(str()),
  cordNum: nul(str()),
  dataDeptIds: list(str()),
  dataDeptNames: nul(str('数据范围')),
  jobIds: list(str()),
  jobTypeCodes: list(str()),
  intro: nul(str('简介')),
  nursingLevel: nul(str()),
  frozenUntil: nul(str('冻结至')),
  orgId: str(),
  version: int(),
})
export type UserDetailData = Static<typeof UserDetail>

const Choices = obj({
  roles: list(
    obj({
      roleId: str(),
      name: str(),
      roleLevel: int(),
      /** False: it holds rights the caller has not. */
      grantable: bool(),
    }),
  ),
  jobs: list(obj({ jobId: str(), jobName: str(), jobTypeCode: str(), jobTypeName: str() })),
})

/** The rows of a workbook that were refused, as older clients show them. */
const PushReport = obj({
  total: int(),
  errorTotal: int(),
  errorData: list(
    obj({
      empName: nul(str()),
      cardNo: nul(str()),
      sex: nul(str()),
      phoneNum: nul(str()),
      deptName: nul(str()),
      validTime: nul(str()),
      errorMsg: list(str()),
    }),
  ),
})
export type PushReportData = Static<typeof PushReport>

const USERS = '/passport/web-rbac/users'
const READS = 'platform:user:list|saveUser|updateUser|deleteUser|user-sort|resetFrozen|modifyPass'
const MIB = 1024 * 1024
const userIds = () => text('用户', { max: 70_000, of: 'account' })

export const user = noun('platform', 'user', {
  title: '用户账号',
  calls: {
    list: call.get(USERS, {
      needs: READS,
      act: '用户列表',
      query: pageQuery({
        userName: opt(str('账号')),
        roleId: opt(named('role', '角色')),
        userStatus: opt(UserStatus.schema),
        empName: opt(str('姓名')),
        sex: opt(StaffSex.schema),
        userTelephone: opt(str('手机号')),
        deptId: opt(named('dept', '部门')),
        /** 1: the departments below it as well. */
        withSub: opt(int()),
        jobId: opt(named('staffPost', '岗位')),
        isFrozen: opt(FrozenState.schema),
        empType: opt(StaffType.schema),
        createStartTime: opt(str('创建时间起')),
        createEndTime: opt(str('创建时间止')),
        loginStartTime: opt(str('最近登录起')),
        loginEndTime: opt(str('最近登录止')),
      }),
      data: pageOf(UserRow),
    }),
    choices: call.get(`${USERS}/choices`, {
      needs: READS,
      act: '可授角色与岗位',
      data: Choices,
    }),
    /** One's own record is open to everyone who signed in. */
    get: call.get(`${USERS}/{userId}`, {
      needs: `${READS}|signedIn`,
      act: '用户详情',
      data: UserDetail,
      refuses: ['NOT_FOUND'],
    }),
    create: call.post(USERS, {
      needs: 'saveUser',
      act: '新增用户',
      body: NewUser,
      data: str(),
      refuses: ['ALREADY_EXISTS', 'INVALID_INPUT'],
      repeatable: true,
    }),
    update: call.put(`${USERS}/{userId}`, {
      needs: 'updateUser|signedIn',
      act: '编辑用户',
      body: UserPatch,
      data: nothing(),
      refuses: ['NOT_FOUND', 'ALREADY_EXISTS', 'CHANGED_MEANWHILE', 'WRONG_PASSWORD'],
    }),
    remove: call.delete(USERS, {
      needs: 'deleteUser',
      act: '删除用户',
      /** Ids joined by commas. */
      body: obj({ userIds: userIds() }),
      data: nothing(),
      refuses: ['NOT_FOUND', 'IN_USE'],
    }),
    changeStatus: call.put(`${USERS}/{userId}/changeStatus/{userStatus}`, {
      needs: 'updateUser',
      act: '启用或禁用用户',
      data: nothing(),
      refuses: ['NOT_FOUND'],
    }),
    changeStatuses: call.put(`${USERS}/changeStatus`, {
      needs: 'updateUser',
      act: '批量启用或禁用用户',
      body: obj({ userIds: userIds(), userStatus: UserStatus.schema }),
      data: nothing(),
      refuses: ['NOT_FOUND'],
    }),
    /** Answers the new first password, once and only to whoever resets it. */
    resetPassword: call.put(`${USERS}/{userId}/resetPassword`, {
      needs: 'modifyPass',
      act: '重置密码',
      data: str(),
      refuses: ['NOT_FOUND'],
    }),
    setPassword: call.put(`${USERS}/{userId}/userPwd`, {
      needs: 'modifyPass',
      act: '设置用户密码',
      body: obj({ newPwd: text('新密码', { max: 64 }) }),
      data: nothing(),
      refuses: ['NOT_FOUND'],
    }),
    unfreeze: call.put(`${USERS}/{userId}/frozen`, {
      needs: 'resetFrozen',
      act: '解除冻结',
      data: nothing(),
      refuses: ['NOT_FOUND'],
    }),
    sort: call.post(`${USERS}/sort`, {
      needs: 'user-sort',
      act: '用户排序',
      body: obj({
        sorts: list(
          obj({ userId: id('用户', { of: 'account' }), sort: int('顺序', { min: 0, max: 1_000_000 }) }),
          5000,
        ),
        deptId: opt(id('部门', { of: 'dept' })),
      }),
      data: nothing(),
      refuses: ['NOT_FOUND'],
      bodyLimit: 2 * MIB,
    }),
    ...importCalls(`${USERS}/import`, { needs: 'user-import', title: '用户' }),
    /** Older clients: imports at once and answers the refused rows. */
    pushImport: call.post('/passport/web-bm/push/importUser', {
      needs: 'user-import',
      act: '导入人员',
      transfer: 'multipart',
      bodyLimit: 20 * MIB,
      data: PushReport,
    }),
    pushDelete: call.post('/passport/web-bm/push/deleteUser', {
      needs: 'user-delete',
      act: '按文件删除人员',
      transfer: 'multipart',
      bodyLimit: 20 * MIB,
      data: PushReport,
    }),
  },
  pages: {
    list: {
      path: '/systemmanage/user',
      alias: '/user',
      title: '用户账号',
      tab: true,
      ahead: { call: 'list', fixed: { withSub: 1 } },
      needs: 'platform:user:list|saveUser|updateUser|deleteUser',
      menu: { rail: 'setting', group: '组织与权限', order: 10, ends: ['WEB', 'OPEX'] },
    },
  },
})
