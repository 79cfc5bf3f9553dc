// What pages of other areas show of alarms.
export { countsOf, countsText, type Group, groupsOf } from './alarmGroups.ts'
export { clockOf, type Held, waited } from './alarmOrder.ts'
export { useAlarms } from './alarms.ts'
export { useNow } from './everySecond.ts'
