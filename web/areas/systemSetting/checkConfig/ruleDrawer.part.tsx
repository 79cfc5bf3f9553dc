// One act: whether it needs a second person, and which roles or people that may be.
import { Button, Switch } from 'antd'
import { type KeyboardEvent, useEffect, useState } from 'react'
import { refusals } from '#contract/kit/refusal'
import { checkConfig, ReviewAct, type ReviewRuleData, reviewActs } from '#contract/systemSetting/checkConfig'
import { send } from '#web/kit/call'
import { lookupsOf } from '#web/kit/fields/lookup'
import { PeoplePicker } from '#web/kit/fields/staff'
import { confirmAct } from '#web/kit/parts/confirmAct'
import { SideDrawer } from '#web/kit/parts/SideDrawer'
import { useAct } from '#web/kit/query'
import { toast } from '#web/kit/toast'
import { peopleOf, whoReviews } from './words.ts'

const roles = lookupsOf('roles')
const CHANGED = refusals.CHANGED_MEANWHILE[0]

interface Values {
  needed: boolean
  roleIds: string[]
  userIds: string[]
}

const valuesOf = (rule: ReviewRuleData): Values => ({
  needed: rule.needed,
  roleIds: rule.roleIds,
  userIds: rule.userIds,
})
const same = (a: Values, b: Values) =>
  a.needed === b.needed &&
  [...a.roleIds].sort().join() === [...b.roleIds].sort().join() &&
  [...a.userIds].sort().join() === [...b.userIds].sort().join()

interface RuleDrawerProps {
  /** null: closed. */
  rule: ReviewRuleData | null
  onClose(): void
}

export function RuleDrawer({ rule, onClose }: RuleDrawerProps) {
  // The last rule stays while the drawer leaves.
  const [shown, setShown] = useState(rule)
  if (rule && rule.act !== shown?.act) setShown(rule)
  return shown && <Inner key={`${shown.act}:${rule !== null}`} rule={shown} open={rule !== null} onClose={onClose} />
}

function Inner({ rule, open, onClose }: { rule: ReviewRuleData; open: boolean; onClose(): void }) {
  const title = ReviewAct.label(rule.act)
  const [values, setValues] = useState<Values>(() => ({ ...valuesOf(rule), needed: rule.needed || rule.version === 0 }))
  const [version, setVersion] = useState(rule.version)
  const [theirs, setTheirs] = useState<ReviewRuleData | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const set = (change: Partial<Values>) => {
    setProblem(null)
    setValues((now) => ({ ...now, ...change }))
  }
  const { run, running, error } = useAct(checkConfig.calls.save, {
    handles: () => true,
    onDone: () => {
      toast.success(`“${title}”的审核设置已保存`)
      onClose()
    },
  })
  useEffect(() => {
    if (!error || error.cancelled) return
    setProblem(error.message)
    if (error.code !== CHANGED) return
    void send(checkConfig.calls.settings, {}, { silent: true }).then(({ review }) => {
      const now = review?.find((one) => one.act === rule.act)
      if (!now) return
      setTheirs(now)
      setVersion(now.version)
    })
  }, [error, rule.act])

  const submit = () => {
    if (values.needed && values.roleIds.length + values.userIds.length === 0) {
      setProblem('需要审核时，请选择由哪些角色或人员审核')
      return
    }
    void run({ review: [{ act: rule.act, ...values, version }] })
  }
  const close = async () => {
    if (running) return
    if (!same(values, valuesOf(rule)) && rule.version > 0) {
      const sure = await confirmAct({
        title: `“${title}”的改动没有保存，要离开吗？`,
        verb: '不保存，离开',
        safe: '继续设置',
        danger: true,
      })
      if (sure === null) return
    }
    onClose()
  }
  const keys = (event: KeyboardEvent<HTMLElement>) => {
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) submit()
  }
  const known = (theirs ?? rule).users.concat(rule.users).map(({ userId, empName, enabled, deptName }) => ({
    value: userId,
    label: enabled ? [empName, deptName].filter(Boolean).join('・') : `${empName}（已停用）`,
  }))
  return (
    <SideDrawer
      open={open}
      title={title}
      about={<span className="yy-none">{reviewActs[rule.act].group}</span>}
      asks={false}
      onClose={() => void close()}
      onKeyDown={keys}
      foot={
        <div className="yy-drawer-foot">
          <span>{values.needed ? '保存后，新的申请按此审核' : '保存后，新的申请不再等待审核'}</span>
          <span className="yy-drawer-foot-acts">
            <Button onClick={() => void close()} disabled={running}>
              取消
            </Button>
            <Button type="primary" loading={running} onClick={submit}>
              保存
              <span className="yy-key">Ctrl+Enter</span>
            </Button>
          </span>
        </div>
      }
    >
      <div className="yy-stack yy-gap-16">
        {theirs ? (
          <div className="yy-check-told yy-told yy-pad-8-12 yy-gap-4 yy-round yy-stack" role="alert">
            <b>{problem}</b>
            <span>现在是：{theirs.needed ? `需要审核，${whoReviews(theirs)}` : '不需要审核'}</span>
            <span>
              再点一次“保存”用您的设置，或
              <button
                type="button"
                className="yy-link"
                onClick={() => {
                  setValues(valuesOf(theirs))
                  setTheirs(null)
                  setProblem(null)
                }}
              >
                改用现在的设置
              </button>
            </span>
          </div>
        ) : (
          problem && (
            <div className="yy-form-refusal" role="alert">
              {problem}
              <small>没有保存，您选的内容都还在。</small>
            </div>
          )
        )}
        <p className="yy-no-margin yy-second">{reviewActs[rule.act].about}。</p>
        <label className="yy-row yy-gap-16" htmlFor="review-needed">
          <span>需要审核</span>
          <Switch
            id="review-needed"
            checked={values.needed}
            checkedChildren="需要"
            unCheckedChildren="不需要"
            onChange={(needed) => set({ needed })}
          />
        </label>
        {values.needed && (
          <>
            <div className="yy-check-field yy-stack yy-gap-4">
              <label htmlFor="review-roles">可以审核的角色</label>
              {roles.input({
                id: 'review-roles',
                value: values.roleIds,
                onChange: (roleIds) => set({ roleIds: roleIds ?? [] }),
                placeholder: '角色名称或拼音首字母，可多选',
              })}
              <small className="yy-second yy-small">角色里的每个人都可以审核，人员调动后不用再改这里。</small>
            </div>
            <div className="yy-check-field yy-stack yy-gap-4">
              <label htmlFor="review-people">可以审核的人员</label>
              <PeoplePicker
                id="review-people"
                value={values.userIds}
                known={known}
                onChange={(userIds) => set({ userIds: userIds ?? [] })}
              />
              <small className="yy-second yy-small">不按角色、只指定某几个人时填写。</small>
            </div>
            <p className="yy-no-margin yy-second">
              上面任何一人审核即可；机构管理员始终可以审核，避免无人在岗时事情停下来。审核人还需要有对应页面的审核权限。
            </p>
            {rule.version > 0 && (
              <p className="yy-no-margin yy-second">
                目前能审核的有 {rule.reviewers} 人{peopleOf(rule) && `：${peopleOf(rule)}`}
              </p>
            )}
          </>
        )}
      </div>
    </SideDrawer>
  )
}
