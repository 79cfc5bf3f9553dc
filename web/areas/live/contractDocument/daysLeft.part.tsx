// How long a document still runs: amber when it is to be renewed, red when it is over.
import './contractDocument.css'

const NEAR = 30

export const daysLeftText = (days: number | null) =>
  days === null ? '' : days < 0 ? `已过 ${-days} 天` : days === 0 ? '今天到期' : `${days} 天`

export function DaysLeft({ days, renewed = false }: { days: number | null; renewed?: boolean }) {
  if (days === null) return null
  // Whoever has the next one already need not hurry.
  const tone = renewed ? 'yy-none' : days < 0 ? 'yy-red yy-strong' : days <= NEAR ? 'yy-strong yy-warning' : 'yy-none'
  return <span className={tone}>{daysLeftText(days)}</span>
}
