// The calls of the shell around the pages.
import { shell } from '#contract/platform/shell'
import { keepFrontLog } from '#server/areas/platform/log/frontLog'
import { jobHandlers } from '#server/areas/platform/work/jobHandlers'
import { implement } from '#server/kit/implement'
import { preferencesOf, savePreference } from './preferences.ts'
import { searchEverything } from './search.ts'
import { startOf } from './start.ts'
import { findVersion, findVersions, markVersionRead } from './versions.ts'

export default implement(shell, {
  ...jobHandlers,
  start: ({ landingEndId }, who) => startOf(who, landingEndId || undefined),
  search: ({ keyword, kind }, who) => searchEverything(who, keyword ?? '', kind || null),
  frontLog: async ({ log }, who) => {
    await keepFrontLog(who, log)
    return null
  },
  versionRecords: (query, who) => findVersions(who, query),
  versionShown: (_, who) => findVersion(who, null),
  versionShownOne: ({ recordId }, who) => findVersion(who, recordId),
  versionRead: async ({ recordId }, who) => {
    await markVersionRead(who, recordId)
    return null
  },
  preferences: (_, who) => preferencesOf(who),
  savePreference: async ({ name, value }, who) => {
    await savePreference(who, name, value)
    return null
  },
})
