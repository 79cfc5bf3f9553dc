// Charts that need no drawing library: a bar per line, and one bar split into its parts. Each part can be opened.
import type { CSSProperties } from 'react'
import { classes } from '#web/kit/classes'
import { SERIES } from './palette.ts'
import './bars.css'

export interface Part {
  name: string
  value: number
  color?: string
  onOpen?(): void
}

/** As wide as the longest name, so that all bars begin in one line; a very long name is cut. */
const nameWidth = (parts: readonly Part[]) => `${Math.min(10, Math.max(4, ...parts.map((part) => part.name.length)))}em`

const most = (parts: readonly Part[]) => Math.max(1, ...parts.map((part) => part.value))

/** One line per part: name, bar, value. */
export function LineBars({ parts, unit, label }: { parts: readonly Part[]; unit: string; label: string }) {
  const top = most(parts)
  return (
    <ul
      className="yy-line-bars yy-tall yy-stack yy-gap-2 yy-plain-list"
      aria-label={label}
      style={{ '--names': nameWidth(parts) } as CSSProperties}
    >
      {parts.map((part) => (
        <li key={part.name}>
          <Openable
            part={part}
            className="yy-line-bar yy-no-border yy-no-ground yy-grid yy-center yy-gap-10 yy-wide yy-soft-ink yy-left yy-round"
          >
            <span className="yy-ellipsis yy-right" title={part.name}>
              {part.name}
            </span>
            <span className="yy-line-track yy-hidden yy-tint">
              <i
                className="yy-block yy-tall"
                style={{ width: `${(part.value / top) * 100}%`, background: part.color ?? SERIES[0] }}
              />
            </span>
            <span className="yy-one-line">
              {part.value} {unit}
            </span>
          </Openable>
        </li>
      ))}
    </ul>
  )
}

/** One bar for the whole, its parts named below with their share. */
export function SplitBar({ parts, unit, label }: { parts: readonly Part[]; unit: string; label: string }) {
  const total = parts.reduce((sum, part) => sum + part.value, 0)
  const share = (part: Part) => (total === 0 ? 0 : (part.value / total) * 100)
  const colorOf = (part: Part, i: number) => part.color ?? SERIES[i % SERIES.length]!
  return (
    <div className="yy-split yy-stack" role="group" aria-label={label}>
      <div className="yy-split-bar yy-flex yy-gap-2 yy-hidden yy-tint">
        {parts.map((part, i) => (
          <i className="yy-block" key={part.name} style={{ width: `${share(part)}%`, background: colorOf(part, i) }} />
        ))}
      </div>
      <ul className="yy-stack yy-flex-1 yy-no-padding">
        {parts.map((part, i) => (
          <li key={part.name}>
            <Openable
              part={part}
              className="yy-split-part yy-no-border yy-no-ground yy-under yy-grid yy-center yy-gap-10 yy-wide yy-soft-ink yy-left"
            >
              <i style={{ background: colorOf(part, i) }} />
              <span>{part.name}</span>
              <b>
                {part.value} {unit}
              </b>
              <small>{share(part).toFixed(1)}%</small>
            </Openable>
          </li>
        ))}
      </ul>
    </div>
  )
}

function Openable({ part, className, children }: { part: Part; className: string; children: React.ReactNode }) {
  if (!part.onOpen) return <div className={className}>{children}</div>
  return (
    <button type="button" className={classes(className, 'is-open')} onClick={part.onOpen}>
      {children}
    </button>
  )
}
