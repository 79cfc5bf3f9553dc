// What a hostile request to alarms, rules and replays needs to get past the first checks.
import { rowResident } from '#server/areas/live/test/outingRows'
import { DEMO_ORG } from '#server/areas/platform/seed/fixedRows'
import { newId } from '#server/kit/ids'
import type { TestApp } from '#server/kit/test/app'
import type { Knowledge } from '#server/kit/test/attacker'
import { rowAlarm, rowRule } from './alarmRows.ts'

const plain = {
  kind: 'HEART',
  scope: 'ALL',
  scopeIds: [],
  windows: [],
  upper: 120,
  lower: 45,
  recoverUpper: null,
  recoverLower: null,
  durationS: 60,
  level: 3,
}
const alarm = (product: TestApp) => rowAlarm(product)
const rule = (product: TestApp) => rowRule(product)

async function overridden(product: TestApp): Promise<{ oldmanId: string; kind: string }> {
  const oldmanId = await rowResident(product)
  await product.app.pool.query(
    `insert into alarm_override (org_id, oldman_id, kind, upper, reason) values ($1, $2, 'HEART', 130, '医嘱')`,
    [DEMO_ORG, oldmanId],
  )
  return { oldmanId, kind: 'HEART' }
}

export const recipes: Knowledge['recipes'] = {
  'monitor.alarmRule.add': () => ({ ...plain, ruleName: newId() }),
  'monitor.alarmRule.save': async (product) => ({
    ...plain,
    ...(await rowRule(product)),
    ruleName: newId(),
    version: null,
  }),
  'monitor.alarmRule.status': async (product) => ({ ...(await rowRule(product)), status: 1 }),
  'monitor.alarmRule.saveOverride': async (product) => ({
    oldmanId: await rowResident(product),
    kind: 'HEART',
    off: false,
    upper: 130,
    lower: null,
    durationS: null,
    reason: '医嘱',
    version: null,
  }),
  'monitor.mattressSet.saveRetention': () => ({ readingDays: 35, minuteDays: 400, version: null }),
  'monitor.alarmLoad.load': () => ({ dateStart: null, dateEnd: null }),
  'monitor.alarmLoad.replay': async (product) => ({
    ...(await rowRule(product)),
    oldmanId: null,
    days: 1,
    upper: null,
    lower: null,
    durationS: 600,
    windows: null,
  }),
}

export const places: Knowledge['places'] = {
  'monitor.alarm.get': alarm,
  'monitor.alarm.curve': alarm,
  'monitor.why.alarm': alarm,
  'monitor.alarm.take': alarm,
  'monitor.alarm.handle': alarm,
  'monitor.alarm.ignore': alarm,
  'monitor.alarmRule.get': rule,
  'monitor.alarmRule.remove': rule,
  'monitor.alarmRule.resident': async (product) => ({ oldmanId: await rowResident(product) }),
  'monitor.alarmRule.removeOverride': overridden,
}

export const costly: Knowledge['costly'] = ['monitor.alarmLoad.replay']
