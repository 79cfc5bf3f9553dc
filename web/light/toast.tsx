// A short word that goes away by itself. What must be read stays on the page as a notice instead.
import { CircleAlert, CircleCheck } from 'lucide-react'
import { useSyncExternalStore } from 'react'
import { TOAST } from '#web/kit/constants'

interface Toast {
  id: number
  kind: 'good' | 'bad'
  text: string
}

let shown: readonly Toast[] = []
let last = 0
const listeners = new Set<() => void>()

function publish(next: readonly Toast[]) {
  shown = next
  for (const listener of listeners) listener()
}

export function toast(kind: Toast['kind'], text: string): void {
  const id = ++last
  publish([...shown.filter((one) => one.text !== text), { id, kind, text }])
  setTimeout(() => publish(shown.filter((one) => one.id !== id)), TOAST)
}

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
  }
}

export function Toasts() {
  const list = useSyncExternalStore(subscribe, () => shown)
  return (
    <div className="yy-toasts yy-center yy-gap-8 yy-stack" aria-live="polite">
      {list.map(({ id, kind, text }) => (
        <div key={id} className={`yy-toast ${kind}`}>
          {kind === 'good' ? <CircleCheck size={16} /> : <CircleAlert size={16} />}
          {text}
        </div>
      ))}
    </div>
  )
}
