import type { ReactNode } from 'react'
import type { Family } from '#contract/kit/options'
import './parts.css'
import './tags.css'

export interface TimelineEntry {
  key: string
  family: Family
  kind: string
  time: string
  who?: string | null
  /** One sentence, with old → new where something changed. */
  text: ReactNode
}

/** What happened to a record, newest first: kind, time, who, one sentence. */
export function Timeline({ entries }: { entries: readonly TimelineEntry[] }) {
  return (
    <ol className="yy-timeline yy-plain-list">
      {entries.map((entry) => (
        <li key={entry.key} className={`yy-family-${entry.family}`}>
          <div className="yy-timeline-head yy-flex yy-gap-8">
            <b className="yy-timeline-kind yy-strong">{entry.kind}</b>
            <span className="yy-push yy-second yy-small">
              {entry.time}
              {entry.who && `　${entry.who}`}
            </span>
          </div>
          <p className="yy-no-margin yy-soft-ink yy-small-line yy-small">{entry.text}</p>
        </li>
      ))}
    </ol>
  )
}

/** One change in words. */
export function Change({ from, to }: { from: ReactNode; to: ReactNode }) {
  return (
    <>
      <span className="yy-change-old yy-second">{from}</span>
      <span className="yy-change-arrow yy-second" role="img" aria-label="改为">
        →
      </span>
      <span>{to}</span>
    </>
  )
}
