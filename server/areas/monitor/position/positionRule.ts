// Handlers of the positioning rules.
import type pg from 'pg'
import { invalid, notFound, Refusal } from '#contract/kit/refusal'
import { type PositionRuleData, positionRule } from '#contract/monitor/positionRule'
import { positionRuleWords, RULE_NUMBERS, type RuleNumber } from '#contract/monitor/positionWords'
import type { RuleWindow } from '#contract/monitor/ruleWords'
import {
  type AlarmLevelValue,
  type LocationAlarmTypeValue,
  PositionRuleStatus,
  positionRuleOn,
  type RuleScopeValue,
  type SwitchValue,
} from '#contract/monitor/words'
import { inWindows } from '#server/areas/monitor/alarmRule/evaluation'
import {
  checkWindows,
  type HiddenScope,
  requireScope,
  requireSome,
  scopeIds,
  scopeNames,
  withHidden,
} from '#server/areas/monitor/alarmRule/ruleScope'
import { ruleWrites } from '#server/areas/monitor/alarmRule/ruleWrites'
import type { Caller, Tx } from '#server/kit/caller'
import { onConstraint } from '#server/kit/constraints'
import { implement } from '#server/kit/implement'
import { contains, pageOfRows } from '#server/kit/page'
import { positionPresets } from './positionRules.ts'

onConstraint('position_rule_name', () => new Refusal('ALREADY_EXISTS', { what: '同名的告警规则' }, 'ruleName'))

const columns = (
  departments: string,
) => `t.rule_id as "ruleId", t.rule_name as "ruleName", t.alarm_type as "alarmType", t.scope,
  ${scopeIds(departments)}, ${scopeNames(departments)} as "scopeNames", t.rail_ids as "railIds",
  (select coalesce(jsonb_agg(r.rail_name order by r.rail_name), '[]') from rail r
    where r.org_id = t.org_id and t.rail_ids ? r.rail_id) as "railNames", t.windows, t.threshold,
  t.recover_threshold as "recoverThreshold", t.delay_s as "delayS", t.reports, t.recover_s as "recoverS",
  t.cooldown_s as "cooldownS", t.level, t.voice_times as "voiceTimes", t.status, t.remark, t.created_at as "createTime", t.version`

type KnownRule = PositionRuleData & HiddenScope
type RuleRow = Omit<KnownRule, 'words' | 'active' | 'elsewhere'>
const toRule = (row: RuleRow): KnownRule => ({
  ...row,
  words: positionRuleWords(row),
  active: positionRuleOn(row.status) && inWindows(row.windows, Date.now()),
  elsewhere: row.hiddenIds.length,
})

async function ruleOf(
  client: pg.Pool | pg.ClientBase,
  orgId: string,
  deptIds: readonly string[] | null,
  ruleId: string,
  lock = '',
): Promise<KnownRule> {
  const { rows } = await client.query<RuleRow>(
    `select ${columns('$3')} from position_rule t where t.org_id = $1 and t.rule_id = $2 ${lock}`,
    [orgId, ruleId, deptIds],
  )
  if (!rows[0]) throw notFound('告警规则')
  return toRule(rows[0])
}

interface SentRule {
  ruleName: string
  alarmType: LocationAlarmTypeValue
  scope?: RuleScopeValue | null
  scopeIds?: string[] | null
  railIds?: string[] | null
  windows?: RuleWindow[] | null
  threshold?: number | null
  recoverThreshold?: number | null
  delayS?: number | null
  reports?: number | null
  recoverS?: number | null
  cooldownS?: number | null
  level: AlarmLevelValue
  voiceTimes?: number | null
  status?: SwitchValue | null
  remark?: string | null
}

async function requireRails(tx: Tx, railIds: readonly string[], before: readonly string[]): Promise<void> {
  const added = railIds.filter((one) => !before.includes(one))
  if (added.length === 0) return
  const { rows } = await tx.client.query<{ n: number }>(
    'select count(*)::int as n from rail where org_id = $1 and rail_id = any($2)',
    [tx.orgId, added],
  )
  if (rows[0]!.n !== added.length) throw new Refusal('NOT_FOUND', { what: '所选围栏' }, 'railIds')
}

