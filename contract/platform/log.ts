// Operation log, sign-in log and the SMS outbox: what happened, who signed in, what was sent.
import { call, noun } from '#contract/kit/call'
import { options } from '#contract/kit/options'
import { pageOf, pageQuery } from '#contract/kit/paging'
import { phoneNo, toldAnything, toldWords } from '#contract/kit/privacy'
import { bool, dateTime, id, int, list, named, nul, obj, opt, type Static, str, text } from '#contract/kit/schema'

const LogRow = obj({
  id: str(),
  userName: nul(str()),
  deptName: nul(str()),
  userPhone: nul(phoneNo()),
  roleName: nul(str()),
  empName: nul(str()),
  createTime: str(),
  ipAddress: str(),
  module: nul(str()),
  source: str(),
  method: str(),
  remark: toldWords(),
})
export type LogRowData = Static<typeof LogRow>

const LoginRow = obj({
  id: str(),
  deptName: nul(str()),
  userName: str(),
  empName: nul(str()),
  loginTime: str(),
  ipAddr: str(),
  loginApp: nul(str()),
  loginTerminal: str(),
  loginStatus: str(),
})

/** Records of any kind are logged; these stand for them. */
const LOGGED = ['resident', 'bed', 'account', 'bill'] as const

export const SmsState = options('SmsState', '发送状态', [
  ['outbox', ['待人工转告', 'amber']],
  ['waiting', ['发送中', 'blue']],
  ['sent', ['已发送', 'green']],
  ['failed', ['发送失败', 'red']],
])

const SmsRow = obj({
  messageId: str(),
  phone: phoneNo(),
  content: toldWords(),
  purpose: str(),
  /** Carried a code: shown without it, to a masked number. */
  sealed: bool(),
  state: SmsState.schema,
  failure: nul(str()),
  createTime: str(),
  sentTime: nul(str()),
})

const SETTINGS = '/passport/web-rbac'

export const log = noun('platform', 'log', {
  title: '日志',
  calls: {
    list: call.get(`${SETTINGS}/systemLogs`, {
      needs: 'systemSetting:logList:list|czrzdc',
      act: '操作日志列表',
      query: pageQuery({
        userName: opt(str('账号')),
        deptName: opt(str('部门')),
        userPhone: opt(str('手机号')),
        empName: opt(str('姓名')),
        roleName: opt(str('角色')),
        source: opt(str('操作终端')),
        method: opt(str('操作类型')),
        module: opt(str('功能模块')),
        ipAddress: opt(str('IP 地址')),
        targetType: opt(str()),
        targetId: opt(named(LOGGED)),
        startDate: opt(str('开始时间')),
        endDate: opt(str('结束时间')),
      }),
      data: pageOf(LogRow),
      exportNeeds: 'czrzdc',
    }),
    detail: call.get(`${SETTINGS}/systemLogs/{id}`, {
      names: { id: 'log' },
      needs: 'systemSetting:logList:list|czrzdc',
      act: '操作日志详情',
      data: obj({
        ...LogRow.properties,
        targetType: nul(str()),
        targetId: nul(str()),
        /** Field → [before, after] */
        changes: toldAnything(),
        requestId: str(),
        seq: nul(int()),
        hash: nul(str()),
      }),
      refuses: ['NOT_FOUND'],
    }),
    /** What happened to one record, newest first, with what changed. */
    record: call.get(`${SETTINGS}/systemLogs/record`, {
      needs: 'systemSetting:logList:list|czrzdc',
      act: '单条记录的操作日志',
      query: pageQuery({ targetType: opt(str()), targetId: text('记录编号', { max: 64, of: LOGGED }) }),
      data: pageOf(
        obj({
          id: str(),
          empName: nul(str()),
          userName: nul(str()),
          createTime: str(),
          source: str(),
          method: str(),
          remark: toldWords(),
          targetType: nul(str()),
          /** Field → [before, after] */
          changes: toldAnything(),
        }),
      ),
    }),
    export: call.post(`${SETTINGS}/systemLogs/export`, {
      needs: 'czrzdc',
      act: '导出操作日志',
      body: list(id('编号', { of: 'log' }), 5000),
      data: str(),
      harmless: true,
    }),
    verify: call.get(`${SETTINGS}/systemLogs/chain/verify`, {
      needs: 'systemSetting:logList:verify',
      act: '校验操作日志',
      data: obj({ ok: bool(), rows: int(), unsealed: int(), problems: list(str()) }),
    }),
    loginList: call.get('/omms/web-rbac/login/logs', {
      needs: 'platform:loginLog:list|dlrzdc|czrzdc',
      act: '登录日志列表',
      query: pageQuery({
        deptName: opt(str('部门')),
        empName: opt(str('姓名')),
        userName: opt(str('账号')),
        loginApp: opt(str('登录端')),
        loginTerminal: opt(str('终端')),
        startDate: opt(str()),
        endDate: opt(str()),
      }),
      data: pageOf(LoginRow),
      exportNeeds: 'dlrzdc|czrzdc',
    }),
    loginExport: call.post('/omms/web-rbac/login/logs/export', {
      needs: 'dlrzdc|czrzdc',
      act: '导出登录日志',
      body: list(id('编号', { of: 'loginLog' }), 5000),
      data: str(),
      harmless: true,
    }),
    smsList: call.get('/passport/web-org/smsOutbox', {
      needs: 'platform:smsOutbox:list',
      act: '短信发件箱',
      query: pageQuery({
        phone: opt(str('手机号')),
        state: opt(SmsState.schema),
        startDate: opt(dateTime()),
        endDate: opt(dateTime()),
      }),
      data: pageOf(SmsRow),
    }),
  },
  pages: {
    list: {
      path: '/systemSetting/logList',
      alias: '/logList',
      title: '操作日志',
      tab: true,
      needs: 'systemSetting:logList:list|czrzdc',
      ahead: 'list',
      menu: { rail: 'setting', group: '日志', order: 80, ends: ['WEB', 'OPEX'] },
    },
    logins: {
      path: '/systemSetting/loginLog',
      alias: '/loginLog',
      title: '登录日志',
      tab: true,
      needs: 'platform:loginLog:list|dlrzdc|czrzdc',
      ahead: 'loginList',
      menu: { rail: 'setting', group: '日志', order: 81, ends: ['WEB', 'OPEX'] },
    },
    sms: {
      path: '/systemSetting/smsOutbox',
      title: '短信发件箱',
      tab: true,
      needs: 'platform:smsOutbox:list',
      ahead: 'smsList',
      menu: { rail: 'setting', group: '日志', order: 82, ends: ['WEB', 'OPEX'] },
    },
  },
})
