// How the console presents itself: names, icons, login page, theme, watermark. Existing clients edit the same record
// from several screens, each with a few of the fields, so a save merges what it is sent.

import { call, noun } from '#contract/kit/call'
import { fileAddress } from '#contract/kit/fileAddress'
import { options } from '#contract/kit/options'
import { int, nul, obj, opt, type Static, str, text } from '#contract/kit/schema'
import { RecordNumSwitch } from '#contract/platform/config'

/** The side menu when the console opens. */
export const MenuOpenStatus = options('MenuOpenStatus', '菜单默认状态', [
  ['OPEN', '展开'],
  ['CLOSE', '收起'],
])

/** Account and name over every page. */
export const WaterMarkSwitch = options('WaterMarkSwitch', '水印', [
  ['OPEN', '显示'],
  ['CLOSE', '不显示'],
])

/** An address of this server: pictures are shown as they stand. */
const picture = (title: string) => fileAddress(title, { rooted: true, hint: '应为本系统中上传的图片' })

const PHONE = /^[\d\s+()-]{3,30}$/

const fields = {
  systemName: opt(text('系统名称', { max: 30 })),
  systemIcon: opt(picture('系统图标')),
  windowName: opt(text('窗口标题', { max: 30 })),
  windowIcon: opt(picture('窗口图标')),
  systemThemeColor: opt(text('主题颜色', { max: 7, pattern: /^#[0-9a-fA-F]{6}$/, hint: '应为 # 加 6 位颜色值' })),
  menuOpenStatus: opt(MenuOpenStatus.schema),
  waterMark: opt(WaterMarkSwitch.schema),
  loginIcon: opt(picture('登录页标志')),
  loginIconName: opt(text('登录页名称', { max: 20 })),
  loginBackground: opt(picture('登录页背景')),
  servicePhone: opt(text('服务电话', { max: 30, pattern: PHONE, hint: '应为电话号码' })),
  recordNum: opt(RecordNumSwitch.schema),
  recordNumDesc: opt(text('备案号', { max: 60 })),
}

const Display = obj({
  systemName: nul(str('系统名称')),
  systemIcon: nul(str('系统图标')),
  windowName: nul(str('窗口标题')),
  windowIcon: nul(str('窗口图标')),
  systemThemeColor: nul(str('主题颜色')),
  menuOpenStatus: MenuOpenStatus.schema,
  waterMark: WaterMarkSwitch.schema,
  loginIcon: nul(str('登录页标志')),
  loginIconName: nul(str('登录页名称')),
  loginBackground: nul(str('登录页背景')),
  servicePhone: nul(str('服务电话')),
  recordNum: RecordNumSwitch.schema,
  recordNumDesc: nul(str('备案号')),
  orgName: str(),
  orgCode: str(),
  /** Grows with every save. */
  version: int(),
  /** The login page shows another organisation: several share this server. */
  loginPageOf: nul(str()),
})
export type DisplayData = Static<typeof Display>

export const display = noun('systemSetting', 'display', {
  title: '显示设置',
  calls: {
    get: call.get('/passport/web-rbac/iconConfig', {
      needs: 'systemSetting:display:list|systemSetting:display:update',
      act: '查看显示设置',
      data: Display,
    }),
    save: call.put('/passport/web-rbac/iconConfig', {
      needs: 'systemSetting:display:update',
      act: '修改显示设置',
      body: obj({ ...fields, version: opt(int()) }),
      data: Display,
      refuses: ['CHANGED_MEANWHILE'],
    }),
  },
  pages: {
    edit: {
      path: '/systemSetting/display',
      alias: '/systemSetPims',
      title: '显示设置',
      tab: true,
      needs: 'systemSetting:display:list|systemSetting:display:update',
      menu: { rail: 'setting', group: '系统', order: 60, ends: ['WEB', 'OPEX'] },
    },
  },
})
