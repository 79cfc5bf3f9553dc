// What is said before somebody closes an alarm that a colleague has said they go to.

import type { AlarmCardData } from '#contract/monitor/alarm'
import { stageOf } from '#contract/monitor/words'
import { useSession } from '#web/kit/session'
import './handle.css'

type Row = Pick<AlarmCardData, 'status' | 'takenAt' | 'takerId' | 'takerName'>

/** 何静 02:17 已去处理; empty: nobody else goes there. */
export function overTakerEffect(row: Row): string[] {
  const other = stageOf(row) === 1 && row.takerId !== useSession.getState().user?.empInfo.empId
  return other ? [`${row.takerName ?? '同事'} ${row.takenAt!.slice(11, 16)} 已去处理，关闭前请先与其确认`] : []
}

/** The same above a form. */
export function OverTaker({ row }: { row: Row }) {
  return overTakerEffect(row).map((one) => (
    <p key={one} role="alert" className="yy-over-taker yy-pad-8-12 yy-round">
      {one}
    </p>
  ))
}

export const ignoredText = (closed: number, spared: number, what: string): string => {
  const left = spared > 0 ? `，另有 ${spared} 条同事正在处理，未忽略` : ''
  return closed === 0 ? `没有可以忽略的${what}${left}` : `已忽略 ${closed} 条${left}`
}
