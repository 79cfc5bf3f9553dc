// Common settings of an organisation: how people sign in, how long they stay signed in, what they see first. What
// existing clients leave out of a save stays as it is. The operator's values are the defaults of all organisations.
import { call, noun } from '#contract/kit/call'
import { options } from '#contract/kit/options'
import { bool, int, nul, obj, opt, type Static, str, text } from '#contract/kit/schema'
import { PasswordRule, PhotoCodeSwitch } from './config.ts'

/** Signing out after a time without activity: 0 on, 1 off. */
export const IdleSwitch = options('IdleSwitch', '无操作自动退出', [
  [0, 'on', '开启'],
  [1, 'off', '关闭'],
])

/** First pages that are no route of the menu: nothing is the work bench, /main the welcome page of older clients. */
export const WELCOME_PAGE = '/main'

const values = {
  unFrozenTimeConfig: int('锁定时长（分钟）', { min: 3, max: 1440 }),
  photoCodeConfig: PhotoCodeSwitch.schema,
  tokenTimeOutSet: IdleSwitch.schema,
  tokenTimeOut: int('无操作时长（分钟）', { min: 5, max: 1440 }),
  pwdConfig: PasswordRule.schema,
  imgSize: int('图片压缩上限（KB）', { min: 1, max: 1000 }),
}

const LOGIN_PAGE = text('登录后首页', {
  min: 0,
  max: 100,
  pattern: /^(\/[\w\-./?=&%]*)?$/,
  hint: '应为以 / 开头的页面地址',
})

const Answer = obj({
  ...values,
  loginPageConfig: str('登录后首页'),
  /** Grows with every save. */
  version: int(),
  /** The picture code is switched off for the whole server, whatever is set here. */
  photoCodeOff: bool(),
  /** The login page follows another organisation's settings: several share this server. */
  loginPageOf: nul(str()),
})
export type CommonSettingData = Static<typeof Answer>

const path = '/passport/web-rbac/systemConfigs'

export const commonSetting = noun('platform', 'commonSetting', {
  title: '通用设置',
  calls: {
    get: call.get(path, {
      needs: 'platform:commonSetting:list|platform:commonSetting:update',
      act: '查看通用设置',
      data: Answer,
    }),
    save: call.put(path, {
      needs: 'platform:commonSetting:update',
      act: '修改通用设置',
      body: obj({
        unFrozenTimeConfig: opt(values.unFrozenTimeConfig),
        photoCodeConfig: opt(values.photoCodeConfig),
        loginPageConfig: opt(LOGIN_PAGE),
        tokenTimeOutSet: opt(values.tokenTimeOutSet),
        tokenTimeOut: opt(values.tokenTimeOut),
        pwdConfig: opt(values.pwdConfig),
        imgSize: opt(values.imgSize),
        version: opt(int()),
      }),
      data: Answer,
      refuses: ['CHANGED_MEANWHILE'],
    }),
  },
  pages: {
    edit: {
      path: '/systemmanage/commonSet',
      alias: '/commonSet',
      title: '通用设置',
      tab: true,
      needs: 'platform:commonSetting:list|platform:commonSetting:update',
      menu: { rail: 'setting', group: '组织与权限', order: 95, ends: ['WEB', 'OPEX'] },
    },
  },
})
