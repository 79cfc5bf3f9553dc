// Whether a large screen may show the organisation without signing in, and the address it opens.
import { Button } from 'antd'
import { config } from '#contract/platform/config'
import { session } from '#contract/platform/session'
import { send } from '#web/kit/call'
import { confirmAct } from '#web/kit/parts/confirmAct'
import { copyText, ErrorBlock } from '#web/kit/parts/ErrorBlock'
import { Facts, PageCard } from '#web/kit/parts/PageCard'
import { BlockBones } from '#web/kit/parts/Skeleton'
import { StatusTag } from '#web/kit/parts/StatusTag'
import { invalidate, useCall } from '#web/kit/query'
import { useSession } from '#web/kit/session'
import { toast } from '#web/kit/toast'

export default function ScreenPass() {
  const orgInfo = useSession((state) => state.user?.orgInfo)
  const { data, error, refetch } = useCall(config.calls.userIsPass, {})
  if (error) return <ErrorBlock what="大屏免登录状态没有取到" error={error} onRetry={() => void refetch()} />
  if (data === undefined || !orgInfo) return <BlockBones />
  const on = data === 1
  const address = `${location.origin}/fullchart.html?orgId=${orgInfo.orgId}`

  const turn = async () => {
    const done = await confirmAct({
      title: on ? '关闭大屏免登录？' : '开启大屏免登录？',
      effects: on
        ? ['正在显示的大屏立即断开', '以后打开大屏地址会提示未开启']
        : ['知道大屏地址的人不用登录即可查看大屏', '大屏会话只能查看，不能办理任何业务', '可随时关闭'],
      verb: on ? '关闭免登录' : '开启免登录',
      safe: on ? '不关闭' : '不开启',
      danger: on,
      run: (_reason, options) => send(session.calls.updateIsPass, { isPass: on ? 0 : 1 }, options),
    })
    if (done !== null) await invalidate(config)
  }
  const copy = async () => {
    if (await copyText(address)) toast.success('已复制大屏地址')
  }

  return (
    <PageCard
      title="大屏免登录"
      sub="供值班室、大厅的大屏使用，只能查看"
      extra={
        <Button type={on ? 'default' : 'primary'} danger={on} onClick={() => void turn()}>
          {on ? '关闭免登录…' : '开启免登录…'}
        </Button>
      }
    >
      <Facts
        columns={1}
        facts={[
          { label: '状态', value: <StatusTag family={on ? 'green' : 'grey'}>{on ? '已开启' : '未开启'}</StatusTag> },
          {
            label: '大屏地址',
            value: on ? (
              <>
                <a href={address} target="_blank" rel="noreferrer">
                  {address}
                </a>{' '}
                <Button type="link" size="small" onClick={() => void copy()}>
                  复制
                </Button>
              </>
            ) : (
              '开启后显示'
            ),
          },
        ]}
      />
    </PageCard>
  )
}
