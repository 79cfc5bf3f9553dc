// The form of a mattress rule: it says in a sentence what it will do while it is being filled.
import { type AlarmRuleData, alarmRule } from '#contract/monitor/alarmRule'
import { hasLimits, ruleWords, spanText } from '#contract/monitor/ruleWords'
import {
  AlarmLevel,
  type AlarmLevelValue,
  MattressRuleStatus,
  RuleKind,
  type RuleKindValue,
  RuleScope,
} from '#contract/monitor/words'
import { scopeIds, span, windows } from '#web/areas/monitor/ruleFields.part'
import { send } from '#web/kit/call'
import { int } from '#web/kit/fields/number'
import { radioOf, switchOf } from '#web/kit/fields/option'
import { longText } from '#web/kit/fields/text'
import { type FormRequest, formOf } from '#web/kit/form/formOf'
import type { Values } from '#web/kit/form/SchemaForm'
import './alarmRule.css'

const limited = (values: Values) => hasLimits(values.kind as RuleKindValue)
const perMinute = { as: int, props: { unit: '次/分' }, when: limited } as const
const number = (value: unknown) => (typeof value === 'number' ? value : null)

const fields = {
  ruleName: { placeholder: '如：夜间离床（跌倒高风险）' },
  status: { as: switchOf(MattressRuleStatus, 0), title: '启用' },
  kind: { as: radioOf(RuleKind), wide: true },
  scope: { as: radioOf(RuleScope), wide: true, hint: '同一监测内容有几条规则时，范围越小越优先' },
  scopeIds: {
    as: scopeIds,
    title: '适用对象',
    wide: true,
    when: (values: Values) => (values.scope ?? 'ALL') !== 'ALL',
    hint: '可以先不选，规则暂不对任何人生效',
  },
  windows: { as: windows, title: '生效时段', wide: true, hint: '可跨零点，例如 21:00 至次日 06:00' },
  upper: { ...perMinute, title: '高于多少告警', hint: '不填就不看上限' },
  lower: { ...perMinute, title: '低于多少告警', hint: '不填就不看下限' },
  recoverUpper: { ...perMinute, title: '降到多少算恢复', hint: '不填就用上限' },
  recoverLower: { ...perMinute, title: '升到多少算恢复', hint: '不填就用下限' },
  durationS: { as: span, title: '持续多久才告警' },
  recoverS: { as: span, title: '恢复多久才解除' },
  repeatS: { as: span, title: '每隔多久再提醒', hint: '0 表示不重复提醒' },
  cooldownS: { as: span, title: '处理后多久内不再告警' },
  level: { as: radioOf(AlarmLevel), title: '告警级别' },
  voiceTimes: { as: int, title: '语音播报次数', props: { unit: '次' }, hint: '0 表示不播报，最多 10 次' },
  remark: { as: longText, wide: true },
} as const

const sections = [
  { title: '监测什么', fields: ['ruleName', 'status', 'kind', 'scope', 'scopeIds', 'windows'] },
  {
    title: '什么时候告警',
    fields: ['upper', 'lower', 'recoverUpper', 'recoverLower', 'durationS', 'recoverS', 'repeatS', 'cooldownS'],
  },
  { title: '怎样提醒', fields: ['level', 'voiceTimes', 'remark'] },
] as const

/** What houses usually choose; set when another kind is chosen in a new rule. */
const USUAL: Readonly<Record<RuleKindValue, Values>> = {
  EXIT: {
    durationS: 600,
    recoverS: 30,
    repeatS: 600,
    level: AlarmLevel.is.high,
    windows: [{ from: '21:00', to: '06:00' }],
  },
  MOVE: {
    durationS: 300,
    recoverS: 120,
    repeatS: 0,
    level: AlarmLevel.is.middle,
    windows: [{ from: '21:00', to: '06:00' }],
  },
  STILL: { durationS: 7200, recoverS: 0, repeatS: 1800, level: AlarmLevel.is.middle, windows: [] },
  BREATH: {
    upper: 30,
    lower: 8,
    recoverUpper: 28,
    recoverLower: 9,
    durationS: 60,
    recoverS: 60,
    repeatS: 300,
    level: AlarmLevel.is.high,
    windows: [],
  },
  HEART: {
    upper: 120,
    lower: 45,
    recoverUpper: 115,
    recoverLower: 48,
    durationS: 60,
    recoverS: 60,
    repeatS: 300,
    level: AlarmLevel.is.high,
    windows: [],
  },
  WET: { durationS: 30, recoverS: 60, repeatS: 900, level: AlarmLevel.is.middle, windows: [] },
}

