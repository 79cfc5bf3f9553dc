// What pages of other areas show of alarms.
export { clockOf, type Held, waited } from './alarmOrder.ts'
export { useAlarms } from './alarms.ts'
export { useNow } from './everySecond.ts'
