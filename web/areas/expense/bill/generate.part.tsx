// Making the bills of a month: whom it concerns is said before, how far it is while it runs, what came of it afterwards.

import { Button, DatePicker } from 'antd'
import dayjs from 'dayjs'
import { useEffect, useState } from 'react'
import { billing } from '#contract/expense/bill'
import { moneyTouched } from '#web/areas/expense/money'
import { ErrorBlock } from '#web/kit/parts/ErrorBlock'
import { LongAct } from '#web/kit/parts/LongAct'
import { isOver, useRun } from '#web/kit/parts/runs'
import { DrawerFoot, SideDrawer } from '#web/kit/parts/SideDrawer'
import { useAct, useCall } from '#web/kit/query'
import './bill.css'

function Preview({ month }: { month: string }) {
  const { data, error, refetch } = useCall(billing.calls.generatePreview, { month }, { staleTime: 0 })
  if (error) return <ErrorBlock what="生成预览" error={error} onRetry={() => void refetch()} />
  const cells: [string, number | undefined][] = [
    ['在住老人（含试住）', data?.residents],
    ['已有账单', data?.existing],
    ['将生成', data?.toMake],
  ]
  return (
    <>
      <dl className="yy-bill-figures yy-grid yy-no-margin yy-edge yy-round-card">
        {cells.map(([label, value]) => (
          <div key={label}>
            <dt className="yy-second">{label}</dt>
            <dd className="yy-no-margin yy-strong">{value ?? '—'}</dd>
          </div>
        ))}
      </dl>
      {data?.toMake === 0 && (
        <p className="yy-bill-note yy-no-margin yy-round">{data.month} 的账单都已生成，再次生成不会增加。</p>
      )}
    </>
  )
}

export function GenerateDrawer({
  open,
  onClose,
  onShow,
}: {
  open: boolean
  onClose(): void
  onShow(month: string): void
}) {
  const [month, setMonth] = useState(() => dayjs().format('YYYY-MM'))
  const [runId, setRunId] = useState<string | null>(null)
  const act = useAct(billing.calls.generate, { onDone: (data) => setRunId(data.runId) })
  const { run } = useRun(runId)
  const over = run !== undefined && isOver(run)
  useEffect(() => {
    if (over) moneyTouched()
  }, [over])
  return (
    <SideDrawer
      open={open}
      title="生成账单"
      onClose={onClose}
      onClosed={() => setRunId(null)}
      foot={
        <DrawerFoot>
          <Button onClick={onClose}>{over ? '关闭' : runId ? '离开，后台继续' : '取消'}</Button>
          {over ? (
            <Button
              type="primary"
              onClick={() => {
                onShow(month)
                onClose()
              }}
            >
              查看 {month} 账单
            </Button>
          ) : (
            <Button
              type="primary"
              disabled={runId !== null}
              loading={act.running}
              onClick={() => void act.run({ month })}
            >
              生成 {month} 账单
            </Button>
          )}
        </DrawerFoot>
      }
    >
      <div className="yy-bill-generate yy-grid yy-gap-16">
        <div className="yy-bill-field yy-row yy-gap-8">
          账期
          <DatePicker
            picker="month"
            aria-label="账期"
            value={dayjs(`${month}-01`)}
            allowClear={false}
            disabled={runId !== null}
            maxDate={dayjs().add(1, 'month')}
            onChange={(day) => day && setMonth(day.format('YYYY-MM'))}
          />
        </div>
        {!over && <Preview month={month} />}
        <ul>
          <li>账单先生成为草稿（费用设置可改为直接出账），核对后再出账。</li>
          <li>每位在住老人一张，已有账单的不重复生成。</li>
          <li>月中入住、调床、调级按天分段；外出减免、一次性和医疗费用单独成行。</li>
        </ul>
        {run && <LongAct run={run} unit="人" />}
      </div>
    </SideDrawer>
  )
}
