import { Button } from 'antd'
import { useEffect, useRef } from 'react'

interface LeavingFootProps {
  onStay(): void
  /** Absent: what was typed cannot be kept. */
  onKeep?: (() => void) | undefined
  onDrop(): void
}

/** The question stands in the foot of the drawer: never a second layer over the first. */
export function LeavingFoot({ onStay, onKeep, onDrop }: LeavingFootProps) {
  const stay = useRef<HTMLButtonElement>(null)
  useEffect(() => stay.current?.focus(), [])
  return (
    <div className="yy-drawer-foot" role="alertdialog" aria-label="还有没提交的内容">
      <b>还有没提交的内容</b>
      <span className="yy-drawer-foot-acts">
        <Button ref={stay} onClick={onStay}>
          继续填写
        </Button>
        {onKeep && <Button onClick={onKeep}>存为草稿</Button>}
        <Button danger onClick={onDrop}>
          不要了
        </Button>
      </span>
    </div>
  )
}
