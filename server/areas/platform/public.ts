// The few functions of the platform that other areas may call.
export { addAccount, addPresets, type NewAccount } from './accountCreate.ts'
export { issueSsoMark } from './accountEnter.ts'
export { endSessions } from './accountSession.ts'
export { searchBeds as search } from './bedSearch.ts'
export { bedPaths, bedUsers, roomFollowers, setBedUse } from './bedUse.ts'
export { type NewMessage, notify } from './messages.ts'
export { type OrgSettings, operatorOrganisation, settingsOf } from './orgSettings.ts'
export { groupVersion, otherLoginPage, type SettingGroup, saveGroup } from './settingGroup.ts'
