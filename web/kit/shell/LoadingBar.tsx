// The global loading indicator: there from the first request that asks for it until the last one has ended.
import { useEffect, useState } from 'react'
import { LOADING_TEXT } from '#web/kit/constants'
import { onSignal } from '#web/kit/signals'

export function LoadingBar() {
  const [loading, setLoading] = useState(false)
  useEffect(() => onSignal('loading', setLoading), [])
  if (!loading) return null
  return (
    <div className="yy-loading" role="status">
      <i />
      <span className="yy-soft-ink yy-small-line yy-small yy-edge yy-round">{LOADING_TEXT}</span>
    </div>
  )
}
