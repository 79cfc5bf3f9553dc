// Handlers of the mattress rules and of what differs for a single resident.

import { invalid, Refusal } from '#contract/kit/refusal'
import { type AlarmOverrideRow, alarmRule } from '#contract/monitor/alarmRule'
import { MattressRuleStatus } from '#contract/monitor/words'
import { AGE, nameMatches, PLACE, partPattern, startPattern } from '#server/areas/residents/public'
import { onConstraint } from '#server/kit/constraints'
import { implement } from '#server/kit/implement'
import { contains, pageOfRows, several } from '#server/kit/page'
import { deptFilter } from '#server/kit/tenant'
import {
  OVERRIDE_COLUMNS,
  OVERRIDE_NAMES,
  removeOverride,
  residentRules,
  saveOverride,
  wordedOverride,
} from './alarmOverride.ts'
import {
  type KnownRule,
  loggedRule,
  type RuleRow,
  ruleColumns,
  ruleOf,
  type SentRule,
  type StoredRule,
  storedRule,
  toRule,
} from './alarmRuleRows.ts'
import { requireScope } from './ruleScope.ts'
import { ruleWrites } from './ruleWrites.ts'

onConstraint('alarm_rule_name', () => new Refusal('ALREADY_EXISTS', { what: '同名的告警规则' }, 'ruleName'))

const COLUMNS = [
  'rule_name',
  'kind',
  'scope',
  'scope_ids',
  'windows',
  'upper',
  'lower',
  'recover_upper',
  'recover_lower',
  'duration_s',
  'recover_s',
  'repeat_s',
  'cooldown_s',
  'level',
  'voice_times',
  'status',
  'remark',
] as const

const values = (row: StoredRule) => [
  row.ruleName,
  row.kind,
  row.scope,
  JSON.stringify(row.scopeIds),
  JSON.stringify(row.windows),
  row.upper,
  row.lower,
  row.recoverUpper,
  row.recoverLower,
  row.durationS,
  row.recoverS,
  row.repeatS,
  row.cooldownS,
  row.level,
  row.voiceTimes,
  row.status,
  row.remark,
]
const rules = ruleWrites<KnownRule, SentRule, StoredRule>({
  table: 'alarm_rule',
  title: '床垫告警规则',
  targetType: 'alarmRule',
  columns: COLUMNS,
  values,
  async check(tx, who, sent, before) {
    const row = storedRule(sent, before)
    await requireScope(tx, who, row, before)
    return row
  },
  one: ruleOf,
  logged: loggedRule,
  statusLabel: MattressRuleStatus.label,
})

export default implement(alarmRule, {
  list: async (query, who) => {
    const page = await pageOfRows<RuleRow>(
      who.app.pool,
      {
        from: 'alarm_rule t',
        key: 'rule_id',
        select: ruleColumns('@{1}'),
        given: [who.deptIds],
        filters: [
          ['t.org_id = ?', who.orgId],
          ['t.rule_name like ?', contains(query.ruleName)],
          ['t.kind = ?', query.kind],
          ['t.scope = ?', query.scope],
          ['t.status = ?', query.status],
        ],
        sorts: { createTime: 't.created_at', ruleName: 't.rule_name', level: 't.level', status: 't.status' },
        defaultSort: 't.created_at',
      },
      query,
    )
    return { ...page, list: page.list.map((row) => toRule(row)) }
  },
  get: ({ ruleId }, who) => ruleOf(who.app.pool, who.orgId, who.deptIds, ruleId),
  add: (sent, who) => rules.add(who, sent),
  save: ({ ruleId, version, ...sent }, who) => rules.save(who, ruleId, version, sent),
  status: ({ ruleId, status }, who) => rules.switchTo(who, ruleId, status),
  remove: ({ ruleId }, who) => rules.remove(who, ruleId),
  overrides: async (query, who) => {
    const page = await pageOfRows<AlarmOverrideRow>(
      who.app.pool,
      {
        // A resident has a row for each kind: both together are the key.
        from: `(select o.*, ${OVERRIDE_COLUMNS('v')}, v.updated_at as set_at, v.oldman_id || ':' || v.kind as own_id
          from alarm_override v join oldman o on o.org_id = v.org_id and o.oldman_id = v.oldman_id) t`,
        key: 'own_id',
        select: `t.oldman_id as "oldmanId", t.oldman_name as "oldmanName", t.sex, ${AGE} as age, t.head, t.status, t.notes as attention,
          at.path as "bedPath", ${OVERRIDE_NAMES.map((name) => `t."own_${name}" as "${name}"`).join(', ')}`,
        join: PLACE,
        filters: [
          ['t.org_id = ?', who.orgId],
          deptFilter(who, 't'),
          ['t.oldman_id = ?', query.oldmanId],
          ['t.own_kind = ?', query.kind],
          [
            nameMatches('?1', '?2'),
            query.oldmanName?.trim() ? several(partPattern(query.oldmanName), startPattern(query.oldmanName)) : null,
          ],
        ],
        sorts: { updateTime: 't.set_at', oldmanName: 't.pinyin' },
        defaultSort: 't.set_at desc',
      },
      query,
    )
    return { ...page, list: page.list.map(wordedOverride) }
  },
  resident: ({ oldmanId }, who) => residentRules(who, oldmanId),
  saveOverride: ({ oldmanId, ...sent }, who) => saveOverride(who, oldmanId, sent),
  removeOverride: async ({ oldmanId, kind }, who) => {
    if (!kind) throw invalid('请指明监测内容', 'kind')
    await removeOverride(who, oldmanId, kind)
    return null
  },
})
