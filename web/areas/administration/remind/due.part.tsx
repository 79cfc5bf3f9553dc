// When a reminder is due, from today: red when it is over, amber when it is now.
import { type RemindRowData, RemindState } from '#contract/administration/remind'

const SOON = 3

export const dueText = (days: number) => (days < 0 ? `已过 ${-days} 天` : days === 0 ? '今天' : `还有 ${days} 天`)

export function Due({ row }: { row: Pick<RemindRowData, 'daysLeft' | 'status' | 'dueTime' | 'repeat'> }) {
  const { daysLeft, status } = row
  const open = status === RemindState.is.waiting
  const tone =
    open && daysLeft < 0 ? 'yy-red yy-strong' : open && daysLeft <= SOON ? 'yy-warning yy-strong' : 'yy-second'
  // Only own ones have a time of day.
  const time = row.repeat === null ? row.dueTime.slice(0, 10) : row.dueTime.slice(0, 16)
  return (
    <>
      {time} {open && <span className={tone}>{dueText(daysLeft)}</span>}
    </>
  )
}
