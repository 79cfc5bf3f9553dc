// 床垫告警规则: when a mattress raises an alarm, for whom, at what time; beside it what differs for single residents.
import { UserRoundCog } from 'lucide-react'
import { useState } from 'react'
import { type AlarmRuleData, alarmRule } from '#contract/monitor/alarmRule'
import { spanText } from '#contract/monitor/ruleWords'
import { AlarmLevel, MattressRuleStatus, mattressRuleOn, RuleKind, RuleScope } from '#contract/monitor/words'
import { send } from '#web/kit/call'
import { datetime } from '#web/kit/fields/date'
import { optionField } from '#web/kit/fields/option'
import { keyword, longText } from '#web/kit/fields/text'
import type { RowAction } from '#web/kit/list/acts'
import { columns } from '#web/kit/list/columns'
import { ListPage } from '#web/kit/list/ListPage'
import { usePageParams, useReopened } from '#web/kit/open'
import { confirmAct } from '#web/kit/parts/confirmAct'
import { StatusTag } from '#web/kit/parts/StatusTag'
import { invalidate } from '#web/kit/query'
import { type NamedRecord, RecordLogDrawer } from '#web/kit/record/RecordLog'
import { toast } from '#web/kit/toast'
import { OverridesDrawer } from './overrides.part.tsx'
import { editRule, newRule } from './ruleForm.tsx'

async function toggle(row: AlarmRuleData): Promise<void> {
  const { ruleId, ruleName } = row
  if (mattressRuleOn(row.status)) {
    const done = await confirmAct({
      title: `停用“${ruleName}”？`,
      effects: ['停用后不再发出这条规则的告警', '已经发出的告警仍要处理', '随时可以再启用'],
      verb: '停用规则',
      safe: '不停用',
      danger: true,
      run: (_, options) => send(alarmRule.calls.status, { ruleId, status: MattressRuleStatus.is.off }, options),
    })
    if (done === null) return
    toast.success(`已停用“${ruleName}”`)
  } else {
    await send(alarmRule.calls.status, { ruleId, status: MattressRuleStatus.is.on }, { loading: true })
    toast.success(`已启用“${ruleName}”，立即生效`)
  }
  void invalidate(alarmRule)
}

async function remove(row: AlarmRuleData): Promise<void> {
  const done = await confirmAct({
    title: `删除告警规则“${row.ruleName}”？`,
    effects: [row.words, '删除后不再发出这条规则的告警', '过去的告警记录保留', '不能恢复；暂时不用请停用'],
    verb: '删除规则',
    safe: '不删除',
    danger: true,
    run: (_, options) => send(alarmRule.calls.remove, { ruleId: row.ruleId }, options),
  })
  if (done === null) return
  toast.success(`已删除“${row.ruleName}”`)
  void invalidate(alarmRule)
}

/** Switched on says little: what counts is whether it holds at this moment. */
function standing(row: AlarmRuleData): readonly ['green' | 'amber' | 'grey', string] {
  if (!mattressRuleOn(row.status)) return ['grey', '停用']
  if (row.scope !== 'ALL' && row.scopeIds.length + row.elsewhere === 0) return ['amber', '未选对象']
  return row.active ? ['green', '现在生效'] : ['amber', '未到时段']
}

function scopeText(row: AlarmRuleData): string {
  if (row.scope === 'ALL') return '全部老人'
  if (row.scopeIds.length + row.elsewhere === 0) return `${RuleScope.label(row.scope)}：未选`
  return [...row.scopeNames, ...(row.elsewhere > 0 ? [`其他部门 ${row.elsewhere} 人`] : [])].join('、')
}

