// A request that takes longer than twenty seconds: wait on, or close it.
import { useEffect, useState } from 'react'
import { SLOW_TEXT } from '#web/kit/errorText'
import { noteSlow } from '#web/kit/frontLog'
import { onSignal, type SlowRequest } from '#web/kit/signals'
import { Button } from './Button.tsx'

export function SlowPrompt() {
  const [slow, setSlow] = useState<SlowRequest | null>(null)
  useEffect(() => {
    const stops = [
      onSignal('slow', setSlow),
      onSignal('slow-over', (id) => setSlow((now) => (now?.id === id ? null : now))),
    ]
    return () => {
      for (const stop of stops) stop()
    }
  }, [])
  if (!slow) return null
  return (
    <div
      className="yy-slow yy-float yy-pad-12-16 yy-white yy-row yy-gap-8 yy-wrap"
      role="alertdialog"
      aria-label={SLOW_TEXT}
    >
      <p>{SLOW_TEXT}</p>
      <Button
        onClick={() => {
          noteSlow(slow.path, slow.params, slow.startedAt)
          slow.close()
          setSlow(null)
        }}
      >
        关闭
      </Button>
      <Button
        kind="primary"
        autoFocus
        onClick={() => {
          slow.keepWaiting()
          setSlow(null)
        }}
      >
        继续等待
      </Button>
    </div>
  )
}
