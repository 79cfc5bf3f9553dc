// Rules of the positioning alarms: eight types, on and off with 1 and 0 (mattress rules count the other way round).
import { call, noun } from '#contract/kit/call'
import { pageOf, pageQuery } from '#contract/kit/paging'
import { bool, id, int, list, nothing, nul, obj, opt, type Static, str, text } from '#contract/kit/schema'
import { PositionWindow } from './rail.ts'
import { AlarmLevel, LocationAlarmType, PositionRuleStatus, RuleScope } from './words.ts'

export const POSITION_RULE_NEEDS = {
  list: 'monitor:positionRule:list',
  edit: 'monitor:positionRule:edit',
  delete: 'monitor:positionRule:delete',
} as const
const READ = Object.values(POSITION_RULE_NEEDS).join('|')

const Rule = obj({
  ruleId: str(),
  ruleName: str('规则名称'),
  alarmType: LocationAlarmType.schema,
  scope: RuleScope.schema,
  /** Residents only as far as the caller may see them; the others stay, and are counted below. */
  scopeIds: list(str()),
  elsewhere: int('其他部门人数'),
  scopeNames: list(str('适用对象')),
  /** railAlarm: only these fences; empty: all. */
  railIds: list(str()),
  railNames: list(str('围栏')),
  windows: list(obj({ from: str(), to: str() })),
  threshold: nul(int('告警电量')),
  recoverThreshold: nul(int('恢复电量')),
  delayS: int('延时'),
  reports: int('连续次数'),
  recoverS: int('恢复时间'),
  cooldownS: int('处理后静默'),
  level: AlarmLevel.schema,
  voiceTimes: int('播报次数'),
  status: PositionRuleStatus.schema,
  /** In one sentence. */
  words: str('规则内容'),
  active: bool('现在生效'),
  remark: nul(str('备注')),
  createTime: str('创建时间'),
  version: int(),
})
export type PositionRuleData = Static<typeof Rule>

const DAY = 86_400
const fields = {
  ruleName: text('规则名称', { max: 50 }),
  alarmType: LocationAlarmType.schema,
  scope: opt(RuleScope.schema),
  scopeIds: opt(list(id('适用对象', { of: ['dept', 'level', 'resident'] }), 500)),
  railIds: opt(list(id('围栏', { of: 'rail' }), 200)),
  windows: opt(list(PositionWindow, 6)),
  threshold: opt(int('告警电量', { min: 1, max: 99 })),
  recoverThreshold: opt(int('恢复电量', { min: 2, max: 100 })),
  delayS: opt(int('延时', { min: 0, max: DAY })),
  reports: opt(int('连续次数', { min: 1, max: 100 })),
  recoverS: opt(int('恢复时间', { min: 0, max: DAY })),
  cooldownS: opt(int('处理后静默', { min: 0, max: 7 * DAY })),
  level: AlarmLevel.schema,
  voiceTimes: opt(int('播报次数', { min: 0, max: 10 })),
  status: opt(PositionRuleStatus.schema),
  remark: opt(text('备注', { max: 200 })),
}

const base = '/loms/web-lo/pnt/alarm/rule'

export const positionRule = noun('monitor', 'positionRule', {
  title: '定位告警规则',
  calls: {
    list: call.get(base, {
      needs: READ,
      act: '定位告警规则列表',
      query: pageQuery({
        ruleName: opt(str('规则名称')),
        alarmType: opt(LocationAlarmType.schema),
        scope: opt(RuleScope.schema),
        status: opt(PositionRuleStatus.schema),
      }),
      data: pageOf(Rule),
    }),
    get: call.get(`${base}/{ruleId}`, {
      names: { ruleId: 'positionRule' },
      needs: READ,
      act: '定位告警规则详情',
      data: Rule,
      refuses: ['NOT_FOUND'],
    }),
    add: call.post(base, {
      needs: POSITION_RULE_NEEDS.edit,
      act: '新增定位告警规则',
      body: obj(fields),
      data: Rule,
      refuses: ['NOT_FOUND', 'ALREADY_EXISTS', 'INVALID_INPUT'],
      repeatable: true,
    }),
    save: call.put(base, {
      needs: POSITION_RULE_NEEDS.edit,
      act: '修改定位告警规则',
      body: obj({ ruleId: id('规则', { of: 'positionRule' }), ...fields, version: opt(int()) }),
      data: Rule,
      refuses: ['NOT_FOUND', 'ALREADY_EXISTS', 'INVALID_INPUT', 'CHANGED_MEANWHILE'],
    }),
    status: call.put(`${base}/status`, {
      needs: POSITION_RULE_NEEDS.edit,
      act: '启停定位告警规则',
      body: obj({ ruleId: id('规则', { of: 'positionRule' }), status: PositionRuleStatus.schema }),
      data: Rule,
      refuses: ['NOT_FOUND'],
    }),
    remove: call.delete(`${base}/{ruleId}`, {
      names: { ruleId: 'positionRule' },
      needs: POSITION_RULE_NEEDS.delete,
      act: '删除定位告警规则',
      data: nothing(),
      refuses: ['NOT_FOUND'],
    }),
  },
  pages: {
    list: {
      path: '/yunmuIot/position/rule',
      title: '定位告警规则',
      tab: true,
      needs: READ,
      ahead: 'list',
      menu: { rail: 'monitor', group: '定位', order: 31 },
    },
  },
})
