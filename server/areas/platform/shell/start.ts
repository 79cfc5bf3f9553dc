// What the console begins with, in one answer: the parts are those that existing clients ask for one by one.
import type { Call, DataOf } from '#contract/kit/call'
import { config } from '#contract/platform/config'
import type { StartData } from '#contract/platform/shell'
import { authoritiesOf, buttonsOf, menuOf } from '#server/areas/platform/authority/menu'
import { countUnread } from '#server/areas/platform/message/messageList'
import { enterLandingEnd } from '#server/areas/platform/session/accountEnter'
import { landingEndsOf } from '#server/areas/platform/session/accountScope'
import { describeSession } from '#server/areas/platform/session/accountSession'
import type { Caller } from '#server/kit/caller'
import { sha256 } from '#server/kit/ids'
import { runsOf } from '#server/kit/jobRun'
import { preferencesOf } from './preferences.ts'

/** A part as its own call answers it. */
const partOf = async <C extends Call>(who: Caller, call: C): Promise<DataOf<C>> =>
  (await who.app.handlers.get(call.key)!.handler({}, who)) as DataOf<C>

/** The landing end the browser was in; else the last one, else the first of those the user has. */
async function landingEndOf(who: Caller, asked: string | undefined): Promise<string | null> {
  if (asked !== undefined) return asked
  const ends = await landingEndsOf(who.app.pool, who.orgId, who.userId)
  return ends.find((end) => end.last)?.landingEndId ?? who.landingEndId ?? ends[0]?.landingEndId ?? null
}

export async function startOf(who: Caller, asked: string | undefined): Promise<StartData> {
  const landingEndId = await landingEndOf(who, asked)
  const user = landingEndId === null ? who : await enterLandingEnd(who, landingEndId)
  const { pool } = who.app
  // A token that came as a cookie stays out of the reach of scripts.
  const { token } = who.origin
  const { calls } = config
  const [session, rows, preferences, icon, loginPage, mattress, theme, unread, jobs] = await Promise.all([
    describeSession(who.app, user, token && sha256(token) === who.sessionId ? token : ''),
    authoritiesOf(pool, landingEndId),
    preferencesOf(who),
    partOf(who, calls.icon),
    partOf(who, calls.loginPage),
    partOf(who, calls.mattress),
    partOf(who, calls.themeColor),
    countUnread(pool, who.orgId, who.userId),
    runsOf(who),
  ])
  return {
    session,
    landingEndId,
    menu: menuOf(rows, user.codes),
    buttons: buttonsOf(rows, user.codes).map(({ name, title }) => ({ name, title })),
    preferences,
    icon,
    loginPage,
    mattress,
    systemThemeColor: theme.systemThemeColor,
    unread,
    jobs,
  }
}
