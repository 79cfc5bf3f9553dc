// The master switch: whether any screen of the organisation is let in without signing in.
import { Button } from 'antd'
import { config } from '#contract/platform/config'
import { session } from '#contract/platform/session'
import { send } from '#web/kit/call'
import { confirmAct } from '#web/kit/parts/confirmAct'
import { ErrorBlock } from '#web/kit/parts/ErrorBlock'
import { Facts, PageCard } from '#web/kit/parts/PageCard'
import { BlockBones } from '#web/kit/parts/Skeleton'
import { StatusTag } from '#web/kit/parts/StatusTag'
import { invalidate, type useCall } from '#web/kit/query'

async function turn(on: boolean): Promise<void> {
  const done = await confirmAct({
    title: on ? '关闭大屏免登录？' : '开启大屏免登录？',
    effects: on
      ? [
          '正在显示的机构大屏全部立即断开',
          '各大屏的地址保留，重新开启后照常使用',
          '告警大屏由护理站登录后打开，不受影响',
        ]
      : [
          '用大屏地址打开的画面不用登录，只有统计数字，没有姓名',
          '没有大屏地址的人打不开',
          '可随时关闭，或单独停用一块大屏',
        ],
    verb: on ? '关闭免登录' : '开启免登录',
    safe: on ? '不关闭' : '不开启',
    danger: on,
    run: (_reason, options) => send(session.calls.updateIsPass, { isPass: on ? 0 : 1 }, options),
  })
  if (done !== null) await invalidate(config)
}

interface SwitchProps {
  pass: ReturnType<typeof useCall<typeof config.calls.userIsPass>>
  /** How many screens have been made. */
  screens: number
}

export function Switch({ pass, screens }: SwitchProps) {
  const { data, error, refetch } = pass
  if (error) return <ErrorBlock what="大屏免登录状态" error={error} onRetry={() => void refetch()} />
  if (data === undefined) return <BlockBones lines={2} />
  const on = data === 1
  const state = on
    ? screens > 0
      ? '用下列地址打开的大屏不用登录，只显示统计数字，没有姓名'
      : '还没有大屏地址，现在没有大屏可以打开'
    : '所有大屏地址都打不开，开启后照常使用'
  return (
    <PageCard
      title="大屏免登录"
      sub="供大厅、值班室的大屏使用"
      extra={
        <Button type={on ? 'default' : 'primary'} danger={on} onClick={() => void turn(on)}>
          {on ? '关闭免登录…' : '开启免登录…'}
        </Button>
      }
      style={{ marginBottom: 12 }}
    >
      <Facts
        columns={1}
        facts={[
          {
            label: '状态',
            value: (
              <>
                <StatusTag family={on ? 'green' : 'grey'}>{on ? '已开启' : '未开启'}</StatusTag> {state}
              </>
            ),
          },
        ]}
      />
    </PageCard>
  )
}
