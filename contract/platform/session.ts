// Signing in and out, the session, its menu and buttons. Wire: account calls of existing clients.
import { call, noun } from '#contract/kit/call'
import { event } from '#contract/kit/event'
import { options } from '#contract/kit/options'
import {
  anything,
  bool,
  id,
  int,
  list,
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

export const OrgLevel = options('OrgLevel', '机构类型', [
  [1, 'operator', '运营平台'],
  [2, 'medical', '医疗机构'],
  [3, 'care', '养老机构'],
  [4, 'shop', '商业机构'],
])
export const OrgStatus = options('OrgStatus', '机构状态', [
  [0, 'waiting', ['审核中', 'amber']],
  [1, 'normal', ['正常', 'green']],
  [2, 'declined', ['已拒绝', 'red']],
  [3, 'frozen', ['已冻结', 'grey']],
])
/** Let in: whatever an organisation is given is kept for a frozen one too. */
export const ORG_ADMITTED = [OrgStatus.is.normal, OrgStatus.is.frozen] as const
/** Staff: 1 male, 2 female. Residents use another set. */
export const StaffSex = options('StaffSex', '性别', [
  [1, 'male', '男'],
  [2, 'female', '女'],
])

const Dept = obj({
  deptId: str(),
  deptName: str(),
  deptKey: nul(str()),
  deptLevel: int(),
  parentId: str(),
  orgId: str(),
  deptType: nul(str()),
  ward: int(),
  inpatient: int(),
  outpatient: int(),
  sort: int(),
  createTime: str(),
})
export type DeptInfo = Static<typeof Dept>

const LandingEnd = obj({ landingEndId: str(), landingEndName: str(), landingEndCode: str(), deviceType: str() })
export type LandingEndInfo = Static<typeof LandingEnd>

const Button = obj({ authorityId: str(), authorityCode: str(), authorityName: str(), name: str(), title: str() })
const QuickEntry = obj({ title: str(), path: str(), icon: nul(str()) })

const Emp = obj({
  empId: str(),
  empName: str(),
  empType: nul(str()),
  sex: int(),
  status: int(),
  deptId: nul(str()),
  orgId: str(),
  phoneNum: nul(str()),
  msgAuth: int(),
  jobIds: list(str()),
  nursingLevel: nul(str()),
  dataDeptIds: list(str()),
  workingPicture: nul(str()),
})

export const Session = obj({
  token: str(),
  username: str(),
  isAdmin: bool(),
  resetPassword: bool(),
  ipAddress: str(),
  loginTime: nul(str()),
  lastLoginTime: nul(str()),
  empInfo: Emp,
  deptInfo: nul(Dept),
  orgInfo: obj({
    orgId: str(),
    orgName: str(),
    orgCode: str(),
    orgLevel: int(),
    orgStatus: int(),
    parentId: nul(str()),
    rejectReason: nul(str()),
  }),
  jobInfo: obj({ jobId: nul(str()), jobName: nul(str()), jobTypeCode: nul(str()) }),
  dataDeptInfoList: list(Dept),
  landingEndList: list(LandingEnd),
  /** Serves more than one building: a room number alone does not say where. */
  severalBuildings: bool(),
  authority: list(obj({ name: str(), title: str() })),
  quickEntry: list(QuickEntry),
})
export type SessionData = Static<typeof Session>

/** The menu as this console reads it (three levels); existing clients get the same tree under other names. */
export interface MenuItem {
  menuId: string
  menuType: 'MENU' | 'FUNC' | 'CUSTOM_FUNC' | 'IN_LINK'
  menuName: string
  code: string
  authorityCode: string
  authorityId: string
  routePath: string | null
  pageUrl: string | null
  menuLink: string | null
  icon: string
  children: MenuItem[]
}

const PhotoProof = { photoCode: opt(str('图形验证码')), verifyStr: opt(str()) }
/** Rules of 1.14: the strict rule is checked by the server when the organisation has it switched on. */
const password = (title: string) => text(title, { min: 1, max: 64 })

const LoginBody = obj({
  loginName: text('账号', { min: 2, max: 20 }),
  loginPassword: text('密码', { max: 200 }),
  ...PhotoProof,
  orgLevel: opt(anything()),
  orgType: opt(anything()),
})

const base = '/passport/web-rbac/logins'

export const session = noun('platform', 'session', {
  title: '登录',
  calls: {
    login: call.post(`${base}/login`, {
      needs: 'open',
      act: '登录',
      body: LoginBody,
      data: Session,
      refuses: [
        'WRONG_LOGIN',
        'ACCOUNT_FROZEN',
        'ACCOUNT_DISABLED',
        'WRONG_PHOTO_CODE',
        'NO_LANDING_END',
        'ORGANISATION_FROZEN',
        'TOO_MANY_REQUESTS',
      ],
    }),
    loginBySms: call.post(`${base}/login/sms`, {
      needs: 'open',
      act: '短信登录',
      body: obj({
        loginPhone: phone(),
        loginCode: text('短信验证码', { max: 10 }),
        ...PhotoProof,
        orgLevel: opt(anything()),
      }),
      data: anything(),
      refuses: ['WRONG_SMS_CODE', 'WRONG_PHOTO_CODE'],
    }),
    loginOut: call.get(`${base}/loginOut`, { needs: 'open', act: '退出登录', data: nothing(), writes: true }),
    photoCode: call.get(`${base}/getPhotoCode`, {
      needs: 'open',
      act: '获取图形验证码',
      data: obj({ base64Str: str(), verifyStr: str() }),
      refuses: ['TOO_MANY_REQUESTS'],
    }),
    /** Tells whoever manages users whether a name is free; to strangers every name is, until they register it. */
    check: call.get(`${base}/check`, {
      needs: 'open',
      act: '检查账号是否可用',
      query: obj({ loginName: text('账号', { max: 20 }) }),
      data: nothing(),
      refuses: ['ALREADY_EXISTS', 'CROSS_SITE'],
    }),
    smsCode: call.get(`${base}/getSmsCode/{userTelephone}`, {
      needs: 'open',
      act: '获取短信验证码',
      /** A solved picture code; the same serves once more for the form that the code is for. Older clients send none. */
      query: obj({ ...PhotoProof }),
      data: nothing(),
      writes: true,
      refuses: ['TOO_MANY_REQUESTS', 'WRONG_PHOTO_CODE', 'NO_SMS', 'CROSS_SITE'],
    }),
    register: call.post(`${base}/register`, {
      needs: 'open',
      act: '注册账号',
      body: obj({
        userName: text('账号', { min: 6, max: 20, pattern: /^[A-Za-z0-9]{6,20}$/, hint: '应为 6 至 20 位字母或数字' }),
        userPassword: password('密码'),
        repactPassword: opt(str('确认密码')),
        checkPass: opt(str('确认密码')),
        userTelephone: phone(),
        ...PhotoProof,
        smsCode: text('短信验证码', { max: 10 }),
        resource: opt(anything()),
        orgLevel: opt(anything()),
      }),
      data: nothing(),
      refuses: ['ALREADY_EXISTS', 'WRONG_SMS_CODE', 'WRONG_PHOTO_CODE', 'NO_SMS'],
    }),
    /** Eleven digits for a read-only field and the SMS call: a stand-in that shows the ends of the real number. */
    recoverPhone: call.get(`${base}/userPhoneNum`, {
      needs: 'open',
      act: '找回密码：查询手机号',
      query: obj({ loginName: text('账号', { max: 20 }), ...PhotoProof }),
      data: str(),
      refuses: ['WRONG_PHOTO_CODE', 'TOO_MANY_REQUESTS', 'NO_SMS', 'CROSS_SITE'],
    }),
    recoverProve: call.get(`${base}/userId`, {
      needs: 'open',
      act: '找回密码：验证手机',
      writes: true,
      query: obj({
        phoneNum: phone(),
        photoCode: opt(str()),
        photoCodes: opt(str()),
        smsCode: text('短信验证码', { max: 10 }),
        verifyStr: opt(str()),
      }),
      data: str(),
      refuses: ['WRONG_SMS_CODE', 'WRONG_PHOTO_CODE', 'NOT_FOUND', 'TOO_MANY_REQUESTS', 'CROSS_SITE'],
    }),
    recoverReset: call.put(`${base}/reset`, {
      needs: 'open',
      act: '找回密码：重设密码',
      body: obj({
        userPassword: password('新密码'),
        checkPass: opt(str('确认密码')),
        userId: id('编号', { of: 'account' }),
        phoneNum: phone(),
      }),
      data: nothing(),
      refuses: ['NOT_PROVEN'],
    }),
    firstPassword: call.put(`${base}/pwd`, {
      needs: 'signedIn',
      act: '首次登录修改密码',
      body: obj({ userPassword: password('新密码'), userId: opt(id('编号', { of: 'account' })) }),
      data: nothing(),
    }),
    ownPassword: call.put(`${base}/userPwd`, {
      needs: 'signedIn',
      act: '修改密码',
      body: obj({ oldPwd: password('原密码'), newPwd: password('新密码'), userId: opt(id('编号', { of: 'account' })) }),
      data: nothing(),
      refuses: ['WRONG_PASSWORD'],
    }),
    selectDept: call.post(`${base}/selectDataDeptID/{deptId}`, {
      needs: 'signedIn',
      act: '切换部门',
      data: nothing(),
      harmless: true,
    }),
    lastDept: call.get(`${base}/selectDataDeptID`, { needs: 'signedIn', act: '上次选择的部门', data: str() }),
    lastLandingEnd: call.get(`${base}/selectLandingEndId`, { needs: 'signedIn', act: '上次选择的登录端', data: str() }),
    dataDepts: call.get(`${base}/getDataDeptInfoList`, { needs: 'signedIn', act: '可用部门', data: list(Dept) }),
    /** Existing clients ask for the parts of the session one by one. */
    ownPerson: call.get(`${base}/getUserInfo`, { needs: 'signedIn', act: '当前用户', data: Emp }),
    ownDept: call.get(`${base}/getDeptInfo`, { needs: 'signedIn', act: '当前部门', data: nul(Dept) }),
    ownRoles: call.get(`${base}/getRoleInfoList`, {
      needs: 'signedIn',
      act: '当前角色',
      data: list(obj({ roleId: str(), name: str(), roleDesc: nul(str()), roleLevel: int(), createTime: str() })),
    }),
    menu: call.get(`${base}/menu/{landingEndId}`, {
      needs: 'signedIn',
      act: '进入登录端',
      data: anything(),
      writes: true,
    }),
    buttons: call.get(`${base}/menu/button`, {
      needs: 'signedIn',
      act: '按钮权限',
      data: list(Button),
      aliases: [`${base}/button`],
    }),
    authMenu: call.get(`${base}/auth/{landingEndId}`, {
      needs: 'signedIn',
      act: '进入登录端（原有客户端）',
      data: anything(),
      writes: true,
    }),
    authorized: call.get(`${base}/auth/authorized`, { needs: 'open', act: '授权检查', data: int() }),
    authWarning: call.get(`${base}/auth/warning`, { needs: 'open', act: '授权到期提醒', data: bool() }),
    /** The session of a browser that comes from another system: a single-use mark that this server issued. */
    ssoMark: call.post(`${base}/ssoMarkLogin`, {
      needs: 'open',
      act: '单点登录',
      body: obj({ mark: text('登录标记', { max: 128 }) }),
      data: Session,
      refuses: ['SESSION_EXPIRED'],
    }),
    updateIsPass: call.put(`${base}/updateIsPass`, {
      needs: 'platform:screenPass:update',
      act: '设置大屏免登录',
      body: obj({ isPass: int('是否开启', { min: 0, max: 1 }) }),
      data: nothing(),
    }),
    checkDeptLanding: call.get('/omms/web-rbac/logins/checkDeptLanding', {
      needs: 'signedIn',
      act: '检查部门与登录端',
      writes: true,
      query: obj({ userId: opt(named('account')), deptName: opt(str()), landingName: opt(str()) }),
      data: nothing(),
      refuses: ['NO_PERMISSION'],
    }),
    userIdOfToken: call.get('/omms/web-rbac/logins/getUserID', { needs: 'open', act: '当前用户编号', data: str() }),
    screenPass: call.post('/omms/di-om/third/yly/screenPassLogin', {
      needs: 'open',
      act: '大屏免登录',
      /** The key comes from the secret address of the screen; the organisation alone opens nothing. */
      body: obj({ orgId: id('机构编号', { of: 'organisation' }), screenKey: opt(str('大屏密钥')) }),
      data: Session,
      refuses: ['SCREEN_ADDRESS', 'SWITCHED_OFF', 'TOO_MANY_REQUESTS'],
    }),
    /** The session as it is now: after a reload, and what `authority` changed to. */
    current: call.get(`${base}/current`, { needs: 'signedIn', act: '当前会话', data: Session }),
    socketTicket: call.post(`${base}/socketTicket`, {
      needs: 'signedIn',
      act: '获取实时通道凭据',
      data: obj({ ticket: str() }),
      harmless: true,
      screen: true,
      display: true,
    }),
  },
  events: {
    /** Menu or buttons of a role changed without ending the session: the shell fetches them again. */
    menuChanged: event('platform.menuChanged', {
      needs: 'signedIn',
      /** What the user is told; without it the change is silent. */
      payload: obj({ notice: opt(str()) }),
    }),
    /** A department was made, renamed, moved or deleted: names, trees and data scope are fetched again. */
    deptChanged: event('platform.deptChanged', { needs: 'signedIn', payload: obj({ deptId: str() }) }),
  },
})
