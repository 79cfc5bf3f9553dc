// Common settings: read with the operator's values behind them, written for the caller's own organisation. They are
// read anew whenever they count, so a save works at once for everybody.

import { type CommonSettingData, commonSetting, IdleSwitch, WELCOME_PAGE } from '#contract/platform/commonSetting'
import { PasswordRule, PhotoCodeSwitch } from '#contract/platform/config'
import type { Caller } from '#server/kit/caller'
import { implement } from '#server/kit/implement'
import { type OrgSettings, settingsOf } from './orgSettings.ts'
import { groupVersion, otherLoginPage, type SettingGroup, saveGroup } from './settingGroup.ts'

const NAMES = [
  'unFrozenTimeConfig',
  'photoCodeConfig',
  'loginPageConfig',
  'tokenTimeOutSet',
  'tokenTimeOut',
  'pwdConfig',
  'imgSize',
] as const satisfies readonly (keyof OrgSettings)[]
type Name = (typeof NAMES)[number]
type Values = Pick<OrgSettings, Name>

async function describe(who: Caller): Promise<CommonSettingData> {
  const { pool, settings } = who.app
  const [values, version, loginPageOf] = await Promise.all([
    settingsOf(pool, who.orgId),
    groupVersion(pool, who.orgId, groupOf(who)),
    otherLoginPage(pool, who.orgId),
  ])
  return {
    unFrozenTimeConfig: values.unFrozenTimeConfig,
    photoCodeConfig: values.photoCodeConfig === PhotoCodeSwitch.is.off ? PhotoCodeSwitch.is.off : PhotoCodeSwitch.is.on,
    tokenTimeOutSet: values.tokenTimeOutSet === IdleSwitch.is.off ? IdleSwitch.is.off : IdleSwitch.is.on,
    tokenTimeOut: values.tokenTimeOut,
    pwdConfig: values.pwdConfig === PasswordRule.is.any ? PasswordRule.is.any : PasswordRule.is.strong,
    imgSize: values.imgSize,
    loginPageConfig: values.loginPageConfig,
    version,
    photoCodeOff: !settings.photoCode,
    loginPageOf,
  }
}

/** What was sent: an empty first page is the work bench, any other empty field says nothing. */
function wanted(body: { [K in Name]?: OrgSettings[K] | null }): Partial<Values> {
  const values: Record<string, unknown> = {}
  for (const name of NAMES) {
    const value = body[name]
    if (value !== undefined && value !== null) values[name] = value
  }
  if (body.loginPageConfig === null) values.loginPageConfig = ''
  return values as Partial<Values>
}

/** A first page as people call it. */
function pageNames({ app }: Caller): (path: unknown) => string {
  const pages = app.nouns.flatMap((noun) => Object.values(noun.pages))
  return (path) => {
    if (path === '' || path === null) return '工作台'
    if (path === WELCOME_PAGE) return '欢迎页'
    const page = pages.find((one) => one.path === path || one.alias?.split(',').includes(String(path)))
    return page?.title ?? String(path)
  }
}

const groupOf = (who: Caller): SettingGroup<Name> => ({
  title: '通用设置',
  target: 'commonSetting',
  names: NAMES,
  words: { loginPageConfig: pageNames(who) },
})

export default implement(commonSetting, {
  get: (_, who) => describe(who),
  save: async (body, who) => {
    await who.tx(async (tx) => {
      await saveGroup(tx, groupOf(who), wanted(body), body.version)
      // The time-out stands in every cached session.
      tx.after(() => who.app.sessions.forget(who.orgId))
    })
    return describe(who)
  },
})
