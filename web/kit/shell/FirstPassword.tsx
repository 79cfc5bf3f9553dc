import { Button, Form, Modal } from 'antd'
import { session } from '#contract/platform/session'
import { useAct } from '#web/kit/query'
import { useSession } from '#web/kit/session'
import { PasswordFields, type PasswordValues } from '#web/kit/shell/PasswordFields'
import { signOut } from '#web/kit/signOut'

/** First sign-in: nothing else is open until the initial password is replaced. */
export default function FirstPassword() {
  const [form] = Form.useForm<PasswordValues>()
  const user = useSession((state) => state.user)
  const act = useAct(session.calls.firstPassword, {
    handles: (error) => error.code >= 10_000,
    onDone: () => void signOut('password'),
  })
  return (
    <Modal
      open
      centered
      width={440}
      closable={false}
      keyboard={false}
      mask={{ closable: false }}
      title="首次登录，请修改初始密码"
      footer={
        <>
          <Button onClick={() => void signOut()}>退出登录</Button>
          <Button type="primary" loading={act.running} onClick={() => form.submit()}>
            修改密码
          </Button>
        </>
      }
    >
      <p className="yy-quiet">初始密码由管理员设置，只用于第一次登录。修改后请用新密码重新登录。</p>
      <PasswordFields
        form={form}
        withOld={false}
        error={act.error}
        onSubmit={({ newPwd }) =>
          void act.run({ userPassword: newPwd, userId: user?.empInfo.empId }, { encoding: 'form' })
        }
      />
    </Modal>
  )
}
