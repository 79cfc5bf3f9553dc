// The few functions of the platform that other areas may call.

export { searchBeds as search } from '#server/areas/platform/bed/bedSearch'
export { bedPaths, bedUsers, fillBeds, roomFollowers, setBedUse } from '#server/areas/platform/bed/bedUse'
export { buildingSql, peopleServingSeveral, servesSeveral } from '#server/areas/platform/location/buildings'
export { type NewMessage, notify, onceOf } from '#server/areas/platform/message/messages'
export { forgetSecretOf, sendSms, smsReachesPhones } from '#server/areas/platform/message/sms'
export { type PlainSms, sendManySms } from '#server/areas/platform/message/smsMany'
export { licenceReminders as reminders } from '#server/areas/platform/organisation/organisationReminder'
export { openDisplay } from '#server/areas/platform/screen/screen'
export { DEMO_ORG } from '#server/areas/platform/seed/fixedRows'
export { issueSsoMark } from '#server/areas/platform/session/accountEnter'
export { endSessions } from '#server/areas/platform/session/accountSession'
export {
  dropMqttAccounts,
  giveMqttAccounts,
  type MqttAccount,
  switchMqttAccounts,
} from '#server/areas/platform/session/mqttAccounts'
export {
  type OrgSettings,
  operatorOrganisation,
  SETTING_TABLES,
  settingsOf,
} from '#server/areas/platform/setting/orgSettings'
export { groupVersion, otherLoginPage, type SettingGroup, saveGroup } from '#server/areas/platform/setting/settingGroup'
export { holdersOf, type Person, peopleWith, staffFirst } from '#server/areas/platform/staff/holders'
export { pinOf, provePin, savePin } from '#server/areas/platform/staff/staffPin'
export { addAccount, addPresets, type NewAccount } from '#server/areas/platform/user/accountCreate'
export { platformFileHolders as fileHolders } from './fileHolders.ts'

/** Tables that SQL of other areas may read, never write (scripts/lib/sqlFaults.mjs). */
export const readableTables = [
  'account',
  'account_role',
  'authority',
  'bed',
  'bed_open',
  'dept',
  'employee',
  'employee_data_dept',
  'employee_job',
  'job',
  'location',
  'mqtt_credential',
  'organization',
  'region',
  'role',
  'role_authority',
  'room',
  'staff_pin',
]
