// The face of one card: title, scope, and one of content, waiting, failure, nothing there.

import { Component, type ReactNode } from 'react'
import type { CallError } from '#web/kit/callError'
import { errorId } from '#web/kit/errorText'
import { noteError } from '#web/kit/frontLog'
import { failureText } from '#web/light/failure'

interface Props {
  title: string
  /** What the figures cover: 最近 5 分钟. */
  scope?: string
  children: ReactNode
}

export function WallFrame({ title, scope, children }: Props) {
  return (
    <section className="yy-wall-card" aria-label={title}>
      <header>
        <h2>{title}</h2>
        {scope && <span>{scope}</span>}
      </header>
      {children}
    </section>
  )
}

interface AnswerProps<T> {
  query: { data: readonly T[] | undefined; error: CallError | null; isPending: boolean }
  empty: string
  children: (rows: readonly T[]) => ReactNode
}

/** Old rows stay visible when asking again fails; the connection bar says that they are old. */
export function WallRows<T>({ query, empty, children }: AnswerProps<T>) {
  if (query.data && query.data.length > 0) return children(query.data)
  if (query.data) return <p className="yy-wall-empty">{empty}</p>
  if (query.error) return <p className="yy-wall-empty bad">没有取到：{failureText(query.error)}</p>
  return <p className="yy-wall-empty">正在取数…</p>
}

/** One broken card leaves the others standing. */
export class CardGuard extends Component<{ children: ReactNode }, { broken: boolean }> {
  override state = { broken: false }
  static getDerivedStateFromError() {
    return { broken: true }
  }
  override componentDidCatch(error: Error) {
    noteError(998, `${error.message}\n${error.stack ?? ''}`, errorId())
  }
  override render() {
    if (!this.state.broken) return this.props.children
    return (
      <section className="yy-wall-card">
        <p className="yy-wall-empty bad">这张卡片出错了，其余不受影响。</p>
      </section>
    )
  }
}
