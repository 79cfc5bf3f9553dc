// Rules of the mattresses, and what differs for a single resident.
import { call, noun } from '#contract/kit/call'
import { pageOf, pageQuery } from '#contract/kit/paging'
import { bool, id, int, list, merge, named, nothing, nul, obj, opt, type Static, str, text } from '#contract/kit/schema'
import { ResidentMarks } from '#contract/live/resident'
import { AlarmLevel, MattressRuleStatus, RuleKind, RuleScope } from './words.ts'

export const ALARM_RULE_NEEDS = {
  list: 'monitor:alarmRule:list',
  edit: 'monitor:alarmRule:edit',
  delete: 'monitor:alarmRule:delete',
  override: 'monitor:alarmRule:override',
} as const
const READ = Object.values(ALARM_RULE_NEEDS).join('|')

const clock = (title: string) =>
  text(title, { max: 5, pattern: /^([01]\d|2[0-3]):[0-5]\d$/, hint: '应为时:分，例如 21:00' })
const Window = obj({ from: clock('开始时间'), to: clock('结束时间') })

const DAY = 86_400

const Rule = obj({
  ruleId: str(),
  ruleName: str('规则名称'),
  kind: RuleKind.schema,
  /** The number of the alarms it raises: 1 离床 … 5 尿湿. */
  type: str('告警类型'),
  scope: RuleScope.schema,
  /** Residents only as far as the caller may see them; the others stay, and are counted below. */
  scopeIds: list(str()),
  elsewhere: int('其他部门人数'),
  /** Departments, levels or residents by name. */
  scopeNames: list(str('适用对象')),
  windows: list(obj({ from: str(), to: str() })),
  upper: nul(int('上限')),
  lower: nul(int('下限')),
  recoverUpper: nul(int('恢复上限')),
  recoverLower: nul(int('恢复下限')),
  durationS: int('持续时间'),
  recoverS: int('恢复时间'),
  repeatS: int('重复提醒'),
  cooldownS: int('处理后静默'),
  level: AlarmLevel.schema,
  voiceTimes: int('播报次数'),
  status: MattressRuleStatus.schema,
  /** In one sentence. */
  words: str('规则内容'),
  /** Switched on, and one of its windows holds at this moment. */
  active: bool('现在生效'),
  remark: nul(str('备注')),
  createTime: str('创建时间'),
  version: int(),
})
export type AlarmRuleData = Static<typeof Rule>

const fields = {
  ruleName: text('规则名称', { max: 50 }),
  kind: RuleKind.schema,
  scope: opt(RuleScope.schema),
  scopeIds: opt(list(id('适用对象', { of: ['dept', 'level', 'resident'] }), 500)),
  windows: opt(list(Window, 6)),
  upper: opt(int('上限', { min: 1, max: 254 })),
  lower: opt(int('下限', { min: 1, max: 254 })),
  recoverUpper: opt(int('恢复上限', { min: 1, max: 254 })),
  recoverLower: opt(int('恢复下限', { min: 1, max: 254 })),
  durationS: int('持续时间', { min: 0, max: DAY }),
  recoverS: opt(int('恢复时间', { min: 0, max: DAY })),
  repeatS: opt(int('重复提醒', { min: 0, max: DAY })),
  cooldownS: opt(int('处理后静默', { min: 0, max: DAY })),
  level: AlarmLevel.schema,
  voiceTimes: opt(int('播报次数', { min: 0, max: 10 })),
  status: opt(MattressRuleStatus.schema),
  remark: opt(text('备注', { max: 200 })),
}

const Override = obj({
  kind: RuleKind.schema,
  off: bool('不告警'),
  upper: nul(int('上限')),
  lower: nul(int('下限')),
  durationS: nul(int('持续时间')),
  reason: str('原因'),
  byName: nul(str('设置人')),
  updateTime: str('设置时间'),
  /** In one sentence, with what the rule would be. */
  words: str('个人规则'),
  version: int(),
})

const OverrideRow = merge(merge(ResidentMarks, obj({ bedPath: nul(str('床位')) })), Override)
export type AlarmOverrideRow = Static<typeof OverrideRow>

const base = '/pims/web-pi/device/mattress/alarmRules'
const own = '/pims/web-pi/device/mattress/alarmOverrides'

