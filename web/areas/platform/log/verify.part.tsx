// Is the log whole? Every row carries the hash of the one before it; the server reckons them all again.
import { Button } from 'antd'
import { CircleCheck, CircleX } from 'lucide-react'
import { log } from '#contract/platform/log'
import { ErrorBlock } from '#web/kit/parts/ErrorBlock'
import { SideDrawer } from '#web/kit/parts/SideDrawer'
import { BlockBones } from '#web/kit/parts/Skeleton'
import { useCall } from '#web/kit/query'
import './log.css'

const count = (value: number) => value.toLocaleString('zh-CN')

function Result() {
  const { data, error, isFetching, refetch } = useCall(log.calls.verify, {}, { staleTime: 0 })
  if (isFetching) {
    return (
      <>
        <p>正在逐条核对，日志多时需要一会儿…</p>
        <BlockBones lines={3} />
      </>
    )
  }
  if (error) return <ErrorBlock what="校验结果" error={error} onRetry={() => void refetch()} />
  if (!data) return null
  return (
    <>
      <div
        className={
          data.ok
            ? 'yy-chain yy-pad-16 yy-flex yy-gap-12 yy-round-card yy-chain-good'
            : 'yy-chain yy-pad-16 yy-flex yy-gap-12 yy-round-card yy-chain-bad'
        }
        role="status"
      >
        {data.ok ? (
          <CircleCheck size={22} color="#fff" fill="var(--success)" aria-hidden />
        ) : (
          <CircleX size={22} color="#fff" fill="var(--danger)" aria-hidden />
        )}
        <div>
          <h4>{data.ok ? '日志完整，没有被改动' : `发现 ${data.problems.length} 处异常`}</h4>
          <p className="yy-no-margin yy-soft-ink">
            已核对 {count(data.rows)} 条{data.unsealed > 0 && `，另有 ${count(data.unsealed)} 条刚写入，稍后封存`}
          </p>
          {!data.ok && (
            <ul className="yy-chain-problems">
              {data.problems.map((problem) => (
                <li key={problem}>{problem}</li>
              ))}
            </ul>
          )}
        </div>
      </div>
      {!data.ok && <p>请保留现场，立即联系系统管理员，并用最近一次备份比对。</p>}
      <p>
        <Button onClick={() => void refetch()}>再校验一次</Button>
      </p>
    </>
  )
}

export function VerifyDrawer({ open, onClose }: { open: boolean; onClose(): void }) {
  return (
    <SideDrawer open={open} title="校验操作日志" onClose={onClose}>
      <Result />
    </SideDrawer>
  )
}
