// What can be set, in the words of the people who set it: what it means, and what it does to whom.
import type { ReactNode } from 'react'
import { type CommonSettingData, IdleSwitch } from '#contract/platform/commonSetting'
import { PasswordRule, PhotoCodeSwitch } from '#contract/platform/config'
import type { Field } from '#web/kit/fields/field'
import { int } from '#web/kit/fields/number'
import { radioOf, switchOf } from '#web/kit/fields/option'
import { firstPage } from './firstPage.part.tsx'

export type Settings = Pick<
  CommonSettingData,
  | 'photoCodeConfig'
  | 'pwdConfig'
  | 'unFrozenTimeConfig'
  | 'tokenTimeOutSet'
  | 'tokenTimeOut'
  | 'loginPageConfig'
  | 'imgSize'
>

export interface Setting {
  name: keyof Settings
  title: string
  field: Field<unknown>
  /** Says in one or two sentences what the value does as it stands. */
  says(values: Settings, facts: CommonSettingData): ReactNode
  props?: Readonly<Record<string, unknown>>
  /** Without effect while it answers true. */
  idle?(values: Settings, facts: CommonSettingData): boolean
}

export interface SettingGroup {
  title: string
  sub: string
  settings: readonly Setting[]
}

const face = (field: unknown) => field as Field<unknown>
const minutes = { unit: '分钟' }

const loginPage = (facts: CommonSettingData) =>
  facts.loginPageOf ? `这台服务器上有几家机构，登录页按“${facts.loginPageOf}”的设置显示。` : ''

export const groups: readonly SettingGroup[] = [
  {
    title: '登录安全',
    sub: '下一次登录起生效',
    settings: [
      {
        name: 'photoCodeConfig',
        title: '图形验证码',
        field: face(switchOf(PhotoCodeSwitch, 0)),
        says: (values, facts) =>
          facts.photoCodeOff
            ? '服务器启动时已经关闭图形验证码，这里的设置暂时不起作用。'
            : `${values.photoCodeConfig === PhotoCodeSwitch.is.on ? '登录时要照图输入四个字符，防止有人用程序反复试密码。' : '登录时不用输入图中字符。能从外网打开系统时请不要关闭。'}${loginPage(facts)}`,
        idle: (_, facts) => facts.photoCodeOff,
      },
      {
        name: 'pwdConfig',
        title: '密码规则',
        field: face(radioOf(PasswordRule)),
        says: (values, facts) =>
          `${values.pwdConfig === PasswordRule.is.strong ? '新设的密码要同时有字母和数字。' : '任意 1 至 20 个字符都可以作密码，容易被猜中，请谨慎选用。'}已经在用的密码不受影响，下次修改时按新规则检查。${loginPage(facts)}`,
      },
      {
        name: 'unFrozenTimeConfig',
        title: '密码输错后的锁定时长',
        field: face(int),
        props: minutes,
        says: (values) =>
          `同一账号连续输错密码会被锁定，${values.unFrozenTimeConfig || '—'} 分钟后自动解除；管理员也可以在用户账号里立即解除。可填 3 至 1440。`,
      },
    ],
  },
  {
    title: '无操作自动退出',
    sub: '保存后马上对所有人生效',
    settings: [
      {
        name: 'tokenTimeOutSet',
        title: '自动退出',
        field: face(switchOf(IdleSwitch, 0)),
        says: (values) =>
          values.tokenTimeOutSet === IdleSwitch.is.on
            ? '人离开电脑、一段时间没有操作就自动退出，防止别人冒用；没提交的内容会留成草稿。'
            : '不会自动退出。公用电脑上请提醒大家离开时手动退出。',
      },
      {
        name: 'tokenTimeOut',
        title: '多久没有操作就退出',
        field: face(int),
        props: minutes,
        says: (values) => `${values.tokenTimeOut || '—'} 分钟没有任何操作，就要重新登录。可填 5 至 1440。`,
        idle: (values) => values.tokenTimeOutSet === IdleSwitch.is.off,
      },
    ],
  },
  {
    title: '登录后首页',
    sub: '下一次登录起生效',
    settings: [
      {
        name: 'loginPageConfig',
        title: '登录后先打开',
        field: face(firstPage),
        says: () => '没有权限看这个页面的人，登录后打开工作台。',
      },
    ],
  },
  {
    title: '图片',
    sub: '之后上传的图片按此压缩',
    settings: [
      {
        name: 'imgSize',
        title: '图片压缩上限',
        field: face(int),
        props: { unit: 'KB' },
        says: (values) =>
          `头像等需要裁剪的图片上传时压到 ${values.imgSize || '—'} KB 以内，太小会看不清，一般 300 就够。可填 1 至 1000。`,
      },
    ],
  },
]

export const allSettings = groups.flatMap((group) => group.settings)

export const settingsOf = (data: CommonSettingData): Settings => ({
  photoCodeConfig: data.photoCodeConfig,
  pwdConfig: data.pwdConfig,
  unFrozenTimeConfig: data.unFrozenTimeConfig,
  tokenTimeOutSet: data.tokenTimeOutSet,
  tokenTimeOut: data.tokenTimeOut,
  loginPageConfig: data.loginPageConfig,
  imgSize: data.imgSize,
})
