// Settings the shell and the login page read. Before sign-in they are those of the only elderly-care organisation,
// or the operator's where there are several.
import { config } from '#contract/platform/config'
import { authoritiesOf, routesOf, siblingMenuOf } from '#server/areas/platform/authority/menu'
import { smsReachesPhones } from '#server/areas/platform/message/sms'
import { isClientRoute } from '#server/areas/platform/session/clientRoutes'
import { photoCodeSwitch } from '#server/areas/platform/session/photoCode'
import type { Caller, Visitor } from '#server/kit/caller'
import { fixedId } from '#server/kit/ids'
import { implement } from '#server/kit/implement'
import { VERSION } from '#server/kit/version'
import { frontOrganisation, type OrgSettings, saveSetting, settingsOf } from './orgSettings.ts'

async function settingsFor(who: Visitor): Promise<OrgSettings> {
  return settingsOf(who.app.pool, who.session?.orgId ?? (await frontOrganisation(who.app.pool)))
}

const ownSettings = (who: Caller) => settingsOf(who.app.pool, who.orgId)

const WELCOME = '/main'
const BENCH = '/home'

/** Existing clients know the welcome page as empty or /main; this console opens the work bench unless told otherwise. */
const firstUrl = (page: string) => (page === '' ? BENCH : page === WELCOME ? null : page)

/**
 * Existing clients open the first page unseen, so they get it by the route they know, and only where they have it and
 * the menu of the chosen landing end offers it to this person; otherwise they show their welcome page.
 */
async function clientFirst(who: Caller, page: string): Promise<string> {
  if (page === '' || page === WELCOME) return page
  const { nouns, pool } = who.app
  const own = nouns
    .flatMap((noun) => Object.values(noun.pages))
    .find((one) => one.path === page || one.alias?.split(',').includes(page))
  const route = (own?.alias?.split(',') ?? [page]).find(isClientRoute)
  if (route === undefined) return ''
  const offered = routesOf(siblingMenuOf(await authoritiesOf(pool, who.landingEndId), who.codes, nouns))
  return offered.has(route) ? route : ''
}

export default implement(config, {
  recordNum: async (_input, who) => {
    const { recordNum, recordNumDesc } = await settingsFor(who)
    return { recordNum, recordNumDesc }
  },
  pwd: async (_input, who) => (await settingsFor(who)).pwdConfig,
  photoCode: (_input, who) => photoCodeSwitch(who.app),
  login: async (_input, who) => {
    const settings = await settingsFor(who)
    return {
      loginIcon: settings.loginIcon,
      loginIconName: settings.loginIconName,
      loginBackground: settings.loginBackground,
      unFrozenMinutes: settings.unFrozenTimeConfig,
      version: VERSION,
      servicePhone: settings.servicePhone,
      systemName: settings.systemName,
      systemThemeColor: settings.systemThemeColor,
      sms: smsReachesPhones(who.app) ? 1 : 0,
    }
  },
  userIsPass: async (_input, who) => {
    const found = await who.app.pool.query<{ screen_pass: boolean }>(
      'select screen_pass from organization where org_id = $1',
      [who.orgId],
    )
    return found.rows[0]?.screen_pass ? 1 : 0
  },
  themeColor: async (_input, who) => ({ systemThemeColor: (await ownSettings(who)).systemThemeColor }),
  icon: async (_input, who) => {
    const { systemIcon, systemName, windowIcon, windowName, menuOpenStatus, waterMark } = await ownSettings(who)
    return { systemIcon, systemName, windowIcon, windowName: windowName ?? systemName, menuOpenStatus, waterMark }
  },
  loginPage: async (_input, who) => {
    const { loginPageConfig } = await ownSettings(who)
    return who.origin.ownConsole ? { mainFirstUrl: firstUrl(loginPageConfig) } : clientFirst(who, loginPageConfig)
  },
  mattress: async (_input, who) => ({
    setId: fixedId(`mattress:${who.orgId}`),
    setContent: (await ownSettings(who)).mattressSet,
  }),
  saveMattress: async ({ setContent }, who) => {
    const before = await ownSettings(who)
    await who.tx(async (tx) => {
      await saveSetting(tx.client, who.orgId, 'mattressSet', setContent)
      tx.log({
        remark: '修改床垫告警提醒设置',
        targetType: 'systemConfig',
        targetId: 'mattressSet',
        changes: { mattressSet: [before.mattressSet, setContent] },
      })
      tx.emit(config.events.displayChanged, {})
    })
    return null
  },
})