export const alarmRule = noun('monitor', 'alarmRule', {
  title: '床垫告警规则',
  calls: {
    list: call.get(base, {
      needs: READ,
      act: '床垫告警规则列表',
      query: pageQuery({
        ruleName: opt(str('规则名称')),
        kind: opt(RuleKind.schema),
        scope: opt(RuleScope.schema),
        status: opt(MattressRuleStatus.schema),
      }),
      data: pageOf(Rule),
    }),
    get: call.get(`${base}/{ruleId}`, {
      names: { ruleId: 'alarmRule' },
      needs: READ,
      act: '床垫告警规则详情',
      data: Rule,
      refuses: ['NOT_FOUND'],
    }),
    add: call.post(base, {
      needs: ALARM_RULE_NEEDS.edit,
      act: '新增床垫告警规则',
      body: obj(fields),
      data: Rule,
      refuses: ['ALREADY_EXISTS', 'INVALID_INPUT'],
      repeatable: true,
    }),
    save: call.put(base, {
      needs: ALARM_RULE_NEEDS.edit,
      act: '修改床垫告警规则',
      body: obj({ ruleId: id('规则', { of: 'alarmRule' }), ...fields, version: opt(int()) }),
      data: Rule,
      refuses: ['NOT_FOUND', 'ALREADY_EXISTS', 'INVALID_INPUT', 'CHANGED_MEANWHILE'],
    }),
    status: call.put(`${base}/ruleStatus`, {
      needs: ALARM_RULE_NEEDS.edit,
      act: '启停床垫告警规则',
      body: obj({ ruleId: id('规则', { of: 'alarmRule' }), status: MattressRuleStatus.schema }),
      data: Rule,
      refuses: ['NOT_FOUND'],
    }),
    remove: call.delete(`${base}/{ruleId}`, {
      names: { ruleId: 'alarmRule' },
      needs: ALARM_RULE_NEEDS.delete,
      act: '删除床垫告警规则',
      data: nothing(),
      refuses: ['NOT_FOUND'],
    }),
    /** Everything that differs for single residents. */
    overrides: call.get(own, {
      needs: READ,
      act: '个人告警规则',
      query: pageQuery({ oldmanName: opt(str('老人')), kind: opt(RuleKind.schema), oldmanId: opt(named('resident')) }),
      data: pageOf(OverrideRow),
    }),
    /** What holds for one resident, kind by kind: the rule of the house and what differs. */
    resident: call.get(`${own}/{oldmanId}`, {
      needs: READ,
      act: '老人的告警规则',
      data: obj({
        oldmanId: str(),
        oldmanName: str(),
        kinds: list(
          obj({
            kind: RuleKind.schema,
            ruleId: nul(str()),
            ruleName: nul(str()),
            words: nul(str()),
            upper: nul(int()),
            lower: nul(int()),
            durationS: nul(int()),
            active: bool(),
            override: nul(Override),
          }),
        ),
      }),
      refuses: ['NOT_FOUND'],
    }),
    saveOverride: call.put(own, {
      needs: ALARM_RULE_NEEDS.override,
      act: '设置个人告警规则',
      body: obj({
        oldmanId: id('老人', { of: 'resident' }),
        kind: RuleKind.schema,
        off: bool('不告警'),
        upper: opt(int('上限', { min: 1, max: 254 })),
        lower: opt(int('下限', { min: 1, max: 254 })),
        durationS: opt(int('持续时间', { min: 0, max: DAY })),
        reason: text('原因', { max: 200 }),
        version: opt(int()),
      }),
      data: Override,
      refuses: ['NOT_FOUND', 'INVALID_INPUT', 'CHANGED_MEANWHILE'],
    }),
    removeOverride: call.delete(`${own}/{oldmanId}/{kind}`, {
      needs: ALARM_RULE_NEEDS.override,
      act: '取消个人告警规则',
      data: nothing(),
      refuses: ['NOT_FOUND'],
    }),
  },
  pages: {
    list: {
      path: '/yunmuIot/mattress/rule',
      title: '床垫告警规则',
      tab: true,
      needs: READ,
      ahead: 'list',
      menu: { rail: 'monitor', group: '智能床垫', order: 14 },
    },
  },
})
export type AlarmOverrideData = Static<typeof Override>
