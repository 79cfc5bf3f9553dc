// Rules of the positioning alarms, all eight types.
import { Switch } from 'antd'
import { type PositionRuleData, positionRule } from '#contract/monitor/positionRule'
import { RULE_NUMBERS, type RuleNumber } from '#contract/monitor/positionWords'
import { rail } from '#contract/monitor/rail'
import {
  AlarmLevel,
  LocationAlarmType,
  type LocationAlarmTypeValue,
  ONLY_BY_HAND,
  PositionRuleStatus,
  positionRuleOn,
  RuleScope,
} from '#contract/monitor/words'
import { scopeIds, scopeText, span, windows } from '#web/areas/monitor/positionFields.part'
import { SwitchedOff } from '#web/areas/monitor/positionMap/switchedOff.part'
import { send } from '#web/kit/call'
import { longText } from '#web/kit/fields/text'
import { formOf } from '#web/kit/form/formOf'
import type { FieldSpecs, Values } from '#web/kit/form/SchemaForm'
import { columns } from '#web/kit/list/columns'
import { ListPage } from '#web/kit/list/ListPage'
import { confirmAct } from '#web/kit/parts/confirmAct'
import { StatusTag } from '#web/kit/parts/StatusTag'
import { useMay } from '#web/kit/permission'
import { invalidate } from '#web/kit/query'
import { railsPick } from './railsPick.part.tsx'

const { list, get, add, save, status, remove } = positionRule.calls

/** A rule that is switched off may be the one a life hangs on: it says what will no longer be noticed. */
async function toggle(row: PositionRuleData, on: boolean): Promise<void> {
  const run = (options = {}) =>
    send(status, { ruleId: row.ruleId, status: on ? PositionRuleStatus.is.on : PositionRuleStatus.is.off }, options)
  if (on) await run()
  else {
    const help = ONLY_BY_HAND.has(row.alarmType)
    const done = await confirmAct({
      title: `停用规则「${row.ruleName}」？`,
      effects: [
        help
          ? `老人按下标签上的按钮将不再有任何提示，请确认已有其他呼叫方式`
          : `${scopeText(row.scope, row.scopeNames, row.scopeIds.length + row.elsewhere)}不再有「${LocationAlarmType.label(row.alarmType)}」`,
        '未处理的同类告警会自动解除（求救类除外）',
        '可以随时重新启用',
      ],
      verb: '停用规则',
      safe: '不停用',
      danger: true,
      run: (_, options) => run(options),
    })
    if (done === null) return
  }
  await invalidate(positionRule)
}

function StatusSwitch({ row }: { row: PositionRuleData }) {
  const may = useMay()
  const on = positionRuleOn(row.status)
  if (!may(status.needs)) return <StatusTag option={PositionRuleStatus.find(row.status)!} />
  return (
    <Switch
      size="small"
      checked={on}
      checkedChildren="启用"
      unCheckedChildren="停用"
      aria-label={`${row.ruleName} ${on ? '停用' : '启用'}`}
      onChange={(next) => void toggle(row, next)}
    />
  )
}

const cols = columns(list, {
  ruleName: { title: '规则名称', search: true, sort: true, width: 130 },
  status: {
    title: '状态',
    as: PositionRuleStatus,
    search: true,
    width: 84,
    cell: (_, row) => <StatusSwitch row={row} />,
  },
  active: {
    title: '现在',
    width: 110,
    cell: (value, row) =>
      positionRuleOn(row.status) ? (
        <StatusTag family={value ? 'green' : 'amber'}>{value ? '生效中' : '不在时段内'}</StatusTag>
      ) : (
        <StatusTag family="grey">未启用</StatusTag>
      ),
    text: (value, row) => (positionRuleOn(row.status) ? (value ? '生效中' : '不在时段内') : '未启用'),
  },
  alarmType: { title: '告警类型', as: LocationAlarmType, search: true, width: 100 },
  words: { title: '规则内容', as: longText, width: 420 },
  scope: {
    title: '适用范围',
    as: RuleScope,
    search: true,
    width: 210,
    cell: (value, row) => scopeText(value, row.scopeNames, row.scopeIds.length + row.elsewhere),
    text: (value, row) => scopeText(value, row.scopeNames, row.scopeIds.length + row.elsewhere),
  },
  level: { title: '级别', as: AlarmLevel, sort: true, width: 80 },
})

