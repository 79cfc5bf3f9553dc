// Counted kinds as bars, one line each.
export function WallBars({ parts }: { parts: readonly { name: string; count: number }[] }) {
  const most = Math.max(1, ...parts.map((part) => part.count))
  return (
    <ul className="yy-wall-bars">
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
