// Several months closed in one run, in their order: it stops at the first that does not pass its checks and says why.
import { Button, Checkbox, Select } from 'antd'
import { useEffect, useState } from 'react'
import { monthClose } from '#contract/expense/monthClose'
import { LongAct } from '#web/kit/parts/LongAct'
import { isOver, useRun } from '#web/kit/parts/runs'
import { DrawerFoot, SideDrawer } from '#web/kit/parts/SideDrawer'
import { invalidate, useAct } from '#web/kit/query'

/** Warnings that may be passed for all months at once. */
const SEEN = [
  { key: 'cashDays', label: '有收款日尚未交款或有差额的月份，仍然结账' },
  { key: 'leavers', label: '有退住老人还没有结算的月份，仍然结账' },
  { key: 'orders', label: '有扫码支付还没有完成的月份，仍然结账' },
] as const

export function CloseUntil(props: { months: readonly string[]; open: boolean; onClose(): void }) {
  const { months, open, onClose } = props
  const [until, setUntil] = useState<string | null>(null)
  const [accepted, setAccepted] = useState<readonly string[]>([])
  const [runId, setRunId] = useState<string | null>(null)
  const act = useAct(monthClose.calls.closeUntil, { onDone: (answer) => setRunId(answer.runId) })
  const { run } = useRun(runId)
  const over = run !== null && run !== undefined && isOver(run)
  useEffect(() => {
    if (over) void invalidate(monthClose)
  }, [over])
  const last = until && months.includes(until) ? until : (months.at(-1) ?? null)
  const chosen = months.filter((month) => last !== null && month <= last)
  const close = () => {
    setRunId(null)
    onClose()
  }
  return (
    <SideDrawer
      open={open}
      title="依次结账"
      width={720}
      onClose={close}
      foot={
        <DrawerFoot note={<span className="yy-none">结账后，这些月份不能再记入、出账、作废或补录。</span>}>
          <Button onClick={close}>{runId ? '关闭' : '取消'}</Button>
          {!runId && (
            <Button
              type="primary"
              loading={act.running}
              disabled={last === null}
              onClick={() => void act.run({ month: last!, accepted: [...accepted] })}
            >
              结账 {chosen.length} 个月
            </Button>
          )}
        </DrawerFoot>
      }
    >
      {act.error && (
        <div className="yy-form-refusal" role="alert">
          {act.error.message}
        </div>
      )}
      {runId ? (
        run && <LongAct run={run} unit="个月" />
      ) : (
        <div className="yy-close-until yy-stack yy-gap-12">
          <p>
            从最早未结账的 <b>{months[0]}</b> 起，一个月一个月地检查并结账，直到
            <Select
              aria-label="结账到"
              value={last}
              options={months.map((month) => ({ value: month, label: month }))}
              onChange={setUntil}
              style={{ width: 120, margin: '0 8px' }}
            />
            为止。遇到检查不通过的月份就停下，前面的月份已经结账，并说明停在哪个月、为什么。
          </p>
          {SEEN.map(({ key, label }) => (
            <Checkbox
              key={key}
              checked={accepted.includes(key)}
              onChange={(event) =>
                setAccepted(event.target.checked ? [...accepted, key] : accepted.filter((one) => one !== key))
              }
            >
              {label}
            </Checkbox>
          ))}
        </div>
      )}
    </SideDrawer>
  )
}
