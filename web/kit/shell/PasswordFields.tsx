// The fields of a password change: own words for each refusal, at its field.

import { Form, type FormInstance, Input } from 'antd'
import { config, PasswordRule } from '#contract/platform/config'
import { passwordProblem } from '#contract/platform/password'
import type { CallError } from '#web/kit/callError'
import { useCall } from '#web/kit/query'
import { useSession } from '#web/kit/session'

export interface PasswordValues {
  oldPwd: string
  newPwd: string
  again: string
}

interface Props {
  form: FormInstance<PasswordValues>
  withOld: boolean
  error: CallError | null
  onSubmit(values: PasswordValues): void
}

export function PasswordFields({ form, withOld, error, onSubmit }: Props) {
  const { data: rule = 0 } = useCall(config.calls.pwd, {}, { silent: true })
  const me = useSession((state) => state.user)
  const own = [me?.username, me?.empInfo.phoneNum]
  /** Refusals name the field of the call; the first-login call calls it userPassword. */
  const refused = (field: 'oldPwd' | 'newPwd') => {
    if (!error) return undefined
    const at =
      error.field === 'oldPwd' || error.refusal === 'WRONG_PASSWORD' || error.code === 40108 ? 'oldPwd' : 'newPwd'
    return at === field ? { validateStatus: 'error' as const, help: error.message } : undefined
  }
  return (
    <Form<PasswordValues>
      form={form}
      layout="vertical"
      requiredMark={false}
      onFinish={onSubmit}
      validateTrigger="onBlur"
    >
      {withOld && (
        <Form.Item
          name="oldPwd"
          label="原密码"
          rules={[{ required: true, message: '请输入原密码' }]}
          {...refused('oldPwd')}
        >
          <Input.Password autoComplete="current-password" maxLength={64} autoFocus />
        </Form.Item>
      )}
      <Form.Item
        name="newPwd"
        label="新密码"
        extra={PasswordRule.label(rule === 1 ? 1 : 0)}
        rules={[
          { required: true, message: '请输入新密码' },
          {
            validator: async (_, value: string | undefined) => {
              const problem = value ? passwordProblem(rule, value, '新密码', own) : null
              if (problem) throw new Error(problem)
            },
          },
        ]}
        {...refused('newPwd')}
      >
        <Input.Password autoComplete="new-password" maxLength={64} autoFocus={!withOld} />
      </Form.Item>
      <Form.Item
        name="again"
        label="再输一次新密码"
        dependencies={['newPwd']}
        rules={[
          { required: true, message: '请再输一次新密码' },
          ({ getFieldValue }) => ({
            validator: async (_, value: string | undefined) => {
              if (value && value !== getFieldValue('newPwd')) throw new Error('两次输入的新密码不一致')
            },
          }),
        ]}
      >
        <Input.Password autoComplete="new-password" maxLength={64} />
      </Form.Item>
      {/* Enter submits from any field. */}
      <button type="submit" hidden aria-hidden tabIndex={-1} />
    </Form>
  )
}
