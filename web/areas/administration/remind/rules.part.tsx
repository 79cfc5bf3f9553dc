// The rules of the house, one line for each kind of reminder.
import { Button } from 'antd'
import { useState } from 'react'
import { type RemindRuleData, remind } from '#contract/administration/remind'
import { RemindType } from '#contract/kit/remindType'
import type { FormRequest } from '#web/kit/form/formOf'
import { FormHost } from '#web/kit/list/ListPage'
import { confirmCall } from '#web/kit/parts/confirmCall'
import { DetailDrawer } from '#web/kit/parts/DetailDrawer'
import { StatusTag } from '#web/kit/parts/StatusTag'
import { useCall } from '#web/kit/query'
import { leadsText, ruleForm } from './forms.tsx'

function whoText(rule: RemindRuleData): string {
  if (rule.toldElsewhere !== null) return '由业务即时通知'
  if (!rule.bell && !rule.sms) return '只列出，不通知'
  const named = [...rule.roles, ...rule.posts, ...rule.users].map((one) => one.name)
  return [rule.holders && '有权办理的人', ...named].filter(Boolean).join('、')
}

const channelText = (rule: RemindRuleData) =>
  rule.toldElsewhere !== null ? '列表' : ['列表', rule.bell && '消息', rule.sms && '短信'].filter(Boolean).join('、')

const reset = (rule: RemindRuleData) =>
  confirmCall(remind.calls.resetRule, {
    title: `“${rule.title}”恢复默认规则？`,
    effects: [`提前 ${leadsText(rule.usualLeads)}，以消息通知有权办理的人`, '另外指定的角色、岗位和人员会清除'],
    verb: '恢复默认',
    safe: '不恢复',
    input: { source: rule.source },
    done: '已恢复默认',
  })

function Line({ rule, onEdit }: { rule: RemindRuleData; onEdit(): void }) {
  return (
    <tr>
      <td>
        <b className="yy-strong">{rule.title}</b>
        <div className="yy-second yy-small">{rule.what}</div>
      </td>
      <td>
        <StatusTag family={rule.enabled ? 'green' : 'grey'}>{rule.enabled ? '启用' : '停用'}</StatusTag>
      </td>
      <td>
        {rule.dated ? leadsText(rule.leads) : '发现时'}
        {rule.repeatDays !== null && rule.toldElsewhere === null && (
          <div className="yy-second yy-small">到期后每 {rule.repeatDays} 天</div>
        )}
      </td>
      <td title={rule.toldElsewhere ?? undefined}>
        {whoText(rule)}
        <div className="yy-second yy-small">{channelText(rule)}</div>
      </td>
      <td className="yy-one-line">
        <Button type="link" size="small" onClick={onEdit} aria-label={`修改${rule.title}的规则`}>
          修改
        </Button>
        {rule.changed && (
          <Button type="link" size="small" onClick={() => void reset(rule)} aria-label={`恢复${rule.title}的默认规则`}>
            恢复默认
          </Button>
        )}
      </td>
    </tr>
  )
}

export function RulesDrawer({ open, onClose }: { open: boolean; onClose(): void }) {
  const rules = useCall(remind.calls.rules, open ? {} : null)
  const [form, setForm] = useState<FormRequest | null>(null)
  return (
    <DetailDrawer
      open={open}
      title="提醒规则"
      about="什么时候提醒、通知谁；改动从下一次提醒起生效"
      width={960}
      of={rules}
      what="提醒规则"
      onClose={onClose}
      asks={false}
    >
      {(list: RemindRuleData[]) => (
        <>
          <table className="yy-plain-table yy-lined yy-remind-rules" aria-label="提醒规则">
            <thead>
              <tr>
                <th>提醒事项</th>
                <th>状态</th>
                <th>提前</th>
                <th>通知谁</th>
                <th>
                  <span className="yy-heard">操作</span>
                </th>
              </tr>
            </thead>
            <tbody>
              {[...list]
                .sort(
                  (a, b) =>
                    RemindType.list.findIndex((one) => one.value === a.type) -
                    RemindType.list.findIndex((one) => one.value === b.type),
                )
                .map((rule) => (
                  <Line key={rule.source} rule={rule} onEdit={() => setForm(ruleForm(rule))} />
                ))}
            </tbody>
          </table>
          <p className="yy-second yy-small">
            没有权限看到某项业务的人，即使被指定也不会收到它的提醒。每天早上 7:40 统一通知，同一类合并为一条。
          </p>
          <FormHost form={form} onClose={() => setForm(null)} />
        </>
      )}
    </DetailDrawer>
  )
}
