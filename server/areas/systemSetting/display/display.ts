// Display settings of the caller's organisation. A save merges, and every open console of the organisation follows.
import { config, RecordNumSwitch, themes } from '#contract/platform/config'
import { type DisplayData, display } from '#contract/systemSetting/display'
import {
  groupVersion,
  type OrgSettings,
  otherLoginPage,
  type SettingGroup,
  saveGroup,
  settingsOf,
} from '#server/areas/platform/public'
import type { Caller } from '#server/kit/caller'
import { implement } from '#server/kit/implement'
import { publishFile } from '#server/kit/uploads'

const NAMES = [
  'systemName',
  'systemIcon',
  'windowName',
  'windowIcon',
  'systemThemeColor',
  'menuOpenStatus',
  'waterMark',
  'loginIcon',
  'loginIconName',
  'loginBackground',
  'servicePhone',
  'recordNum',
  'recordNumDesc',
] as const satisfies readonly (keyof OrgSettings)[]
type Name = (typeof NAMES)[number]

const group: SettingGroup<Name> = { title: '显示设置', target: 'display', names: NAMES }
/** Shown on the login page, so visitors must be able to load them. */
const PICTURES = ['systemIcon', 'windowIcon', 'loginIcon', 'loginBackground'] as const satisfies readonly Name[]

const openOr = (value: string) => (value === 'CLOSE' ? 'CLOSE' : 'OPEN')

async function describe(who: Caller): Promise<DisplayData> {
  const { pool } = who.app
  const [values, version, organisation, loginPageOf] = await Promise.all([
    settingsOf(pool, who.orgId),
    groupVersion(pool, who.orgId, group),
    pool.query<{ org_name: string; org_code: string }>({
      name: 'display_organisation',
      text: 'select org_name, org_code from organization where org_id = $1',
      values: [who.orgId],
    }),
    otherLoginPage(pool, who.orgId),
  ])
  const { org_name, org_code } = organisation.rows[0]!
  return {
    systemName: values.systemName,
    systemIcon: values.systemIcon,
    windowName: values.windowName,
    windowIcon: values.windowIcon,
    systemThemeColor: values.systemThemeColor,
    menuOpenStatus: openOr(values.menuOpenStatus),
    waterMark: openOr(values.waterMark),
    loginIcon: values.loginIcon,
    loginIconName: values.loginIconName,
    loginBackground: values.loginBackground,
    servicePhone: values.servicePhone,
    recordNum: values.recordNum === RecordNumSwitch.is.shown ? RecordNumSwitch.is.shown : RecordNumSwitch.is.hidden,
    recordNumDesc: values.recordNumDesc,
    orgName: org_name,
    orgCode: org_code,
    version,
    loginPageOf,
  }
}

/** Colours are compared as they are listed; any other stands as it was sent and shows as the default theme. */
const colourOf = (sent: string | null | undefined) =>
  themes.find((theme) => theme.color.toLowerCase() === sent?.toLowerCase())?.color ?? sent

export default implement(display, {
  get: (_, who) => describe(who),
  save: async (body, who) => {
    await who.tx(async (tx) => {
      const { version, ...sent } = body
      const changed = await saveGroup(
        tx,
        group,
        { ...sent, systemThemeColor: colourOf(sent.systemThemeColor) },
        version,
      )
      for (const name of PICTURES) if (changed.includes(name)) await publishFile(tx, sent[name])
      if (changed.length > 0) tx.emit(config.events.displayChanged, {})
    })
    return describe(who)
  },
})