const uses = (name: RuleNumber) => (values: Values) =>
  RULE_NUMBERS[(values.alarmType as LocationAlarmTypeValue | undefined) ?? 'railAlarm'].includes(name)

const fields: FieldSpecs<typeof add.body> = {
  ruleName: {},
  alarmType: {},
  scope: {},
  scopeIds: {
    title: '适用对象',
    as: scopeIds,
    when: (values) => (values.scope ?? 'ALL') !== 'ALL',
    check: (value) => (value && value.length > 0 ? null : '请选择适用对象'),
  },
  railIds: { title: '只看这些围栏', as: railsPick, wide: true, when: uses('railIds'), hint: '不选：全部围栏' },
  threshold: { when: uses('threshold'), props: { suffix: '%' }, hint: '电量低到多少告警' },
  recoverThreshold: { when: uses('recoverThreshold'), props: { suffix: '%' }, hint: '充到多少自动解除' },
  delayS: {
    as: span,
    when: uses('delayS'),
    hint: '持续这么久才告警；通信离线在休眠时按 3 倍计算',
  },
  reports: { when: uses('reports'), props: { suffix: '次' }, hint: '连续这么多次上报都异常' },
  recoverS: { as: span, when: uses('recoverS'), hint: '恢复正常这么久后自动解除' },
  cooldownS: { as: span, hint: '处理或忽略后，这段时间内不再为同一情况告警；求救不受限制' },
  level: {},
  voiceTimes: { hint: '0 为不播报', props: { suffix: '次' } },
  windows: { title: '生效时段', as: windows, wide: true, when: uses('windows') },
  remark: { wide: true },
}

const valuesOf = (row: PositionRuleData) => ({
  ruleName: row.ruleName,
  alarmType: row.alarmType,
  scope: row.scope,
  scopeIds: row.scopeIds,
  railIds: row.railIds,
  windows: row.windows,
  threshold: row.threshold,
  recoverThreshold: row.recoverThreshold,
  delayS: row.delayS,
  reports: row.reports,
  recoverS: row.recoverS,
  cooldownS: row.cooldownS,
  level: row.level,
  voiceTimes: row.voiceTimes,
  remark: row.remark,
})

async function drop(row: PositionRuleData) {
  const done = await confirmAct({
    title: `删除规则「${row.ruleName}」？`,
    effects: [
      `${scopeText(row.scope, row.scopeNames, row.scopeIds.length + row.elsewhere)}按其余规则判断；没有其余规则就不再有「${LocationAlarmType.label(row.alarmType)}」`,
      '已有的告警记录保留',
    ],
    verb: '删除规则',
    safe: '不删除',
    danger: true,
    run: (_, options) => send(remove, { ruleId: row.ruleId }, options),
  })
  if (done !== null) await invalidate(positionRule)
}

export default function PositionRules() {
  const edit = (row: PositionRuleData) =>
    formOf(save, {
      title: `编辑规则「${row.ruleName}」`,
      width: 720,
      fields: fields as FieldSpecs<typeof save.body>,
      initial: valuesOf(row),
      also: { ruleId: row.ruleId, version: row.version, status: row.status },
      touches: [rail],
      reload: async () => {
        const now = await send(get, { ruleId: row.ruleId })
        return { values: valuesOf(now), also: { version: now.version } }
      },
    })
  return (
    <ListPage
      call={list}
      columns={cols}
      rowKey="ruleId"
      title="定位告警规则"
      tabs={{ field: 'status', set: PositionRuleStatus }}
      create={formOf(add, {
        title: '新增定位告警规则',
        width: 720,
        fields,
        initial: {
          alarmType: 'railAlarm',
          scope: 'ALL',
          level: AlarmLevel.is.high,
          delayS: 15,
          reports: 3,
          recoverS: 15,
          cooldownS: 300,
          voiceTimes: 3,
          windows: [],
        },
      })}
      top={() => <SwitchedOff />}
      actions={[
        { title: '编辑', needs: save.needs, form: edit },
        { title: '删除', needs: remove.needs, danger: true, onClick: (row) => void drop(row) },
      ]}
      empty={{ title: '还没有定位告警规则', text: '没有规则时，标签上报的情况都不会告警。' }}
    />
  )
}
