// An alarm as the evaluator would raise it: a fast heart, unless told.

import type { NewAlarm } from '#server/areas/monitor/alarm/alarmRaise'
import { DEMO_ORG } from '#server/areas/platform/seed/fixedRows'
import { newId } from '#server/kit/ids'

export const newAlarm = (more: Partial<NewAlarm> = {}): NewAlarm => ({
  orgId: DEMO_ORG,
  source: 'MATTRESS',
  deviceId: 'x',
  deviceNo: `T${newId()}`,
  bedId: null,
  roomId: null,
  oldmanId: null,
  userId: null,
  deptId: null,
  type: '4',
  kind: 'HEART',
  ruleId: null,
  level: 3,
  content: '心率过高 128 次/分',
  value: 128,
  threshold: 120,
  unit: '次/分',
  voiceTimes: 3,
  mapId: null,
  x: null,
  y: null,
  startAt: Date.now() - 60_000,
  raisedAt: Date.now(),
  ...more,
})
