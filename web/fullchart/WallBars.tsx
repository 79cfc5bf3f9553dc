// Counted kinds as bars, one line each; names as wide as the longest.
import type { CSSProperties } from 'react'

export function WallBars({ parts }: { parts: readonly { name: string; count: number }[] }) {
  const most = Math.max(1, ...parts.map((part) => part.count))
  const longest = Math.min(10, Math.max(4, ...parts.map((part) => part.name.length)))
  return (
    <ul className="yy-wall-bars" style={{ '--names': `${longest}em` } as CSSProperties}>
      {parts.map((part) => (
        <li key={part.name}>
          <span>{part.name}</span>
          <i>
            <b style={{ width: `${(part.count / most) * 100}%` }} />
          </i>
          <em>{part.count}</em>
        </li>
      ))}
    </ul>
  )
}
