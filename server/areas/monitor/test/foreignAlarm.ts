// Alarms of other departments, rules of other organisations, residents out of sight: none of them exists for the caller.
import { rowResident } from '#server/areas/live/test/outingRows'
import { OPERATOR_ORG } from '#server/areas/platform/seed/fixedRows'
import { type Foreign, foreignIds } from '#server/kit/test/foreign'
import { OFFICE, rowAlarm, rowRule } from './alarmRows.ts'

export default foreignIds((product) => {
  const alarm = (body?: Foreign['body']): Foreign => ({
    as: 'hejing',
    params: () => rowAlarm(product(), OFFICE),
    ...(body && { body }),
  })
  const rule = (): Foreign => ({ as: 'zhengkai', params: () => rowRule(product(), OPERATOR_ORG) })
  const resident = (more: Record<string, string> = {}): Foreign => ({
    as: 'hejing',
    params: async () => ({ oldmanId: await rowResident(product(), OFFICE), ...more }),
  })
  return {
    'monitor.alarm.get': alarm(),
    'monitor.alarm.curve': alarm(),
    'monitor.why.alarm': alarm(),
    'monitor.why.resident': resident(),
    'monitor.alarm.take': alarm(),
    'monitor.alarm.handle': alarm({ result: '已查看' }),
    'monitor.alarm.ignore': alarm({}),
    'monitor.display.claim': alarm({ userId: 'x', pin: '305817' }),
    'monitor.display.finish': alarm({ userId: 'x', pin: '305817', result: '已查看' }),
    'monitor.alarmRule.get': rule(),
    'monitor.alarmRule.remove': rule(),
    'monitor.alarmRule.resident': resident(),
    'monitor.alarmRule.removeOverride': resident({ kind: 'HEART' }),
  }
})
