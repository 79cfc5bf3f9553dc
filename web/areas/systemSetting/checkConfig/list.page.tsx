// 审核配置: which acts need a second person, and who that may be.
import { Button, Switch } from 'antd'
import { ClipboardList, Settings2, TriangleAlert } from 'lucide-react'
import { useState } from 'react'
import { checkConfig, ReviewAct, type ReviewRuleData, reviewActs } from '#contract/systemSetting/checkConfig'
import { send } from '#web/kit/call'
import { confirmAct } from '#web/kit/parts/confirmAct'
import { Empty } from '#web/kit/parts/Empty'
import { Loaded } from '#web/kit/parts/Loaded'
import { NoteTag, StatusTag } from '#web/kit/parts/StatusTag'
import { useMay } from '#web/kit/permission'
import { invalidate, useCall } from '#web/kit/query'
import { type NamedRecord, RECORD_LOG_NEEDS, RecordLogDrawer } from '#web/kit/record/RecordLog'
import { toast } from '#web/kit/toast'
import { RuleDrawer } from './ruleDrawer.part.tsx'
import { whoReviews } from './words.ts'
import './checkConfig.css'

function groupsOf(rules: readonly ReviewRuleData[]): [string, ReviewRuleData[]][] {
  const groups = new Map<string, ReviewRuleData[]>()
  for (const rule of rules) {
    const { group } = reviewActs[rule.act]
    groups.set(group, [...(groups.get(group) ?? []), rule])
  }
  return [...groups]
}

/** Nobody is left who could review: everything of this kind waits. */
const isStuck = (rule: ReviewRuleData) =>
  rule.needed && rule.reviewers === 0 && rule.roleIds.length + rule.userIds.length > 0

function Reviewers({ rule }: { rule: ReviewRuleData }) {
  if (!rule.needed) return <span className="yy-none">提交后直接生效</span>
  if (isStuck(rule)) {
    return (
      <span className="yy-check-stuck yy-inline yy-gap-6 yy-red" role="alert">
        <TriangleAlert size={15} aria-hidden />
        {whoReviews(rule)}，但其中没有在用的账号，目前只有管理员能审核
      </span>
    )
  }
  if (rule.roles.length + rule.users.length === 0) {
    return <span className="yy-none">{whoReviews(rule)}（尚未指定）</span>
  }
  return (
    <span className="yy-check-people yy-wrap yy-row">
      {rule.roles.map((role) => (
        <NoteTag key={role.roleId} family="blue">
          {role.name} {role.people} 人
        </NoteTag>
      ))}
      {rule.users.map((user) => (
        <NoteTag key={user.userId} family={user.enabled ? 'teal' : 'grey'}>
          {user.empName}
          {!user.enabled && '（已停用）'}
        </NoteTag>
      ))}
      <span className="yy-none">共 {rule.reviewers} 人可以审核</span>
    </span>
  )
}

export default function CheckConfig() {
  const may = useMay()
  const [opened, setOpened] = useState<ReviewRuleData | null>(null)
  const [record, setRecord] = useState<NamedRecord | null>(null)
  const { data, error, refetch } = useCall(checkConfig.calls.settings, {})
  const rules = data?.review
  const logs = may(RECORD_LOG_NEEDS)
  const saves = may(checkConfig.calls.save.needs)

  const toggle = async (rule: ReviewRuleData, needed: boolean) => {
    // Who reviews must be said first.
    if (needed) return setOpened({ ...rule, needed: true })
    const title = ReviewAct.label(rule.act)
    const done = await confirmAct({
      title: `“${title}”不再需要审核？`,
      effects: ['之后提交的申请直接生效', '已经在等待审核的仍须审核', '审核人的设置保留，随时可以再打开'],
      verb: '不再审核',
      safe: '继续审核',
      danger: true,
      run: (_, options) =>
        send(checkConfig.calls.save, { review: [{ act: rule.act, needed: false, version: rule.version }] }, options),
    })
    if (done === null) return
    toast.success(`“${title}”已改为不需要审核`)
    void invalidate(checkConfig)
  }

  if (!data) return <Loaded of={{ data, error, refetch }} what="审核配置" lines={10} />
  if (!rules) return <Empty title="您没有查看审核配置的权限" text="需要时请联系管理员。" />
  return (
    <div className="yy-stack yy-gap-12">
      {groupsOf(rules).map(([group, own]) => (
        <section className="yy-card yy-check-group" key={group}>
          <h3 className="yy-heading">{group}</h3>
          {own.map((rule) => {
            const title = ReviewAct.label(rule.act)
            return (
              <div className="yy-check-row yy-pad-8-16 yy-over yy-center yy-grid yy-gap-12 yy-hover" key={rule.act}>
                <div className="yy-check-act">
                  <b className="yy-strong yy-block">{title}</b>
                  <span className="yy-second yy-small yy-small-line">{reviewActs[rule.act].about}</span>
                </div>
                <div className="yy-check-state">
                  {saves ? (
                    <Switch
                      aria-label={`${title}需要审核`}
                      checked={rule.needed}
                      checkedChildren="需要审核"
                      unCheckedChildren="不审核"
                      onChange={(needed) => void toggle(rule, needed)}
                    />
                  ) : (
                    <StatusTag family={rule.needed ? 'amber' : 'grey'}>{rule.needed ? '需要审核' : '不审核'}</StatusTag>
                  )}
                </div>
                <div className="yy-check-who">
                  <Reviewers rule={rule} />
                </div>
                <div className="yy-second yy-small">{rule.updateTime ? rule.updateTime.slice(0, 16) : '未改过'}</div>
                <div className="yy-check-acts yy-one-line yy-right">
                  {saves && (
                    <Button
                      type="link"
                      icon={<Settings2 size={15} aria-hidden />}
                      aria-label={`设置${title}`}
                      onClick={() => setOpened(rule)}
                    >
                      设置
                    </Button>
                  )}
                  {logs && (
                    <Button
                      type="link"
                      icon={<ClipboardList size={15} aria-hidden />}
                      aria-label={`${title}的操作记录`}
                      onClick={() => setRecord({ type: 'reviewRule', id: rule.act, title })}
                    >
                      记录
                    </Button>
                  )}
                </div>
              </div>
            )
          })}
        </section>
      ))}
      <RuleDrawer rule={opened} onClose={() => setOpened(null)} />
      <RecordLogDrawer record={record} onClose={() => setRecord(null)} />
    </div>
  )
}
