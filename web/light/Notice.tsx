import { CircleAlert, CircleCheck, Info, TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'

const icons = { bad: CircleAlert, warn: TriangleAlert, good: CircleCheck, note: Info }

export type NoticeKind = keyof typeof icons

/** A sentence that stays: what happened and what to do next. */
export function Notice({ kind, children }: { kind: NoticeKind; children: ReactNode }) {
  const Icon = icons[kind]
  return (
    <div className={`yy-notice ${kind}`} role={kind === 'bad' || kind === 'warn' ? 'alert' : 'status'}>
      <Icon size={16} aria-hidden="true" />
      <div>{children}</div>
    </div>
  )
}