/** What the type does not look at is not kept; what was not sent stays or comes from the rule the house began with. */
async function stored(tx: Tx, who: Caller, sent: SentRule, before?: KnownRule) {
  const ruleName = sent.ruleName.trim()
  if (!ruleName) throw invalid('请填写规则名称', 'ruleName')
  const preset = positionPresets.find((one) => one.alarmType === sent.alarmType)!
  const same = before?.alarmType === sent.alarmType ? before : undefined
  const uses = (name: RuleNumber) => RULE_NUMBERS[sent.alarmType].includes(name)
  const windows = uses('windows') ? (sent.windows ?? []) : []
  checkWindows(windows)
  const scope = sent.scope ?? 'ALL'
  const ids = scope === 'ALL' ? [] : withHidden({ scope, scopeIds: sent.scopeIds ?? [] }, before)
  requireSome({ scope, scopeIds: ids })
  await requireScope(tx, who, { scope, scopeIds: ids }, before)
  const railIds = uses('railIds') ? [...new Set(sent.railIds ?? [])] : []
  await requireRails(tx, railIds, before?.railIds ?? [])
  const threshold = uses('threshold') ? (sent.threshold ?? same?.threshold ?? preset.threshold) : null
  const recoverThreshold = uses('recoverThreshold')
    ? (sent.recoverThreshold ?? same?.recoverThreshold ?? preset.recoverThreshold)
    : null
  if (threshold !== null && recoverThreshold !== null && recoverThreshold <= threshold) {
    throw invalid(`恢复电量应大于告警电量 ${threshold}%`, 'recoverThreshold')
  }
  const delayS = uses('delayS') ? (sent.delayS ?? same?.delayS ?? preset.delayS) : 0
  if (delayS < 60 && (sent.alarmType === 'locationOffline' || sent.alarmType === 'communicationOffline')) {
    throw invalid('离线告警的延时至少 60 秒，否则信号短暂中断也会告警', 'delayS')
  }
  return {
    ruleName,
    alarmType: sent.alarmType,
    scope,
    scopeIds: ids,
    railIds,
    windows,
    threshold,
    recoverThreshold,
    delayS,
    reports: uses('reports') ? (sent.reports ?? same?.reports ?? preset.reports) : 1,
    recoverS: uses('recoverS') ? (sent.recoverS ?? same?.recoverS ?? preset.recoverS) : 0,
    cooldownS: sent.cooldownS ?? same?.cooldownS ?? preset.cooldownS,
    level: sent.level,
    voiceTimes: sent.voiceTimes ?? same?.voiceTimes ?? preset.voiceTimes,
    status: sent.status ?? before?.status ?? PositionRuleStatus.is.on,
    remark: sent.remark ?? null,
  }
}
type StoredRule = Awaited<ReturnType<typeof stored>>

const COLUMNS = [
  'rule_name',
  'alarm_type',
  'scope',
  'scope_ids',
  'rail_ids',
  'windows',
  'threshold',
  'recover_threshold',
  'delay_s',
  'reports',
  'recover_s',
  'cooldown_s',
  'level',
  'voice_times',
  'status',
  'remark',
] as const
const values = (row: StoredRule) => [
  row.ruleName,
  row.alarmType,
  row.scope,
  JSON.stringify(row.scopeIds),
  JSON.stringify(row.railIds),
  JSON.stringify(row.windows),
  row.threshold,
  row.recoverThreshold,
  row.delayS,
  row.reports,
  row.recoverS,
  row.cooldownS,
  row.level,
  row.voiceTimes,
  row.status,
  row.remark,
]

const logged = ({ words: _, active: __, createTime: ___, version: ____, ruleId: _____, ...rest }: PositionRuleData) =>
  rest as Record<string, unknown>

const rules = ruleWrites<KnownRule, SentRule, StoredRule>({
  table: 'position_rule',
  title: '定位告警规则',
  targetType: 'positionRule',
  columns: COLUMNS,
  values,
  check: stored,
  one: ruleOf,
  logged,
  statusLabel: PositionRuleStatus.label,
})

export default implement(positionRule, {
  list: async (query, who) => {
    const page = await pageOfRows<RuleRow>(
      who.app.pool,
      {
        from: 'position_rule t',
        key: 'rule_id',
        select: columns('@{1}'),
        given: [who.deptIds],
        filters: [
          ['t.org_id = ?', who.orgId],
          ['t.rule_name like ?', contains(query.ruleName)],
          ['t.alarm_type = ?', query.alarmType],
          ['t.scope = ?', query.scope],
          ['t.status = ?', query.status],
        ],
        sorts: { ruleName: 't.rule_name', level: 't.level', createTime: 't.created_at', status: 't.status' },
        defaultSort: 't.level desc, t.alarm_type, t.created_at',
      },
      query,
    )
    return { ...page, list: page.list.map(toRule) }
  },
  get: ({ ruleId }, who) => ruleOf(who.app.pool, who.orgId, who.deptIds, ruleId),
  add: (sent, who) => rules.add(who, sent),
  save: ({ ruleId, version, ...sent }, who) => rules.save(who, ruleId, version, sent),
  status: ({ ruleId, status }, who) => rules.switchTo(who, ruleId, status),
  remove: ({ ruleId }, who) => rules.remove(who, ruleId),
})