const FOR_WHOM = { ALL: '全部老人', DEPT: '所选部门的老人', LEVEL: '所选护理等级的老人', ELDER: '所选老人' } as const

/** In one sentence; null while it is not filled. */
function wordsOf(values: Values): string | null {
  const kind = values.kind as RuleKindValue | undefined
  const durationS = number(values.durationS)
  if (!kind || durationS === null) return null
  return ruleWords({
    kind,
    windows: (values.windows as AlarmRuleData['windows'] | null) ?? [],
    upper: hasLimits(kind) ? number(values.upper) : null,
    lower: hasLimits(kind) ? number(values.lower) : null,
    durationS,
    level: (values.level as AlarmLevelValue | undefined) ?? 2,
    voiceTimes: number(values.voiceTimes) ?? 3,
  })
}

function Sentence({ values }: { values: Values }) {
  const words = wordsOf(values)
  if (words === null) return null
  const scope = (values.scope as keyof typeof FOR_WHOM | undefined) ?? 'ALL'
  const ids = (values.scopeIds as string[] | null | undefined) ?? []
  const chosen = ids.length === 0 ? '还没有选择对象' : `${FOR_WHOM[scope]}（${ids.length}）`
  const repeatS = number(values.repeatS) ?? 0
  return (
    <div
      className="yy-rule-words yy-line-edge yy-pad-12-16 yy-soft yy-grid yy-gap-2 yy-second yy-round yy-above-8"
      role="status"
    >
      <span>{scope === 'ALL' ? FOR_WHOM.ALL : chosen}</span>
      <b className="yy-ink yy-text-16">{words}</b>
      <span>
        {repeatS > 0 ? `没有处理时每 ${spanText(repeatS)}再提醒` : '只提醒一次'}
        {values.status === MattressRuleStatus.is.off && '。规则处于停用状态'}
      </span>
    </div>
  )
}

const common = {
  width: 720,
  fields,
  sections,
  below: (values: Values) => <Sentence values={values} />,
  result: (values: Values) => <span className="yy-rule-foot yy-ink yy-hidden">{wordsOf(values)}</span>,
} as const

export const newRule = (): FormRequest =>
  formOf(alarmRule.calls.add, {
    ...common,
    title: '新增告警规则',
    initial: {
      kind: 'EXIT',
      scope: 'ALL',
      status: MattressRuleStatus.is.on,
      cooldownS: 300,
      voiceTimes: 3,
      ...USUAL.EXIT,
    } as never,
    follow: (changed) =>
      changed.kind ? USUAL[changed.kind as RuleKindValue] : changed.scope ? { scopeIds: null } : undefined,
    done: '已新增告警规则，立即生效',
  })

const valuesOf = (row: AlarmRuleData) =>
  Object.fromEntries(Object.keys(fields).map((name) => [name, row[name as keyof AlarmRuleData]]))

export const editRule = (row: AlarmRuleData): FormRequest =>
  formOf(alarmRule.calls.save, {
    ...common,
    title: '修改告警规则',
    about: row.ruleName,
    initial: valuesOf(row) as never,
    also: { ruleId: row.ruleId, version: row.version },
    follow: (changed) => (changed.scope ? { scopeIds: null } : undefined),
    reload: async () => {
      const now = await send(alarmRule.calls.get, { ruleId: row.ruleId })
      return { values: valuesOf(now) as never, also: { version: now.version } }
    },
    done: '已保存，立即生效',
  })
