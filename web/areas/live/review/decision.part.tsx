// The decision in the foot of an application: what the reviewer says, 拒绝 with a reason, 通过.

import { Button, Input } from 'antd'
import { useState } from 'react'
import type { CallError } from '#web/kit/callError'
import { toast } from '#web/kit/toast'
import './review.css'

interface DecisionAct {
  running: boolean
  error: CallError | null
  reset(): void
  /** undefined: refused, and `error` says why. */
  run(remark: string | null): Promise<unknown>
}

interface DecisionProps {
  oldmanName: string
  pass: DecisionAct
  decline: DecisionAct
  onDone(): void
}

export function Decision({ oldmanName, pass, decline, onDone }: DecisionProps) {
  const [remark, setRemark] = useState('')
  const [problem, setProblem] = useState<string | null>(null)
  const running = pass.running || decline.running
  const said = remark.trim()
  const words = problem ?? pass.error?.message ?? decline.error?.message
  const decide = async (passes: boolean) => {
    if (!passes && said === '') return setProblem('拒绝时请填写原因')
    setProblem(null)
    pass.reset()
    decline.reset()
    const done = passes ? await pass.run(said || null) : await decline.run(said)
    if (done === undefined) return
    toast.success(passes ? `${oldmanName}的申请已通过` : `已拒绝${oldmanName}的申请`)
    onDone()
  }
  return (
    <div className="yy-drawer-foot">
      <div className="yy-review-decide yy-flex yy-upper yy-gap-12 yy-flex-1">
        <span>
          <Input.TextArea
            aria-label="审核意见"
            placeholder="审核意见；拒绝时必填"
            maxLength={200}
            autoSize={{ minRows: 1, maxRows: 3 }}
            value={remark}
            disabled={running}
            status={problem ? 'error' : ''}
            onChange={(event) => {
              setRemark(event.target.value)
              setProblem(null)
            }}
          />
          {words && (
            <small className="yy-red yy-strong" role="alert">
              {words}
            </small>
          )}
        </span>
        <Button danger loading={decline.running} disabled={running} onClick={() => void decide(false)}>
          拒绝
        </Button>
        <Button type="primary" loading={pass.running} disabled={running} onClick={() => void decide(true)}>
          通过
        </Button>
      </div>
    </div>
  )
}

/** Instead of the decision: why this reader may not make it. */
export function NotYours({ why }: { why: string }) {
  return (
    <div className="yy-drawer-foot">
      <span role="note">{why}</span>
    </div>
  )
}
