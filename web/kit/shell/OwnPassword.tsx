import { Button, Form } from 'antd'
import { session } from '#contract/platform/session'
import { SideDrawer } from '#web/kit/parts/SideDrawer'
import { useAct } from '#web/kit/query'
import { useSession } from '#web/kit/session'
import { PasswordFields, type PasswordValues } from '#web/kit/shell/PasswordFields'
import { signOut } from '#web/kit/signOut'

/** Changing one's own password ends the session: the next sign-in proves the new one. */
export default function OwnPassword({ onClose }: { onClose(): void }) {
  const [form] = Form.useForm<PasswordValues>()
  const user = useSession((state) => state.user)
  const act = useAct(session.calls.ownPassword, {
    handles: (error) => error.code >= 10_000,
    onDone: () => void signOut('password'),
  })
  return (
    <SideDrawer
      open
      title="修改密码"
      onClose={onClose}
      foot={
        <div className="yy-drawer-foot">
          <span className="yy-second">修改后需用新密码重新登录</span>
          <span className="yy-drawer-foot-acts">
            <Button onClick={onClose}>不修改</Button>
            <Button type="primary" loading={act.running} onClick={() => form.submit()}>
              修改密码
            </Button>
          </span>
        </div>
      }
    >
      <PasswordFields
        form={form}
        withOld
        error={act.error}
        onSubmit={({ oldPwd, newPwd }) => void act.run({ oldPwd, newPwd, userId: user?.empInfo.empId })}
      />
    </SideDrawer>
  )
}