const cols = columns(alarmRule.calls.list, {
  ruleName: {
    title: '规则名称',
    width: 196,
    sort: true,
    search: { field: 'ruleName', as: keyword, placeholder: '名称', order: 1 },
    cell: (name) => <b className="yy-name">{name}</b>,
  },
  active: {
    title: '状态',
    width: 104,
    cell: (_, row) => <StatusTag family={standing(row)[0]}>{standing(row)[1]}</StatusTag>,
    text: (_, row) => standing(row)[1],
  },
  kind: { title: '监测内容', as: RuleKind, width: 116, search: { field: 'kind', as: optionField(RuleKind) } },
  words: { title: '规则内容', width: 440 },
  scope: {
    title: '适用范围',
    width: 168,
    search: { field: 'scope', as: optionField(RuleScope) },
    cell: (_, row) => (
      <span className="yy-ellipsis yy-block" title={scopeText(row)}>
        {scopeText(row)}
      </span>
    ),
    text: (_, row) => scopeText(row),
  },
  level: { title: '级别', as: AlarmLevel, width: 76, sort: true },
  recoverS: {
    title: '恢复条件',
    width: 190,
    cell: (_, row) => recoveryText(row),
    text: (_, row) => recoveryText(row),
  },
  repeatS: {
    title: '重复提醒',
    width: 110,
    cell: (repeat) => (repeat === 0 ? <span className="yy-none">不重复</span> : `每 ${spanText(repeat)}`),
    text: (repeat) => (repeat === 0 ? '不重复' : `每 ${spanText(repeat)}`),
  },
  cooldownS: { title: '处理后静默', width: 110, cell: (s) => spanText(s), text: (s) => spanText(s) },
  remark: { title: '备注', as: longText, width: 220, hidden: true },
  createTime: { title: '创建时间', as: datetime, sort: true, hidden: true },
})

function recoveryText(row: AlarmRuleData): string {
  const inside =
    row.recoverLower !== null && row.recoverUpper !== null
      ? `${row.recoverLower}–${row.recoverUpper} 次/分`
      : row.recoverUpper !== null
        ? `≤ ${row.recoverUpper} 次/分`
        : row.recoverLower !== null
          ? `≥ ${row.recoverLower} 次/分`
          : ({ EXIT: '回床', MOVE: '平静', STILL: '翻身', WET: '已更换' }[row.kind as 'EXIT'] ?? '')
  return row.recoverS === 0 ? `${inside}即解除` : `${inside} ${spanText(row.recoverS)}`
}

export default function AlarmRules() {
  const { oldmanId } = usePageParams<'oldmanId'>()
  const [record, setRecord] = useState<NamedRecord | null>(null)
  const wanted = oldmanId ? { oldmanId } : null
  const [overrides, setOverrides] = useState<{ oldmanId: string | null } | null>(wanted)
  // The same link once more, while this tab stands open.
  useReopened(() => wanted && setOverrides(wanted))
  const actions: RowAction<AlarmRuleData>[] = [
    { title: '修改', needs: alarmRule.calls.save.needs, form: editRule },
    {
      title: (row) => (mattressRuleOn(row.status) ? '停用' : '启用'),
      needs: alarmRule.calls.status.needs,
      onClick: (row) => void toggle(row),
    },
    {
      title: '修改记录',
      onClick: (row) => setRecord({ type: 'alarmRule', id: row.ruleId, title: row.ruleName }),
    },
    { title: '删除', needs: alarmRule.calls.remove.needs, danger: true, onClick: (row) => void remove(row) },
  ]
  return (
    <ListPage
      call={alarmRule.calls.list}
      columns={cols}
      rowKey="ruleId"
      title="床垫告警规则"
      tabs={{ field: 'status', set: MattressRuleStatus }}
      create={newRule()}
      tools={[
        {
          title: '个人规则',
          icon: <UserRoundCog size={15} aria-hidden />,
          onClick: () => setOverrides({ oldmanId: null }),
        },
      ]}
      actions={actions}
      heading={(row) => `${row.ruleName}・${standing(row)[1]}`}
      empty={{ title: '还没有告警规则', text: '没有规则时床垫不会告警。例如“21:00–06:00 离床超过 10 分钟”。' }}
    >
      <RecordLogDrawer record={record} onClose={() => setRecord(null)} />
      <OverridesDrawer at={overrides} onClose={() => setOverrides(null)} />
    </ListPage>
  )
}
