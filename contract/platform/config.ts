// Settings the shell and the login page read. Photo code, password, record number and login settings are readable
// before sign-in. PUT lives with system settings.
import { call, noun } from '#contract/kit/call'
import { event } from '#contract/kit/event'
import { options } from '#contract/kit/options'
import { anything, int, list, named, nothing, nul, obj, opt, type Static, str } from '#contract/kit/schema'

/** Picture code at sign-in: 0 on, 1 off. */
export const PhotoCodeSwitch = options('PhotoCodeSwitch', '图形验证码', [
  [0, 'on', '开启'],
  [1, 'off', '关闭'],
])
/** Record number in the footer of the login page: 0 hidden, 1 shown. */
export const RecordNumSwitch = options('RecordNumSwitch', '备案号', [
  [0, 'hidden', '不显示'],
  [1, 'shown', '显示'],
])
/** Switches of settings that are plain numbers on the wire: prompts, voices, what is phoned about. */
export const SettingSwitch = options('SettingSwitch', '启用', [
  [1, 'on', ['开启', 'green']],
  [0, 'off', ['关闭', 'grey']],
])
/** Password rule: 0 strict (8 to 20 letters and digits, both, no common one), 1 loose (1 to 20 characters). */
export const PasswordRule = options('PasswordRule', '密码规则', [
  [0, 'strong', '8 至 20 位，同时含字母和数字，不是常见密码'],
  [1, 'any', '1 至 20 位任意字符'],
])

export const themes = [
  { color: '#1E87F0', key: 'default', title: '颐蓝' },
  { color: '#FF9D11', key: 'qingxiangcheng', title: '清香橙' },
  { color: '#009995', key: 'heyelv', title: '荷叶绿' },
  { color: '#743B8F', key: 'ziluolan', title: '紫罗兰' },
  { color: '#E0241B', key: 'lieyanhong', title: '烈焰红' },
] as const
export type ThemeKey = (typeof themes)[number]['key']

/** Any other colour is the default theme. */
export const themeOfColor = (color: string | null | undefined): ThemeKey =>
  themes.find((theme) => theme.color === color?.toUpperCase())?.key ?? 'default'

export const IconConfig = obj({
  systemIcon: nul(str()),
  systemName: nul(str()),
  windowIcon: nul(str()),
  windowName: nul(str()),
  menuOpenStatus: str(),
  waterMark: str(),
})
export type IconConfigData = Static<typeof IconConfig>

const LoginConfig = obj({
  loginIcon: nul(str()),
  loginIconName: nul(str()),
  loginBackground: nul(str()),
  /** Shown on the login page: minutes a frozen account waits, product version, service phone. */
  unFrozenMinutes: int(),
  version: str(),
  servicePhone: nul(str()),
  systemName: str(),
  systemThemeColor: nul(str()),
  /** 1: codes reach phones; 0: there is no gateway, and nothing that needs a code is offered. */
  sms: int(),
})
export type LoginConfigData = Static<typeof LoginConfig>

export const MattressConfig = obj({
  setId: str(),
  setContent: obj({
    alarmRemind: obj({ status: int(), position: list(str()) }),
    alarmVoice: obj({ status: int(), times: int() }),
  }),
})
export type MattressConfigData = Static<typeof MattressConfig>

const base = '/passport/web-rbac/systemConfigs'

export const config = noun('platform', 'config', {
  title: '系统配置',
  calls: {
    recordNum: call.get(`${base}/recordNumConfig`, {
      needs: 'open',
      act: '备案号',
      data: obj({ recordNum: int(), recordNumDesc: nul(str()) }),
    }),
    userIsPass: call.get(`${base}/userIsPass`, { needs: 'signedIn', act: '大屏免登录状态', data: int() }),
    pwd: call.get(`${base}/pwdConfig`, { needs: 'open', act: '密码规则', data: int() }),
    login: call.get(`${base}/loginConfig`, { needs: 'open', act: '登录页配置', data: LoginConfig }),
    photoCode: call.get(`${base}/photoCodeConfig`, { needs: 'open', act: '图形验证码开关', data: int() }),
    themeColor: call.get(`${base}/systemThemeColor`, {
      needs: 'signedIn',
      act: '主题色',
      data: obj({ systemThemeColor: nul(str()) }),
    }),
    icon: call.get(`${base}/iconConfig`, { needs: 'signedIn', act: '图标配置', data: IconConfig }),
    /** A route text for existing clients, { mainFirstUrl } for this console. */
    loginPage: call.get(`${base}/loginPageConfig`, { needs: 'signedIn', act: '首页配置', data: anything() }),
    mattress: call.get('/pims/web-pi/device/set/mattress', {
      needs: 'signedIn',
      display: true,
      act: '床垫告警提醒设置',
      data: MattressConfig,
    }),
    saveMattress: call.post('/pims/web-pi/device/set/mattress', {
      needs: 'monitor:mattressSet:update',
      act: '修改床垫告警提醒设置',
      body: obj({
        setId: opt(named({ none: 'an organisation has one; what is sent is not read' })),
        setContent: obj({
          alarmRemind: obj({ status: int('提醒开关', { min: 0, max: 1 }), position: list(str(), 20) }),
          alarmVoice: obj({ status: int('语音开关', { min: 0, max: 1 }), times: int('播报次数', { min: 1, max: 99 }) }),
        }),
      }),
      data: nothing(),
    }),
  },
  events: {
    /** Names, icons, theme, watermark or the prompts of alarms changed: every open console follows at once. */
    displayChanged: event('platform.displayChanged', { needs: 'signedIn', payload: obj({}) }),
  },
})
